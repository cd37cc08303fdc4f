#!/bin/bash
# Measures fastka beside librdkafka and other clients against a real Kafka, in one command:
#   tests/bench/run.sh [--rounds N] [--jobs GLOB,...] [--clients NAME,...] [--minutes N] [--resume]
#                      [--messages N] [--base REV] [--no-peers] [--publish] [--smoke]
#     --jobs       names of jobs.py (consume/*, latency/5000) or groups (bars, shapes, once)
#     --minutes    begins nothing new after that time; what there is becomes the table
#     --resume     goes on where the last run ended: what build/bench/runs.jsonl has is kept
#     --base REV   builds that commit as well and measures it beside
#     --publish    writes README's section, tests/bench/results/runs.jsonl and cpu.svg
#     --smoke      a few jobs, 100,000 messages, one round, no peers: shows that everything still runs
# The libraries: Debian's librdkafka1, the one inside the PyPI wheel confluent-kafka, and ours; peers
# (tests/peers) from their registries where their toolchains are. One line a run as it goes; every
# run in build/bench/runs.jsonl; at the end the table, also as build/bench/table.md and cpu.svg.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
out=$root/build/bench
kafka=$root/tests/brokers/kafka.sh
here=$root/tests/bench
# shellcheck source=tests/bench/build.sh
. "$here/build.sh"

base=
messages=1000000
jobs='*'
peers_wanted=1
publish=
resume=
options=()
while [ $# -gt 0 ]; do
  case $1 in
    --smoke)
      messages=100000 peers_wanted=
      jobs='consume/*/none,produce/callback/none,produce/events/none,latency/*,first-*'
      options+=(--rounds 1 --retries 0)
      ;;
    --base) base=${2:?} && shift ;;
    --messages) messages=${2:?} && shift ;;
    --jobs) jobs=${2:?} && shift ;;
    --no-peers) peers_wanted= ;;
    --publish) publish=1 ;;
    --resume) resume=1 && options+=(--resume) ;;
    --rounds | --clients | --minutes | --retries) options+=("$1" "${2:?}") && shift ;;
    *) sed -n '2,14s/^# \{0,1\}//p' "$0" && exit 2 ;;
  esac
  shift
done

"$root/packaging/setup.sh" --tests
mkdir -p "$out"
build "$root" "$root/build/release" rdkafka bench_programs real_programs
clients=()
library librdkafka-debian "$(readlink -f /usr/lib/*/librdkafka.so.1)"
library librdkafka-wheel "$(wheel_library)"
library fastka "$root/build/release/src/librdkafka.so.1"
[ -z "$base" ] || library "base-$base" "$(base_library "$base")"
[ -z "$peers_wanted" ] || add_peers
[ -n "$resume" ] || [ ! -e "$out/runs.jsonl" ] || mv "$out/runs.jsonl" "$out/runs-before.jsonl"

cluster=bench-$$
trap '"$kafka" wipe $cluster; "$kafka" wipe $cluster-slow 2> /dev/null || true' EXIT
# no deletion of files while something is measured
bootstrap=$(KAFKA_HEAP=${KAFKA_HEAP:-1g} "$kafka" start $cluster 1 "${KAFKA_PORT:--}")
code=0
python3 "$here/measure.py" --programs "$root/build/release/tests/bench" --cluster $cluster \
  --bootstrap "$bootstrap" --messages "$messages" --jobs "$jobs" --json "$out/runs.jsonl" \
  "${clients[@]}" "${options[@]}" || code=$?
python3 "$here/table.py" "$out/runs.jsonl" --plot "$out/cpu.svg" | tee "$out/table.md"
if grep -q '"failed"' "$out/runs.jsonl"; then echo "bench: runs failed" >&2 && code=1; fi
if [ -n "$publish" ]; then
  mkdir -p "$here/results"
  cp "$out/runs.jsonl" "$here/results/runs.jsonl"
  cp "$out/cpu.svg" "$here/results/cpu.svg"
  python3 "$here/table.py" "$out/runs.jsonl" --readme "$root/README.md" > /dev/null
fi
exit $code
