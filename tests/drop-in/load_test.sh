#!/bin/bash
# Goal: every program and module of Debian 12 that uses librdkafka, and the Python binding from
# Debian and from PyPI, loads with fastka in its place, with no symbol left to be bound later.
# Method: LD_BIND_NOW=1 makes the loader bind all at once; LD_DEBUG=bindings writes down what it
# bound to what. A load counts when the program ran, all of its rd_kafka_ imports were bound, and
# every one of them to our file.
#   load_test.sh LIBRARY
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/lib/checks.sh
. "$here/../lib/checks.sh"
library=$(readlink -f "${1:?the library is needed}")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fastka/drop-in
lib=/usr/lib/$(gcc -print-multiarch)
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT

# loads NAME FILE COMMAND...: FILE is the program or module whose imports are looked at
loads() {
  local name=$1 file=$2 output code wanted bound foreign
  shift 2
  rm -f "$work"/bindings.*
  output=$(env LD_PRELOAD="$library" LD_BIND_NOW=1 LD_DEBUG=bindings \
    LD_DEBUG_OUTPUT="$work/bindings" timeout 30 "$@" 2>&1 < /dev/null)
  code=$?
  if [ $code -ne 0 ]; then fail "load-$name" "exit $code: $(tail -n 3 <<< "$output")"; return; fi
  wanted=$(nm -D --undefined-only "$file" | awk '$2 ~ /^rd_kafka_/ {print $2}' | sort -u | wc -l)
  # by base name: the loader writes down the path by which it found the file
  cat "$work"/bindings.* | grep -a "binding file [^ ]*/$(basename "$file") " |
    grep -a 'symbol `rd_kafka_' > "$work/mine"
  bound=$(grep -aF " to $library " "$work/mine" | grep -ao 'symbol `[a-z_A-Z0-9]*' | sort -u | wc -l)
  foreign=$(grep -avF " to $library " "$work/mine" | head -n 1)
  if [ "$wanted" -eq 0 ] || [ "$bound" -ne "$wanted" ] || [ -n "$foreign" ]; then
    fail "load-$name" "of $wanted imports $bound bound to us; elsewhere: $foreign"
  else
    ok "load-$name"
  fi
}

load_programs() {
  local program
  loads kcat /usr/bin/kcat /usr/bin/kcat -V
  for program in pmacctd nfacctd sfacctd uacctd pmbgpd pmbmpd pmtelemetryd; do
    loads $program /usr/sbin/$program /usr/sbin/$program -V
  done
  loads pmacct /usr/bin/pmacct /usr/bin/pmacct -V
  loads clickhouse "$lib/libclickhouse.so.18.16" clickhouse-client --version
}

load_rsyslog() {
  local module
  for module in omkafka imkafka; do
    printf 'module(load="%s")\n*.* /dev/null\n' $module > "$work/rsyslog.conf"
    loads $module "$lib/rsyslog/$module.so" rsyslogd -N1 -f "$work/rsyslog.conf"
  done
}

load_collectd() {
  cat > "$work/collectd.conf" << END
BaseDir "$work"
PluginDir "/usr/lib/collectd"
TypesDB "/usr/share/collectd/types.db"
LoadPlugin write_kafka
<Plugin write_kafka>
  Property "metadata.broker.list" "127.0.0.1:1"
  <Topic "t">
    Format JSON
  </Topic>
</Plugin>
END
  loads collectd /usr/lib/collectd/write_kafka.so collectd -T -C "$work/collectd.conf"
}

load_proftpd() {
  cat > "$work/proftpd.conf" << END
ModulePath /usr/lib/proftpd
LoadModule mod_kafka.c
ServerName "load"
ServerType standalone
User nobody
Group nogroup
<IfModule mod_kafka.c>
  KafkaEngine on
</IfModule>
END
  # proftpd closes the file that LD_DEBUG writes to; but the module tells which library it found
  local version output
  version=$(/usr/bin/python3 -c "import ctypes; f = ctypes.CDLL('$library').rd_kafka_version_str
f.restype = ctypes.c_char_p; print(f().decode())")
  output=$(LD_PRELOAD=$library LD_BIND_NOW=1 timeout 30 proftpd -t -c "$work/proftpd.conf" 2>&1)
  same load-proftpd "$? $(grep -o 'mod_kafka/[0-9.]*:' <<< "$output")" "0 mod_kafka/0.1:"
  same load-proftpd-found "$(grep -o "running using '[^']*'" <<< "$output")" \
    "running using '$version'"
}

# syslog-ng cannot be installed beside rsyslog: its packages are unpacked instead.
load_syslog_ng() {
  local root=$cache/syslog-ng
  if [ ! -e "$root/complete" ]; then
    rm -rf "$root" && mkdir -p "$root" && chmod 777 "$root"
    (cd "$root" && apt-get download -qq syslog-ng-core syslog-ng-mod-rdkafka > log 2>&1) ||
      { fail load-syslog-ng "apt-get download: $(tail -n 1 "$root/log")"; return; }
    for package in "$root"/*.deb; do dpkg -x "$package" "$root"; done
    touch "$root/complete"
  fi
  cat > "$work/syslog-ng.conf" << END
@version: 3.38
source s { file("/dev/null"); };
destination d { kafka-c(bootstrap-servers("127.0.0.1:1") topic("t")); };
log { source(s); destination(d); };
END
  loads syslog-ng "$root/usr/lib/syslog-ng/3.38/libkafka.so" \
    env LD_LIBRARY_PATH="$root/usr/lib/syslog-ng" "$root/usr/sbin/syslog-ng" --syntax-only \
    --no-caps -f "$work/syslog-ng.conf" --module-path="$root/usr/lib/syslog-ng/3.38"
}

load_cplusplus() {
  loads librdkafka++ "$lib/librdkafka++.so.1" /usr/bin/python3 -c \
    "import ctypes, os; ctypes.CDLL('$lib/librdkafka++.so.1', os.RTLD_NOW)"
}

load_python() {
  local root=$cache/wheel
  local show='import confluent_kafka as c; print(c.libversion()); c.Producer({}); c.KafkaError(-191)'
  loads python-debian \
    "$(echo /usr/lib/python3/dist-packages/confluent_kafka/cimpl.cpython-311-*.so)" \
    /usr/bin/python3 -c "$show"
  "$here/wheel.sh" > /dev/null || { fail load-python-wheel "pip download failed"; return; }
  loads python-wheel "$(echo "$root"/confluent_kafka/cimpl.cpython-311-*.so)" \
    env PYTHONPATH="$root" /usr/bin/python3 -c "$show"
}

load_programs
load_rsyslog
load_collectd
load_proftpd
load_syslog_ng
load_cplusplus
load_python
finish
