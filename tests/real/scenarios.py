"""Faults on one node, each with its expected end. A test returns (whether it held, what was seen)."""
import itertools
import time

from judge import Verdict
from rig import INIT_PRODUCER_ID, PRODUCE, Producer, wait_for

AUTHORIZER = ("authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
              "allow.everyone.if.no.acl.found=true")
numbers = itertools.count()


def fresh(name):
    return f"{name}-{next(numbers)}"


def judged(cluster, topic, producer, every=True):
    """The verdict on a producer that has finished; `every`: all must be in the log."""
    verdict = Verdict(producer, cluster.log(topic))
    return verdict.holds() and (not every or verdict.all_persisted()), verdict


def cut_frames(cluster):
    """Requests and answers end in the middle, again and again, while messages flow."""
    topic = cluster.topic(fresh("cut"), 4)
    p = Producer(cluster, topic, 4, message_timeout_ms=120000, linger_ms=2)
    p.tell("rate 1000")
    proxy = cluster.proxies[0]
    for turn in range(24):
        kind = ("cut requests", "cut answers", "lose answers", "lose requests")[turn % 4]
        before = proxy.state()
        proxy(f"{kind} {PRODUCE} {1 + turn % 3}")
        wait_for(kind, lambda: sum(proxy.state()[c] - before[c] for c in ("cut", "lost")) > 0)
        time.sleep(0.1)
    state = proxy.state()
    p.finish()
    ok, verdict = judged(cluster, topic, p)
    return ok, f"{verdict}; {state['cut']} frames cut, {state['lost']} lost"


# How many of the batches are with the broker, unanswered, when it goes: all four, or those that a
# library has in flight for one partition.
CLIENTS = (("java", 1, 4, dict(linger_ms=0)),
           ("librdkafka", 1, 4, dict(linger_ms=0)),
           ("wheel", 1, 4, dict(linger_ms=0)),
           ("fastka", 1, 1, dict(linger_ms=0)),
           ("fastka", 4, 4, dict(linger_ms=0, max_in_flight=5)))


def lost_answers(cluster, client, partitions, held, settings):
    """One row: four batches, answers lost, broker restarted cleanly."""
    topic = cluster.topic(fresh("answers"), partitions)
    p = Producer(cluster, topic, partitions, client=client, **settings)
    p.tell(f"send {partitions}")
    p.wait_reports(partitions)
    proxy = cluster.proxies[0]
    proxy(f"hold answers {PRODUCE}")
    p.tell("send 4 100")
    wait_for("the answers", lambda: proxy.state()["held"] >= held)
    cluster.stop()
    proxy("calm")
    cluster.restart()
    p.finish(30)
    ok, verdict = judged(cluster, topic, p)
    name = f"{client} {p.library}, {partitions} partition{'s' * (partitions > 1)}"
    print(f"  {name:33} {held} unanswered: {verdict}", flush=True)
    return ok, verdict, p.end["fatal"], name


def java_duplicates(cluster):
    """Appended batches whose answers are lost, then a clean restart: the broker remembers a
    producer's last batch only. What the Java client, librdkafka and fastka make of it."""
    all_ok, told = True, []
    for client in CLIENTS:
        ok, verdict, fatal, name = lost_answers(cluster, *client)
        told.append(f"{name}: {verdict.counts['duplicates']} duplicates, fatal {fatal}")
        if client[0] == "fastka":
            all_ok = all_ok and ok
    return all_ok, "; ".join(told)


def killed(cluster):
    """kill -9 and a new start while messages flow, twice."""
    topic = cluster.topic(fresh("killed"), 4)
    p = Producer(cluster, topic, 4, message_timeout_ms=120000)
    p.tell("rate 1000")
    for _ in range(2):
        p.wait_reports(len(p.reports) + 500)
        cluster.kill()
        cluster.restart()
    p.wait_reports(len(p.reports) + 500)
    p.finish()
    return judged(cluster, topic, p)


def paused_shortly(cluster):
    """SIGSTOP for less than request.timeout.ms: nothing but latency."""
    topic = cluster.topic(fresh("short"), 4)
    p = Producer(cluster, topic, 4, message_timeout_ms=60000, request_timeout_ms=30000)
    p.tell("rate 1000")
    p.wait_reports(500)
    cluster.pause()
    time.sleep(2)
    cluster.resume()
    p.wait_reports(len(p.reports) + 2000)
    p.finish()
    return judged(cluster, topic, p)


