//! What is true of every figure of a report: nothing is clipped, no text overlaps another, and the data
//! support the title.

mod by_level;
mod censuses;
mod distributions;
mod guests;
mod story;
mod titles;

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use basement_floors::rebirth::Edition;
use basement_floors::{Backend, Phase, Request};
use basement_gamelog::{Evidence, LogEngine};
use basement_report::{
    Drawing, Figure, Geometry, OwnMeasure, ReportError, ReportFormat, ReportOptions, bridge_figure,
    census_figure, evidence_figure, figures, measure_figure, write_report,
};
use basement_survey::census::{Census, CensusRun};
use basement_survey::{BackendRules, Bridge, Results, Seeds, Series, Study, measure};

use crate::rows;
use guests::{guest_figures, guest_results};

static RESULTS: LazyLock<Results> =
    LazyLock::new(|| Study::flash_and_rebirth(1500).run(&|_| {}).unwrap());
static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(all_figures);

/// The figures of a comparison, of a census of either game and either phase, and of the bridge.
fn all_figures() -> Vec<Figure> {
    let mut all = figures(&RESULTS);
    all.retain(|figure| figure.name != "evidence");
    all.extend(others());
    all
}

/// The figures of other studies: on few levels, of Rebirth before Flash, of one game, and of two editions.
static OF_OTHER_STUDIES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let flash = |edition| Series::new(edition, BackendRules::new(Backend::Flash).edition(edition));
    let rebirth = || Series::new("Rebirth", Backend::Rebirth);
    let of = |levels: &[u8], series: Vec<Series>| {
        let study = Study::new("Another").floors(200).levels(levels);
        figures(&series.into_iter().fold(study, Study::series).run(&|_| {}).unwrap())
    };
    let editions = ["article", "wrath-of-the-lamb"];
    [
        of(&[1, 3, 5, 7], vec![flash(editions[0]), rebirth()]),
        of(&[1, 2, 3, 4, 5], vec![flash(editions[1]), rebirth()]),
        of(&[3], vec![flash(editions[1]), rebirth()]),
        of(&[1, 2], vec![rebirth(), flash(editions[1])]),
        of(&[1, 2, 3, 4, 5, 6, 7, 8], vec![rebirth()]),
        of(&[4], editions.map(flash).into()),
    ]
    .concat()
});

/// The figures of all but the comparison.
fn others() -> Vec<Figure> {
    let mut all = Vec::new();
    let censuses = [
        (Backend::Flash, Phase::Full, Seeds::pcg(0, 1500)),
        (Backend::Rebirth, Phase::Full, Seeds::stage(1, 1500)),
        (Backend::Rebirth, Phase::Layout, Seeds::stage(4_294_965_796, 1500)),
    ];
    for (backend, phase, seeds) in censuses {
        let mut figure = census_figure(&census(backend, phase, seeds), None).unwrap();
        figure.name += &format!("-{backend}-{phase}");
        all.push(figure);
    }
    let bridge = Bridge::from_flash_to_rebirth().floors(100);
    all.push(bridge_figure(&bridge.run().unwrap()).unwrap());
    let log = include_str!("../../../../tests/fixtures/logs/afterbirth-plus.log");
    let logged = Evidence::of_log(log.as_bytes(), &mut LogEngine::new(None, None, None));
    all.push(evidence_figure(&RESULTS, &logged).unwrap());
    all
}

fn census(backend: Backend, phase: Phase, seeds: Seeds) -> Census {
    let generator = backend.generator(None, &[]).unwrap();
    let request = Request { phase, ..Request::level(3) };
    let mut run = CensusRun::new(&*generator, &request, seeds, None).unwrap();
    run.advance(&*generator, &|| false, &|_| {}).unwrap();
    run.into_census()
}

fn figure(name: &str) -> &'static Figure {
    FIGURES.iter().find(|figure| figure.name == name).unwrap()
}

