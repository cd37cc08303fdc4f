#!/bin/bash
# Goal: what is built against librdkafka runs on fastka unchanged, and what is installed is what
# programs look for.
# Method: the two examples, built (1) against Debian's librdkafka-dev and run with our library first
# in the search path, (2) against an installation of ours in a folder of its own, through
# pkg-config and through CMake's find_package; each sends lines to BOOTSTRAP and reads them back.
#   examples_test.sh BOOTSTRAP    BUILD: folder of the build
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=tests/lib/checks.sh
. "$root/tests/lib/checks.sh"
bootstrap=${1:?a bootstrap address is needed}
build=$(cd "${BUILD:-$root/build/release}" && pwd)
run=$(date +%s%N)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

lines() { seq 200 | awk '{print "key" $1 % 5 ":line " $1}'; }

# round_trip NAME FOLDER LIBRARIES: the producer and consumer of FOLDER
round_trip() {
  local topic=examples-$1-$run served
  lines | LD_LIBRARY_PATH=$3 timeout 60 "$2/producer" "$bootstrap" "$topic" linger.ms=1 \
    > "$work/out" 2>&1
  same "example-producer-$1" "$? $(tail -n 1 "$work/out")" "0 200 stored, 0 failed"
  LD_LIBRARY_PATH=$3 timeout 60 "$2/consumer" "$bootstrap" "$topic" > "$work/in" 2> "$work/error"
  same "example-consumer-$1" "$? $(cut -d' ' -f3- "$work/in" | sort | md5sum) $(cat "$work/error")" \
    "0 $(lines | sort | md5sum) "
  served=$(LD_LIBRARY_PATH=$3 ldd "$2/consumer" | awk '/librdkafka/ {print $3}')
  same "example-library-$1" "$(readlink -f "$served")" "$(readlink -f "$3/librdkafka.so.1")"
}

compile() { # FOLDER FLAG...
  local folder=$1 example
  shift
  mkdir -p "$folder"
  for example in producer consumer; do
    gcc -std=c11 -D_GNU_SOURCE -Wall -Werror "$root/examples/$example.c" -o "$folder/$example" "$@" ||
      return
  done
}

with_cmake() {
  mkdir -p "$work/cmake"
  cat > "$work/cmake/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES C)
find_package(RdKafka 2.0 REQUIRED)
add_compile_definitions(_GNU_SOURCE)
foreach(example producer consumer)
  add_executable(\${example} $root/examples/\${example}.c)
  target_link_libraries(\${example} RdKafka::rdkafka)
endforeach()
END
  cmake -S "$work/cmake" -B "$work/cmake/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" &&
    ninja -C "$work/cmake/build"
}

passes example-builds-debian compile "$work/debian" -I/usr/include -lrdkafka
round_trip debian-header "$work/debian" "$build/src"

passes install cmake --install "$build" --prefix "$prefix"
libraries=$(dirname "$(find "$prefix" -name librdkafka.so.1)")
same install-files "$(cd "$prefix" && find . -name '*rdkafka*.so*' -o -name '*.h' -o -name '*.pc' |
  sed 's|.*/||' | sort | tr '\n' ' ')" \
  "librdkafka.so librdkafka.so.1 rdkafka.h rdkafka.pc rdkafka_mock.h "
export PKG_CONFIG_PATH=$libraries/pkgconfig
same install-version "$(pkg-config --modversion rdkafka)" 2.16.0
# shellcheck disable=SC2046
passes example-builds-pkg-config compile "$work/installed" $(pkg-config --cflags --libs rdkafka)
round_trip pkg-config "$work/installed" "$libraries"
passes example-builds-cmake with_cmake
round_trip cmake "$work/cmake/build" "$libraries"
finish
