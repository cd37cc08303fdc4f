#!/bin/bash
# Measures fastka beside librdkafka against a real Kafka: CPU per message, messages per second, RSS.
#   tests/bench/run.sh [--smoke] [--base REV] [--rounds N] [--messages N] [--jobs a,b] [--codecs a,b]
#     --smoke      100,000 messages, one round: shows that everything still runs, measures nothing
#     --base REV   builds that commit as well and prints its columns beside
# The libraries: Debian's librdkafka1, the one inside the PyPI wheel confluent-kafka, and ours.
# Every run is kept in build/bench/runs.jsonl.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
out=$root/build/bench
wheel=confluent-kafka==2.16.1
kafka=$root/tests/brokers/kafka.sh

die() { echo "bench: $*" >&2; exit 1; }

library() { # NAME FILE: a folder of its own, in which FILE is librdkafka.so.1
  [ -e "$2" ] || die "$1: there is no $2"
  mkdir -p "$out/libraries/$1"
  ln -sfn "$2" "$out/libraries/$1/librdkafka.so.1"
  libraries+=(--library "$1=$out/libraries/$1")
}

wheel_library() {
  local folder=$out/wheel
  if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder"
    python3 -m pip download -q --no-deps -d "$folder" $wheel > /dev/null ||
      die "pip could not fetch $wheel"
    python3 -m zipfile -e "$folder"/*.whl "$folder"
    touch "$folder/complete"
  fi
  echo "$folder"/confluent_kafka.libs/librdkafka-*.so.1
}

build() { # SOURCE BUILD TARGET...
  local source=$1 build=$2
  shift 2
  if ! { cmake -S "$source" --preset release -B "$build" && ninja -C "$build" "$@"; } \
    > "$out/build.log" 2>&1; then
    tail -n 20 "$out/build.log" >&2
    die "building $source failed ($out/build.log)"
  fi
}

base_library() { # REV
  local commit tree
  commit=$(git -C "$root" rev-parse --verify -q "$1^{commit}") || die "no such commit: $1"
  tree=$out/base-$commit
  [ -d "$tree/source" ] || git -C "$root" worktree add -q --detach "$tree/source" "$commit"
  build "$tree/source" "$tree/build" rdkafka
  echo "$tree/build/src/librdkafka.so.1"
}

base=
messages=1000000
options=()
while [ $# -gt 0 ]; do
  case $1 in
    --smoke) messages=100000 && options+=(--rounds 1) ;;
    --base) base=${2:?} && shift ;;
    --messages) messages=${2:?} && shift ;;
    --rounds | --jobs | --codecs) options+=("$1" "${2:?}") && shift ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0" && exit 2 ;;
  esac
  shift
done

"$root/packaging/setup.sh" --tests
mkdir -p "$out"
build "$root" "$root/build/release" rdkafka bench_programs
libraries=()
library librdkafka-debian "$(readlink -f /usr/lib/*/librdkafka.so.1)"
library librdkafka-wheel "$(wheel_library)"
library fastka "$root/build/release/src/librdkafka.so.1"
[ -z "$base" ] || library "base-$base" "$(base_library "$base")"

cluster=bench-$$
trap '"$kafka" wipe $cluster' EXIT
bootstrap=$("$kafka" start $cluster)
programs=$root/build/release/tests/bench
for codec in none lz4; do
  for way in in out; do "$kafka" topic $cluster bench-$way-$codec 3; done
  # filled by Debian's library for all of them alike
  LD_LIBRARY_PATH=$out/libraries/librdkafka-debian "$programs/produce" "$bootstrap" \
    bench-in-$codec "$messages" compression.codec=$codec > /dev/null
done
python3 "$root/tests/bench/measure.py" --programs "$programs" --bootstrap "$bootstrap" \
  --messages "$messages" --json "$out/runs.jsonl" "${libraries[@]}" "${options[@]}"
