// What the tests ask of a real cluster, by Kafka's own client: one process that obeys lines.
//
//   BOOTSTRAP COMMAND ARGUMENT ...      answered with "ok ANSWER" or "failed WHY", one line
//
//   create TOPIC PARTITIONS REPLICAS [NAME=VALUE ...]     place TOPIC REPLICAS ... [NAME=VALUE ...]
//   delete TOPIC            grow TOPIC PARTITIONS         (REPLICAS of a partition: 2,3,1)
//   leaders TOPIC           the leader of each partition  isr TOPIC   the sizes of their ISRs
//   reassign TOPIC REPLICAS ...   ended when the brokers have done it
//   elect TOPIC preferred|unclean    what another did before is no failure
//   quota CLIENT NAME=BYTES-PER-SECOND
//   commit GROUP TOPIC PARTITION OFFSET METADATA          a consumer of that group commits
//   committed GROUP TOPIC PARTITION    "OFFSET METADATA", as a consumer sees it and the admin client
//   first TOPIC PARTITION OFFSET POLICY     where a consumer that starts there gets its first record;
//                           POLICY: auto.offset.reset. "none": no record; "error": it is refused
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ElectionNotNeededException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

public class Admin {
  static final Map<String, org.apache.kafka.clients.admin.Admin> admins = new HashMap<>();
  final String bootstrap;
  final org.apache.kafka.clients.admin.Admin admin;
  final List<String> words;

  Admin(String[] line) {
    bootstrap = line[0];
    words = Arrays.asList(line).subList(2, line.length);
    admin = admins.computeIfAbsent(bootstrap, to -> org.apache.kafka.clients.admin.Admin.create(
        Map.of("bootstrap.servers", to, "request.timeout.ms", 5000, "default.api.timeout.ms", 60000)));
  }

  String word(int i) {
    return words.get(i);
  }

  int number(int i) {
    return Integer.parseInt(word(i));
  }

  Map<String, String> settings(int from) {
    return words.stream().skip(from).filter(w -> w.contains("=")).collect(
        Collectors.toMap(w -> w.split("=")[0], w -> w.split("=")[1]));
  }

  // The replicas of each partition, from that word on.
  List<List<Integer>> replicas(int from) {
    return words.stream().skip(from).filter(w -> !w.contains("=")).map(
        w -> Arrays.stream(w.split(",")).map(Integer::parseInt).toList()).toList();
  }

  List<TopicPartitionInfo> describe() throws Exception {
    return admin.describeTopics(List.of(word(0))).allTopicNames().get().get(word(0)).partitions();
  }

  String leaders() throws Exception {
    return describe().stream().map(p -> "" + (p.leader() == null ? -1 : p.leader().id())).collect(
        Collectors.joining(" "));
  }

  String create(NewTopic topic, int from) throws Exception {
    admin.createTopics(List.of(topic.configs(settings(from)))).all().get();
    for (int i = 0; i < 200; i++) {
      try {
        if (!leaders().contains("-1")) return "";
      } catch (ExecutionException e) {
        // the broker that was asked has not heard of it yet
      }
      Thread.sleep(50);
    }
    return "without a leader";
  }

  String reassign() throws Exception {
    Map<TopicPartition, Optional<NewPartitionReassignment>> all = new HashMap<>();
    for (List<Integer> replicas : replicas(1)) {
      all.put(new TopicPartition(word(0), all.size()),
          Optional.of(new NewPartitionReassignment(replicas)));
    }
    admin.alterPartitionReassignments(all).all().get();
    while (!admin.listPartitionReassignments(all.keySet()).reassignments().get().isEmpty()) {
      Thread.sleep(50);
    }
    return "";
  }

  String elect() throws Exception {
    var type = ElectionType.valueOf(word(1).toUpperCase());
    Set<TopicPartition> all = describe().stream().map(
        p -> new TopicPartition(word(0), p.partition())).collect(Collectors.toSet());
    int done = 0;
    for (var outcome : admin.electLeaders(type, all).partitions().get().values()) {
      if (outcome.isEmpty()) done++;
      else if (!(outcome.get() instanceof ElectionNotNeededException)) throw new Exception(outcome.get());
    }
    return "" + done;
  }

  String quota() throws Exception {
    var entity = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, word(0)));
    List<ClientQuotaAlteration.Op> ops = new ArrayList<>();
    settings(1).forEach((k, v) -> ops.add(new ClientQuotaAlteration.Op(k, Double.valueOf(v))));
    admin.alterClientQuotas(List.of(new ClientQuotaAlteration(entity, ops))).all().get();
    return "";
  }

  KafkaConsumer<byte[], byte[]> consumer(String group, String policy) {
    return new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap, "group.id", group,
        "auto.offset.reset", policy, "enable.auto.commit", false), new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  String commit() throws Exception {
    var partition = new TopicPartition(word(1), number(2));
    try (var consumer = consumer(word(0), "none")) {
      consumer.assign(List.of(partition));
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(number(3), word(4))));
    }
    return "";
  }

  static String show(OffsetAndMetadata at) {
    return at == null ? "none" : at.offset() + " " + at.metadata();
  }

  String committed() throws Exception {
    var partition = new TopicPartition(word(1), number(2));
    String told = show(admin.listConsumerGroupOffsets(word(0)).partitionsToOffsetAndMetadata().get()
        .get(partition));
    try (var consumer = consumer(word(0), "none")) {
      String seen = show(consumer.committed(Set.of(partition)).get(partition));
      return told.equals(seen) ? told : "admin " + told + ", consumer " + seen;
    }
  }

  String first() throws Exception {
    var partition = new TopicPartition(word(0), number(1));
    try (var consumer = consumer("first", word(3))) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, number(2));
      for (int i = 0; i < 20; i++) {
        for (var record : consumer.poll(Duration.ofMillis(100))) return "" + record.offset();
      }
      return "none";
    } catch (InvalidOffsetException e) {
      return "error";
    }
  }

  String obey(String command) throws Exception {
    switch (command) {
      case "create":
        return create(new NewTopic(word(0), number(1), Short.parseShort(word(2))), 3);
      case "place":
        Map<Integer, List<Integer>> placed = new HashMap<>();
        for (var replicas : replicas(1)) placed.put(placed.size(), replicas);
        return create(new NewTopic(word(0), placed), 2);
      case "delete":
        admin.deleteTopics(List.of(word(0))).all().get();
        return "";
      case "grow":
        admin.createPartitions(Map.of(word(0), NewPartitions.increaseTo(number(1)))).all().get();
        return "";
      case "leaders":
        return leaders();
      case "isr":
        return describe().stream().map(p -> "" + p.isr().size()).collect(Collectors.joining(" "));
      case "reassign":
        return reassign();
      case "elect":
        return elect();
      case "quota":
        return quota();
      case "commit":
        return commit();
      case "committed":
        return committed();
      case "first":
        return first();
      default:
        throw new IllegalArgumentException(command);
    }
  }

  public static void main(String[] args) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null;) {
      String[] all = line.trim().split(" +");
      try {
        System.out.println(("ok " + new Admin(all).obey(all[1])).trim());
      } catch (Exception e) {
        System.out.println("failed " + e.toString().replace('\n', ' '));
      }
    }
    System.exit(0);
  }
}
