//! Floors from elsewhere are measured like ours, or refused with a reason.

use std::io::{self, BufReader, Read};

use basement_floors::{Backend, Cell, FloorDocument, Request, RoomKind, Seed, Shape};
use basement_survey::record::{
    FloorLines, FloorRecord, LINE_BYTES, LineError, RecordError, RecordRoom, RecordSample,
};
use basement_survey::{Analysis, MEASURES, Sample, Seeds, measure};
use proptest::prelude::*;

use crate::{any_floor, on_threads};

fn measured(record: &FloorRecord, measure: &'static basement_survey::Measure) -> Option<f64> {
    measure.of(&Analysis::from_record(record))
}

/// A floor of one-cell rooms in a row from (0, 0).
fn row(kinds: &[RoomKind], doors: Option<&[[i64; 2]]>) -> Result<FloorRecord, RecordError> {
    let rooms = (0..).zip(kinds).map(|(x, kind)| RecordRoom::new(*kind, [Cell::new(x, 0)]));
    FloorRecord::new(rooms.collect(), doors)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_floor_and_its_record_agree_in_every_measure_that_both_have(floor in any_floor()) {
        let record = FloorRecord::from(&floor);
        let (ours, theirs) = (Analysis::from_floor(&floor), Analysis::from_record(&record));
        for measure in &MEASURES {
            let expected = measure.raw_of(&ours).filter(|_| measure.is_of_records());
            prop_assert_eq!(measure.raw_of(&theirs), expected, "{}", measure.name);
        }
    }

    #[test]
    fn a_record_round_trips_through_json(floor in any_floor()) {
        let record = FloorRecord::from(&floor);
        let line = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(line.parse::<FloorRecord>(), Ok(record));
    }

    #[test]
    fn doors_may_be_omitted_if_every_room_has_one_cell(level in 1..=8_u8, seed: u64) {
        // F14: every pair of Flash rooms that touch has a door.
        let flash = Backend::Flash.generator(None, &[]).unwrap();
        let Ok(floor) = flash.generate(&Request::level(level), Seed::Pcg(seed)) else { return Ok(()) };
        let given = FloorRecord::from(&floor);
        let plain = |room: &RecordRoom| RecordRoom::new(room.kind(), room.cells().iter().copied());
        let rooms = || given.rooms().iter().map(plain).collect::<Vec<_>>();
        let left_out = FloorRecord::new(rooms(), None).unwrap();
        prop_assert_eq!(left_out.doors(), given.doors());
        // The doors of the secret room alone can be left out, and doors can be listed from both
        // sides.
        let is_plan = |room: usize| !given.rooms()[room].kind().is_added();
        let of_plan = given.doors().iter().filter(|[i, j]| is_plan(*i) && is_plan(*j));
        let twice: Vec<[i64; 2]> = of_plan
            .flat_map(|[i, j]| [[*i as i64, *j as i64], [*j as i64, *i as i64]])
            .collect();
        let from_both_sides = FloorRecord::new(rooms(), Some(&twice)).unwrap();
        prop_assert_eq!(Analysis::from_record(&from_both_sides), Analysis::from_record(&left_out));
    }
}

#[test]
fn a_sample_of_lines_is_the_sample_of_their_floors() {
    let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
    let (request, seeds) = (Request::level(4), Seeds::run(1, 700));
    let expected = Sample::of(&*rebirth).request(&request).seeds(seeds).run().unwrap();
    let mut text = String::new();
    for number in 1..=700 {
        let floor = rebirth.generate(&request, seeds.seed(number, 4).unwrap()).unwrap();
        text += &serde_json::to_string(&FloorRecord::from(&floor)).unwrap();
        text += "\n";
    }
    let lines = || FloorLines::new(text.as_bytes());
    let count = |threads| on_threads(threads, || RecordSample::of(lines()).run().unwrap());
    let found = count(3);
    assert_eq!(found.summary, count(1).summary, "threads change nothing");
    assert_eq!((found.start, found.invalid.count), (Some(Cell::new(6, 6)), 0));
    for ((measure, ours), (_, theirs)) in expected.histograms().zip(found.summary.histograms()) {
        if measure.is_of_records() {
            assert_eq!(ours, theirs, "{}", measure.name);
        } else {
            assert_eq!(theirs.total(), 0, "{}", measure.name);
        }
    }
    for (ours, theirs) in expected.kinds().iter().zip(found.summary.kinds()) {
        assert_eq!((ours.floors, ours.rooms), (theirs.floors, theirs.rooms));
        assert_eq!(ours.distance, theirs.distance);
        for (dx, dy) in (-6..=6).flat_map(|dx| (-6..=6).map(move |dy| (dx, dy))) {
            assert_eq!(ours.cells.relative(dx, dy), theirs.cells.relative(dx, dy));
        }
    }
    let pairs = expected.pairs().zip(found.summary.pairs());
    assert!(pairs.into_iter().all(|((_, ours), (_, theirs))| ours == theirs));
}

