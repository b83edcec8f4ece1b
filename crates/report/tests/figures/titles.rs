//! The titles of figures follow from their data.

use std::collections::{BTreeMap, HashMap};

use basement_report::{Figure, figures};
use basement_survey::Study;

use crate::{close, figure, number, numbers, rows};

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
    let hearts = |side: &str| {
        chance("awards-hard-mode", &[("panel", "Luck 0"), ("pickup", "heart"), ("side", side)])
    };
    let found = numbers(&figure("awards-hard-mode").title);
    close(found[0], (1.0 - hearts("hard") / hearts("normal")) * 100.0, 0.51);
    close(found[2], hearts("hard"), 0.051);
    close(found[3], hearts("normal"), 0.051);

    let found = numbers(&figure("awards-accounts").title);
    let nothing = |side: &str| {
        let wanted = [("panel", "Guppy's Tail"), ("pickup", "nothing"), ("side", side)];
        chance("awards-accounts", &wanted)
    };
    close(found[0], nothing("pseudo-code"), 0.051);
    close(found[1], nothing("prose"), 0.051);
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
