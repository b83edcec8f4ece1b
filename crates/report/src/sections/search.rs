//! Finding the boss without a map.

use basement_survey::study::GroupResult;
use basement_survey::{Measure, Results, measure};

use crate::article::Section;
use crate::context::Context;
use crate::frame::curse;
use crate::lexicon::list;
use crate::number::{fixed, percent};
use crate::series::{name_of, shown};
use crate::shape::middle_level;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let level = middle_level(results)?;
    let groups =
        shown(results).into_iter().filter_map(|series| results.group(series, level, false));
    let groups: Vec<&GroupResult> = groups.collect();
    let all = |of: &dyn Fn(&GroupResult) -> Option<f64>| -> Option<Vec<(&str, f64)>> {
        groups.iter().map(|group| Some((name_of(results, group.series), of(group)?))).collect()
    };
    let mean = |measure: &'static Measure| all(&|group| group.summary.mean(measure));
    let rooms = mean(measure::TREASURE_DISTANCE).zip(mean(measure::SHOP_DISTANCE));
    Section::new("search", "Finding the boss without a map")
        .text(all(&seen).map_or_else(String::new, |seen| seen_in_words(level, &seen)))
        .text(rooms.map_or_else(String::new, |(treasure, shop)| {
            format!("{} {}", far(level, "treasure room", &treasure), far(level, "shop", &shop))
        }))
        .text(under_the_curse(results))
        .unless_empty()
}

/// The share of a floor's rooms that a player without a map has entered in the boss room.
fn seen(group: &GroupResult) -> Option<f64> {
    let mean = |measure: &'static Measure| group.summary.mean(measure);
    let rooms = mean(measure::FULL_WALK)? - mean(measure::WALKED_AGAIN)? + 1.0;
    Some(mean(measure::SEARCH_ROOMS)? / rooms)
}

/// How much of the floor one knows by then.
fn seen_in_words(level: u8, seen: &[(&str, f64)]) -> String {
    let shares: Vec<String> = seen
        .iter()
        .map(|(name, share)| format!("{} of them in {name}", percent(*share, 0)))
        .collect();
    let most = if seen.iter().all(|(_, share)| *share > 0.5) { "most" } else { "some" };
    format!(
        "A player without a map goes to the nearest room that she has not entered yet. On level {level} she has \
         entered {most} rooms when she finds the boss: {}, on average.",
        list(&shares)
    )
}

/// How far a room is from the start.
fn far(level: u8, what: &str, far: &[(&str, f64)]) -> String {
    let doors: Vec<String> =
        far.iter().map(|(name, doors)| format!("{} doors in {name}", fixed(*doors, 1))).collect();
    format!("The {what} of level {level} is {} from the start.", list(&doors))
}

/// What a full clear takes under Curse of the Labyrinth, on the middle one of its levels.
fn under_the_curse(results: &Results) -> String {
    let pairs = curse::pairs(results, measure::FULL_WALK);
    let Some(level) = curse::middle_level(&pairs) else { return String::new() };
    let walks = shown(results).into_iter().filter_map(|series| {
        let mean =
            |is_cursed| results.group(series, level, is_cursed)?.summary.mean(measure::FULL_WALK);
        let [plain, cursed] = [mean(false)?, mean(true)?].map(|mean| fixed(mean, 0));
        Some(format!("{cursed} doors in {}, not {plain}", name_of(results, series)))
    });
    let walks: Vec<String> = walks.collect();
    match walks.as_slice() {
        [] => String::new(),
        walks => format!(
            "Curse of the Labyrinth makes two floors into one. On level {level} to clear all of it takes {}.",
            list(walks)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_on_the_way_is_most_rooms_only_where_it_is() {
        let most = seen_in_words(4, &[("A", 0.72), ("B", 0.67)]);
        assert!(
            most.contains("entered most rooms when she finds the boss: 72 % of them in A and 67 %"),
            "{most}"
        );
        assert!(seen_in_words(4, &[("A", 0.3)]).contains("entered some rooms"));
        assert_eq!(
            far(4, "shop", &[("A", 3.61)]),
            "The shop of level 4 is 3.6 doors in A from the start."
        );
    }
}
