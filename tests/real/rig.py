"""What the tests of this folder are made of: a real cluster behind proxies, a producer, the log."""
import glob
import os
import socket
import subprocess
import threading
import time

import leaders

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KAFKA = os.path.join(ROOT, "tests", "brokers", "kafka.sh")
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build", "release"))
PROGRAMS = os.path.join(BUILD, "tests", "real")
PRODUCE, INIT_PRODUCER_ID = 0, 22  # API keys
RUN = os.environ.get("RUN", str(os.getpid()))  # what this run's clusters are named by
# after kill -9 a broker is let in again when its old session is over
QUICK_RETURN = ("broker.session.timeout.ms=3000", "broker.heartbeat.interval.ms=500")


class Failure(Exception):
    """The test cannot go on; its text says why."""


def library_folder(client, work):
    """What LD_LIBRARY_PATH must be for that client; None: the system's library."""
    if client == "librdkafka":
        return None
    if client == "fastka":
        return os.path.join(BUILD, "src")
    if client != "wheel":
        return client
    folder = os.path.join(work, "wheel")
    if not os.path.isdir(folder):
        wheel = subprocess.run([os.path.join(ROOT, "tests", "drop-in", "wheel.sh")], check=True,
                               text=True, stdout=subprocess.PIPE).stdout.strip()
        os.makedirs(folder)
        # the wheel's file has a name of its own; the program asks for librdkafka.so.1
        file = glob.glob(os.path.join(wheel, "confluent_kafka.libs", "librdkafka-*.so.1"))[0]
        os.symlink(file, os.path.join(folder, "librdkafka.so.1"))
    return folder


def wait_for(what, condition, seconds=60):
    """Polls; the machine may be slow, so the limit is for what hangs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    raise Failure(f"{what}: not within {seconds} s")


class Asked:
    """A process that answers each line with a line."""

    def __init__(self, command):
        self.lock = threading.Lock()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE)

    def __call__(self, line):
        with self.lock:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            while True:  # the client's log lines are there, too
                answer = self.process.stdout.readline().strip()
                if not answer or answer.split()[0] in ("ok", "done", "failed"):
                    return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Java:
    """Client.java and Admin.java, compiled once, and one process of each that is asked for."""

    def __init__(self, work):
        self.jars = subprocess.run([KAFKA, "jars", "4.4.0"], check=True, text=True,
                                   stdout=subprocess.PIPE).stdout.strip()
        self.classes = os.path.join(work, "classes")
        subprocess.run(["javac", "-nowarn", "-d", self.classes, "-cp", self.jars + "/*",
                        *glob.glob(os.path.join(HERE, "*.java"))], check=True)
        self.work = work
        self.reader = Asked(self.command("Client", "log"))
        self.clerk = None

    def command(self, *arguments):
        settings = os.path.join(ROOT, "tests", "brokers", "log4j2.properties")
        return ["java", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.configurationFile=" + settings,
                "-cp", self.classes + ":" + self.jars + "/*", *arguments]

    def log(self, bootstrap, topic):
        """All records: (partition, offset, timestamp, message)."""
        path = os.path.join(self.work, topic + ".log")
        answer = self.reader(f"{bootstrap} {topic} {path}")
        if not answer.startswith("done "):
            raise Failure(f"the Java client could not read {topic}: {answer}")
        with open(path) as lines:
            rows = [tuple(int(word) for word in line.split()) for line in lines]
        os.remove(path)
        return rows

    def admin(self, bootstrap, *words):
        """One line of Admin.java: its answer."""
        self.clerk = self.clerk or Asked(self.command("Admin"))
        answer = self.clerk(" ".join(str(word) for word in (bootstrap, *words)))
        if not answer.startswith("ok"):
            raise Failure(f"{' '.join(str(word) for word in words)}: {answer}")
        return answer[3:]

    def close(self):
        self.reader.close()
        if self.clerk:
            self.clerk.close()


class Proxy:
    """One node's proxy and its control connection."""

    def __init__(self, port):
        self.process = subprocess.Popen([os.path.join(PROGRAMS, "proxy"), str(port + 7),
                                         str(port + 5), str(port)])
        self.lock = threading.Lock()
        self.control = None
        wait_for("the proxy", lambda: self.connected(port + 7))

    def connected(self, port):
        try:
            self.control = socket.create_connection(("127.0.0.1", port)).makefile("rw")
        except OSError:
            return False
        return True

    def __call__(self, command):
        with self.lock:
            self.control.write(command + "\n")
            self.control.flush()
            answer = self.control.readline().strip()
        if command != "state" and answer != "ok":
            raise Failure(f"proxy: {command}: {answer}")
        return answer

    def state(self):
        return {name: int(value) for name, value in
                (pair.split("=") for pair in self("state").split())}

    def close(self):
        self.process.kill()
        self.process.wait()


