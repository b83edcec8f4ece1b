//! Damaged logs: the reader never panics, and what it keeps is bounded.

use std::path::Path;

use basement_gamelog::{
    LINE_BYTES, LogEngine, LogEvent, LogReader, LoggedFloor, MOST_ATTEMPTS, MOST_ROOMS,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const MUTATED: u64 = 10_000;

fn fixtures() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/logs");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    [read("repentance-plus.log"), read("afterbirth-plus.log")].concat()
}

/// A part of a log with random damage.
fn mutate(log: &[u8], rng: &mut Pcg64Mcg) -> Vec<u8> {
    let from = rng.random_range(0..log.len());
    let mut part = log[from..log.len().min(from + rng.random_range(1..4_000))].to_vec();
    for _ in 0..rng.random_range(1..20) {
        let at = rng.random_range(0..part.len());
        match rng.random_range(0..7) {
            0 => part[at] = rng.next_u32() as u8,
            1 => part.truncate(at + 1),
            2 => drop(part.remove(at)),
            3 => {
                let digits = b"4294967296184467440737095516160000000000000";
                part.splice(at..at, digits.iter().copied());
            }
            4 => {
                let other = rng.random_range(0..part.len());
                let copy = part[at.min(other)..at.max(other)].to_vec();
                part.splice(at..at, copy);
            }
            5 => part.splice(at..at, *b"\r\n[INFO] - [Frame 9] \xff\xc3").for_each(drop),
            _ => {
                let probe = b"Lua Debug: basement-lab-probe {\"probe\":1,\"rooms\":[[";
                part.splice(at..at, probe.iter().copied()).for_each(drop);
            }
        }
        if part.is_empty() {
            part.push(b'\n');
        }
        part.truncate(20_000);
    }
    part
}

fn is_bounded(floor: &LoggedFloor) -> bool {
    floor.attempts.len() <= MOST_ATTEMPTS
        && floor.rooms.len() <= MOST_ROOMS
        && floor.curses.len() <= 6
        && floor.attempts.iter().all(|attempt| attempt.shapes.len() <= 128)
}

#[test]
fn ten_thousand_mutated_logs_are_read_and_compared_without_a_panic() {
    let log = fixtures();
    let mut engine = LogEngine::new(None, None, None);
    let mut rng = Pcg64Mcg::seed_from_u64(37);
    let (mut read, mut compared) = (0, 0);
    for number in 0..MUTATED {
        let mutated = mutate(&log, &mut rng);
        let floors = LogReader::floors(&mutated);
        assert!(floors.iter().all(is_bounded));
        // It does not matter where the log is cut into pieces.
        let mut pieces = Vec::new();
        let mut reader = LogReader::new();
        for piece in mutated.chunks(rng.random_range(1..200)) {
            reader.read(piece, &mut |event| {
                if let LogEvent::Left(floor) = event {
                    pieces.push(floor);
                }
            });
        }
        pieces.extend(reader.finish());
        assert_eq!(pieces, floors);
        read += floors.len();
        // Comparing takes longer, so only some floors are compared.
        if number % 20 == 0 {
            for floor in floors.iter().take(3) {
                let _ = engine.compare(floor);
                compared += 1;
            }
        }
    }
    assert!(read > 20_000 && compared > 500, "{read} {compared}");
}

#[test]
fn a_logged_floor_keeps_bounded_data() {
    let mut log = b"Level::Init m_Stage 1, m_StageType 0 Seed 7\ngenerate...\n".to_vec();
    log.extend(b"place_room: shape 8\n".repeat(1_000));
    log.extend(b"generate...\n".repeat(5_000));
    log.extend(b"placing rooms...\n");
    for room in 0..5_000 {
        log.extend(format!("Room 1.{room}(x)\nSpawnRNG seed: {}\n", room + 1).into_bytes());
    }
    for curse in ["Curse of the Lost!\n", "Curse of Maze\n"] {
        log.extend(curse.repeat(1_000).into_bytes());
    }
    let floors = LogReader::floors(&log);
    assert!(is_bounded(&floors[0]) && floors[0].is_cut);
    assert_eq!(floors[0].curses.len(), 2);
    // What is said of the 5,001st attempt is not said of the last that is kept.
    assert_eq!(floors[0].placing_phases(), 0);

    // A line of many pieces, and one that is longer than the reader's limit.
    let mut reader = LogReader::new();
    let mut events = 0;
    for _ in 0..200 {
        reader.read(&[b'x'; 100_000], &mut |_| events += 1);
    }
    reader.read(b"\nLevel::Init m_Stage 1, m_StageType 0 Seed 7\n", &mut |_| events += 1);
    assert_eq!(events, 0);
    assert_eq!(reader.finish().unwrap().seed, Some(7));
    let long = [vec![b'x'; LINE_BYTES], b"generate...\n".to_vec()].concat();
    let log = [&b"Level::Init m_Stage 1, m_StageType 0 Seed 7\n"[..], &long].concat();
    assert!(LogReader::floors(&log)[0].attempts.is_empty());
}
