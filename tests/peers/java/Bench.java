// What tests/bench measures of the Java client: Bench consume|produce BOOTSTRAP TOPIC COUNT CODEC
// The jobs and the result line are those of tests/bench/consume_poll.c and produce.c. A produce is
// idempotent and acks=all, the client's default; linger 5 ms, as in librdkafka.
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public final class Bench {
  private static final int PARTITIONS = 3;
  private static final int SIZE = 100;
  private static final int TEXTS = 4096;
  private static final String[] WORDS = {
    "order ", "paid ", "user ", "click ", "north ", "amber ", "seven ", "river ",
    "stone ", "cloud ", "early ", "signal ", "packet ", "lemon ", "harbor ", "quiet "};

  // A number and words from a short list, as in produce.c.
  private static byte[][] makeTexts() {
    byte[][] texts = new byte[TEXTS][];
    long state = 88172645463325252L;
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder line = new StringBuilder(String.format("%09d ", i));
      while (line.length() < SIZE) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        line.append(WORDS[(int) Long.remainderUnsigned(state, 16)]);
      }
      texts[i] = Arrays.copyOf(line.toString().getBytes(StandardCharsets.US_ASCII), SIZE);
    }
    return texts;
  }

  private static Properties settings(String bootstrap) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", bootstrap);
    return settings;
  }

  private static long consume(String bootstrap, String topic, int count) {
    Properties settings = settings(bootstrap);
    settings.put("enable.auto.commit", "false");
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) all.add(new TopicPartition(topic, p));
    ByteArrayDeserializer bytesOf = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytesOf, bytesOf)) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      int seen = 0;
      long bytes = 0;
      long sum = 0;
      while (seen < count) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(10))) {
          byte[] value = record.value();
          seen++;
          bytes += value.length;
          sum += value[0] + value[value.length - 1];
        }
      }
      if (sum == 0) throw new IllegalStateException("nothing read");
      return bytes;
    }
  }

  private static long produce(String bootstrap, String topic, int count, String codec,
      byte[][] texts) {
    Properties settings = settings(bootstrap);
    settings.put("compression.type", codec);
    settings.put("linger.ms", "5");
    ByteArraySerializer bytesOf = new ByteArraySerializer();
    AtomicLong stored = new AtomicLong();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytesOf, bytesOf)) {
      for (int i = 0; i < count; i++) {
        producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, texts[i % TEXTS]),
            (metadata, error) -> {
              if (error == null) stored.incrementAndGet();
            });
      }
      producer.flush();
    }
    if (stored.get() != count) throw new IllegalStateException(stored + " reports of " + count);
    return (long) count * SIZE;
  }

  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[3]);
    byte[][] texts = makeTexts();
    long start = System.nanoTime();
    long bytes = arguments[0].equals("consume") ? consume(arguments[1], arguments[2], count)
        : produce(arguments[1], arguments[2], count, arguments[4], texts);
    System.out.printf(Locale.ROOT,
        "{\"served_by\":\"Java client %s\",\"messages\":%d,\"bytes\":%d,\"seconds\":%.6f}%n",
        System.getProperty("peer.version"), count, bytes, (System.nanoTime() - start) / 1e9);
    System.exit(0);
  }
}
