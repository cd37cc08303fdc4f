// Goal: the Java client reads what we write, and sees what we meant.
// Method: reads batches in the text form of golden.h from standard input, lets the Java client check
// and take apart each one, and compares with the records stated beside the bytes. Prints how many
// batches and records agreed; fails at the first difference.
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.*;
import org.apache.kafka.common.utils.Utils;

public class JavaReads {
  static String hex(byte[] b) {
    if (b == null) return "-";
    if (b.length == 0) return "empty";
    StringBuilder s = new StringBuilder();
    for (byte x : b) s.append(Character.forDigit((x >> 4) & 15, 16)).append(Character.forDigit(x & 15, 16));
    return s.toString();
  }

  static String hex(ByteBuffer b) { return b == null ? "-" : hex(Utils.toArray(b)); }

  static byte[] bytes(String hex) {
    byte[] b = new byte[hex.length() / 2];
    for (int i = 0; i < b.length; i++) b[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    return b;
  }

  static int records = 0;

  static void check(String name, byte[] all, List<String> stated) {
    List<String> seen = new ArrayList<>();
    int batches = 0;
    for (MutableRecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(all)).batches()) {
      batch.ensureValid();
      if (batch.sizeInBytes() != all.length) throw new RuntimeException(name + ": size");
      long first = -1, most = Long.MIN_VALUE, n = 0;
      for (org.apache.kafka.common.record.internal.Record r : batch) {
        r.ensureValid();
        if (first < 0) first = r.offset();
        most = Math.max(most, r.timestamp());
        if (r.sequence() != (int) ((2147483640L + n++) & 0x7fffffffL)) throw new RuntimeException(name + ": sequence");
        seen.add("record " + r.offset() + " " + r.timestamp() + " " + hex(r.key()) + " " + hex(r.value()));
        for (Header h : r.headers())
          seen.add("header " + hex(h.key().getBytes(StandardCharsets.UTF_8)) + " " + hex(h.value()));
      }
      if (batch.countOrNull() != n || batch.baseOffset() != first || batch.maxTimestamp() != most)
        throw new RuntimeException(name + ": header");
      records += n;
      batches++;
    }
    if (batches != 1) throw new RuntimeException(name + ": " + batches + " batches");
    if (!seen.equals(stated)) {
      for (int i = 0; i < Math.max(seen.size(), stated.size()); i++) {
        String a = i < seen.size() ? seen.get(i) : "nothing", b = i < stated.size() ? stated.get(i) : "nothing";
        if (!a.equals(b)) throw new RuntimeException(name + ": Java sees\n  " + a + "\nwe wrote\n  " + b);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    String name = null;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<String> stated = new ArrayList<>();
    int batches = 0;
    for (String line; (line = in.readLine()) != null;) {
      if (line.startsWith("batch ")) {
        name = line.substring(6);
        all.reset();
        stated.clear();
      } else if (line.startsWith("hex ")) {
        all.write(bytes(line.substring(4)));
      } else if (line.equals("end")) {
        check(name, all.toByteArray(), stated);
        batches++;
      } else {
        stated.add(line);
      }
    }
    System.out.println("the Java client agrees on " + batches + " batches, " + records + " records");
    if (batches < 70) throw new RuntimeException("too few batches");
  }
}