#[test]
fn an_invalid_floor_is_refused_with_its_room_or_door() {
    use RoomKind::{Boss, Normal, Start, SuperSecret, UltraSecret};
    let starts = |starts, rooms| Err(RecordError::Starts { starts, rooms });
    assert_eq!(row(&[], None), starts(0, 0));
    assert_eq!(row(&[Boss], None), starts(0, 1));
    assert_eq!(row(&[Start, Start], None), starts(2, 2));
    let rooms = |cells: &[(u8, u8)], other: &[(u8, u8)]| {
        let room = |kind, cells: &[(u8, u8)]| {
            RecordRoom::new(kind, cells.iter().map(|(x, y)| Cell::new(*x, *y)))
        };
        FloorRecord::new(vec![room(Start, cells), room(Normal, other)], None)
    };
    assert_eq!(rooms(&[(0, 0)], &[]), Err(RecordError::NoCells(1)));
    let cell = Cell::new(1, 0);
    assert_eq!(rooms(&[(0, 0)], &[(1, 0), (1, 0)]), Err(RecordError::CellTwice(1, cell)));
    assert_eq!(
        rooms(&[(0, 0), (1, 0)], &[(1, 0)]),
        Err(RecordError::Overlap { first: 0, second: 1, cell })
    );
    assert_eq!(rooms(&[(0, 0)], &[(1, 0), (2, 1)]), Err(RecordError::InPieces(1)));
    assert_eq!(rooms(&[(0, 0)], &[(1, 0), (3, 0)]), Err(RecordError::InPieces(1)));
    // The last column and the first of the next row do not touch.
    let unconnected = |kind| Err(RecordError::Unconnected(1, kind));
    assert_eq!(rooms(&[(31, 0)], &[(0, 1)]), unconnected(Normal));
    assert_eq!(rooms(&[(31, 0)], &[(32, 0)]), Err(RecordError::OffGrid { room: 1, x: 32, y: 0 }));
    assert_eq!(rooms(&[(0, 0)], &[(1, 1)]), unconnected(Normal));
    let shaped = RecordRoom::new(Start, [Cell::new(0, 0)]).with_shape(Shape::Square);
    let given = "8 (2x2)".to_owned();
    assert_eq!(FloorRecord::new(vec![shaped], None), Err(RecordError::Shape(0, given)));

    let doors = |doors: &[[i64; 2]]| row(&[Start, Normal, Boss], Some(doors)).unwrap_err();
    assert_eq!(doors(&[[0, 3]]), RecordError::NoSuchRoom([0, 3], 3));
    assert_eq!(doors(&[[-1, 0]]), RecordError::NoSuchRoom([-1, 0], 3));
    assert_eq!(doors(&[[1, 1]]), RecordError::DoorToItself(1));
    assert_eq!(doors(&[[2, 0]]), RecordError::Apart([2, 0]));
    assert_eq!(doors(&[[0, 1]]), RecordError::Unconnected(2, Boss));

    // Hidden rooms without a listed door are joined to what they touch, and an ultra secret room need
    // not touch anything.
    let hidden = row(&[Start, Normal, SuperSecret], Some(&[[0, 1]])).unwrap();
    assert_eq!(hidden.doors(), [[0, 1], [1, 2]]);
    let apart = [(Start, 0), (Normal, 1), (UltraSecret, 9)]
        .map(|(kind, x)| RecordRoom::new(kind, [Cell::new(x, 0)]));
    assert!(FloorRecord::new(apart.to_vec(), None).is_ok());
}

#[test]
fn two_doors_between_two_rooms_make_a_loop_and_one_listed_twice_does_not() {
    let room =
        |kind, cells: [(u8, u8); 2]| RecordRoom::new(kind, cells.map(|(x, y)| Cell::new(x, y)));
    let tall = |doors: Option<&[[i64; 2]]>| {
        let rooms =
            vec![room(RoomKind::Start, [(0, 0), (0, 1)]), room(RoomKind::Boss, [(1, 0), (1, 1)])];
        measured(&FloorRecord::new(rooms, doors).unwrap(), measure::LOOPS)
    };
    assert_eq!(tall(None), Some(0.0));
    assert_eq!(tall(Some(&[[0, 1], [1, 0]])), Some(0.0), "one door, seen from both sides");
    assert_eq!(tall(Some(&[[0, 1], [0, 1]])), Some(1.0), "two doors");
    assert_eq!(tall(Some(&[[0, 1], [0, 1], [0, 1]])), Some(1.0), "no more than sides");
    let single = row(&[RoomKind::Start, RoomKind::Boss], Some(&[[0, 1], [0, 1]])).unwrap();
    assert_eq!(measured(&single, measure::LOOPS), Some(0.0));
}

