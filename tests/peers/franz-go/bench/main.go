// What tests/bench measures of franz-go: bench consume|produce BOOTSTRAP TOPIC COUNT CODEC
// The jobs and the result line are those of tests/bench/consume_poll.c and produce.c. A produce is
// idempotent and acks=all, franz-go's default.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	partitions = 3
	size       = 100
	texts      = 4096
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A number and words from a short list, as in produce.c.
func makeTexts() [texts][]byte {
	words := []string{"order ", "paid ", "user ", "click ", "north ", "amber ", "seven ", "river ",
		"stone ", "cloud ", "early ", "signal ", "packet ", "lemon ", "harbor ", "quiet "}
	state := uint64(88172645463325252)
	var made [texts][]byte
	for i := range made {
		line := []byte(fmt.Sprintf("%09d ", i))
		for len(line) < size {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			line = append(line, words[state%16]...)
		}
		made[i] = line[:size]
	}
	return made
}

func consume(bootstrap, topic string, count int) int {
	offsets := map[int32]kgo.Offset{}
	for p := int32(0); p < partitions; p++ {
		offsets[p] = kgo.NewOffset().AtStart()
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(bootstrap),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: offsets}))
	check(err)
	seen, bytes, sum := 0, 0, uint64(0)
	for seen < count {
		fetches := client.PollFetches(context.Background())
		check(fetches.Err())
		fetches.EachRecord(func(r *kgo.Record) {
			seen++
			bytes += len(r.Value)
			sum += uint64(r.Value[0]) + uint64(r.Value[len(r.Value)-1])
		})
	}
	if sum == 0 {
		os.Exit(1)
	}
	return bytes
}

func produce(bootstrap, topic string, count int, codec string, made *[texts][]byte) int {
	codecs := map[string]kgo.CompressionCodec{"none": kgo.NoCompression(),
		"lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression()}
	client, err := kgo.NewClient(kgo.SeedBrokers(bootstrap), kgo.DefaultProduceTopic(topic),
		kgo.RecordPartitioner(kgo.ManualPartitioner()), kgo.ProducerLinger(5*time.Millisecond),
		kgo.MaxBufferedRecords(100000), kgo.ProducerBatchCompression(codecs[codec]))
	check(err)
	var stored atomic.Int64
	report := func(_ *kgo.Record, err error) {
		check(err)
		stored.Add(1)
	}
	for i := 0; i < count; i++ {
		record := &kgo.Record{Value: made[i%texts], Partition: int32(i % partitions)}
		client.Produce(context.Background(), record, report)
	}
	check(client.Flush(context.Background()))
	if int(stored.Load()) != count {
		check(fmt.Errorf("%d reports of %d messages", stored.Load(), count))
	}
	return count * size
}

func main() {
	if len(os.Args) != 6 {
		check(fmt.Errorf("usage: bench consume|produce BOOTSTRAP TOPIC COUNT CODEC"))
	}
	count, err := strconv.Atoi(os.Args[4])
	check(err)
	made := makeTexts()
	start, bytes := time.Now(), 0
	if os.Args[1] == "consume" {
		bytes = consume(os.Args[2], os.Args[3], count)
	} else {
		bytes = produce(os.Args[2], os.Args[3], count, os.Args[5], &made)
	}
	fmt.Printf("{\"served_by\":\"franz-go 1.22.0\",\"messages\":%d,\"bytes\":%d,\"seconds\":%.6f}\n",
		count, bytes, time.Since(start).Seconds())
}
