#!/bin/bash
# All of fastka's tests: tests/run.sh [PART ...]; without a PART all but `tidy` and `fuzz`.
#   style     formatting, plain rules          unit      ctest, dev profile (and Java as codec oracle)
#   asan      ctest, ASan and UBSan            tsan      ctest, ThreadSanitizer
#   swap      no supported function's test passes without the function
#   embedded  kcat, programs' loading, examples, against fastka-broker
#   kafka     the same kcat test and examples against Kafka 4.4.0, the administration calls, each
#             call compared with librdkafka's answer; the Rust binding's tests; kcat against 3.9.2; a
#             short run on three nodes
#   interop   a million messages, and the Java client, in each codec
#   truth     Kafka 4.4.0, 3.9.2 and 2.4.1 under faults: every report against the log; a minute of
#             random faults in each of five profiles
#   reading   consumers on Kafka 4.4.0, one node and three, under faults: what they read against what
#             Java reads
#   bench     instruction counts against their limits; a short run of the benchmark
#   explore   every state of small worlds that the producer's rules can get into (65 million)
#   planted   each bug of src/base/planted.def is caught by the suite that is named with it
#   fuzz      each fuzz target for a while     tidy      clang-tidy (slow)
# Installs what is missing (packaging/setup.sh --tests), builds under build/, keeps each part's log
# in build/tests/PART.log, and ends with one line "N passed, N failed". Quick when run again.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/tests
kafka=$root/tests/brokers/kafka.sh
everything="style unit asan tsan swap explore planted embedded kafka interop truth reading bench"

say() { echo "[$(date +%T)] $*"; }
die() { echo "run.sh: $*" >&2; exit 1; }

if command -v ccache > /dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
fi

# build PROFILE TARGET...; once for each profile and target, whoever asks first
build() {
  local profile=$1
  shift
  (
    flock 9
    cmake -S "$root" --preset "$profile" -B "$root/build/$profile" &&
      ninja -C "$root/build/$profile" "$@"
  ) 9> "$logs/build-$profile.lock" > "$logs/build-$profile.log" 2>&1 && return
  echo "FAIL build-$profile: $(grep -m 1 -E 'error:|Error|FAILED' "$logs/build-$profile.log")"
  return 1
}

# ctest with its verdicts as ok and FAIL lines; a test that failed is shown in full
run_ctest() { # PROFILE ARGUMENT...
  local profile=$1 code
  shift
  ctest --test-dir "$root/build/$profile" --output-on-failure --timeout 300 "$@" 2>&1 |
    sed -E "s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([A-Za-z0-9_.+-]+) .*Passed.*/ok $profile-\1/
            s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([A-Za-z0-9_.+-]+) .*(\*\*\*[A-Za-z ]+).*/FAIL $profile-\1: \2/"
}

# What takes minutes, or a second build of its own, is not for every profile.
part_style() { "$root/tests/style/check.sh"; }

part_unit() {
  build dev all || return
  run_ctest dev -j 2 -LE 'slow|fuzz'
}

part_asan() {
  build asan all || return
  ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 \
    UBSAN_OPTIONS=print_stacktrace=1 run_ctest asan -j 2 -LE 'slow|fuzz|oracle'
}

part_tsan() {
  build tsan all || return
  TSAN_OPTIONS=halt_on_error=1 run_ctest tsan -j 2 -LE 'slow|fuzz|oracle'
}

part_swap() {
  build dev all || return
  "$root/tests/swap/run.sh" "$root/build/dev"
}

part_explore() {
  build dev explore_test || return
  run_ctest dev -R '^explore_test$' -V | grep -vE '^[0-9]+: Test (command|timeout)'
}

part_planted() {
  # shellcheck disable=SC2046 # the suites are words
  build planted $("$root/tests/planted/run.sh" --suites) || return
  "$root/tests/planted/run.sh" "$root/build/planted"
}

build_programs() {
  build release rdkafka fastka-broker bench_programs interop_programs real_programs examples \
    abi_admin abi_admin_look
}

# with_embedded COMMAND...: with $bootstrap of a fastka-broker that lives as long as the command
with_embedded() {
  local log=$logs/fastka-broker.log pid bootstrap=''
  "$root/build/release/src/fastka-broker" --listen 127.0.0.1:0 --partitions 3 > "$log" 2>&1 &
  pid=$!
  for _ in $(seq 100); do
    bootstrap=$(sed -n 's/^fastka-broker: ready on \([0-9.:]*\).*/\1/p' "$log")
    [ -z "$bootstrap" ] || break
    sleep 0.05
  done
  if [ -n "$bootstrap" ]; then "$@" "$bootstrap"; else echo "FAIL fastka-broker: $(cat "$log")"; fi
  kill $pid 2> /dev/null
  wait $pid 2> /dev/null
}

on_embedded() {
  NAME=embedded-kcat "$root/tests/drop-in/kcat_test.sh" "$1" "$library"
  "$root/tests/drop-in/examples_test.sh" "$1"
}

part_embedded() {
  build_programs || return
  "$root/tests/drop-in/load_test.sh" "$library"
  with_embedded on_embedded
}

