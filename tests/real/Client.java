// The Java client's part in truth.py.
//
//   Client log              reads "BOOTSTRAP TOPIC FILE" lines, writes each topic's records to FILE as
//                           "PARTITION OFFSET TIMESTAMP N" lines, answers "done COUNT"
//   Client producer BOOTSTRAP TOPIC PARTITIONS SIZE [NAME=VALUE ...]
//                           producer.c's commands `send` and `end`, and its lines
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public class Client {
  static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

  static String line(ConsumerRecord<byte[], byte[]> r) {
    String text = new String(r.value(), 0, Math.min(24, r.value().length), StandardCharsets.US_ASCII);
    return r.partition() + " " + r.offset() + " " + r.timestamp() + " " + text.split(" ")[0];
  }

  static long dump(String bootstrap, String topic, String file) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset",
        "earliest", "check.crcs", true, "isolation.level", "read_uncommitted");
    long count = 0;
    try (var consumer = new KafkaConsumer<>(
             settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
         var out = new PrintWriter(file)) {
      List<TopicPartition> all = new ArrayList<>();
      for (var p : consumer.partitionsFor(topic)) all.add(new TopicPartition(topic, p.partition()));
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (!all.stream().allMatch(p -> consumer.position(p) >= ends.get(p))) {
        for (var record : consumer.poll(Duration.ofMillis(500))) {
          out.println(line(record));
          count++;
        }
      }
    }
    return count;
  }

  static void serveLogs() throws Exception {
    for (String line; (line = in.readLine()) != null;) {
      String[] words = line.split(" ");
      try {
        System.out.println("done " + dump(words[0], words[1], words[2]));
      } catch (Exception e) {
        System.out.println("failed " + e);
      }
    }
  }

  static byte[] value(long number, int size) {
    byte[] out = new byte[size];
    java.util.Arrays.fill(out, (byte) 'x');
    byte[] head = (number + " ").getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(head, 0, out, 0, head.length);
    return out;
  }

  static synchronized void report(long number, int partition, RecordMetadata at, Exception e, long ms) {
    System.out.println("report " + number + " " + partition + " "
        + (e == null ? "PERSISTED NO_ERROR " + at.offset() + " " + at.timestamp()
                     : "FAILED " + e.getClass().getSimpleName() + " -1001 -1")
        + " " + ms + " -1");
  }

  static void produce(String[] args) throws Exception {
    Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", args[1]));
    for (int i = 5; i < args.length; i++) {
      settings.put(args[i].split("=")[0], args[i].split("=")[1]);
    }
    var sent = new AtomicLong();
    var reports = new AtomicLong();
    int partitions = Integer.parseInt(args[3]);
    int size = Integer.parseInt(args[4]);
    try (var producer =
             new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (var metric : producer.metrics().values()) {
        var name = metric.metricName();
        if (name.group().equals("app-info") && name.name().equals("version")) {
          System.out.println("ready " + metric.metricValue());
        }
      }
      for (String line; (line = in.readLine()) != null && !line.startsWith("end");) {
        String[] words = line.split(" ");
        for (long n = Long.parseLong(words[1]); n > 0; n--) {
          long number = sent.getAndIncrement();
          int partition = (int) (number % partitions);
          long since = System.nanoTime();
          producer.send(new ProducerRecord<>(args[2], partition, null, value(number, size)), (at, e) -> {
            report(number, partition, at, e, (System.nanoTime() - since) / 1000000);
            reports.incrementAndGet();
          });
          if (words.length > 2) Thread.sleep(Long.parseLong(words[2]));
        }
      }
    }
    System.out.println("end sent=" + sent + " reports=" + reports + " unreported="
        + (sent.get() - reports.get()) + " fatal=none poll_gap_ms=0 full=0");
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("log")) {
      serveLogs();
    } else {
      produce(args);
    }
  }
}
