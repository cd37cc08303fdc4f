#!/usr/bin/python3
"""Goal: whatever real brokers and the network do, a consumer reads each record once and in order.
Method: consumer.c under named faults on Kafka 4.4.0; what it printed is held against the log as the
Java client reads it (reader.py), and the answers of Java's consumer and admin client where they are
about a consumer's own matters.

  tests/real/reading.py [NAME ...]      only tests whose name contains one of them
BUILD: the build folder with the programs and the library (build/release).
"""
import reading_one
import reading_three
import suite

if __name__ == "__main__":
    suite.main("reading", [
        [("4.4.0", 3, reading_three.PROPERTIES, reading_three.ALL)],
        [("4.4.0", 1, (), reading_one.ALL)],
    ])
