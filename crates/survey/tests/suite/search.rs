//! A search finds what filtering every floor finds, and threads and stops leave no trace in it.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use basement_floors::{Backend, Curse, CurseChoice, Floor, Generator, Phase, Request, Seed};
use basement_survey::search::{
    Best, Candidates, Hit, Pilot, Quantity, RestsOn, Search, SearchRun, StageCondition,
};
use basement_survey::{Analysis, CheckpointError, Measure, SeedKind, Seeds, SurveyError, measure};

use crate::on_threads;

fn generator(backend: Backend) -> Box<dyn Generator> {
    backend.generator(None, &[]).unwrap()
}

fn search(conditions: &[&str], candidates: Candidates) -> Search {
    let search = Search::new(&Request::default()).candidates(candidates);
    conditions
        .iter()
        .fold(search, |search, text| search.condition(StageCondition::parse(text, 1).unwrap()))
}

/// The numbers of a search's hits: as they are heard on the way, and as they are kept at the end.
fn heard_and_kept(generator: &dyn Generator, search: Search) -> [Vec<u64>; 2] {
    let mut run = SearchRun::new(generator, search).unwrap();
    let mut heard = Vec::new();
    let mut visit = |hit: &Hit| {
        heard.push(hit.number);
        true
    };
    run.advance(generator, &|| false, &|_| {}, &mut visit).unwrap();
    assert!(run.is_done());
    let kept = run.hits(generator).unwrap().iter().map(|hit| hit.number).collect();
    [heard, kept]
}

/// The numbers of a search's hits, in the order in which they are found.
fn numbers(generator: &dyn Generator, search: Search) -> Vec<u64> {
    let [heard, kept] = heard_and_kept(generator, search);
    assert_eq!(kept, heard);
    kept
}

/// The numbers of the runs whose floor on a stage meets a condition: the floor is made for every run.
fn filtered(
    numbers: RangeInclusive<u32>,
    request: &Request,
    holds: impl Fn(&Floor) -> bool,
) -> Vec<u64> {
    let rebirth = generator(Backend::Rebirth);
    let seeds = Seeds::run(1, 1);
    let holds = |number: &u32| {
        let seed = seeds.seed((*number).into(), request.level).unwrap();
        holds(&rebirth.generate(request, seed).unwrap())
    };
    numbers.filter(holds).map(u64::from).collect()
}

fn value(measure: &Measure, floor: &Floor) -> Option<u32> {
    measure.raw_of(&Analysis::from_floor(floor))
}

#[test]
fn a_search_finds_what_filtering_every_finished_floor_finds() {
    let rebirth = generator(Backend::Rebirth);
    let range = || Candidates::Range(Seeds::run(1, 5000));
    let found = numbers(&*rebirth, search(&["1: rooms <= 10 and count(2x2) >= 1"], range()));
    let expected = filtered(1..=5000, &Request::level(1), |floor| {
        value(measure::ROOMS, floor) <= Some(10) && value(measure::ROOMS_2X2, floor) > Some(0)
    });
    assert!(!expected.is_empty());
    assert_eq!(found, expected);

    let found = numbers(&*rebirth, search(&["3: curse == labyrinth"], range()));
    let expected =
        filtered(1..=5000, &Request::level(3), |floor| floor.curse() == Some(Curse::Labyrinth));
    assert!(!expected.is_empty());
    assert_eq!(found, expected);

    let small = || Candidates::Range(Seeds::run(5, 3000));
    let conditions = ["2: rings >= 2 and boss_distance <= 4", "4: wanted > 16"];
    let found = numbers(&*rebirth, search(&conditions, small()));
    let mut expected = filtered(5..=3004, &Request::level(2), |floor| {
        value(measure::RINGS, floor) >= Some(2)
            && value(measure::BOSS_DISTANCE, floor).is_some_and(|steps| steps <= 4)
    });
    let second = filtered(5..=3004, &Request::level(4), |floor| floor.wanted() > 16);
    expected.retain(|number| second.contains(number));
    assert!(!expected.is_empty());
    assert_eq!(found, expected);

    // The choice of the normal rooms costs draws, too.
    let found = numbers(&*rebirth, search(&["1: draws > 900"], range()));
    let expected = filtered(1..=5000, &Request::level(1), |floor| floor.draws() > 900);
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}

