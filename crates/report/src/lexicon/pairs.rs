//! What is found in two measures of two series.

use basement_survey::Measure;
use basement_survey::statistics::Interval;

use crate::lexicon::{first_fitting, possessive, title_of};
use crate::number::{fixed, percent};
use crate::shape::in_words;

/// What a measure is, in a player's words where there are some.
fn plainly(measure: &'static Measure) -> &'static str {
    match measure.name {
        "compactness" => "how much of the box around it a floor fills",
        "asymmetry" => "how far the middle of a floor lies from its start",
        _ => measure.definition,
    }
}

/// Which shares are shown, by what; with the greatest half interval of those beyond a line.
pub(crate) fn subtitle(
    level: u8,
    measures: [&'static Measure; 2],
    beyond: Option<[Interval; 2]>,
) -> String {
    let [x, y] = measures.map(plainly);
    match beyond {
        Some(shares) => format!(
            "Share of floors of level {level}, %, by {x}; below, also by {y}. Beyond the line: ± {} points (95 % interval)",
            fixed(shares.map(|share| share.half() * 100.0).into_iter().fold(0.0, f64::max), 1)
        ),
        None => format!("Share of floors of level {level}, %, by {x}, and by {y}"),
    }
}

/// What stands beside the axis of a measure.
pub(crate) fn axis_title(measure: &'static Measure) -> String {
    match measure.name {
        "compactness" => "share of the box that is filled".to_owned(),
        "asymmetry" => "cells from start to middle".to_owned(),
        _ => title_of(measure),
    }
}

/// Whose floors grow to one side, as hardly any of the other's do; from the shares of both that do.
pub(crate) fn leaning(names: [&str; 2], [x, y]: [f64; 2]) -> String {
    let [few, many] = if x < y { names } else { [names[1], names[0]] };
    let [few, many] = [few, many].map(possessive);
    let share = percent(x.max(y), 0);
    first_fitting([
        format!("{share} of {many} floors grow to one side; hardly any of {few} do"),
        format!("{share} of one's floors grow to one side; hardly any of the other's do"),
    ])
}

/// "two cells", "1.25 cells".
pub(crate) fn in_cells(value: f64) -> String {
    let number = if value.fract() == 0.0 { in_words(value) } else { fixed(value, 2) };
    format!("{number} cell{}", if number == "one" { "" } else { "s" })
}

/// How much of both maps is the same.
pub(crate) fn title([x, y]: [&str; 2], [one, other]: [&str; 2], common: f64) -> String {
    first_fitting([
        format!("In {one} and {other}, {x} and {y} overlap by {}", percent(common, 0)),
        format!("In {one} and {other}, they overlap by {}", percent(common, 0)),
        format!("Both maps overlap by {}", percent(common, 0)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_what_both_have_in_common() {
        let told = title(["A", "B"], ["size", "spread"], 0.171);
        assert_eq!(told, "In size and spread, A and B overlap by 17 %");
    }

    #[test]
    fn floors_of_one_series_grow_to_one_side_as_those_of_the_other_hardly_do() {
        assert_eq!(
            leaning(["A", "B"], [0.001, 0.554]),
            "55 % of B's floors grow to one side; hardly any of A's do"
        );
        assert_eq!(
            leaning(["A", "B"], [0.554, 0.0]),
            "55 % of A's floors grow to one side; hardly any of B's do"
        );
        assert_eq!([2.0, 1.0, 1.25].map(in_cells), ["two cells", "one cell", "1.25 cells"]);
    }
}
