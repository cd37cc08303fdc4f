# shellcheck shell=bash
# What run.sh and gate.sh build and fetch. Uses $root and $out; fills the array `clients` with
# options of measure.py.

die() { echo "bench: $*" >&2; exit 1; }

library() { # NAME FILE: a folder of its own, in which FILE is librdkafka.so.1
  [ -e "$2" ] || die "$1: there is no $2"
  mkdir -p "$out/libraries/$1"
  ln -sfn "$2" "$out/libraries/$1/librdkafka.so.1"
  clients+=(--library "$1=$out/libraries/$1")
}

wheel_library() {
  local folder
  folder=$("$root/tests/drop-in/wheel.sh") || die "pip could not fetch the wheel"
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

# The library of a commit, built once in a worktree of its own.
base_library() { # REV
  local commit tree
  commit=$(git -C "$root" rev-parse --verify -q "$1^{commit}") || die "no such commit: $1"
  tree=$out/base-$commit
  git -C "$root" worktree prune
  [ -d "$tree/source" ] || git -C "$root" worktree add -q --detach "$tree/source" "$commit"
  build "$tree/source" "$tree/build" rdkafka
  echo "$tree/build/src/librdkafka.so.1"
}

left_out() { echo "bench: without $1: $2" >&2; }

tool() { # NAME PLACE: a program of the path or at its usual place
  command -v "$1" || { [ -x "$2" ] && echo "$2"; }
}

add_peers() {
  local program log=$out/peers.log java_client=4.4.0 jars
  mkdir -p "$out/peers"
  if ! program=$(tool cargo "$HOME/.cargo/bin/cargo"); then
    left_out rskafka "there is no cargo"
  elif ! "$program" build -q --release --locked --target-dir "$out/peers/rskafka" \
    --manifest-path "$root/tests/peers/rskafka/Cargo.toml" > "$log" 2>&1; then
    left_out rskafka "$(grep -m 1 -i error "$log")"
  else
    clients+=(--peer "rskafka=$out/peers/rskafka/release/rskafka_bench")
  fi
  if ! program=$(tool go /usr/local/go/bin/go); then
    left_out franz-go "there is no go"
  elif ! (cd "$root/tests/peers/franz-go" && "$program" build -o "$out/peers/franz-go" ./bench) \
    > "$log" 2>&1; then
    left_out franz-go "$(head -n 1 "$log")"
  else
    clients+=(--peer "franz-go=$out/peers/franz-go")
  fi
  if ! program=$(command -v javac); then
    left_out java "there is no javac"
  elif ! { jars=$("$kafka" clients $java_client) && mkdir -p "$out/peers/java" &&
    "$program" -nowarn -d "$out/peers/java" -cp "$jars/*" "$root/tests/peers/java/Bench.java"; } \
    > "$log" 2>&1; then
    left_out java "$(head -n 1 "$log")"
  else
    clients+=(--peer "java=java -Dpeer.version=$java_client -cp $out/peers/java:$jars/* Bench")
  fi
}
