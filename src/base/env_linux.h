// The parts of the real Env, each in its own file: sockets (env_linux_net.cc), waiting
// (env_linux_poll.cc), names (env_linux_resolve.cc); env_linux.cc puts them together. Only those
// four files include this. Thread rules are those of base/env.h.
#pragma once

#include <atomic>
#include <memory>

#include "base/env.h"

namespace rk {

Net& linux_net();
std::unique_ptr<Poller> linux_new_poller();
std::unique_ptr<Parker> linux_new_parker();

// Threads that are ours and alive, whatever they do.
std::atomic<int>& linux_thread_count();

// Starts a thread with every signal blocked; 0 or an errno value. The thread counts as ours until
// `body` returns. detached: nobody will join it, `handle` may be null.
int linux_start_thread(const char* name, void (*body)(void*), void* argument,
                       unsigned long* handle);

void linux_resolve(std::string host, u16 port, Family family, ResolveDone done);

// A literal IPv4 or IPv6 address as an Address; false when it is a name.
bool literal_address(const std::string& host, u16 port, Address* out);
// How logs show a socket address: "127.0.0.1:9092", "[::1]:9092".
std::string address_text(const Address& a);

}  // namespace rk
