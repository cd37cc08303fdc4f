// FrameReader: cuts what a Transport receives into frames (4-byte size, then that many bytes) with
// few system calls and few copies. Owned by a Connection, used on its thread.
//
//   frame size            how it arrives
//   up to kCopyMax        with others in one read; copied out, so that whoever keeps it keeps
//                         no more than it needs
//   fits the read buffer  with others in one read; lies in the read buffer, which it then shares
//   larger                its first bytes with others, the rest straight into its own Buffer
//
// The read buffer is received into again only while nobody else holds a part of it: parsers may
// load words beyond the end of a frame (base/buffer.h), and those must not change under them.
#pragma once

#include "base/buffer.h"
#include "base/error.h"
#include "net/transport.h"

namespace rk {

class FrameReader {
 public:
  struct Frame {
    BufferRef buffer;
    Bytes bytes;  // behind the size
  };
  enum class Next { frame, more, bad };

  FrameReader(BufferPool& pool, size_t frame_bytes_max)
      : pool_(pool), frame_bytes_max_(frame_bytes_max) {}

  // One receive. `asked` (may be null) is how much it asked for. -ENOMEM: no buffer to be had.
  ssize_t fill(Transport& from, size_t* asked);
  // The next whole frame among the bytes at hand.
  Next next(Frame* out, Error* why);
  // Part of a frame has arrived.
  bool partial() const { return big_ || begin_ < end_; }
  void reset();

 private:
  static constexpr size_t kReadBytes = size_t{64} << 10;
  static constexpr size_t kCopyMax = 2048;
  // Answers start with a correlation id.
  static constexpr i32 kFrameMin = 4;

  bool make_room();
  Next emit_small(size_t size, Frame* out, Error* why);
  Next start_big(size_t size, Error* why);

  BufferPool& pool_;
  const size_t frame_bytes_max_;
  BufferRef read_;
  size_t begin_ = 0, end_ = 0;  // received and not yet emitted bytes of read_
  BufferRef big_;
  size_t big_size_ = 0, big_have_ = 0;
};

}  // namespace rk
