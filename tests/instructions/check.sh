#!/bin/bash
# Goal: the paths that every message takes stay as short as they are.
# Method: instructions per record, counted by cachegrind (the same on every run and every host of one
# compiler), as the difference of two lengths of run; compared with limits.txt.
# check.sh PROGRAM LIMITS: PROGRAM is record_paths of the bench profile.
set -euo pipefail
program=$1 limits=$2
short=64000 long=192000

count() { # PATH RECORDS
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 \
    | sed -n 's/.*I *refs: *//p' | tr -d ,
}

failed=0
while read -r path limit _; do
  case $path in '' | '#'*) continue ;; esac
  low=$(count "$path" $short) high=$(count "$path" $long)
  per_record=$(awk -v a="$low" -v b="$high" -v n=$((long - short)) 'BEGIN { printf "%.1f", (b - a) / n }')
  echo "$path: $per_record instructions per record (limit $limit)"
  awk -v x="$per_record" -v y="$limit" 'BEGIN { exit !(x > 0 && x <= y) }' || failed=1
done < "$limits"
exit $failed
