//! What is found in two measures of two series.

use basement_survey::Measure;

use crate::lexicon::{first_fitting, possessive};
use crate::number::percent;

/// What a measure is, in a player's words where there are some.
pub(crate) fn plainly(measure: &'static Measure) -> &'static str {
    match measure.name {
        "compactness" => "how much of the box around it a floor fills",
        "asymmetry" => "how far the middle of a floor lies from its start, in cells",
        _ => measure.definition,
    }
}

/// Whose floors lie to one side of their start, where the mean of one's asymmetry, in cells, is over half
/// again the other's. Floors whose middle is less than a cell from their start lie round it.
pub(crate) fn leaning([x, y]: [&str; 2], [of_x, of_y]: [f64; 2]) -> Option<String> {
    let (one, other) = if of_x < of_y { (y, x) } else { (x, y) };
    let (more, less) = (of_x.max(of_y), of_x.min(of_y));
    let [one, other] = [one, other].map(possessive);
    (more > 1.5 * less).then(|| {
        if less >= 1.0 {
            return format!("{one} floors lean farther to one side than {other}");
        }
        first_fitting([
            format!("{one} floors lean to one side; {other} lie round their start"),
            "Floors of one lean to one side, the other's lie round their start".to_owned(),
        ])
    })
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
    fn floors_lean_where_their_middle_is_clearly_farther_from_the_start() {
        assert_eq!(
            leaning(["A", "B"], [0.8, 2.1]).unwrap(),
            "B's floors lean to one side; A's lie round their start"
        );
        assert_eq!(
            leaning(["A", "B"], [2.1, 0.8]).unwrap(),
            "A's floors lean to one side; B's lie round their start"
        );
        assert_eq!(
            leaning(["A", "B"], [2.1, 4.0]).unwrap(),
            "B's floors lean farther to one side than A's"
        );
        assert_eq!(leaning(["A", "B"], [1.0, 1.4]), None);
        assert_eq!(leaning(["A", "B"], [0.0, 0.0]), None);
    }
}
