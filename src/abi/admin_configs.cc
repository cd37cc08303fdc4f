#include "abi/admin.h"
#include "abi/error.h"

namespace {

rd_kafka_ConfigEntry_s& add_entry(rd_kafka_ConfigResource_s& resource, const char* name,
                                  const char* value) {
  rd_kafka_ConfigEntry_s& entry = resource.entries.add();
  entry.name = name;
  entry.value = rk::text_of(value);
  return entry;
}

rd_kafka_error_t* bad_argument(const char* text) {
  return rk::make_error(RD_KAFKA_RESP_ERR__INVALID_ARG, text);
}

}  // namespace

rd_kafka_ConfigResource_t* rd_kafka_ConfigResource_new(rd_kafka_ResourceType_t restype,
                                                       const char* resname) {
  if (static_cast<int>(restype) < 0 || resname == nullptr || *resname == '\0') return nullptr;
  auto* resource = new rd_kafka_ConfigResource_s;
  resource->type = restype;
  resource->name = resname;
  return resource;
}

void rd_kafka_ConfigResource_destroy(rd_kafka_ConfigResource_t* config) {
  delete config;
}

void rd_kafka_ConfigResource_destroy_array(rd_kafka_ConfigResource_t** config, size_t config_cnt) {
  rk::delete_all(config, config_cnt);
}

rd_kafka_resp_err_t rd_kafka_ConfigResource_set_config(rd_kafka_ConfigResource_t* config,
                                                       const char* name, const char* value) {
  if (name == nullptr || *name == '\0' || value == nullptr) return RD_KAFKA_RESP_ERR__INVALID_ARG;
  add_entry(*config, name, value);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_error_t* rd_kafka_ConfigResource_add_incremental_config(
    rd_kafka_ConfigResource_t* config, const char* name, rd_kafka_AlterConfigOpType_t op_type,
    const char* value) {
  if (static_cast<int>(op_type) < 0 || op_type >= RD_KAFKA_ALTER_CONFIG_OP_TYPE__CNT) {
    return bad_argument("Unknown type of operation");
  }
  if (name == nullptr || *name == '\0') return bad_argument("The name of the setting is empty");
  if (op_type != RD_KAFKA_ALTER_CONFIG_OP_TYPE_DELETE && value == nullptr) {
    return bad_argument("The operation needs a value");
  }
  add_entry(*config, name, value).operation = op_type;
  return nullptr;
}

const rd_kafka_ConfigEntry_t** rd_kafka_ConfigResource_configs(
    const rd_kafka_ConfigResource_t* config, size_t* cntp) {
  return config->entries.pointers(cntp);
}

rd_kafka_ResourceType_t rd_kafka_ConfigResource_type(const rd_kafka_ConfigResource_t* config) {
  return config->type;
}

const char* rd_kafka_ConfigResource_name(const rd_kafka_ConfigResource_t* config) {
  return config->name.c_str();
}

rd_kafka_resp_err_t rd_kafka_ConfigResource_error(const rd_kafka_ConfigResource_t* config) {
  return config->error;
}

const char* rd_kafka_ConfigResource_error_string(const rd_kafka_ConfigResource_t* config) {
  if (config->error == RD_KAFKA_RESP_ERR_NO_ERROR) return nullptr;
  return config->error_text ? config->error_text->c_str() : rd_kafka_err2str(config->error);
}

const char* rd_kafka_ConfigEntry_name(const rd_kafka_ConfigEntry_t* entry) {
  return entry->name.c_str();
}

const char* rd_kafka_ConfigEntry_value(const rd_kafka_ConfigEntry_t* entry) {
  return rk::c_str(entry->value);
}

rd_kafka_ConfigSource_t rd_kafka_ConfigEntry_source(const rd_kafka_ConfigEntry_t* entry) {
  return entry->source;
}

int rd_kafka_ConfigEntry_is_read_only(const rd_kafka_ConfigEntry_t* entry) {
  return entry->is_read_only;
}

int rd_kafka_ConfigEntry_is_default(const rd_kafka_ConfigEntry_t* entry) {
  return entry->is_default;
}

int rd_kafka_ConfigEntry_is_sensitive(const rd_kafka_ConfigEntry_t* entry) {
  return entry->is_sensitive;
}

int rd_kafka_ConfigEntry_is_synonym(const rd_kafka_ConfigEntry_t* entry) {
  return entry->is_synonym;
}

const rd_kafka_ConfigEntry_t** rd_kafka_ConfigEntry_synonyms(const rd_kafka_ConfigEntry_t* entry,
                                                             size_t* cntp) {
  return entry->synonyms.pointers(cntp);
}
