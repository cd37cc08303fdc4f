// Goal: the network's faults between a client and one real broker, each when a test asks for it.
// Method: one thread, whole frames: it knows where a request or an answer begins and which API it
// is of, and changes nothing in it. The broker advertises the proxy's address.
//
//   proxy CONTROL-PORT LISTEN-PORT BROKER-PORT      all on 127.0.0.1
//
// Commands, one a line on the control port, each answered with one line (KEY: an API key):
//   hold answers|requests KEY   keep them and what comes behind them on the same connection
//   pass                        hold no more of what comes; what is held stays so
//   release                     the same, and deliver what was held
//   drop                        hold no more, end the connections with something held
//   cut answers|requests KEY N  the next N: half of each is delivered, then the connection ends
//   lose answers|requests KEY N the next N: nothing of it is delivered, then the connection ends
//   delay MS                    each frame arrives that much later
//   stall on|off                nothing moves; what is sent waits in the kernel
//   refuse on|off               no new connections
//   reset                       every connection ends now
//   calm                        all of it off, what was held is delivered
//   state                       the counters
// It ends when who controls it hangs up.
// A client that hangs up with requests held has sent them all the same: they reach the broker late.
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kBufferedBytesMax = 32 << 20;
enum Side { kRequests, kAnswers };

struct Frame {
  std::string bytes;
  Clock::time_point due;
  int key;
  bool held = false;
  bool last = false;  // the connection ends behind it
};

// One direction of a connection.
struct Flow {
  std::string in;  // not yet a whole frame
  std::deque<Frame> out;
  size_t out_bytes = 0;
  size_t written = 0;  // of out.front()
};

struct Link {
  int client = -1;
  int broker = -1;
  Flow flows[2];
  std::deque<int> keys;  // of the requests whose answers are to come
  bool over = false;

  ~Link() {
    if (client >= 0) close(client);
    if (broker >= 0) close(broker);
  }
  bool any_held(Side side) const {
    return std::any_of(flows[side].out.begin(), flows[side].out.end(),
                       [](const Frame& f) { return f.held; });
  }
};

struct Counts {
  uint64_t connections = 0, requests = 0, answers = 0, cut = 0, lost = 0, late = 0, refused = 0;
};

[[noreturn]] void die(const char* what) {
  perror(what);
  exit(1);
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int listen_on(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
  const sockaddr_in address = loopback(port);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) die("bind");
  if (listen(fd, 64) != 0) die("listen");
  return fd;
}

// -1 when nobody listens there.
int connect_to(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    close(fd);
    return -1;
  }
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

uint32_t big_endian(const char* p) {
  uint32_t value;
  memcpy(&value, p, 4);
  return ntohl(value);
}

class Proxy {
 public:
  Proxy(int control_port, int listen_port, int broker_port)
      : control_(listen_on(control_port)), listen_port_(listen_port), broker_port_(broker_port) {
    listener_ = listen_on(listen_port_);
  }
  void run() {
    while (true) turn();
  }

 private:
  // What to do with the frames of one side and API: how many, or all that come.
  struct Order {
    int cut = 0, lose = 0;
    bool hold = false;
  };
  struct Controller {
    int fd;
    std::string in;
  };

  void turn();
  int timeout_ms() const;
  void accept_client();
  void read_from(Link& link, Side side);
  void parse(Link& link, Side side);
  void take(Link& link, Side side, std::string bytes, int key);
  void write_to(Link& link, Side side);
  void hang_up(Link& link, Side side);
  void finish_late(Link& link);
  bool read_commands(Controller& c);
  std::string obey(const std::string& line);
  std::string state() const;
  void set_refusing(bool on);
  void hold_no_more();
  void let_go();

  int control_, listener_ = -1, listen_port_, broker_port_;
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<std::unique_ptr<Controller>> controllers_;
  std::map<std::pair<int, int>, Order> orders_;  // by side and key
  int delay_ms_ = 0;
  bool stalled_ = false;
  Counts counts_;
};

// A frame is whole: what becomes of it.
void Proxy::take(Link& link, Side side, std::string bytes, int key) {
  ++(side == kRequests ? counts_.requests : counts_.answers);
  Frame frame{std::move(bytes), Clock::now() + std::chrono::milliseconds(delay_ms_), key};
  Order& order = orders_[{side, key}];
  if (order.cut > 0) {
    --order.cut;
    ++counts_.cut;
    frame.bytes.resize(frame.bytes.size() / 2);
    frame.last = true;
  } else if (order.lose > 0) {
    --order.lose;
    ++counts_.lost;
    frame.bytes.clear();
    frame.last = true;
  } else {
    frame.held = order.hold;
    if (side == kRequests) link.keys.push_back(key);
  }
  link.flows[side].out_bytes += frame.bytes.size();
  link.flows[side].out.push_back(std::move(frame));
}

