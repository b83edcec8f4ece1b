//! Finding the boss without a map.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::difference_on;
use crate::context::Context;
use crate::figures::search;
use crate::number::fixed;
use crate::series::{name_of, shown};
use crate::shape::{level_of_equal_size, story_level};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "Finding the boss without a map")
        .text("Without a map a player opens door after door until one leads to the boss.")
        .figure(figure)
        .text(on_the_way(results).unwrap_or_default())
        .text(in_short(results).unwrap_or_default())
        .unless_empty()
}

/// What a player gains who knows the way, and one who does not, where it is not the same.
fn in_short(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [way, walk, search] =
        [of(measure::BOSS_DISTANCE)?, of(measure::FULL_WALK)?, of(measure::SEARCH_WALK)?];
    (way.sign() > 0 && walk.sign() < 0 && search.sign() == 0).then(|| {
        format!(
            "In short, from level {level} on: if you know the map, {} is the shorter floor to clear, although its boss is farther. \
             If you do not, the boss takes as long to find in both.",
            name_of(results, y)
        )
    })
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
        let [x, y] = [x, y].map(|series| name_of(results, series));
        let [a, b] = all.means.map(|mean| fixed(mean, 1));
        format!(
            "On level {level} {y}'s treasure room is {} doors farther than {x}'s, and its shop {}. Even so, one walk to both and \
             the boss takes {b} doors, not {a}.",
            fixed(treasure.value(), 2),
            fixed(shop.value(), 2),
        )
    })
}
