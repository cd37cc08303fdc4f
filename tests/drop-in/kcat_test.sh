#!/bin/bash
# Goal: Debian's kcat, unmodified, does through fastka what it does through librdkafka; what fastka
# does not do yet ends with exit code 1 and a text that names the cause.
# Method: kcat's own options, each with a known answer.
#   kcat_test.sh BOOTSTRAP [LIBRARY]    without LIBRARY: Debian's library, as the control
# BOOTSTRAP: one broker with id 1 that creates topics of three partitions.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/lib/checks.sh
. "$here/../lib/checks.sh"
bootstrap=${1:?a bootstrap address is needed}
library=${2:-}
name=${NAME:-kcat}
run=$(date +%s%N)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

kcat() { env ${library:+LD_PRELOAD="$library"} timeout 30 /usr/bin/kcat -b "$bootstrap" "$@"; }
write() { kcat -P -t "$@"; }
read_all() { kcat -C -e -q -t "$@"; }
expect() { same "$name-$1" "$2" "$3"; }
sum() { md5sum | cut -c1-32; }

# Expects exit code 1 and an output that matches the pattern; with the real library, success.
expect_refused() { # CHECK PATTERN OUTPUT CODE
  if [ -z "$library" ]; then expect "$1" "$4" 0; return; fi
  expect "$1-refused" "$4" 1
  if grep -qiE "$2" "$3"; then ok "$name-$1-says-why"; else fail "$name-$1-says-why" "$(cat "$3")"; fi
}

keys_and_partitions() {
  local topic=keys-$run
  seq 1000 | awk '{print "key" $1 % 7 ":value" $1}' > "$work/lines"
  write "$topic" -K: < "$work/lines"
  expect keyed-produce $? 0
  read_all "$topic" -o beginning -f '%k:%s\n' > "$work/read"
  expect keyed-consume "$(sort "$work/read" | sum)" "$(sort "$work/lines" | sum)"
  expect key-in-one-partition \
    "$(read_all "$topic" -f '%k %p\n' | sort -u | cut -d' ' -f1 | uniq -d)" ""
  expect order-within-key \
    "$(grep '^key3:' "$work/read" | sum)" "$(grep '^key3:' "$work/lines" | sum)"
}

codecs() {
  local codec
  for codec in none gzip snappy lz4 zstd; do
    seq 20000 | write "codec-$codec-$run" -p 0 -z $codec
    expect "produce-$codec" $? 0
    expect "consume-$codec" "$(read_all "codec-$codec-$run" -p 0 -o beginning | sum)" \
      "$(seq 20000 | sum)"
  done
}

headers_and_nulls() {
  printf 'value\n' | write "headers-$run" -p 0 -H one=1 -H two=second -H bare
  expect headers "$(read_all "headers-$run" -p 0 -f '%h|%s\n')" 'one=1,two=second,bare=NULL|value'
  printf 'only-key:\n:only-value\n' | write "nulls-$run" -p 0 -K: -Z
  expect null-lengths "$(read_all "nulls-$run" -p 0 -f '%K %S;')" '8 -1;-1 10;'
  read_all "nulls-$run" -p 0 -J | sed -E 's/"ts":[0-9]{13}/"ts":0/; s/"topic":"[^"]*",//' \
    > "$work/json"
  expect json-1 "$(sed -n 1p "$work/json")" \
    '{"partition":0,"offset":0,"tstype":"create","ts":0,"broker":1,"key":"only-key","payload":null}'
  expect json-2 "$(sed -n 2p "$work/json")" \
    '{"partition":0,"offset":1,"tstype":"create","ts":0,"broker":1,"key":null,"payload":"only-value"}'
}

# on the topic of codecs(): 20000 lines in partition 0
offsets_and_times() {
  local topic=codec-none-$run time
  expect from-tail "$(read_all "$topic" -p 0 -o -3 | tr '\n' ' ')" '19998 19999 20000 '
  expect from-offset "$(kcat -C -q -t "$topic" -p 0 -o 19997 -c 2 | tr '\n' ' ')" '19998 19999 '
  expect count "$(kcat -C -q -t "$topic" -p 0 -o beginning -c 5 | wc -l)" 5
  expect from-end "$(read_all "$topic" -p 0 -o end | wc -l)" 0
  time=$(kcat -C -q -t "$topic" -p 0 -o 0 -c 1 -f '%T')
  expect query-time "$(kcat -Q -t "$topic:0:$time" | sed 's/.*offset //')" 0
  expect query-end "$(kcat -Q -t "$topic:0:-1" | sed 's/.*offset //')" 20000
  expect query-begin "$(kcat -Q -t "$topic:0:-2" | sed 's/.*offset //')" 0
  expect from-time "$(kcat -C -q -t "$topic" -p 0 -o "s@$time" -c 1)" 1
  expect until-time "$(read_all "$topic" -p 0 -o "s@$time" -o "e@$((time - 1))" | wc -l)" 0
}

