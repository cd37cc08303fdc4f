#!/bin/bash
# Goal: what fastka writes is what everybody reads, and the other way round, in every codec.
# Method: COUNT messages out and in through fastka, checked byte by byte on both ends; the same by
# the Java client for both ways; records with null and empty keys, values and headers and with
# times, compared with the lines of cases.py, which neither client made.
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

records
millions
finish
