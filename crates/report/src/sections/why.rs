//! Why: which rule makes which part of the difference.

use basement_floors::Backend;
use basement_survey::bridge::{BridgeRun, Switch};
use basement_survey::measure;

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::figures::bridge::bridge_figure;
use crate::frame::queue::Waiting;
use crate::lexicon::bridge::{ends_in_words, rule};
use crate::lexicon::{capital, list, possessive};
use crate::number::{fixed, signed, whole};
use crate::shape::in_words;
use crate::sources::FLASH_ARTICLE;
use crate::{figures, parameters};

/// Shares of a difference below this part of it are not named.
const LEAST: f64 = 0.1;
/// The name of the end of the bridge that is not the shipped game.
const PUBLISHED: &str = "Flash as published";

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    if !parameters::shows(results, Backend::Rebirth) {
        return None;
    }
    let bridge = context.options.bridge.as_deref();
    let (lead, beside) = bridge.and_then(|it| jump(context.waiting()?, it)).unzip();
    Section::new("why", "What moved the boss")
        .text(how_it_grows(context))
        .figure(figures::order::order(context))
        .text(context.waiting().and_then(no_shorter).unwrap_or_default())
        .sentences([lead, bridge.map(|bridge| what_makes_it(bridge, &beside.unwrap_or_default()))])
        .figure(bridge.and_then(bridge_figure))
        .folded(bridge.map(rules))
        .unless_empty()
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let flash = match parameters::shows(context.results, Backend::Flash) {
        true => {
            "In Flash the room that has waited longest comes first, and the floor spreads around its start on all sides. "
        }
        false => "",
    };
    format!(
        "A floor grows room by room. New rooms wait in a queue. When a room's turn comes, it gets neighbours, and they join the queue. \
         {flash}In Rebirth two of three new rooms jump the queue, and one arm grows far out before the others get their turn."
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
fn what_makes_it(bridge: &BridgeRun, beside: &str) -> String {
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
    parts(&[from, to], bridge.switches.len(), level, beside, &large)
}

/// A sentence that leads from jumping the queue to the other changes, and one on what the jump adds beside
/// them and on average; `None` unless it adds more with the other rules of the end than on average, and more
/// than all changes together.
fn jump(waiting: &Waiting, bridge: &BridgeRun) -> Option<(String, String)> {
    let (alone, least) = (-waiting.boss.difference, -waiting.boss.difference_upper);
    let place = bridge.switches.iter().position(|switch| switch.name == "order")?;
    let effect = bridge.levels.last()?.effect(measure::BOSS_DISTANCE)?;
    let (part, gap) = (effect.shares.get(place)?.value, effect.to.value - effect.from.value);
    let [from, to] = ends_in_words(bridge);
    (part > 0.0 && part < least && gap < least).then(|| {
        let lead = format!(
            "Yet {} boss is only {} doors farther away than Flash's, because the other changes, taken together, work against the jump: without it, the \
             boss would be {} doors nearer than in {from}.",
            possessive(&to),
            fixed(gap, 1),
            fixed(alone - gap, 1),
        );
        let beside = format!(
            " The jump adds {} doors when all other changes are made, but {} on average.",
            fixed(alone, 1),
            fixed(part, 2)
        );
        (lead, beside)
    })
}

/// How much more a full clear takes if no room jumps the queue; `None` if it takes no more.
fn no_shorter(waiting: &Waiting) -> Option<String> {
    let walk = &waiting.walk;
    let is_so = waiting.boss.difference_upper < 0.0 && walk.difference_lower > 0.0;
    is_so.then(|| {
        format!(
            "With the boss nearer, a full clear would take {} doors more, because more rooms would lie on branches.",
            fixed(walk.difference, 1)
        )
    })
}

/// The parts of a difference in sentences.
fn parts(
    [x, y]: &[String; 2],
    rules: usize,
    level: u8,
    beside: &str,
    large: &[(&str, f64)],
) -> String {
    let of_sign = |sign: f64| {
        let parts = large.iter().filter(|(_, share)| share * sign > 0.0);
        let parts: Vec<String> =
            parts.map(|(name, share)| format!("{name} ({})", signed(*share, 2))).collect();
        parts
    };
    let (count, mixtures) = (capital(&in_words(rules as f64)), whole(1_u64 << rules));
    let told = |[one, several]: [&str; 2], parts: Vec<String>| match parts.len() {
        0 => String::new(),
        1 => format!(" One change {one}: {}.", list(parts)),
        count => {
            format!(" {} changes {several}: {}.", capital(&in_words(count as f64)), list(parts))
        }
    };
    let from = match x.strip_prefix(PUBLISHED) {
        Some(by) => format!("Flash's rules, as published{by}, into {}", possessive(y)),
        None => format!("{x} into {y}"),
    };
    let begin = format!(
        "{count} changes turn {from}. Each can be on or off, which gives {mixtures} mixtures. We built level {level} under every mixture \
         and averaged what each change adds."
    );
    format!(
        "{begin}{beside}{}{}",
        told(["pushes the boss away most", "push the boss away most"], of_sign(1.0)),
        told(["pulls it back most", "pull it back most"], of_sign(-1.0)),
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
            "",
            &[("big rooms", 1.1), ("the queue jump", 0.4), ("the larger grid", -0.2)],
        );
        assert_eq!(
            said,
            "Eight changes turn Flash into Rebirth. Each can be on or off, which gives 256 mixtures. We built level 6 \
             under every mixture and averaged what each change adds. Two changes \
             push the boss away most: big rooms (+1.10) and the queue jump (+0.40). One change pulls it back most: \
             the larger grid (−0.20)."
        );
        assert!(parts(&ends, 8, 6, "", &[]).ends_with("averaged what each change adds."));
        let published = [format!("{PUBLISHED} by its author"), ends[1].clone()];
        assert!(parts(&published, 8, 6, "", &[]).starts_with(
            "Eight changes turn Flash's rules, as published by its author, into Rebirth's. Each"
        ));
    }
}