def paused_longer(cluster):
    """SIGSTOP for several request.timeout.ms: what was sent, again and again, waits in the
    broker's sockets, and the broker sees all of it when it wakes."""
    topic = cluster.topic(fresh("longer"), 4)
    p = Producer(cluster, topic, 4, message_timeout_ms=60000, request_timeout_ms=1000)
    p.tell("rate 1000")
    p.wait_reports(500)
    cluster.pause()
    time.sleep(4)
    cluster.resume()
    p.wait_reports(len(p.reports) + 4000)
    p.finish()
    return judged(cluster, topic, p)


def paused_beyond_timeout(cluster):
    """SIGSTOP for longer than message.timeout.ms: reports in time, each by what is known."""
    topic = cluster.topic(fresh("beyond"), 4)
    p = Producer(cluster, topic, 4, message_timeout_ms=2500, request_timeout_ms=1000)
    p.tell("rate 1000")
    p.wait_reports(500)
    cluster.pause()
    time.sleep(6)
    cluster.resume()
    persisted = sum(words[3] == "PERSISTED" for words in p.reports)
    wait_for("messages to get through again",
             lambda: p.read() or sum(w[3] == "PERSISTED" for w in p.reports) > persisted + 1000)
    p.finish()
    ok, verdict = judged(cluster, topic, p, every=False)
    seen = verdict.statuses["POSSIBLY_PERSISTED"] > 0 and verdict.statuses["NOT_PERSISTED"] > 0
    return ok and seen, verdict


def late_copies(cluster):
    """Requests stay in the network until their messages are reported as timed out, and get to the
    broker together with what is produced then."""
    topic = cluster.topic(fresh("late"), 2)
    p = Producer(cluster, topic, 2, message_timeout_ms=2000, request_timeout_ms=1000, linger_ms=0)
    proxy = cluster.proxies[0]
    p.tell("send 10")
    p.wait_reports(10)
    copies = 0
    for turn in range(3):
        late, done = proxy.state()["late"], len(p.reports)
        proxy(f"hold requests {PRODUCE}")
        p.tell("send 10")
        wait_for("a client that gave up", lambda: proxy.state()["late"] > late)
        p.wait_reports(done + 10)
        if turn < 2:
            proxy("release")
            p.tell("send 10")
        else:
            # the new ones first: the late ones are of an epoch that is over
            proxy("pass")
            p.tell("send 10")
            p.wait_reports(done + 20)
            proxy("release")
        p.wait_reports(done + 20)
        copies += proxy.state()["late"] - late
    p.finish()
    ok, verdict = judged(cluster, topic, p, every=False)
    seen = verdict.statuses["POSSIBLY_PERSISTED"] > 0 and verdict.statuses["PERSISTED"] >= 40
    return ok and seen, f"{verdict}; {copies} late copies"


def refused_connections(cluster):
    """Nobody listens: NOT_PERSISTED in time; then somebody does."""
    topic = cluster.topic(fresh("refused"), 2)
    # the next attempt to connect comes well within a message's time
    p = Producer(cluster, topic, 2, message_timeout_ms=4000, reconnect_backoff_max_ms=500)
    p.tell("send 10")
    p.wait_reports(10)
    proxy = cluster.proxies[0]
    proxy("refuse on")
    proxy("reset")
    p.tell("send 100 5")
    p.wait_reports(110)
    refused = [words for words in p.reports[10:] if words[3] != "NOT_PERSISTED"]
    proxy("refuse off")
    p.tell("send 100")
    p.finish()
    ok, verdict = judged(cluster, topic, p, every=False)
    return ok and not refused and verdict.statuses["PERSISTED"] == 110, verdict


def partitions_added(cluster):
    """A topic grows while messages flow, and the new partitions get their share."""
    topic = cluster.topic(fresh("added"), 1)
    p = Producer(cluster, topic, 0, topic_metadata_refresh_interval_ms=500, linger_ms=1,
                 sticky_partitioning_linger_ms=5)
    p.tell("rate 1000")
    p.wait_reports(500)
    cluster.tool("TopicCommand", "--alter", "--topic", topic, "--partitions", "5")
    wait_for("all partitions", lambda: p.read() or len({words[2] for words in p.reports}) == 5)
    p.finish()
    return judged(cluster, topic, p)


