#!/bin/bash
# Goal: each planted bug (src/base/planted.def) is caught by the suite that is named with it, by the
# sign that is named with it: not by a crash, a hang or another failure. Method: the suite runs once
# without a bug and must pass; then once with each bug and must fail with that sign. A table says
# what each took. Every rule R1..R12 of the producer and every invariant P1..P15 needs a bug.
#   tests/planted/run.sh --suites           the programs it needs, to build
#   tests/planted/run.sh BUILD [NAME ...]   all bugs, or these; BUILD is of the profile `planted`
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/lib/checks.sh
. "$root/tests/lib/checks.sh"
table=$root/src/base/planted.def
seconds_max=150

# name, rules, suite, sign, text
all_rows() {
  sed -nE 's/^PLANT\(([a-z0-9_]+), "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)"\)$/\1\t\2\t\3\t\4\t\5/p' "$table"
}
rows() { all_rows | awk -F '\t' '$3 !~ /\//'; } # scripts build and run by themselves

if [ "${1:-}" = --suites ]; then
  rows | cut -f 3 | cut -d ' ' -f 1 | sort -u
  exit
fi
build=${1:?tests/planted/run.sh BUILD [NAME ...]}
shift
out=$build/planted
mkdir -p "$out"

program() { find "$build/tests" -type f -name "$1" -perm -u+x | head -n 1; }

# run LOG BUG SUITE ARGUMENT...: the exit code
run() {
  local log=$1 bug=$2 path
  shift 2
  path=$(program "$1")
  [ -n "$path" ] || { echo "no program $1" > "$log"; return 127; }
  shift
  FASTKA_PLANTED_BUG=$bug timeout $seconds_max "$path" "$@" > "$log" 2>&1 < /dev/null
}

control() { # SUITE WITH ARGUMENTS
  local log=$out/control-${1//[^a-zA-Z0-9_]/-}.log
  # shellcheck disable=SC2086 # the arguments are words
  if run "$log" '' $1; then ok "control $1"; else fail "control $1" "$(tail -n 3 "$log")"; fi
}

plant() { # NAME RULES SUITE SIGN
  local log=$out/$1.log code start=$EPOCHREALTIME took
  # shellcheck disable=SC2086
  run "$log" "$1" $3
  code=$?
  took=$(awk "BEGIN { printf \"%.1f s\", $EPOCHREALTIME - $start }")
  if [ $code -eq 0 ]; then
    fail "planted-$1" "[$2] not caught by $3"
  elif [ $code -ge 124 ]; then
    fail "planted-$1" "[$2] $3 crashed or hung (exit $code): $(tail -n 3 "$log")"
  elif ! grep -qE -- "$4" "$log"; then
    fail "planted-$1" "[$2] $3 failed otherwise than by /$4/: $(tail -n 3 "$log")"
  else
    ok "planted-$1"
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$took$(grep -oE -m 1 '(after [0-9]+ states|seed [0-9]+)' "$log" |
      head -n 1 | sed 's/^/, /')" >> "$out/table"
  fi
}

chosen() { if [ $# -eq 0 ]; then cat; else grep -E "^($(IFS='|'; echo "$*"))"$'\t'; fi; }

# two at a time
slot() { while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done; }

rm -f "$out"/*.log "$out/table"
rows | chosen "$@" > "$out/rows"
{
  [ "$(grep -c '^PLANT(' "$table")" = "$(all_rows | wc -l)" ] || fail planted.def "a row that cannot be read"
  [ -s "$out/rows" ] || fail planted.def "no such bug"
  if echo '#include "base/planted.h"' | "${CXX:-c++}" -std=c++20 -I"$root/src" -I"$root/include" -DNDEBUG \
    -DFASTKA_PLANTED_BUGS=1 -fsyntax-only -x c++ - 2> /dev/null; then
    fail release "it may be built with planted bugs"
  else
    ok "a release refuses planted bugs"
  fi
  for rule in R{1..12} P{1..15}; do
    rows | cut -f 2 | grep -qw "$rule" || fail planted.def "no bug for $rule"
  done
  while read -r suite; do
    slot
    control "$suite" &
  done < <(cut -f 3 "$out/rows" | sort -u)
  while IFS=$'\t' read -r name rules suite sign _; do
    slot
    plant "$name" "$rules" "$suite" "$sign" &
  done < "$out/rows"
  wait
} | tee "$out/verdicts"
touch "$out/table"
sort "$out/table" | awk -F '\t' '{ printf "  %-32s %-10s %-44s %s\n", $1, $2, $3, $4 }'
echo "$(grep -c '^ok planted-' "$out/verdicts") of $(wc -l < "$out/rows") planted bugs caught"
checks_failed=$(grep -c '^FAIL ' "$out/verdicts")
finish