void Proxy::parse(Link& link, Side side) {
  std::string& in = link.flows[side].in;
  size_t at = 0;
  while (in.size() - at >= 8) {
    const size_t size = 4 + size_t{big_endian(&in[at])};
    if (in.size() - at < size) break;
    int key = -1;
    if (side == kRequests) {
      key = static_cast<int>(big_endian(&in[at + 4]) >> 16);
    } else if (!link.keys.empty()) {
      key = link.keys.front();
      link.keys.pop_front();
    }
    take(link, side, in.substr(at, size), key);
    at += size;
  }
  in.erase(0, at);
}

void Proxy::read_from(Link& link, Side side) {
  char piece[65536];
  const ssize_t n = read(side == kRequests ? link.client : link.broker, piece, sizeof(piece));
  if (n > 0) {
    link.flows[side].in.append(piece, static_cast<size_t>(n));
    parse(link, side);
  } else if (n == 0 || errno != EAGAIN) {
    hang_up(link, side);
  }
}

// The end of a side: what it had sent before still travels, unless the other end is what held it.
void Proxy::hang_up(Link& link, Side side) {
  if (side == kAnswers) {
    if (link.any_held(kAnswers)) ++counts_.lost;
    write_to(link, kAnswers);
    link.over = true;
    return;
  }
  close(link.client);
  link.client = -1;
  link.flows[kAnswers].out.clear();
  link.flows[kAnswers].out_bytes = link.flows[kAnswers].written = 0;
  if (link.flows[kRequests].out.empty()) {
    link.over = true;
  } else {
    ++counts_.late;
  }
}

void Proxy::write_to(Link& link, Side side) {
  Flow& flow = link.flows[side];
  const int fd = side == kRequests ? link.broker : link.client;
  while (!flow.out.empty() && fd >= 0) {
    Frame& frame = flow.out.front();
    if (frame.held || frame.due > Clock::now()) return;
    while (flow.written < frame.bytes.size()) {
      const ssize_t n =
          send(fd, &frame.bytes[flow.written], frame.bytes.size() - flow.written, MSG_NOSIGNAL);
      if (n < 0) {
        if (errno != EAGAIN) link.over = true;
        return;
      }
      flow.written += static_cast<size_t>(n);
    }
    if (frame.last) link.over = true;
    flow.out_bytes -= frame.bytes.size();
    flow.written = 0;
    flow.out.pop_front();
    if (link.over) return;
  }
}

// The client is gone: wait for the broker to have read and answered, for nobody.
void Proxy::finish_late(Link& link) {
  link.flows[kAnswers].out.clear();
  link.flows[kAnswers].out_bytes = 0;
  if (link.flows[kRequests].out.empty() && link.keys.empty()) link.over = true;
}

void Proxy::accept_client() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client < 0) return;
  auto link = std::make_unique<Link>();
  link->client = client;
  link->broker = connect_to(broker_port_);
  if (link->broker < 0) {
    ++counts_.refused;
    return;
  }
  ++counts_.connections;
  links_.push_back(std::move(link));
}

void Proxy::set_refusing(bool on) {
  if (on && listener_ >= 0) {
    close(listener_);
    listener_ = -1;
  } else if (!on && listener_ < 0) {
    listener_ = listen_on(listen_port_);
  }
}

void Proxy::hold_no_more() {
  for (auto& order : orders_) order.second.hold = false;
}

void Proxy::let_go() {
  hold_no_more();
  for (auto& link : links_) {
    for (Flow& flow : link->flows) {
      for (Frame& frame : flow.out) frame.held = false;
    }
  }
}

std::string Proxy::state() const {
  size_t held = 0;
  for (const auto& link : links_) {
    for (const Flow& flow : link->flows) {
      for (const Frame& frame : flow.out) held += frame.held;
    }
  }
  std::ostringstream out;
  out << "open=" << links_.size() << " held=" << held << " connections=" << counts_.connections
      << " requests=" << counts_.requests << " answers=" << counts_.answers
      << " cut=" << counts_.cut << " lost=" << counts_.lost << " late=" << counts_.late
      << " refused=" << counts_.refused;
  return out.str();
}

