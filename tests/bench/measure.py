#!/usr/bin/python3
"""Runs the benchmark's jobs for several clients in turn and keeps every run as a JSON line.

measure.py --programs DIR --cluster NAME --bootstrap HOST:PORT --json FILE
           --library NAME=DIR ... [--peer NAME=COMMAND ...] [--environment NAME:VAR=VALUE ...]
           [--rounds N] [--messages N] [--jobs GLOB,...] [--clients NAME,...] [--minutes N]
           [--retries N] [--resume]

DIR of a library holds a librdkafka.so.1. Every figure comes from a fresh process; the clients take
turns, so that a slow minute of the machine hits all of them. CPU is user + system of the whole
process as the kernel counts it (wait4), peak RSS likewise; msg/s is from the program's own clock,
from before the client is made to the last message or report. A run during which others used more
than 8 % of the machine is kept, marked, and repeated at most N times. With --resume, runs that the
file has are not made again. After --minutes nothing new is begun.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import time

import burst
import jobs as catalogue
import machine

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KAFKA = os.path.join(ROOT, "tests", "brokers", "kafka.sh")


class Failed(Exception):
    """A run without a result; its text says why."""


FAILURES = (Failed, burst.rig.Failure, subprocess.CalledProcessError, ValueError, KeyError, OSError)


def run(command, environment, helpers, launch, limit_s=240):
    """One fresh process: its result line with CPU, memory and disturbance added."""
    watch, start = machine.Watch(helpers), time.monotonic()
    child = subprocess.Popen([launch, *command], env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = child.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise Failed(f"no end within {limit_s} s") from None
    seconds = time.monotonic() - start
    if child.returncode != 0:
        raise Failed(f"exit {child.returncode}: {err.decode(errors='replace').strip()[-300:]}")
    said, counted = (json.loads(line) for line in out.decode().strip().splitlines()[-2:])
    cpu, count = counted["user_s"] + counted["system_s"], said["messages"]
    other, disturbed = watch.end(seconds, cpu)
    said.update(cpu_us=cpu * 1e6 / count, user_us=counted["user_s"] * 1e6 / count,
                rate=count / max(said["seconds"], 1e-9), rss_mb=counted["rss_mb"],
                preempted=counted["preempted"], other=round(other, 4), disturbed=disturbed)
    return said


class Suite:
    """The cluster, the clients, and the file of runs."""

    def __init__(self, options):
        self.options = options
        self.libraries = dict(one.split("=", 1) for one in options.library)
        self.peers = dict(one.split("=", 1) for one in options.peer)
        self.launch = os.path.join(options.programs, "launch")
        self.broker = self.pid_of_broker()
        self.topics = set()
        self.network = None
        self.done = {}
        self.end = time.monotonic() + options.minutes * 60 if options.minutes else None
        if options.resume and os.path.exists(options.json):
            with open(options.json, encoding="ascii") as lines:
                for line in lines:
                    one = json.loads(line)
                    if "failed" in one:
                        continue
                    self.done.setdefault(self.key(one["round"], one["job"], one["client"]), one)
        self.file = open(options.json, "a" if options.resume else "w", encoding="ascii")

    @staticmethod
    def key(round_number, job, client):
        return (round_number, job, client)

    def pid_of_broker(self):
        path = os.path.join(burst.home(), "clusters", self.options.cluster, "1.pid")
        with open(path, encoding="ascii") as pid:
            return int(pid.read())

    def environment(self, client):
        more = {"LD_LIBRARY_PATH": self.libraries[client]} if client in self.libraries else {}
        for one in self.options.environment:
            name, pair = one.split(":", 1)
            if name == client:
                more.update([pair.split("=", 1)])
        return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **more}

    def prepare(self, job):
        """The job's topic, filled if it is to be read: by librdkafka, for all clients alike."""
        if job.topic in self.topics or job.program == "burst":
            return
        if job.partitions != 3:  # otherwise the broker makes it when it is written to
            subprocess.run([KAFKA, "topic", self.options.cluster, job.topic, str(job.partitions)],
                           check=True, stdout=subprocess.DEVNULL)
        if job.reads or job.partitions == 3:
            filler = next((n for n in self.libraries if "librdkafka" in n), next(iter(self.libraries)))
            count = 3 if not job.reads else max(
                one.count(self.options.messages) for one in catalogue.all_jobs()
                if one.topic == job.topic)
            command = [os.path.join(self.options.programs, "produce"), self.options.bootstrap,
                       job.topic, str(count), f"compression.codec={job.codec}",
                       f"bench.size={job.size}", f"bench.partitions={job.partitions}"]
            if job.partitions > 3:  # batches as full as those of few partitions
                command += ["linger.ms=500", "queue.buffering.max.messages=1000000",
                            "enable.idempotence=false", "acks=1"]
            run(command, self.environment(filler), [], self.launch)
        self.topics.add(job.topic)

    def command(self, job, client, bootstrap, topic):
        count = str(job.count(self.options.messages))
        if client in self.peers:
            return self.peers[client].split() + [job.peer, bootstrap, topic, count, job.codec]
        more = [f"compression.codec={job.codec}"] if job.program == "produce" else []
        return [os.path.join(self.options.programs, job.program), bootstrap, topic,
                count] + job.arguments + more

    def clients_of(self, job):
        names = list(self.libraries) + (list(self.peers) if job.peer else [])
        return [n for n in names if not self.options.clients or n in self.options.clients]

    def one_run(self, job, client):
        environment = self.environment(client)
        if job.program != "burst":
            command = self.command(job, client, self.options.bootstrap, job.topic)
            return run(command, environment, [self.broker], self.launch)
        if self.network is None:
            self.network = burst.Network(self.options.cluster + "-slow")
        topic = f"burst-{time.monotonic_ns()}"
        return self.network.measure(
            lambda bootstrap, topic: self.command(job, client, bootstrap, topic), topic,
            lambda command: run(command, environment, self.network.helpers() + [self.broker],
                                self.launch))

    def measure(self, round_number, job, client):
        """Keeps the run; repeats it while it is disturbed and may be repeated."""
        for attempt in range(self.options.retries + 1):
            try:
                self.prepare(job)
                result = self.one_run(job, client)
            except FAILURES as failure:
                print(f"{self.now()} {round_number} {job.name} {client}: FAILED {failure}", flush=True)
                result = {"failed": str(failure), "disturbed": False}
            result.update(round=round_number, job=job.name, client=client, attempt=attempt,
                          size=job.size, partitions=job.partitions, codec=job.codec)
            self.file.write(json.dumps(result) + "\n")
            self.file.flush()
            if "failed" in result:
                return
            words = [f"{name} {result[name]:,.3f}" for name in job.figures if name in result]
            mark = f"  (others used {result['other']:.0%})" if result["disturbed"] else ""
            print(f"{self.now()} {round_number} {job.name} {client}: {', '.join(words)}{mark}",
                  flush=True)
            if not result["disturbed"] or self.late():
                return

    @staticmethod
    def now():
        return time.strftime("%H:%M:%S")

    def late(self):
        return self.end is not None and time.monotonic() > self.end

    def measure_all(self):
        jobs = catalogue.chosen(self.options.jobs)
        for group, most in catalogue.GROUPS.items():
            rounds = self.options.rounds
            if most and not self.options.every_round:
                rounds = min(rounds, most)
            for round_number in range(rounds):
                for job in (one for one in jobs if one.group == group):
                    # who comes first in a pair may meet another cache: they change places
                    clients = self.clients_of(job)[::-1 if round_number % 2 else 1]
                    for client in clients:
                        if self.key(round_number, job.name, client) in self.done:
                            continue
                        if self.late():
                            print(f"{self.now()} the time is over", flush=True)
                            return
                        self.measure(round_number, job, client)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("programs", "cluster", "bootstrap", "json"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--library", action="append", required=True, metavar="NAME=DIR")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--environment", action="append", default=[], metavar="NAME:VAR=VALUE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--messages", type=int, default=1000000)
    parser.add_argument("--jobs", type=lambda s: s.split(","), default=["*"])
    parser.add_argument("--clients", type=lambda s: s.split(","))
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--retries", type=int, default=2)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--every-round", action="store_true",
                        help="no group has fewer rounds than another")
    suite = Suite(parser.parse_args())
    try:
        suite.measure_all()
    finally:
        if suite.network is not None:
            suite.network.close()


if __name__ == "__main__":
    try:
        main()
    except (Failed, subprocess.CalledProcessError) as error:
        sys.exit(f"measure: {error}")
