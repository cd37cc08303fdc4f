#!/usr/bin/python3
"""Goal: under any mix of faults no duplicate, no reordering, no false or missing or late report, no
producer that gives up.
Method: a producer at a steady rate, faults of the proxy and of the broker in random order from a
seed, each kind in each round; then every report is held against the log (judge.py).

  tests/real/stress.py [--seconds N] [--seed N] [--rate N] [--client CLIENT] [PROFILE ...]
Profiles: none, lz4, zstd, in-flight (five requests at a time, small ones), harsh (stalls outlast
message.timeout.ms). Two at a time, 60 seconds each. All but harsh must get everything into the log,
and harsh what it sends when the faults are over.
CLIENT: fastka, librdkafka (the system's), wheel (of the Python package), or a folder with a librdkafka.so.1 (which may well fail).
"""
import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import rig
from judge import Verdict
from rig import PRODUCE, Producer

PATIENT = dict(message_timeout_ms=300000, request_timeout_ms=3000, linger_ms=5)
PROFILES = {
    "none": dict(PATIENT, compression_codec="none"),
    "lz4": dict(PATIENT, compression_codec="lz4"),
    "zstd": dict(PATIENT, compression_codec="zstd"),
    "in-flight": dict(PATIENT, max_in_flight=5, batch_num_messages=10, linger_ms=0),
    "harsh": dict(message_timeout_ms=3000, request_timeout_ms=1000, linger_ms=5),
}
PARTITIONS = 12
LAST = 100  # messages after the faults
printing = threading.Lock()


class Faults:
    """What can happen, each kind a method: begins, lasts, ends."""

    def __init__(self, cluster, seed, harsh):
        self.cluster, self.proxy = cluster, cluster.proxies[0]
        self.random = random.Random(seed)
        self.harsh = harsh
        self.counts = {}

    def a_while(self):
        """At times longer than a request may take; with harsh, than a message may."""
        often, long = (0.35, 3.2) if self.harsh else (0.25, 3.5)
        low, high = (long, long + 1.5) if self.random.random() < often else (0.1, 1.5)
        time.sleep(self.random.uniform(low, high))

    def some(self):
        return self.random.randint(1, 4)

    def cut_requests(self):
        self.proxy(f"cut requests {PRODUCE} {self.some()}")

    def cut_answers(self):
        self.proxy(f"cut answers {PRODUCE} {self.some()}")

    def lose_answers(self):
        self.proxy(f"lose answers {PRODUCE} {self.some()}")

    def lose_requests(self):
        self.proxy(f"lose requests {PRODUCE} {self.some()}")

    def reset(self):
        self.proxy("reset")

    def delay(self):
        self.proxy(f"delay {self.random.randint(1, 80)}")
        self.a_while()
        self.proxy("delay 0")

    def stall(self):
        self.proxy("stall on")
        self.a_while()
        self.proxy("stall off")

    def refuse(self):
        self.proxy("refuse on")
        self.proxy("reset")
        self.a_while()
        self.proxy("refuse off")

    def hold_answers(self):
        self.proxy(f"hold answers {PRODUCE}")
        self.a_while()
        self.proxy(self.random.choice(("release", "drop")))

    def hold_requests(self):
        self.proxy(f"hold requests {PRODUCE}")
        self.a_while()
        if self.random.random() < 0.5:
            self.proxy("pass")
            self.a_while()
        self.proxy("release")

    def pause(self):
        self.cluster.pause()
        self.a_while()
        self.cluster.resume()

    def restart(self):
        self.cluster.stop()
        self.cluster.restart()

    def lost_answers_and_restart(self):
        self.proxy(f"hold answers {PRODUCE}")
        time.sleep(0.3)
        self.cluster.stop()
        self.proxy("drop")
        self.cluster.restart()

    def kill(self):
        self.cluster.kill()
        self.cluster.restart()

    KINDS = (cut_requests, cut_answers, lose_answers, lose_requests, reset, delay, stall, refuse,
             hold_answers, hold_requests, pause, restart, lost_answers_and_restart, kill)

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for kind in self.random.sample(self.KINDS, len(self.KINDS)):
                kind(self)
                self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
                time.sleep(self.random.uniform(0.1, 1.5 if self.harsh else 0.6))
                if time.monotonic() >= end:
                    break


def alive(producer):
    """The last messages, sent in peace, got through."""
    first = int(producer.end["sent"]) - LAST
    last = [words for words in producer.reports if int(words[1]) >= first]
    return all(words[3] == "PERSISTED" for words in last)


def stress(java, profile, arguments):
    cluster = rig.Cluster(java, f"run-{rig.RUN}-stress-{profile}")
    try:
        topic = cluster.topic(f"stress-{profile}", PARTITIONS)
        p = Producer(cluster, topic, PARTITIONS, client=arguments.client, **PROFILES[profile])
        faults = Faults(cluster, f"{arguments.seed}-{profile}", profile == "harsh")
        p.tell(f"rate {arguments.rate}")
        faults.run(arguments.seconds)
        late = cluster.sum("late")
        cluster.calm()
        p.tell("rate 0")
        time.sleep(5)  # harsh: all that is old has had its time
        p.tell(f"send {LAST}")
        p.finish(120)
        verdict = Verdict(p, cluster.log(topic))
        every = alive(p) if profile == "harsh" else verdict.all_persisted()
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.counts.items()))
        return (verdict.holds() and every,
                f"{verdict}; poll gap {p.end['poll_gap_ms']} ms; {late} late requests; {told}")
    finally:
        cluster.close()


def run(java, profile, arguments):
    try:
        ok, text = stress(java, profile, arguments)
    except Exception as error:  # a broken profile is a failed one
        ok, text = False, repr(error)
    with printing:
        print("ok" if ok else "FAIL", f"stress-{profile}:", text.replace("\n", "|"),
              f"(--seed {arguments.seed})", flush=True)
    return ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1000000))
    parser.add_argument("--rate", type=int, default=3000)
    parser.add_argument("--client", default="fastka")
    parser.add_argument("profiles", nargs="*", default=list(PROFILES))
    arguments = parser.parse_args()
    work = tempfile.mkdtemp(prefix="stress-")
    java = rig.Java(work)
    with ThreadPoolExecutor(2) as two:
        ok = list(two.map(lambda profile: run(java, profile, arguments), arguments.profiles))
    java.close()
    shutil.rmtree(work)
    sys.exit(0 if all(ok) else 1)


if __name__ == "__main__":
    main()
