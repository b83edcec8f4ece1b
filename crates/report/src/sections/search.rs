//! Finding the boss without a map.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::difference_on;
use crate::context::Context;
use crate::figures::search;
use crate::lexicon::possessive;
use crate::number::fixed;
use crate::series::{name_of, shown};
use crate::shape::level_of_equal_size;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "If you have no map")
        .text("So far you knew the map. Does a farther boss take longer to find without one?")
        .figure(figure)
        .sentences([as_long(results), worth_of_a_map(results)])
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
            "You enter more rooms before you find {} boss, {b} instead of {a}, but walk back less between them.",
            possessive(name_of(results, y))
        )
    })
}
