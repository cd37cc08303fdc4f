#!/bin/bash
# The README's two commands in a Debian 12 with nothing installed: fresh_debian_check.sh [FOLDER]
# Makes a root by debootstrap in FOLDER (default: a temporary one, deleted at the end), clones this
# repository's HEAD into it, and runs packaging/quickstart.sh and tests/run.sh there, twice each.
# Needs root, debootstrap, and a mirror: this machine's own apt sources and certificates are used.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
die() { echo "fresh_debian_check: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || die "must be root"
command -v debootstrap > /dev/null || die "debootstrap is missing: apt-get install debootstrap"
kept=${1:-}
fresh=${kept:-$(mktemp -d /var/tmp/fastka-fresh.XXXXXX)}
mkdir -p "$fresh"

clean_up() {
  local place
  for place in dev proc; do
    ! mountpoint -q "$fresh/$place" || umount "$fresh/$place"
  done
  [ -n "$kept" ] || rm -rf --one-file-system "$fresh"
}
trap clean_up EXIT

mirror=$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' 2> /dev/null | sort -u | head -n 1)
[ -x "$fresh/usr/bin/apt-get" ] ||
  debootstrap --variant=minbase bookworm "$fresh" ${mirror:+"$mirror"} > "$fresh.log" 2>&1 ||
  die "debootstrap failed: $(tail -n 1 "$fresh.log")"
rm -f "$fresh.log"

# Access to packages, as this machine has it: names, proxies, certificates; no package more.
cp /etc/resolv.conf /etc/hosts "$fresh/etc/" 2> /dev/null || true
mkdir -p "$fresh/etc/apt/apt.conf.d" "$fresh/usr/local/share/ca-certificates"
cp -r /usr/local/share/ca-certificates/. "$fresh/usr/local/share/ca-certificates/"
cp /etc/apt/apt.conf.d/*prox* "$fresh/etc/apt/apt.conf.d/" 2> /dev/null || true
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$fresh/etc/"
[ ! -d /root/.m2 ] || { mkdir -p "$fresh/root/.m2" && cp /root/.m2/*.xml "$fresh/root/.m2/"; } || true
mkdir -p "$fresh/proc" "$fresh/dev"
mount -t proc proc "$fresh/proc"
mount --bind /dev "$fresh/dev"
git clone -q "file://$source" "$fresh/root/fastka"

inside() {
  # shellcheck disable=SC2046
  chroot "$fresh" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    $(env | grep -iE '^(https?|no)_proxy=|^PIP_(CERT|INDEX_URL|DEFAULT_TIMEOUT)=' || true) "$@"
}

for command in packaging/quickstart.sh tests/run.sh; do
  for time in first second; do
    SECONDS=0
    inside bash "/root/fastka/$command" || die "$command failed the $time time"
    echo "fresh_debian_check: $command, $time time: ${SECONDS} s"
  done
done
