#!/bin/bash
# Is HEAD worse than BASE? Both are built and run in turns on a real Kafka; of each the best rounds
# are compared, because other load can only make a run slower. Instruction counts see neither a sleep
# nor a system call: this does.
#   tests/bench/gate.sh BASE HEAD [--rounds N] [--minutes N] [--jobs GLOB,...]
# BASE and HEAD: commits; "." is the tree as it lies; a file is a librdkafka.so.1 as it is (with
# the planted bug PLANTED_IN_HEAD in HEAD alone).
# Fails when HEAD needs 10 % more CPU per message, gives 10 % fewer messages per second, or has a p50
# or p99 25 % higher. A commit against itself is within 7 %. gate_test.sh shows that it can fail.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
out=$root/build/gate
kafka=$root/tests/brokers/kafka.sh
here=$root/tests/bench
# shellcheck source=tests/bench/build.sh
. "$here/build.sh"

[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" && exit 2; }
base=$1 head=$2
shift 2
jobs='consume/poll/none,consume/event/none,consume/batch/none,produce/callback/none,latency/5000,first-*'
options=()
rounds=7
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) jobs=${2:?} ;;
    --rounds) rounds=${2:?} ;;
    --minutes) options+=("$1" "${2:?}") ;;
    *) die "what is $1?" ;;
  esac
  shift 2
done

# the library of a commit, of the tree as it lies, or a file
side() { # WHAT
  if [ "$1" = . ]; then
    build "$root" "$root/build/release" rdkafka
    echo "$root/build/release/src/librdkafka.so.1"
  elif [ -f "$1" ]; then
    realpath "$1"
  else
    base_library "$1"
  fi
}

"$root/packaging/setup.sh" --tests
mkdir -p "$out"
build "$root" "$root/build/release" bench_programs
clients=()
library base "$(side "$base")"
library head "$(side "$head")"
[ -z "${PLANTED_IN_HEAD:-}" ] || options+=(--environment "head:FASTKA_PLANTED_BUG=$PLANTED_IN_HEAD")
cluster=gate-$$
trap '"$kafka" wipe $cluster' EXIT
bootstrap=$(KAFKA_HEAP=${KAFKA_HEAP:-1g} "$kafka" start $cluster 1 "${KAFKA_PORT:--}")
python3 "$here/measure.py" --programs "$root/build/release/tests/bench" --cluster $cluster \
  --bootstrap "$bootstrap" --jobs "$jobs" --rounds "$rounds" --retries 1 --every-round \
  --json "$out/runs.jsonl" "${clients[@]}" "${options[@]}"
python3 "$here/gate.py" "$out/runs.jsonl"
