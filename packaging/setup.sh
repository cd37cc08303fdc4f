#!/bin/bash
# Installs what fastka needs on Debian 12: setup.sh [--build | --tests]
#   --build  compiler, CMake, the four compression libraries, kcat (the default)
#   --tests  the same and all that tests/run.sh uses
# Asks dpkg first: when nothing is missing it neither needs root nor the network.
set -euo pipefail

build_packages=(g++ cmake ninja-build pkg-config liblz4-dev libzstd-dev libsnappy-dev zlib1g-dev
  kcat ca-certificates)
test_packages=(libcmocka-dev valgrind clang libclang-rt-14-dev clang-format clang-tidy cmake-format
  ccache git binutils procps file python3 python3-pip openssl openjdk-17-jdk-headless maven
  libmbedtls-dev librdkafka1 librdkafka-dev librdkafka++1 python3-confluent-kafka
  rsyslog rsyslog-kafka collectd-core pmacct proftpd-core proftpd-mod-kafka
  clickhouse-server clickhouse-client
  libivykis0 libjson-c5 libnet1 libpcre3 libwrap0)

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }

missing_of() {
  local known package
  # dpkg-query fails when it knows one of them not at all; what it does know it prints
  known=" $({ dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' "$@" 2> /dev/null || true; } |
    sed -n 's/^ii *//p' | tr '\n' ' ')"
  for package in "$@"; do
    [[ $known == *" $package "* ]] || echo "$package"
  done
}

# Daemons that come as test subjects must not start; policy-rc.d is how Debian says so.
forbid_services() {
  policy=/usr/sbin/policy-rc.d
  [ -e $policy ] && return
  printf '#!/bin/sh\nexit 101\n' > $policy
  chmod 755 $policy
  trap 'rm -f $policy' EXIT
}

install_packages() {
  local log
  log=$(mktemp)
  export DEBIAN_FRONTEND=noninteractive
  say "installing: $*"
  apt-get update -qq > "$log" 2>&1 || die "apt-get update failed: $(tail -n 1 "$log")"
  apt-get install -y -qq --no-install-recommends "$@" > "$log" 2>&1 ||
    die "apt-get install failed: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log") (all of it: $log)"
  rm -f "$log"
}

case ${1:---build} in
  --build) wanted=("${build_packages[@]}") ;;
  --tests) wanted=("${build_packages[@]}" "${test_packages[@]}") ;;
  *) die "usage: setup.sh [--build | --tests]" ;;
esac
command -v dpkg-query > /dev/null && command -v apt-get > /dev/null ||
  die "this is not Debian (no dpkg and apt-get): install these yourself: ${wanted[*]}"
mapfile -t missing < <(missing_of "${wanted[@]}")
[ ${#missing[@]} -eq 0 ] && exit 0
[ "$(id -u)" -eq 0 ] || die "not root, and missing: run as root: apt-get install ${missing[*]}"
forbid_services
install_packages "${missing[@]}"
