//! How alike the floors of two generators are: the same seeds, the number of threads and repeated
//! measures do not move the distance.

use std::sync::Arc;

use basement_floors::{Backend, Generator, Request};
use basement_survey::likeness::{MeasureRows, likeness};
use basement_survey::pairs::rank_pairs;
use basement_survey::record::{FloorLines, FloorRecord, RecordSample};
use basement_survey::{Sample, Seeds, Series, Study};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use crate::on_threads;

fn rows(backend: Backend, edition: &str, level: u8, seeds: Seeds) -> MeasureRows {
    let generator = backend.generator(edition, &[]).unwrap();
    let request = Request::level(level).without_curse();
    MeasureRows::of(Sample::of(&*generator).request(&request).seeds(seeds)).unwrap()
}

#[test]
fn the_same_floors_are_0_apart() {
    let x = rows(Backend::Flash, "article", 3, Seeds::pcg(0, 400));
    let same = likeness(&x, &x).unwrap();
    assert_eq!((same.distance, same.lower, same.upper), (0.0, 0.0, 0.0));
    assert_eq!(same.floors_to_tell, None);
    assert!(!same.is_told_apart());
}

#[test]
fn two_samples_of_one_generator_have_0_in_their_interval_19_times_of_20() {
    let (mut covered, mut below, mut pairs) = (0, 0, 0);
    for (backend, level) in [(Backend::Flash, 2), (Backend::Rebirth, 4)] {
        for pair in 0..150_u64 {
            let sample = |part: u64| {
                let first = 1 + 600 * (2 * pair + part);
                rows(backend, backend.editions()[0], level, Seeds::pcg(first, 600))
            };
            let found = likeness(&sample(0), &sample(1)).unwrap();
            covered += u32::from(found.interval().contains(0.0));
            below += u32::from(found.distance < 0.0);
            pairs += 1;
        }
    }
    // Expected of 300: 285 with a standard deviation of 3.8, and 150 with one of 8.7.
    assert!((274..=296).contains(&covered), "{covered} of {pairs} cover 0");
    assert!((124..=176).contains(&below), "{below} of {pairs} are below 0");
}

#[test]
fn the_games_are_farther_apart_than_two_editions_of_one() {
    let flash = rows(Backend::Flash, "wrath-of-the-lamb", 4, Seeds::pcg(0, 2000));
    let of = |edition, first| rows(Backend::Rebirth, edition, 4, Seeds::run(first, 2000));
    let (now, before) = (of("repentance", 1), of("afterbirth-plus", 9001));
    let games = likeness(&flash, &now).unwrap();
    let editions = likeness(&now, &before).unwrap();
    assert!(games.lower > 10.0 * editions.upper, "{games:?} {editions:?}");
    assert!(games.floors_to_tell < editions.floors_to_tell.or(Some(u64::MAX)));
}

#[test]
fn seeds_in_common_neither_lower_nor_raise_the_distance() {
    let before = rows(Backend::Rebirth, "article", 4, Seeds::run(1, 4000));
    let of = |first| rows(Backend::Rebirth, "repentance", 4, Seeds::run(first, 4000));
    let paired = likeness(&before, &of(1)).unwrap();
    let unpaired = likeness(&before, &of(50_001)).unwrap();
    let half = paired.interval().half().hypot(unpaired.interval().half());
    assert!((paired.distance - unpaired.distance).abs() < 1.5 * half);
    assert!(paired.interval().half() < unpaired.interval().half());
}

/// Floors of level 4 as lines with or without seeds, and how many rooms each has.
fn lines(backend: Backend, edition: &str, seeds: Seeds, with_seeds: bool) -> Vec<(usize, String)> {
    let generator = backend.generator(edition, &[]).unwrap();
    let line = |number| {
        let seed = seeds.seed(number, 4).unwrap();
        let floor = generator.generate(&Request::level(4).without_curse(), seed).unwrap();
        let mut line = serde_json::to_value(FloorRecord::from(&floor)).unwrap();
        if !with_seeds {
            line["seed"] = Value::Null;
        }
        (floor.rooms().len(), format!("{line}\n"))
    };
    (seeds.first..seeds.first + seeds.count).map(line).collect()
}

fn read(lines: &[(usize, String)]) -> MeasureRows {
    let text: String = lines.iter().map(|(_, line)| &**line).collect();
    MeasureRows::of_records(RecordSample::of(FloorLines::new(text.as_bytes()))).unwrap()
}

