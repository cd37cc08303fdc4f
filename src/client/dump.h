// rd_kafka_dump: the state of a client for a person to read. No stable format; any thread.
#pragma once

#include <cstdio>

#include "client/client.h"

namespace rk {
void dump_client(FILE* to, Client& client);
}
