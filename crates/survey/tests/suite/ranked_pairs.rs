//! The pairs of measures that show a difference between two samples come first.

use basement_floors::{Backend, Cell, RoomKind};
use basement_survey::likeness::MeasureRows;
use basement_survey::measure::{DEAD_ENDS, RINGS, ROOMS};
use basement_survey::pairs::rank_pairs;
use basement_survey::record::{FloorLines, FloorRecord, RecordRoom, RecordSample};
use basement_survey::{Analysis, Sample, Seeds};

/// A floor with these numbers of rooms, rings and dead ends: a corridor from the start, rooms along
/// its first rooms that make the rings, and dead ends on its other side. The corridor's end is one.
fn floor([rooms, rings, dead_ends]: [u8; 3]) -> FloorRecord {
    let beside = (0..=rings).filter(|_| rings > 0).map(|x| Cell::new(x, 2));
    let ends = (1..dead_ends).map(|end| Cell::new(2 * end + 2, 0));
    let mut cells: Vec<Cell> = beside.chain(ends).collect();
    let corridor = (0..rooms - cells.len() as u8).map(|x| Cell::new(x, 1));
    cells.splice(0..0, corridor);
    let kind = |place| if place == 0 { RoomKind::Start } else { RoomKind::Normal };
    let rooms_of = cells.into_iter().enumerate();
    let record = rooms_of.map(|(place, cell)| RecordRoom::new(kind(place), [cell])).collect();
    let record = FloorRecord::new(record, None).unwrap();
    let analysis = Analysis::from_record(&record);
    let found = [ROOMS, RINGS, DEAD_ENDS].map(|measure| measure.raw_of(&analysis).unwrap());
    assert_eq!(found, [rooms, rings, dead_ends].map(u32::from));
    record
}

/// Floors with these numbers of rooms, rings and dead ends, without other measures.
fn floors(values: impl Iterator<Item = [u8; 3]>) -> MeasureRows {
    let lines = values.map(|values| serde_json::to_string(&floor(values)).unwrap() + "\n");
    let lines: String = lines.collect();
    let sample = RecordSample::of(FloorLines::new(lines.as_bytes()));
    let measures = [ROOMS, RINGS, DEAD_ENDS].into_iter().collect();
    MeasureRows::of_records(sample.measures(measures)).unwrap()
}

#[test]
fn a_pair_that_shows_what_neither_measure_shows_alone_comes_first() {
    // Rooms and rings are equal in the first sample and opposite in the second. Dead ends alone
    // show half of the difference.
    let all = || (0..4000_u16).map(|floor| ((floor % 2) as u8, (floor / 2 % 2) as u8));
    let x = floors(all().map(|(odd, half)| [20 + odd, odd, 1 + half]));
    let y = floors(all().map(|(odd, _)| [20 + odd, 1 - odd, 2]));
    let pairs = rank_pairs(&x, &y);
    let shown: Vec<_> =
        pairs.iter().map(|it| ([it.x, it.y], [it.difference, it.alone, it.gain])).collect();
    // Halves of the floors are not quite alike.
    let is_near = |found: [f64; 3], expected: [f64; 3]| {
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.05)
    };
    assert_eq!((shown[0].0, pairs.len()), (["rooms", "rings"], 3));
    assert!(is_near(shown[0].1, [1.0, 0.0, 1.0]), "{shown:?}");
    let dead_ends = shown.iter().filter(|(pair, _)| pair[1] == "dead_ends");
    assert!({ dead_ends }.all(|(_, it)| is_near(*it, [0.5, 0.5, 0.0])), "{shown:?}");
    assert!(pairs.iter().all(|it| it.score == (it.difference * it.gain).sqrt()));
}

#[test]
fn a_measure_that_repeats_another_is_in_no_pair() {
    let all = |of: u16| (0..400_u16).map(move |floor| ((floor % of) as u8, (floor % 3) as u8));
    let x = floors(all(5).map(|(rooms, rings)| [32 + rooms, rings, 2 * rooms + 1]));
    let y = floors(all(4).map(|(rooms, rings)| [32 + rooms, rings, 2 * rooms + 1]));
    let names: Vec<_> = rank_pairs(&x, &y).iter().map(|pair| [pair.x, pair.y]).collect();
    // Of rooms and dead ends, which rise together, the first is kept.
    assert_eq!(names, [["rooms", "rings"]]);
}

#[test]
fn two_samples_of_one_generator_have_no_pair_to_show() {
    let rows = |first| {
        let generator = Backend::Rebirth.generator("repentance", &[]).unwrap();
        MeasureRows::of(Sample::of(&*generator).seeds(Seeds::run(first, 4000))).unwrap()
    };
    let pairs = rank_pairs(&rows(1), &rows(10_001));
    assert!(pairs.len() > 200 && pairs[0].score < 0.06, "{:?}", pairs[0]);
    assert!(rank_pairs(&MeasureRows::default(), &MeasureRows::default()).is_empty());
}