#[test]
fn the_order_of_a_files_lines_moves_nothing() {
    let floors = |seeds| rows(Backend::Flash, "article", 4, seeds);
    let generated = likeness(&floors(Seeds::pcg(9000, 1000)), &floors(Seeds::pcg(0, 1000)));
    let generated = generated.unwrap().interval();
    for with_seeds in [false, true] {
        let of = |first| lines(Backend::Flash, "article", Seeds::pcg(first, 1000), with_seeds);
        let (mut one, mut other) = (of(9000), of(0));
        let [read_one, read_other] = [&one, &other].map(|lines| read(lines));
        one.sort();
        other.sort();
        other.reverse();
        assert_eq!([read(&one), read(&other)], [read_one, read_other]);
        let other_game = rows(Backend::Rebirth, "repentance", 4, Seeds::run(1, 1000));
        assert!(!rank_pairs(&read(&one), &other_game).is_empty());
        for y in [read(&other), floors(Seeds::pcg(0, 1000))] {
            let found = likeness(&read(&one), &y).unwrap();
            assert!(found.interval().contains(0.0), "{found:?}");
            assert!((found.distance - generated.estimate).abs() < 3.0 * generated.half());
            assert_eq!(found.floors_to_tell, None);
        }
        let far = likeness(&read(&one), &other_game).unwrap();
        let expected = likeness(&floors(Seeds::pcg(9000, 1000)), &other_game).unwrap();
        assert!(expected.interval().contains(far.distance), "{far:?} {expected:?}");
    }
}

#[test]
fn sorted_files_of_one_generator_have_0_in_their_interval_19_times_of_20() {
    let sample = |part: u64| {
        let mut lines = lines(Backend::Flash, "article", Seeds::pcg(1 + 300 * part, 300), false);
        lines.sort();
        read(&lines)
    };
    let covers = |pair: &u64| {
        let found = likeness(&sample(2 * pair), &sample(2 * pair + 1)).unwrap();
        found.interval().contains(0.0)
    };
    let covered = (0..100).filter(covers).count();
    // Expected: 95 with a standard deviation of 2.2.
    assert!((88..=100).contains(&covered), "{covered} of 100 cover 0");
}

#[test]
fn files_with_the_same_seeds_are_pairs() {
    let of = |edition, first, with_seeds| {
        let mut lines = lines(Backend::Rebirth, edition, Seeds::run(first, 2000), with_seeds);
        lines.sort();
        read(&lines)
    };
    let half = |x, y| likeness(&x, &y).unwrap().interval().half();
    let paired = half(of("article", 1, true), of("repentance", 1, true));
    let unpaired = half(of("article", 1, true), of("repentance", 50_001, true));
    let unknown = half(of("article", 1, false), of("repentance", 1, false));
    assert!(paired < unpaired && paired < unknown, "{paired} {unpaired} {unknown}");
}

#[test]
fn linear_combinations_are_left_out() {
    let flash = rows(Backend::Flash, "article", 4, Seeds::pcg(0, 400));
    let rebirth = rows(Backend::Rebirth, "repentance", 4, Seeds::run(1, 400));
    let measures = likeness(&flash, &rebirth).unwrap().measures;
    for entered in ["rooms", "large_rooms", "dead_ends", "loops", "rings", "boss_distance"] {
        assert!(measures.contains(&entered), "{entered} in {measures:?}");
    }
    // In order: rooms - 1, loops - rings, a part of rooms, not of the plan, the generator's
    // work.
    let left_out =
        ["rooms_besides_start", "double_doors", "rooms_2x2", "secret_neighbours", "attempts"];
    for left_out in left_out {
        assert!(!measures.contains(&left_out), "{left_out} in {measures:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let on = |threads: usize| {
        on_threads(threads, || {
            let flash = rows(Backend::Flash, "article", 2, Seeds::pcg(0, 900));
            let rebirth = rows(Backend::Rebirth, "repentance", 2, Seeds::run(1, 900));
            likeness(&flash, &rebirth)
        })
    };
    assert_eq!(on(1), on(3));
}

/// Hangs if a thread waits for itself.
#[test]
fn many_threads_can_ask_for_the_likeness_of_the_games_at_once() {
    let mine: Arc<dyn Generator> = Arc::from(Backend::Flash.generator(None, &[]).unwrap());
    let study = Study::new("Mine").floors(400).series(Series::new("Flash", Backend::Flash));
    let results = study.series(Series::new("Mine", mine)).run(&|_| {}).unwrap();
    let counts: Vec<usize> =
        on_threads(4, || (0..16).into_par_iter().map(|_| results.game_likeness().len()).collect());
    assert_eq!(counts, [8; 16]);
}
