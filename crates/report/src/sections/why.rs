//! Why: which rule makes which part of the difference.

use basement_floors::Backend;
use basement_survey::bridge::{BridgeRun, Switch};
use basement_survey::{Results, measure};

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::figures::bridge::bridge_figure;
use crate::frame::queue::{as_usual, changed_level};
use crate::lexicon::bridge::{ends_in_words, rule};
use crate::lexicon::{capital, list};
use crate::number::{fixed, signed, whole};
use crate::series::name_of;
use crate::shape::{in_words, story_level};
use crate::sources::FLASH_ARTICLE;
use crate::{figures, parameters};

/// Shares of a difference below this part of it are not named.
const LEAST: f64 = 0.1;
/// What an end of the bridge is called that is not the shipped game.
const PUBLISHED: &str = "Flash as published";

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    if !parameters::shows(results, Backend::Rebirth) {
        return None;
    }
    let bridge = context.options.bridge.as_deref();
    let told = bridge.map(|bridge| (what_makes_it(bridge), bridge_figure(bridge)));
    let (parts, chart) = told.unwrap_or_default();
    Section::new("why", "Why")
        .text(parts)
        .figure(chart)
        .folded(bridge.map(rules))
        .text(how_it_grows(context))
        .figure(figures::order::order(context))
        .text(bridge.and_then(|bridge| alone(results, bridge)).unwrap_or_default())
        .unless_empty()
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let flash = match parameters::shows(context.results, Backend::Flash) {
        true => format!(
            "In Flash the oldest room grows first, so a floor spreads evenly around the start ({}). ",
            context.rule("F4")
        ),
        false => String::new(),
    };
    format!(
        "Why does the order matter? A floor grows room by room: each room in turn gets neighbours, and these join \
         the queue. {flash}In Rebirth two of three new rooms jump the queue ({}): the room that was just built \
         grows next, and one arm becomes long before the others get their turn.",
        context.rule("R10")
    )
}

/// What each rule of a bridge is at both ends, in a table.
fn rules(bridge: &BridgeRun) -> PageTable {
    let row = |(place, switch): (usize, &Switch)| {
        vec![capital(rule(bridge, place)[0]), switch.meaning.clone(), switch.rules.clone()]
    };
    let [from, to] = ends_in_words(bridge);
    PageTable::new(
        &format!("What each rule says in {to}; and in {from}"),
        &["rule", "what it says", "ids"],
        bridge.switches.iter().enumerate().map(row).collect(),
        "",
    )
}

/// Which rules make the way to the boss longer or shorter, on the last level of a bridge.
fn what_makes_it(bridge: &BridgeRun) -> String {
    let effect = bridge
        .levels
        .iter()
        .rev()
        .find_map(|it| Some((it.level, it.effect(measure::BOSS_DISTANCE)?)));
    let Some((level, effect)) = effect else { return String::new() };
    let ends = [effect.from.value, effect.to.value];
    let large = effect.largest_first().into_iter().filter(|(_, share)| {
        !share.interval().contains(0.0) && share.value.abs() >= LEAST * (ends[1] - ends[0]).abs()
    });
    let large: Vec<(&str, f64)> =
        large.map(|(place, share)| (rule(bridge, place)[1], share.value)).collect();
    let [from, to] = ends_in_words(bridge);
    let from = match from.as_str() {
        PUBLISHED => format!("{from} by {}", FLASH_ARTICLE.in_short()),
        _ => from,
    };
    parts(&[from, to], bridge.switches.len(), level, ends, &large)
}

/// How the part of the order goes with what it makes alone; `None` where it is not the smaller.
fn alone(results: &Results, bridge: &BridgeRun) -> Option<String> {
    let series = as_usual(results)?;
    let (_, changed, alone) = changed_level(results, series, story_level(results)?)?;
    let place = bridge.switches.iter().position(|switch| switch.name == "order")?;
    let effect = bridge.levels.last()?.effect(measure::BOSS_DISTANCE)?;
    let part = effect.shares.get(place)?.value;
    let branching = bridge.switches.iter().position(|switch| switch.name == "branching")?;
    let is_against = effect.shares.get(branching)?.value < 0.0;
    let oldest_first = changed.mean(measure::BOSS_DISTANCE)?;
    let is_nearer = oldest_first < effect.from.value;
    (part > 0.0 && part < -alone.difference_upper && is_against && is_nearer).then(|| {
        format!(
            "Why {} doors in one picture and {} in the next? The first number is an average over all mixtures of the rules, the second is {} \
             alone. There a room gets several neighbours at once: with the oldest first, they crowd round the start, and \
             the boss is only {} doors away.",
            fixed(part, 2),
            fixed(-alone.difference, 2),
            name_of(results, series),
            fixed(oldest_first, 1)
        )
    })
}

/// The parts of a difference in sentences.
fn parts(
    [x, y]: &[String; 2],
    rules: usize,
    level: u8,
    [from, to]: [f64; 2],
    large: &[(&str, f64)],
) -> String {
    let of_sign = |sign: f64| {
        let parts = large.iter().filter(|(_, share)| share * sign > 0.0);
        let parts: Vec<String> =
            parts.map(|(name, share)| format!("{name} ({})", signed(*share, 2))).collect();
        parts
    };
    let mixtures = whole(1_u64 << rules);
    let told = |[one, several]: [&str; 2], parts: Vec<String>| match parts.len() {
        0 => String::new(),
        1 => format!(" One rule {one}: {}.", list(parts)),
        count => format!(" {} rules {several}: {}.", capital(&in_words(count as f64)), list(parts)),
    };
    let begin = match x.strip_prefix(PUBLISHED) {
        Some(by) => format!(
            "Which rules move the boss? To see that, we mixed Flash's rules with those of {y} in all {mixtures} ways, and took the \
             average effect of each. Here Flash's rules are those published{by}; the other pictures show the game as it was sold."
        ),
        None => format!(
            "Which rules move the boss? To see that, we mixed the rules of {x} with those of {y} in all {mixtures} ways, and took \
             the average effect of each."
        ),
    };
    format!(
        "{begin} On level {level} the boss starts {} doors away and ends {} away.{}{}",
        fixed(from, 1),
        fixed(to, 1),
        told(["does most to push it away", "do most to push it away"], of_sign(1.0)),
        told(["does most to pull it back", "do most to pull it back"], of_sign(-1.0)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_difference_are_told_by_their_signs() {
        let ends = ["Flash".to_owned(), "Rebirth".to_owned()];
        let said = parts(
            &ends,
            8,
            6,
            [6.2, 7.5],
            &[
                ("rooms are big", 1.1),
                ("the newest room grows first", 0.4),
                ("the grid is larger", -0.2),
            ],
        );
        assert_eq!(
            said,
            "Which rules move the boss? To see that, we mixed the rules of Flash with those of Rebirth in all 256 ways, and took the \
             average effect of each. On level 6 the boss starts 6.2 doors away and ends 7.5 away. Two rules do most to push it away: rooms are big (+1.10) and the newest \
             room grows first (+0.40). One rule does most to pull it back: the grid is larger (−0.20)."
        );
        assert!(parts(&ends, 8, 6, [1.0, 1.0], &[]).ends_with("ends 1.0 away."));
        let published = [format!("{PUBLISHED} by its author"), ends[1].clone()];
        assert!(parts(&published, 8, 6, [1.0, 1.0], &[]).starts_with(
            "Which rules move the boss? To see that, we mixed Flash's rules with those of Rebirth in all 256 ways, and took the average \
             effect of each. Here Flash's rules are those published by its author; the other pictures show the game as it was sold."
        ));
    }
}
