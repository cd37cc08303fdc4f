"""Who leads a topic's partitions, as each node of a cluster sees it: Metadata v1 by hand, for Kafka's
own tools ask whichever node they like."""
import socket
import struct


class Answer:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        (value,) = struct.unpack_from(">" + form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def text(self):
        size = max(self.take("h"), 0)
        self.at += size
        return self.data[self.at - size:self.at].decode()

    def all(self, one):
        return [one() for _ in range(max(self.take("i"), 0))]

    def broker(self):
        return self.take("i"), self.text(), self.take("i"), self.text()

    def partition(self):
        self.take("h")  # LEADER_NOT_AVAILABLE and the like: the leader is then -1
        index, leader = self.take("i"), self.take("i")
        self.all(lambda: self.take("i"))
        return index, leader, tuple(sorted(self.all(lambda: self.take("i"))))

    def topic(self):
        error, name, _ = self.take("h"), self.text(), self.take("?")
        return error, name, sorted(self.all(self.partition))


def exactly(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise OSError("closed")
        data += more
    return data


def ask(port, topic, seconds=5):
    """[(partition, leader, in-sync replicas)] as the node at this port has it; None: no answer."""
    name = topic.encode()
    request = struct.pack(">hhih4sih", 3, 1, 1, 4, b"test", 1, len(name)) + name
    try:
        with socket.create_connection(("127.0.0.1", port), seconds) as connection:
            connection.settimeout(seconds)
            connection.sendall(struct.pack(">i", len(request)) + request)
            (size,) = struct.unpack(">i", exactly(connection, 4))
            answer = Answer(exactly(connection, size))
    except OSError:
        return None
    answer.take("i")
    answer.all(answer.broker)
    answer.take("i")
    error, _, partitions = answer.all(answer.topic)[0]
    return None if error else partitions


def agreed(ports, topic):
    """Do all nodes that answer say the same, and does every partition have a leader?"""
    views = [view for view in (ask(port, topic) for port in ports) if view]
    return bool(views) and all(view == views[0] for view in views) and \
        all(leader >= 0 for _, leader, _ in views[0])
