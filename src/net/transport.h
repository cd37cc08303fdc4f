// Transport: the byte stream under a Connection once TCP is connected: plain, or TLS wrapped around
// it. Owned and driven by its Connection, on that thread. It does not own the socket.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/env.h"

namespace rk {

class Transport {
 public:
  virtual ~Transport() = default;
  // Goes on with its own handshake: 0 done, kReadable or kWritable: what it waits for, negative: it
  // failed and `why` says how.
  virtual int handshake(std::string* why) = 0;
  // As Net::send and Net::receive. -EAGAIN from send may also mean that the transport waits to
  // read, and the other way round (TLS); interest() then says so.
  virtual ssize_t send(const iovec* parts, int count) = 0;
  virtual ssize_t receive(void* to, size_t size) = 0;
  // Bytes can be received although the socket may not be readable.
  virtual bool buffered() const = 0;
  // What it waits for beyond what the Connection itself wants.
  virtual u8 interest() const = 0;
};

class PlainTransport final : public Transport {
 public:
  PlainTransport(Net& net, Socket socket) : net_(net), socket_(socket) {}
  int handshake(std::string*) override { return 0; }
  ssize_t send(const iovec* parts, int count) override { return net_.send(socket_, parts, count); }
  ssize_t receive(void* to, size_t size) override { return net_.receive(socket_, to, size); }
  bool buffered() const override { return false; }
  u8 interest() const override { return 0; }

 private:
  Net& net_;
  const Socket socket_;
};

// Makes the transport of a fresh connection; `host` is the name that a certificate must be for.
using MakeTransport =
    std::function<std::unique_ptr<Transport>(Net& net, Socket socket, const std::string& host)>;

}  // namespace rk
