use basement_floors::{Backend, Generator, Phase, Request, Seed};
use proptest::prelude::*;

use super::*;
use crate::measure::MEASURES;

fn condition(text: &str) -> Condition {
    StageCondition::parse(text, 1).unwrap().condition
}

fn message(text: &str) -> String {
    StageCondition::parse(text, 1).unwrap_err().to_string()
}

/// Whether a condition holds by the first draws, and by a floor of ten rooms, three of them 2x2, that
/// has no shop.
fn holds(text: &str) -> (Option<bool>, Option<bool>) {
    let first_draws = FirstDraws { curse: Some(Curse::Lost), wanted: 9, min_dead_ends: 5 };
    let rebirth = Backend::Rebirth.generator("", &[]).unwrap();
    let floor = rebirth.generate(&Request::level(1), Seed::game(1).unwrap()).unwrap();
    let mut analysis = Analysis::from_floor(&floor);
    (analysis.rooms, analysis.shapes[8], analysis.shop_distance) = (10, 3, None);
    let mut known = Known { first_draws, analysis: None };
    let condition = condition(text);
    let before = condition.holds(&known);
    known.analysis = Some(&analysis);
    (before, condition.holds(&known))
}

#[test]
fn a_condition_holds_as_far_as_it_is_known() {
    let [unknown, yes, no] = [None, Some(true), Some(false)];
    let table = [
        ("curse == lost", yes, yes),
        ("curse != lost", no, no),
        ("curse == none", no, no),
        ("wanted >= 9 and min_dead_ends < 6", yes, yes),
        ("rooms == 10", unknown, yes),
        ("rooms != 10", unknown, no),
        ("count(2X2) > 2", unknown, yes),
        ("has(2x2) and has(start)", unknown, yes),
        ("rooms == 10 and wanted == 8", no, no),
        ("rooms == 10 or wanted == 9", yes, yes),
        ("rooms < 10 or wanted < 9", unknown, no),
        ("not (rooms < 10 or wanted < 9)", unknown, yes),
        // `and` binds more closely than `or`.
        ("wanted == 9 or wanted == 8 and wanted == 7", yes, yes),
        ("(wanted == 9 or wanted == 8) and wanted == 7", no, no),
        ("not not wanted==9", yes, yes),
        // A floor without a shop is no steps from it, and has no distance that differs from 3.
        ("shop_distance >= 0 or shop_distance != 3", unknown, no),
        ("not shop_distance == 3", unknown, yes),
    ];
    for (text, before, after) in table {
        assert_eq!(holds(text), (before, after), "{text}");
    }
}

#[test]
fn what_is_no_condition_is_refused_with_the_place() {
    let table = [
        ("", ", it is not at its end"),
        ("1:", ", it is not at its end"),
        ("rooms", ", it is not at its end"),
        ("rooms = 8", "from `= 8` on"),
        ("rooms == 8 and", "from `and` on"),
        ("rooms == 8 loops == 2", "from `loops == 2` on"),
        ("(rooms == 8", ", it is not at its end"),
        ("one: rooms == 8", "from `one` on"),
        ("has(shop", ", it is not at its end"),
        ("COUNT(2x2) > 2", "from `(2x2) > 2` on"),
    ];
    for (text, expected) in table {
        let message = message(text);
        assert!(message.contains(expected), "{text}: {message}");
        assert!(message.contains("write one such as `1: rooms == 8`"), "{message}");
    }
    assert!(message(&"not ".repeat(10_000)).contains("no condition"));
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    assert!(message("1: lops > 3").contains("did you mean `loops`"));
    assert!(message("wantd > 3").contains("did you mean `wanted`"));
    assert!(message("has(planetarum)").contains("did you mean `planetarium`"));
    assert!(message("count(2x3) > 1").contains("did you mean `2x"));
    assert!(message("curse == labyrint").contains("did you mean `labyrinth`"));
    assert!(message("loops == many").contains("`loops == many` compares with no number"));
    assert!(message("curse > lost").contains("`curse >` is no comparison"));
}

#[test]
fn a_measure_rests_on_the_layout_if_every_layout_has_it_whatever_the_rooms() {
    let rebirth = Backend::Rebirth.generator("", &[]).unwrap();
    let request = Request { phase: Phase::Layout, ..Request::level(3) };
    let seeds = (1..200).map(|seed| Seed::game(seed).unwrap());
    let layouts: Vec<_> = seeds.map(|seed| rebirth.generate(&request, seed).unwrap()).collect();
    for measure in &MEASURES {
        let quantity = Quantity::Measure(measure);
        if quantity.rests_on() == RestsOn::Layout {
            for floor in &layouts {
                assert!(measure.of(&Analysis::from_floor(floor)).is_some(), "{}", measure.name);
            }
        }
    }
    assert_eq!(condition("loops > 1 and wanted > 5").rests_on(), RestsOn::Layout);
    assert_eq!(condition("loops > 1 or has(shop)").rests_on(), RestsOn::Rooms);
    assert_eq!(condition("curse == lost").rests_on(), RestsOn::FirstDraws);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(text in "([a-z_0-9 ()<>=!:.x-]|and |or |not |has\\(){0,40}") {
        let _ = StageCondition::parse(&text, 1);
    }
}