#[test]
fn only_a_phase_that_is_asked_for_tests_layouts() {
    let rebirth = generator(Backend::Rebirth);
    let range = || Candidates::Range(Seeds::run(1, 3000));
    let asked = search(&["1: rings >= 1"], range()).phase(Phase::Layout);
    let layout = Request { phase: Phase::Layout, ..Request::level(1) };
    let has_ring = |floor: &Floor| value(measure::RINGS, floor) >= Some(1);
    let layouts = filtered(1..=3000, &layout, has_ring);
    assert_eq!(numbers(&*rebirth, asked), layouts);
    assert_ne!(filtered(1..=3000, &Request::level(1), has_ring), layouts);
}

#[test]
fn a_search_does_not_depend_on_threads_or_stops() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: rings >= 2"], Candidates::Range(Seeds::run(1, 60_000)));
    let expected = on_threads(1, || numbers(&*rebirth, asked()));
    assert_eq!(numbers(&*rebirth, asked()), expected);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let mut found = Vec::new();
    let mut stops = 0;
    loop {
        let mut run = SearchRun::new(&*rebirth, asked()).unwrap();
        if stops > 0 {
            run.resume(&*rebirth, &file).unwrap();
        }
        if run.is_done() {
            break;
        }
        let is_enough = AtomicBool::new(false);
        let progress = |_| is_enough.store(true, Ordering::Relaxed);
        let mut visit = |hit: &Hit| {
            found.push(hit.number);
            true
        };
        run.advance(&*rebirth, &|| is_enough.load(Ordering::Relaxed), &progress, &mut visit)
            .unwrap();
        run.save(&*rebirth, &file).unwrap();
        stops += 1;
        let kept: Vec<u64> = run.hits(&*rebirth).unwrap().iter().map(|hit| hit.number).collect();
        assert_eq!(kept, found);
    }
    assert!(stops > 2);
    assert_eq!(found, expected);

    let mut other = SearchRun::new(&*rebirth, asked().limit(2)).unwrap();
    assert!(matches!(other.resume(&*rebirth, &file), Err(CheckpointError::Other { .. })));
    std::fs::write(&file, "{}").unwrap();
    assert!(matches!(other.resume(&*rebirth, &file), Err(CheckpointError::NoCheckpoint(..))));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(other.resume(&*rebirth, &file), Err(CheckpointError::File(..))));
}

#[test]
fn hits_after_the_visitor_stopped_are_kept() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: rings >= 2"], Candidates::Range(Seeds::run(1, 60_000)));
    let expected = numbers(&*rebirth, asked());
    let mut run = SearchRun::new(&*rebirth, asked()).unwrap();
    let mut heard = 0;
    run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| {
        heard += 1;
        heard < 3
    })
    .unwrap();
    assert_eq!(heard, 3);
    assert!(!run.is_done());
    run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
    let kept: Vec<u64> = run.hits(&*rebirth).unwrap().iter().map(|hit| hit.number).collect();
    assert_eq!(kept, expected);
}

#[test]
fn a_search_ends_at_its_limit_with_the_first_hits() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: rings >= 1"], Candidates::Range(Seeds::run(1, 100_000)));
    let few = numbers(&*rebirth, asked().limit(7));
    let many = numbers(&*rebirth, asked().limit(50));
    assert_eq!((few.len(), many.len()), (7, 50));
    assert_eq!(few, many[..7]);
}

#[test]
fn the_best_are_the_first_of_all_sorted_candidates() {
    let rebirth = generator(Backend::Rebirth);
    let best = |smallest| Best {
        level: 2,
        quantity: Quantity::Measure(measure::BOSS_DISTANCE),
        smallest,
        top: 12,
    };
    let range = || Candidates::Range(Seeds::run(1, 9000));
    let mut all: Vec<(u32, u64)> = (1..=9000_u64)
        .map(|number| {
            let seed = Seeds::run(1, 1).seed(number, 2).unwrap();
            let floor = rebirth.generate(&Request::level(2), seed).unwrap();
            (value(measure::BOSS_DISTANCE, &floor).unwrap(), number)
        })
        .collect();
    all.sort_unstable();
    // They are known only at the end: none is heard.
    let kept = |smallest| {
        let [heard, kept] = heard_and_kept(&*rebirth, search(&[], range()).best(best(smallest)));
        assert!(heard.is_empty());
        kept
    };
    let least: Vec<u64> = all.iter().take(12).map(|(_, number)| *number).collect();
    assert_eq!(kept(true), least);
    all.sort_unstable_by_key(|(steps, number)| (std::cmp::Reverse(*steps), *number));
    let most: Vec<u64> = all.iter().take(12).map(|(_, number)| *number).collect();
    assert_eq!(kept(false), most);
}

