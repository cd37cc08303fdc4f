#!/usr/bin/python3
"""Goal: whatever real brokers and the network do, no message is twice in the log or out of order, and
every report is true.
Method: named faults on Kafka 4.4.0, 3.9.2 and 2.4.1 behind a proxy (proxy.cc), by signals and clean
stops; producer.c as the program; judge.py compares its reports with the log as Java reads it.

  tests/real/truth.py [NAME ...]      only tests whose name contains one of them
BUILD: the build folder with the programs and the library (build/release). DEBUG: fastka's `debug`.
"""
import scenarios
import suite
import three_nodes

if __name__ == "__main__":
    suite.main("truth", [
        [("4.4.0", 1, scenarios.AUTHORIZER, scenarios.ALL), ("3.9.2", 1, (), scenarios.BETWEEN)],
        [("4.4.0", 3, three_nodes.PROPERTIES, three_nodes.ALL), ("2.4.1", 1, (), scenarios.OLD)],
    ])
