#!/usr/bin/python3
"""gate.py FILE.jsonl: compares the runs of the clients `base` and `head`; fails when head is worse.

Of each side the best quarter of its runs counts, but at least two: their mean. Other load only ever
makes a run slower, so the best ones are the ones that were least disturbed; one alone may be luck.
"""
import json
import sys

# figure: (the share by which head may be worse, whether more is better)
LIMITS = {"cpu_us": (0.10, False), "rate": (0.10, True), "p50_ms": (0.25, False),
          "p99_ms": (0.25, False)}
# Short waits differ by more than a quarter from nothing but the clock's and scheduler's grain.
GRAIN = {"cpu_us": 0.004, "rate": 0.0, "p50_ms": 0.05, "p99_ms": 0.5}
# A rate or a cost of a few messages says nothing; a p99 of eleven clients is the worst of them.
FIGURES = {"latency": ("p50_ms", "p99_ms", "cpu_us"), "first": ("p50_ms",)}
USUAL = ("cpu_us", "rate")


def best(values, more_is_better):
    ordered = sorted(values, reverse=more_is_better)
    chosen = ordered[:max(2, len(ordered) // 4)]
    return sum(chosen) / len(chosen)


def judge(runs, job, figure):
    """(base, head, the share by which head is worse, whether that is too much)"""
    limit, more_is_better = LIMITS[figure]
    values = {side: [r[figure] for r in runs if r["client"] == side and r["job"] == job]
              for side in ("base", "head")}
    base, head = (best(values[side], more_is_better) for side in ("base", "head"))
    worse = base / head - 1 if more_is_better else head / base - 1
    return base, head, worse, worse > limit and abs(head - base) > GRAIN[figure]


def main():
    with open(sys.argv[1], encoding="ascii") as lines:
        runs = [json.loads(line) for line in lines]
    failed = [r for r in runs if "failed" in r]
    for one in failed:
        print(f"FAIL {one['job']} {one['client']}: {one['failed']}")
    runs = [r for r in runs if "failed" not in r]
    verdicts = len(failed)
    for job in dict.fromkeys(r["job"] for r in runs):
        mine = [r for r in runs if r["job"] == job]
        if {r["client"] for r in mine} != {"base", "head"}:
            print(f"FAIL {job}: not measured on both sides")
            verdicts += 1
            continue
        for figure in FIGURES.get(mine[0]["program"], USUAL):
            base, head, worse, bad = judge(runs, job, figure)
            print(f"{'FAIL' if bad else 'ok'} {job} {figure}: base {base:,.4f}, head {head:,.4f} "
                  f"({worse:+.1%} worse, at most {LIMITS[figure][0]:.0%})")
            verdicts += bad
    sys.exit(verdicts > 0)


if __name__ == "__main__":
    main()
