//! Conditions on floors mean what they say, what is no condition is refused, and what decides a
//! condition is what moves it.

use basement_floors::{Backend, Curse, Difficulty, Generator, Phase, Request, Room, Shape};
use basement_survey::search::{Candidates, Quantity, RestsOn, Search, SearchRun, StageCondition};
use basement_survey::{Analysis, MEASURES, Measure, SeedKind, Seeds, measure};
use proptest::prelude::*;
use rayon::prelude::*;

fn message(text: &str) -> String {
    StageCondition::parse(text, 1).unwrap_err().to_string()
}

fn rests_on(text: &str) -> RestsOn {
    StageCondition::parse(text, 1).unwrap().rests_on()
}

/// Whether a search among one run alone finds it.
fn is_met(text: &str, run: u32) -> bool {
    let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
    let condition = StageCondition::parse(text, 7).unwrap();
    let candidates = Candidates::List { kind: SeedKind::Run, numbers: vec![run.into()] };
    let search = Search::new(&Request::default()).condition(condition).candidates(candidates);
    let mut search = SearchRun::new(&*rebirth, search).unwrap();
    search.advance(&*rebirth, &|| false, &|_| {}, &mut |_| true).unwrap();
    search.found() == 1
}

#[test]
fn a_condition_means_what_it_says() {
    let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
    // A floor of level 7 has no shop.
    let (run, floor) = (1..)
        .map(|run| (run, Seeds::run(1, 1).seed(run.into(), 7).unwrap()))
        .map(|(run, seed)| (run, rebirth.generate(&Request::level(7), seed).unwrap()))
        .find(|(_, floor)| {
            let is_2x2 = |room: &Room| !room.kind.is_added() && room.shape == Shape::Square;
            floor.curse() == Some(Curse::Lost) && floor.rooms().iter().any(is_2x2)
        })
        .unwrap();
    let analysis = Analysis::from_floor(&floor);
    let count = |measure: &Measure| measure.raw_of(&analysis).unwrap();
    let (rooms, large) = (count(measure::ROOMS), count(measure::ROOMS_2X2));
    let (wanted, ends) = (floor.wanted(), floor.min_dead_ends());
    assert_eq!(measure::SHOP_DISTANCE.raw_of(&analysis), None);
    let table = [
        ("curse == lost".to_owned(), true),
        ("curse != lost".to_owned(), false),
        ("curse == none".to_owned(), false),
        (format!("wanted >= {wanted} and min_dead_ends < {}", ends + 1), true),
        (format!("rooms == {rooms}"), true),
        (format!("rooms != {rooms}"), false),
        (format!("count(2X2) > {}", large - 1), true),
        ("has(2x2) and has(start)".to_owned(), true),
        (format!("rooms == {rooms} and wanted == {}", wanted - 1), false),
        (format!("rooms == {rooms} or wanted == {wanted}"), true),
        (format!("rooms < {rooms} or wanted < {wanted}"), false),
        (format!("not (rooms < {rooms} or wanted < {wanted})"), true),
        // `and` binds more closely than `or`.
        (format!("wanted == {wanted} or wanted == 1 and wanted == 2"), true),
        (format!("(wanted == {wanted} or wanted == 1) and wanted == 2"), false),
        (format!("not not wanted=={wanted}"), true),
        // A floor without a shop has no distance to it, not even one that differs from 3.
        ("shop_distance >= 0 or shop_distance != 3".to_owned(), false),
        ("not shop_distance == 3".to_owned(), true),
    ];
    for (text, expected) in table {
        assert_eq!(is_met(&text, run), expected, "{text}");
    }
}

#[test]
fn an_invalid_condition_is_refused_with_the_place() {
    let table = [
        ("", ", it ends too early"),
        ("1:", ", it ends too early"),
        ("rooms", ", it ends too early"),
        ("rooms = 8", "from `= 8` on"),
        ("rooms == 8 and", "from `and` on"),
        ("rooms == 8 loops == 2", "from `loops == 2` on"),
        ("(rooms == 8", ", it ends too early"),
        ("one: rooms == 8", "from `one` on"),
        ("has(shop", ", it ends too early"),
        ("COUNT(2x2) > 2", "from `(2x2) > 2` on"),
    ];
    for (text, expected) in table {
        let message = message(text);
        assert!(message.contains(expected), "{text}: {message}");
        assert!(message.contains("write one such as `1: rooms == 8`"), "{message}");
    }
    assert!(message(&"not ".repeat(10_000)).contains("not a condition"));
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    assert!(message("1: lops > 3").contains("did you mean `loops`"));
    assert!(message("wantd > 3").contains("did you mean `wanted`"));
    assert!(message("has(planetarum)").contains("did you mean `planetarium`"));
    assert!(message("count(2x3) > 1").contains("did you mean `2x"));
    assert!(message("curse == labyrint").contains("did you mean `labyrinth`"));
    assert!(message("loops == many").contains("`loops == many` does not compare with a number"));
    assert!(message("curse > lost").contains("`curse >` is not a comparison"));
}

