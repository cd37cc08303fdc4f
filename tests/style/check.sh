#!/bin/bash
# Goal: one look for all code. Method: clang-format and cmake-format in check mode over every file
# that git knows; plain rules that no tool has: ASCII, no trailing blanks, files of bounded size.
#   tests/style/check.sh
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/lib/checks.sh
. "$root/tests/lib/checks.sh"
cd "$root" || exit 1
listed() { git ls-files --cached -- "$@" | while read -r file; do [ -e "$file" ] && echo "$file"; done; }

mapfile -t code < <(listed '*.c' '*.cc' '*.h')
mapfile -t lists < <(listed '*CMakeLists.txt' '*.cmake')
mapfile -t scripts < <(listed '*.sh' .ci/run)
mapfile -t text < <(listed '*.md' '*.java' '*.py' '*.def' '*.yaml' '*.json')

tells() { # NAME OUTPUT: ok when there is none
  if [ -z "$2" ]; then ok "$1"; else fail "$1" "$2"; fi
}

tells clang-format "$(printf '%s\n' "${code[@]}" | xargs -P 2 -n 20 clang-format --dry-run -Werror 2>&1 |
  grep -E 'error:' | cut -d: -f1 | sort -u)"
tells cmake-format "$(cmake-format --check "${lists[@]}" 2>&1 | sed -n 's/.*Check failed: //p')"
tells bash-syntax "$(for file in "${scripts[@]}"; do bash -n "$file" 2>&1; done)"
tells ascii "$(LC_ALL=C grep -lP '[^\x00-\x7F]' "${code[@]}" "${lists[@]}" "${scripts[@]}" "${text[@]}")"
tells no-trailing-blanks "$(grep -lE '[[:blank:]]+$' "${code[@]}" "${lists[@]}" "${scripts[@]}")"
# tables are the exception: their length is that of the API or of the settings
tells file-size "$(wc -l $(printf '%s\n' "${code[@]}" | grep -v -E '^include/|properties|symbols') |
  awk '$1 > 450 && $2 != "total" {print $2 " " $1}')"
finish