# with_kafka VERSION NODES COMMAND...: a Kafka of its own for the command, which gets its address
with_kafka() {
  local version=$1 nodes=$2 name=run-$$-$1-$2 bootstrap
  shift 2
  if bootstrap=$(KAFKA_VERSION=$version "$kafka" start "$name" "$nodes"); then
    "$@" "$bootstrap"
  else
    echo "FAIL kafka-$version-$nodes: did not start"
  fi
  "$kafka" wipe "$name"
}

on_kafka() {
  local test
  NAME=kafka-kcat "$root/tests/drop-in/kcat_test.sh" "$1" "$library"
  "$root/tests/drop-in/examples_test.sh" "$1"
  "$root/tests/differential/run.sh" "$1" "$library"
  for test in abi_admin abi_admin_look; do
    if ADMIN_TEST_BOOTSTRAP=$1 timeout 120 "$root/build/release/tests/api/$test"; then
      echo "ok kafka-$test"
    else
      echo "FAIL kafka-$test"
    fi
  done
}

on_old_kafka() { NAME=kafka-3.9.2-kcat "$root/tests/drop-in/kcat_test.sh" "$1" "$library"; }

# Leaders on three nodes: every message of every partition comes back.
on_three_nodes() {
  local topic=three-$$
  "$kafka" topic "run-$$-4.4.0-3" $topic 6 3
  seq 30000 | LD_PRELOAD=$library timeout 60 kcat -b "$1" -P -t $topic -z zstd
  echo "$([ $? -eq 0 ] && echo ok || echo FAIL) three-nodes-produce"
  if [ "$(LD_PRELOAD=$library timeout 60 kcat -b "$1" -C -t $topic -e -q | sort -n | md5sum)" = \
    "$(seq 30000 | md5sum)" ]; then echo "ok three-nodes-consume"; else echo "FAIL three-nodes-consume"; fi
}

part_kafka() {
  build_programs || return
  "$root/tests/drop-in/rust_test.sh" "$root/build/release"
  with_kafka 4.4.0 1 on_kafka
  with_kafka 3.9.2 1 on_old_kafka
  with_kafka 4.4.0 3 on_three_nodes
}

part_interop() {
  build_programs || return
  with_kafka 4.4.0 1 "$root/tests/interop/run.sh"
}

part_truth() {
  build_programs || return
  RUN=$$ BUILD=$root/build/release "$root/tests/real/truth.py"
  RUN=$$ BUILD=$root/build/release "$root/tests/real/stress.py"
}

part_reading() {
  build_programs || return
  RUN=$$ BUILD=$root/build/release "$root/tests/real/reading.py"
}

part_bench() {
  build bench record_paths append_gate allocations bench_programs fastka-broker || return
  run_ctest bench -R '^instructions'
  if "$root/tests/bench/run.sh" --smoke; then echo "ok bench-smoke"; else echo "FAIL bench-smoke"; fi
}

part_fuzz() {
  build fuzz all || return
  run_ctest fuzz -L fuzz
}

part_tidy() {
  build dev all || return
  local out
  out=$(git -C "$root" ls-files 'src/*.cc' | xargs -P 2 -n 4 -I {} clang-tidy --quiet \
    -p "$root/build/dev" "$root/{}" 2> /dev/null | grep -E 'error:|warning:' | sort -u)
  if [ -z "$out" ]; then echo "ok tidy"; else echo "FAIL tidy: $(wc -l <<< "$out") findings"; echo "$out"; fi
}

# One part: its log, and a line with what came of it. A part without a verdict has failed.
run_part() {
  local part=$1 log=$logs/$1.log start=$SECONDS
  "part_$part" > "$log" 2>&1 < /dev/null
  grep -qE '^(ok|FAIL) ' "$log" || echo "FAIL $part: ended without a verdict" >> "$log"
  say "$part: $(grep -c '^ok ' "$log") passed, $(grep -c '^FAIL ' "$log") failed" \
    "($((SECONDS - start)) s, build/tests/$part.log)"
  grep -E '^(FAIL|SKIP) ' "$log"
  return 0
}

# The processor's lane and the brokers' lane run side by side: the second mostly waits.
run_lane() {
  local part
  for part in "$@"; do
    case " $parts " in *" $part "*) run_part "$part" ;; esac
  done
}

case ${1:-} in -*) sed -n '2,20s/^# \{0,1\}//p' "$0"; exit 2 ;; esac
parts=${*:-$everything}
for part in $parts; do
  declare -F "part_$part" > /dev/null || die "no such part: $part (there are: $everything fuzz tidy)"
done
"$root/packaging/setup.sh" --tests || exit 1
mkdir -p "$logs"
library=$root/build/release/src/librdkafka.so.1
for part in $parts; do rm -f "$logs/$part.log"; done

# a cluster must not outlive us, however we end
trap 'for name in $(ls "${FASTKA_KAFKA_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/fastka/kafka}/clusters" \
  2> /dev/null | grep "^run-$$-"); do "$kafka" wipe "$name"; done' EXIT
run_lane style unit asan tsan swap explore planted fuzz tidy &
cpu_lane=$!
run_lane embedded kafka interop truth reading
wait $cpu_lane
run_lane bench

passed=0
failed=0
for part in $parts; do
  passed=$((passed + $(grep -c '^ok ' "$logs/$part.log")))
  failed=$((failed + $(grep -c '^FAIL ' "$logs/$part.log")))
done
echo "$passed passed, $failed failed"
exit $((failed > 0))