metadata() {
  local topic=keys-$run
  expect list-partitions "$(kcat -L -t "$topic" | grep -c 'partition [0-2], leader 1')" 3
  expect list-json "$(kcat -L -J -t "$topic" | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(len(d["brokers"]), d["controllerid"], len(d["topics"][0]["partitions"]))')" "1 1 3"
  expect list-all "$(kcat -L | grep -c "topic \"$topic\"")" 1
}

whole_files() {
  head -c 600000 /dev/urandom | base64 -w 0 > "$work/big"
  write "file-$run" -p 0 "$work/big"
  expect file-produce $? 0
  expect file-consume "$(read_all "file-$run" -p 0 -D '' | sum)" "$(sum < "$work/big")"
  head -c 2000000 /dev/zero | tr '\0' x > "$work/huge"
  write "file-$run" -p 0 "$work/huge" 2> "$work/error"
  expect too-large $? 1
  expect too-large-says "$(grep -o 'Message size too large' "$work/error" | head -n 1)" \
    'Message size too large'
  expect tee "$(printf 'x\ny\n' | write "tee-$run" -p 0 -T)" xy
  printf 'a;b;c' | write "delimiter-$run" -p 0 -D ';'
  expect delimiter "$(read_all "delimiter-$run" -p 0 | tr '\n' ' ')" 'a b c '
  printf 'one\ntwo\n' > "$work/two"
  write "lines-$run" -p 0 -l "$work/two"
  expect lines-of-file "$(read_all "lines-$run" -p 0 | tr '\n' ' ')" 'one two '
}

settings() {
  local code
  printf 'i\n' | write "set-$run" -p 0 -X enable.idempotence=true -X acks=all -X linger.ms=0
  expect idempotent $? 0
  printf 'i\n' | write "set-$run" -p 0 -X request.required.acks=0 > "$work/error" 2>&1
  code=$?
  expect_refused acks-0 acks "$work/error" $code
  if [ -n "$library" ]; then
    printf 'i\n' | FASTKA_STRENGTHEN=1 write "set-$run" -p 0 -X request.required.acks=0 \
      > "$work/error" 2>&1
    expect acks-0-strengthened $? 0
  fi
  printf 'i\n' | write "set-$run" -p 0 -X no.such.thing=1 2> "$work/error"
  expect unknown-setting $? 1
  expect unknown-setting-says "$(grep -c 'No such configuration property' "$work/error")" 1
  printf 'i\n' | write "set-$run" -p 0 -X linger.ms=abc 2> "$work/error"
  expect bad-value $? 1
  expect dump "$(kcat -X dump -X client.id=chosen | grep -c '^client.id = chosen')" 1
  expect list-settings "$(kcat -X list | grep -c bootstrap.servers)" 1
}

groups_and_transactions() {
  local code
  kcat -G "group-$run" -X auto.offset.reset=earliest -e "keys-$run" > "$work/group" \
    2> "$work/error"
  code=$?
  expect_refused group 'consumer groups' "$work/error" $code
  seq 5 | write "txn-$run" -p 0 -X transactional.id="txn-$run" > "$work/error" 2>&1
  code=$?
  expect_refused transaction transactions "$work/error" $code
  [ -n "$library" ] || expect group-reads "$(wc -l < "$work/group")" 1000
}

bad_places() {
  kcat -C -t "nowhere-$run" -p 99 -e -q > "$work/error" 2>&1
  expect no-such-partition $? 1
  SECONDS=0
  bootstrap=127.0.0.1:1 kcat -L -m 2 > "$work/error" 2>&1
  expect no-broker $? 1
  expect no-broker-in-time $((SECONDS < 6)) 1
  expect no-broker-says "$(grep -c '127.0.0.1:1' "$work/error" | sed 's/[1-9].*/some/')" some
}

keys_and_partitions
codecs
headers_and_nulls
offsets_and_times
metadata
whole_files
settings
groups_and_transactions
bad_places
finish
