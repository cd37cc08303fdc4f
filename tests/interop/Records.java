// The Java side of records.c, and of million.c: the official client as the other end.
//
//   Records write BOOTSTRAP CODEC=TOPIC ...      writes the records of cases.py's rule
//   Records read BOOTSTRAP FOLDER TOPIC ...      prints each topic to FOLDER/TOPIC, as cases.py does
//   Records read BOOTSTRAP FOLDER TOPIC@ISOLATION ...   the same under that isolation.level
//   Records transactions BOOTSTRAP CODEC=TOPIC ...       the records of transactions()
//   Records million-write BOOTSTRAP COUNT CODEC=TOPIC ...
//   Records million-read BOOTSTRAP COUNT TOPIC ...
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public class Records {
  static final int COUNT = 900;
  static final int PARTITIONS = 3;

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] value(int i) {
    switch (i % 4) {
      case 0:
        return null;
      case 1:
        return new byte[0];
      case 2:
        return ascii("value-" + i + "-" + "x".repeat(i % 200));
      default:
        byte[] all = new byte[i];
        for (int j = 0; j < i; j++) all[j] = (byte) j;
        return all;
    }
  }

  static List<Header> headers(int i) {
    List<Header> all = new ArrayList<>();
    for (int j = 0; j < i % 5; j++) {
      byte[][] kinds = {null, new byte[0], ascii("hv-" + i + "-" + j)};
      all.add(new RecordHeader("h" + j % 3, kinds[(i + j) % 3]));
    }
    return all;
  }

  // One request in flight: into a partition so new that its first batch is refused, Kafka takes the
  // second one for the first, and with more in flight this client's records are then out of order.
  static KafkaProducer<byte[], byte[]> producer(String bootstrap, String codec) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrap, "compression.type", codec, "linger.ms", "5",
            "max.in.flight.requests.per.connection", "1"),
        new ByteArraySerializer(), new ByteArraySerializer());
  }

  static void write(String bootstrap, String codec, String topic) throws Exception {
    try (var producer = producer(bootstrap, codec)) {
      for (int i = 0; i < COUNT; i++) {
        byte[][] keys = {null, new byte[0], ascii("key-" + i)};
        producer.send(new ProducerRecord<>(topic, i % 3, 1700000000000L + i * 1000L, keys[i % 3],
            value(i), headers(i)));
      }
    }
  }

  static String hex(byte[] data) {
    return data == null ? "null" : "x" + HexFormat.of().formatHex(data);
  }

  static String line(ConsumerRecord<byte[], byte[]> r) {
    List<String> shown = new ArrayList<>();
    for (Header h : r.headers()) shown.add(h.key() + "=" + hex(h.value()));
    return r.partition() + " " + r.offset() + " " + r.timestamp() + " " + hex(r.key()) + " "
        + hex(r.value()) + " [" + String.join(",", shown) + "]";
  }

  static KafkaProducer<byte[], byte[]> transactional(String bootstrap, String codec, String id) {
    var producer = new KafkaProducer<>(
        Map.<String, Object>of("bootstrap.servers", bootstrap, "compression.type", codec,
            "batch.size", "400", "transactional.id", id, "transaction.timeout.ms", "120000"),
        new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  // Three transactional producers and a plain one take turns, so that their transactions overlap
  // in every partition. Values begin with what becomes of them: c committed, a aborted, p plain, o
  // of a transaction that is open to the end.
  static void transactions(String bootstrap, String codec, String topic) throws Exception {
    var random = new Random(topic.hashCode());
    var plain = producer(bootstrap, codec);
    List<KafkaProducer<byte[], byte[]>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) all.add(transactional(bootstrap, codec, topic + "-" + i));
    char[] fate = new char[3];
    int[] left = new int[3];
    for (int turn = 0; turn < 120; turn++) {
      int i = random.nextInt(3);
      if (left[i] == 0) {
        all.get(i).beginTransaction();
        fate[i] = random.nextInt(5) < 2 ? 'a' : 'c';
        left[i] = 1 + random.nextInt(4);
      }
      for (int n = random.nextInt(25); n > 0; n--) {
        all.get(i).send(new ProducerRecord<>(
            topic, random.nextInt(PARTITIONS), null, ascii(fate[i] + "-" + turn + "-" + n)));
      }
      all.get(i).flush();
      if (random.nextInt(4) == 0) {
        plain.send(new ProducerRecord<>(topic, random.nextInt(PARTITIONS), null, ascii("p-" + turn)));
        plain.flush();
      }
      if (--left[i] == 0) end(all.get(i), fate[i]);
    }
    for (int i = 0; i < 3; i++) if (left[i] > 0) end(all.get(i), fate[i]);
    all.get(0).beginTransaction();
    for (int n = 0; n < 30; n++) {
      all.get(0).send(new ProducerRecord<>(topic, n % PARTITIONS, null, ascii("o-" + n)));
    }
    all.get(0).flush();
  }

  static void end(KafkaProducer<byte[], byte[]> producer, char fate) {
    if (fate == 'c') {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  static void readAll(String bootstrap, String topic, Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    readAll(bootstrap, topic, "read_uncommitted", sink);
  }

  static void readAll(String bootstrap, String topic, String isolation,
      Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset",
        "earliest", "check.crcs", true, "isolation.level", isolation);
    try (var consumer = new KafkaConsumer<>(
             settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all = new ArrayList<>();
      for (int i = 0; i < PARTITIONS; i++) all.add(new TopicPartition(topic, i));
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (!all.stream().allMatch(p -> consumer.position(p) >= ends.get(p))) {
        for (var record : consumer.poll(Duration.ofSeconds(1))) sink.accept(record);
      }
    }
  }

  // The same bytes as million.c's text_of().
  static byte[] text(long number) {
    byte[] out = new byte[100];
    long state = number * 0x9e3779b97f4a7c15L + 1;
    for (int i = 20; i < 100; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      out[i] = i % 2 == 1 ? (byte) state : (byte) "etaoin s".charAt((int) (state & 7));
    }
    System.arraycopy(ascii(String.format("%020d", number)), 0, out, 0, 20);
    return out;
  }

  static void millionWrite(String bootstrap, long count, String codec, String topic) {
    var failed = new AtomicReference<String>();
    try (var producer = producer(bootstrap, codec)) {
      for (long i = 0; i < count; i++) {
        long number = i;
        producer.send(new ProducerRecord<>(topic, (int) (i % PARTITIONS), null, text(i)),
            (at, e) -> {
              if (e != null) failed.compareAndSet(null, topic + ": message " + number + ": " + e);
            });
      }
    }
    if (failed.get() != null) throw new IllegalStateException(failed.get());
  }

  static void millionRead(String bootstrap, long count, String topic) {
    long[] next = new long[PARTITIONS];
    readAll(bootstrap, topic, record -> {
      int p = record.partition();
      long number = next[p] * PARTITIONS + p;
      if (record.offset() != next[p] || !Arrays.equals(record.value(), text(number))) {
        throw new IllegalStateException(topic + ": message " + number + " is not as it was sent");
      }
      next[p]++;
    });
    if (Arrays.stream(next).sum() != count) {
      throw new IllegalStateException(topic + ": " + Arrays.toString(next) + " is not all");
    }
  }

  public static void main(String[] args) throws Exception {
    List<String> rest = Arrays.asList(args).subList(2, args.length);
    switch (args[0]) {
      case "write":
        for (String pair : rest) write(args[1], pair.split("=")[0], pair.split("=")[1]);
        break;
      case "read":
        for (String topic : rest.subList(1, rest.size())) {
          String[] parts = (topic + "@read_uncommitted").split("@");
          try (var out = new PrintWriter(rest.get(0) + "/" + topic)) {
            readAll(args[1], parts[0], parts[1], record -> out.println(line(record)));
          }
        }
        break;
      case "transactions":
        for (String pair : rest) transactions(args[1], pair.split("=")[0], pair.split("=")[1]);
        Runtime.getRuntime().halt(0); // closing would end the open transactions
        break;
      case "million-write":
        for (String pair : rest.subList(1, rest.size())) {
          millionWrite(args[1], Long.parseLong(rest.get(0)), pair.split("=")[0],
              pair.split("=")[1]);
        }
        break;
      case "million-read":
        for (String topic : rest.subList(1, rest.size())) {
          millionRead(args[1], Long.parseLong(rest.get(0)), topic);
        }
        break;
      default:
        throw new IllegalArgumentException(args[0]);
    }
  }
}