class Cluster:
    """Kafka of one version, whose clients all go through the proxies."""

    def __init__(self, java, name, version="4.4.0", nodes=1, properties=(), port="-"):
        self.java, self.name, self.version, self.nodes = java, name, version, nodes
        self.environment = dict(os.environ, KAFKA_VERSION=version, KAFKA_PROXIED="1",
                                KAFKA_HEAP="300m", KAFKA_JIT="1")
        self.proxies, self.programs = [], []
        if not version.startswith("2."):
            properties = (*QUICK_RETURN, *properties)
        first = self.run("start", name, str(nodes), str(port), *properties).split(",")[0]
        self.port = int(first.split(":")[1])
        self.ports = [self.port + 10 * n for n in range(nodes)]
        self.proxies = [Proxy(port) for port in self.ports]
        self.bootstrap = ",".join(f"127.0.0.1:{port + 5}" for port in self.ports)
        self.inside = ",".join(f"127.0.0.1:{port + 6}" for port in self.ports)

    def run(self, *arguments):
        done = subprocess.run([KAFKA, *arguments], env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise Failure(f"kafka.sh {' '.join(arguments)}: {done.stdout} {done.stderr}")
        return done.stdout.strip()

    def node(self, command, node=1):
        self.run(command, self.name, str(node))

    def stop(self, node=1):
        self.node("stop", node)

    def kill(self, node=1):
        self.node("kill", node)

    def restart(self, node=1):
        self.node("restart", node)

    def pause(self, node=1):
        self.node("pause", node)

    def resume(self, node=1):
        self.node("resume", node)

    def topic(self, name, partitions=1, replicas=1, *settings):
        command = ("topic", self.name, name, str(partitions), str(replicas), *settings)
        for turn in range(3):
            try:
                self.run(*command)
                break
            except Failure as failure:
                if turn and "already exists" in str(failure):
                    break  # the first try's, whose answer came too late for Kafka's tool
                if turn == 2:
                    raise
        return name

    def admin(self, *words):
        return self.java.admin(self.inside, *words)

    def tool(self, name, *arguments):
        """One of Kafka's tools, by its name in the newer packages; 2.4 has them elsewhere."""
        package = "kafka.admin." if self.version.startswith("2.") else "org.apache.kafka.tools."
        if name in ("ConfigCommand", "AclCommand") and not self.version.startswith("4."):
            package = "kafka.admin."
        return self.run("tool", self.name, package + name, "--bootstrap-server",
                        self.inside, *arguments)

    def elect_preferred(self, topic, by):
        """Partition 0 goes to its first replica; asks node `by`, for others may stand still."""
        settings = os.path.join(self.java.work, "admin")
        with open(settings, "w") as out:
            out.write("request.timeout.ms=1500\ndefault.api.timeout.ms=20000\n")
        for turn in range(3):  # it gives up early, and finds an election done that it did not see
            try:
                self.run("tool", self.name, "org.apache.kafka.tools.LeaderElectionCommand",
                         "--bootstrap-server", f"127.0.0.1:{self.ports[by - 1] + 6}",
                         "--command-config", settings, "--election-type", "preferred",
                         "--topic", topic, "--partition", "0")
                return
            except Failure:
                if turn == 2:
                    raise

    def all(self, command):
        for proxy in self.proxies:
            proxy(command)

    def calm(self):
        self.all("calm")

    def sum(self, counter):
        return sum(proxy.state()[counter] for proxy in self.proxies)

    def log(self, topic):
        """After what is under way to the broker for nobody has got there; and not from a node that
        stood still, still takes itself for the leader, and would show the log as it was."""
        self.calm()
        wait_for("late requests", lambda: self.sum("open") == 0)
        wait_for("nodes that agree on the leaders",
                 lambda: leaders.agreed([port + 6 for port in self.ports], topic))
        return self.java.log(self.inside, topic)

    def recover(self):
        """As new for the next test, whatever the last one left."""
        for program in self.programs:
            program.kill()  # those of tests that failed
        self.programs.clear()
        self.calm()
        self.all("reset")
        for node in range(1, self.nodes + 1):
            for command in ("resume", "restart"):
                try:
                    self.node(command, node)
                except Failure:
                    pass  # it was not paused, it was not down

    def close(self):
        for proxy in self.proxies:
            proxy.close()
        self.run("wipe", self.name)


class Program:
    """One that obeys lines and writes lines: producer.c, consumer.c or the Java client."""

    def __init__(self, cluster, name, command, client="fastka"):
        environment = dict(os.environ)
        environment.pop("LD_LIBRARY_PATH", None)
        folder = client != "java" and library_folder(client, cluster.java.work)
        if folder:
            environment["LD_LIBRARY_PATH"] = folder
        self.path = os.path.join(cluster.java.work, name)
        self.errors = open(self.path + ".err", "w+")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=open(self.path, "w"),
                                        stderr=self.errors, env=environment, text=True)
        cluster.programs.append(self)
        self.output = open(self.path)
        self.events = []  # lines that are nothing else
        self.library = self.end = None
        wait_for(name, lambda: self.read() or self.library)

    def took(self, words, line):
        """Whether this line is what the program is there for."""
        raise NotImplementedError

    def read(self):
        while not self.output.closed:
            line = self.output.readline()
            if not line.endswith("\n"):
                self.output.seek(self.output.tell() - len(line))
                break
            words = line.split()
            if words[0] == "ready":
                self.library = words[1]
            elif words[0] == "end":
                self.end = dict(pair.split("=") for pair in words[1:])
            elif not self.took(words, line):
                self.events.append(line.strip())
        if self.end is None and self.process.poll() not in (None, 0):
            self.errors.seek(0)
            raise Failure(f"{self.path}: {self.process.returncode} {self.errors.read()}")

    def tell(self, command):
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has left after a fatal error; the end line says so

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def ended(self, seconds):
        wait_for(f"the end of {self.path}", lambda: self.read() or self.end, seconds)
        self.process.wait()
        self.output.close()
        os.remove(self.path)
        return self


