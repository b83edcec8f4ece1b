//! The Flash backend makes few draws; the rules page speaks of many. Both must give the same floors
//! in distribution. The backend's floors are compared with those of the literal plain reading,
//! which makes a draw for every coin and for every cell that the search looks at (F4, F9, F23).
//!
//! Seeds are fixed. None of the 567 tests (7 requests, with 9 measures and 72 cells each) may reach
//! five standard errors. With other seeds a measure that has only two values would reach them by chance
//! once in 220 times (chi-square with one degree of freedom), a cell hardly ever.

use std::collections::BTreeMap;
use std::ops::Range;

use basement_floors::flash::{Edition, Flash};
use basement_floors::{Cell, Curse, Floor, Generator, Request, RoomKind, Seed};
use basement_reference::PlainFlash;

/// Floors of the literal reading, which takes some 25 times as long for a floor as the backend.
const LITERAL: u64 = 12_000;
/// Floors of the backend. The standard errors are those of 20,000 floors on each side.
const SPARING: u64 = 60_000;

/// A measure of a floor.
type Measure = fn(&Floor) -> usize;

/// The cell of the first room of a kind, or 80 if there is none.
fn cell_of(floor: &Floor, kind: RoomKind) -> usize {
    floor.first_of(kind).map_or(80, |room| {
        let Cell { x, y } = floor.rooms()[room].anchor;
        usize::from(x) + 10 * usize::from(y)
    })
}

fn depth_of(floor: &Floor, kind: RoomKind) -> usize {
    floor.first_of(kind).map_or(80, |room| floor.rooms()[room].depth.into())
}

const MEASURES: [(&str, Measure); 9] = [
    ("wanted rooms", |floor| floor.wanted().into()),
    ("rooms", |floor| floor.rooms().len()),
    ("end rooms", |floor| floor.dead_ends().len()),
    ("attempts", |floor| floor.attempts() as usize),
    ("depth of the boss", |floor| depth_of(floor, RoomKind::Boss)),
    ("cell of the boss", |floor| cell_of(floor, RoomKind::Boss)),
    ("depth of the secret room", |floor| depth_of(floor, RoomKind::Secret)),
    ("cell of the secret room", |floor| cell_of(floor, RoomKind::Secret)),
    ("cell of the treasure room", |floor| cell_of(floor, RoomKind::Treasure)),
];

/// How many floors have each value of each measure, and a room on each cell.
#[derive(Default)]
struct Counts {
    values: [BTreeMap<usize, u64>; MEASURES.len()],
    occupied: BTreeMap<Cell, u64>,
}

impl Counts {
    /// Counts the floors of these seeds.
    fn count(generator: &dyn Generator, request: &Request, seeds: Range<u64>) -> Self {
        let mut counts = Self::default();
        for seed in seeds {
            let floor = generator.generate(request, Seed::Pcg(seed)).unwrap();
            for ((_, measure), values) in MEASURES.iter().zip(&mut counts.values) {
                *values.entry(measure(&floor)).or_default() += 1;
            }
            for room in floor.rooms() {
                *counts.occupied.entry(room.anchor).or_default() += 1;
            }
        }
        counts
    }
}

/// Chi-square of two samples against one distribution, in standard errors above its mean. Values
/// that fewer than 20 floors have are counted together.
fn excess(one: &BTreeMap<usize, u64>, other: &BTreeMap<usize, u64>) -> f64 {
    let floors = |counts: &BTreeMap<usize, u64>| counts.values().sum::<u64>() as f64;
    let ratio = (floors(one) / floors(other)).sqrt();
    let both: BTreeMap<usize, u64> = one
        .keys()
        .chain(other.keys())
        .map(|value| (*value, one.get(value).unwrap_or(&0) + other.get(value).unwrap_or(&0)))
        .collect();
    let mut bins = BTreeMap::<usize, (f64, f64)>::new();
    for (value, count) in both {
        let bin = bins.entry(if count < 20 { usize::MAX } else { value }).or_default();
        bin.0 += *one.get(&value).unwrap_or(&0) as f64;
        bin.1 += *other.get(&value).unwrap_or(&0) as f64;
    }
    let chi_square: f64 = bins
        .values()
        .map(|(one, other)| (one / ratio - other * ratio).powi(2) / (one + other))
        .sum();
    let freedom = (bins.len() - 1) as f64;
    if freedom == 0.0 { 0.0 } else { (chi_square - freedom) / (2.0 * freedom).sqrt() }
}

/// How far the shares of floors of the backend and of the literal reading differ, in standard errors.
fn difference(sparing: u64, literal: u64) -> f64 {
    let share = (sparing + literal) as f64 / (SPARING + LITERAL) as f64;
    let variance = share * (1.0 - share) * (1.0 / SPARING as f64 + 1.0 / LITERAL as f64);
    let difference = sparing as f64 / SPARING as f64 - literal as f64 / LITERAL as f64;
    if variance == 0.0 { 0.0 } else { difference.abs() / variance.sqrt() }
}

#[test]
fn f4_f9_f23_few_draws_give_the_floors_of_the_rules_page_in_distribution() {
    let labyrinth = Request::level(3).with_curse(Curse::Labyrinth);
    let mut cases = vec![(Edition::Article, labyrinth), (Edition::WrathOfTheLamb, labyrinth)];
    for level in [1, 4, 8] {
        cases.push((Edition::Article, Request::level(level).without_curse()));
    }
    for level in [2, 5] {
        cases.push((Edition::WrathOfTheLamb, Request::level(level).without_curse()));
    }
    std::thread::scope(|scope| {
        for (edition, request) in cases {
            scope.spawn(move || compare(edition, &request));
        }
    });
}

/// Compares the backend's floors with those of the literal plain reading.
fn compare(edition: Edition, request: &Request) {
    let literal = PlainFlash::new(edition).literal();
    let sparing = Counts::count(&Flash::new(edition), request, 0..SPARING);
    let literal = Counts::count(&literal, request, SPARING..SPARING + LITERAL);
    let name = format!("{edition} level {} {}", request.level, request.curse);
    for (place, (measure, _)) in MEASURES.iter().enumerate() {
        let excess = excess(&sparing.values[place], &literal.values[place]);
        assert!(excess < 5.0, "{name}, {measure}: {excess:.1} standard errors");
    }
    for x in 1..=9 {
        for y in 0..8 {
            let count = |counts: &Counts| *counts.occupied.get(&Cell::new(x, y)).unwrap_or(&0);
            let difference = difference(count(&sparing), count(&literal));
            assert!(difference < 5.0, "{name}, cell ({x}, {y}): {difference:.1} standard errors");
        }
    }
}

#[test]
fn f6_the_comparison_distinguishes_more_than_15_wanted_rooms_from_more_than_16() {
    let request = Request::level(4).without_curse();
    let counts = |restart_above: u32| {
        let mut rules = Edition::Article.rules();
        rules.growth.restart_above = restart_above;
        let flash = Flash::with_rules(Edition::Article, rules).unwrap();
        Counts::count(&flash, &request, 0..20_000)
    };
    let (code, prose) = (counts(15), counts(16));
    let excesses = code.values.iter().zip(&prose.values).map(|(code, prose)| excess(code, prose));
    assert!(excesses.fold(0.0, f64::max) > 5.0);
}
