// Kafka's own message classes behind a line protocol, so that a test can compare our codec with
// them. Runs from source against any kafka-clients jar since 2.4:
//
//   read NAME VERSION HEX    decodes, answers: ok HEX JSON (encoded again, and what was understood)
//   make NAME VERSION SEED   fills an instance at random, answers the same
//   range NAME               answers: ok LOW HIGH
//
// Anything else that happens is answered as "error TEXT". NAME is ours (MetadataRequest); the class
// is org.apache.kafka.common.message.<NAME>Data. The members of a version are those of the class's
// own schema for it.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;

public class Oracle {
  static final String PACKAGE = "org.apache.kafka.common.message.";

  static Class<?> find(String name) throws Exception {
    try {
      return Class.forName(PACKAGE + name + "Data");
    } catch (ClassNotFoundException e) {
      // Kafka 2.4's name for ListOffsets.
      return Class.forName(PACKAGE + name.replace("Offsets", "Offset") + "Data");
    }
  }

  static Schema schema(Class<?> type, short version) throws Exception {
    return ((Schema[]) type.getField("SCHEMAS").get(null))[version];
  }

  static ApiMessage create(Class<?> type) throws Exception {
    return (ApiMessage) type.getConstructor().newInstance();
  }

  static Field member(Class<?> type, String snake) throws Exception {
    StringBuilder camel = new StringBuilder();
    for (String word : snake.split("_")) {
      camel.append(camel.length() == 0 ? word
          : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    Field field = type.getDeclaredField(camel.toString());
    field.setAccessible(true);
    return field;
  }

  @SuppressWarnings("unchecked")
  static Collection<org.apache.kafka.common.protocol.types.Field> tagged(
      org.apache.kafka.common.protocol.types.Field section) throws Exception {
    // Kafka 2.4 has no accessor for it.
    Field map = TaggedFields.class.getDeclaredField("fields");
    map.setAccessible(true);
    return ((Map<Integer, org.apache.kafka.common.protocol.types.Field>) map.get(section.type))
        .values();
  }

  static List<org.apache.kafka.common.protocol.types.Field> members(Schema schema)
      throws Exception {
    List<org.apache.kafka.common.protocol.types.Field> out = new ArrayList<>();
    for (BoundField bound : schema.fields()) {
      if (bound.def.type instanceof TaggedFields) {
        out.addAll(tagged(bound.def));
      } else {
        out.add(bound.def);
      }
    }
    return out;
  }

  // Dump.

  static void quote(StringBuilder out, String value) {
    out.append('"');
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      int c = b & 0xff;
      if (c == '"' || c == '\\') {
        out.append('\\').append((char) c);
      } else if (c < 0x20 || c >= 0x7f) {
        out.append(String.format("\\u00%02x", c));
      } else {
        out.append((char) c);
      }
    }
    out.append('"');
  }

  static void dump(StringBuilder out, Object value, Object type) throws Exception {
    if (value == null) {
      out.append("null");
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof String) {
      quote(out, (String) value);
    } else if (value instanceof byte[]) {
      quote(out, ((byte[]) value).length + " bytes");
    } else if (value instanceof ByteBuffer) {
      quote(out, ((ByteBuffer) value).remaining() + " bytes");
    } else if (value.getClass().getSimpleName().equals("MemoryRecords")) {
      quote(out, value.getClass().getMethod("sizeInBytes").invoke(value) + " bytes");
    } else if (value instanceof Collection) {
      Object element = ((org.apache.kafka.common.protocol.types.Type) type).arrayElementType().get();
      String comma = "";
      out.append('[');
      for (Object each : (Collection<?>) value) {
        out.append(comma);
        dump(out, each, element);
        comma = ",";
      }
      out.append(']');
    } else if (type instanceof Schema) {
      String comma = "";
      out.append('{');
      for (org.apache.kafka.common.protocol.types.Field def : members((Schema) type)) {
        out.append(comma).append('"').append(def.name).append("\":");
        dump(out, member(value.getClass(), def.name).get(value), def.type);
        comma = ",";
      }
      out.append('}');
    } else {
      long high = (Long) value.getClass().getMethod("getMostSignificantBits").invoke(value);
      long low = (Long) value.getClass().getMethod("getLeastSignificantBits").invoke(value);
      out.append(String.format("\"%016x%016x\"", high, low));
    }
  }

  // Random instances.

  static long number(Random random) {
    switch (random.nextInt(6)) {
      case 0: return 0;
      case 1: return -1;
      case 2: return Long.MIN_VALUE;
      case 3: return Long.MAX_VALUE;
      case 4: return random.nextInt(100);
      default: return random.nextLong();
    }
  }

  static int length(Random random) {
    switch (random.nextInt(8)) {
      case 0: return 0;
      case 1: return 126 + random.nextInt(4);
      case 2: return random.nextInt(700);
      default: return random.nextInt(12);
    }
  }

  static String string(Random random) {
    String[] pieces = {"a", "B", "7", "-", ".", "_", " ", "\u00e9", "\u6f22", "\ud83d\ude00", "\n"};
    StringBuilder out = new StringBuilder();
    for (int n = length(random); n > 0; --n) out.append(pieces[random.nextInt(pieces.length)]);
    return out.toString();
  }

  static byte[] bytes(Random random) {
    byte[] out = new byte[length(random)];
    random.nextBytes(out);
    return out;
  }

  static Class<?> elementClass(Type type) {
    if (type instanceof ParameterizedType) {
      Type argument = ((ParameterizedType) type).getActualTypeArguments()[0];
      return argument instanceof Class ? (Class<?>) argument : null;
    }
    return elementClass(((Class<?>) type).getGenericSuperclass());
  }

  static Collection<Object> collection(Class<?> type) throws Exception {
    if (type.isInterface()) return new ArrayList<>();
    @SuppressWarnings("unchecked")
    Collection<Object> out = (Collection<Object>) type.getConstructor().newInstance();
    return out;
  }

  static Object value(Random random, org.apache.kafka.common.protocol.types.Type type,
      Class<?> java, Type generic, int depth) throws Exception {
    if (type.isNullable() && random.nextInt(4) == 0) return null;
    if (type.arrayElementType().isPresent()) {
      Collection<Object> out = collection(java);
      int n = depth == 0 && random.nextInt(40) == 0 ? 120 + random.nextInt(20) : random.nextInt(4);
      Class<?> element = elementClass(generic);
      for (; n > 0; --n) {
        out.add(value(random, type.arrayElementType().get(), element, element, depth + 1));
      }
      return out;
    }
    if (type instanceof Schema) {
      Object out = java.getConstructor().newInstance();
      fill(random, out, (Schema) type, depth);
      return out;
    }
    if (java == boolean.class) return random.nextBoolean();
    if (java == byte.class || java == Byte.class) return (byte) number(random);
    if (java == short.class || java == Short.class) return (short) number(random);
    if (java == int.class || java == Integer.class) return (int) number(random);
    if (java == long.class || java == Long.class) return number(random);
    if (java == String.class) return string(random);
    if (java == byte[].class) return bytes(random);
    if (java == ByteBuffer.class) return ByteBuffer.wrap(bytes(random));
    if (java.getSimpleName().equals("BaseRecords")) {
      // The package differs between releases, but not from its interface's.
      return Class.forName(java.getPackageName() + ".MemoryRecords")
          .getMethod("readableRecords", ByteBuffer.class)
          .invoke(null, ByteBuffer.wrap(bytes(random)));
    }
    if (java.getSimpleName().equals("Uuid")) {
      return java.getConstructor(long.class, long.class)
          .newInstance(random.nextLong(), random.nextLong());
    }
    throw new IllegalStateException("no random value for " + java);
  }

  static void fill(Random random, Object out, Schema schema, int depth) throws Exception {
    for (BoundField bound : schema.fields()) {
      boolean tagged = bound.def.type instanceof TaggedFields;
      for (org.apache.kafka.common.protocol.types.Field def : tagged
          ? tagged(bound.def) : List.of(bound.def)) {
        if (tagged && random.nextBoolean()) continue;
        Field field = member(out.getClass(), def.name);
        field.set(out, value(random, def.type, field.getType(), field.getGenericType(), depth));
      }
    }
  }

  // Line protocol.

  static String answer(ApiMessage message, short version) throws Exception {
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
    message.write(new ByteBufferAccessor(buffer), cache, version);
    StringBuilder out = new StringBuilder("ok ");
    if (buffer.hasRemaining()) throw new IllegalStateException("size() was wrong");
    if (buffer.capacity() == 0) out.append('-');
    for (byte b : buffer.array()) out.append(String.format("%02x", b & 0xff));
    out.append(' ');
    dump(out, message, schema(message.getClass(), version));
    return out.toString();
  }

  static byte[] unhex(String hex) {
    if (hex.equals("-")) return new byte[0];
    byte[] out = new byte[hex.length() / 2];
    for (int i = 0; i < out.length; ++i) {
      out[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return out;
  }

  static String serve(String[] words) throws Exception {
    ApiMessage message = create(find(words[1]));
    if (words[0].equals("range")) {
      return "ok " + message.lowestSupportedVersion() + " " + message.highestSupportedVersion();
    }
    short version = Short.parseShort(words[2]);
    if (words[0].equals("read")) {
      ByteBuffer buffer = ByteBuffer.wrap(unhex(words[3]));
      message.read(new ByteBufferAccessor(buffer), version);
      if (buffer.hasRemaining()) return "error " + buffer.remaining() + " bytes were not read";
    } else {
      fill(new Random(Long.parseLong(words[3])), message, schema(message.getClass(), version), 0);
    }
    return answer(message, version);
  }

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintStream out = new PrintStream(System.out, false);
    for (String line; (line = in.readLine()) != null; ) {
      String reply;
      try {
        reply = serve(line.split(" "));
      } catch (Throwable e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        reply = "error " + cause;
      }
      out.println(reply.replace('\n', ' '));
      out.flush();
    }
  }
}
