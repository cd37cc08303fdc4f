// What the .cc files of Connection share.
#pragma once

#include "base/lock.h"
#include "net/connection.h"

namespace rk {

// Where a name look-up's answer waits for the Connection. The resolver's thread may answer when the
// Connection is long gone, so both hold it, and the poller to wake is cleared under the lock before
// it may go away.
struct Connection::Lookup {
  void set_poller(Poller* p) {
    Lock lock(mutex);
    poller = p;
  }
  void answer(Result<std::vector<Address>> found) {
    Lock lock(mutex);
    done = true;
    if (found)
      addresses = found.take();
    else
      error = found.take_error();
    if (poller) poller->wake();
  }

  Mutex mutex;
  // guarded by mutex
  Poller* poller = nullptr;
  bool done = false;
  Error error;
  std::vector<Address> addresses;
};

}  // namespace rk
