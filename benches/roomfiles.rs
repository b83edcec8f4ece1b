//! Reads as large a file as the community has: 3 MB of XML, 1,021 rooms, and the same rooms as STB.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may panic")]

use std::hint::black_box;

use basement_model::Shape;
use basement_roomfiles::{parse, write};
use basement_rooms::{
    CatalogueRoom, Entity, FileRoom, Interior, RoomFile, RoomFileFormat, RoomType, Spawn,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ROOMS: usize = 1021;
/// Chosen so that the XML has 3 MB.
const SPAWNS: usize = 27;

fn largest() -> RoomFile {
    let rooms = (0..ROOMS).map(|number| {
        let shape = Shape::ALL[number % 12];
        let name = format!("A room of the benchmark, number {number}");
        let mut interior = Interior::empty(name, shape, shape.slots());
        interior.spawns = (0..SPAWNS)
            .map(|spawn| Spawn {
                x: (spawn % 13) as i16,
                y: (spawn / 13) as i16,
                entities: vec![Entity {
                    entity_type: 1000 + (spawn * number % 40) as u32,
                    variant: (spawn % 3) as u32,
                    subtype: 0,
                    weight: 1.0,
                }],
            })
            .collect();
        let room = CatalogueRoom {
            stage: Some(1),
            room_type: RoomType::Normal,
            variant: number as u32,
            subtype: 0,
            difficulty: 5,
            weight: 0.75,
            shape,
            doors: shape.slots(),
        };
        FileRoom { room, interior }
    });
    let name = "01.largest.xml".to_owned();
    RoomFile { name, stage: Some(1), rooms: rooms.collect(), ..RoomFile::default() }
}

fn roomfiles(criterion: &mut Criterion) {
    let file = largest();
    let xml = write(&file, RoomFileFormat::Xml).unwrap();
    assert!((2_900_000..3_100_000).contains(&xml.len()), "{} bytes", xml.len());
    let stb = write(&file, RoomFileFormat::Stb1).unwrap();
    let mut group = criterion.benchmark_group("roomfiles");
    group.throughput(Throughput::Bytes(xml.len() as u64)).sample_size(20);
    group.bench_function("read XML", |b| b.iter(|| parse("01.a.xml", black_box(&xml))));
    group.bench_function("write XML", |b| b.iter(|| write(black_box(&file), RoomFileFormat::Xml)));
    group.throughput(Throughput::Bytes(stb.len() as u64));
    group.bench_function("read STB", |b| b.iter(|| parse("01.a.stb", black_box(&stb))));
    group.bench_function("write STB", |b| b.iter(|| write(black_box(&file), RoomFileFormat::Stb1)));
    group.finish();
}

criterion_group!(benches, roomfiles);
criterion_main!(benches);
