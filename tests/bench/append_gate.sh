#!/bin/bash
# Goal: rd_kafka_produce stays as short as it is.
# Method: callgrind counts the instructions inside rd_kafka_produce alone, on the calling thread, for
# two numbers of messages; the difference, divided, is one message's cost, start-up taken out.
#   append_gate.sh PROGRAM LIMIT
set -euo pipefail
program=$1 limit=$2
low=20000 high=60000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() {
  valgrind --tool=callgrind --toggle-collect=rd_kafka_produce --callgrind-out-file=/dev/null \
    "$program" "$1" > "$work/log" 2>&1 || { tail -n 5 "$work/log"; exit 1; }
  sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$work/log"
}

first=$(count $low)
second=$(count $high)
awk -v a="$first" -v b="$second" -v n=$((high - low)) -v limit="$limit" 'BEGIN {
  cost = (b - a) / n
  printf "rd_kafka_produce: %.1f instructions per message of 100 B (limit %s)\n", cost, limit
  exit !(cost > 0 && cost <= limit)
}'
