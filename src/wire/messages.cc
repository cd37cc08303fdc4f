// The one place where the codecs are compiled.
#include "wire/codec.h"
#include "wire/messages/all.h"

namespace rk::wire {

FASTKA_WIRE_CODEC(, ApiVersionsRequest);
FASTKA_WIRE_CODEC(, ApiVersionsResponse);
FASTKA_WIRE_CODEC(, CreatePartitionsRequest);
FASTKA_WIRE_CODEC(, CreatePartitionsResponse);
FASTKA_WIRE_CODEC(, CreateTopicsRequest);
FASTKA_WIRE_CODEC(, CreateTopicsResponse);
FASTKA_WIRE_CODEC(, DeleteTopicsRequest);
FASTKA_WIRE_CODEC(, DeleteTopicsResponse);
FASTKA_WIRE_CODEC(, DescribeConfigsRequest);
FASTKA_WIRE_CODEC(, DescribeConfigsResponse);
FASTKA_WIRE_CODEC(, FetchRequest);
FASTKA_WIRE_CODEC(, FetchResponse);
FASTKA_WIRE_CODEC(, FindCoordinatorRequest);
FASTKA_WIRE_CODEC(, FindCoordinatorResponse);
FASTKA_WIRE_CODEC(, InitProducerIdRequest);
FASTKA_WIRE_CODEC(, InitProducerIdResponse);
FASTKA_WIRE_CODEC(, ListOffsetsRequest);
FASTKA_WIRE_CODEC(, ListOffsetsResponse);
FASTKA_WIRE_CODEC(, MetadataRequest);
FASTKA_WIRE_CODEC(, MetadataResponse);
FASTKA_WIRE_CODEC(, OffsetCommitRequest);
FASTKA_WIRE_CODEC(, OffsetCommitResponse);
FASTKA_WIRE_CODEC(, OffsetFetchRequest);
FASTKA_WIRE_CODEC(, OffsetFetchResponse);
FASTKA_WIRE_CODEC(, OffsetForLeaderEpochRequest);
FASTKA_WIRE_CODEC(, OffsetForLeaderEpochResponse);
FASTKA_WIRE_CODEC(, ProduceRequest);
FASTKA_WIRE_CODEC(, ProduceResponse);
FASTKA_WIRE_CODEC(, SaslAuthenticateRequest);
FASTKA_WIRE_CODEC(, SaslAuthenticateResponse);
FASTKA_WIRE_CODEC(, SaslHandshakeRequest);
FASTKA_WIRE_CODEC(, SaslHandshakeResponse);

}  // namespace rk::wire
