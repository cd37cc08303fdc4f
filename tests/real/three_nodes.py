"""Faults on three nodes: leaders go, replicas lag. acks is all, as ever; two replicas must have it."""
import time

from rig import Producer, wait_for
from scenarios import fresh, judged

PROPERTIES = ("broker.session.timeout.ms=9000", "default.replication.factor=3",
              "min.insync.replicas=2", "replica.lag.time.max.ms=30000")


def partition_state(cluster, topic):
    """Leader and in-sync replicas of partition 0."""
    text = cluster.tool("TopicCommand", "--describe", "--topic", topic)
    words = next(line for line in text.splitlines() if "Partition: 0" in line).split()
    return int(words[words.index("Leader:") + 1]), words[words.index("Isr:") + 1].count(",") + 1


def rolling_restart(cluster):
    """Each node in turn is stopped cleanly and started again while messages flow."""
    topic = cluster.topic(fresh("rolling"), 6, 3)
    p = Producer(cluster, topic, 6, message_timeout_ms=120000)
    p.tell("rate 1000")
    for node in (1, 2, 3):
        cluster.stop(node)
        p.read()
        p.wait_reports(len(p.reports) + 1000)
        cluster.restart(node)
        p.read()
        p.wait_reports(len(p.reports) + 1000)
    p.finish()
    return judged(cluster, topic, p)


def leader_killed(cluster):
    """kill -9 of a leader: the others find out after its session, and take over."""
    topic = cluster.topic(fresh("killed"), 1, 3)
    p = Producer(cluster, topic, 1, message_timeout_ms=120000, request_timeout_ms=3000)
    p.tell("rate 1000")
    p.wait_reports(500)
    leader, _ = partition_state(cluster, topic)
    cluster.kill(leader)
    p.read()
    p.wait_reports(len(p.reports) + 3000)
    cluster.restart(leader)
    p.finish()
    return judged(cluster, topic, p)


def leader_paused(cluster):
    """A leader stands still until another has its place; then it wakes and sees old requests."""
    topic = cluster.topic(fresh("paused"), 1, 3)
    p = Producer(cluster, topic, 1, message_timeout_ms=120000, request_timeout_ms=2000)
    p.tell("rate 1000")
    p.wait_reports(500)
    leader, _ = partition_state(cluster, topic)
    cluster.pause(leader)
    p.read()
    p.wait_reports(len(p.reports) + 3000)
    cluster.resume(leader)
    p.read()
    p.wait_reports(len(p.reports) + 1000)
    p.finish()
    return judged(cluster, topic, p)


def active_controller(cluster):
    text = cluster.tool("MetadataQuorumCommand", "describe", "--status")
    return int(next(line for line in text.splitlines() if line.startswith("LeaderId")).split()[1])


def with_leader_moved(cluster, name):
    """A topic whose leader is not the preferred one: (topic, leader, the third node). The third will
    be paused, so it must not be the active controller."""
    topic = fresh(name)
    cluster.tool("TopicCommand", "--create", "--topic", topic, "--replica-assignment", "2:1:3")
    cluster.stop(2)
    cluster.restart(2)
    wait_for("three in-sync replicas", lambda: partition_state(cluster, topic)[1] == 3)
    leader, _ = partition_state(cluster, topic)
    third = 4 - leader
    if active_controller(cluster) == third:
        cluster.stop(third)
        cluster.restart(third)
        wait_for("three in-sync replicas", lambda: partition_state(cluster, topic)[1] == 3)
    return topic, leader, third


def timed_out_after_append(cluster):
    """The leader has the record, a replica stands still: REQUEST_TIMED_OUT. That is no refusal."""
    topic, leader, third = with_leader_moved(cluster, "seven")
    p = Producer(cluster, topic, 1, request_timeout_ms=1000, socket_timeout_ms=6000,
                 message_timeout_ms=60000, retries=1)
    p.tell("send 1")
    p.wait_reports(1)
    cluster.pause(third)
    p.tell("send 5")
    p.wait_reports(6)
    cluster.resume(third)
    p.tell("send 5")
    p.finish()
    ok, verdict = judged(cluster, topic, p, every=False)
    seen = verdict.errors == {"REQUEST_TIMED_OUT": 5} and verdict.records == 11
    return ok and seen, f"{verdict}"


def moved_after_append(cluster):
    """The leader has the record and waits for a replica when another becomes the leader: it answers
    NOT_LEADER_OR_FOLLOWER, and the new leader has the record too."""
    topic, leader, third = with_leader_moved(cluster, "six")
    p = Producer(cluster, topic, 1, request_timeout_ms=20000, message_timeout_ms=60000)
    p.tell("send 1")
    p.wait_reports(1)
    cluster.pause(third)
    p.tell("send 5")
    time.sleep(0.3)  # to have them appended
    cluster.elect_preferred(topic, leader)
    cluster.resume(third)
    p.tell("send 5")
    p.finish()
    ok, verdict = judged(cluster, topic, p)
    now, _ = partition_state(cluster, topic)
    return ok and leader != 2 and now == 2, f"{verdict}; leader {leader}, then {now}"


ALL = (rolling_restart, leader_killed, leader_paused, timed_out_after_append, moved_after_append)