#[test]
fn rooms_of_other_outlines_are_large_and_have_no_shape() {
    let long =
        RecordRoom::new(RoomKind::Normal, [(1, 0), (2, 0), (3, 0)].map(|(x, y)| Cell::new(x, y)));
    let corner =
        RecordRoom::new(RoomKind::Boss, [(4, 0), (4, 1), (5, 1)].map(|(x, y)| Cell::new(x, y)));
    assert_eq!((long.shape(), corner.shape()), (None, Some(Shape::NoTopRight)));
    let start = RecordRoom::new(RoomKind::Start, [Cell::new(0, 0)]);
    let record = FloorRecord::new(vec![long, start, corner], None).unwrap();
    assert_eq!(measured(&record, measure::LARGE_ROOMS), Some(2.0));
    assert_eq!(measured(&record, measure::ROOMS_1X1), Some(1.0));
    assert_eq!(measured(&record, measure::ROOMS_LTR), Some(1.0));
    assert_eq!(measured(&record, measure::BOSS_DISTANCE), Some(2.0), "the start need not be first");
    let line = serde_json::to_string(&record).unwrap();
    let summary = RecordSample::of(FloorLines::new(line.as_bytes())).run().unwrap().summary;
    assert_eq!(summary.occupied.relative(5, 1), Some(1));
}

#[test]
fn a_floor_fills_the_largest_grid() {
    let cells = (0..32).flat_map(|y| (0..32).map(move |x| Cell::new(x, y)));
    let kind =
        |cell: Cell| if cell == Cell::new(31, 31) { RoomKind::Start } else { RoomKind::Normal };
    let rooms = cells.map(|cell| RecordRoom::new(kind(cell), [cell])).collect();
    let record = FloorRecord::new(rooms, None).unwrap();
    assert_eq!(measured(&record, measure::ROOMS), Some(1024.0));
    assert_eq!(measured(&record, measure::ECCENTRICITY), Some(62.0));
    assert_eq!(measured(&record, measure::LOOPS), Some(31.0 * 31.0));
    let line = serde_json::to_string(&record).unwrap();
    assert!(line.len() < LINE_BYTES / 4);
    let summary = RecordSample::of(FloorLines::new(line.as_bytes())).run().unwrap().summary;
    assert_eq!(summary.occupied.total(), 1024);
}

#[test]
fn a_record_is_the_same_from_a_floor_its_json_and_its_document() {
    for (backend, level) in [(Backend::Flash, 4), (Backend::Rebirth, 5)] {
        let generator = backend.generator(None, &[]).unwrap();
        for number in 1..200 {
            let floor = generator.generate(&Request::level(level), Seed::Pcg(number)).unwrap();
            let record = FloorRecord::from(&floor);
            let of_floor = FloorRecord::from_json(&serde_json::to_vec(&floor).unwrap());
            assert_eq!(of_floor, Ok(record.clone()));
            let document = serde_json::to_vec(&FloorDocument::new(&*generator, &floor)).unwrap();
            assert_eq!(FloorRecord::from_json(&document), Ok(record));
        }
    }
}

const FLOOR: &str =
    r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}"#;

#[test]
fn lines_are_numbered_and_reading_continues_after_an_invalid_one() {
    let text = format!("\u{feff}{FLOOR}\r\n\n  \n{{\n{FLOOR}\n[]\n{FLOOR}");
    let mut lines = FloorLines::new(text.as_bytes());
    let mut found = Vec::new();
    while let Some(record) = lines.next() {
        found.push((lines.line(), record.map(|_| ()).map_err(|error| error.to_string())));
    }
    let numbers: Vec<(u64, bool)> =
        found.iter().map(|(line, floor)| (*line, floor.is_ok())).collect();
    assert_eq!(numbers, [(1, true), (4, false), (5, true), (6, false), (7, true)]);
    assert!(found[1].1.as_ref().unwrap_err().starts_with("line 4: not JSON: "), "{found:?}");
    assert!(found[3].1.as_ref().unwrap_err().starts_with("line 6: not an object"), "{found:?}");
    let three = FloorRecord::from_json(FLOOR.replace("[1, 0]", "[1, 0, 2]").as_bytes());
    let message = three.unwrap_err().to_string();
    assert!(message.starts_with("a cell, or a door, has more than two numbers, at"), "{message}");
    let large = FLOOR.replace("{\"rooms\"", "{\"seed\": 1e400, \"rooms\"").parse::<FloorRecord>();
    let message = large.unwrap_err().to_string();
    assert_eq!(message, "a number is too large, at column 14");
    assert!(FloorLines::new(text.as_bytes()).at_line(5).unwrap().is_ok());
    assert!(FloorLines::new(text.as_bytes()).at_line(2).is_none());
    assert!(FloorLines::new(text.as_bytes()).at_line(8).is_none());
}

