//! Whatever the study, its article says nothing false: titles are short, their numbers are in the data, and
//! no sentence mentions what the study does not have.

use std::sync::Arc;

use basement_floors::{Backend, Difficulty, Request, Value};
use basement_report::{ReportOptions, write_report};
use basement_survey::record::FloorFile;
use basement_survey::study::ReportFormat;
use basement_survey::{BackendRules, NullModel, Series, Study};
use tempfile::{TempDir, tempdir};

use crate::json_lines;

const FLOORS: u64 = 200;

fn flash() -> Series {
    Series::new("Flash", BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb"))
}

fn rebirth() -> Series {
    Series::new("Rebirth", Backend::Rebirth)
}

/// A file of Flash floors as a generator from elsewhere would write it.
fn floors_file(folder: &TempDir) -> FloorFile {
    floors_of_level(folder, "mine.jsonl", 4)
}

/// A file of Flash floors of one level, with this name.
fn floors_of_level(folder: &TempDir, name: &str, level: u8) -> FloorFile {
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let request = Request::level(level).without_curse();
    let path = folder.path().join(name);
    std::fs::write(&path, json_lines(&*flash, &request, 0..FLOORS)).unwrap();
    FloorFile::new(path.to_str().unwrap())
}

/// Makes the report of a study, and returns its Markdown page and the titles of its figures with their data.
fn report(study: Study) -> (String, Vec<(String, String)>) {
    let temporary = tempdir().unwrap();
    let folder = temporary.path();
    let results = study.run(&|_| {}).unwrap();
    // Pictures take most of the time, and none of them is looked at here.
    let options = ReportOptions::new("a test").formats([ReportFormat::Csv, ReportFormat::Markdown]);
    write_report(&results, &options, folder).unwrap();
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let page = page("README.md") + &page("APPENDIX.md");
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let figures = manifest["figures"].as_array().unwrap().iter().map(|figure| {
        let data = figure["data"].as_str().unwrap();
        let data = std::fs::read_to_string(folder.join(data)).unwrap();
        (figure["finding"].as_str().unwrap().to_owned(), data)
    });
    (page, figures.collect())
}

/// The numbers of a text, as it writes them.
fn numbers(text: &str) -> Vec<f64> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    text.split(|c: char| !is_of_number(c))
        .map(|part| part.trim_matches(['.', ',']).replace(',', ""))
        .filter_map(|part| part.parse().ok())
        .collect()
}

/// Checks what must be true of every report.
fn check(name: &str, study: Study) -> String {
    let names: Vec<String> = study.series.iter().map(|series| series.name.clone()).collect();
    let (page, figures) = report(study);
    assert!(!figures.is_empty(), "{name}: no figure");
    for (title, data) in &figures {
        assert!(title.split_whitespace().count() <= 15, "{name}: a long title: {title}");
        assert!(!title.contains('±'), "{name}: {title}");
        assert!(!title.contains('_'), "{name}: a code in a title: {title}");
        // Each number of a title is in the data, as it is or as a share in per cent.
        let given: Vec<f64> = data.split([',', '\n', ' ']).flat_map(numbers).collect();
        // Levels are not findings.
        let of_levels =
            title.split("level ").skip(1).flat_map(|rest| numbers(rest).into_iter().take(1));
        let of_levels: Vec<f64> = of_levels.collect();
        for number in numbers(title).into_iter().filter(|number| !of_levels.contains(number)) {
            let decimals = title.split(|c: char| !(c.is_ascii_digit() || c == '.'));
            let written = decimals.filter(|part| part.parse() == Ok(number)).map(str::to_owned);
            let digits = written.map(|part| part.split('.').nth(1).map_or(0, str::len)).max();
            let half = 0.5 * 10_f64.powi(-(digits.unwrap_or(0) as i32)) + 1e-9;
            let is_near = |given: &f64| {
                [*given, given * 100.0, given.abs()].iter().any(|it| (it - number).abs() <= half)
            };
            assert!(
                given.iter().any(is_near),
                "{name}: {number} of \"{title}\" is not in its data"
            );
        }
    }
    for fault in ["NaN", "inf ", "  ", " ,", " .", "do not differ: 0", "lies from", "()", "[]("] {
        for line in page.lines().filter(|line| !line.starts_with(['|', ' ', '-', '`'])) {
            assert!(!line.contains(fault), "{name}: {fault:?} in {line:?}");
        }
    }
    for name in &names {
        assert!(page.contains(name.as_str()), "{name} is not on the page");
    }
    // One measure against another is drawn only where a study asks for it.
    assert_eq!(page.contains("-by-rooms"), name == "asked", "{name}");
    page
}

