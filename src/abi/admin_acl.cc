#include "abi/admin.h"
#include "abi/error.h"

namespace {

struct Given {
  rd_kafka_ResourceType_t type;
  const char* name;
  rd_kafka_ResourcePatternType_t pattern;
  const char* principal;
  const char* host;
  rd_kafka_AclOperation_t operation;
  rd_kafka_AclPermissionType_t permission;
};

bool between(int value, int first, int count) {
  return value >= first && value < count;
}

// What is wrong, or null. A filter may leave texts out and use the values that match anything.
const char* what_is_wrong(const Given& a, bool filter) {
  const int first_type = filter ? RD_KAFKA_RESOURCE_ANY : RD_KAFKA_RESOURCE_TOPIC;
  const int first_pattern =
      filter ? RD_KAFKA_RESOURCE_PATTERN_ANY : RD_KAFKA_RESOURCE_PATTERN_LITERAL;
  const int first_operation = filter ? RD_KAFKA_ACL_OPERATION_ANY : RD_KAFKA_ACL_OPERATION_ALL;
  const int first_permission =
      filter ? RD_KAFKA_ACL_PERMISSION_TYPE_ANY : RD_KAFKA_ACL_PERMISSION_TYPE_DENY;
  if (!between(a.type, first_type, RD_KAFKA_RESOURCE__CNT)) return "Invalid resource type";
  if (!filter && a.name == nullptr) return "Invalid resource name";
  if (!between(a.pattern, first_pattern, RD_KAFKA_RESOURCE_PATTERN_TYPE__CNT)) {
    return "Invalid resource pattern type";
  }
  if (!filter && a.principal == nullptr) return "Invalid principal";
  if (!filter && a.host == nullptr) return "Invalid host";
  if (!between(a.operation, first_operation, RD_KAFKA_ACL_OPERATION__CNT)) {
    return "Invalid operation";
  }
  if (!between(a.permission, first_permission, RD_KAFKA_ACL_PERMISSION_TYPE__CNT)) {
    return "Invalid permission type";
  }
  return nullptr;
}

rd_kafka_AclBinding_t* make(const Given& a, bool filter, char* errstr, size_t errstr_size) {
  if (const char* why = what_is_wrong(a, filter)) {
    rk::write_errstr(errstr, errstr_size, why);
    return nullptr;
  }
  return new rd_kafka_AclBinding_s{
      a.type,      rk::text_of(a.name), a.pattern, rk::text_of(a.principal), rk::text_of(a.host),
      a.operation, a.permission};
}

}  // namespace

rd_kafka_AclBinding_t* rd_kafka_AclBinding_new(rd_kafka_ResourceType_t restype, const char* name,
                                               rd_kafka_ResourcePatternType_t resource_pattern_type,
                                               const char* principal, const char* host,
                                               rd_kafka_AclOperation_t operation,
                                               rd_kafka_AclPermissionType_t permission_type,
                                               char* errstr, size_t errstr_size) {
  return make({restype, name, resource_pattern_type, principal, host, operation, permission_type},
              false, errstr, errstr_size);
}

rd_kafka_AclBindingFilter_t* rd_kafka_AclBindingFilter_new(
    rd_kafka_ResourceType_t restype, const char* name,
    rd_kafka_ResourcePatternType_t resource_pattern_type, const char* principal, const char* host,
    rd_kafka_AclOperation_t operation, rd_kafka_AclPermissionType_t permission_type, char* errstr,
    size_t errstr_size) {
  return make({restype, name, resource_pattern_type, principal, host, operation, permission_type},
              true, errstr, errstr_size);
}

void rd_kafka_AclBinding_destroy(rd_kafka_AclBinding_t* acl_binding) {
  delete acl_binding;
}

void rd_kafka_AclBinding_destroy_array(rd_kafka_AclBinding_t** acl_bindings,
                                       size_t acl_bindings_cnt) {
  rk::delete_all(acl_bindings, acl_bindings_cnt);
}

rd_kafka_ResourceType_t rd_kafka_AclBinding_restype(const rd_kafka_AclBinding_t* acl) {
  return acl->type;
}

const char* rd_kafka_AclBinding_name(const rd_kafka_AclBinding_t* acl) {
  return rk::c_str(acl->name);
}

const char* rd_kafka_AclBinding_principal(const rd_kafka_AclBinding_t* acl) {
  return rk::c_str(acl->principal);
}

const char* rd_kafka_AclBinding_host(const rd_kafka_AclBinding_t* acl) {
  return rk::c_str(acl->host);
}

rd_kafka_AclOperation_t rd_kafka_AclBinding_operation(const rd_kafka_AclBinding_t* acl) {
  return acl->operation;
}

rd_kafka_AclPermissionType_t rd_kafka_AclBinding_permission_type(const rd_kafka_AclBinding_t* acl) {
  return acl->permission;
}

rd_kafka_ResourcePatternType_t rd_kafka_AclBinding_resource_pattern_type(
    const rd_kafka_AclBinding_t* acl) {
  return acl->pattern;
}

rd_kafka_UserScramCredentialAlteration_t* rd_kafka_UserScramCredentialUpsertion_new(
    const char* username, rd_kafka_ScramMechanism_t mechanism, int32_t iterations,
    const unsigned char* password, size_t password_size, const unsigned char* salt,
    size_t salt_size) {
  auto* a = new rd_kafka_UserScramCredentialAlteration_s{username, mechanism, true};
  a->iterations = iterations;
  if (password != nullptr) a->password.assign(password, password + password_size);
  if (salt != nullptr) a->salt.assign(salt, salt + salt_size);
  return a;
}

rd_kafka_UserScramCredentialAlteration_t* rd_kafka_UserScramCredentialDeletion_new(
    const char* username, rd_kafka_ScramMechanism_t mechanism) {
  return new rd_kafka_UserScramCredentialAlteration_s{username, mechanism, false};
}

void rd_kafka_UserScramCredentialAlteration_destroy(
    rd_kafka_UserScramCredentialAlteration_t* alteration) {
  delete alteration;
}

void rd_kafka_UserScramCredentialAlteration_destroy_array(
    rd_kafka_UserScramCredentialAlteration_t** alterations, size_t alteration_cnt) {
  rk::delete_all(alterations, alteration_cnt);
}