fn number(row: &HashMap<&str, &str>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// The numbers in a text, true minus and separators included.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace('−', "-").replace(',', "");
    let is_part = |character: char| character.is_ascii_digit() || matches!(character, '.' | '-');
    text.split(|character: char| !is_part(character))
        .filter_map(|part| part.trim_end_matches('.').parse().ok())
        .collect()
}

#[track_caller]
fn close(left: f64, right: f64, by: f64) {
    assert!((left - right).abs() <= by, "{left} is not {right}");
}

#[test]
fn a_bridge_says_which_curses_its_floors_have() {
    let note = |bridge: Bridge<'_>| {
        let run = bridge.floors(20).levels(&[2]).unwrap().run().unwrap();
        bridge_figure(&run).unwrap().notes.join(" ")
    };
    let hard = note(Bridge::from_normal_to_hard(Edition::Repentance).unwrap());
    assert!(hard.contains(". With the curses that the seeds draw. "), "{hard}");
    let games = note(Bridge::from_flash_to_rebirth());
    assert!(
        games.contains(". Without a curse, normal mode, no items, everything unlocked. "),
        "{games}"
    );
}

#[test]
fn a_data_column_never_mixes_numbers_and_texts() {
    // Texts that may look like a number: the name of a seed, `B911 99AC` of a run or a number of PCG; and the
    // value of a fact, such as a series' name.
    const TEXTS: [(&str, &str); 1] = [("ring", "value")];
    let mut mixed = Vec::new();
    for figure in FIGURES.iter().chain(guest_figures()) {
        for (place, column) in figure.table.columns.iter().enumerate() {
            let values = figure.table.rows.iter().map(|row| row[place].as_str());
            let (numbers, texts): (Vec<&str>, Vec<&str>) = values
                .filter(|value| !value.is_empty())
                .partition(|value| value.parse::<f64>().is_ok());
            let is_text = column == "seed" || TEXTS.contains(&(figure.name.as_str(), column));
            if !numbers.is_empty() && !texts.is_empty() && !is_text {
                mixed.push(format!("{}, {column}: {} and {}", figure.name, numbers[0], texts[0]));
            }
        }
    }
    assert!(mixed.is_empty(), "{mixed:#?}");
}

#[test]
fn a_report_links_to_files_that_it_wrote_and_clears_only_figures_of_an_earlier_one() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = &temporary.path().join("report");
    let results = guest_results();
    let options = ReportOptions::new("a test");
    let first = write_report(results, &options.clone().only(["hero", "likeness-1"]), folder);
    assert!(first.unwrap().removed.is_empty());
    std::fs::write(folder.join("mine.csv"), "kept").unwrap();
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(
        manifest.contains("`A generator given from Rust` came from a generator given from Rust")
    );
    assert!(manifest.contains("\"sha256\"") && manifest.contains("guests.jsonl"));

    let second = write_report(results, &options.only(["likeness-1"]), folder).unwrap();
    assert_eq!(second.removed, ["hero.png", "hero.svg", "hero.csv"]);
    assert!(folder.join("mine.csv").exists() && !folder.join("hero.png").exists());

    let page = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let links: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() >= 3, "{links:?}");
    // Links out of the report are checked by a test of the pages.
    for link in links.into_iter().filter(|link| !link.starts_with("https://")) {
        let found = match link.strip_prefix('#') {
            Some(anchor) => page.contains(&format!("<a id=\"{anchor}\"></a>")),
            None => folder.join(link).is_file(),
        };
        assert!(found, "{link}");
    }
}

/// Each drawing of a figure: with its words, and as a page and a phone show it.
fn drawings(figure: &Figure) -> impl Iterator<Item = &Drawing> {
    [&figure.drawing, &figure.body].into_iter().chain(&figure.narrow)
}

#[test]
fn figures_draw_nothing_outside_their_bounds() {
    let mut beyond = Vec::new();
    for figure in FIGURES.iter().chain(guest_figures()).chain(&*OF_OTHER_STUDIES) {
        for drawing in drawings(figure) {
            for mark in &drawing.marks {
                let (left, top, right, bottom) = mark.bounds();
                let inside =
                    left >= 0.0 && top >= 0.0 && right <= drawing.width && bottom <= drawing.height;
                if !inside {
                    beyond.push(format!("{}, {} wide: {mark:?}", figure.name, drawing.width));
                }
            }
        }
    }
    assert!(beyond.is_empty(), "{beyond:#?}");
}

