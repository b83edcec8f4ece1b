//! The figure of a census.

use std::collections::BTreeSet;

use basement_floors::{Backend, Phase, Request, RunSeed, Seed};
use basement_report::{Geometry, census_figure};
use basement_survey::Seeds;
use basement_survey::census::CensusRun;

use super::{census, figure, number, numbers, rows};

#[test]
fn a_census_names_the_floors_with_the_extreme_values() {
    let seeds = Seeds::stage(1, 1500);
    let census = census(Backend::Rebirth, Phase::Full, seeds);
    let figure = figure("census-rebirth-full");
    let written: Vec<&str> = figure
        .drawing
        .marks
        .iter()
        .filter_map(|mark| match &mark.geometry {
            Geometry::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    for name in ["rooms", "dead_ends", "rings", "boss_distance", "large_rooms"] {
        let values = census.counts().summary.histogram(name.parse().unwrap());
        for extreme in [values.raw_minimum().unwrap(), values.raw_maximum().unwrap()] {
            let seed = values.witness(extreme).unwrap();
            let Seed::Game(stage_seed) = seeds.seed(seed, 1).unwrap() else { unreachable!() };
            let run = RunSeed::from_stage_seed(census.address().request.level, stage_seed);
            let named = format!("run {run}");
            assert!(written.contains(&named.as_str()), "{name} {extreme}: {named} of {written:?}");
            let mut rows = rows(figure).into_iter().filter(|row| row["measure"] == name);
            let row = rows.find(|row| number(row, "first_seed") == seed as f64).unwrap();
            assert_eq!(row["run"], run.to_string());
        }
        let rows = rows(figure).into_iter().filter(|row| row["measure"] == name);
        assert_eq!(rows.map(|row| number(&row, "floors")).sum::<f64>(), 1500.0, "{name}");
    }
    let different = census.distinct_floors().count() as f64;
    assert_eq!(numbers(&figure.title), [1500.0, different]);
    assert!(figure.title.starts_with("The first 1,500 seeds give"), "{}", figure.title);
    assert!(figure.subtitle.contains("of the built-in rooms"), "{}", figure.subtitle);
    assert!(figure.notes.iter().any(|note| note.contains("the built-in rooms decide where")));
}

#[test]
fn a_census_of_layouts_says_that_they_are_not_floors_and_shows_no_boss() {
    let figure = figure("census-rebirth-layout");
    assert!(figure.title.ends_with("which are not floors of the game"), "{}", figure.title);
    let measures: BTreeSet<&str> = rows(figure).into_iter().map(|row| row["measure"]).collect();
    let shown = ["dead_ends", "eccentricity", "large_rooms", "rings", "rooms"];
    assert!(measures.iter().eq(&shown), "{measures:?}");
    let told = [&figure.caption, &figure.alt].map(String::as_str);
    for text in told.into_iter().chain(figure.notes.iter().map(String::as_str)) {
        let text = text.replace("not floors of the game", "");
        assert!(!text.contains("floor ") && !text.contains("floors "), "{text}");
    }
}

#[test]
fn a_census_without_a_floor_has_no_figure() {
    let generator = Backend::Rebirth.generator(None, &[]).unwrap();
    let run = CensusRun::new(&*generator, &Request::level(1), Seeds::stage(1, 9), None).unwrap();
    assert_eq!(census_figure(run.census(), None), None);
}
