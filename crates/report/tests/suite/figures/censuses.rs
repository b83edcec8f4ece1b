//! The figure of a census.

use basement_floors::{Backend, Phase, Request, RunSeed, Seed};
use basement_report::{Mark, census_figure};
use basement_survey::{CensusRun, Seeds};

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
        .filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    for name in ["rooms", "dead_ends", "boss_distance", "rings", "secret_neighbours"] {
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
}

#[test]
fn a_census_without_a_floor_has_no_figure() {
    let generator = Backend::Rebirth.generator("", &[]).unwrap();
    let run = CensusRun::new(&*generator, &Request::level(1), Seeds::stage(1, 9), None).unwrap();
    assert_eq!(census_figure(run.census(), None), None);
}
