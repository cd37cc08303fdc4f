#!/bin/bash
# Real Apache Kafka on loopback, for tests: KRaft, and 2.x with a ZooKeeper of its own (Java 17 runs
# it). Jars come from Maven Central.
#   kafka.sh jars [VERSION]       fetch broker and tools, print their folder (quick when there)
#   kafka.sh clients VERSION      fetch kafka-clients alone, print its folder
#   kafka.sh start NAME [NODES [PORT|- [property=value ...]]]   run until ready; prints the bootstrap;
#                                 "property=" without a value takes Kafka's default
#   kafka.sh stop NAME [NODE]     cleanly, all or one           kafka.sh wipe NAME    stop, delete data
#   kafka.sh kill NAME NODE       kill -9 one node              kafka.sh restart NAME NODE
#   kafka.sh pause NAME NODE      SIGSTOP                       kafka.sh resume NAME NODE   SIGCONT
#   kafka.sh bootstrap NAME [plain|sasl|ssl|sasl_ssl|inside]    host:port,...
#   kafka.sh topic NAME TOPIC [PARTITIONS [REPLICAS [key=value ...]]]
#   kafka.sh tool NAME CLASS ARGUMENT...   one of Kafka's own tools, e.g. kafka.tools.GetOffsetShell
#   kafka.sh status
# Node n listens at P = PORT + 10(n-1): P plaintext, P+1 controller, P+2 SASL_PLAINTEXT, P+3 SSL,
# P+4 SASL_SSL, P+6 plaintext for the brokers themselves and for Kafka's tools, the first node also
# P+8 ZooKeeper; all on 127.0.0.1. PORT "-" takes free ones. Users: alice/alice-secret (PLAIN, SCRAM).
# 2.x has no TLS (Java's PEM stores came later) and no SCRAM users.
# KAFKA_PROXIED=1: clients are told P+5 instead of P; P+5 and P+7 are left to a proxy of the caller's.
# Environment: KAFKA_VERSION (4.4.0), KAFKA_HEAP (512m), KAFKA_JIT (4; 1 starts lighter),
#   FASTKA_KAFKA_HOME (${XDG_CACHE_HOME:-~/.cache}/fastka/kafka): jars, certificates, data, logs.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${FASTKA_KAFKA_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/fastka/kafka}
version=${KAFKA_VERSION:-4.4.0}

die() { echo "kafka.sh: $*" >&2; exit 1; }

# The loader must not put the library under test into the JVM.
unset LD_PRELOAD

fetch() { # FOLDER POM MAVEN-ARGUMENT...
  local folder=$1 pom=$2
  shift 2
  [ -e "$folder/complete" ] && return
  command -v mvn > /dev/null || die "mvn is missing: run packaging/setup.sh --tests"
  mkdir -p "$home"
  (
    flock 9
    [ -e "$folder/complete" ] && exit 0
    rm -rf "$folder"
    mkdir -p "$folder"
    # a pom of its own for each folder: two fetches may run at once
    cp "$here/$pom" "$folder/pom.xml"
    mvn -q -B -f "$folder/pom.xml" -DoutputDirectory="$folder" -DincludeScope=runtime "$@" \
      dependency:copy-dependencies > "$folder/mvn.log" 2>&1 ||
      die "mvn could not fetch the jars: $(grep -m 1 ERROR "$folder/mvn.log")"
    touch "$folder/complete"
  ) 9> "$home/fetch.lock"
}

jars() { # VERSION
  local log
  case $1 in
    2.*) log="-Dlog.group=org.slf4j -Dlog.artifact=slf4j-log4j12 -Dlog.version=1.7.28" ;;
    3.*) log="-Dlog.group=org.slf4j -Dlog.artifact=slf4j-reload4j -Dlog.version=1.7.36" ;;
    *) log="-Dlog.group=org.apache.logging.log4j -Dlog.artifact=log4j-slf4j-impl
            -Dlog.version=2.25.5" ;;
  esac
  # shellcheck disable=SC2086
  fetch "$home/jars-$1" pom.xml -Dkafka.version="$1" $log
  echo "$home/jars-$1"
}

clients() { # VERSION
  fetch "$home/clients-$1" clients-pom.xml -Dkafka.version="$1"
  echo "$home/clients-$1"
}

