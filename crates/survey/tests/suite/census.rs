//! A census depends only on its floors: stops, shards and threads leave no trace, and parts that do
//! not belong together are refused.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use basement_floors::{Backend, Change, Generator, Phase, Request, RunState, Seed};
use basement_survey::census::{
    Cardinality, Census, CensusError, CensusRun, FAILURES, FloorKeys, SeedRange, Shard,
};
use basement_survey::fold::CHUNK;
use basement_survey::{Analysis, CheckpointError, MEASURES, Seeds, SurveyError, measure};
use proptest::prelude::*;

use crate::on_threads;

/// Two chunks and a piece: few enough seeds to generate often.
const SEEDS: Seeds = Seeds::stage(7, 2 * CHUNK + 345);

fn rebirth() -> Box<dyn Generator> {
    Backend::Rebirth.generator(None, &[]).unwrap()
}

/// A generator that gives up on about every second seed.
fn hasty() -> Box<dyn Generator> {
    let change = Change::new("flash.growth.attempts", 1);
    Backend::Flash.generator(None, &[change]).unwrap()
}

fn run_of(generator: &dyn Generator, seeds: Seeds, shard: Option<&str>) -> CensusRun {
    let shard = shard.map(|shard| shard.parse().unwrap());
    CensusRun::new(generator, &Request::level(1), seeds, shard).unwrap()
}

fn census_of(generator: &dyn Generator, seeds: Seeds, shard: Option<&str>) -> Census {
    let mut run = run_of(generator, seeds, shard);
    run.advance(generator, &|| false, &|_| {}).unwrap();
    assert!(run.is_done());
    run.into_census()
}

