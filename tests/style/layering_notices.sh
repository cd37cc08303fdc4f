#!/bin/bash
# Goal: the layering test fails for each kind of wrong arrow, and only then.
# Method: a copy of src with one #include (or folder) planted; the test must name it.
#   layering_notices.sh ROOT CMAKE-COMMAND...
set -uo pipefail
root=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { "$@" -DSOURCE="$work/src" -P "$root/tests/layering.cmake" 2>&1; }

fresh() { rm -rf "$work/src" && cp -r "$root/src" "$work/src"; }

# plant FOLDER INCLUDE EXPECTED COMMAND...
plant() {
  local folder=$1 include=$2 expected=$3 output
  shift 3
  fresh
  mkdir -p "$work/src/$folder"
  echo "#include \"$include\"" > "$work/src/$folder/planted.cc"
  if output=$(check "$@"); then
    echo "not noticed: $folder including $include"
    exit 1
  fi
  if ! tr -s ' \n' ' ' <<< "$output" | grep -qF "$expected"; then
    echo "not named: $folder including $include: $output"
    exit 1
  fi
}

fresh
check "$@" || exit 1
plant base wire/primitives.h 'base must not include wire' "$@"
plant producer consumer/consumer.h 'producer must not include consumer' "$@"
plant mock net/connection.h 'mock must not include net' "$@"
plant wire/messages record/batch.h 'wire must not include record' "$@"
plant stray base/types.h 'src/stray: a folder that is no layer' "$@"
echo "every planted arrow was named"
