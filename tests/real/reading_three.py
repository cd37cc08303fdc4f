"""Three real nodes under consumers: leaders stop, start, move; replicas near a reader; lost logs."""
import time

from reader import Consumer, Reading, by_partition, drain, judged, log_of
from rig import Producer, wait_for
from scenarios import fresh

PROPERTIES = ("broker.session.timeout.ms=6000", "default.replication.factor=3",
              "min.insync.replicas=1", "replica.lag.time.max.ms=30000",
              "auto.create.topics.enable=false",
              "replica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector")
PARTITIONS, READERS = 30, 10


def in_sync(cluster, topic, replicas=3):
    wait_for("in-sync replicas", lambda: all(
        int(size) == replicas for size in cluster.admin("isr", topic).split()))


class Moves:
    """Counts how many leaders each step has moved."""

    def __init__(self, cluster, topic):
        self.cluster, self.topic = cluster, topic
        self.leaders = cluster.admin("leaders", topic).split()
        self.count = 0

    def look(self):
        now = self.cluster.admin("leaders", self.topic).split()
        self.count += sum(a != b for a, b in zip(self.leaders, now))
        self.leaders = now


def leaders_moved(cluster):
    """Ten consumers of 30 partitions that are written at the same time, some of them near a replica:
    each node stopped and started, one killed, the partitions reassigned, preferred leaders elected."""
    topic = fresh("moved")
    cluster.admin("create", topic, PARTITIONS, 3)
    p = Producer(cluster, topic, PARTITIONS, message_timeout_ms=120000)
    p.tell("rate 1500")
    share = PARTITIONS // READERS
    consumers = []
    for i in range(READERS):
        near = dict(client_rack=f"rack{i % 3 + 1}") if i % 2 else {}
        consumers.append(Consumer(cluster, f"{topic}/{i * share}-{i * share + share - 1}@-2", **near))
    moves = Moves(cluster, topic)
    restarts = 0

    def flows():
        """Everybody gets something new; and another look at who leads."""
        moves.look()
        goals = [(c, c.count + 100) for c in consumers]
        for consumer, goal in goals:
            p.read()
            consumer.wait_count(goal)

    flows()
    for node, how in ((1, cluster.stop), (2, cluster.kill), (3, cluster.stop)):
        how(node)
        flows()
        cluster.restart(node)
        restarts += 1
        in_sync(cluster, topic)
        flows()
        cluster.admin("elect", topic, "preferred")
        flows()
    # each partition's replicas turned by one: all leaders go, twice
    for turn in range(2):
        replicas = [",".join(str((i + turn + j) % 3 + 1) for j in range(3)) for i in range(PARTITIONS)]
        cluster.admin("reassign", topic, *replicas)
        cluster.admin("elect", topic, "preferred")
        flows()
    p.finish()
    rows = log_of(cluster, topic)
    drain(consumers, topic, rows)
    reading = Reading()
    told = 0
    for i, consumer in enumerate(consumers):
        told += len(consumer.has("log 5 LEADER"))
        consumer.finish()
        reading.hold_all(consumer, topic, rows, range(i * share, i * share + share))
        if any(t != topic or part // share != i for t, part in consumer.messages):
            reading.note("strange", "a partition that was not assigned")
    ok = reading.holds() and reading.read == len(rows) and moves.count >= PARTITIONS and told > 0
    return ok, (f"{reading}; {len(rows)} in the log, {READERS} consumers, {PARTITIONS} partitions, "
                f"{moves.count} leaders moved, {restarts} restarts, {told} moves told in the log")


def follower_fetching(cluster):
    """With client.rack the records come from the replica of that rack; when that node is away, from
    the leader; then from the replica again."""
    topic = fresh("near")
    cluster.admin("place", topic, "1,2,3", "2,3,1", "3,1,2")
    p = Producer(cluster, topic, 3, message_timeout_ms=120000)
    p.tell("rate 600")
    near = Consumer(cluster, f"{topic}/0-2@-2", client_rack="rack2", statistics_interval_ms=200)
    far = Consumer(cluster, f"{topic}/0-2@-2")
    near.wait_count(1500)
    before = near.brokers()
    partitions = near.statistics()["topics"][topic]["partitions"]
    shown = [partitions[str(i)] for i in range(3)]
    said = [(s["leader"], s["broker"]) for s in shown]
    cluster.stop(2)
    near.wait_count(near.count + 1500)
    away = near.brokers()
    cluster.restart(2)
    in_sync(cluster, topic)
    cluster.admin("elect", topic, "preferred")
    wait_for("the replica again", lambda: near.read() or near.brokers().get(2, 0) > away[2] + 300, 90)
    p.finish()
    reading = judged(cluster, topic, near)
    judged(cluster, topic, far, reading)
    after, leaders = near.finish().brokers(), far.finish().brokers()
    # the first answer of a leader may have brought records before it named the replica
    ok = (reading.holds() and said == [(1, 2), (2, 2), (3, 2)] and before[2] >= 0.8 * sum(before.values()) and
          away.get(1, 0) + away.get(3, 0) > 300)
    return ok, (f"{reading}; by broker {before}, then {away} with node 2 away, at the end {after}; "
                f"without client.rack {leaders}; statistics, (leader, replica): {said}")


def truncated(cluster):
    """A replica that lacks the log's end becomes the leader (unclean election): reading goes on where
    the logs part, and what the new leader has is read once."""
    topic = fresh("truncated")
    cluster.admin("place", topic, "1,2", "min.insync.replicas=1", "unclean.leader.election.enable=true")
    p = Producer(cluster, topic, 1, message_timeout_ms=120000)
    reader = Consumer(cluster, f"{topic}/0-0@-2")
    strict = Consumer(cluster, f"{topic}/0-0@-2", auto_offset_reset="error")
    p.tell("send 200")
    p.wait_reports(200)
    in_sync(cluster, topic, 2)
    cluster.pause(2)
    wait_for("a replica out of sync", lambda: cluster.admin("isr", topic) == "1")
    p.tell("send 100")
    p.wait_reports(300)
    p.finish()
    for consumer in (reader, strict):
        consumer.wait_count(300)
    cluster.kill(1)
    cluster.resume(2)
    java = cluster.java.admin

    def led_by_the_other():
        inside = cluster.inside.split(",")[1]
        try:
            java(inside, "elect", topic, "unclean")
            return java(inside, "leaders", topic) == "2"
        except Exception:
            return False

    wait_for("an unclean election", led_by_the_other)
    again = Producer(cluster, topic, 1, message_timeout_ms=120000)
    again.tell("send 250")
    again.wait_reports(250)
    again.finish()
    reader.wait_count(300 + 250)
    wait_for("the error", lambda: strict.has(f"error {topic} 0 _AUTO_OFFSET_RESET"))
    cluster.restart(1)
    in_sync(cluster, topic, 2)
    rows = log_of(cluster, topic)
    time.sleep(1)  # what should not come has a chance to
    got = reader.finish().messages[(topic, 0)]
    kept = strict.finish().messages[(topic, 0)]
    # each reader saw the first log to its end; the second is from where they part
    reading = Reading().hold("after", got[300:], by_partition(rows)[0][200:])
    right = ([row[2] for row in got[:300]] == list(range(300)) and kept == got[:300] and
             len(rows) == 450 and bool(reader.has("log 5 OFFSET")))
    return reading.holds() and right, (
        f"{reading}; 300 read of a log that lost 100, then {len(got) - 300} from offset {got[300][0]}; "
        f"auto.offset.reset=error: {strict.has('error ' + topic)[-1:]}; {reader.has('log 5 OFFSET')}")


def recreated(cluster):
    """A topic deleted and created again, under a running producer and consumer."""
    topic = fresh("recreated")
    cluster.admin("create", topic, 3, 3)
    p = Producer(cluster, topic, 3, message_timeout_ms=120000)
    p.tell("rate 500")
    readers = [Consumer(cluster, f"{topic}/0-2@-2"),
               Consumer(cluster, f"{topic}/0-2@-2", client_rack="rack3")]
    for reader in readers:
        reader.wait_count(1000)
    cluster.admin("delete", topic)
    time.sleep(1)
    cluster.admin("create", topic, 3, 3)
    done = len(p.read() or p.reports)
    p.wait_reports(done + 1500)
    p.finish()
    rows = log_of(cluster, topic)
    logs = by_partition(rows)
    reading = Reading()
    for reader in readers:
        # where the second topic begins: offsets start again
        wait_for("the second topic", lambda: reader.read() or all(
            reader.messages[(topic, i)][-1][:3] == logs[i][-1] for i in logs), 90)
        time.sleep(0.5)
        reader.finish()
        for i, log in logs.items():
            got = reader.messages[(topic, i)]
            start = next((n for n, row in enumerate(got) if row[:3] == log[0]), len(got))
            reading.hold(f"{topic}[{i}]", got[start:], log)
            first = [row[0] for row in got[:start]]
            if first != list(range(len(first))) or not first:
                reading.note("strange", f"[{i}]: of the first topic {first[:3]}..{first[-3:]}")
    told = [len(reader.has("log 5 OFFSET")) for reader in readers]
    ok = reading.holds() and len(rows) > 1000 and all(told)
    return ok, f"{reading}; {len(rows)} in the second topic; resets told: {told}"


ALL = ((leaders_moved,), (follower_fetching,), (truncated,), (recreated,))
