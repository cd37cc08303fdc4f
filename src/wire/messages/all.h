// Every message that we speak, as a list of types: for tables, tests and fuzzing. Layers that use
// one message include its own header. Declarations only; any thread.
#pragma once

#include "wire/messages/api_versions.h"
#include "wire/messages/create_partitions.h"
#include "wire/messages/create_topics.h"
#include "wire/messages/delete_topics.h"
#include "wire/messages/describe_configs.h"
#include "wire/messages/fetch.h"
#include "wire/messages/find_coordinator.h"
#include "wire/messages/init_producer_id.h"
#include "wire/messages/list_offsets.h"
#include "wire/messages/metadata.h"
#include "wire/messages/offset_commit.h"
#include "wire/messages/offset_fetch.h"
#include "wire/messages/offset_for_leader_epoch.h"
#include "wire/messages/produce.h"
#include "wire/messages/sasl_authenticate.h"
#include "wire/messages/sasl_handshake.h"

namespace rk::wire {

template <typename... T>
struct MessageList {
  template <typename F>
  static void for_each(F&& f) {
    (f.template operator()<T>(), ...);
  }
};

using Requests =
    MessageList<ApiVersionsRequest, CreatePartitionsRequest, CreateTopicsRequest,
                DeleteTopicsRequest, DescribeConfigsRequest, FetchRequest, FindCoordinatorRequest,
                InitProducerIdRequest, ListOffsetsRequest, MetadataRequest, OffsetCommitRequest,
                OffsetFetchRequest, OffsetForLeaderEpochRequest, ProduceRequest,
                SaslAuthenticateRequest, SaslHandshakeRequest>;

using Responses = MessageList<
    ApiVersionsResponse, CreatePartitionsResponse, CreateTopicsResponse, DeleteTopicsResponse,
    DescribeConfigsResponse, FetchResponse, FindCoordinatorResponse, InitProducerIdResponse,
    ListOffsetsResponse, MetadataResponse, OffsetCommitResponse, OffsetFetchResponse,
    OffsetForLeaderEpochResponse, ProduceResponse, SaslAuthenticateResponse, SaslHandshakeResponse>;

}  // namespace rk::wire