#[test]
fn no_text_overlaps_another() {
    let mut over = Vec::new();
    for figure in FIGURES.iter().chain(guest_figures()).chain(&*OF_OTHER_STUDIES) {
        for drawing in drawings(figure) {
            let texts: Vec<(&str, _)> = drawing
                .marks
                .iter()
                .filter_map(|mark| match &mark.geometry {
                    Geometry::Text { text, .. } => Some((text.as_str(), mark.bounds())),
                    _ => None,
                })
                .collect();
            for (place, (one, a)) in texts.iter().enumerate() {
                for (other, b) in &texts[place + 1..] {
                    // Line boxes may touch; a point and a half of ink may not.
                    let overlap = (a.2.min(b.2) - a.0.max(b.0)).min(a.3.min(b.3) - a.1.max(b.1));
                    if overlap >= 1.5 {
                        let width = drawing.width;
                        over.push(format!("{}, {width} wide: {one:?}, {other:?}", figure.name));
                    }
                }
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

/// A measure that nobody has heard of.
fn made_up() -> OwnMeasure {
    let definition = "Rooms of the plan that are a third of all";
    OwnMeasure::new("third_rooms", "rooms", definition, |floor| {
        Some(measure::ROOMS.raw_of(&floor.analysis())? / 3)
    })
}

#[test]
fn a_custom_measure_has_its_own_figure_words_and_data() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let results = Study::flash_and_rebirth(200).run(&|_| {}).unwrap();
    let options = ReportOptions::new("a test").measure(made_up());
    let files = write_report(&results, &options.clone().only(["third-rooms"]), folder);
    let written = files.unwrap().written;
    for name in ["third-rooms.png", "third-rooms.svg", "third-rooms.csv"] {
        assert!(written.contains(&name.to_owned()), "{written:?}");
    }
    let figure = measure_figure(&results, &made_up()).unwrap();
    assert!(
        figure.title.starts_with("Rebirth has more third rooms than Flash"),
        "{}",
        figure.title
    );
    assert!(
        figure.subtitle.starts_with("Rooms of the plan that are a third"),
        "{}",
        figure.subtitle
    );
    assert!(figure.alt.contains("distribution of third rooms on 8 levels"), "{}", figure.alt);
    // In a whole report the figure is in the appendix. The pictures of the others are not needed.
    let options = options.formats([ReportFormat::Csv, ReportFormat::Html]);
    write_report(&results, &options, folder).unwrap();
    let page = std::fs::read_to_string(folder.join("appendix.html")).unwrap();
    assert!(page.contains("<figure id=\"third-rooms\">") && page.contains(&figure.title));
    // What is counted is what was asked for: a third of the rooms of each floor.
    let counts = |name: &str, value: fn(u32) -> u32| {
        let csv = std::fs::read_to_string(folder.join(format!("{name}.csv"))).unwrap();
        let mut counts = BTreeMap::<(String, String, u32), u64>::new();
        for line in csv.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let key = (cells[0].to_owned(), cells[1].to_owned(), value(cells[2].parse().unwrap()));
            *counts.entry(key).or_default() += cells[3].parse::<u64>().unwrap();
        }
        counts
    };
    assert_eq!(counts("third-rooms", |value| value), counts("rooms", |rooms| rooms / 3));
}

#[test]
fn a_custom_measure_takes_no_name_of_another_and_leaves_the_folder_as_it_is() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("report");
    let results = Study::flash_and_rebirth(50).levels([1]).run(&|_| {}).unwrap();
    let refused = |names: &[&str]| {
        let mut options = ReportOptions::new("a test").formats([ReportFormat::Csv]);
        for name in names {
            options = options.measure(OwnMeasure::new(name, "rooms", "Three", |_| Some(3)));
        }
        let error = write_report(&results, &options, &folder).unwrap_err();
        assert!(!folder.exists(), "{names:?}");
        error
    };
    let taken: [&[&str]; 5] =
        [&["rooms"], &["large-rooms"], &["distance"], &["hero"], &["three", "three"]];
    for names in taken {
        let error = refused(names);
        assert!(matches!(error, ReportError::TakenName(_)), "{names:?}: {error}");
        let name = names[0];
        assert_eq!(
            error.to_string(),
            format!("`measures` cannot have the name `{name}`: it is taken, so give another")
        );
    }
    for name in ["../x y", "", "a.b", "a/b"] {
        let error = refused(&[name]);
        assert!(matches!(error, ReportError::MeasureName(_)), "{name}: {error}");
        assert!(error.to_string().ends_with("give letters, digits, spaces, `_` and `-`"));
    }
}

#[test]
fn every_figure_names_its_floors_seeds_and_versions() {
    for figure in FIGURES.iter() {
        let notes = figure.notes.join(" ");
        // Awards are not floors: their figures show exact chances.
        let parts: &[&str] = if figure.name.starts_with("awards") {
            &["Exact chances", "A1", "Basement Lab 0."]
        } else if ["ring", "hero"].contains(&figure.name.as_str()) {
            // Their floors are among the first.
            &["N = 1,000", "seeds", "stream ", "Basement Lab 0."]
        } else if figure.name == "bridge" {
            &["N = 100", "seeds", "stream ", "Basement Lab 0."]
        } else {
            &["N = 1,500", "seeds", "stream ", "Basement Lab 0."]
        };
        for part in parts {
            assert!(notes.contains(part), "{}: {notes}", figure.name);
        }
        for text in [&figure.title, &figure.subtitle, &figure.caption, &figure.alt] {
            assert!(text.len() > 10, "{}", figure.name);
            for wrong in ["NaN", "inf", "-0 ", "−0.00", "  "] {
                assert!(!text.contains(wrong), "{}: {text}", figure.name);
            }
        }
        assert!(!figure.table.rows.is_empty());
        assert!(figure.table.rows.iter().all(|row| row.len() == figure.table.columns.len()));
    }
}

#[test]
fn figures_are_the_same_when_they_are_made_again() {
    let results = Study::flash_and_rebirth(100).run(&|_| {}).unwrap();
    let (one, other) = (figures(&results), figures(&results));
    assert_eq!(one, other);
    assert_eq!(one[1].svg().unwrap(), other[1].svg().unwrap());
    assert!(FIGURES.ends_with(&others()));
}

#[test]
fn a_study_of_one_level_and_two_editions_has_its_figures_too() {
    let mut study = Study::flash_and_rebirth(200);
    study.levels = vec![1];
    study.awards = false;
    study.labyrinth_levels.clear();
    study.series.truncate(2);
    study.measures = vec!["compactness".to_owned(), "special_rooms".to_owned(), "draws".to_owned()];
    let figures = figures(&study.run(&|_| {}).unwrap());
    let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    for name in ["compactness", "special-rooms", "draws", "occupancy", "hero"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    assert!(!names.iter().any(|name| name.starts_with("awards")), "{names:?}");
}

#[test]
fn a_study_of_one_series_says_nothing_of_a_second() {
    let mut study = Study::flash_and_rebirth(300);
    study.series = vec![study.series.swap_remove(1)];
    for levels in [vec![1, 4], vec![1]] {
        study.levels = levels;
        let all = figures(&study.clone().run(&|_| {}).unwrap());
        let odd = all.iter().find(|figure| {
            let words = [&figure.title, &figure.subtitle, &figure.caption, &figure.alt];
            words.iter().any(|text| {
                text.contains("  ")
                    || text.ends_with([' ', ';'])
                    || text.contains(" .")
                    || text.contains(" ,")
            })
        });
        assert!(odd.is_none(), "{:?}", odd.map(|figure| &figure.title));
        assert!(all.iter().any(|figure| figure.name == "measures-size"));
    }
}