/// For each measure, on how many floors of a request it differs from the layout, and how many
/// floors have a later layout. The latter are not compared. The room that a Labyrinth's second boss
/// adds counts as part of the layout.
fn differing(edition: &str, request: &Request, seeds: u64) -> ([u64; MEASURES.len()], u64) {
    let rebirth = Backend::Rebirth.generator(edition, &[]).unwrap();
    let finished = Request { phase: Phase::Special, ..*request };
    let layout = Request { phase: Phase::Layout, ..*request };
    let runs = Seeds::run(1, seeds);
    let (mut differing, mut later_layouts) = ([0; MEASURES.len()], 0);
    for number in 1..=seeds {
        let seed = runs.seed(number, request.level).unwrap();
        let floor = rebirth.generate(&finished, seed).unwrap();
        let layout = rebirth.generate(&layout, seed).unwrap();
        if !floor.outcome().failed_placings.is_empty() {
            later_layouts += 1;
            assert!(floor.attempts() > layout.attempts(), "{seed}");
            continue;
        }
        let more = u32::from(floor.curse() == Some(Curse::Labyrinth));
        let (floor, layout) = (Analysis::from_floor(&floor), Analysis::from_floor(&layout));
        for (measure, differing) in MEASURES.iter().zip(&mut differing) {
            let counts_rooms = [measure::ROOMS, measure::ROOMS_BESIDES_START].contains(&measure);
            let more = if counts_rooms { more } else { 0 };
            let of_layout = measure.raw_of(&layout).map(|raw| raw + more);
            *differing += u64::from(measure.raw_of(&floor) != of_layout);
        }
    }
    (differing, later_layouts)
}

#[test]
fn w19_exactly_the_layout_measures_are_the_same_in_layout_and_finished_floor() {
    let plain = [1, 2, 3, 4, 6, 8, 10, 11].map(Request::level);
    let hard = Request { difficulty: Difficulty::Hard, ..Request::level(1) };
    let labyrinths = [1, 5].map(|level| Request::level(level).with_curse(Curse::Labyrinth));
    let requests: Vec<(Request, u64)> = plain
        .into_iter()
        .chain([hard])
        .chain(labyrinths)
        .map(|request| (request, 950))
        .chain([(Request::level(12), 100)])
        .collect();
    let editions = ["repentance", "afterbirth-plus"];
    let all = editions.iter().flat_map(|edition| requests.iter().map(move |r| (edition, r)));
    let all: Vec<_> = all.collect();
    assert!(all.iter().map(|(_, (_, seeds))| seeds).sum::<u64>() > 20_000);
    let counted: Vec<_> = all
        .into_par_iter()
        .map(|(edition, (request, seeds))| differing(edition, request, *seeds))
        .collect();
    for (place, measure) in MEASURES.iter().enumerate() {
        let differing: u64 = counted.iter().map(|(differing, _)| differing[place]).sum();
        let rests_on_layout = Quantity::Measure(measure).rests_on() == RestsOn::Layout;
        assert_eq!(differing == 0, rests_on_layout, "{}: {differing}", measure.name);
    }
    // Some floors have a later layout; a hit on such a floor is marked (`search.rs`).
    let later_layouts: u64 = counted.iter().map(|(_, later_layouts)| later_layouts).sum();
    assert!((500..2000).contains(&later_layouts), "{later_layouts}");
}

#[test]
fn a_condition_depends_on_the_latest_phase_of_its_parts() {
    assert_eq!(rests_on("curse == lost and min_dead_ends > 5"), RestsOn::FirstDraws);
    assert_eq!(rests_on("rooms == 8 and wanted > 5"), RestsOn::Layout);
    assert_eq!(rests_on("rooms == 8 or rings > 1"), RestsOn::Rooms);
    // No layout has a special room.
    assert_eq!(rests_on("not has(shop)"), RestsOn::Rooms);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(text in "([a-z_0-9 ()<>=!:.x-]|and |or |not |has\\(){0,40}") {
        let _ = StageCondition::parse(&text, 1);
    }
}
