//! The one home of words about measures and series: names, findings, requests.

use std::fmt::Display;

use basement_floors::{Difficulty, RunState};
use basement_survey::study::GroupResult;
use basement_survey::{Comparison, Measure, Results};

use crate::claims::{Claim, Difference, claim};
use crate::number::whole;
use crate::quantity::Quantity;
use crate::series::names;

/// The program's version, as printed in every figure.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The notes below a figure of the article, with the request of the first two series added to the first note; the
/// page gives it once at its top. Figures of the appendix end their subtitle with [`request_in_words`].
pub(crate) fn with_request(results: &Results, mut notes: Vec<String>) -> Vec<String> {
    if let Some(first) = notes.first_mut() {
        *first += &format!(" {}.", capital(&request_in_words(results)));
    }
    notes
}

/// How the second series differs from the first on a level: the beginning of a sentence that lists differences.
pub(crate) fn minus(results: &Results, level: u8) -> String {
    let [x, y] = names(results);
    format!("{y} minus {x} on level {level}, with 95 % intervals: ")
}

/// The request of the first two series, as the end of a subtitle.
pub(crate) fn request_in_words(results: &Results) -> String {
    let of_mode = |difficulty: Difficulty| {
        results.study.series.iter().take(2).any(|series| series.difficulty == difficulty)
    };
    let mode = match (of_mode(Difficulty::Normal), of_mode(Difficulty::Hard)) {
        (true, true) => "normal and hard mode",
        (false, true) => "hard mode",
        _ => "normal mode",
    };
    let run = match results.study.run == RunState::default() {
        true => "no items, everything unlocked",
        false => "the run state of the manifest",
    };
    format!("without a curse, {mode}, {run}")
}

/// A measure's name for readers. Data keep its own name.
pub(crate) fn title_of<'a>(measure: impl Into<Quantity<'a>>) -> String {
    match measure.into() {
        Quantity::Listed(measure) => measure.title.to_owned(),
        Quantity::Own(own) => spelled(&own.name),
    }
}

/// "Rooms", "Compactness (share)": a heading with a measure's unit, unless the heading contains it.
pub(crate) fn with_unit(heading: String, measure: &'static Measure) -> String {
    let quantity = Quantity::from(measure);
    match quantity.unit() {
        unit if heading.to_lowercase().contains(unit) => heading,
        unit => format!("{heading} ({unit})"),
    }
}

/// A measure as a heading.
pub(crate) fn heading_of<'a>(measure: impl Into<Quantity<'a>>) -> String {
    capital(&title_of(measure))
}

/// The expansion that an edition belongs to.
pub(crate) fn expansion_of(backend: &str, edition: &str) -> Option<&'static str> {
    Some(match (backend, edition) {
        ("flash", "wrath-of-the-lamb") => "Wrath of the Lamb",
        ("rebirth", "repentance") => "Repentance",
        ("rebirth", "afterbirth-plus") => "Afterbirth+",
        _ => return None,
    })
}

/// What an edition's game is called, if the edition is the last one of its game.
pub(crate) fn game_in_words(backend: &str, edition: &str) -> Option<&'static str> {
    match expansion_of(backend, edition)? {
        "Wrath of the Lamb" => Some("The Binding of Isaac (2011) with Wrath of the Lamb"),
        "Repentance" => Some("its remake with Repentance (2021)"),
        _ => None,
    }
}

