//! The charts and heatmaps of all measures.

use std::collections::BTreeMap;

use basement_report::Figure;
use basement_survey::{MEASURES, Measure};

use super::{FIGURES, RESULTS};

/// The figures of several measures each.
fn groups() -> Vec<&'static Figure> {
    let groups: Vec<_> =
        FIGURES.iter().filter(|figure| figure.name.starts_with("measures-")).collect();
    assert_eq!(groups.len(), 6);
    groups
}

/// The floors with each value on level 6, by measure and series.
fn on_level_6(figure: &Figure) -> BTreeMap<(String, String), BTreeMap<i64, f64>> {
    let column = figure.table.columns.iter().position(|it| it == "floors_on_level_6").unwrap();
    let mut counts = BTreeMap::<_, BTreeMap<i64, f64>>::new();
    for row in figure.table.rows.iter().filter(|row| !row[column].is_empty()) {
        let value = (row[2].parse::<f64>().unwrap() * 1e6).round() as i64;
        let of = counts.entry((row[0].clone(), row[1].clone())).or_default();
        of.insert(value, row[column].parse().unwrap());
    }
    counts
}

#[test]
fn the_data_of_the_heatmaps_are_the_floors_of_the_study_except_thin_tails() {
    for figure in groups() {
        for ((name, series), counts) in on_level_6(figure) {
            let place = RESULTS.study.series.iter().position(|it| it.name == series).unwrap();
            let summary = &RESULTS.group(place, 6, false).unwrap().summary;
            let total = summary.values(Measure::from_name(&name).unwrap()).total() as f64;
            let told: f64 = counts.values().sum();
            assert!(told <= total && told >= total * 0.998 - 1.0, "{name}: {told} of {total}");
        }
    }
}

#[test]
fn a_title_names_the_measure_in_which_the_floors_of_level_6_differ_most() {
    for figure in groups() {
        let counts = on_level_6(figure);
        let delta = |name: &str| {
            let of = |series: &str| counts.get(&(name.to_owned(), series.to_owned()));
            let (Some(x), Some(y)) = (of("Flash"), of("Rebirth")) else { return 0.0 };
            let total = |counts: &BTreeMap<i64, f64>| counts.values().sum::<f64>();
            let mut sum = 0.0;
            for (a, n) in x {
                for (b, m) in y {
                    sum += n * m * (b.cmp(a) as i8 as f64);
                }
            }
            (sum / total(x) / total(y)).abs()
        };
        // The numbers that this program draws are not the game's.
        let of_the_game = MEASURES.iter().filter(|it| it.name != "draws");
        let sizes: Vec<(f64, &str)> = of_the_game.map(|it| (delta(it.name), it.name)).collect();
        let most = sizes.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let titled = [
            ("measures-size", "spread", "more spread"),
            ("measures-shapes", "rooms_1x1", "fewer rooms of one full cell"),
            ("measures-neighbours", "degree_start", "more neighbours of the start"),
            ("measures-distances", "shop_distance", "the shop farther away"),
            ("measures-walks", "walked_again", "fewer doors walked back"),
            ("measures-effort", "attempts", "fewer layouts begun"),
        ];
        let (_, name, words) = titled.iter().find(|(of, ..)| *of == figure.name).unwrap();
        // Values are gathered into bins, which moves the size a little.
        assert!(delta(name) > most.0 - 0.02, "{}: {most:?}", figure.name);
        assert!(
            figure.title.ends_with(&format!("n level 6, Rebirth has {words}")),
            "{}",
            figure.title
        );
        assert!(figure.caption.contains("on level 6"), "{}", figure.caption);
    }
}
