"""Holds a producer's reports against the log as the Java client reads it.

The promises, each counted by its violations:
  duplicates    a message is at most once in the log
  reordered     a partition's messages are in the order of the produce calls
  strange       what is in the log was sent
  false         PERSISTED: the record is there, at that offset and with that time (offset unknown:
                somewhere in that partition); NOT_PERSISTED: it is nowhere
  unreported    a message has a report
  twice         and not two
  late          no report later than message.timeout.ms + 1 s (+ what this program was kept from
                polling by the machine)
  fatal         the producer lives
"""
UNKNOWN_OFFSET = -1001


class Verdict:
    BROKEN = ("duplicates", "reordered", "strange", "false", "unreported", "twice", "late", "fatal")

    def __init__(self, producer, rows):
        self.counts = dict.fromkeys(self.BROKEN, 0)
        self.examples = []
        self.sent = int(producer.end["sent"])
        self.records = len(rows)
        self.statuses = {"PERSISTED": 0, "POSSIBLY_PERSISTED": 0, "NOT_PERSISTED": 0, "FAILED": 0}
        self.errors = {}
        places = self.look_at_log(rows)
        self.look_at_reports(producer, places)
        if producer.end["fatal"] != "none":
            self.note("fatal", producer.end["fatal"])

    def note(self, what, example):
        self.counts[what] += 1
        if len(self.examples) < 5:
            self.examples.append(f"{what}: {example}")

    def look_at_log(self, rows):
        """Message to its (first) place."""
        places, last = {}, {}
        for partition, offset, time, message in rows:
            if message in places:
                self.note("duplicates", f"{message} at {partition}@{offset} and {places[message]}")
                continue
            places[message] = (partition, offset, time)
            if message < last.get(partition, -1):
                self.note("reordered", f"{message} behind {last[partition]} at {partition}@{offset}")
            last[partition] = message
            if message >= self.sent:
                self.note("strange", f"{message} at {partition}@{offset}")
        return places

    def look_at_reports(self, producer, places):
        seen = set()
        limit = int(producer.settings.get("message_timeout_ms", 300000)) + 1000
        limit += int(producer.end["poll_gap_ms"])
        for words in producer.reports:
            message, partition = int(words[1]), int(words[2])
            status, error, offset, time = words[3], words[4], int(words[5]), int(words[6])
            self.statuses[status] += 1
            if error != "NO_ERROR":
                self.errors[error] = self.errors.get(error, 0) + 1
            if message in seen:
                self.note("twice", message)
            seen.add(message)
            if int(words[7]) > limit:
                self.note("late", f"{message} after {words[7]} ms, limit {limit}")
            place = places.get(message)
            if producer.partitions and partition != message % producer.partitions:
                self.note("false", f"{message} reported for partition {partition}")
            if (status == "PERSISTED") != (error == "NO_ERROR"):
                self.note("false", f"{message}: {status} with {error}")
            if status == "PERSISTED":
                right = place is not None and place[0] == partition
                if right and offset != UNKNOWN_OFFSET:
                    right = place[1:] == (offset, time)
                if not right:
                    self.note("false", f"{message} PERSISTED {partition}@{offset} {time}, log {place}")
            elif status == "NOT_PERSISTED" and place is not None:
                self.note("false", f"{message} NOT_PERSISTED {error}, log {place}")
        for message in range(self.sent):
            if message not in seen:
                self.note("unreported", message)

    def all_persisted(self):
        return self.statuses["PERSISTED"] == self.sent

    def holds(self):
        return not any(self.counts.values())

    def __str__(self):
        shown = [f"{self.sent} sent", f"{self.records} in the log"]
        shown += [f"{count} {name}" for name, count in self.statuses.items() if count]
        shown += [f"{count} x {name}" for name, count in self.errors.items()]
        shown += [f"{count} {name}" for name, count in self.counts.items() if count]
        return ", ".join(shown) + ("" if self.holds() else " [" + "; ".join(self.examples) + "]")
