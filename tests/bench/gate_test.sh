#!/bin/bash
# Goal: gate.sh can fail, and does not without a reason. Method: the library with the planted bugs
# against itself passes; the same with a sleep of one millisecond in each Fetch answer fails, by a
# latency or a rate. Takes ten minutes, and a machine on which nothing else runs.
#   tests/bench/gate_test.sh [ROUNDS]
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/lib/checks.sh
. "$root/tests/lib/checks.sh"
build=$root/build/planted
library=$build/src/librdkafka.so.1
log=$root/build/gate-test.log
jobs=consume/poll/none,latency/5000
rounds=${1:-7}

cmake -S "$root" --preset planted -B "$build" > "$log" 2>&1 &&
  ninja -C "$build" rdkafka >> "$log" 2>&1 || { tail -n 5 "$log"; exit 1; }
row=$(grep '^PLANT(sleeps_in_the_fetch' "$root/src/base/planted.def")
sign=$(sed -E 's/.*gate_test.sh", "([^"]*)".*/\1/' <<< "$row")

gate() { "$root/tests/bench/gate.sh" "$library" "$library" --rounds "$rounds" --jobs $jobs > "$log" 2>&1; }

if gate; then ok gate-itself; else fail gate-itself "$(grep FAIL "$log" || tail -n 3 "$log")"; fi
grep -E '^(ok|FAIL) ' "$log" | sed 's/^/  /'
if PLANTED_IN_HEAD=sleeps_in_the_fetch gate; then
  fail gate-planted-sleep "not caught"
elif grep -qE "$sign" "$log"; then
  ok gate-planted-sleep
else
  fail gate-planted-sleep "failed otherwise: $(tail -n 3 "$log")"
fi
grep -E '^(ok|FAIL) ' "$log" | sed 's/^/  /'
finish
