#!/bin/bash
# The first minute: installs what is missing, builds fastka, starts the embedded broker, and lets
# Debian's kcat, unmodified, produce and read back through it. Stops what it started.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
library=$build/src/librdkafka.so.1
work=$(mktemp -d)
broker=
clean_up() {
  [ -z "$broker" ] || { kill "$broker" && wait "$broker"; } 2> /dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

say() { echo "quickstart: $*"; }
die() { echo "quickstart: $*" >&2; exit 1; }

build_it() {
  cmake -S "$root" --preset release -B "$build" && ninja -C "$build" rdkafka fastka-broker
}

start_broker() {
  "$build/src/fastka-broker" --listen 127.0.0.1:0 --partitions 3 > "$work/broker" 2>&1 &
  broker=$!
  for _ in $(seq 100); do
    bootstrap=$(sed -n 's/^fastka-broker: ready on \([0-9.:]*\).*/\1/p' "$work/broker")
    [ -z "$bootstrap" ] || return 0
    kill -0 $broker 2> /dev/null || break
    sleep 0.05
  done
  die "fastka-broker did not start: $(tail -n 1 "$work/broker")"
}

"$root/packaging/setup.sh" --build
say "building (the first time takes some minutes) ..."
build_it > "$work/build" 2>&1 || { tail -n 20 "$work/build" >&2; die "the build failed, see above"; }
start_broker
say "fastka-broker, the embedded broker, is ready on $bootstrap"

# What a user types: one variable, and the program as Debian ships it.
printf 'a:hello\nb:from an unmodified\nc:kcat\n' |
  LD_PRELOAD=$library kcat -b "$bootstrap" -P -t quickstart -K: -z lz4
say "kcat has produced 3 messages; now it reads them back:"
LD_PRELOAD=$library kcat -b "$bootstrap" -C -t quickstart -e -q \
  -f 'partition %p offset %o: %k = %s\n' | tee "$work/read"
[ "$(wc -l < "$work/read")" -eq 3 ] || die "that should have been 3 messages"

# The proof: what the loader bound kcat's imports to, in a run of its own.
LD_DEBUG=bindings LD_DEBUG_OUTPUT=$work/bound LD_BIND_NOW=1 LD_PRELOAD=$library \
  kcat -b "$bootstrap" -L > "$work/list"
grep -ah 'binding file [^ ]*kcat ' "$work"/bound.* | grep -a 'symbol `rd_kafka_' > "$work/all"
ours=$(grep -acF " to $library " "$work/all" || true)
say "served by $library: $ours of kcat's $(wc -l < "$work/all") rd_kafka_ functions come from there"
[ "$ours" -gt 0 ] && [ "$ours" -eq "$(wc -l < "$work/all")" ] || die "another library served kcat"
say "done; the broker is stopped"
