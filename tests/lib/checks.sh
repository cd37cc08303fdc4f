# For test scripts: one line a check, "ok NAME" or "FAIL NAME: why"; run.sh counts them.
# Source it; end with `finish`.
checks_failed=0

# LeakSanitizer and friends do not apply to what these scripts start.
ok() { echo "ok $1"; }

fail() {
  echo "FAIL $1: $(head -c 400 <<< "${2:-}" | tr '\n' '|')"
  checks_failed=$((checks_failed + 1))
}

# same NAME GOT WANT
same() {
  if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "got [$(head -c 160 <<< "$2")], want [$(head -c 160 <<< "$3")]"; fi
}

# least NAME GOT MINIMUM
least() {
  if [ "$2" -ge "$3" ] 2> /dev/null; then ok "$1"; else fail "$1" "got [$2], want at least $3"; fi
}

# passes NAME COMMAND...: its exit code decides, its last output lines explain
passes() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then ok "$name"; else fail "$name" "exit $?: $(tail -n 3 <<< "$output")"; fi
}

finish() { exit $((checks_failed > 0)); }