class Producer(Program):
    """A producing program: producer.c on some librdkafka, or the Java client."""

    def __init__(self, cluster, topic, partitions=1, size=100, client="fastka",
                 bootstrap=None, **settings):
        self.partitions = partitions
        self.settings = settings
        self.reports = []  # the words of each line
        arguments = [bootstrap or cluster.bootstrap, topic, str(partitions), str(size)]
        arguments += [f"{name.replace('_', '.')}={value}" for name, value in settings.items()]
        if client == "fastka" and "DEBUG" in os.environ:
            arguments.append("debug=" + os.environ["DEBUG"])
        if client == "java":
            command = cluster.java.command("Client", "producer", *arguments)
        else:
            command = [os.path.join(PROGRAMS, "producer"), *arguments]
        super().__init__(cluster, f"{topic}.{client.replace('/', '_')}", command, client)

    def took(self, words, line):
        if words[0] != "report":
            return False
        self.reports.append(words)
        return True

    def wait_reports(self, count, seconds=60):
        wait_for(f"{count} reports", lambda: self.read() or len(self.reports) >= count, seconds)

    def finish(self, seconds=60):
        """No more messages; returns when all is reported, or with what is by then."""
        self.tell(f"end {seconds * 1000}")
        return self.ended(seconds + 60)
