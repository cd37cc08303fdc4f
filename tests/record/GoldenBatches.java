// Goal: bytes that the Java client writes, with what it put into them, as text for record_golden_test.
// Method: MemoryRecordsBuilder for every codec, timestamp type and record shape below; each batch is
// a block of lines in the output:
//   batch NAME | field VALUE ... | hex BYTES (64 characters a line) | record OFFSET TIMESTAMP KEY VALUE
//   header KEY VALUE | end
// Keys and values are hex, "-" for null, "empty" for no bytes, "HEX*N" for a repetition.
// Run: java -cp "$(tests/brokers/kafka.sh clients 4.4.0)/*" GoldenBatches.java > tests/golden/x.hex
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.*;
import org.apache.kafka.common.record.internal.*;

public class GoldenBatches {
  static final long T = 1700000000000L;

  static String hex(byte[] b) {
    if (b == null) return "-";
    if (b.length == 0) return "empty";
    if (b.length > 200) {
      for (byte x : b) if (x != b[0]) throw new RuntimeException("long values are repetitions");
      return String.format("%02x*%d", b[0], b.length);
    }
    StringBuilder s = new StringBuilder();
    for (byte x : b) s.append(String.format("%02x", x));
    return s.toString();
  }

  static byte[] utf(String s) { return s == null ? null : s.getBytes(StandardCharsets.UTF_8); }

  static byte[] fill(int n, int with) {
    byte[] b = new byte[n];
    java.util.Arrays.fill(b, (byte) with);
    return b;
  }

  record Rec(long time, byte[] key, byte[] value, Header... headers) {}

  static void show(String name, ByteBuffer bytes, List<Rec> records, long base, long stamp) {
    System.out.println("batch " + name);
    byte[] all = new byte[bytes.remaining()];
    bytes.get(all);
    StringBuilder s = new StringBuilder();
    for (byte x : all) s.append(String.format("%02x", x));
    for (int i = 0; i < s.length(); i += 96)
      System.out.println("hex " + s.substring(i, Math.min(s.length(), i + 96)));
    long offset = base;
    for (Rec r : records) {
      System.out.println("record " + offset++ + " " + (stamp == Long.MIN_VALUE ? r.time : stamp)
          + " " + hex(r.key) + " " + hex(r.value));
      for (Header h : r.headers)
        System.out.println("header " + hex(utf(h.key())) + " " + hex(h.value()));
    }
    System.out.println("end");
  }

  static void v2(String name, CompressionType type, TimestampType times, long base, long pid,
      short epoch, int sequence, boolean txn, List<Rec> records) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
    MemoryRecordsBuilder b = new MemoryRecordsBuilder(buffer,
        RecordBatch.MAGIC_VALUE_V2, Compression.of(type).build(), times, base, T + 500, pid, epoch,
        sequence, txn, false, 7, 1 << 20);
    for (Rec r : records) b.append(r.time, r.key, r.value, r.headers);
    System.out.println("# magic 2, producer " + pid + " epoch " + epoch + " sequence " + sequence);
    show(name, b.build().buffer(), records, base,
        times == TimestampType.LOG_APPEND_TIME ? T + 500 : Long.MIN_VALUE);
  }

  static void old(String name, byte magic, CompressionType type, TimestampType times, long base,
      List<Rec> records) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
    MemoryRecordsBuilder b = new MemoryRecordsBuilder(buffer,
        magic, Compression.of(type).build(), times, base, T + 500, -1, (short) -1, -1, false, false,
        -1, 1 << 20);
    for (Rec r : records) b.append(magic == 0 ? RecordBatch.NO_TIMESTAMP : r.time, r.key, r.value);
    show(name, b.build().buffer(), records, base, magic == 0 ? -1
        : times == TimestampType.LOG_APPEND_TIME ? T + 500 : Long.MIN_VALUE);
  }

  public static void main(String[] args) {
    List<Rec> mixed = List.of(
        new Rec(T, utf("key-1"), utf("value-1")),
        new Rec(T + 1, null, utf("no key")),
        new Rec(T - 20, utf("tombstone"), null),
        new Rec(T + 70000, new byte[0], new byte[0]),
        new Rec(T, null, null),
        new Rec(T + 3, utf("h"), utf("with headers"), new RecordHeader("a", utf("1")),
            new RecordHeader("null value", (byte[]) null), new RecordHeader("", new byte[0]),
            new RecordHeader("a", utf("again"))),
        new Rec(T + 4, fill(64, 'k'), fill(20000, 'v')),
        new Rec(T + 5, fill(63, 'k'), fill(8191, 'w')),
        new Rec(T + 6, utf("\u00e9\u4e2d"), fill(128, 0)));
    List<Rec> many = new ArrayList<>();
    for (int i = 0; i < 300; i++)
      many.add(new Rec(T + i, utf("k" + i % 7), utf("{\"sequence\":" + i + ",\"text\":\"some text\"}")));
    List<Rec> plain = List.of(new Rec(T, utf("a"), utf("one")), new Rec(T + 9, null, utf("two")),
        new Rec(T + 4, utf("c"), null), new Rec(T + 5, new byte[0], fill(300, 'x')));
    for (CompressionType type : CompressionType.values()) {
      v2("v2-mixed-" + type.name, type, TimestampType.CREATE_TIME, 1000, -1, (short) -1, -1, false, mixed);
      v2("v2-append-time-" + type.name, type, TimestampType.LOG_APPEND_TIME, 0, -1, (short) -1, -1, false, plain);
      if (type != CompressionType.NONE) v2("v2-many-" + type.name, type, TimestampType.CREATE_TIME,
          5000000000L, 4711, (short) 3, 2147483600, true, many);
      if (type == CompressionType.ZSTD) continue;
      for (byte magic = 0; magic <= 1; magic++) {
        old("v" + magic + "-" + type.name, magic, type,
            magic == 0 ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.CREATE_TIME, 77, plain);
        if (magic == 1) old("v1-append-time-" + type.name, magic, type, TimestampType.LOG_APPEND_TIME, 0, plain);
      }
    }
  }
}
