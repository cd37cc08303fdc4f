#!/usr/bin/python3
"""Prints the records that both interop programs write, as both must read them.

Goal: an expectation that comes from neither client. records.c and Records.java write record i by the
rule in rule() below; what either reads is compared with these lines, sorted.
"""
import sys

COUNT = 900


def rule(i):
    key = [None, b"", b"key-%d" % i][i % 3]
    value = [None, b"", b"value-%d-" % i + b"x" * (i % 200), bytes(j % 256 for j in range(i))][i % 4]
    headers = []
    for j in range(i % 5):
        # names repeat: a header name need not be unique
        headers.append((b"h%d" % (j % 3), [None, b"", b"hv-%d-%d" % (i, j)][(i + j) % 3]))
    return i % 3, 1700000000000 + i * 1000, key, value, headers


def text(data):
    return "null" if data is None else "x" + data.hex()


for i in range(COUNT):
    partition, time, key, value, headers = rule(i)
    shown = ",".join(name.decode() + "=" + text(v) for name, v in headers)
    sys.stdout.write(f"{partition} {i // 3} {time} {text(key)} {text(value)} [{shown}]\n")
