//! What tests/bench measures of rskafka: rskafka_bench consume|produce BOOTSTRAP TOPIC COUNT CODEC
//! The jobs and the result line are those of tests/bench/consume_poll.c and produce.c. The crate has
//! no idempotence: a produce is acks=all, one request of 1 MB in flight a partition.
use rskafka::client::{
    partition::{Compression, PartitionClient, UnknownTopicHandling},
    Client, ClientBuilder,
};
use rskafka::record::Record;
use std::{collections::BTreeMap, sync::Arc, time::Instant};

const PARTITIONS: usize = 3;
const SIZE: usize = 100;
const TEXTS: usize = 4096;
const BATCH: usize = 10_000;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A number and words from a short list, as in produce.c.
fn make_texts() -> Vec<Vec<u8>> {
    let words = [
        "order ", "paid ", "user ", "click ", "north ", "amber ", "seven ", "river ", "stone ",
        "cloud ", "early ", "signal ", "packet ", "lemon ", "harbor ", "quiet ",
    ];
    let mut state: u64 = 88172645463325252;
    (0..TEXTS)
        .map(|i| {
            let mut line = format!("{i:09} ");
            while line.len() < SIZE {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                line.push_str(words[(state % 16) as usize]);
            }
            line.truncate(SIZE);
            line.into_bytes()
        })
        .collect()
}

fn codec_of(name: &str) -> Compression {
    match name {
        "lz4" => Compression::Lz4,
        "zstd" => Compression::Zstd,
        _ => Compression::NoCompression,
    }
}

async fn open(client: &Client, topic: &str, p: usize) -> Result<Arc<PartitionClient>, Failure> {
    let opened = client.partition_client(topic, p as i32, UnknownTopicHandling::Retry);
    Ok(Arc::new(opened.await?))
}

async fn consume_one(client: Arc<PartitionClient>, count: usize) -> Result<(usize, u64), Failure> {
    let (mut offset, mut bytes, mut sum) = (0, 0, 0u64);
    while (offset as usize) < count {
        let (records, _) = client.fetch_records(offset, 1..1_048_576, 500).await?;
        for one in &records {
            let value = one.record.value.as_deref().unwrap_or_default();
            bytes += value.len();
            sum += u64::from(value[0]) + u64::from(value[value.len() - 1]);
            offset = one.offset + 1;
        }
    }
    Ok((bytes, sum))
}

async fn produce_one(
    client: Arc<PartitionClient>,
    texts: Arc<Vec<Vec<u8>>>,
    first: usize,
    count: usize,
    codec: Compression,
) -> Result<(usize, u64), Failure> {
    let (mut sent, mut next) = (0, first);
    while sent < count {
        let size = BATCH.min(count - sent);
        let timestamp = chrono::DateTime::<chrono::Utc>::from(std::time::SystemTime::now());
        let mut records = Vec::with_capacity(size);
        for _ in 0..size {
            let value = Some(texts[next % TEXTS].clone());
            records.push(Record { key: None, value, headers: BTreeMap::new(), timestamp });
            next += PARTITIONS;
        }
        sent += client.produce(records, codec).await?.len();
    }
    Ok((sent * SIZE, 0))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, job, bootstrap, topic, count, codec] = &arguments[..] else {
        return Err("usage: rskafka_bench consume|produce BOOTSTRAP TOPIC COUNT CODEC".into());
    };
    let count: usize = count.parse()?;
    let texts = Arc::new(make_texts());
    let start = Instant::now();
    let client = ClientBuilder::new(vec![bootstrap.clone()]).build().await?;
    let mut tasks = Vec::new();
    for p in 0..PARTITIONS {
        let one = open(&client, topic, p).await?;
        let share = count / PARTITIONS + usize::from(p < count % PARTITIONS);
        tasks.push(if job == "consume" {
            tokio::spawn(consume_one(one, share))
        } else {
            tokio::spawn(produce_one(one, texts.clone(), p, share, codec_of(codec)))
        });
    }
    let (mut bytes, mut sum) = (0, 0);
    for task in tasks {
        let done = task.await??;
        bytes += done.0;
        sum += done.1;
    }
    assert!(job == "produce" || sum > 0);
    println!(
        "{{\"served_by\":\"rskafka 0.6.0\",\"messages\":{count},\"bytes\":{bytes},\"seconds\":{:.6}}}",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
