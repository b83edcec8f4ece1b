//! The titles of figures follow from their data.

use std::collections::{BTreeMap, HashMap};

use basement_report::Figure;

use super::{close, figure, number, numbers, rows};

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
    for name in ["rooms", "dead-ends", "boss-distance", "rings", "secret-neighbours"] {
        let figure = figure(name);
        let means = means(figure);
        let difference = |level: u32| {
            means[&("Rebirth".to_owned(), level)] - means[&("Flash".to_owned(), level)]
        };
        let is_more = !figure.title.contains("fewer");
        if figure.title.contains("on every level") {
            assert!((1..=8).all(|level| (difference(level) > 0.0) == is_more), "{}", figure.title);
        }
        if let Some((_, rest)) = figure.title.split_once("from level ") {
            let from = numbers(rest)[0] as u32;
            assert!((from..=8).all(|level| (difference(level) > 0.0) == is_more));
        }
        if let Some((_, rest)) = figure.title.split_once("up to level ") {
            let until = numbers(rest)[0] as u32;
            assert!((1..=until).all(|level| (difference(level) > 0.0) == is_more));
            if rest.contains("then about as many") {
                let flash = |level: u32| means[&("Flash".to_owned(), level)];
                let share = |level: u32| (difference(level) / flash(level)).abs();
                assert!((until + 1..=8).all(|level| share(level) < 0.021), "{}", figure.title);
            }
        }
    }
}

#[test]
fn the_titles_of_the_maps_follow_from_their_data() {
    let likeliest = |name: &str, series: &str, level: &str| {
        let rows = rows(figure(name)).into_iter().filter(|row| {
            let is_start = row["dx"] == "0" && row["dy"] == "0";
            row["series"] == series && row["level"] == level && !is_start
        });
        rows.map(|row| number(&row, "share")).fold(0.0, f64::max)
    };
    let title = &figure("boss-location").title;
    assert_eq!(title, "The boss of Rebirth is spread over more places than that of Flash");
    for level in ["1", "4", "8"] {
        let of = |series: &str| likeliest("boss-location", series, level);
        assert!(of("Rebirth") < of("Flash"), "level {level}");
    }
}

#[test]
fn the_title_of_the_special_rooms_follows_from_its_data() {
    let figure = figure("special-room-chances");
    let rows: Vec<_> = rows(figure).into_iter().filter(|row| number(row, "chance") > 0.0).collect();
    let gap = |row: &&_| number(row, "chance") - number(row, "share");
    let short = rows.iter().filter(|row| number(row, "upper") < number(row, "chance"));
    let furthest = short.max_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap();
    let [share, chance] = ["share", "chance"].map(|column| 100.0 * number(furthest, column));
    let (series, level) = (&furthest["series"], &furthest["level"]);
    let kind = furthest["kind"].replace('_', " ");
    let (first, rest) = kind.split_at(1);
    let expected = format!(
        "{}{rest} rooms come on {share:.0} % of {series}'s level-{level} floors, not {chance:.0} %",
        first.to_uppercase()
    );
    assert_eq!(figure.title, expected);
}

#[test]
fn the_title_of_the_awards_follows_from_its_data() {
    let figure = figure("awards-by-luck");
    let [luck, chests] = numbers(&figure.title)[..] else { panic!("{}", figure.title) };
    let is_wanted =
        |row: &HashMap<&str, &str>| number(row, "luck") == luck && row["award"] == "chests";
    let found: Vec<_> = rows(figure).into_iter().filter(is_wanted).collect();
    assert_eq!(found.len(), 1);
    close(chests, number(&found[0], "chance") * 100.0, 0.51);
}
