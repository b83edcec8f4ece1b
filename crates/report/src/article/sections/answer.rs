//! The answer and the first picture.

use basement_floors::Backend;
use basement_survey::{ArmResult, Measure, Pairing, Results, measure};

use crate::article::claims::differences;
use crate::article::shape::{boss, kinds, middle_level, plans, size};
use crate::article::{Context, figures};
use crate::figure::Figure;
use crate::figures::SHOWN;
use crate::number::{fixed, whole};
use crate::series::{base_of, name_of, shown};
use crate::words::{ByLevel, by_level, shared_levels, subject_of};

/// The answer, a sentence each.
pub(super) fn sentences(context: &Context<'_>) -> Vec<String> {
    let results = context.results;
    let Some(level) = middle_level(results) else { return Vec::new() };
    let kind =
        kinds(&plans(results, level), level).map(|sentence| without_curse(results, sentence));
    let shown = shown(results);
    let rest = match shown.as_slice() {
        [] => Vec::new(),
        [only] => vec![alone(results, *only)],
        [x, y, ..] => {
            let names = [name_of(results, *x), name_of(results, *y)];
            let ways = differences(results, [*x, *y], measure::BOSS_DISTANCE);
            let rooms = differences(results, [*x, *y], measure::ROOMS);
            let differs = ways.iter().any(|difference| difference.sign() != 0);
            vec![boss(names, &ways), size(names, &rooms, level, differs)]
        }
    };
    let games = the_games(results);
    let why = reasons(results, level);
    let change = what_if(results);
    change
        .into_iter()
        .chain(games)
        .chain(kind)
        .chain(rest.into_iter().flatten())
        .chain(why)
        .collect()
}

/// What a change of rules or of the mode changes most, where the first two series are of one game and
/// of the same seeds.
fn what_if(results: &Results) -> Option<String> {
    let names = [name_of(results, 0), name_of(results, 1)];
    if base_of(results, 1) != Some(0) {
        return None;
    }
    let pairings: Vec<&Pairing> = shared_levels(results, false)
        .into_iter()
        .filter_map(|level| {
            results.pairing(results.arm(0, level, false)?, results.arm(1, level, false)?)
        })
        .collect();
    let seeds: u64 = pairings.iter().map(|pairing| pairing.seeds).sum();
    let identical: u64 = pairings.iter().map(|pairing| pairing.identical).sum();
    if seeds == 0 {
        return None;
    }
    let shown = results.study.shown_measures();
    let measures = SHOWN.into_iter().chain(shown).filter_map(Measure::from_name);
    let changes: Vec<Change> = measures
        .filter_map(|measure| Change::of(measure, &by_level(results, measure, false)))
        .collect();
    Some(what_if_in_words(names, &changes, [identical, seeds]))
}

/// A change of a measure that is told apart from none.
struct Change {
    subject: String,
    /// The mean size of Cliff's delta over the levels.
    size: f64,
    /// The level on which it is largest, with the means there.
    level: u8,
    means: [f64; 2],
}

impl Change {
    fn of(measure: &Measure, levels: &[ByLevel]) -> Option<Self> {
        let size = |it: &ByLevel| it.comparison.cliffs_delta.abs();
        let told = levels.iter().filter(|it| it.comparison.is_told_apart());
        // The first of the largest.
        let largest = told.reduce(|a, b| if size(b) > size(a) { b } else { a })?;
        Some(Self {
            subject: subject_of(measure),
            size: levels.iter().map(size).sum::<f64>() / levels.len() as f64,
            level: largest.level,
            means: [largest.comparison.mean_x, largest.comparison.mean_y],
        })
    }
}

/// The sentence of [`what_if`]: the largest change first, then on how many seeds both have the same
/// floor.
fn what_if_in_words([x, y]: [&str; 2], changes: &[Change], [same, seeds]: [u64; 2]) -> String {
    let mut largest: Option<&Change> = None;
    for change in changes {
        if largest.is_none_or(|known| change.size > known.size) {
            largest = Some(change);
        }
    }
    if same == seeds {
        return format!("{x} and {y} have identical floors on all {} seeds.", whole(seeds));
    }
    let floors = match same {
        0 => "no seed gives both the same floor".to_owned(),
        _ => format!("both have the same floor on {} of {} seeds", whole(same), whole(seeds)),
    };
    let Some(Change { subject, level, means, .. }) = largest else {
        return format!("No change of {y} against {x} can be told from chance; {floors}.");
    };
    let [a, b] = (1..=3)
        .map(|decimals| means.map(|mean| fixed(mean, decimals)))
        .find(|[a, b]| a != b)
        .unwrap_or(means.map(|mean| fixed(mean, 3)));
    format!(
        "The largest change is in {subject}: on level {level} it is {b} in {y} and {a} in {x}; {floors}."
    )
}

