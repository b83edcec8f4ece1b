use std::ops::RangeInclusive;

use basement_floors::{Backend, Curse, CurseChoice, Floor, Seed};

use super::*;
use crate::measure;
use crate::{Analysis, Measure};

fn generator(backend: Backend) -> Box<dyn Generator> {
    backend.generator("", &[]).unwrap()
}

fn search(conditions: &[&str], candidates: Candidates) -> Search {
    let search = Search::new(&Request::default()).candidates(candidates);
    conditions
        .iter()
        .fold(search, |search, text| search.condition(StageCondition::parse(text, 1).unwrap()))
}

/// The numbers of what a search finds, in the order in which it comes.
fn numbers(generator: &dyn Generator, search: Search) -> Vec<u64> {
    let mut run = SearchRun::new(generator, search).unwrap();
    let mut numbers = Vec::new();
    let mut visit = |hit: &Hit| {
        numbers.push(hit.number);
        true
    };
    run.advance(generator, &|| false, &|_| {}, &mut visit).unwrap();
    assert!(run.is_done());
    let kept: Vec<u64> = run.hits(generator).unwrap().iter().map(|hit| hit.number).collect();
    if matches!(run.search.goal, Goal::First { .. }) {
        assert_eq!(kept, numbers);
    }
    kept
}

/// The same by making the floor of a stage for every run.
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
fn a_search_finds_what_filtering_every_floor_finds() {
    let rebirth = generator(Backend::Rebirth);
    let range = || Candidates::Range(Seeds::run(1, 20_000));
    let layout = |level| Request { phase: Phase::Layout, ..Request::level(level) };
    let found = numbers(&*rebirth, search(&["1: rooms <= 10 and count(2x2) >= 1"], range()));
    let expected = filtered(1..=20_000, &layout(1), |floor| {
        value(measure::ROOMS, floor) <= Some(10) && value(measure::ROOMS_2X2, floor) > Some(0)
    });
    assert!(!expected.is_empty());
    assert_eq!(found, expected);

    let found = numbers(&*rebirth, search(&["3: curse == labyrinth"], range()));
    let expected =
        filtered(1..=20_000, &layout(3), |floor| floor.curse() == Some(Curse::Labyrinth));
    assert!(!expected.is_empty());
    assert_eq!(found, expected);

    let small = || Candidates::Range(Seeds::run(5, 3000));
    let conditions = ["2: loops >= 2 and boss_distance <= 4", "4: wanted > 16"];
    let found = numbers(&*rebirth, search(&conditions, small()));
    let mut expected = filtered(5..=3004, &Request::level(2), |floor| {
        value(measure::LOOPS, floor) >= Some(2)
            && value(measure::BOSS_DISTANCE, floor).is_some_and(|steps| steps <= 4)
    });
    let second = filtered(5..=3004, &Request::level(4), |floor| floor.wanted() > 16);
    expected.retain(|number| second.contains(number));
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}

#[test]
fn threads_and_stops_leave_no_trace() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: loops >= 3"], Candidates::Range(Seeds::run(1, 60_000)));
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let expected = alone.install(|| numbers(&*rebirth, asked()));
    assert_eq!(numbers(&*rebirth, asked()), expected);

    let file = std::env::temp_dir().join(format!("basement-search-{}", std::process::id()));
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
    assert!(matches!(other.resume(&*rebirth, &file), Err(SearchFileError::OtherSearch { .. })));
    std::fs::write(&file, "{}").unwrap();
    assert!(matches!(other.resume(&*rebirth, &file), Err(SearchFileError::NoCheckpoint { .. })));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(other.resume(&*rebirth, &file), Err(SearchFileError::File { .. })));
}

#[test]
fn hits_that_nobody_hears_are_kept() {
    let rebirth = generator(Backend::Rebirth);
    let asked = || search(&["1: loops >= 3"], Candidates::Range(Seeds::run(1, 60_000)));
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
    let asked = || search(&["1: loops >= 2"], Candidates::Range(Seeds::run(1, 100_000)));
    let few = numbers(&*rebirth, asked().limit(7));
    let many = numbers(&*rebirth, asked().limit(50));
    assert_eq!((few.len(), many.len()), (7, 50));
    assert_eq!(few, many[..7]);
}

#[test]
fn the_best_are_those_of_all_sorted() {
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
    let least: Vec<u64> = all.iter().take(12).map(|(_, number)| *number).collect();
    assert_eq!(numbers(&*rebirth, search(&[], range()).best(best(true))), least);
    all.sort_unstable_by_key(|(steps, number)| (std::cmp::Reverse(*steps), *number));
    let most: Vec<u64> = all.iter().take(12).map(|(_, number)| *number).collect();
    assert_eq!(numbers(&*rebirth, search(&[], range()).best(best(false))), most);
}

#[test]
fn spread_candidates_are_all_different() {
    for kind in [SeedKind::Run, SeedKind::Pcg] {
        let candidates = Candidates::Spread { kind, count: 100_000 };
        let numbers: std::collections::BTreeSet<u64> =
            (0..100_000).map(|place| candidates.number(place)).collect();
        assert_eq!(numbers.len(), 100_000);
        assert!(!numbers.contains(&0));
    }
    let all = Candidates::Spread { kind: SeedKind::Run, count: u32::MAX.into() };
    assert!(u32::try_from(all.number(u64::from(u32::MAX) - 1)).is_ok_and(|last| last > 0));
}

#[test]
fn a_hit_tells_its_stages_and_what_a_labyrinth_covers() {
    let rebirth = generator(Backend::Rebirth);
    let conditions = ["1: curse == labyrinth", "2: rooms > 1 and has(shop)"];
    let asked = search(&conditions, Candidates::Range(Seeds::run(1, 10_000))).limit(1);
    let mut run = SearchRun::new(&*rebirth, asked).unwrap();
    run.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
    let hit = run.hits(&*rebirth).unwrap().remove(0);
    assert_eq!(hit.run, Some(Seeds::run(1, 1).show(hit.number)));
    let [first, second] = &hit.stages[..] else { panic!("{hit:?}") };
    assert_eq!((first.level, first.curse.as_str(), first.phase), (1, "labyrinth", Phase::Layout));
    assert_eq!((first.is_covered, second.is_covered), (false, true));
    assert_eq!((second.level, second.phase, second.placing_failed), (2, Phase::Full, None));
    assert_eq!((first.rests_on, second.rests_on), (RestsOn::FirstDraws, RestsOn::Rooms));
    assert_eq!(second.measures["count(shop)"], 1);
    let names: Vec<&String> = second.measures.keys().collect();
    assert_eq!(names, ["rooms", "count(shop)"]);
    let [on_curse, on_rooms] = run.conditions() else { panic!("{run:?}") };
    assert_eq!(run.rests_on(on_curse), RestsOn::FirstDraws);
    assert_eq!(run.rests_on(on_rooms), RestsOn::Rooms);
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
fn what_the_generator_cannot_make_is_refused_before_the_search() {
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