fn json(census: &Census) -> String {
    let mut text = Vec::new();
    census.write_json(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn a_resumed_census_equals_an_uninterrupted_one(
        stops in prop::collection::vec(0..3_u64, 0..5),
        threads in 1..4_usize,
    ) {
        let generator = rebirth();
        let whole = json(&census_of(&*generator, SEEDS, None));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stopped");
        for chunks in stops.into_iter().chain([u64::MAX]) {
            // A new run each time, as after a kill: only the file is left.
            let mut run = run_of(&*generator, SEEDS, None);
            if path.exists() {
                run.resume(&path).unwrap();
            }
            let asked = AtomicU64::new(0);
            let is_enough = || asked.fetch_add(1, Ordering::Relaxed) >= chunks;
            on_threads(threads, || run.advance(&*generator, &is_enough, &|_| {})).unwrap();
            run.save(&path).unwrap();
        }
        let mut run = run_of(&*generator, SEEDS, None);
        run.resume(&path).unwrap();
        prop_assert!(run.is_done());
        prop_assert_eq!(json(run.census()), whole);
    }

    #[test]
    fn shards_in_any_order_merge_into_the_whole(
        shards in 1..7_u64,
        order in any::<prop::sample::Index>(),
        count in 50..400_u64,
    ) {
        let generator = hasty();
        let seeds = Seeds::pcg(1000, count);
        let whole = census_of(&*generator, seeds, None);
        let mut places: Vec<u64> = (1..=shards).collect();
        places.rotate_left(order.index(shards as usize));
        let mut parts = places.iter().map(|place| {
            let shard = format!("{place}/{shards}");
            // Through a file, because shards come from other machines.
            let part = json(&census_of(&*generator, seeds, Some(&shard)));
            Census::from_json(part.as_bytes()).unwrap()
        });
        let mut merged = parts.next().unwrap();
        for part in parts {
            prop_assert!(!merged.missing().is_empty());
            merged.merge(&part).unwrap();
        }
        prop_assert!(merged.missing().is_empty());
        prop_assert_eq!(json(&merged), json(&whole));
    }
}

#[test]
fn a_census_is_the_same_on_any_number_of_threads() {
    let generator = rebirth();
    let one = on_threads(1, || json(&census_of(&*generator, SEEDS, None)));
    for threads in [2, 5] {
        assert_eq!(on_threads(threads, || json(&census_of(&*generator, SEEDS, None))), one);
    }
}

#[test]
fn a_census_agrees_with_counting_its_floors_one_by_one() {
    let generator = hasty();
    let (seeds, request) = (Seeds::pcg(3, 700), Request::level(1));
    let census = census_of(&*generator, seeds, None);
    let (mut layouts, mut floors, mut failed) = (HashSet::new(), HashSet::new(), Vec::new());
    // For each measure and value: how many floors, and the first seed.
    let mut values = BTreeMap::<(&str, u32), (u64, u64)>::new();
    for number in 3..703 {
        let Ok(floor) = generator.generate(&request, seeds.seed(number, 1).unwrap()) else {
            failed.push(number);
            continue;
        };
        let keys = FloorKeys::of(&floor);
        layouts.insert(keys.layout);
        floors.insert(keys.floor);
        let analysis = Analysis::from_floor(&floor);
        for measure in &MEASURES {
            if let Some(value) = measure.raw_of(&analysis) {
                values.entry((measure.name, value)).or_insert((0, number)).0 += 1;
            }
        }
    }
    assert!(failed.len() > 100, "{}", failed.len());
    assert_eq!(census.counts().summary.gave_up, failed.len() as u64);
    assert!(census.counts().failures.iter().eq(&failed));
    assert_eq!(census.distinct_layouts(), Cardinality::Exact(layouts.len() as u64));
    assert_eq!(census.distinct_floors(), Cardinality::Exact(floors.len() as u64));
    let counted = census.counts().summary.histograms().flat_map(|(measure, histogram)| {
        histogram.bins().map(|(value, bin)| ((measure.name, value), (bin.count, bin.witness)))
    });
    assert_eq!(counted.collect::<BTreeMap<_, _>>(), values);

    let document: serde_json::Value = serde_json::from_str(&json(&census)).unwrap();
    for measure in MEASURES.iter().filter(|measure| measure.scale == 1) {
        let of_measure = || values.iter().filter(|((name, _), _)| *name == measure.name);
        let part = &document["measures"][measure.name];
        let extremes = [("least", of_measure().next()), ("greatest", of_measure().next_back())];
        for (which, expected) in extremes {
            let Some(((_, value), (_, seed))) = expected else {
                assert!(part[which].is_null(), "{}", measure.name);
                continue;
            };
            assert_eq!(part[which]["value"], f64::from(*value), "{}", measure.name);
            assert_eq!(part[which]["seed"], *seed, "{}", measure.name);
        }
        let sum: u64 = of_measure().map(|((_, value), (count, _))| u64::from(*value) * count).sum();
        assert_eq!(part["sum_of_raw_values"], sum, "{}", measure.name);
    }
}

#[test]
fn many_failures_are_counted_and_the_lowest_are_kept() {
    let generator = hasty();
    let census = |shard| census_of(&*generator, Seeds::pcg(0, 4000), shard);
    let whole = census(None);
    let failures = &whole.counts().failures;
    assert!(whole.counts().summary.gave_up > failures.len() as u64);
    assert_eq!(failures.len(), FAILURES);
    let mut merged = census(Some("2/2"));
    merged.merge(&census(Some("1/2"))).unwrap();
    assert_eq!(merged, whole);
    assert_eq!(json(&merged), json(&whole));
}

#[test]
fn a_partial_result_says_what_is_missing() {
    let generator = hasty();
    let seeds = Seeds::pcg(1, 100);
    let mut partial = census_of(&*generator, seeds, Some("1/4"));
    partial.merge(&census_of(&*generator, seeds, Some("3/4"))).unwrap();
    let ends = |ranges: &[SeedRange]| -> Vec<(u64, u64)> {
        ranges.iter().map(|range| (range.first(), range.last())).collect()
    };
    assert_eq!(ends(partial.ranges()), [(1, 25), (51, 75)]);
    assert_eq!(ends(&partial.missing()), [(26, 50), (76, 100)]);
    let document: serde_json::Value = serde_json::from_str(&json(&partial)).unwrap();
    assert_eq!(document["seeds"]["complete"], false);
    assert_eq!(document["seeds"]["counted"], 50);
    assert_eq!(document["seeds"]["missing"][1]["last"], 100);
    assert_eq!(Census::from_json(json(&partial).as_bytes()).unwrap(), partial);
}

#[test]
fn censuses_of_other_floors_are_not_merged() {
    let seeds = Seeds::pcg(0, 20);
    let flash = |edition: Option<&str>, set: &[(&str, &str)]| {
        let change = |(path, value): &(&str, &str)| {
            Change::new(path, value.parse::<basement_floors::Value>().unwrap())
        };
        let changes: Vec<Change> = set.iter().map(change).collect();
        Backend::Flash.generator(edition, &changes).unwrap()
    };
    let of = |generator: &dyn Generator, request: Request, seeds: Seeds| {
        let mut run = CensusRun::new(generator, &request, seeds, None).unwrap();
        run.advance(generator, &|| false, &|_| {}).unwrap();
        run.into_census()
    };
    let usual = of(&*flash(None, &[]), Request::level(1), seeds);
    let later = Seeds::pcg(100, 20);
    let others = [
        ("edition", of(&*flash(Some("wrath-of-the-lamb"), &[]), Request::level(1), later)),
        (
            "set of changed parameters",
            of(&*flash(None, &[("flash.growth.attempts", "7")]), Request::level(1), later),
        ),
        ("backend", of(&*rebirth(), Request::level(1), later)),
        ("kind of seeds", of(&*flash(None, &[]), Request::level(1), Seeds::stage(100, 20))),
        ("level", of(&*flash(None, &[]), Request::level(2), later)),
        ("curse", of(&*flash(None, &[]), Request::level(1).without_curse(), later)),
        (
            "run state",
            of(
                &*flash(None, &[]),
                Request { run: RunState { coins: 7, ..RunState::DEFAULT }, ..Request::level(1) },
                later,
            ),
        ),
    ];
    for (expected, other) in others {
        let mut merged = usual.clone();
        match merged.merge(&other) {
            Err(CensusError::OtherFloors { what, .. }) => assert_eq!(what, expected),
            outcome => panic!("{expected}: {outcome:?}"),
        }
        assert_eq!(merged, usual);
    }
    // The stream version, which is the same for all generators of one program.
    let text = json(&of(&*flash(None, &[]), Request::level(1), later));
    let text = text.replace("\"stream_version\": ", "\"stream_version\": 9");
    let other = Census::from_json(text.as_bytes()).unwrap();
    let error = usual.clone().merge(&other).unwrap_err().to_string();
    assert!(error.contains("the stream version differs") && error.contains(" and 9"), "{error}");
    let overlapping = of(&*flash(None, &[]), Request::level(1), Seeds::pcg(19, 5));
    let error = usual.clone().merge(&overlapping).unwrap_err();
    assert!(matches!(error, CensusError::Overlap { first: 19, last: 19 }), "{error}");
}

#[test]
fn a_census_refuses_impossible_requests_and_seed_ranges_at_once() {
    let generator = rebirth();
    let refused = |request: Request, seeds: Seeds| {
        CensusRun::new(&*generator, &request, seeds, None).unwrap_err()
    };
    let error = refused(Request::level(13), SEEDS);
    assert!(matches!(error, CensusError::Survey(SurveyError::Request(_))), "{error}");
    let error = refused(Request::level(1), Seeds::stage(0, 5));
    assert!(matches!(error, CensusError::Survey(SurveyError::Request(_))), "{error}");
    let error = refused(Request::level(1), Seeds::stage(5, u64::from(u32::MAX)));
    assert!(matches!(error, CensusError::Survey(SurveyError::SeedsExhausted { .. })), "{error}");
    let error = refused(Request::level(1), Seeds::stage(5, 0));
    assert!(matches!(error, CensusError::EmptyRange { first: 5, last: 4 }), "{error}");
}

#[test]
fn a_result_that_was_changed_or_cut_is_refused() {
    let generator = hasty();
    let text = json(&census_of(&*generator, Seeds::pcg(0, 100), None));
    let refused = |text: &str| Census::from_json(text.as_bytes()).unwrap_err();
    for wrong in ["", "{}", &text[..text.len() / 2]] {
        let error = refused(wrong);
        assert!(matches!(error, CensusError::NoResult(_)), "{error}");
    }
    // Another version has measures with other names, or other parts altogether.
    for (from, to) in
        [("lab census 2", "lab census 9"), ("measures_version\": ", "measures_version\": 9")]
    {
        let other = text.replace(from, to).replace("\"compactness\"", "\"roundness\"");
        let error = refused(&other);
        assert!(matches!(error, CensusError::OtherVersion { .. }), "{error}");
    }
    let census = Census::from_json(text.as_bytes()).unwrap();
    let floors = census.counts().summary.floors;
    for (from, to) in [
        (format!("\"floors\": {floors}"), format!("\"floors\": {}", floors - 1)),
        ("\"compactness\"".to_owned(), "\"compatness\"".to_owned()),
        ("\"registers\": \"AA".to_owned(), "\"registers\": \"//".to_owned()),
        ("\"5,3\"".to_owned(), "\"5,30\"".to_owned()),
        ("\"shop\"".to_owned(), "\"chop\"".to_owned()),
        ("\"last\": 99".to_owned(), "\"last\": 98".to_owned()),
    ] {
        let changed = text.replace(&from, &to);
        assert_ne!(changed, text, "{from}");
        let error = refused(&changed);
        let is_refused = matches!(error, CensusError::Inconsistent(_) | CensusError::NoResult(..));
        assert!(is_refused, "{from}: {error}");
    }
    // One more digit in a count that follows from others.
    for (path, of) in [
        (&["occupied", ","][..], "cells"),
        (&["normal", "floors"], "kinds of rooms"),
        (&["normal", "rooms"], "kinds of rooms"),
        (&["normal", "cells", ","], "cells"),
        (&["bins", ","], "pairs of measures"),
    ] {
        let find = |from: usize, part: &&str| from + text[from..].find(part).unwrap() + part.len();
        let digit = find(path.iter().fold(text.find("\"kinds\"").unwrap(), find), &"\": ");
        let error = refused(&[&text[..digit], "9", &text[digit..]].concat()).to_string();
        assert!(error.starts_with(&format!("its {of} do not add up")), "{path:?}: {error}");
    }
    // Ranges that overlap, and counts whose sum is too large for a number.
    let changed = |edit: &dyn Fn(&mut serde_json::Value)| {
        let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
        edit(&mut document);
        refused(&document.to_string())
    };
    let most = serde_json::json!(u64::MAX);
    let ranges = serde_json::json!([{"first": 0, "last": 50}, {"first": 50, "last": 99}]);
    for (edit, of) in [
        (
            &(|document: &mut serde_json::Value| document["seeds"]["ranges"] = ranges.clone())
                as &dyn Fn(&mut serde_json::Value),
            "the ranges of its seeds",
        ),
        (
            &|document| {
                document["occupied"]["6,3"] = most.clone();
                document["occupied"]["06,3"] = most.clone();
            },
            "its cells",
        ),
        (
            &|document| {
                let values = document["measures"]["rooms"]["values"].as_object_mut().unwrap();
                values.values_mut().for_each(|bin| bin["count"] = most.clone());
            },
            "its measures",
        ),
        (
            &|document| {
                let bins = document["pairs"][1]["bins"].as_object_mut().unwrap();
                bins.values_mut().for_each(|count| *count = most.clone());
            },
            "its pairs of measures",
        ),
    ] {
        let error = changed(edit);
        assert!(matches!(&error, CensusError::Inconsistent(what) if what == of), "{error}");
    }
    let attic = text.replace(
        "\"kinds\": {",
        "\"kinds\": {\"attic\": {\"floors\": 0, \"rooms\": 0, \"distance\": {}, \"cells\": {}},",
    );
    assert_eq!(refused(&attic).to_string().split(" do not").next(), Some("its kinds of rooms"));
}

#[test]
fn a_census_older_than_a_measure_is_read_and_merged_without_it() {
    let generator = hasty();
    let whole = json(&census_of(&*generator, Seeds::pcg(0, 100), Some("1/2")));
    let mut document: serde_json::Value = serde_json::from_str(&whole).unwrap();
    document["measures"].as_object_mut().unwrap().remove("double_doors").unwrap();
    let mut earlier = Census::from_json(document.to_string().as_bytes()).unwrap();
    assert_eq!(earlier.measures().iter().count(), MEASURES.len() - 1);
    assert!(!json(&earlier).contains("\"double_doors\""));
    let mut later = census_of(&*generator, Seeds::pcg(0, 100), Some("2/2"));
    let counted = later.clone();
    later.merge(&earlier).unwrap();
    earlier.merge(&counted).unwrap();
    assert_eq!(json(&later), json(&earlier));
    assert_eq!(later.counts().summary.values(measure::DOUBLE_DOORS).mean(), None);
    assert!(!json(&later).contains("\"double_doors\""));
}

#[test]
fn a_foreign_cut_changed_or_unrelated_checkpoint_is_refused() {
    let generator = hasty();
    let seeds = Seeds::pcg(0, 60);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("refused");
    let resume = |text: &[u8]| {
        std::fs::write(&path, text).unwrap();
        let mut run = run_of(&*generator, seeds, None);
        let before = run.clone();
        let error = run.resume(&path).unwrap_err();
        assert_eq!(run, before);
        let message = error.to_string();
        assert!(message.contains("refused") && !message.contains('\n'), "{message}");
        error
    };
    let mut run = run_of(&*generator, seeds, None);
    run.advance(&*generator, &|| false, &|_| {}).unwrap();
    run.save(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();

    for foreign in [&b""[..], b"# a poem\n", b"basement-lab census"] {
        let error = resume(foreign);
        assert!(matches!(error, CheckpointError::NoCheckpoint(..)), "{error}");
    }
    let later = [b"basement-lab census checkpoint 2", &whole[32..]].concat();
    let error = resume(&later);
    assert!(matches!(error, CheckpointError::Version { what: "format", .. }), "{error}");
    assert!(error.to_string().contains("format is 2"), "{error}");
    for length in (40..whole.len()).step_by(whole.len() / 97) {
        let error = resume(&whole[..length]);
        assert!(matches!(error, CheckpointError::Damaged(..)), "{length}: {error}");
    }
    for place in (33..whole.len()).step_by(whole.len() / 97) {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        let error = resume(&changed);
        assert!(matches!(error, CheckpointError::Damaged(..)), "{place}: {error}");
    }

    let other = run_of(&*generator, seeds, Some("1/2"));
    other.save(&path).unwrap();
    let error = resume(&std::fs::read(&path).unwrap());
    assert!(
        error.to_string().contains("the shard is seeds 0 to 29 there and not seeds 0 to 59"),
        "{error}"
    );
    run_of(&*generator, Seeds::pcg(0, 61), None).save(&path).unwrap();
    let error = resume(&std::fs::read(&path).unwrap());
    assert!(error.to_string().contains("the range is"), "{error}");
    run_of(&*rebirth(), Seeds::stage(1, 60), None).save(&path).unwrap();
    let error = resume(&std::fs::read(&path).unwrap());
    assert!(error.to_string().contains("the backend is rebirth there and not flash"), "{error}");

    std::fs::write(&path, &whole).unwrap();
    let mut again = run_of(&*generator, seeds, None);
    again.resume(&path).unwrap();
    assert_eq!(again, run);
    std::fs::remove_file(&path).unwrap();
    let missing = run_of(&*generator, seeds, None).resume(&path).unwrap_err();
    assert!(matches!(missing, CheckpointError::File(..)), "{missing}");
}

#[test]
fn progress_counts_every_seed_once() {
    let generator = hasty();
    let mut run = run_of(&*generator, SEEDS_OF_PCG, None);
    let told = AtomicU64::new(0);
    let mut stops = 0;
    while !run.is_done() {
        let asked = AtomicU64::new(0);
        let is_enough = || asked.fetch_add(1, Ordering::Relaxed) >= 1;
        let progress = |done| {
            told.fetch_add(done, Ordering::Relaxed);
        };
        run.advance(&*generator, &is_enough, &progress).unwrap();
        assert_eq!(told.load(Ordering::Relaxed), run.done());
        stops += 1;
    }
    assert_eq!(run.done(), SEEDS_OF_PCG.count);
    assert_eq!(stops, 3);
}

/// The last seeds of PCG: a whole chunk would reach beyond them.
const SEEDS_OF_PCG: Seeds = Seeds::pcg(u64::MAX - (2 * CHUNK + 344), 2 * CHUNK + 345);

fn range(first: u64, last: u64) -> SeedRange {
    SeedRange::new(first, last).unwrap()
}

fn shard(place: u64, shards: u64) -> Shard {
    format!("{place}/{shards}").parse().unwrap()
}

proptest! {
    #[test]
    fn shards_hold_every_seed_exactly_once(first in 0..u64::MAX / 2, count in 1..u64::MAX / 2, shards in 1..40_u64) {
        let whole = range(first, first + (count - 1));
        let mut next = first;
        for place in 1..=shards.min(count) {
            let part = whole.shard(shard(place, shards.min(count))).unwrap();
            prop_assert_eq!(part.first(), next);
            next = part.last() + 1;
        }
        prop_assert_eq!(next, whole.last() + 1);
    }
}

#[test]
fn sixteenths_of_all_stage_seeds_differ_in_size_by_at_most_one() {
    let whole = range(1, u32::MAX.into());
    let part = |place| whole.shard(shard(place, 16)).unwrap();
    let counts: Vec<u64> = (1..=16).map(|place| part(place).count()).collect();
    assert_eq!(counts.iter().sum::<u64>(), whole.count());
    assert_eq!(counts.iter().max().unwrap() - counts.iter().min().unwrap(), 1);
}

#[test]
fn an_invalid_shard_is_refused() {
    for text in ["0/4", "5/4", "1/0", "3", "a/b", "-1/2", ""] {
        let error = text.parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains(&format!("`{text}`")) && error.contains("3/16"), "{error}");
    }
    let few = range(1, 3).shard("3/9".parse().unwrap());
    assert!(few.is_ok());
    let none = range(1, 3).shard("1/9".parse().unwrap()).unwrap_err();
    assert!(none.to_string().contains("shard 1/9 of 3 seeds is empty"), "{none}");
}

#[test]
fn an_invalid_range_is_refused() {
    assert!(matches!(SeedRange::new(5, 4), Err(CensusError::EmptyRange { first: 5, last: 4 })));
    assert!(SeedRange::new(0, u64::MAX).is_err());
    assert_eq!(range(1, u64::MAX).count(), u64::MAX);
}

#[test]
fn a_floor_without_special_rooms_is_its_layout() {
    let generator = Backend::Rebirth.generator(None, &[]).unwrap();
    let request = Request { phase: Phase::Layout, ..Request::level(1) };
    let seed = Seed::game(7).unwrap();
    let layout = FloorKeys::of(&generator.generate(&request, seed).unwrap());
    assert_eq!(layout.floor, layout.layout);
    let floor = FloorKeys::of(&generator.generate(&Request::level(1), seed).unwrap());
    assert_ne!(floor.floor, floor.layout);
}

#[test]
fn equal_floors_have_equal_keys_and_unequal_ones_do_not() {
    let generator = Backend::Rebirth.generator(None, &[]).unwrap();
    let mut layouts = HashMap::new();
    let mut floors = HashMap::new();
    for seed in 1..5000 {
        let seed = Seed::game(seed).unwrap();
        let floor = generator.generate(&Request::level(1), seed).unwrap();
        let keys = FloorKeys::of(&floor);
        let mut rooms: Vec<_> = floor.rooms().to_vec();
        rooms.sort_by_key(|room| (room.anchor, room.shape));
        let whole: Vec<_> = rooms.iter().map(|room| (room.anchor, room.shape, room.kind)).collect();
        assert_eq!(*floors.entry(whole.clone()).or_insert(keys.floor), keys.floor);
        let plan: Vec<_> = whole
            .into_iter()
            .filter(|(_, _, kind)| !kind.is_added())
            .map(|(anchor, shape, _)| (anchor, shape))
            .collect();
        assert_eq!(*layouts.entry(plan).or_insert(keys.layout), keys.layout);
    }
    let different = |keys: Vec<u64>| keys.into_iter().collect::<HashSet<u64>>().len();
    assert_eq!(different(layouts.values().copied().collect()), layouts.len());
    assert_eq!(different(floors.values().copied().collect()), floors.len());
    assert!(layouts.len() < 4999, "some layouts come up twice: {}", layouts.len());
}
