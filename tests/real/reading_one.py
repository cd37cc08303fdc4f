"""One real node under consumers: the network's faults, restarts, quotas, offsets, limits."""
import time

from reader import Consumer, Reading, by_partition, drain, judged, log_of
from rig import Producer, wait_for
from scenarios import fresh

FETCH, LIST_OFFSETS, METADATA = 1, 2, 3  # API keys


def readers_of(cluster, topic, partitions):
    """Through the proxy: as set up; with small answers; with room for little."""
    last = partitions - 1
    return [Consumer(cluster, f"{topic}/0-{last}@-2", reconnect_backoff_max_ms=500, **settings)
            for settings in (dict(), dict(fetch_message_max_bytes=2000, queued_min_messages=50),
                             dict(fetch_max_bytes=20000, message_max_bytes=15000,
                                  queued_max_messages_kbytes=64, fetch_wait_max_ms=20))]


def behind_faults(cluster):
    """Answers cut, lost, late, kept for ever; connections reset and refused; a network that stands
    still. Three consumers read what Java reads beside the proxy."""
    topic = fresh("faults")
    cluster.admin("create", topic, 6, 1)
    p = Producer(cluster, topic, 6, bootstrap=cluster.inside, message_timeout_ms=120000)
    p.tell("rate 1000")
    readers = readers_of(cluster, topic, 6)
    proxy = cluster.proxies[0]
    injected = 0

    def flows():
        goals = [(reader, reader.count + 100) for reader in readers]
        for reader, goal in goals:
            p.read()
            reader.wait_count(goal)

    flows()
    for turn in range(3):
        for kind in ("cut answers", "lose answers", "cut requests", "lose requests"):
            before = proxy.state()
            for key, count in ((FETCH, 3 + turn), (METADATA, 1), (LIST_OFFSETS, 1)):
                proxy(f"{kind} {key} {count}")
            proxy("reset")  # so that Metadata, too, is asked again
            wait_for(kind, lambda: sum(proxy.state()[c] - before[c] for c in ("cut", "lost")) > turn)
            flows()
        for _ in range(3):
            proxy("reset")
            flows()
        proxy("refuse on")
        proxy("reset")
        time.sleep(0.5)
        proxy("refuse off")
        proxy(f"delay {20 + 60 * turn}")
        flows()
        proxy("delay 0")
        proxy("stall on")
        time.sleep(1)
        proxy("stall off")
        flows()
        proxy(f"hold answers {FETCH}")
        wait_for("an answer", lambda: proxy.state()["held"] > 0)
        time.sleep(0.5)
        proxy("release" if turn == 1 else "drop")  # late, or of a connection that was half open
        flows()
        injected += 7
    state = proxy.state()
    injected += state["cut"] + state["lost"]
    p.finish()
    reading = Reading()
    for reader in readers:
        judged(cluster, topic, reader, reading)
        reader.finish()
    return reading.holds(), f"{reading}; {injected} faults: {state}"


def only_broker_restarted(cluster):
    """The only broker goes and comes back, cleanly and by kill -9, under consumers and a producer."""
    topic = fresh("only")
    cluster.admin("create", topic, 4, 1)
    p = Producer(cluster, topic, 4, message_timeout_ms=120000)
    p.tell("rate 1000")
    readers = readers_of(cluster, topic, 4)
    restarts = 0
    for how in (cluster.stop, cluster.kill):
        for reader in readers:
            reader.wait_count(reader.count + 1000)
        how()
        p.read()
        time.sleep(0.5)
        cluster.restart()
        restarts += 1
        p.read()
        for reader in readers:
            reader.wait_count(reader.count + 1000)
    p.finish()
    reading = Reading()
    sent = int(p.end["sent"])
    rows = log_of(cluster, topic)
    for reader in readers:
        judged(cluster, topic, reader, reading)
        reader.finish()
    written = len(rows) == sent and len({row[3] for row in rows}) == sent
    return reading.holds() and written, f"{reading}; {sent} sent, {len(rows)} in the log, {restarts} restarts"


