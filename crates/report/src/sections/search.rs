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
        .text("All this helps those who know the map. How long does it take to find the boss without one?")
        .figure(figure)
        .sentences([as_long(results), worth_of_a_map(results)])
        .text(on_the_way(results).unwrap_or_default())
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
    Some(format!(
        "On level {level}, a map that shows the boss saves {a} doors in {x} and {b} in {y}."
    ))
}

/// Why a search takes as long in the second series although more rooms are entered.
fn as_long(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [doors, rooms] = [of(measure::SEARCH_WALK)?, of(measure::SEARCH_ROOMS)?];
    (doors.sign() == 0 && rooms.sign() > 0).then(|| {
        let [a, b] = rooms.means.map(|mean| fixed(mean, 1));
        format!(
            "{} boss takes more rooms to find, {b} instead of {a}, but you walk back less between them.",
            possessive(name_of(results, y))
        )
    })
}

/// What a walk to treasure room, shop and boss takes, where they are farther in the second series and yet cost
/// it fewer doors: their ways have doors in common.
fn on_the_way(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = story_level(results)?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let all = of(measure::ITEMS_WALK)?;
    let ways =
        [of(measure::TREASURE_DISTANCE)?, of(measure::SHOP_DISTANCE)?, of(measure::BOSS_DISTANCE)?];
    let sums = [0, 1].map(|side| ways.iter().map(|way| way.means[side]).sum::<f64>());
    let is_so = ways.iter().all(|way| way.sign() > 0)
        && all.sign() < 0
        && sums[0] < all.means[0]
        && sums[1] > all.means[1];
    is_so.then(|| {
        let [x, y] = [x, y].map(|series| name_of(results, series));
        let [[a, b], [c, d]] = [sums, all.means].map(|both| both.map(|mean| fixed(mean, 1)));
        format!(
            "Treasure room, shop and boss are all farther from the start in {y}: on level {level} their ways add up to {b} doors, not {a}. Yet \
             one walk to all three is shorter in {y}: {d} doors, not {c}. There the ways share doors; in {x} they lead apart."
        )
    })
}