def quota(cluster):
    """A quota slows the producer down and fails nothing; throttle_cb hears of it."""
    topic = cluster.topic(fresh("quota"), 2)
    cluster.tool("ConfigCommand", "--alter", "--add-config", "producer_byte_rate=40000",
                 "--entity-type", "clients", "--entity-name", "slow")
    p = Producer(cluster, topic, 2, size=1000, client_id="slow", request_timeout_ms=2000,
                 message_timeout_ms=120000, batch_num_messages=20)
    p.tell("send 400")
    p.finish(90)
    throttled = [int(e.split()[2]) for e in p.events if e.startswith("throttle ")]
    ok, verdict = judged(cluster, topic, p)
    return ok and any(throttled), f"{verdict}; throttled by {max(throttled, default=0)} ms at most"


def too_large(cluster):
    """The broker's limit is met by one message of a batch: it fails, its neighbours do not."""
    topic = cluster.topic(fresh("large"), 1, 1, "max.message.bytes=4000")
    p = Producer(cluster, topic, 1, linger_ms=300, size=200)
    p.tell("send 5")
    p.tell("big 6000")
    p.tell("send 5")
    p.finish()
    ok, verdict = judged(cluster, topic, p, every=False)
    failures = [(w[3], w[4]) for w in p.reports if w[3] != "PERSISTED"]
    return ok and failures == [("NOT_PERSISTED", "MSG_SIZE_TOO_LARGE")], verdict


EVERYONE = "User:ANONYMOUS"


def deny(cluster, operation, *resource):
    """Where there is a rule, what no rule allows is denied: so all else is allowed."""
    cluster.tool("AclCommand", "--add", "--allow-principal", EVERYONE, "--operation", "All", *resource)
    cluster.tool("AclCommand", "--add", "--deny-principal", EVERYONE, "--operation", operation,
                 *resource)


def allow_again(cluster, operation, *resource):
    cluster.tool("AclCommand", "--remove", "--force", "--deny-principal", EVERYONE, "--operation",
                 operation, *resource)


def denied(cluster, operation):
    topic = cluster.topic(fresh("denied"), 1)
    may = cluster.topic(fresh("allowed"), 1)
    deny(cluster, operation, "--topic", topic)
    p = Producer(cluster, topic, 1)
    p.tell("send 20")
    p.finish()
    other = Producer(cluster, may, 1)
    other.tell("send 20")
    other.finish()
    allow_again(cluster, operation, "--topic", topic)
    ok, verdict = judged(cluster, topic, p, every=False)
    ok_other, _ = judged(cluster, may, other)
    told = [e for e in p.events if e.startswith("error TOPIC_AUTHORIZATION_FAILED")]
    return (ok and ok_other and verdict.errors == {"TOPIC_AUTHORIZATION_FAILED": 20} and
            verdict.statuses["NOT_PERSISTED"] == 20 and len(told) == 1), f"{verdict}; {told}"


def without_write(cluster):
    """A principal that may not write hears the broker's error, in reports and in error_cb."""
    return denied(cluster, "Write")


def without_describe(cluster):
    """The same when the brokers do not even say where the topic is."""
    return denied(cluster, "Describe")


def without_write_anywhere(cluster):
    """Not even a producer id: fatal, and nothing is in the log."""
    topic = cluster.topic(fresh("nowhere"), 1)
    deny(cluster, "IdempotentWrite", "--cluster")
    deny(cluster, "Write", "--topic", "*")
    proxy = cluster.proxies[0]
    proxy(f"hold answers {INIT_PRODUCER_ID}")
    p = Producer(cluster, topic, 1, message_timeout_ms=10000)
    p.tell("send 20")
    wait_for("the answer", lambda: proxy.state()["held"] > 0)
    time.sleep(0.2)  # the messages' way through a pipe
    proxy("release")
    p.finish()
    allow_again(cluster, "Write", "--topic", "*")
    allow_again(cluster, "IdempotentWrite", "--cluster")
    verdict = Verdict(p, cluster.log(topic))
    told = [e for e in p.events if e.startswith("error ")]
    right = (p.end["fatal"] == "CLUSTER_AUTHORIZATION_FAILED" and verdict.records == 0 and
             verdict.counts.pop("fatal") == 1 and verdict.holds() and
             verdict.statuses["NOT_PERSISTED"] == verdict.sent == 20 and bool(told))
    return right, f"{verdict}; {told[:2]}"


BETWEEN = (cut_frames, killed, late_copies)
OLD = (java_duplicates, cut_frames, killed, paused_longer, late_copies, too_large)
ALL = (java_duplicates, cut_frames, killed, paused_shortly, paused_longer, paused_beyond_timeout,
       late_copies, refused_connections, partitions_added, quota, too_large, without_write,
       without_describe, without_write_anywhere)
