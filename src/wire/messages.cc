// The one place where the codecs are compiled.
#include "wire/codec.h"
#include "wire/messages/metadata.h"

namespace rk::wire {

FASTKA_WIRE_CODEC(, MetadataRequest);
FASTKA_WIRE_CODEC(, MetadataResponse);

}  // namespace rk::wire