fn study(levels: &[u8], series: Vec<Series>) -> Study {
    let study = Study::new("Any study").floors(FLOORS).levels(levels);
    series.into_iter().fold(study, Study::series)
}

#[test]
fn a_report_of_both_games_on_some_levels_is_sound() {
    let study = study(&[1, 4, 8], vec![flash(), rebirth()]).labyrinth_levels([1]);
    check("both", study);
}

#[test]
fn a_report_of_both_games_on_one_level_is_sound() {
    check("one-level", study(&[3], vec![flash(), rebirth()]));
}

#[test]
fn a_report_with_rebirth_before_flash_is_sound() {
    check("turned", study(&[1, 2], vec![rebirth(), flash()]));
}

#[test]
fn a_report_of_flash_alone_cites_no_rule_of_rebirth() {
    let published = Series::new("Published", BackendRules::new(Backend::Flash).edition("article"));
    for (name, series) in [("flash", vec![flash()]), ("flashes", vec![flash(), published])] {
        let page = check(name, study(&[1, 2], series));
        let text = page.split("## Method").next().unwrap_or(&page);
        assert!(!text.contains("Rebirth"), "{name}: {text}");
        for rule in ["R6", "R10", "R15", "R18", "R20", "R33"] {
            assert!(!page.contains(rule), "{name} cites {rule}");
        }
    }
}

#[test]
fn a_report_of_rebirth_alone_never_mentions_flash() {
    let mut hard = Series::new("Hard", Backend::Rebirth);
    hard.difficulty = Difficulty::Hard;
    let page = check("rebirth", study(&[1, 10], vec![rebirth(), hard]));
    assert!(!page.contains("Flash"), "{page}");
}

#[test]
fn all_three_series_are_described() {
    let null = NullModel(Backend::Flash.generator(None, &[]).unwrap());
    let null = Series::new("Random floors", Arc::new(null));
    check("three", study(&[1, 4], vec![flash(), rebirth(), null]));
}

#[test]
fn a_study_of_custom_generators_mentions_neither_game() {
    let null = || Arc::new(NullModel(Backend::Rebirth.generator(None, &[]).unwrap()));
    let series = vec![Series::new("Mine", null()), Series::new("Yours", null())];
    let page = check("own", study(&[1], series));
    for game in ["Flash", "Rebirth"] {
        assert!(!page.contains(game), "{game}: {page}");
    }
}

#[test]
fn reports_with_floors_from_a_file_are_sound() {
    let folder = tempdir().unwrap();
    let mine = Series::new("Mine", floors_file(&folder));
    check("floors", study(&[4], vec![flash(), rebirth(), mine.clone()]));
    check("floors-first", study(&[4], vec![mine.clone(), rebirth()]));
    check("floors-alone", study(&[4], vec![mine]));
}

#[test]
fn a_changed_rule_is_not_taken_for_the_games_own() {
    let back =
        BackendRules::new(Backend::Rebirth).set("rebirth.growth.back_one_in", Value::Whole(1));
    let back = Series::new("Back of the queue", back);
    check("changed", study(&[1, 4], vec![rebirth(), back]));
}