/// Names in a row: "rooms, cells and rings".
pub(crate) fn list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let names: Vec<S> = names.into_iter().collect();
    let names: Vec<&str> = names.iter().map(S::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A name such as that of a kind of room, with spaces for underscores.
pub(crate) fn spelled(name: impl Display) -> String {
    name.to_string().replace('_', " ")
}

/// "level 1", "levels 1, 4 and 8".
pub(crate) fn levels_in_words(levels: impl IntoIterator<Item = u8>) -> String {
    let levels: Vec<String> = levels.into_iter().map(|level| level.to_string()).collect();
    let noun = if levels.len() == 1 { "level" } else { "levels" };
    format!("{noun} {}", list(&levels))
}

/// Levels where there is little room: "4", "4, 6", "4–8".
pub(crate) fn in_short(levels: &[u8]) -> String {
    match levels {
        [first, .., last] if levels.len() > 2 => format!("{first}–{last}"),
        few => few.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// "Flash's", "Two neighbours'".
pub(crate) fn possessive(name: &str) -> String {
    format!("{name}{}", if name.ends_with(['s', 'S']) { "'" } else { "'s" })
}

/// A text with its first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().chain(characters).collect());
    first.unwrap_or_default()
}

/// The first title of at most fifteen words; the last title if none is so short.
pub(crate) fn first_fitting<const N: usize>(titles: [String; N]) -> String {
    let is_short = |title: &&String| title.split_whitespace().count() <= 15;
    titles.iter().find(is_short).or(titles.last()).cloned().unwrap_or_default()
}

/// ", without 3 lines that are not floors", if lines of a file were skipped.
pub(crate) fn skipped(group: &GroupResult) -> String {
    match group.invalid.count {
        0 => String::new(),
        1 => ", without one line that is not a floor".to_owned(),
        count => format!(", without {} lines that are not floors", whole(count)),
    }
}

/// Whether a measure counts things; custom measures do.
pub(crate) fn is_counted(measure: Quantity<'_>) -> bool {
    const COUNTED: [&str; 7] = ["rooms", "cells", "rings", "loops", "doors", "attempts", "draws"];
    matches!(measure, Quantity::Own(_)) || COUNTED.contains(&measure.unit())
}

/// The room that a measure with that name counts doors to.
fn room_away(name: &str) -> Option<&str> {
    name.strip_prefix("doors to the ")
}

/// What a series has if a measure with that name is greater, and if it is smaller: "more rooms" and "fewer
/// rooms", "a higher share" and "a lower share", or "the boss farther away" and "the boss nearer".
pub(crate) fn more_and_less(measure: Quantity<'_>, name: &str) -> [String; 2] {
    if let Some(room) = room_away(name) {
        return ["farther away", "nearer"].map(|word| format!("the {room} {word}"));
    }
    let words = if is_counted(measure) { ["more", "fewer"] } else { ["a higher", "a lower"] };
    words.map(|word| format!("{word} {name}"))
}

/// What the comparisons say, in a title: on which levels the second series has more, and on
/// which fewer.
pub(crate) fn finding(
    results: &Results,
    measure: Quantity<'_>,
    levels: &[(u8, Comparison)],
) -> String {
    let differences: Vec<Difference> =
        levels.iter().map(|(level, comparison)| Difference::of(*level, comparison)).collect();
    finding_of(&differences, measure, names(results))
}

/// The same from the differences, level by level.
fn finding_of(differences: &[Difference], measure: Quantity<'_>, [x, y]: [&str; 2]) -> String {
    let name = title_of(measure);
    let [more, less] =
        more_and_less(measure, &name).map(|phrase| format!("{y} has {phrase} than {x}"));
    let then = match is_counted(measure) {
        _ if room_away(&name).is_some() => ["nearer", "about as far", "farther away"],
        true => ["fewer", "about as many", "more"],
        false => ["a lower one", "about the same", "a higher one"],
    };
    let everywhere = if differences.len() == 1 { "" } else { " on every level" };
    let short = capital(&format!("{name}, level by level"));
    let long = match claim(differences, [&less, &more], then, everywhere) {
        None => short.clone(),
        Some(Claim::Differ(course)) => course,
        Some(Claim::Same(on_every)) => format!("{x} and {y} are the same in {name}, {on_every}"),
        Some(Claim::Alike) => format!("{x} and {y} hardly differ in {name}"),
        Some(Claim::Unclear) => format!("No clear difference between {x} and {y} in {name}"),
    };
    let start = long.split_once(", then ").map(|(start, _)| format!("{start} only"));
    let only = start.unwrap_or_else(|| short.clone());
    first_fitting([long, only, short])
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_survey::{MEASURES, measure};

    fn told(signs: &[i8]) -> String {
        let difference = |(level, sign): (u8, &i8)| {
            Difference::within(level, [3.0, 3.0 + f64::from(*sign)], 0.5)
        };
        let differences: Vec<Difference> = (1..).zip(signs).map(difference).collect();
        finding_of(&differences, measure::DEAD_ENDS.into(), ["A", "B"])
    }

    #[test]
    fn findings_follow_the_signs_of_the_differences() {
        assert_eq!(told(&[1]), "B has more dead ends than A");
        assert_eq!(told(&[-1, -1]), "B has fewer dead ends than A on every level");
        assert_eq!(told(&[-1, 1, 1]), "B has fewer dead ends than A on level 1, then more");
        assert_eq!(told(&[1, 1, -1]), "B has more dead ends than A up to level 2, then fewer");
        assert_eq!(told(&[0, 1, 1]), "B has more dead ends than A from level 2 on");
        assert_eq!(told(&[0, 0]), "A and B hardly differ in dead ends");
        assert!(told(&[1, -1, 1, -1]).ends_with("than A on some levels, fewer on others"));
        assert_eq!(told(&[]), "Dead ends, level by level");
    }

    #[test]
    fn a_finding_names_seeds_only_if_they_are_shared() {
        let same = Difference::within(1, [3.0, 3.0], 0.0);
        let apart = Difference { paired: false, ..same };
        let told = |it| finding_of(&[it], measure::DEAD_ENDS.into(), ["A", "B"]);
        assert_eq!(told(same), "A and B are the same in dead ends, on every seed");
        assert_eq!(told(apart), "A and B are the same in dead ends, on every floor");
    }

    #[test]
    fn a_difference_too_small_to_notice_reads_as_equal() {
        let told = |pairs: &[[f64; 2]], measure: &'static basement_survey::Measure| {
            let difference =
                |(level, means): (u8, &[f64; 2])| Difference::within(level, *means, 0.001);
            let all: Vec<Difference> = (1..).zip(pairs).map(difference).collect();
            finding_of(&all, Quantity::from(measure), ["A", "B"])
        };
        let rooms = |pairs: &[[f64; 2]]| told(pairs, measure::ROOMS);
        assert_eq!(
            rooms(&[[9.5, 10.5], [14.5, 16.0], [21.0, 21.01]]),
            "B has more rooms than A up to level 2, then about as many"
        );
        assert_eq!(
            rooms(&[[9.5, 10.5], [21.0, 20.0]]),
            "B has more rooms than A on level 1, then fewer"
        );
        assert_eq!(
            rooms(&[[10.5, 9.5], [21.01, 21.0]]),
            "B has fewer rooms than A on level 1, then about as many"
        );
        assert_eq!(rooms(&[[21.0, 21.01]]), "A and B hardly differ in rooms");
        assert_eq!(
            told(&[[3.5, 3.9], [3.5, 3.51]], measure::SECRET_NEIGHBOURS),
            "B has more rooms around the secret room than A on level 1 only"
        );
        assert_eq!(
            told(&[[3.0, 4.0], [5.0, 5.01]], measure::BOSS_DISTANCE),
            "B has the boss farther away than A on level 1, then about as far"
        );
    }

    #[test]
    fn every_measure_has_a_distinct_title_in_words() {
        let titles: Vec<String> = MEASURES.iter().map(title_of).collect();
        for (place, title) in titles.iter().enumerate() {
            assert!(!title.contains('_') && !titles[..place].contains(title), "{title}");
            for code in ["iiv", "iih", "lbr", "ltl", "extent", "degree", "critical"] {
                assert!(!title.contains(code), "{title}");
            }
        }
    }

    #[test]
    fn the_first_title_of_fifteen_words_is_taken() {
        let long = "word ".repeat(16);
        assert_eq!(first_fitting([long.clone(), "short".to_owned()]), "short");
        assert_eq!(first_fitting(["one".to_owned(), "two".to_owned()]), "one");
    }
}
