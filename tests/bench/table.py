#!/usr/bin/python3
"""Makes of the suite's JSON lines: a table with ratios, a plot, README's section.

table.py FILE.jsonl [--plot FILE.svg] [--readme README.md] [--all]

Figures are medians of the runs that nothing disturbed; where there is no such run, of all, marked ~.
The README's lines between `<!-- bench: begin -->` and `<!-- bench: end -->` are written anew.
"""
import argparse
import json
import re
import statistics
import sys

import jobs as catalogue
import plot

NAMES = {"cpu_us": "CPU us/msg", "rate": "msg/s", "rss_mb": "RSS MB", "p50_ms": "p50 ms",
         "p99_ms": "p99 ms", "max_ms": "worst ms", "idle_percent": "% of a core",
         "threads": "threads", "queue_full": "queue full", "wrong_in_log": "wrong in log"}
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


class Results:
    """All runs of a file, by job and client."""

    def __init__(self, path):
        with open(path, encoding="ascii") as lines:
            self.runs = [json.loads(line) for line in lines]
        self.clients = list(dict.fromkeys(r["client"] for r in self.runs))
        present = {r["job"] for r in self.runs}
        self.jobs = [job for job in catalogue.all_jobs() if job.name in present]
        self.ours = "fastka"
        self.reference = next((c for c in ("librdkafka-wheel", "librdkafka-debian")
                               if c in self.clients), None)
        self.peers = [c for c in self.clients if c != self.ours and "librdkafka" not in c
                      and not c.startswith("base-")]

    def of(self, job, client):
        """(runs that count, whether they are undisturbed)"""
        mine = [r for r in self.runs if r["job"] == job.name and r["client"] == client
                and "failed" not in r]
        calm = [r for r in mine if not r["disturbed"]]
        return (calm, True) if calm else (mine, False)

    def median(self, job, client, figure):
        values = [r[figure] for r in self.of(job, client)[0] if figure in r]
        return statistics.median(values) if values else None

    def best_peer(self, job, figure):
        values = [v for v in (self.median(job, c, figure) for c in self.peers) if v is not None]
        return min(values) if values else None


def text(figure, value):
    if value is None:
        return "-"
    if figure in ("rate", "queue_full"):
        return f"{value:,.0f}"
    if figure in ("rss_mb", "wrong_in_log"):
        return f"{value:.0f}"
    if figure in ("cpu_us", "p50_ms", "idle_percent"):
        return f"{value:.3f}"
    return f"{value:.2f}"


def ratio(value, other):
    return f"{value / other:.2f}" if value is not None and other else "-"


def rows_of(results, job):
    rows = []
    for client in results.clients:
        runs, calm = results.of(job, client)
        if not runs:
            continue
        figures = [(f, results.median(job, client, f)) for f in job.figures]
        first = figures[0]
        reference = results.median(job, results.reference, first[0]) if results.reference else None
        words = [f"{text(f, v)} {NAMES[f]}" for f, v in figures[1:] if v is not None]
        rows.append([job.name, client, f"{text(*first)} {NAMES[first[0]]}",
                     ratio(first[1], reference),
                     ratio(first[1], results.best_peer(job, first[0])) if client == results.ours
                     else "", ", ".join(words), f"{len(runs)}{'' if calm else '~'}"])
    return rows


def table(results):
    heads = ["job", "client", "figure", f"of {results.reference}", "of the best peer", "besides",
             "runs"]
    lines = ["| " + " | ".join(heads) + " |", "|---|---|---:|---:|---:|---|---:|"]
    for job in results.jobs:
        lines += ["| " + " | ".join(row) + " |" for row in rows_of(results, job)]
    return lines


def served_by(results):
    words = []
    for client in results.clients:
        served = sorted({r["served_by"] for r in results.runs
                         if r["client"] == client and "served_by" in r})
        words.append(f"{client} is {', '.join(served)}")
    return "; ".join(words) + "."


def disturbed(results):
    count = sum(1 for r in results.runs if r.get("disturbed"))
    return f"{len(results.runs)} runs, {count} of them disturbed by other load and not counted " \
           "where the same job has an undisturbed one."


def in_short(results):
    """The range of our CPU ratio, consuming and producing."""
    words = []
    for verb, jobs in (("consuming", "consume/"), ("producing", "produce")):
        pairs = [(results.median(j, results.ours, "cpu_us"),
                  results.median(j, results.reference, "cpu_us"))
                 for j in results.jobs if j.name.startswith(jobs)]
        ratios = [ours / theirs for ours, theirs in pairs if ours and theirs]
        if ratios:
            words.append(f"{verb} costs {min(ratios):.2f} to {max(ratios):.2f}")
    return f"In short: {', '.join(words)} of the CPU that {results.reference} needs." if words else ""


def write_readme(path, lines):
    with open(path, encoding="ascii") as old:
        whole = old.read()
    made, count = re.subn(f"{re.escape(BEGIN)}.*?{re.escape(END)}",
                          lambda _: "\n".join([BEGIN, *lines, END]), whole, flags=re.S)
    if count != 1:
        sys.exit(f"table: {path} has not one pair of {BEGIN} and {END}")
    with open(path, "w", encoding="ascii") as new:
        new.write(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs")
    parser.add_argument("--plot")
    parser.add_argument("--readme")
    options = parser.parse_args()
    results = Results(options.runs)
    lines = [served_by(results), disturbed(results), "", *table(results)]
    print("\n".join(lines))
    if options.plot:
        with open(options.plot, "w", encoding="ascii") as out:
            out.write(plot.svg(results))
    if options.readme:
        picture = "![CPU of the whole process per message](tests/bench/results/cpu.svg)"
        write_readme(options.readme, [in_short(results), "", picture, "", *lines])


if __name__ == "__main__":
    main()
