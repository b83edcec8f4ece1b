//! The findings about two measures of two series.

use basement_survey::likeness::Likeness;

use crate::prelude::*;

/// What a measure is, in a player's words if there are some.
fn plainly(measure: &'static Measure) -> &'static str {
    match measure.name {
        "compactness" => "the filled share of the box around the floor",
        "asymmetry" => "distance from the start to the middle of the floor (the mean of all cells)",
        _ => measure.definition,
    }
}

/// A value of the first measure that hardly any floor of one series reaches, and the shares of both that
/// reach it.
type Beyond = Option<(f64, [Interval; 2])>;

/// Which shares are shown, and by which measures.
pub(crate) fn subtitle(level: u8, measures: [&'static Measure; 2], beyond: Beyond) -> String {
    let [x, y] = measures.map(plainly);
    match beyond {
        Some((from, _)) => format!(
            "Share of floors on level {level}, %, by {x}; {} or more is “to one side”",
            in_cells(from)
        ),
        None => format!("Share of floors on level {level}, %, by {x}, and by {y}"),
    }
}

/// The share of a series beyond the line, with half its interval.
pub(crate) fn beyond_the_line(name: &str, share: Interval) -> String {
    match share.upper < 0.01 {
        true => format!("{name}: under {} % beyond", at_most(share.upper * 100.0, 1)),
        false => {
            let half = at_most(share.half() * 100.0, 1);
            format!("{name}: {} ± {half} beyond", share_of_all(share.estimate, 0))
        }
    }
}

/// Says which series a floor beyond the line probably comes from, and which series' floors fill more of the
/// box around them. Without a line, it says how similar the two series are in all measures.
pub(crate) fn caption(
    names: [&str; 2],
    beyond: Beyond,
    fuller: Option<usize>,
    likeness: &Likeness,
) -> String {
    let Some((value, [x, y])) = beyond else { return apart(likeness) };
    let fuller = fuller.map_or_else(String::new, |side| {
        format!(" {} floors also fill more of the box around them.", possessive(names[side]))
    });
    format!(
        "A floor whose middle lies {} or more from its start is almost surely {}.{fuller}",
        in_cells(value),
        possessive(names[usize::from(y.estimate > x.estimate)])
    )
}

/// How similar both series are in all measures.
fn apart(likeness: &Likeness) -> String {
    format!(
        "Over all measures, the distance between the two is {} (with other floors {} to {}, 95 % interval): 0 means the same floors, 1 nothing in common.",
        fixed(likeness.distance.max(0.0), 3),
        fixed(likeness.lower.max(0.0), 3),
        fixed(likeness.upper, 3)
    )
}

/// How the pair was chosen, and how much the two maps overlap, with half the interval. Then how similar both series are, if nothing else says it.
pub(crate) fn note(
    measures: [&'static Measure; 2],
    shared: [f64; 2],
    likeness: Option<&Likeness>,
) -> String {
    let [one, other] = measures.map(title_of);
    let [common, half] = shared.map(|share| fixed(share * 100.0, 1));
    format!(
        "`measure-pairs.csv` has the pairs of measures. Some tell the games apart at least 10 points better than either measure alone; of \
         these, {one} and {other} do it best. The two maps overlap by {common} ± {half} % (95 % interval): the smaller share of each tile, \
         added up. The outer tiles include everything beyond them.{}",
        likeness.map_or_else(String::new, |it| format!(" {}", apart(it)))
    )
}

pub(crate) fn alt(
    title: &str,
    [x, y]: [&str; 2],
    level: u8,
    measures: [&'static Measure; 2],
    beyond: Beyond,
) -> String {
    let [one, other] = measures.map(title_of);
    let chart = match beyond {
        Some(_) => "Distributions of the distance from the start to the middle of a floor. ",
        None => "",
    };
    format!(
        "{title}. {chart}Heatmaps of {one} and {other} on level {level} for {x} and {y}, and of their difference."
    )
}

/// The title of a measure's axis.
pub(crate) fn axis_title(measure: &'static Measure) -> String {
    match measure.name {
        "compactness" => "share of the box that is filled".to_owned(),
        "asymmetry" => "cells from start to middle".to_owned(),
        _ => title_of(measure),
    }
}

/// Whose floors grow to one side, as hardly any of the other's do. Without a line, how much the two maps
/// overlap.
pub(crate) fn title(
    names: [&str; 2],
    measures: [&'static Measure; 2],
    beyond: Beyond,
    common: f64,
) -> String {
    let Some((_, shares)) = beyond else {
        let ([x, y], [one, other]) = (names, measures.map(title_of));
        let common = percent(common, 0);
        return first_fitting([
            format!("In {one} and {other}, {x} and {y} overlap by {common}"),
            format!("In {one} and {other}, they overlap by {common}"),
            format!("Both maps overlap by {common}"),
        ]);
    };
    let [x, y] = shares.map(|share| share.estimate);
    let [few, many] = if x < y { names } else { [names[1], names[0]] };
    let [few, many] = [few, many].map(possessive);
    let share = percent(x.max(y), 0);
    first_fitting([
        format!("{share} of {many} floors grow to one side; hardly any of {few} do"),
        format!("{share} of one game's floors grow to one side; hardly any of the other's do"),
    ])
}

/// "two cells", "1.25 cells".
fn in_cells(value: f64) -> String {
    let number = if value.fract() == 0.0 { in_words(value) } else { fixed(value, 2) };
    format!("{number} cell{}", if number == "one" { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use basement_survey::measure;

    use super::*;

    #[test]
    fn a_title_says_whose_floors_grow_to_one_side_or_what_both_have_in_common() {
        let share = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let told = |shares: Option<[f64; 2]>| {
            let beyond = shares.map(|shares| (2.0, shares.map(share)));
            title(["A", "B"], [measure::ROOMS, measure::SPREAD], beyond, 0.171)
        };
        assert_eq!(told(None), "In rooms and spread, A and B overlap by 17 %");
        assert_eq!(
            told(Some([0.001, 0.554])),
            "55 % of B's floors grow to one side; hardly any of A's do"
        );
        assert_eq!(
            told(Some([0.554, 0.0])),
            "55 % of A's floors grow to one side; hardly any of B's do"
        );
    }

    #[test]
    fn cells_are_counted_in_words() {
        assert_eq!([2.0, 1.0, 1.25].map(in_cells), ["two cells", "one cell", "1.25 cells"]);
    }
}
