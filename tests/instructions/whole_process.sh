#!/bin/bash
# Goal: what a message costs from the socket to the application and back stays what it is, and no
# message allocates.
# Method: the benchmark's own programs against a fastka-broker process, each with two numbers of
# messages; the difference, divided, is one message's share of everything that the client's process
# does, on all its threads, start-up taken out. Instructions by callgrind; allocations counted by a
# preloaded library. What is counted needs no quiet machine.
#   whole_process.sh BUILD LIMITS
set -euo pipefail
build=$1 limits=$2
low=200000 high=500000
work=$(mktemp -d)
broker=
clean_up() {
  [ -z "$broker" ] || kill "$broker"
  rm -rf "$work"
}
trap clean_up EXIT

export LD_LIBRARY_PATH=$build/src
"$build/src/fastka-broker" --listen 127.0.0.1:0 --partitions 3 > "$work/broker" 2>&1 &
broker=$!
address=
for _ in $(seq 300); do
  address=$(grep -om 1 '127\.0\.0\.1:[0-9]*' "$work/broker" || true)
  [ -z "$address" ] || break
  sleep 0.1
done
[ -n "$address" ] || { echo "whole_process: fastka-broker did not start: $(cat "$work/broker")"; exit 1; }

# PROGRAM COUNT. The producer is append_gate, which knows its partition before it starts: how many
# messages wait for metadata is a matter of luck.
arguments() {
  case $1 in
    append_gate) echo "$address out-$2 $2" ;;
    *) echo "$address filled $2" ;;
  esac
}
instructions() {
  # shellcheck disable=SC2046
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/tests/bench/$1" $(arguments "$@") \
    > "$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; exit 1; }
  sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$work/log"
}
allocations() {
  # shellcheck disable=SC2046
  ALLOCATIONS=$work/count LD_PRELOAD=$build/tests/instructions/liballocations.so \
    "$build/tests/bench/$1" $(arguments "$@") > "$work/log" 2>&1 ||
    { tail -n 5 "$work/log" >&2; exit 1; }
  cat "$work/count"
}
# Small batches, so that a thousand records a batch is what both measures see on every host.
fill() { "$build/tests/bench/produce" "$address" filled $high batch.num.messages=1000 > "$work/log"; }

each() { awk -v a="$1" -v b="$2" -v n=$((high - low)) 'BEGIN { printf "%.3f", (b - a) / n }'; }
check() { # WHAT FIGURE LIMIT
  echo "$1: $2 a message (limit $3)"
  awk -v x="$2" -v y="$3" 'BEGIN { exit !(x <= y) }' || failed=1
}

fill
failed=0
while read -r program most_instructions most_allocations; do
  case $program in '' | '#'*) continue ;; esac
  check "$program, instructions" \
    "$(each "$(instructions "$program" $low)" "$(instructions "$program" $high)")" "$most_instructions"
  check "$program, allocations" \
    "$(each "$(allocations "$program" $low)" "$(allocations "$program" $high)")" "$most_allocations"
done < "$limits"
exit $failed
