//! What the page's tables say, for one series and for several.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use basement_floors::{Backend, Generator, Request, Value};
use basement_report::{ReportError, ReportFormat, ReportOptions, figures, write_report};
use basement_survey::record::FloorFile;
use basement_survey::{BackendRules, Results, Series, Study};

use crate::{json_lines, rows};

fn flash() -> Series {
    Series::new("Flash", Backend::Flash)
}

fn rebirth() -> Series {
    Series::new("Rebirth", Backend::Rebirth)
}

/// The shipped Flash game as a generator of neither game.
fn guest() -> Series {
    let shipped = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let shipped: Arc<dyn Generator> = Arc::from(shipped);
    Series::new("Guest", shipped)
}

fn results(series: impl IntoIterator<Item = Series>) -> Results {
    let study = Study::new("Tables").floors(300).levels([1, 2]);
    let mut study = series.into_iter().fold(study, Study::series);
    study.measures = vec!["critical_share".to_owned()];
    study.run(&|_| {}).unwrap()
}

/// The page of a report without pictures, which take the time.
fn page(results: &Results) -> String {
    let folder = tempfile::tempdir().unwrap();
    let options = ReportOptions::new("a test").formats([ReportFormat::Markdown]);
    write_report(results, &options, folder.path()).unwrap();
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    page("README.md") + &page("APPENDIX.md")
}

/// Both games, and their page.
static BOTH: LazyLock<(Results, String)> = LazyLock::new(|| with_page([flash(), rebirth()]));

fn with_page(series: impl IntoIterator<Item = Series>) -> (Results, String) {
    let results = results(series);
    let page = page(&results);
    (results, page)
}