std::string Proxy::obey(const std::string& line) {
  std::istringstream in(line);
  std::string verb, what;
  int key = 0, count = 1;
  in >> verb;
  if (verb == "state") return state();
  if (verb == "hold" || verb == "cut" || verb == "lose") {
    in >> what >> key >> count;
    if (what != "answers" && what != "requests") return "what?";
    Order& order = orders_[{what == "answers" ? kAnswers : kRequests, key}];
    if (verb == "hold") order.hold = true;
    if (verb == "cut") order.cut = count;
    if (verb == "lose") order.lose = count;
    return "ok";
  }
  if (verb == "delay") {
    in >> delay_ms_;
  } else if (verb == "stall") {
    in >> what;
    stalled_ = what == "on";
  } else if (verb == "refuse") {
    in >> what;
    set_refusing(what == "on");
  } else if (verb == "pass") {
    hold_no_more();
  } else if (verb == "release") {
    let_go();
  } else if (verb == "drop") {
    for (auto& link : links_) {
      if (link->any_held(kRequests) || link->any_held(kAnswers)) {
        ++counts_.lost;
        link->over = true;
      }
    }
    hold_no_more();
  } else if (verb == "reset") {
    for (auto& link : links_) link->over = true;
  } else if (verb == "calm") {
    let_go();
    orders_.clear();
    delay_ms_ = 0;
    stalled_ = false;
    set_refusing(false);
  } else {
    return "unknown command";
  }
  return "ok";
}

bool Proxy::read_commands(Controller& c) {
  char piece[1024];
  const ssize_t n = read(c.fd, piece, sizeof(piece));
  if (n <= 0) return false;
  c.in.append(piece, static_cast<size_t>(n));
  for (size_t end; (end = c.in.find('\n')) != std::string::npos; c.in.erase(0, end + 1)) {
    const std::string answer = obey(c.in.substr(0, end)) + "\n";
    if (write(c.fd, answer.data(), answer.size()) < 0) return false;
  }
  return true;
}

int Proxy::timeout_ms() const {
  const auto now = Clock::now();
  auto next = Clock::time_point::max();
  for (const auto& link : links_) {
    for (const Flow& flow : link->flows) {
      if (flow.out.empty() || flow.out.front().held || flow.out.front().due <= now) continue;
      next = std::min(next, flow.out.front().due);
    }
  }
  if (stalled_ || next == Clock::time_point::max()) return -1;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(next - now).count());
}

void Proxy::turn() {
  std::vector<pollfd> fds;
  fds.push_back({control_, POLLIN, 0});
  fds.push_back({stalled_ ? -1 : listener_, POLLIN, 0});
  for (auto& c : controllers_) fds.push_back({c->fd, POLLIN, 0});
  const size_t first_link = fds.size();
  const auto now = Clock::now();
  for (auto& link : links_) {
    for (const Side side : {kRequests, kAnswers}) {
      const Flow& in = link->flows[side];
      const Flow& out = link->flows[1 - side];
      short events = in.out_bytes < kBufferedBytesMax ? POLLIN : 0;
      if (!out.out.empty() && !out.out.front().held && out.out.front().due <= now) {
        events |= POLLOUT;
      }
      const int fd = side == kRequests ? link->client : link->broker;
      fds.push_back({stalled_ ? -1 : fd, events, 0});
    }
  }
  if (poll(fds.data(), fds.size(), timeout_ms()) < 0 && errno != EINTR) die("poll");
  const size_t links = links_.size();
  for (size_t i = 0; i < links && !stalled_; i++) {
    Link& link = *links_[i];
    for (const Side side : {kRequests, kAnswers}) {
      const short seen = fds[first_link + 2 * i + static_cast<size_t>(side)].revents;
      if ((seen & (POLLIN | POLLHUP | POLLERR)) && !link.over) read_from(link, side);
    }
    for (const Side side : {kRequests, kAnswers}) {
      if (!link.over) write_to(link, side);
    }
    if (link.client < 0) finish_late(link);
  }
  if (fds[1].revents) accept_client();
  for (size_t i = controllers_.size(); i-- > 0;) {
    if (fds[2 + i].revents && !read_commands(*controllers_[i]))
      exit(0);  // nobody needs it any more
  }
  if (fds[0].revents) {
    const int fd = accept4(control_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) controllers_.push_back(std::make_unique<Controller>(Controller{fd, {}}));
  }
  std::erase_if(links_, [](const std::unique_ptr<Link>& link) { return link->over; });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  signal(SIGPIPE, SIG_IGN);
  Proxy proxy(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
  proxy.run();
}
