"""What else the machine did while a benchmark ran: /proc/stat less what the run itself explains."""
import os

TICK = os.sysconf("SC_CLK_TCK")


def busy_and_stolen():
    """Seconds of all cores: busy with anything, and taken by the host."""
    with open("/proc/stat", encoding="ascii") as lines:
        user, nice, system, _, _, irq, softirq, steal = map(int, next(lines).split()[1:9])
    return (user + nice + system + irq + softirq) / TICK, steal / TICK


def process_seconds(pid):
    """User and system time of a living process; 0 when there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def explained_seconds(helpers):
    """Of this process, and of those that belong to the measurement (the broker, a proxy)."""
    mine = os.times()
    return mine.user + mine.system + sum(process_seconds(pid) for pid in helpers)


class Watch:
    """From its making to end(): whether others had more of the machine than a run may lose."""

    def __init__(self, helpers):
        self.helpers = helpers
        self.cores = os.cpu_count()
        self.busy, self.stolen = busy_and_stolen()
        self.explained = explained_seconds(helpers)

    def end(self, seconds, child_seconds):
        """(share of all cores that others used, whether that disturbed the run)"""
        busy, stolen = busy_and_stolen()
        explained = explained_seconds(self.helpers) - self.explained + child_seconds
        other = busy - self.busy - explained + stolen - self.stolen
        # The kernel counts in ticks, so a short run may be a few off without anyone's fault.
        disturbed = other > max(5 / TICK, 0.08 * seconds * self.cores)
        return max(other, 0) / max(seconds * self.cores, 1e-9), disturbed
