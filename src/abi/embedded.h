// test.mock.num.brokers: a client that brings its own embedded broker. The broker is started before
// the client, its address becomes the client's bootstrap list, and it goes after the client,
// which owns it. Called on the thread of rd_kafka_new().
#pragma once

#include <memory>

#include "base/error.h"
#include "config/conf.h"

namespace rk {

// Nothing to do and ok when the setting is 0.
Error start_embedded_broker(Conf& conf, std::shared_ptr<void>* keep);

}  // namespace rk
