#!/usr/bin/python3
"""Goal: whatever real brokers and the network do, no message is twice in the log or out of order, and
every report is true.
Method: named faults on Kafka 4.4.0, 3.9.2 and 2.4.1 behind a proxy (proxy.cc), by signals and clean
stops; producer.c as the program; judge.py compares its reports with the log as Java reads it.

  tests/real/truth.py [NAME ...]      only tests whose name contains one of them
BUILD: the build folder with the programs and the library (build/release). DEBUG: fastka's `debug`.
"""
import shutil
import sys
import tempfile
import threading
import traceback

import rig
import scenarios
import three_nodes

printing = threading.Lock()
failed = []


def say(line):
    with printing:
        print(line, flush=True)


def name_of(test, version):
    return f"{test.__name__.replace('_', '-')}-{version}"


def run(test, cluster):
    name = name_of(test, cluster.version)
    try:
        ok, text = test(cluster)
    except Exception as error:  # a broken test is a failed one, and the next has its turn
        ok, text = False, f"{error!r} {traceback.format_exc(limit=-2)}"
    text = str(text).replace("\n", "|")
    if ok:
        say(f"ok {name}: {text}")
    else:
        failed.append(name)
        say(f"FAIL {name}: {text}")


def lane(java, wanted, suites):
    """One cluster after the other, its tests one after the other."""
    for number, (version, nodes, properties, tests) in enumerate(suites):
        tests = [test for test in tests
                 if not wanted or any(word in name_of(test, version) for word in wanted)]
        if not tests:
            continue
        name = f"run-{rig.RUN}-truth-{version}-{nodes}-{number}"
        try:
            cluster = rig.Cluster(java, name, version, nodes, properties)
        except Exception as error:
            failed.append(name)
            say(f"FAIL {name}: {error}")
            continue
        try:
            for test in tests:
                run(test, cluster)
                cluster.recover()
        finally:
            cluster.close()


def main():
    wanted = sys.argv[1:]
    work = tempfile.mkdtemp(prefix="truth-")
    java = rig.Java(work)
    lanes = [
        [("4.4.0", 1, scenarios.AUTHORIZER, scenarios.ALL), ("3.9.2", 1, (), scenarios.BETWEEN)],
        [("4.4.0", 3, three_nodes.PROPERTIES, three_nodes.ALL), ("2.4.1", 1, (), scenarios.OLD)],
    ]
    threads = [threading.Thread(target=lane, args=(java, wanted, suites)) for suites in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    java.close()
    if failed:
        say(f"  what the programs said is in {work}")
        sys.exit(1)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
