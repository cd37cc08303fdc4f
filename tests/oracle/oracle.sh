#!/bin/sh
# Runs wire_oracle_test against Kafka's own message classes of two releases.
#   oracle.sh PATH/TO/wire_oracle_test
# The jars come from Maven Central, once, into ${XDG_CACHE_HOME:-~/.cache}/fastka/oracle. Exit 77
# (ctest: skipped) with one line that says what is missing.
set -eu
test_program=$1
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fastka/oracle

skip() {
  echo "oracle: $1"
  exit 77
}

command -v java > /dev/null || skip "java is missing (17 or newer)"
for version in 4.4.0 2.4.1; do
  jars=$cache/kafka-clients-$version
  if [ ! -f "$jars/complete" ]; then
    command -v mvn > /dev/null || skip "mvn is missing, and the jars of $version are not in $jars"
    mkdir -p "$jars"
    mvn -q -B -f "$here/pom.xml" -Dclients.version=$version -DoutputDirectory="$jars" \
      dependency:copy-dependencies > "$jars/mvn.log" 2>&1 ||
      skip "Maven Central did not give kafka-clients $version; see $jars/mvn.log"
    touch "$jars/complete"
  fi
  "$test_program" "$version" "$jars" "$here/Oracle.java"
done
