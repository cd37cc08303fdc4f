"""The burst job's slow network: a broker of its own behind the proxy of tests/real.

Requests and answers are late by 100 ms each, so every answer comes 200 ms after it would; and once
in each burst the answers to Produce are held for 3 s.
"""
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "real"))
import rig  # noqa: E402

BURSTS, EVERY_S, HOLD_AFTER_S, HELD_S = 3, 10, 1, 3


def trouble(proxy, over):
    """Until it is over: of every ten seconds, three in which no answer to Produce passes."""
    while not over.wait(HOLD_AFTER_S):
        proxy(f"hold answers {rig.PRODUCE}")
        if over.wait(HELD_S):
            break
        proxy("release")
        if over.wait(EVERY_S - HOLD_AFTER_S - HELD_S):
            break
    proxy("release")


class Network:
    """Lives as long as the suite wants it: all clients meet the same broker."""

    def __init__(self, name):
        self.cluster = rig.Cluster(None, name)
        self.proxy = self.cluster.proxies[0]

    def measure(self, command, topic, run):
        """`command` makes the command line of bootstrap and topic."""
        self.proxy("calm")
        self.cluster.topic(topic, 3)
        self.proxy("delay 100")
        over = threading.Event()
        thread = threading.Thread(target=trouble, args=(self.proxy, over))
        thread.start()
        try:
            more = [f"bench.direct={self.cluster.inside}", f"bench.bursts={BURSTS}",
                    f"bench.every_s={EVERY_S}"]
            return run(command(self.cluster.bootstrap, topic) + more)
        finally:
            over.set()
            thread.join()
            self.proxy("calm")

    def helpers(self):
        """Processes that work for the measurement."""
        with open(os.path.join(home(), "clusters", self.cluster.name, "1.pid")) as pid:
            return [int(pid.read()), self.proxy.process.pid]

    def close(self):
        self.cluster.close()


def home():
    """Where kafka.sh keeps its clusters."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("FASTKA_KAFKA_HOME") or os.path.join(cache, "fastka", "kafka")