#[test]
fn a_hit_lists_its_stages_and_marks_what_a_labyrinth_covers() {
    let rebirth = generator(Backend::Rebirth);
    let conditions = ["1: curse == labyrinth", "2: rooms > 1 and has(shop)"];
    let asked = search(&conditions, Candidates::Range(Seeds::run(1, 10_000))).limit(1);
    let mut run = SearchRun::new(&*rebirth, asked).unwrap();
    run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
    let hit = run.hits(&*rebirth).unwrap().remove(0);
    assert_eq!(hit.run, Some(Seeds::run(1, 1).show(hit.number)));
    let [first, second] = &hit.stages[..] else { panic!("{hit:?}") };
    assert_eq!((first.level, first.curse.as_str(), first.phase), (1, "labyrinth", Phase::Special));
    assert_eq!((first.is_covered, second.is_covered), (false, true));
    assert_eq!((second.level, second.phase), (2, Phase::Special));
    assert_eq!((first.rests_on, second.rests_on), (RestsOn::FirstDraws, RestsOn::Rooms));
    assert_eq!(second.measures["count(shop)"], 1);
    let names: Vec<&String> = second.measures.keys().collect();
    assert_eq!(names, ["rooms", "count(shop)"]);
}

#[test]
fn w5_a_layout_condition_depends_on_the_rooms_if_placing_failed_on_the_layout() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: rooms > 1"], Candidates::Range(Seeds::run(1, 200)));
    let hits = |asked: Search| {
        let mut run = SearchRun::new(&*rebirth, asked).unwrap();
        run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
        run.hits(&*rebirth).unwrap()
    };
    let failed: Vec<bool> = (1..=200)
        .map(|number| {
            let seed = Seeds::run(1, 1).seed(number, 1).unwrap();
            let floor = rebirth.generate(&Request::level(1), seed).unwrap();
            !floor.outcome().failed_placings.is_empty()
        })
        .collect();
    assert!(failed.contains(&true) && failed.contains(&false));
    for (hit, failed) in hits(asked()).iter().zip(&failed) {
        let expected = if *failed { RestsOn::Rooms } else { RestsOn::Layout };
        assert_eq!((hit.stages[0].rests_on, hit.stages[0].placing_failed), (expected, *failed));
    }
    // A layout stays the same even if the placing fails on it.
    for (hit, failed) in hits(asked().phase(Phase::Layout)).iter().zip(&failed) {
        let stage = &hit.stages[0];
        assert_eq!((stage.rests_on, stage.placing_failed), (RestsOn::Layout, *failed));
    }
}

#[test]
fn an_estimate_counts_candidates_with_hits_and_does_not_advance_the_search() {
    let rebirth = generator(Backend::Rebirth);
    let asked = |count| {
        let conditions = ["2: curse == lost", "1: rings >= 1"];
        search(&conditions, Candidates::Range(Seeds::run(1, count)))
    };
    // If there are fewer candidates, all are tried.
    let few = numbers(&*rebirth, asked(4000));
    let mut run = SearchRun::new(&*rebirth, asked(4000)).unwrap();
    let pilot = Pilot { tried: 4000, met: few.len() as u64 };
    assert_eq!(run.estimate(&*rebirth), Ok(pilot));
    run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
    assert_eq!(run.hits(&*rebirth).unwrap().len(), few.len());

    let mut all = SearchRun::new(&*rebirth, asked(u32::MAX.into())).unwrap();
    let pilot = all.estimate(&*rebirth).unwrap();
    assert_eq!(on_threads(1, || all.estimate(&*rebirth)), Ok(pilot));
    assert_eq!((pilot.tried, all.done()), (10_000, 0));
    // One in 60 floors is Lost, and one in six to eight first floors has a ring.
    let one_of = pilot.one_of().unwrap();
    assert!((250.0..1000.0).contains(&one_of), "{one_of}");

    let asked = search(&["2: rings > 60"], Candidates::Range(Seeds::run(1, 100_000)));
    let none = SearchRun::new(&*rebirth, asked).unwrap().estimate(&*rebirth).unwrap();
    assert_eq!((none.tried, none.one_of()), (10_000, None));
}

