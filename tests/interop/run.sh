#!/bin/bash
# Goal: what fastka writes is what everybody reads, and the other way round, in every codec.
# Method: COUNT messages out and in through fastka, checked byte by byte on both ends; the same by
# the Java client for both ways; records with null and empty keys, values and headers and with
# times, compared with the lines of cases.py, which neither client made; transactions of the Java
# producer, committed, aborted, interleaved and open, as both clients read them.
#   tests/interop/run.sh BOOTSTRAP [COUNT]
# BOOTSTRAP: a Kafka that creates topics with three partitions. BUILD: folder with the programs.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/lib/checks.sh
. "$here/../lib/checks.sh"
bootstrap=${1:?a bootstrap address is needed}
count=${2:-1000000}
build=${BUILD:-$here/../../build/release}/tests/interop
codecs="none gzip snappy lz4 zstd"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run=$(date +%s%N)

jars=$("$here/../brokers/kafka.sh" jars) || { fail jars "none"; finish; }
compiled=$work/classes
javac -nowarn -d "$compiled" -cp "$jars/*" "$here/Records.java" 2> "$work/javac" ||
  { fail javac "$(cat "$work/javac")"; finish; }
java_client() {
  java -Xmx512m -XX:+UseSerialGC -Dlog4j2.configurationFile="$here/../brokers/log4j2.properties" \
    -cp "$compiled:$jars/*" Records "$@"
}

pairs_of() { for codec in $codecs; do echo "$codec=$1-$codec-$run"; done; }
topics_of() { for codec in $codecs; do echo "$1-$codec-$run"; done; }

millions() {
  local codec
  for codec in $codecs; do
    passes "million-produce-$codec" "$build/million" produce "$bootstrap" "m-$codec-$run" "$count" \
      compression.codec="$codec"
    passes "million-consume-$codec" "$build/million" consume "$bootstrap" "m-$codec-$run" "$count"
  done
  # shellcheck disable=SC2046
  passes million-java-reads-ours java_client million-read "$bootstrap" "$count" $(topics_of m)
  passes million-java-writes java_client million-write "$bootstrap" "$count" $(pairs_of mj)
  for codec in $codecs; do
    passes "million-consume-javas-$codec" "$build/million" consume "$bootstrap" "mj-$codec-$run" \
      "$count"
  done
}

# differences FILE: what is in FILE and not in the expectation, or the other way round
differences() { sort "$1" | diff - "$work/expected" | head -n 2; }

records() {
  local codec
  python3 "$here/cases.py" | sort > "$work/expected"
  for codec in $codecs; do
    passes "records-write-$codec" "$build/records" write "$bootstrap" "r-$codec-$run" \
      compression.codec="$codec"
  done
  mkdir "$work/java"
  passes records-java-reads java_client read "$bootstrap" "$work/java" $(topics_of r)
  passes records-java-writes java_client write "$bootstrap" $(pairs_of rj)
  for codec in $codecs; do
    same "records-ours-by-java-$codec" "$(differences "$work/java/r-$codec-$run")" ""
    "$build/records" read "$bootstrap" "r-$codec-$run" > "$work/ours" 2> "$work/error"
    same "records-ours-by-us-$codec" "$(cat "$work/error"; differences "$work/ours")" ""
    "$build/records" read "$bootstrap" "rj-$codec-$run" > "$work/javas" 2> "$work/error"
    same "records-javas-by-us-$codec" "$(cat "$work/error"; differences "$work/javas")" ""
  done
}

# The lines of our own reader, sorted; one line instead when it failed.
ours() { # TOPIC NAME=VALUE...
  if "$build/records" read "$bootstrap" "$@" > "$work/ours" 2> "$work/error"; then
    sort "$work/ours"
  else
    echo "failed: $(tail -n 1 "$work/error")"
  fi
}

unlike() { diff "$1" "$work/expected" | head -n 2; }

transactions() {
  local codec level
  mkdir "$work/transactions"
  passes transactions-java-writes java_client transactions "$bootstrap" "none=x-none-$run" \
    "lz4=x-lz4-$run"
  for codec in none lz4; do
    passes "transactions-java-reads-$codec" java_client read "$bootstrap" "$work/transactions" \
      "x-$codec-$run@read_committed" "x-$codec-$run@read_uncommitted"
    for level in read_committed read_uncommitted; do
      sort "$work/transactions/x-$codec-$run@$level" > "$work/expected"
      ours "x-$codec-$run" isolation.level=$level > "$work/sorted"
      same "transactions-$level-$codec" "$(unlike "$work/sorted")" ""
      # few batches an answer, few records kept: transactions that began in an answer before
      ours "x-$codec-$run" isolation.level=$level fetch.message.max.bytes=700 \
        queued.min.messages=5 > "$work/sorted"
      same "transactions-$level-$codec-small" "$(unlike "$work/sorted")" ""
    done
    # and neither client decides what is committed: the values say it (x61 a..., x6f o...)
    grep -v ' x61\| x6f' "$work/expected" > "$work/by-value"
    least "transactions-aborted-$codec" "$(grep -c ' x61' "$work/expected")" 50
    sort "$work/transactions/x-$codec-$run@read_committed" > "$work/expected"
    same "transactions-by-value-$codec" "$(unlike "$work/by-value")" ""
  done
}

records
transactions
millions
finish
