#include "net/frame_reader.h"

#include <cerrno>
#include <cstring>

#include "base/bytes.h"

namespace rk {

void FrameReader::reset() {
  read_ = {};
  big_ = {};
  begin_ = end_ = big_size_ = big_have_ = 0;
}

bool FrameReader::make_room() {
  if (read_ && read_->unique()) {
    if (begin_ == end_) begin_ = end_ = 0;
    if (end_ < kReadBytes) {
      // A small frame that would not fit behind begin_ moves to the front.
      const bool tight = begin_ > 0 && kReadBytes - begin_ < kReadBytes / 2;
      if (!tight) return true;
    }
    std::memmove(read_->data(), read_->data() + begin_, end_ - begin_);
  } else {
    BufferRef fresh = pool_.take(kReadBytes);
    if (!fresh) return false;
    if (end_ > begin_) std::memcpy(fresh->data(), read_->data() + begin_, end_ - begin_);
    read_ = std::move(fresh);
  }
  end_ -= begin_;
  begin_ = 0;
  return true;
}

ssize_t FrameReader::fill(Transport& from, size_t* asked) {
  if (big_) {
    const size_t want = big_size_ - big_have_;
    if (asked) *asked = want;
    const ssize_t n = from.receive(big_->data() + big_have_, want);
    if (n > 0) big_have_ += static_cast<size_t>(n);
    return n;
  }
  if (!make_room()) return -ENOMEM;
  const size_t want = kReadBytes - end_;
  if (asked) *asked = want;
  const ssize_t n = from.receive(read_->data() + end_, want);
  if (n > 0) end_ += static_cast<size_t>(n);
  return n;
}

FrameReader::Next FrameReader::next(Frame* out, Error* why) {
  if (big_) {
    if (big_have_ < big_size_) return Next::more;
    big_->set_size(big_size_);
    out->bytes = {big_->data(), big_size_};
    out->buffer = std::move(big_);
    big_ = {};
    return Next::frame;
  }
  if (end_ - begin_ < 4) return Next::more;
  const i32 size = load_be<i32>(read_->data() + begin_);
  if (size < kFrameMin || static_cast<size_t>(size) > frame_bytes_max_) {
    *why = errorf(RD_KAFKA_RESP_ERR__BAD_MSG,
                  "Invalid response size %d (0..%zu): is it a Kafka broker, and of the security "
                  "protocol that is configured? Larger responses need a larger "
                  "receive.message.max.bytes",
                  size, frame_bytes_max_);
    return Next::bad;
  }
  const auto n = static_cast<size_t>(size);
  if (end_ - begin_ - 4 >= n) return emit_small(n, out, why);
  if (n + 4 > kReadBytes / 2) return start_big(n, why);
  return Next::more;
}

FrameReader::Next FrameReader::emit_small(size_t size, Frame* out, Error* why) {
  u8* at = read_->data() + begin_ + 4;
  if (size <= kCopyMax) {
    BufferRef own = pool_.take(size);
    if (!own) {
      *why = Error(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, "No memory for a response");
      return Next::bad;
    }
    std::memcpy(own->data(), at, size);
    own->set_size(size);
    out->bytes = {own->data(), size};
    out->buffer = std::move(own);
  } else {
    out->bytes = {at, size};
    out->buffer = read_;
  }
  begin_ += 4 + size;
  return Next::frame;
}

FrameReader::Next FrameReader::start_big(size_t size, Error* why) {
  BufferRef own = pool_.take(size);
  if (!own) {
    *why =
        errorf(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE, "No memory for a response of %zu bytes", size);
    return Next::bad;
  }
  big_have_ = end_ - begin_ - 4;
  std::memcpy(own->data(), read_->data() + begin_ + 4, big_have_);
  big_size_ = size;
  big_ = std::move(own);
  begin_ = end_;
  return Next::more;
}

}  // namespace rk
