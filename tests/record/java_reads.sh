#!/bin/bash
# java_reads.sh WRITE_BATCHES [SEED]: the Java client (Maven Central, cached by brokers/kafka.sh) reads
# the batches that the program writes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jars=$("$here/../brokers/kafka.sh" clients 4.4.0)
seed=${2:-$((RANDOM * 32768 + RANDOM))}
echo "seed $seed"
"$1" "$seed" | java -cp "$jars/*" "$here/JavaReads.java" 2> >(grep -v SLF4J >&2)