cluster() { # NAME
  [[ ${1:-} =~ ^[A-Za-z0-9._-]+$ ]] || die "a cluster name is needed"
  data=$home/clusters/$1
}

log_option() {
  case $version in
    [23].*) echo "-Dlog4j.configuration=file:$here/log4j.properties" ;;
    *) echo "-Dlog4j2.configurationFile=$here/log4j2.properties" ;;
  esac
}

small_java() { java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$(log_option)" "$@"; }

is_open() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

# Only a process whose command line names this very properties file is ours to signal.
pid_of() { # NODE
  local pid
  pid=$(cat "$data/$1.pid" 2> /dev/null) || return 1
  tr '\0' '\n' 2> /dev/null < "/proc/$pid/cmdline" | grep -qxF "$data/$1.properties" || return 1
  echo "$pid"
}

nodes_of() { ls "$data" 2> /dev/null | sed -n 's/^\([0-9]*\)\.properties$/\1/p' | sort -n; }

free_port() { # NODES
  local port node offset busy
  for _ in $(seq 200); do
    port=$((20000 + RANDOM % 380 * 30))
    busy=
    for node in $(seq 0 $(($1 - 1))); do
      for offset in 0 1 2 3 4 5 6 7 8; do
        ! is_open $((port + node * 10 + offset)) || busy=1
      done
    done
    [ -n "$busy" ] || { echo $port; return; }
  done
  die "found no free ports"
}

sasl_lines() { # LISTENER
  local module=org.apache.kafka.common.security prefix=listener.name.$1
  cat << END
$prefix.plain.sasl.jaas.config=$module.plain.PlainLoginModule required \
username="admin" password="admin-secret" user_admin="admin-secret" user_alice="alice-secret";
END
  [[ $version != 2.* ]] || return 0
  cat << END
$prefix.scram-sha-256.sasl.jaas.config=$module.scram.ScramLoginModule required;
$prefix.scram-sha-512.sasl.jaas.config=$module.scram.ScramLoginModule required;
END
}

properties() { # NODE NODES PORT
  local port=$(($3 + ($1 - 1) * 10)) in_sync=$(($2 > 1 ? 2 : 1)) inside
  local open="SASL_PLAINTEXT://127.0.0.1:$((port + 2))" mechanisms=PLAIN
  local map=PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT
  inside="INSIDE://127.0.0.1:$((port + 6))"
  if [[ $version != 2.* ]]; then
    open+=",SSL://127.0.0.1:$((port + 3)),SASL_SSL://127.0.0.1:$((port + 4))"
    map+=,CONTROLLER:PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL
    mechanisms+=,SCRAM-SHA-256,SCRAM-SHA-512
  fi
  open+=,$inside
  cat << END
advertised.listeners=PLAINTEXT://127.0.0.1:$((port + (${KAFKA_PROXIED:-0} ? 5 : 0))),$open
listener.security.protocol.map=$map
inter.broker.listener.name=INSIDE
sasl.enabled.mechanisms=$mechanisms
broker.rack=rack$1
log.dirs=$data/$1
num.partitions=3
auto.create.topics.enable=true
default.replication.factor=1
message.max.bytes=10485760
log.segment.bytes=67108864
log.cleaner.dedupe.buffer.size=8388608
group.initial.rebalance.delay.ms=0
offsets.topic.num.partitions=4
offsets.topic.replication.factor=$2
transaction.state.log.num.partitions=4
transaction.state.log.replication.factor=$2
transaction.state.log.min.isr=$in_sync
END
  sasl_lines sasl_plaintext
  open=PLAINTEXT://127.0.0.1:$port,$open
  if [[ $version == 2.* ]]; then zookeeper_lines "$@"; else kraft_lines "$@"; fi
}

kraft_lines() { # NODE NODES PORT
  local voters='' node
  for node in $(seq "$2"); do
    voters+=${voters:+,}$node@127.0.0.1:$(($3 + (node - 1) * 10 + 1))
  done
  cat << END
process.roles=broker,controller
node.id=$1
controller.quorum.voters=$voters
controller.listener.names=CONTROLLER
listeners=$open,CONTROLLER://127.0.0.1:$((port + 1))
ssl.keystore.type=PEM
ssl.keystore.location=$home/certs/broker.pem
ssl.truststore.type=PEM
ssl.truststore.location=$home/certs/ca.crt
ssl.client.auth=requested
END
  sasl_lines sasl_ssl
}

# A broker's name in ZooKeeper lives as long as its session: short, so that kill and restart works.
zookeeper_lines() { # NODE NODES PORT
  cat << END
broker.id=$1
listeners=$open
zookeeper.connect=127.0.0.1:$(($3 + 8))
zookeeper.session.timeout.ms=2000
END
}

format_node() { # NODE
  [[ $version != 2.* ]] || return 0
  [ -e "$data/$1/meta.properties" ] && return
  small_java -cp "$jar_folder/*" kafka.tools.StorageTool format -t "$(cat "$data/cluster.id")" \
    -c "$data/$1.properties" --add-scram 'SCRAM-SHA-256=[name=alice,password=alice-secret]' \
    --add-scram 'SCRAM-SHA-512=[name=alice,password=alice-secret]' > "$data/format.log" 2>&1 ||
    die "format of node $1 failed: $(tail -n 1 "$data/format.log")"
}

launch_zookeeper() { # PORT
  cat > "$data/zookeeper.properties" << END
clientPort=$1
clientPortAddress=127.0.0.1
dataDir=$data/zookeeper
tickTime=500
admin.enableServer=false
END
  setsid nohup java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$(log_option)" \
    -cp "$jar_folder/*" org.apache.zookeeper.server.quorum.QuorumPeerMain \
    "$data/zookeeper.properties" > "$data/zookeeper.log" 2>&1 < /dev/null 8>&- &
  echo $! > "$data/zookeeper.pid"
  for _ in $(seq 600); do ! is_open "$1" || return 0; sleep 0.1; done
  die "ZooKeeper was not ready after 60 s ($data/zookeeper.log)"
}

launch() { # NODE
  local heap=${KAFKA_HEAP:-512m}
  setsid nohup java "-Xms$heap" "-Xmx$heap" -XX:+UseG1GC -XX:MaxGCPauseMillis=20 \
    -XX:TieredStopAtLevel="${KAFKA_JIT:-4}" "$(log_option)" -cp "$jar_folder/*" \
    kafka.Kafka "$data/$1.properties" > "$data/$1.log" 2>&1 < /dev/null 8>&- &
  echo $! > "$data/$1.pid"
}

await() { # NODE
  local port=$(($(cat "$data/port") + ($1 - 1) * 10))
  for _ in $(seq 1200); do
    if grep -qE 'Kafka Server started|KafkaServer id=[0-9]+\] started' "$data/$1.log" 2> /dev/null &&
      is_open $port; then return; fi
    if ! kill -0 "$(cat "$data/$1.pid")" 2> /dev/null; then
      # after kill -9 the old session may still hold the broker's name in ZooKeeper
      grep -q NodeExistsException "$data/$1.log" ||
        die "node $1 died at start: $(grep -m 1 -E 'ERROR|Exception' "$data/$1.log") ($data/$1.log)"
      sleep 0.5
      launch "$1"
    fi
    sleep 0.1
  done
  die "node $1 was not ready after 120 s ($data/$1.log)"
}

start() { # NAME [NODES [PORT [property=value ...]]]
  cluster "${1:-}"
  local nodes=${2:-1} port=${3:--} node
  shift $(($# < 3 ? $# : 3))
  jar_folder=$(jars "$version")
  "$here/certs.sh" "$home/certs"
  mkdir -p "$data"
  exec 8> "$data/lock"
  flock 8
  for node in $(nodes_of); do
    ! pid_of "$node" > /dev/null || die "$(basename "$data") is running: stop it first"
  done
  if [ -s "$data/port" ] && [ "$port" = - ]; then port=$(cat "$data/port"); fi
  [ "$port" != - ] || port=$(free_port "$nodes")
  echo "$port" > "$data/port"
  echo "$version" > "$data/version"
  [ -s "$data/cluster.id" ] || [[ $version == 2.* ]] ||
    small_java -cp "$jar_folder/*" kafka.tools.StorageTool random-uuid 2> /dev/null | tail -n 1 \
      > "$data/cluster.id"
  for node in $(seq "$nodes"); do
    ! is_open $((port + (node - 1) * 10)) || die "port $((port + (node - 1) * 10)) is in use"
    { properties "$node" "$nodes" "$port"; printf '%s\n' "$@"; } > "$data/$node.properties"
    local property
    for property in "$@"; do
      [[ $property != *= ]] || sed -i "/^${property//./\\.}/d" "$data/$node.properties"
    done
    format_node "$node"
  done
  if [[ $version == 2.* ]]; then launch_zookeeper $((port + 8)); fi
  for node in $(seq "$nodes"); do launch "$node"; done
  for node in $(seq "$nodes"); do await "$node"; done
  bootstrap "$(basename "$data")"
}

restart() { # NAME NODE
  cluster "${1:-}"
  version=$(cat "$data/version")
  jar_folder=$(jars "$version")
  ! pid_of "$2" > /dev/null || die "node $2 is running"
  launch "$2"
  await "$2"
}

end_of() { # NODE...: cleanly when it can
  local node pid
  for node in "$@"; do
    # a paused one would not hear the first signal
    if pid=$(pid_of "$node"); then kill "$pid" && kill -CONT "$pid" || true; fi
  done
  for node in "$@"; do
    for _ in $(seq 200); do pid_of "$node" > /dev/null || break; sleep 0.05; done
    if pid=$(pid_of "$node"); then kill -9 "$pid" || true; fi
    rm -f "$data/$node.pid"
  done
}

stop() { # NAME [NODE]
  cluster "${1:-}"
  # shellcheck disable=SC2046
  if [ $# -gt 1 ]; then end_of "$2"; else end_of $(nodes_of) zookeeper; fi
}

kill_node() { # NAME NODE
  local pid
  cluster "${1:-}"
  if pid=$(pid_of "${2:?a node is needed}"); then kill -9 "$pid"; fi
  while pid_of "$2" > /dev/null; do sleep 0.05; done
}

signal_node() { # SIGNAL NAME NODE
  local pid
  cluster "${2:-}"
  pid=$(pid_of "${3:?a node is needed}") || die "node $3 is down"
  kill "-$1" "$pid"
}

bootstrap() { # NAME [LISTENER]
  cluster "${1:-}"
  local add node all=''
  case ${2:-plain} in
    plain) add=0 ;; sasl) add=2 ;; ssl) add=3 ;; sasl_ssl) add=4 ;;
    inside) add=6 ;;
    *) die "no such listener: $2" ;;
  esac
  for node in $(nodes_of); do
    all+=${all:+,}127.0.0.1:$(($(cat "$data/port") + (node - 1) * 10 + add))
  done
  echo "$all"
}

tool() { # NAME CLASS ARGUMENT...
  cluster "${1:-}"
  version=$(cat "$data/version")
  shift
  small_java -cp "$(jars "$version")/*" "$@"
}

topic() { # NAME TOPIC [PARTITIONS [REPLICAS [key=value ...]]]
  local name=$1 topic=$2 partitions=${3:-1} replicas=${4:-1} pair
  shift $(($# < 4 ? $# : 4))
  local more=()
  for pair in "$@"; do more+=(--config "$pair"); done
  local class=org.apache.kafka.tools.TopicCommand
  if [[ $(cat "$home/clusters/$name/version") == 2.* ]]; then
    class=kafka.admin.TopicCommand
  else
    more+=(--if-not-exists)
  fi
  local said
  said=$(tool "$name" "$class" --bootstrap-server "$(bootstrap "$name" inside)" \
    --create --topic "$topic" --partitions "$partitions" \
    --replication-factor "$replicas" "${more[@]}") || { echo "$said" >&2; return 1; }
}

status() {
  local name node pid
  for name in $(ls "$home/clusters" 2> /dev/null); do
    cluster "$name"
    for node in $(nodes_of); do
      pid=$(pid_of "$node") || pid=down
      echo "$name $(cat "$data/version") node $node port $(($(cat "$data/port") + (node - 1) * 10)) $pid"
    done
  done
}

command=${1:-}
shift || true
case $command in
  jars) jars "${1:-$version}" ;;
  clients) clients "${1:?a version is needed}" ;;
  start | stop | restart | bootstrap | topic | tool | status) "$command" "$@" ;;
  wipe) stop "${1:-}" && rm -rf "$data" ;;
  kill) kill_node "$@" ;;
  pause) signal_node STOP "$@" ;;
  resume) signal_node CONT "$@" ;;
  *) sed -n '2,23s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
