#!/bin/bash
# Goal: a program's supported calls answer the same on fastka as on librdkafka: records, offsets,
# error codes, event types, settings, last errors, and the threads that callbacks run on.
# Method: one program, linked once against Debian's librdkafka and run against BOOTSTRAP with that
# library (2.0.2), with the one in the Python wheel (2.16.0), and with ours; its lines are compared.
# What differs must be in the table of compat/DIFFERENCES.md, by name and library, and what is in the
# table must differ. librdkafka now and then answers otherwise under load (2.16.0 was seen to lose the
# first messages of consume_start_queue() and hand out the end of the partition): where ours differs
# outside the table, that library, never ours, is run up to two times more, and an answer it gives
# in any of its runs is one of its answers.
#   run.sh BOOTSTRAP LIBRARY
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=tests/lib/checks.sh
. "$root/tests/lib/checks.sh"
bootstrap=${1:?a bootstrap address is needed}
library=$(readlink -f "${2:?the library is needed}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
  gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-deprecated-declarations -o "$work/program" \
    "$here"/*.c -lrdkafka -ldl -lpthread
}

# The wheel's file has a name of its own; the program asks for librdkafka.so.1.
prepare() {
  local wheel
  wheel=$("$root/tests/drop-in/wheel.sh") || return
  mkdir -p "$work/2.16.0" "$work/ours"
  ln -s "$(echo "$wheel"/confluent_kafka.libs/librdkafka-*.so.1)" "$work/2.16.0/librdkafka.so.1"
  ln -s "$library" "$work/ours/librdkafka.so.1"
}

# run NAME [FOLDER]: lines of "case<TAB>value" in NAME.lines
run() {
  LD_LIBRARY_PATH=${2:-} timeout 150 "$work/program" "$bootstrap" "d$$-$1-$RANDOM" \
    > "$work/$1.lines" 2> "$work/$1.errors"
  echo $? > "$work/$1.code"
}

# Names that are in one of the two only, or with another value.
differing() { # OF
  join -t $'\t' -a 1 -a 2 -e '(none)' -o 0,1.2,2.2 <(sort "$work/$1.lines") \
    <(sort "$work/ours.lines") | awk -F '\t' '$2 != $3'
}

# Rows of the table that concern a library: | `name` | here | there | library | why |
listed() { # OF
  sed -n '/<!-- differential -->/,/<!-- end of differential -->/p' "$root/compat/DIFFERENCES.md" |
    awk -F ' *\\| *' -v of="$1" '$2 ~ /^`/ && ($5 == "both" || $5 == of) {gsub("`", "", $2); print $2}'
}

unlisted() { # OF
  cut -f1 "$work/$1.differing" | grep -vxFf <(listed "$1")
}

# Leaves only those unlisted differences that every run of the library shows.
settle() { # OF [FOLDER]
  local turn
  cp "$work/$1.lines" "$work/$1.first"
  for turn in 2 3; do
    unlisted "$1" > "$work/$1.open" || return 0
    run "$1" "${2:-}"
    echo "differential: $1: run $turn for $(paste -sd ' ' "$work/$1.open")"
    differing "$1" | cut -f1 | grep -xFf "$work/$1.open" > "$work/$1.still"
    awk -F '\t' -v open="$work/$1.open" -v still="$work/$1.still" '
      BEGIN { while ((getline name < open) > 0) gone[name] = 1
              while ((getline name < still) > 0) delete gone[name] }
      !($1 in gone)' "$work/$1.differing" > "$work/$1.left"
    mv "$work/$1.left" "$work/$1.differing"
  done
  mv "$work/$1.first" "$work/$1.lines"
}

compare() { # OF [FOLDER]
  local name found=0
  differing "$1" > "$work/$1.differing"
  settle "$@"
  while IFS=$'\t' read -r name there here; do
    found=$((found + 1))
    if ! listed "$1" | grep -qxF "$name"; then
      fail "differential-$1-$name" "here [$here], there [$there]"
    fi
  done < "$work/$1.differing"
  while read -r name; do
    cut -f1 "$work/$1.differing" | grep -qxF "$name" ||
      fail "differential-$1-$name" "is in the table, but does not differ"
  done < <(listed "$1")
  least "differential-$1-cases" "$(wc -l < "$work/$1.lines")" 500
  echo "differential: $1: $(wc -l < "$work/ours.lines") answers, $found differ and are accounted for"
}

build || { fail differential-build "see above"; finish; }
prepare || { fail differential-libraries "the wheel cannot be had"; finish; }
run 2.0.2 &
run 2.16.0 "$work/2.16.0" &
run ours "$work/ours" &
wait
for name in 2.0.2 2.16.0 ours; do
  same "differential-$name-ends" "$(cat "$work/$name.code") $(tail -n 1 "$work/$name.lines")" \
    "0 end	reached"
done
compare 2.0.2
compare 2.16.0 "$work/2.16.0"
finish
