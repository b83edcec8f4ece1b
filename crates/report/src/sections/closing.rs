//! What the story comes down to.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::difference_on;
use crate::context::Context;
use crate::series::{name_of, shown};
use crate::shape::level_of_equal_size;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    Section::new("closing", "In short").text(in_short(context.results)?).unless_empty()
}

/// What a player gains who knows the way, and one who does not, where it is not the same.
fn in_short(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [way, again] = [of(measure::BOSS_DISTANCE)?, of(measure::WALKED_AGAIN)?];
    let [walk, search] = [of(measure::FULL_WALK)?, of(measure::SEARCH_WALK)?];
    (way.sign() > 0 && again.sign() < 0 && walk.sign() < 0 && search.sign() == 0).then(|| {
        format!(
            "From level {level} on {} sends you farther to the boss, and gives you less to walk twice. If you know the map, its \
             floor is the shorter one to clear. If you do not, the boss takes as long to find in both.",
            name_of(results, y)
        )
    })
}