#[test]
fn an_endless_line_is_skipped_in_bounded_memory() {
    let endless = io::repeat(b'x').take(5 * LINE_BYTES as u64);
    let text = format!("\n{FLOOR}\n");
    let source =
        BufReader::new(FLOOR.as_bytes().chain(&b"\n"[..]).chain(endless).chain(text.as_bytes()));
    let found: Vec<Result<(), String>> = FloorLines::new(source)
        .map(|record| record.map(|_| ()).map_err(|error| error.to_string()))
        .collect();
    assert_eq!(found.len(), 3);
    assert!(
        found[1].as_ref().unwrap_err().starts_with("line 2: the line has more than 1048576 bytes")
    );
    // The error does not wait for the end of the line.
    let error = RecordSample::of(FloorLines::new(BufReader::new(io::repeat(b'x')))).run();
    assert!(error.unwrap_err().to_string().starts_with("line 1: the line has more than"));
    // A line of exactly that length is read.
    let padded = format!("{FLOOR}{}\n{FLOOR}", " ".repeat(LINE_BYTES - FLOOR.len()));
    assert_eq!(FloorLines::new(padded.as_bytes()).filter_map(Result::ok).count(), 2);
    let given = "k".repeat(10_000);
    let error = FLOOR.replace("boss", &given).parse::<FloorRecord>().unwrap_err();
    assert!(error.to_string().len() < 1000, "what was given is cut");
}

#[test]
fn a_source_that_fails_ends_the_lines() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let text = format!("{FLOOR}\n");
    let mut lines = FloorLines::new(BufReader::new(text.as_bytes().chain(Broken)));
    assert!(lines.next().unwrap().is_ok());
    assert!(matches!(lines.next(), Some(Err(LineError::Io(1, _)))));
    assert!(lines.next().is_none());
    let lines = FloorLines::new(BufReader::new(text.as_bytes().chain(Broken)));
    let error = RecordSample::of(lines).skip_invalid(true).run().unwrap_err();
    assert_eq!(error.to_string(), "after line 1: gone");
}

#[test]
fn the_first_invalid_line_is_the_error_and_skipped_ones_are_counted() {
    let bad = |count: usize| format!("{FLOOR}\n").repeat(600) + &"no\n".repeat(count) + FLOOR;
    let text = bad(50);
    let error = RecordSample::of(FloorLines::new(text.as_bytes())).run().unwrap_err();
    assert!(error.to_string().starts_with("line 601: not JSON"), "{error}");
    let sample = RecordSample::of(FloorLines::new(text.as_bytes())).skip_invalid(true);
    let counted = sample.run().unwrap();
    assert_eq!((counted.summary.floors, counted.invalid.count), (601, 50));
    assert_eq!(counted.invalid.first.len(), basement_survey::record::INVALID_NAMED);
    assert!(counted.invalid.first[0].to_string().starts_with("line 601: "));
}

#[test]
fn a_measure_is_found_by_its_name_and_gives_its_unit() {
    for measure in &MEASURES {
        assert_eq!(measure.name.parse(), Ok(measure));
    }
    let error = "lops".parse::<&basement_survey::Measure>().unwrap_err();
    assert!(error.to_string().contains("did you mean `loops`"), "{error}");
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let summary = Sample::of(&*flash).seeds(Seeds::pcg(0, 200)).run().unwrap();
    let share = summary.values(measure::CRITICAL_SHARE);
    assert_eq!(summary.mean(measure::CRITICAL_SHARE), share.mean());
    let sum: f64 = share.iter().map(|(value, floors)| value * floors as f64).sum();
    assert!((share.mean().unwrap() - sum / 200.0).abs() < 1e-12);
    assert!(share.maximum().unwrap() <= 1.0 && share.minimum().unwrap() > 0.0);
    let raw = summary.histogram(measure::CRITICAL_SHARE).raw_mean().unwrap();
    assert!((raw / 1000.0 - share.mean().unwrap()).abs() < 1e-12);
}
