// How functions that this build does not support answer: one class per style of compat/symbols.def,
// named as there. Each answer is explicit (code, text, last error and errno), zeroes the outputs,
// and never depends on an object being there. Any thread.
#pragma once

#include <array>
#include <string>

#include "base/types.h"

namespace rk::unsupported {

// One unsupported function.
struct Call {
  const char* name;
  const char* reason;
  std::string text() const;              // "rd_kafka_x(): consumer groups are not ..."
  void fail() const;                     // the last error and errno
  void log(const rd_kafka_t* rk) const;  // once per function and handle; null: no handle, no line
  void print() const;                    // where there is no handle to log through: to stderr
};

// What an answer needs, handed over by type: the handle logs, outputs are zeroed, errstr is filled.
inline void settle(const Call&) {}
template <typename... Rest>
void settle(const Call& call, rd_kafka_t* rk, Rest... rest);
template <typename... Rest>
void settle(const Call& call, char* errstr, size_t errstr_size, Rest... rest);
template <typename T, typename... Rest>
void settle(const Call& call, T* output, Rest... rest);
void fill_errstr(const Call& call, char* errstr, size_t errstr_size);

template <typename... Rest>
void settle(const Call& call, rd_kafka_t* rk, Rest... rest) {
  call.log(rk);
  settle(call, rest...);
}
template <typename... Rest>
void settle(const Call& call, char* errstr, size_t errstr_size, Rest... rest) {
  fill_errstr(call, errstr, errstr_size);
  settle(call, rest...);
}
template <typename T, typename... Rest>
void settle(const Call& call, T* output, Rest... rest) {
  if (output != nullptr) *output = T{};
  settle(call, rest...);
}

rd_kafka_error_t* new_error(const Call& call);
rd_kafka_resp_err_t answer_subscribe(const Call& call, const rd_kafka_t* rk);
void push_result(const Call& call, rd_kafka_t* rk, rd_kafka_event_type_t type,
                 const rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* rkqu);
void mark(const Call& call, rd_kafka_conf_t* conf, bool on);
void mark(const Call& call, rd_kafka_topic_conf_t* conf, bool on);
rd_kafka_event_t* cast(rd_kafka_event_t* rkev, rd_kafka_event_type_t type);

// _NOT_IMPLEMENTED.
template <typename R>
struct RESP_ERR : Call {
  template <typename... Args>
  R answer(Args... args) const {
    settle(*this, args...);
    fail();
    return RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED;
  }
};

// A new error object with that code: not fatal, not retriable, no abort needed.
template <typename R>
struct ERROR_OBJ : Call {
  template <typename... Args>
  R answer(Args... args) const {
    settle(*this, args...);
    fail();
    return new_error(*this);
  }
};

// RD_KAFKA_CONF_INVALID with the text in errstr.
template <typename R>
struct CONF_RES : Call {
  R answer(char* errstr, size_t errstr_size) const {
    settle(*this, errstr, errstr_size);
    fail();
    return RD_KAFKA_CONF_INVALID;
  }
};

// The same for a callback, without an errstr to say it in; null is what the conf has already.
template <typename R>
struct CONF_CALLBACK : Call {
  template <typename F>
  R answer(rd_kafka_conf_t*, F callback) const {
    if (callback == nullptr) return RD_KAFKA_CONF_OK;
    fail();
    print();
    return RD_KAFKA_CONF_INVALID;
  }
};

// A setter without a result: rd_kafka_new() (rd_kafka_topic_new()) refuses the marked conf with the
// text. Null or 0 is the default and clears the mark.
template <typename R>
struct POISON : Call {
  template <typename C, typename V>
  void answer(C* conf, V value) const {
    mark(*this, conf, value != V{});
  }
};

// NULL, the reason in the last error (and errstr).
template <typename R>
struct NULL_LASTERR : Call {
  template <typename... Args>
  R answer(Args... args) const {
    settle(*this, args...);
    fail();
    return nullptr;
  }
};
template <typename R>
using NULL_ERRSTR = NULL_LASTERR<R>;

// NULL, because that is the true answer here: there is no such thing.
template <typename R>
struct NULL_TRUTHFUL : Call {
  R answer() const { return nullptr; }
};

// One result event of the right type on the queue: the code, the text, the options' opaque.
template <typename R>
struct ADMIN_EVENT : Call {
  void answer(rd_kafka_t* rk, rd_kafka_event_type_t type, const rd_kafka_AdminOptions_t* options,
              rd_kafka_queue_t* rkqu) const {
    push_result(*this, rk, type, options, rkqu);
  }
};

// The event itself, if it is of that type.
template <typename R>
struct EVENT_CAST : Call {
  R answer(rd_kafka_event_t* rkev, rd_kafka_event_type_t type) const { return cast(rkev, type); }
};

// No elements: results of refused calls carry none.
template <typename R>
struct EMPTY_RESULT : Call {
  R answer(size_t* count) const {
    settle(*this, count);
    return nullptr;
  }
};

// An accessor or a destructor of objects that nothing in this build makes. The argument is never
// looked at.
template <typename R>
struct UNREACHABLE : Call {
  template <typename V, typename... Args>
  R answer(V value, Args... args) const {
    settle(*this, args...);
    fail();
    return static_cast<R>(value);
  }
};
template <>
struct UNREACHABLE<void> : Call {
  void answer() const {}
};

// Can only say it on stderr.
template <typename R>
struct LOG : Call {
  void answer() const {
    fail();
    print();
  }
};

// A count of failures: one.
template <typename R>
struct INT_FAILCOUNT : Call {
  R answer() const {
    fail();
    print();
    return 1;
  }
};

// Without group.id, or on a producer, rd_kafka_subscribe() answers _UNKNOWN_GROUP first.
template <typename R>
struct SUBSCRIBE : Call {
  R answer(const rd_kafka_t* rk) const { return answer_subscribe(*this, rk); }
};

}  // namespace rk::unsupported
