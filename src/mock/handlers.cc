#include "mock/handler.h"
#include "wire/messages/all.h"

namespace rk::mock {
namespace {

template <typename Request>
constexpr Handler row(Handled (*run)(Call&)) {
  return {Request::key, Request::versions, run};
}

constexpr Handler kHandlers[] = {
    row<wire::ProduceRequest>(handle_produce),
    row<wire::FetchRequest>(handle_fetch),
    row<wire::ListOffsetsRequest>(handle_list_offsets),
    row<wire::MetadataRequest>(handle_metadata),
    row<wire::OffsetCommitRequest>(handle_offset_commit),
    row<wire::OffsetFetchRequest>(handle_offset_fetch),
    row<wire::FindCoordinatorRequest>(handle_find_coordinator),
    row<wire::ApiVersionsRequest>(handle_api_versions),
    row<wire::CreateTopicsRequest>(handle_create_topics),
    row<wire::DeleteTopicsRequest>(handle_delete_topics),
    row<wire::InitProducerIdRequest>(handle_init_producer_id),
    row<wire::OffsetForLeaderEpochRequest>(handle_offset_for_leader_epoch),
    row<wire::DescribeConfigsRequest>(handle_describe_configs),
    row<wire::CreatePartitionsRequest>(handle_create_partitions),
};

}  // namespace

std::span<const Handler> handlers() {
  return kHandlers;
}

wire::VersionRange offered(const Cluster& cluster, const Handler& handler) {
  wire::VersionRange range = handler.versions;
  for (const auto& [key, max] : cluster.options().version_max)
    if (key == handler.key) range.max = std::min(range.max, max);
  return range;
}

}  // namespace rk::mock