#[test]
fn a_list_is_searched_in_order_and_an_invalid_line_is_named() {
    let rebirth = generator(Backend::Rebirth);
    let all = numbers(&*rebirth, search(&["1: rings >= 1"], Candidates::Range(Seeds::run(1, 60))));
    let mut text: Vec<String> = (1..=60).rev().map(|number| number.to_string()).collect();
    text[3] = format!("  {} # as the game writes it", Seeds::run(1, 1).show(57));
    text.insert(5, "# a line for people".to_owned());
    // Editors of Windows begin a file with this mark.
    let text = format!("\u{feff}{}", text.join("\n"));
    let list = Candidates::read_list(SeedKind::Run, &text).unwrap();
    assert_eq!(list.count(), 60);
    let expected: Vec<u64> = all.into_iter().rev().collect();
    assert!(!expected.is_empty());
    assert_eq!(numbers(&*rebirth, search(&["1: rings >= 1"], list)), expected);

    let message = |kind, text| Candidates::read_list(kind, text).unwrap_err().to_string();
    let refused = [
        ("1\n\n0", "line 3: seed 0 is not a seed of the game"),
        ("4294967296", "line 1: seed 4294967296 is too large"),
        ("1\nB911 99AD", "line 2: `B911 99AD` is not a run seed: a run seed ends in a check"),
        (
            "99999999999999999999",
            "line 1: `99999999999999999999` is not a seed: give a whole number",
        ),
        ("# nothing\n", "no seed: give one a line"),
    ];
    for (text, expected) in refused {
        let message = message(SeedKind::Run, text);
        assert!(message.starts_with(expected), "{message}");
    }
    assert!(message(SeedKind::Pcg, "B911 99AC").starts_with("line 1: `B911 99AC` is not a seed"));
    // Numbers that were not read from a text are checked, too.
    let list = Candidates::List { kind: SeedKind::Run, numbers: vec![1, 0] };
    assert!(SearchRun::new(&*rebirth, search(&["1: rings >= 1"], list)).is_err());

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let list = |numbers| Candidates::List { kind: SeedKind::Run, numbers };
    let run = |numbers| SearchRun::new(&*rebirth, search(&["1: rings >= 1"], list(numbers)));
    run(vec![1, 2]).unwrap().save(&*rebirth, &file).unwrap();
    assert!(run(vec![1, 2]).unwrap().resume(&*rebirth, &file).is_ok());
    let other = run(vec![1, 3]).unwrap().resume(&*rebirth, &file);
    assert!(matches!(other, Err(CheckpointError::Other { .. })));
}

#[test]
fn flash_is_searched_by_pcg_seeds() {
    let flash = generator(Backend::Flash);
    let asked = search(&["3: rooms == 12"], Candidates::Range(Seeds::pcg(0, 3000)));
    let found = numbers(&*flash, asked);
    let expected: Vec<u64> = (0..3000)
        .filter(|seed| {
            let floor = flash.generate(&Request::level(3), Seed::Pcg(*seed)).unwrap();
            value(measure::ROOMS, &floor) == Some(12)
        })
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}

#[test]
fn impossible_requests_are_refused_before_the_search() {
    let rebirth = generator(Backend::Rebirth);
    let asked = search(&["9: rooms > 1"], Candidates::Range(Seeds::run(1, 10)));
    assert!(matches!(SearchRun::new(&*rebirth, asked), Err(SurveyError::Request(_))));
    let asked = search(&["1: rooms > 1"], Candidates::Range(Seeds::run(0, 10)));
    assert!(SearchRun::new(&*rebirth, asked).is_err());
    let forced = Request { curse: CurseChoice::Forced(Some(Curse::Maze)), ..Request::default() };
    let flash = generator(Backend::Flash);
    let asked = Search::new(&forced).condition(StageCondition::parse("rooms > 1", 1).unwrap());
    assert!(SearchRun::new(&*flash, asked).is_err());
}
