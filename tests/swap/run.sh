#!/bin/bash
# Goal: the test that compat/symbols.def names for a supported function fails when that function is
# replaced by its refusal; so no row says "works" without a test that would notice.
# Method: for each row a preloaded library with that one function refused; the named ctest must then
# fail. Each test is run once unswapped first and must pass.
#   run.sh BUILD_DIR [function...]
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/lib/checks.sh
. "$here/../lib/checks.sh"
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:?the build folder is needed}" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The command of a ctest, one word a line.
ctest --test-dir "$build" --show-only=json-v1 > "$work/tests.json"
command_of() {
  python3 - "$work/tests.json" "$1" << 'END'
import json, sys
for test in json.load(open(sys.argv[1]))["tests"]:
    if test["name"] == sys.argv[2]:
        print("\n".join(test.get("command", [])))
END
}

run_test() { # NAME [preloaded library]
  local command
  mapfile -t command < <(command_of "$1")
  [ ${#command[@]} -gt 0 ] || return 127
  (cd "$work" && LD_PRELOAD=${2:-} timeout 60 "${command[@]}" > "$work/output" 2>&1)
}

declare -A passes_alone
rows=$(sed -nE 's/^(SUPPORTED|CONTAINER)\(([A-Za-z0-9_]+), "(.*)"\)$/\2 \3/p' \
  "$root/compat/symbols.def")
while read -r name test; do
  if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
  if [ -z "${passes_alone[$test]:-}" ]; then
    run_test "$test"
    passes_alone[$test]=$?
  fi
  if [ "${passes_alone[$test]}" -ne 0 ]; then
    fail "swap-$name" "$test fails already when nothing is swapped (${passes_alone[$test]})"
    continue
  fi
  stub=$work/$name.so
  if ! ${CXX:-g++} -std=c++20 -O1 -shared -fPIC -isystem "$root/include" -DSWAP_NAME="$name" \
    -o "$stub" "$here/stub.cc" 2> "$work/output"; then
    fail "swap-$name" "$(cat "$work/output")"
    continue
  fi
  if run_test "$test" "$stub"; then
    fail "swap-$name" "$test passes without it"
  else
    ok "swap-$name"
  fi
  rm -f "$stub"
done <<< "$rows"
finish