def one_of_48_paused(cluster):
    """48 partitions of 3 topics, one paused: the others flow, it does not; then it does."""
    topics = [fresh("many") for _ in range(3)]
    for topic in topics:
        cluster.admin("create", topic, 16, 1)
    writers = [Producer(cluster, topic, 16) for topic in topics]
    reader = Consumer(cluster, ",".join(f"{topic}/0-15@-2" for topic in topics))
    for writer in writers:
        writer.tell("send 1600")
    reader.wait_count(4800)
    paused = (topics[1], 7)
    if reader.did("pause %s %d" % paused) != "NO_ERROR":
        return False, "pause refused"
    before = len(reader.messages[paused])
    for writer in writers:
        writer.tell("send 1600")
    reader.wait_count(9600 - 100)
    time.sleep(1)
    held = len(reader.messages[paused]) == before and reader.count == 9500
    reader.did("resume %s %d" % paused)
    for writer in writers:
        writer.finish()
    reading = Reading()
    for topic in topics:
        judged(cluster, topic, reader, reading)
    reader.finish()
    return reading.holds() and held, f"{reading}; 48 partitions; the paused one got nothing: {held}"


BATCH_BYTES = 61 + 9  # what surrounds one value of 64 to 8,191 bytes without key: header, record


def exact_limit(cluster):
    """A batch of exactly max.message.bytes is written and read, whatever a fetch may hold; one byte
    more is refused. A producer that knows the limit fills batches up to it and none is refused."""
    limit = 5000
    one, full = fresh("exact"), fresh("full")
    for topic in (one, full):
        cluster.admin("create", topic, 1, 1, f"max.message.bytes={limit}")
    p = Producer(cluster, one, 1, linger_ms=0)
    for number, size in enumerate((limit - BATCH_BYTES, limit - BATCH_BYTES + 1, limit - BATCH_BYTES)):
        p.tell(f"big {size}")
        p.wait_reports(number + 1)
    p.finish()
    outcomes = [words[4] for words in p.reports]
    filler = Producer(cluster, full, 1, size=333, message_max_bytes=limit, linger_ms=50)
    filler.tell("send 3000")
    filler.finish()
    refused = [words[4] for words in filler.reports if words[3] != "PERSISTED"]
    reading = Reading()
    for settings in (dict(), dict(fetch_message_max_bytes=limit), dict(fetch_message_max_bytes=100)):
        for topic in (one, full):
            reader = Consumer(cluster, f"{topic}/0-0@-2", **settings)
            judged(cluster, topic, reader, reading)
            reader.finish()
    ok = outcomes == ["NO_ERROR", "MSG_SIZE_TOO_LARGE", "NO_ERROR"] and not refused
    return ok and reading.holds(), f"{reading}; {outcomes}; of 3000 in full batches refused: {refused[:3]}"


def past_the_end(cluster):
    """A start behind the log's end under each auto.offset.reset, as Java does it."""
    topic = fresh("past")
    cluster.admin("create", topic, 1, 1)
    p = Producer(cluster, topic, 1)
    p.tell("send 100")
    p.wait_reports(100)
    readers = {policy: Consumer(cluster, f"{topic}/0-0@5000", auto_offset_reset=policy)
               for policy in ("earliest", "latest", "error")}
    java = {policy: cluster.admin("first", topic, 0, 5000, policy.replace("error", "none"))
            for policy in readers}
    wait_for("resets", lambda: readers["latest"].has("log 5 OFFSET") and
             readers["error"].has(f"error {topic} 0 _AUTO_OFFSET_RESET"))
    readers["earliest"].wait_count(100)
    p.tell("send 50")
    p.finish()
    rows = log_of(cluster, topic)
    logs = by_partition(rows)[0]
    drain([readers["earliest"]], topic, rows)
    drain([readers["latest"]], topic, rows)
    time.sleep(0.5)
    got = {policy: reader.finish().messages.get((topic, 0), []) for policy, reader in readers.items()}
    reading = Reading().hold("earliest", got["earliest"], logs).hold("latest", got["latest"], logs[100:])
    told = [len(reader.has(f"error {topic}")) for reader in readers.values()]
    ok = (reading.holds() and java == {"earliest": "0", "latest": "none", "error": "error"} and
          not got["error"] and told == [0, 0, 1])
    return ok, f"{reading}; first record for Java: {java}; errors: {told}"


