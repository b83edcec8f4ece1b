//! What every figure of a report keeps: nothing clipped, no text upon another,
//! data that bear the title out.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use basement_floors::{Backend, Generator, Phase, Request, RunSeed, Seed};
use basement_report::{Figure, Mark, ReportOptions, census_figure, figures, svg, write_report};
use basement_survey::{Census, CensusRun, FloorFile, FloorRecord, Results, Seeds, Series, Study};

static RESULTS: LazyLock<Results> =
    LazyLock::new(|| Study::flash_and_rebirth(1500).run(&|_| {}).unwrap());
static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(all_figures);

/// The figures of a comparison, and of a census of either game and either phase.
fn all_figures() -> Vec<Figure> {
    let mut all = figures(&RESULTS);
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
    all
}

fn census(backend: Backend, phase: Phase, seeds: Seeds) -> Census {
    let generator = backend.generator("", &[]).unwrap();
    let request = Request { phase, ..Request::level(3) };
    let mut run = CensusRun::new(&*generator, &request, seeds, None).unwrap();
    run.advance(&*generator, &|| false, &|_| {}).unwrap();
    run.into_census()
}

fn figure(name: &str) -> &'static Figure {
    FIGURES.iter().find(|figure| figure.name == name).unwrap()
}

/// The rows of a figure's data, by the names of the columns.
fn rows(figure: &Figure) -> Vec<HashMap<&str, &str>> {
    let row = |row: &'static Vec<String>, columns: &'static Vec<String>| {
        columns.iter().map(String::as_str).zip(row.iter().map(String::as_str)).collect()
    };
    let figure: &'static Figure = FIGURES.iter().find(|other| other.name == figure.name).unwrap();
    figure.table.rows.iter().map(|values| row(values, &figure.table.columns)).collect()
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
fn every_figure_of_the_comparison_is_there_once() {
    let mut names: Vec<&str> = FIGURES.iter().map(|figure| figure.name.as_str()).collect();
    assert!(names.len() >= 24, "{names:?}");
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(names.len(), before, "two figures of one name would overwrite each other");
}

/// Both games beside a generator given from Rust and floors from a file.
static WITH_GUESTS: LazyLock<Results> = LazyLock::new(|| {
    let shipped = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let path = std::env::temp_dir().join(format!("basement-guests-{}.jsonl", std::process::id()));
    let lines: String = (0..300)
        .map(|seed| {
            let floor = shipped.generate(&Request::level(4), Seed::Pcg(seed)).unwrap();
            serde_json::to_string(&FloorRecord::from(&floor)).unwrap() + "\n"
        })
        .collect();
    std::fs::write(&path, lines).unwrap();
    let shipped: Arc<dyn Generator> = Arc::from(shipped);
    let study = Study::new("With guests")
        .floors(300)
        .levels([1, 4, 8])
        .series(Series::new("Flash", Backend::Flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("A generator given from Rust", shipped))
        .series(Series::new("A file", FloorFile::new(path.to_str().unwrap())));
    study.run(&|_| {}).unwrap()
});

fn guest_figures() -> &'static [Figure] {
    static GUESTS: LazyLock<Vec<Figure>> = LazyLock::new(|| figures(&WITH_GUESTS));
    &GUESTS
}

#[test]
fn a_guest_stands_in_every_figure_of_both_games_and_lacks_what_it_does_not_know() {
    let series_of = |name: &str| {
        let figure = guest_figures().iter().find(|figure| figure.name == name);
        let names = || guest_figures().iter().map(|f| f.name.as_str()).collect::<Vec<_>>();
        let figure = figure.unwrap_or_else(|| panic!("{name} of {:?}", names()));
        let place = figure.table.columns.iter().position(|column| column == "series").unwrap();
        figure.table.rows.iter().map(|row| row[place].clone()).collect::<BTreeSet<String>>()
    };
    for name in ["gallery", "rooms-by-level", "loops", "occupancy", "boss-location"] {
        assert_eq!(series_of(name).len(), 4, "{name}");
    }
    // A file says nothing of attempts and draws.
    assert!(!series_of("cost").contains("A file"));
    assert!(series_of("cost").contains("A generator given from Rust"));
}

#[test]
fn the_likeness_of_the_shipped_flash_game_is_to_flash() {
    for name in ["likeness-1", "likeness-2"] {
        let figure = guest_figures().iter().find(|figure| figure.name == name).unwrap();
        // The file's floors are of level 4 and stand beside every level.
        let is_of_each_level = name == "likeness-1";
        let is_flash = figure.title.contains("nearer to Flash than to Rebirth");
        assert!(is_flash || !is_of_each_level, "{}", figure.title);
        let column = |name: &str| figure.table.columns.iter().position(|c| c == name).unwrap();
        let (distance, measure) = (column("jensen_shannon_bits"), column("measure"));
        let values = figure.table.rows.iter().map(|row| row[distance].parse::<f64>().unwrap());
        assert!(values.clone().all(|value| (0.0..=1.0).contains(&value)));
        assert!(figure.table.rows.iter().all(|row| row[measure] != "draws"));
    }
}

#[test]
fn a_report_links_to_files_that_it_wrote_and_clears_only_figures_of_an_earlier_one() {
    let folder = std::env::temp_dir().join(format!("basement-report-{}", std::process::id()));
    let options = ReportOptions::new("a test");
    let first =
        write_report(&WITH_GUESTS, &options.clone().only(["gallery", "likeness-1"]), &folder);
    assert!(first.unwrap().removed.is_empty());
    std::fs::write(folder.join("mine.csv"), "kept").unwrap();
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(
        manifest.contains("`A generator given from Rust` came from a generator given from Rust")
    );
    assert!(manifest.contains("\"sha256\"") && manifest.contains("basement-guests"));

    let second = write_report(&WITH_GUESTS, &options.only(["likeness-1"]), &folder).unwrap();
    assert_eq!(second.removed, ["gallery.png", "gallery.svg", "gallery.csv"]);
    assert!(folder.join("mine.csv").exists() && !folder.join("gallery.png").exists());

    let page = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let links: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() >= 3, "{links:?}");
    for link in links {
        let found = match link.strip_prefix('#') {
            Some(anchor) => page.contains(&format!("<a id=\"{anchor}\"></a>")),
            None => folder.join(link).is_file(),
        };
        assert!(found, "{link}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_clipped() {
    for figure in FIGURES.iter().chain(guest_figures()) {
        let drawing = &figure.drawing;
        for mark in &drawing.marks {
            let (left, top, right, bottom) = mark.bounds();
            let inside =
                left >= 0.0 && top >= 0.0 && right <= drawing.width && bottom <= drawing.height;
            assert!(inside, "{}: {mark:?}", figure.name);
        }
    }
}

#[test]
fn no_text_stands_upon_another() {
    for figure in FIGURES.iter().chain(guest_figures()) {
        let texts: Vec<&Mark> =
            figure.drawing.marks.iter().filter(|mark| matches!(mark, Mark::Text { .. })).collect();
        for (place, one) in texts.iter().enumerate() {
            for other in &texts[place + 1..] {
                let (a, b) = (one.bounds(), other.bounds());
                // Line boxes may touch; a point and a half of ink may not.
                let overlap = (a.2.min(b.2) - a.0.max(b.0)).min(a.3.min(b.3) - a.1.max(b.1));
                assert!(overlap < 1.5, "{}: {one:?} and {other:?}", figure.name);
            }
        }
    }
}

#[test]
fn every_figure_says_what_it_stands_on() {
    for figure in FIGURES.iter() {
        let notes = figure.notes.join(" ");
        // Awards are no floors: their figures show exact chances.
        let parts: &[&str] = if figure.name.starts_with("awards") {
            &["Exact chances", "A1", "Basement Lab 0."]
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
    let again = all_figures();
    assert_eq!(again, *FIGURES);
    let (one, other) = (&FIGURES[1], &again[1]);
    assert_eq!(
        svg(&one.drawing, &one.title, &one.alt).unwrap(),
        svg(&other.drawing, &other.title, &other.alt).unwrap()
    );
}

/// Means by series and level, from a distribution's data.
fn means(figure: &Figure) -> BTreeMap<(String, u32), f64> {
    let mut sums = BTreeMap::<(String, u32), (f64, f64)>::new();
    for row in rows(figure) {
        let key = (row["series"].to_owned(), row["level"].parse().unwrap());
        let entry = sums.entry(key).or_default();
        entry.0 += number(&row, "value") * number(&row, "floors");
        entry.1 += number(&row, "floors");
    }
    sums.into_iter().map(|(key, (sum, floors))| (key, sum / floors)).collect()
}

#[test]
fn the_titles_of_the_distributions_follow_from_their_data() {
    for name in ["rooms", "dead-ends", "boss-distance", "loops", "secret-neighbours"] {
        let figure = figure(name);
        let means = means(figure);
        let difference = |level: u32| {
            means[&("Rebirth".to_owned(), level)] - means[&("Flash".to_owned(), level)]
        };
        // "...: +1.6 on level 1, -0.36 on level 8"
        let (_, amounts) = figure.title.rsplit_once(": ").unwrap();
        let amounts = numbers(amounts);
        assert_eq!((amounts[1], amounts[3]), (1.0, 8.0), "{}", figure.title);
        close(amounts[0], difference(1), 0.051);
        close(amounts[2], difference(8), 0.051);
        if figure.title.contains("on every level") {
            let is_more = !(figure.title.contains("fewer") || figure.title.contains("shorter"));
            assert!((1..=8).all(|level| (difference(level) > 0.0) == is_more), "{}", figure.title);
        }
        if let Some((_, rest)) = figure.title.split_once("up to level ") {
            let until = numbers(rest)[0] as u32;
            let before = difference(1) > 0.0;
            assert!((1..=until).all(|level| (difference(level) > 0.0) == before));
            assert!((until + 2..=8).all(|level| (difference(level) > 0.0) != before));
        }
    }
}

#[test]
fn the_overviews_title_names_the_measures_with_the_largest_difference() {
    let figure = figure("overview");
    let delta = |row: &HashMap<&str, &str>| number(row, "cliffs_delta");
    let largest = rows(figure).iter().map(|row| delta(row).abs()).fold(0.0, f64::max);
    let amount = numbers(figure.title.split("up to ").last().unwrap())[0];
    close(amount, largest, 0.011);
    for row in rows(figure) {
        let name = row["measure"].replace('_', " ");
        if delta(&row).abs() >= amount {
            assert!(figure.title.to_lowercase().contains(&name), "{name}: {}", figure.title);
        }
        assert!(number(&row, "lower") <= delta(&row) && delta(&row) <= number(&row, "upper"));
    }
}

#[test]
fn the_titles_of_the_ranges_and_the_corner_give_the_overlap_of_their_data() {
    // The sum over all bins of the smaller share, from the rows.
    let overlap =
        |figure: &Figure, columns: [&str; 2], wanted: &dyn Fn(&HashMap<&str, &str>) -> bool| {
            let mut bins = BTreeMap::<(String, String), [f64; 2]>::new();
            for row in rows(figure).iter().filter(|row| wanted(row)) {
                let bin = columns.map(|column| row[column].to_owned()).into();
                let side = usize::from(row["series"] == "Rebirth");
                bins.entry(bin).or_default()[side] = number(row, "share");
            }
            bins.values().map(|shares| shares[0].min(shares[1])).sum::<f64>() * 100.0
        };
    for (name, columns) in [
        ("range-critical-share-compactness", ["critical_share", "compactness"]),
        ("range-rooms-boss-distance", ["rooms", "boss_distance"]),
        ("range-loops-dead-ends", ["loops", "dead_ends"]),
    ] {
        let figure = figure(name);
        let found = numbers(figure.title.split("share ").last().unwrap());
        close(found[0], overlap(figure, columns, &|_| true), 0.51);
        // 1,500 floors a side: half an interval of at most 1.96 sqrt(2 / 4 / 1500).
        assert!(found[1] > 0.5 && found[1] <= 3.6, "{}", figure.title);
    }
    let corner = figure("corner");
    let mut pairs: Vec<(&str, &str)> =
        rows(corner).iter().map(|row| (row["across"], row["up"])).collect();
    pairs.dedup();
    let overlaps = pairs.iter().map(|(across, up)| {
        overlap(corner, ["x", "y"], &|row| row["across"] == *across && row["up"] == *up)
    });
    let overlaps: Vec<f64> = overlaps.collect();
    assert_eq!(overlaps.len(), 10);
    let found = numbers(&corner.title);
    close(found[0], overlaps.iter().copied().fold(f64::INFINITY, f64::min), 0.51);
    close(found[2], overlaps.iter().copied().fold(0.0, f64::max), 0.51);
}

#[test]
fn the_titles_of_editions_sources_and_hard_mode_name_changes_that_leave_out_zero() {
    let figure = figure("editions");
    let found = numbers(figure.title.split("most: ").last().unwrap());
    let row = rows(figure)
        .into_iter()
        .filter(|row| !row["difference"].is_empty())
        .find(|row| (number(row, "difference").abs() - found[0]).abs() <= 0.051)
        .unwrap();
    assert!(figure.title.contains(row["series"]), "{}", figure.title);
    assert!(figure.title.contains(&row["measure"].replace('_', " ")), "{}", figure.title);
    assert!(number(&row, "difference_lower") * number(&row, "difference_upper") > 0.0);

    for name in ["generators", "hard-mode"] {
        let figure = self::figure(name);
        let shown: Vec<HashMap<&str, &str>> = rows(figure);
        let is_apart = |row: &&HashMap<&str, &str>| {
            !row["percent_of_base"].is_empty()
                && number(row, "percent_lower") * number(row, "percent_upper") > 0.0
        };
        let Some((_, rest)) = figure.title.split_once('(') else {
            assert!(figure.title.contains("nothing"), "{}", figure.title);
            continue;
        };
        let found = numbers(rest)[0];
        assert!(
            shown.iter().filter(is_apart).any(|row| {
                let is_named = figure.title.contains(&row["measure"].replace('_', " "));
                is_named && (number(row, "percent_of_base") - found).abs() <= 0.51
            }),
            "{}",
            figure.title
        );
    }
}

#[test]
fn the_means_of_the_gallerys_title_are_those_of_all_floors() {
    let figure = figure("gallery");
    let row = rows(figure)
        .into_iter()
        .find(|row| {
            let is_mean = row["seed"] == "mean of all" && row["labyrinth"] == "false";
            is_mean && row["series"] == "Rebirth" && row["level"] == "8"
        })
        .unwrap();
    let found = numbers(&figure.title);
    close(found[1], number(&row, "large_rooms"), 0.051);
    close(found[3], number(&row, "loops"), 0.051);
}

#[test]
fn the_title_of_equal_sizes_follows_from_its_data() {
    let figure = figure("same-size");
    let found = numbers(&figure.title);
    let rooms = found[0] as u32;
    let mean = |measure: &str, series: &str| {
        let row = rows(figure)
            .into_iter()
            .find(|row| {
                row["measure"] == measure
                    && row["series"] == series
                    && row["rooms"].parse() == Ok(rooms)
            })
            .unwrap();
        number(&row, "mean")
    };
    // "+1.2 ± 0.1 steps to the boss, ...": every second number is an amount.
    let amounts = found[1..].iter().step_by(2);
    for (measure, amount) in ["boss_distance", "dead_ends", "loops"].iter().zip(amounts) {
        close(*amount, mean(measure, "Rebirth") - mean(measure, "Flash"), 0.051);
    }
    assert_eq!(found.len(), 7, "{}", figure.title);
}

#[test]
fn the_titles_of_the_maps_follow_from_their_data() {
    for name in ["boss-location", "secret-location"] {
        let figure = figure(name);
        let distance = |series: &str, level: &str| {
            let (mut sum, mut total) = (0.0, 0.0);
            for row in rows(figure) {
                if row["series"] == series && row["level"] == level {
                    let away = number(&row, "dx").hypot(number(&row, "dy"));
                    sum += away * number(&row, "with");
                    total += number(&row, "with");
                }
            }
            sum / total
        };
        let found = numbers(figure.title.split(": ").last().unwrap());
        close(found[0], distance("Rebirth", "1"), 0.051);
        close(found[1], distance("Flash", "1"), 0.051);
        close(found[3], distance("Rebirth", "8"), 0.051);
        close(found[4], distance("Flash", "8"), 0.051);
    }
}

#[test]
fn the_title_of_the_special_rooms_names_the_largest_shortfall() {
    let figure = figure("special-room-chances");
    let worst = rows(figure)
        .into_iter()
        .max_by(|a, b| {
            let gap = |row: &HashMap<&str, &str>| number(row, "chance") - number(row, "share");
            gap(a).total_cmp(&gap(b))
        })
        .unwrap();
    let found = numbers(&figure.title);
    close(found[0], number(&worst, "level"), 0.0);
    close(found[1], number(&worst, "share") * 100.0, 0.051);
    close(found[2], number(&worst, "chance") * 100.0, 0.051);
}

#[test]
fn the_title_of_the_shapes_follows_from_its_data() {
    let figure = figure("room-shapes");
    let large = |level: &str| {
        let shares = rows(figure);
        let is_wanted = |row: &&HashMap<&str, &str>| {
            row["series"] == "Rebirth" && row["level"] == level && row["shape"] != "1"
        };
        let own = shares.iter().filter(is_wanted);
        own.map(|row| number(row, "share")).sum::<f64>() * 100.0
    };
    let found = numbers(&figure.title);
    close(found[0], large("1"), 0.051);
    assert!(found.iter().any(|number| (number - large("8")).abs() <= 0.051), "{}", figure.title);
}

#[test]
fn the_title_of_the_costs_follows_from_its_data() {
    let figure = figure("cost");
    let mean = |measure: &str, series: &str| {
        let row = rows(figure)
            .into_iter()
            .find(|row| row["measure"] == measure && row["series"] == series && row["level"] == "8")
            .unwrap();
        number(&row, "mean")
    };
    let found = numbers(&figure.title);
    close(found[1], mean("attempts", "Flash"), 0.051);
    close(found[3], mean("draws", "Flash"), 0.51);
    close(found[5], mean("attempts", "Rebirth"), 0.0051);
    close(found[7], mean("draws", "Rebirth"), 0.51);
}

#[test]
fn the_title_of_the_labyrinth_follows_from_its_data() {
    let figure = figure("labyrinth");
    let ratio = |measure: &str, series: &str| {
        let row = rows(figure)
            .into_iter()
            .find(|row| row["measure"] == measure && row["series"] == series && row["level"] == "1")
            .unwrap();
        number(&row, "ratio")
    };
    let found = numbers(&figure.title);
    close(found[1], ratio("rooms", "Flash"), 0.051);
    close(found[3], ratio("boss_distance", "Flash"), 0.051);
    close(found[5], ratio("rooms", "Rebirth"), 0.051);
    close(found[7], ratio("boss_distance", "Rebirth"), 0.051);
}

#[test]
fn the_titles_of_the_awards_follow_from_their_data() {
    // The only row of a figure with these values, as per cent.
    let chance = |name: &str, wanted: &[(&str, &str)]| {
        let found: Vec<f64> = rows(figure(name))
            .iter()
            .filter(|row| wanted.iter().all(|(column, value)| row[column] == *value))
            .map(|row| number(row, "chance") * 100.0)
            .collect();
        assert_eq!(found.len(), 1, "{name} {wanted:?}");
        found[0]
    };
    let luck =
        |luck: &str, pickup: &str| chance("awards-by-luck", &[("luck", luck), ("pickup", pickup)]);
    let found = numbers(&figure("awards-by-luck").title);
    let expected =
        [luck("0", "chest"), luck("10", "chest"), luck("0", "nothing"), luck("10", "nothing")];
    for (found, expected) in found.iter().zip(expected) {
        close(*found, expected, 0.051);
    }
    close(found[4], 3.0, 0.0);
    close(luck("3", "coin"), luck("0", "coin"), 1e-9);
    assert!(luck("3.1", "coin") < luck("0", "coin"));

    let hearts = |side: &str| {
        chance("awards-hard-mode", &[("panel", "Luck 0"), ("pickup", "heart"), ("side", side)])
    };
    let found = numbers(&figure("awards-hard-mode").title);
    close(found[0], (1.0 - hearts("hard") / hearts("normal")) * 100.0, 0.51);
    close(found[2], hearts("hard"), 0.051);
    close(found[3], hearts("normal"), 0.051);

    let found = numbers(&figure("awards-by-item").title);
    let data = rows(figure("awards-by-item"));
    let most = data.iter().map(|row| number(row, "pickups_a_room")).fold(0.0, f64::max);
    let empty = data.iter().filter(|row| row["pickup"] == "nothing");
    close(found[0], most, 0.0051);
    close(found[2], empty.map(|row| number(row, "chance") * 100.0).fold(0.0, f64::max), 0.51);

    let found = numbers(&figure("awards-accounts").title);
    let nothing = |side: &str| {
        let wanted = [("panel", "Guppy's Tail"), ("pickup", "nothing"), ("side", side)];
        chance("awards-accounts", &wanted)
    };
    close(found[0], nothing("pseudo-code"), 0.051);
    close(found[1], nothing("prose"), 0.051);
}

#[test]
fn the_shares_of_the_awards_add_up_at_every_luck() {
    let mut sums = BTreeMap::<String, f64>::new();
    for row in rows(figure("awards-by-luck")) {
        *sums.entry(row["luck"].to_owned()).or_default() += number(&row, "chance");
    }
    assert_eq!(sums.len(), 101);
    assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-5));
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
    for name in ["compactness", "special-rooms", "draws", "occupancy", "gallery", "corner"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    assert!(!names.contains(&"rooms-by-level"));
    assert!(!names.iter().any(|name| name.starts_with("awards")), "{names:?}");
}

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
    for name in ["rooms", "dead_ends", "boss_distance", "loops", "secret_neighbours"] {
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

#[test]
fn a_study_of_one_series_says_nothing_of_a_second() {
    let mut study = Study::flash_and_rebirth(300);
    study.series = vec![study.series.swap_remove(1)];
    study.levels = vec![1, 4];
    let results = study.clone().run(&|_| {}).unwrap();
    let shapes = |results: &Results| {
        let all = figures(results);
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
        all.into_iter().find(|figure| figure.name == "room-shapes").unwrap().title
    };
    let title = shapes(&results);
    assert!(title.contains("on level 1, ") && title.ends_with("on level 4"), "{title}");
    study.levels = vec![1];
    let title = shapes(&study.run(&|_| {}).unwrap());
    assert!(title.ends_with("on level 1"), "{title}");
}

#[test]
fn titles_of_two_series_that_do_not_differ_claim_nothing() {
    let mut study = Study::flash_and_rebirth(2000);
    study.series.truncate(2);
    study.series[0] = study.series[1].clone();
    study.series[0].first_seed = Some(50_000);
    study.series[0].name = "Other runs".to_owned();
    study.levels = vec![1, 4];
    let all = figures(&study.run(&|_| {}).unwrap());
    let title = |name: &str| &all.iter().find(|figure| figure.name == name).unwrap().title;
    for name in ["same-size", "secret-location", "boss-location"] {
        let title = title(name);
        assert!(title.contains("within the error"), "{name}: {title}");
    }
}
