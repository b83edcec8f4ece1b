//! What remains when only the size is kept.

use basement_survey::measure;

use crate::article::Section;
use crate::claims::differences;
use crate::context::Context;
use crate::figures::size_alone::{self, SizeEffect};
use crate::series::{name_of, shown};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    if shown(results).len() < 2 {
        return None;
    }
    let levels = differences(results, [0, 1], measure::ROOMS);
    let level = levels.get(levels.len().saturating_sub(1) / 2)?.level;
    let (figure, explained, taken_away) = size_alone::figure(results, level)?;
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    Section::new("null", "Is it only the size?")
        .text(format!(
            "Larger floors have more of most things. So we made floors that keep the number of rooms of \
             {x} and of {y}, seed by seed, and nothing else: each room takes any free place beside the \
             others, and boss and secret room may be anywhere."
        ))
        .figure(figure)
        .text(format!("{} {taken_away}", conclusion(explained, x, y)).trim())
        .unless_empty()
}

/// What follows.
fn conclusion(explained: SizeEffect, x: &str, y: &str) -> String {
    match explained {
        SizeEffect::Not(at, is_more, is_turned) => format!(
            "{y} has {} than {x}, and the random floors {}: the rules make it, not the size.",
            size_alone::what_of(at, is_more),
            if is_turned { "differ the other way round" } else { "show little of that" }
        ),
        SizeEffect::Part => format!(
            "Some differences are there in the random floors too: those come with the size. The others \
             are made by the rules of {x} and {y}."
        ),
        SizeEffect::Most => {
            "The random floors differ at least half as much: most of it comes with the size."
                .to_owned()
        }
        SizeEffect::Nothing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_as_the_cause_only_where_size_is_not() {
        let little = conclusion(SizeEffect::Not(0, true, false), "A", "B");
        assert!(little.contains("show little of that: the rules make it"), "{little}");
        let turned = conclusion(SizeEffect::Not(0, true, true), "A", "B");
        assert!(turned.contains("the other way round: the rules make it"), "{turned}");
        assert!(conclusion(SizeEffect::Most, "A", "B").contains("comes with the size"));
        assert!(!conclusion(SizeEffect::Most, "A", "B").contains("rules"));
        assert_eq!(conclusion(SizeEffect::Nothing, "A", "B"), "");
    }
}
