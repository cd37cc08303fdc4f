"""Runs tests on clusters: suites one after the other in a lane, lanes side by side."""
import shutil
import sys
import tempfile
import threading
import traceback

import rig

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


def in_threads(function, calls):
    """All calls at the same time; returns when all have ended."""
    threads = [threading.Thread(target=function, args=arguments) for arguments in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def chosen(tests, version, wanted):
    """Those that were asked for, as groups of tests that may run side by side."""
    groups = [test if isinstance(test, tuple) else (test,) for test in tests]
    groups = [[test for test in group
               if not wanted or any(word in name_of(test, version) for word in wanted)]
              for group in groups]
    return [group for group in groups if group]


def lane(java, what, wanted, suites):
    """One cluster after the other, its groups of tests one after the other."""
    for number, (version, nodes, properties, tests) in enumerate(suites):
        groups = chosen(tests, version, wanted)
        if not groups:
            continue
        name = f"run-{rig.RUN}-{what}-{version}-{nodes}-{number}"
        try:
            cluster = rig.Cluster(java, name, version, nodes, properties)
        except Exception as error:
            failed.append(name)
            say(f"FAIL {name}: {error}")
            continue
        try:
            for group in groups:
                in_threads(run, [(test, cluster) for test in group])
                cluster.recover()
        finally:
            cluster.close()


def main(what, lanes):
    """Lanes of (version, nodes, properties, tests)."""
    wanted = sys.argv[1:]
    work = tempfile.mkdtemp(prefix=what + "-")
    java = rig.Java(work)
    in_threads(lane, [(java, what, wanted, suites) for suites in lanes])
    java.close()
    if failed:
        say(f"  what the programs said is in {work}")
        sys.exit(1)
    shutil.rmtree(work)
