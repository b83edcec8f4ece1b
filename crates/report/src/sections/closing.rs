//! What the story comes down to.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::differences;
use crate::context::Context;
use crate::series::{name_of, shown};
use crate::shape::{is_farther_with_less_walked_again, level_of_equal_size};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    Section::new("closing", "In short").text(in_short(results)?).unless_empty()
}

/// What a player gains who knows the way, and one who does not, where it is not the same.
fn in_short(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    // From this level on, on every one.
    let is_everywhere = |measure, sign: i8| {
        let all = differences(results, [x, y], measure);
        all.iter().filter(|it| it.level >= level).all(|it| it.sign() == sign)
    };
    let is_so = is_farther_with_less_walked_again(results, [x, y])
        && is_everywhere(measure::ROOMS, 0)
        && is_everywhere(measure::FULL_WALK, -1)
        && is_everywhere(measure::SEARCH_WALK, 0);
    is_so.then(|| {
        format!(
            "Without a curse, {} puts the boss farther away on every level, and leaves you less to walk back. From level {level} on, \
             where both have about as many rooms, a full clear takes fewer doors if you know the map; if you do not, and always try the \
             nearest new room, finding the boss takes as many in both.",
            name_of(results, y)
        )
    })
}