def offsets_agree(cluster):
    """What fastka commits is what Java sees as committed, and the other way round; reading goes on
    there."""
    topic = fresh("offsets")
    cluster.admin("create", topic, 2, 1)
    p = Producer(cluster, topic, 2)
    p.tell("send 400")
    p.finish()
    rows = by_partition(log_of(cluster, topic))
    group = fresh("group")
    one = Consumer(cluster, f"{topic}/0-1@-2", group_id=group, enable_auto_offset_store="false")
    one.wait_count(400)
    seen = []

    def same(what, got, want):
        seen.append(f"{what} {got}" + ("" if got == want else f" (not {want})"))
        return got == want

    ok = same("none yet", cluster.admin("committed", group, topic, 0), "none")
    ok &= same("commit", one.did(f"commit {topic} 0 123 ours"), "NO_ERROR")
    ok &= same("Java sees", cluster.admin("committed", group, topic, 0), "123 ours")
    one.did(f"store {topic} 1 77")
    ok &= same("commit of stored", one.ask("commit", "did commit "), "NO_ERROR")
    ok &= same("Java sees", cluster.admin("committed", group, topic, 1), "77")
    cluster.admin("commit", group, topic, 0, 150, "javas")
    ok &= same("we see", one.ask(f"committed {topic} 0", "committed "), f"{topic} 0 150 javas")
    one.finish()
    # started where Java left it; auto commit leaves the end for Java
    two = Consumer(cluster, f"{topic}/0-1@-1000", group_id=group, enable_auto_commit="true")
    two.wait_count(50 + 123)
    two.finish()
    reading = Reading()
    for partition, start in ((0, 150), (1, 77)):
        reading.hold(f"[{partition}]", two.messages[(topic, partition)], rows[partition][start:])
        told = cluster.admin("committed", group, topic, partition).split()[0]
        ok &= same("after close", told, "200")
    return ok and reading.holds(), f"{reading}; {', '.join(seen)}"


def quota(cluster):
    """A consumer's byte rate: told by throttle_cb, nothing lost, no connection lost."""
    topic = fresh("slow")
    cluster.admin("create", topic, 3, 1)
    p = Producer(cluster, topic, 3, size=1000)
    p.tell("send 600")
    p.finish()
    client = fresh("limited")
    cluster.admin("quota", client, "consumer_byte_rate=30000")
    # ten seconds worth of bytes are free; then an answer of 40 KB is more than a second's
    reader = Consumer(cluster, f"{topic}/0-2@-2", client_id=client, fetch_message_max_bytes=15000,
                      fetch_max_bytes=40000, message_max_bytes=15000, statistics_interval_ms=200)
    reader.wait_count(600, 90)
    brokers = reader.statistics()["brokers"].values()
    disconnects = sum(broker["disconnects"] for broker in brokers)
    told = [int(line.split()[2]) for line in reader.has("throttle ")]
    reading = judged(cluster, topic, reader)
    reader.finish()
    ok = reading.holds() and max(told, default=0) > 0 and disconnects == 0 and not reader.has("error")
    return ok, (f"{reading}; throttled {len(told)} times, by {max(told, default=0)} ms at most, "
                f"{disconnects} disconnects")


def partitions_later(cluster):
    """A partition that is assigned before it exists is told as unknown, and read when it is there."""
    topic = fresh("later")
    cluster.admin("create", topic, 1, 1)
    p = Producer(cluster, topic, 1)
    p.tell("send 100")
    p.finish()
    reader = Consumer(cluster, f"{topic}/0-3@-2", topic_metadata_refresh_interval_ms=300)
    reader.wait_count(100)
    unknown = f"error - -1 _UNKNOWN_PARTITION {topic} "  # by error_cb, as librdkafka tells it
    wait_for("the errors", lambda: len(reader.has(unknown)) >= 3)
    cluster.admin("grow", topic, 4)
    again = Producer(cluster, topic, 4)
    again.tell("send 400")
    again.finish()
    reading = judged(cluster, topic, reader)
    reader.finish()
    told = [line.split()[5] for line in reader.has(unknown)]
    ok = reading.holds() and sorted(told) == ["[1]:", "[2]:", "[3]:"]
    return ok, f"{reading}; told {sorted(told)}"


ALL = ((one_of_48_paused, exact_limit, past_the_end, offsets_agree, quota, partitions_later),
       (behind_faults,), (only_broker_restarted,))