/// Which rules make the differences, where the study is of both games as they are and has the
/// differences.
fn reasons(results: &Results, level: u8) -> Option<String> {
    the_games(results)?;
    let flash_is_first = results.study.series.first()?.backend() == Some(Backend::Flash);
    let (flash, rebirth) = if flash_is_first { (0, 1) } else { (1, 0) };
    let plans = plans(results, level);
    let has_loops = |series: usize| {
        plans.iter().any(|it| it.name == name_of(results, series) && it.has_loops())
    };
    let ways = differences(results, [flash, rebirth], measure::BOSS_DISTANCE);
    let is_farther = !ways.is_empty() && ways.iter().all(|way| way.sign() > 0);
    reasons_in_words(has_loops(rebirth) && !has_loops(flash), is_farther)
}

/// The sentence of [`reasons`]: for loops that Rebirth alone has, and for a boss that is farther.
fn reasons_in_words(has_loops: bool, is_farther: bool) -> Option<String> {
    let loops = "a big room may touch several others, which closes loops";
    let boss = "the room that was built last grows on first, which makes one arm long";
    Some(match (has_loops, is_farther) {
        (true, true) => format!("Two rules of Rebirth make the difference: {loops}; and {boss}."),
        (true, false) => format!("One rule of Rebirth makes the loops: {loops}."),
        (false, true) => format!("One rule of Rebirth takes the boss away: {boss}."),
        (false, false) => return None,
    })
}

/// A sentence on the plain levels, which curses may make false.
fn without_curse(results: &Results, sentence: String) -> String {
    let has_curses = shown(results).iter().any(|series| {
        results.study.series[*series].backend().is_some()
            || results.arms_of(*series).any(ArmResult::is_labyrinth)
    });
    if !has_curses {
        return sentence;
    }
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) => format!("Without a curse {}{}", first.to_lowercase(), characters.as_str()),
        None => sentence,
    }
}

/// What Flash and Rebirth are, where the first two series are these games as they are.
fn the_games(results: &Results) -> Option<String> {
    let of = |series: usize| {
        let description = results.arms_of(series).next()?.origin.description()?;
        let backend = results.study.series.get(series)?.backend()?;
        let game = match (backend, description.edition.as_str()) {
            (Backend::Flash, "wrath-of-the-lamb") => {
                "The Binding of Isaac of 2011 with Wrath of the Lamb"
            }
            (Backend::Rebirth, "repentance") => {
                "its remake of 2014 with its last expansion, Repentance"
            }
            _ => return None,
        };
        description
            .changed
            .is_empty()
            .then(|| (backend, format!("{} is {game}", name_of(results, series))))
    };
    match [of(0)?, of(1)?] {
        [(Backend::Flash, flash), (Backend::Rebirth, rebirth)]
        | [(Backend::Rebirth, rebirth), (Backend::Flash, flash)] => {
            Some(format!("{flash}; {rebirth}."))
        }
        _ => None,
    }
}

/// What there is to say of a single series.
fn alone(results: &Results, series: usize) -> Option<String> {
    let mut arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
    let first = arms.next()?;
    let last = arms.last().unwrap_or(first);
    let mean = |measure| Some([first.summary.mean(measure)?, last.summary.mean(measure)?]);
    let levels = [first.request.level, last.request.level];
    let [rooms, later] = mean(measure::ROOMS)?.map(|mean| fixed(mean, 1));
    let way = mean(measure::BOSS_DISTANCE).map(|way| way.map(|mean| fixed(mean, 1)));
    let boss = |place: usize| match &way {
        Some(way) => format!(" and the boss {} doors away", way[place]),
        None => String::new(),
    };
    let start = format!("On level {} a floor has {rooms} rooms{}", levels[0], boss(0));
    Some(if levels[0] == levels[1] {
        format!("{start}, on average.")
    } else {
        format!("{start}; on level {} {later}{}, on average.", levels[1], boss(1))
    })
}

/// A typical floor of each series, side by side.
pub(super) fn hero(context: &Context<'_>) -> Option<Figure> {
    figures::typical_floors::figure(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_what_if_names_the_largest_change_first_and_says_what_is_identical() {
        let change = |subject: &str, size, means| Change {
            subject: subject.to_owned(),
            size,
            level: 4,
            means,
        };
        let (way, loops) =
            (change("the way", 0.1, [5.0, 5.4]), change("the number of loops", 0.9, [0.0, 3.12]));
        let told = |changes: &[Change], same| what_if_in_words(["A", "B"], changes, [same, 2000]);
        assert_eq!(
            told(&[way, loops], 17),
            "The largest change is in the number of loops: on level 4 it is 3.1 in B and 0.0 in A; both have the \
             same floor on 17 of 2,000 seeds."
        );
        let small = change("the spread", 0.01, [2.011, 2.012]);
        assert!(
            told(&[small], 0)
                .ends_with("2.012 in B and 2.011 in A; no seed gives both the same floor.")
        );
        assert!(told(&[], 5).starts_with("No change of B against A can be told from chance; both"));
        assert_eq!(told(&[], 2000), "A and B have identical floors on all 2,000 seeds.");
    }

    #[test]
    fn a_reason_is_given_only_for_a_difference_that_is_there() {
        let both = reasons_in_words(true, true).unwrap();
        assert!(both.contains("closes loops") && both.contains("one arm long"), "{both}");
        assert!(!reasons_in_words(true, false).unwrap().contains("arm"));
        assert!(!reasons_in_words(false, true).unwrap().contains("loops"));
        assert_eq!(reasons_in_words(false, false), None);
    }
}
