#!/usr/bin/python3
"""Runs the benchmark programs against several libraries in turn and prints what they cost.

measure.py --programs DIR --bootstrap HOST:PORT --library NAME=DIR ... [--rounds N] [--messages N]
           [--jobs JOB,...] [--codecs CODEC,...] [--json FILE]

Each DIR of a library holds a librdkafka.so.1. Every figure comes from a fresh process; the libraries
take turns, so that a slow minute of the machine hits all of them. CPU is user + system of the whole
process as the kernel counts it (wait4), peak RSS likewise; msg/s is from the program's own clock,
from before rd_kafka_new to the last message or report. The table shows medians, and each library's
CPU per message as a multiple of the others'; the JSON lines hold every run.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

JOBS = ["consume_poll", "consume_queue_poll", "consume_batch_queue", "produce"]


def run(program, arguments, library):
    """One fresh process: its report with CPU and memory added, or an exception with its error."""
    environment = {"LD_LIBRARY_PATH": library, "PATH": os.environ["PATH"]}
    child = subprocess.Popen(
        [program] + arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{program} with {library}: {err.decode().strip()[-400:]}")
    result = json.loads(out.decode().strip().splitlines()[-1])
    count = result["messages"]
    result["cpu_us"] = (usage.ru_utime + usage.ru_stime) * 1e6 / count
    result["user_us"] = usage.ru_utime * 1e6 / count
    result["rate"] = count / result["seconds"]
    result["rss_mb"] = usage.ru_maxrss / 1024
    return result


def arguments_of(job, codec, options):
    topic = f"bench-{'out' if job == 'produce' else 'in'}-{codec}"
    more = [f"compression.codec={codec}"] if job == "produce" else []
    return [options.bootstrap, topic, str(options.messages)] + more


def measure(options, libraries):
    runs = []
    for round_number in range(options.rounds):
        for job in options.jobs:
            for codec in options.codecs:
                for name, folder in libraries:
                    program = os.path.join(options.programs, job)
                    result = run(program, arguments_of(job, codec, options), folder)
                    result.update(library=name, codec=codec, round=round_number)
                    runs.append(result)
                    print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return runs


def table(runs, options, libraries):
    others = [name for name, _ in libraries if name != "fastka"]
    heads = ["job", "codec", "library", "CPU us/msg"] + [f"of {n}" for n in others] + [
        "msg/s", "peak RSS MB"]
    lines = ["| " + " | ".join(heads) + " |", "|---|---|---|" + "---:|" * (len(heads) - 3)]
    for job in options.jobs:
        for codec in options.codecs:
            medians = {}
            for name, _ in libraries:
                mine = [r for r in runs
                        if (r["job"], r["codec"], r["library"]) == (job, codec, name)]
                medians[name] = [statistics.median(r[key] for r in mine)
                                 for key in ("cpu_us", "rate", "rss_mb")]
            for name, (cpu, rate, rss) in medians.items():
                ratios = [f"{cpu / medians[other][0]:.2f}" for other in others]
                cells = [job, codec, name, f"{cpu:.3f}"] + ratios + [f"{rate:,.0f}", f"{rss:.0f}"]
                lines.append("| " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", required=True)
    parser.add_argument("--bootstrap", required=True)
    parser.add_argument("--library", action="append", required=True, metavar="NAME=DIR")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--messages", type=int, default=1000000)
    parser.add_argument("--jobs", type=lambda s: s.split(","), default=JOBS)
    parser.add_argument("--codecs", type=lambda s: s.split(","), default=["none", "lz4"])
    parser.add_argument("--json")
    options = parser.parse_args()
    libraries = [tuple(one.split("=", 1)) for one in options.library]
    runs = measure(options, libraries)
    for name, _ in libraries:
        served = sorted({r["served_by"] for r in runs if r["library"] == name})
        print(f"{name}: served by {', '.join(served)}")
    print(f"{options.messages} messages of 100 B, {options.rounds} fresh processes each, medians")
    print("\n".join(table(runs, options, libraries)))
    if options.json:
        with open(options.json, "w", encoding="ascii") as out:
            out.writelines(json.dumps(r) + "\n" for r in runs)


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(f"measure: {error}")
