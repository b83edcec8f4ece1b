//! The typical floor and the first seeds of every level.

use std::collections::{BTreeMap, BTreeSet};

use basement_floors::{Backend, Request};
use basement_report::{Figure, figures};
use basement_survey::record::FloorFile;
use basement_survey::typical::TYPICAL_MEASURES;
use basement_survey::{Series, Study};

use super::guests::guest_figures;
use super::{FIGURES, number};
use crate::{json_lines, rows};

fn by_level(all: &[Figure]) -> Vec<&Figure> {
    all.iter().filter(|figure| figure.name.starts_with("floors-by-level")).collect()
}

#[test]
fn every_level_shows_one_typical_floor_and_three_first_seeds_all_different() {
    let found = by_level(&FIGURES);
    let names: Vec<&str> = found.iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(names, ["floors-by-level-flash", "floors-by-level-rebirth"]);
    for figure in found {
        let rows = rows(figure);
        let seeds: BTreeSet<&str> = rows.iter().map(|row| row["seed"]).collect();
        assert_eq!(seeds.len(), rows.len(), "{}: a seed twice", figure.name);
        let mut levels = BTreeMap::<&str, Vec<&str>>::new();
        for row in &rows {
            levels.entry(row["level"]).or_default().push(row["which"]);
        }
        assert_eq!(levels.len(), 8);
        assert!(levels.values().all(|which| which[..] == ["typical", "first", "first", "first"]));
    }
}

#[test]
fn the_typical_floor_has_the_smallest_distance_in_its_data() {
    for figure in by_level(&FIGURES).into_iter().chain(by_level(guest_figures())) {
        let mut typical = f64::INFINITY;
        for row in rows(figure) {
            let parts = TYPICAL_MEASURES.iter().map(|measure| {
                let of = |what: &str| row[format!("{}{what}", measure.name).as_str()].parse().ok();
                let (Some(median), Some(deviation)) = (of("_median"), of("_sd")) else {
                    return 0.0;
                };
                of("").map_or(9.0, |value: f64| (value - median).abs() / deviation)
            });
            let distance = number(&row, "distance");
            assert!((parts.sum::<f64>() - distance).abs() < 1e-3, "{}: {row:?}", figure.name);
            match row["which"] {
                "typical" => typical = distance,
                _ => assert!(distance >= typical, "{}: {row:?}", figure.name),
            }
        }
    }
}

#[test]
fn the_title_compares_the_first_and_the_last_typical_floor() {
    for figure in by_level(&FIGURES) {
        let rows = rows(figure);
        let typical: Vec<_> = rows.iter().filter(|row| row["which"] == "typical").collect();
        let [first, last] = [typical[0], typical[typical.len() - 1]].map(|row| row["rooms"]);
        let [first, last] = [first, last].map(|rooms| rooms.parse::<f64>().unwrap());
        let ratio = last / first;
        assert_eq!(figure.title.contains("about twice"), (1.75..2.5).contains(&ratio), "{ratio}");
        assert_eq!(figure.title.contains("three times"), (2.5..3.5).contains(&ratio), "{ratio}");
    }
}

#[test]
fn a_file_has_one_row_and_lines_for_seeds_and_an_outside_series_its_own_figure() {
    let found = by_level(guest_figures());
    let names: Vec<&str> = found.iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "floors-by-level-flash",
            "floors-by-level-rebirth",
            "floors-by-level-a-generator-given-from-rust",
            "floors-by-level-a-file",
        ]
    );
    let file = rows(found[3]);
    assert_eq!(file.len(), 4, "the levels of a file all have the same lines");
    assert!(file.iter().all(|row| row["seed"].starts_with("line ")));
    assert!(!found[3].caption.contains("seed"), "{}", found[3].caption);
    assert!(found[2].caption.contains("seeds") && !found[2].notes.join(" ").contains("To draw"));
    assert!(found[0].notes.join(" ").contains("To draw the first one: `basement-lab floor "));
}

#[test]
fn a_study_of_one_game_on_one_level_has_a_figure_even_with_one_floor() {
    for (floors, drawn) in [(50, 4), (1, 1)] {
        let study = Study::new("One").floors(floors).levels([3]);
        let study = study.series(Series::new("Flash", Backend::Flash));
        let all = figures(&study.run(&|_| {}).unwrap());
        let found = by_level(&all);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].table.rows.len(), drawn);
        assert!(found[0].title.starts_with("A typical floor of Flash on level 3"));
    }
}

#[test]
fn no_plan_is_drawn_twice() {
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let lines = json_lines(&*flash, &Request::level(2), [1, 1, 2, 1, 2]);
    std::fs::write(&path, lines).unwrap();
    let series = Series::new("Repeats", FloorFile::new(path.to_str().unwrap()));
    let study = Study::new("Repeats").floors(5).levels([2]).series(series);
    let all = figures(&study.run(&|_| {}).unwrap());
    let drawn: BTreeSet<&str> = rows(by_level(&all)[0]).iter().map(|row| row["seed"]).collect();
    assert_eq!(drawn, BTreeSet::from(["line 1", "line 3"]));
}
