"""The benchmark's jobs: what each runs, in which group, and which figures of it count.

Groups run one after another: `bars` all its rounds first, because they are what is promised; then
the shapes of messages and producers; then what needs one or two rounds only.
"""
import fnmatch


class Job:
    """One row of the table for each client."""

    def __init__(self, name, group, program, messages=1.0, partitions=3, size=100, codec="none",
                 arguments=(), figures=("cpu_us", "rate", "rss_mb"), peer=None):
        self.name, self.group, self.program = name, group, program
        self.messages, self.partitions, self.size, self.codec = messages, partitions, size, codec
        self.arguments, self.figures, self.peer = list(arguments), figures, peer

    @property
    def reads(self):
        """Whether its topic must be filled beforehand."""
        return self.program.startswith("consume") or self.name in ("first-message",
                                                                   "idle/1000-partitions")

    @property
    def topic(self):
        if self.reads:
            return f"in-{self.codec}-{self.size}-{self.partitions}"
        if self.program == "latency":
            return self.name.replace("/", "-")
        return f"out-{self.codec}-{self.partitions}"

    def count(self, unit):
        """How many messages, of a run whose big jobs have `unit`; a number above 10 is meant so."""
        return int(self.messages if self.messages > 10 else max(self.messages * unit, 1000))


TIMES = ("p50_ms", "p99_ms")


def all_jobs():
    jobs = []
    for codec in ("none", "lz4", "zstd"):
        jobs.append(Job(f"consume/poll/{codec}", "bars", "consume_poll", codec=codec,
                        peer="consume"))
        jobs.append(Job(f"produce/callback/{codec}", "bars", "produce", codec=codec,
                        peer="produce"))
    jobs += [
        Job("consume/batch/none", "bars", "consume_batch_queue"),
        Job("first-message", "bars", "first", messages=11, figures=("p50_ms", "max_ms"),
            arguments=["bench.role=consumer"]),
        Job("first-report", "bars", "first", messages=11, figures=("p50_ms", "max_ms"),
            arguments=["bench.role=producer"]),
        Job("latency/5000", "bars", "latency", messages=15000, figures=TIMES + ("cpu_us",)),
        Job("consume/event/none", "shapes", "consume_queue_poll"),
        Job("consume/event/lz4", "shapes", "consume_queue_poll", codec="lz4"),
        Job("consume/batch/lz4", "shapes", "consume_batch_queue", codec="lz4"),
        Job("produce/events/none", "shapes", "produce", arguments=["bench.reports=events"]),
        Job("produce/no-reports/none", "shapes", "produce", arguments=["bench.reports=none"]),
        Job("producev/callback/none", "shapes", "produce", arguments=["bench.api=producev"]),
        Job("produce/4-threads/none", "shapes", "produce", arguments=["bench.threads=4"]),
    ]
    for size, share in ((20, 1.0), (512, 0.4), (10000, 0.03)):
        jobs.append(Job(f"consume/{size}-B", "shapes", "consume_poll", messages=share, size=size))
        jobs.append(Job(f"produce/{size}-B", "shapes", "produce", messages=share, size=size,
                        arguments=[f"bench.size={size}"]))
    for partitions in (1, 100, 1000):
        more = [f"bench.partitions={partitions}"]
        jobs.append(Job(f"consume/{partitions}-partitions", "shapes", "consume_poll",
                        partitions=partitions, arguments=more))
        jobs.append(Job(f"produce/{partitions}-partitions", "shapes", "produce",
                        partitions=partitions, arguments=more))
    for linger in (0, 5):
        jobs.append(Job(f"awaited/linger-{linger}", "shapes", "awaited", messages=300,
                        figures=TIMES, arguments=[f"linger.ms={linger}"]))
    jobs += [
        Job("idle/1000-partitions", "once", "idle", messages=11, partitions=1000,
            arguments=["bench.partitions=1000", "bench.from=end"], figures=("idle_percent", "threads", "rss_mb")),
        Job("clients/100", "once", "idle", messages=11, arguments=["bench.clients=100"],
            figures=("threads", "rss_mb")),
        Job("burst/50-producers", "once", "burst", messages=200000,
            figures=("rate", "p99_ms", "queue_full", "wrong_in_log", "cpu_us")),
    ]
    return jobs


GROUPS = {"bars": None, "shapes": 3, "once": 1}  # how many of the rounds at most


def chosen(patterns):
    """Jobs whose name matches one of the patterns; a whole group by its name."""
    jobs = [job for job in all_jobs()
            if any(fnmatch.fnmatch(job.name, one) or job.group == one for one in patterns)]
    return jobs
