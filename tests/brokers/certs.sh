#!/bin/bash
# certs.sh FOLDER: a throw-away authority, and a broker's and a client's certificate for loopback.
set -euo pipefail
mkdir -p "$1"
cd "$1"
[ -s client.pem ] && exit 0
openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=fastka-tests \
  -addext basicConstraints=critical,CA:TRUE -keyout ca.key -out ca.crt 2> /dev/null
for who in broker client; do
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$who" -keyout $who.key -out $who.csr 2> /dev/null
  {
    echo 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1'
    echo 'extendedKeyUsage=serverAuth,clientAuth'
  } > $who.ext
  openssl x509 -req -in $who.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
    -extfile $who.ext -out $who.crt 2> /dev/null
  # Java's PEM store wants the key in PKCS#8 and then the chain, in one file.
  { openssl pkcs8 -topk8 -nocrypt -in $who.key && cat $who.crt ca.crt; } > $who.new
  mv $who.new $who.pem
done