#[test]
fn a_series_with_a_file_per_level_is_described_level_by_level() {
    let folder = tempdir().unwrap();
    let files =
        [1, 4].map(|level| (level, floors_of_level(&folder, &format!("{level}.jsonl"), level)));
    let mine = Series::new("Mine", std::collections::BTreeMap::from(files));
    let page = check("levels", study(&[1, 4], vec![mine, flash(), rebirth()]));
    // Both files are named, and the floors of each level drawn.
    let method =
        page.lines().find(|line| line.starts_with("| Mine | ") && line.contains("1.jsonl and "));
    assert!(method.is_some_and(|line| line.ends_with("4.jsonl |")), "{page}");
    assert!(page.contains("On level 4 a typical Mine floor has about twice the rooms of level 1"));
    assert!(!page.contains("Every level:") && !page.contains("cells in Mine"), "{page}");
}

#[test]
fn one_series_and_one_level_are_described_in_the_singular() {
    let page = check("alone", study(&[4], vec![rebirth()]));
    assert!(page.contains("## A typical floor of Rebirth: to the boss"), "{page}");
    let results = study(&[4], vec![flash(), rebirth()]).run(&|_| {}).unwrap();
    let rooms = basement_report::figure_named(&results, "rooms").unwrap();
    assert!(rooms.alt.contains(" on 1 level for "), "{}", rooms.alt);
}

#[test]
fn floors_of_files_are_not_called_generated() {
    let folder = tempdir().unwrap();
    let [before, after] = [("Before", 4), ("After", 6)]
        .map(|(name, level)| Series::new(name, floors_of_level(&folder, name, level)));
    let page = check("files", study(&[4], vec![before, after]));
    assert!(page.contains("Each floor is measured once."), "{page}");
    assert!(!page.contains("the games best") && !page.contains("both games"), "{page}");
}

#[test]
fn an_edition_that_hardly_differs_has_no_claim_of_a_change() {
    let series =
        |name, edition| Series::new(name, BackendRules::new(Backend::Rebirth).edition(edition));
    let series = vec![series("Repentance", "repentance"), series("Afterbirths", "afterbirth-plus")];
    let page = check("editions", study(&[4], series));
    assert!(
        !page.contains("The largest change from Repentance to Afterbirths on level 4 is in dead")
    );
    assert!(page.contains("Afterbirths' "), "{page}");
    assert!(!page.contains("Afterbirths's"));
}

#[test]
fn the_effect_of_a_changed_rule_has_intervals() {
    let two = BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb");
    let two = two.set("flash.growth.neighbour_limit", Value::Whole(2));
    let series = || vec![flash(), Series::new("Two neighbours", two.clone())];
    let page = check("what-if", study(&[4], series()));
    let section = page.split("## What Two neighbours changes").nth(1).unwrap();
    let first = section.lines().find(|line| line.starts_with("- Rings: 0.0 in Flash, 5."));
    assert!(first.is_some_and(|line| line.contains(" more (")), "{section}");
    assert!(
        page.contains("On level 4, where floors have about the same number of rooms in both, a full clear takes"),
        "{page}"
    );
}

#[test]
fn one_measure_against_another_is_drawn_where_it_is_asked_for() {
    let mut study = study(&[1, 4, 7], vec![flash(), rebirth()]);
    study.figures = vec!["boss_distance-by-rooms".to_owned(), "rooms".to_owned()];
    let page = check("asked", study);
    assert!(page.contains("One measure against another"), "{page}");
    assert!(page.contains("](boss_distance-by-rooms.csv)"), "{page}");
}

#[test]
fn a_report_on_very_few_floors_takes_none_of_them_for_all() {
    for floors in [1, 2] {
        let study = Study::flash_and_rebirth(floors);
        let (page, _) = report(study);
        assert!(!page.contains("no floor of"), "{page}");
        assert!(!page.contains("% of such pairs"), "{page}");
        let remark = format!("Some means rest on {floors} floor");
        assert!(page.contains(&remark), "{page}");
    }
}
