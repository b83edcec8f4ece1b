//! The titles of the article's figures are true in the data beside them.

use std::collections::HashMap;

use basement_report::figures;
use basement_survey::Study;

use super::{close, figure, number, numbers, rows};

#[test]
fn the_title_of_the_way_is_the_difference_on_the_level_that_its_subtitle_names() {
    let figure = figure("way");
    let level = figure.subtitle.split("labelled values: level ").nth(1).unwrap();
    let level = numbers(level)[0];
    let gap = |measure: &str| {
        let is_it = |row: &&HashMap<&str, &str>| {
            row["measure"] == measure
                && number(row, "level") == level
                && !row["difference"].is_empty()
        };
        let all = rows(figure);
        let row = all.iter().find(is_it).unwrap();
        assert!(number(row, "difference_lower") * number(row, "difference_upper") > 0.0, "{row:?}");
        number(row, "difference")
    };
    let (boss, walk) = (gap("boss_distance"), gap("full_walk"));
    let [said_level, said_boss, said_walk] = numbers(&figure.title)[..] else {
        panic!("{}", figure.title)
    };
    close(said_level, level, 0.0);
    close(said_boss, boss.abs(), 0.051);
    close(said_walk, walk.abs(), 0.051);
    assert_eq!(figure.title.contains("farther"), boss > 0.0, "{}", figure.title);
    assert_eq!(figure.title.contains("shorter"), walk < 0.0, "{}", figure.title);
}

#[test]
fn the_title_of_the_opener_agrees_with_its_two_floors_and_the_means() {
    let figure = figure("hero");
    let rows = rows(figure);
    let of = |series: &str, column: &str| {
        number(rows.iter().find(|row| row["series"] == series).unwrap(), column)
    };
    let way = of("Rebirth", "boss_distance") - of("Flash", "boss_distance");
    let twice = of("Rebirth", "doors_passed_twice") - of("Flash", "doors_passed_twice");
    assert!(way > 0.0 && twice < 0.0, "{rows:?}");
    let of_all =
        |series| format!("{} of {}", of(series, "doors_passed_twice"), of(series, "full_walk"));
    let (flash, rebirth) = (of_all("Flash"), of_all("Rebirth"));
    let both = format!("You walk back {flash} doors in Flash, {rebirth} in Rebirth");
    assert_eq!(figure.title, both);
    let means = super::rows(super::figure("way"));
    for (measure, drawn) in [("boss_distance", way), ("walked_again", twice)] {
        let is_it = |row: &&HashMap<&str, &str>| {
            row["measure"] == measure
                && row["level"] == rows[0]["level"]
                && !row["difference"].is_empty()
        };
        let mean = number(means.iter().find(is_it).unwrap(), "difference");
        assert!(mean * drawn > 0.0, "{measure}: {mean}, drawn {drawn}");
    }
}

#[test]
fn the_title_of_the_search_has_the_doors_of_its_level() {
    let figure = figure("search");
    let [level, doors] = numbers(&figure.title)[..] else { panic!("{}", figure.title) };
    let rows = rows(figure);
    let found =
        rows.iter().filter(|row| row["what"] == "search_walk" && number(row, "level") == level);
    let means: Vec<f64> = found.map(|row| number(row, "value")).collect();
    assert_eq!(means.len(), 2);
    means.into_iter().for_each(|mean| close(mean, doors, 0.51));
}

#[test]
fn the_title_of_the_order_is_the_difference_of_both_means() {
    let figure = figure("order");
    let rows = rows(figure);
    let mean = |order: &str| {
        number(rows.iter().find(|row| row["order"] == order).unwrap(), "mean_boss_distance")
    };
    let gap = mean("new rooms jump") - mean("new rooms wait");
    close(numbers(&figure.title)[0], gap.abs(), 0.051);
    assert_eq!(figure.title.ends_with("nearer"), gap > 0.0, "{}", figure.title);
    assert!(number(&rows[0], "difference_lower") > 0.0);
    // Both floors of the seed are drawn to the end, and each step has more rooms than the last.
    for order in ["new rooms jump", "new rooms wait"] {
        let own: Vec<f64> = rows
            .iter()
            .filter(|row| row["order"] == order)
            .map(|row| number(row, "rooms"))
            .collect();
        assert!(own.len() == 3 && own.is_sorted(), "{own:?}");
        let last = rows.iter().rfind(|row| row["order"] == order).unwrap();
        assert!(number(last, "farthest_room") >= number(last, "boss_distance"), "{last:?}");
    }
}

#[test]
fn the_title_of_the_expressive_range_gives_the_overlap_of_both_maps() {
    let figure = figure("expressive-range");
    let rows = rows(figure);
    assert!(rows.iter().all(|row| row["rare_from"].is_empty()), "{}", figure.title);
    let in_common = 100.0 * number(&rows[0], "overlap");
    close(*numbers(&figure.title).last().unwrap(), in_common, 0.51);
    let least = |row: &HashMap<&str, &str>| {
        number(row, "share_x_percent").min(number(row, "share_y_percent"))
    };
    close(rows.iter().map(least).sum(), in_common, 0.01);
    for side in ["share_x_percent", "share_y_percent"] {
        let all: f64 = rows.iter().map(|row| number(row, side)).sum();
        close(all, 100.0, 0.01);
    }
}

#[test]
fn the_title_of_the_evidence_says_all_only_where_every_floor_is_the_same() {
    let figure = figure("evidence");
    let rows = rows(figure);
    let of_log: Vec<_> = rows.iter().filter(|row| row["game"] == "all").collect();
    assert_eq!(of_log.len(), 1);
    assert!(figure.title.starts_with("Nothing in the logs of "), "{}", figure.title);
    assert_eq!(numbers(&figure.title), [number(of_log[0], "same")]);
    assert_eq!(of_log[0]["same"], of_log[0]["floors"]);
}

#[test]
fn two_series_of_one_generator_have_no_finding() {
    let mut study = Study::flash_and_rebirth(1500);
    study.series.truncate(2);
    study.series[0] = study.series[1].clone();
    study.series[0].first_seed = Some(50_000);
    study.series[0].name = "Other runs".to_owned();
    study.levels = vec![1, 4, 6];
    let all = figures(&study.run(&|_| {}).unwrap());
    let title = |name: &str| all.iter().find(|figure| figure.name == name).unwrap().title.clone();
    assert_eq!(
        title("way"),
        "On level 6 Rebirth's boss is about as far, a full clear about as long"
    );
    assert_eq!(
        title("hero"),
        "Typical floors of Other runs and Rebirth: to the boss, and through all rooms"
    );
    assert!(title("search").ends_with("doors in both"), "{}", title("search"));
    assert!(title("boss-location").contains("as many floors"), "{}", title("boss-location"));
    assert!(
        numbers(&title("expressive-range")).last() > Some(&80.0),
        "{}",
        title("expressive-range")
    );
}