/// The rows of a table of the page, its headings first, and the text below it.
fn table<'a>(page: &'a str, heading: &str) -> (Vec<Vec<&'a str>>, &'a str) {
    let (_, below) = page.split_once(&format!("\n### {heading}\n")).unwrap();
    let section = below.split("\n### ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with("| "));
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect();
    let below = section.lines().rfind(|line| !line.is_empty() && !line.starts_with("[Back"));
    (lines.map(cells).collect(), below.unwrap())
}

#[test]
fn the_table_in_numbers_has_a_mean_for_each_series_and_compares_only_where_there_are_two() {
    let compared = ["difference (95 %)", "Cliff's delta", "Wasserstein-1"];
    let [one, three] =
        [vec![rebirth()], vec![flash(), rebirth(), guest().levels([2])]].map(with_page);
    for ((results, page), means) in [
        (&one, &["mean, Rebirth"][..]),
        (&*BOTH, &["mean, Flash", "mean, Rebirth"]),
        (&three, &["mean, Flash", "mean, Rebirth", "mean, Guest"]),
    ] {
        let (rows, note) = table(page, "In numbers");
        let compared = if means.len() > 1 { &compared[..] } else { &[] };
        assert_eq!(rows[0], [&["measure", "level"], means, compared].concat());
        assert_eq!(rows.len(), 3, "{rows:?}");
        for (row, level) in rows[1..].iter().zip(1..) {
            assert_eq!(row[..2], ["share on the way to the boss", &level.to_string()]);
            assert_eq!(row.len(), rows[0].len());
            for (series, cell) in row[2..2 + means.len()].iter().enumerate() {
                let mean = results
                    .group(series, level, false)
                    .map(|group| group.summary.mean("critical_share".parse().unwrap()).unwrap());
                assert_eq!(*cell, mean.map_or_else(String::new, |mean| format!("{mean:.3}")));
            }
        }
        assert_eq!(note.contains("Cliff's delta"), means.len() > 1, "{note}");
        assert_eq!(
            note.contains("The last three columns are of Flash and Rebirth."),
            means.len() == 3
        );
        assert_eq!(note.contains("mean of Rebirth minus that of Flash"), means.len() > 1, "{note}");
    }
    let edition = Series::new(
        "Flash (shipped)",
        BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb"),
    );
    let variant = page(&results([flash(), rebirth(), edition.clone()]));
    let (rows, _) = table(&variant, "In numbers");
    assert_eq!(rows[0][2..5], ["mean, Flash", "mean, Rebirth", "mean, Flash (shipped)"]);
    let few = page(&results([flash(), rebirth(), edition.levels([1])]));
    let (rows, _) = table(&few, "In numbers");
    assert_eq!(rows[0].len(), 7);
}

#[test]
fn the_data_of_a_likeness_name_a_nearest_game_only_if_the_samples_decide() {
    let figures = figures(&results([flash(), rebirth(), guest().levels([1])]));
    let figure = figures.iter().find(|figure| figure.name == "likeness").unwrap();
    let data = rows(figure);
    let mut equally_near = 0;
    let is_of_one_row = |a: &HashMap<&str, &str>, b: &HashMap<&str, &str>| {
        ["measure", "level"].iter().all(|column| a[column] == b[column])
    };
    for both in data.chunk_by(is_of_one_row).filter(|both| both.len() > 1) {
        let number = |place: usize, column: &str| both[place][column].parse::<f64>().unwrap();
        let of = |column: &str| [0, 1].map(|place| both[place][column]);
        assert_eq!(of("game"), ["Flash", "Rebirth"]);
        let [x, y] = [0, 1].map(|place| number(place, "jensen_shannon_bits"));
        let nearest = match (x - y).abs() <= number(0, "noise_bits") {
            true => ["false", "false"],
            false if x < y => ["true", "false"],
            false => ["false", "true"],
        };
        assert_eq!(of("is_nearest"), nearest, "{both:?}");
        equally_near += usize::from(nearest == ["false", "false"]);
    }
    assert!(equally_near > 0, "no measure of this study tries the rule");
}

#[test]
fn a_study_selects_its_figures_formats_and_width() {
    let mut results = BOTH.0.clone();
    results.study.figures = vec!["critical-share".to_owned()];
    results.study.format = vec![ReportFormat::Png, ReportFormat::Markdown];
    results.study.width = Some(700);
    let temporary = tempfile::tempdir().unwrap();
    let folder = &temporary.path().join("report");
    let files = write_report(&results, &ReportOptions::new("a test"), folder).unwrap();
    assert_eq!(files.written, ["critical-share.png", "manifest.json", "README.md"]);
    let png = std::fs::read(folder.join("critical-share.png")).unwrap();
    let width: [u8; 4] = png[16..20].try_into().unwrap();
    assert_eq!(u32::from_be_bytes(width), 700);

    // Files that a later report no longer has are removed, and options take precedence over the study. A file
    // that no report wrote stays, even if a report could have a file of this name.
    for name in ["critical-share.svg", "APPENDIX.md"] {
        std::fs::write(folder.join(name), "kept").unwrap();
    }
    let options = ReportOptions::new("a test").formats([ReportFormat::Html]);
    let files = write_report(&results, &options, folder).unwrap();
    assert_eq!(files.written, ["manifest.json", "index.html"]);
    assert_eq!(files.removed, ["critical-share.png", "README.md"]);
    for name in ["critical-share.svg", "APPENDIX.md"] {
        assert!(folder.join(name).exists(), "{name}");
    }

    let options = options.only(["critical-share", "nonsense"]);
    let error = write_report(&results, &options, folder).unwrap_err();
    assert!(matches!(error, ReportError::UnknownFigure(..)), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("there is no figure `nonsense`: this study has ")
            && message.contains("critical-share"),
        "{message}"
    );
}

#[test]
fn every_link_out_of_the_pages_is_among_the_sources() {
    let results = Study::flash_and_rebirth(30).run(&|_| {}).unwrap();
    let page = page(&results);
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sources.md");
    let sources = std::fs::read_to_string(sources).unwrap();
    let links: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let out: Vec<&&str> = links.iter().filter(|link| link.starts_with("http")).collect();
    assert!(out.len() > 5, "{out:?}");
    for link in out {
        assert!(sources.contains(&format!("({link})")), "{link} is not in docs/sources.md");
    }
}

/// The answer at the head of a page.
fn answer(page: &str) -> &str {
    page.lines().filter(|line| !line.is_empty()).nth(1).unwrap()
}

#[test]
fn a_study_of_identical_floors_says_identical_and_no_interval_of_a_difference() {
    let rules =
        BackendRules::new(Backend::Rebirth).set("rebirth.rooms.labyrinth_cap", Value::Whole(40));
    let results = results([rebirth(), Series::new("Changed", rules)]);
    let page = page(&results);
    let first = "The floors of Rebirth and Changed are identical, seed by seed";
    assert!(answer(&page).starts_with(first), "{}", answer(&page));
    let (rows, _) = table(&page, "In numbers");
    assert!(rows[1..].iter().all(|row| row[4] == "the same on every seed"), "{rows:?}");
    for wrong in ["within the error", "told apart", "± 0.000", "beyond chance"] {
        assert!(!page.contains(wrong), "{wrong}");
    }
}

#[test]
fn a_what_if_names_its_largest_change_first_and_two_games_are_not_a_what_if() {
    let rules =
        BackendRules::new(Backend::Flash).set("flash.growth.neighbour_limit", Value::Whole(2));
    let changed = results([flash(), Series::new("Changed", rules)]);
    let page_of_change = page(&changed);
    let said = answer(&page_of_change);
    assert!(
        said.starts_with("The largest change from Flash to Changed on level 1 is in rings: 0.0"),
        "{said}"
    );
    // F1 to F3: the growth rule does not change the number of rooms.
    let (rows, _) = table(&page_of_change, "In numbers");
    assert!(rows[1..].iter().all(|row| row[4].contains('±')), "{rows:?}");
    let rooms = changed.compare(
        changed.group(0, 2, false).unwrap(),
        changed.group(1, 2, false).unwrap(),
        "rooms".parse().unwrap(),
    );
    assert!(rooms.unwrap().same_on_every_seed);
    let games = &BOTH.1;
    assert!(!games.contains("largest change"), "{}", answer(games));
    assert!(!games.contains("compared seed by seed"));
}

#[test]
fn floors_of_a_file_are_not_reported_as_equal_on_two_levels() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let flash_floors = Backend::Flash.generator(None, &[]).unwrap();
    std::fs::write(&path, json_lines(&*flash_floors, &Request::level(1), 0..300)).unwrap();
    let file = Series::new("Mine", FloorFile::new(path.to_str().unwrap()));
    let results = results([file, flash()]);
    let page = page(&results);
    assert!(!page.contains("have the same layouts"), "{page}");
}
