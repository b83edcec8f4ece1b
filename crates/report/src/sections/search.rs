//! Finding the boss without a map.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::difference_on;
use crate::context::Context;
use crate::figures::search;
use crate::lexicon::possessive;
use crate::number::fixed;
use crate::series::{name_of, shown};
use crate::shape::{level_of_equal_size, story_level};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "If you have no map")
        .text("All this helps those who know the map. Without one you try door after door until you find the boss. How long does that take?")
        .figure(figure)
        .sentences([on_the_way(results), worth_of_a_map(results)])
        .unless_empty()
}

/// The doors that a map saves whoever looks for the boss.
fn worth_of_a_map(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let saved = |series: usize| {
        let summary = &results.group(series, level, false)?.summary;
        let doors = summary.mean(measure::SEARCH_WALK)? - summary.mean(measure::BOSS_DISTANCE)?;
        Some([fixed(doors, 1), name_of(results, series).to_owned()])
    };
    let [[a, x], [b, y]] = [saved(x)?, saved(y)?];
    Some(format!("On level {level}, a map that shows the boss saves {a} doors in {x}, {b} in {y}."))
}

/// How far the treasure room and the shop are, where they are farther in the second series and yet cost it
/// fewer doors.
fn on_the_way(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = story_level(results)?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [treasure, shop, all] =
        [of(measure::TREASURE_DISTANCE)?, of(measure::SHOP_DISTANCE)?, of(measure::ITEMS_WALK)?];
    (treasure.sign() > 0 && shop.sign() > 0 && all.sign() < 0).then(|| {
        let [x_has, y_has] = [x, y].map(|series| possessive(name_of(results, series)));
        let [a, b] = all.means.map(|mean| fixed(mean, 1));
        format!(
            "On level {level} {y_has} treasure room is {} doors farther than {x_has}, and the shop {}. Yet a walk to both and on to \
             the boss takes {b} doors, not {a}.",
            fixed(treasure.value(), 1),
            fixed(shop.value(), 1),
        )
    })
}
