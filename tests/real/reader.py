"""A consuming program (consumer.c), and what it read held against what a Java reader reads."""
import itertools
import json
import os

from rig import PROGRAMS, Program, wait_for

numbers = itertools.count()


class Consumer(Program):
    """consumer.c on some librdkafka; `assigned`: "TOPIC/FIRST-LAST@OFFSET,..."."""

    def __init__(self, cluster, assigned, client="fastka", bootstrap=None, **settings):
        self.messages = {}  # by topic and partition: (offset, timestamp, number, broker) in order
        self.count = 0
        arguments = [bootstrap or cluster.bootstrap, assigned]
        settings = {"auto_offset_reset": "earliest", **settings}
        arguments += [f"{name.replace('_', '.')}={value}" for name, value in settings.items()]
        super().__init__(cluster, f"consumer-{next(numbers)}",
                         [os.path.join(PROGRAMS, "consumer"), *arguments], client)

    def took(self, words, line):
        if words[0] != "m":
            return False
        place = (words[1], int(words[2]))
        self.messages.setdefault(place, []).append(tuple(int(word) for word in words[3:]))
        self.count += 1
        return True

    def wait_count(self, count, seconds=60):
        wait_for(f"{count} messages at {self.path}", lambda: self.read() or self.count >= count,
                 seconds)

    def has(self, prefix):
        self.read()
        return [line for line in self.events if line.startswith(prefix)]

    def ask(self, command, prefix):
        """The last words of the line that the command brings."""
        before = len(self.has(prefix))
        self.tell(command)
        wait_for(command, lambda: len(self.has(prefix)) > before)
        return self.has(prefix)[before][len(prefix):].strip()

    def did(self, command):
        """The command's error code."""
        return self.ask(command, f"did {command.split()[0]} ")

    def statistics(self):
        return json.loads(self.ask("stats", "stats "))

    def position(self, topic, partition):
        """Behind the last message."""
        read = self.messages.get((topic, partition))
        return read[-1][0] + 1 if read else 0

    def brokers(self, *topics):
        """How many messages came from which broker."""
        counts = {}
        for (topic, _), read in self.messages.items():
            if not topics or topic in topics:
                for _, _, _, broker in read:
                    counts[broker] = counts.get(broker, 0) + 1
        return counts

    def finish(self, seconds=60):
        self.tell("end")
        return self.ended(seconds)


def log_of(cluster, topic):
    """All of a topic, once its producer has got all its reports; consumers may be at work."""
    return cluster.java.log(cluster.inside, topic)


def by_partition(rows):
    """Java's rows as lists by partition."""
    out = {}
    for partition, offset, time, number in rows:
        out.setdefault(partition, []).append((offset, time, number))
    return out


class Reading:
    """Counts each way in which what was read is not the log: all of it, once, in order, as written."""

    def __init__(self):
        self.read = self.lost = self.duplicates = self.reordered = self.strange = 0
        self.examples = []

    def note(self, what, example):
        setattr(self, what, getattr(self, what) + 1)
        if len(self.examples) < 5:
            self.examples.append(f"{what}: {example}")

    def hold(self, place, got, want):
        """Messages of one partition against the log's."""
        known = dict((row[0], row) for row in want)
        seen, last = set(), -1
        for row in got:
            offset = row[0]
            self.read += 1
            if offset in seen:
                self.note("duplicates", f"{place} {row}")
            elif offset < last:
                self.note("reordered", f"{place} {row} behind {last}")
            if known.get(offset) != tuple(row[:3]):
                self.note("strange", f"{place} {row}, log {known.get(offset)}")
            seen.add(offset)
            last = max(last, offset)
        for offset in known:
            if offset not in seen:
                self.note("lost", f"{place} {known[offset]}")
        return self

    def hold_all(self, consumer, topic, rows, partitions=None):
        """All that a consumer read of a topic; `partitions`: those that it was to read."""
        logs = by_partition(rows)
        read = {p for t, p in consumer.messages if t == topic}
        for p in set(logs) | read if partitions is None else partitions:
            self.hold(f"{topic}[{p}]", consumer.messages.get((topic, p), []), logs.get(p, []))
        return self

    def holds(self):
        return self.read > 0 and not (self.lost or self.duplicates or self.reordered or self.strange)

    def __str__(self):
        text = (f"{self.read} messages read, {self.lost} lost, {self.duplicates} duplicates, "
                f"{self.reordered} reordered, {self.strange} strange")
        return text + (" [" + "; ".join(self.examples) + "]" if self.examples else "")


def drain(consumers, topic, rows, seconds=90):
    """Waits until they have read to the end of the log, all partitions among them."""
    ends = {p: log[-1][0] + 1 for p, log in by_partition(rows).items()}

    def all_read():
        for consumer in consumers:
            consumer.read()
        return all(max(c.position(topic, p) for c in consumers) >= end for p, end in ends.items())

    wait_for(f"the end of {topic}", all_read, seconds)


def judged(cluster, topic, consumer, reading=None):
    """A consumer that reads all of a topic to whose log nothing is added any more."""
    rows = log_of(cluster, topic)
    drain([consumer], topic, rows)
    return (reading or Reading()).hold_all(consumer, topic, rows)
