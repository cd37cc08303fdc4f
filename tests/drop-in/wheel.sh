#!/bin/bash
# Fetches confluent-kafka 2.16.1 from PyPI, whose wheel carries librdkafka 2.16.0, and unpacks it;
# prints the folder. Quick when it is there.
set -euo pipefail
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fastka/drop-in
root=$cache/wheel
mkdir -p "$cache"
exec 9> "$cache/wheel.lock"
flock 9
if [ ! -e "$root/complete" ]; then
  rm -rf "$root"
  /usr/bin/python3 -m pip download -q --no-deps -d "$root" confluent-kafka==2.16.1 > /dev/null 2>&1 ||
    { echo "wheel.sh: pip download failed" >&2; exit 1; }
  /usr/bin/python3 -m zipfile -e "$root"/*.whl "$root"
  touch "$root/complete"
fi
echo "$root"
