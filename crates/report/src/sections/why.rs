//! Why: which rule makes which part of the difference.

use basement_survey::bridge::{BridgeEffect, BridgeLevel, BridgeRun};

use crate::figures;
use crate::figures::bridge::bridge_figure;
use crate::frame::bridge::{PUBLISHED, ends_in_words, rule};
use crate::frame::queue::Waiting;
use crate::prelude::*;
use crate::sources::FLASH_ARTICLE;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    if !parameters::shows(results, Backend::Rebirth) {
        return None;
    }
    let bridge = context.options.bridge.as_deref();
    let (lead, beside) = bridge.and_then(|it| jump(context.waiting()?, it)).unzip();
    let mixed = bridge.map(|bridge| what_makes_it(bridge, &beside.unwrap_or_default()));
    Section::new("why", "What moved the boss")
        .text(how_it_grows(context))
        .figure(figures::order::order(context))
        .text(context.waiting().and_then(no_shorter).unwrap_or_default())
        .sentences([lead, mixed])
        .figure(bridge.and_then(bridge_figure))
        .folded(bridge.map(rules))
        .unless_empty()
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let flash = match parameters::shows(context.results, Backend::Flash) {
        true => {
            "In Flash they wait for their turn, and on large floors the start room joins the queue again, so that a floor spreads around its start on all sides. "
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
    let table = Table::of(bridge.switches.iter().enumerate())
        .column("rule", |(place, _)| capital(rule(bridge, *place)[0]))
        .column("what it says", |(_, switch)| &switch.meaning)
        .column("ids", |(_, switch)| &switch.rules);
    let [from, to] = ends_in_words(bridge);
    PageTable::new(format!("What each rule says in {to}; and in {from}"), table, "")
}

/// How a bridge finds what each change adds to the way to the boss, on its last level.
fn what_makes_it(bridge: &BridgeRun, beside: &str) -> String {
    let has_way = |level: &&BridgeLevel| level.effect(measure::BOSS_DISTANCE).is_some();
    let Some(level) = bridge.levels.iter().rev().find(has_way) else { return String::new() };
    mixtures(&ends_in_words(bridge), bridge.switches.len(), level.level, beside)
}

/// A sentence that leads from jumping the queue to the other changes, and one on what the jump adds to all of
/// them and on average; `None` unless it adds more with the other rules of the end than on average, and more
/// than all changes together.
fn jump(waiting: &Waiting, bridge: &BridgeRun) -> Option<(String, String)> {
    let (alone, least) = (-waiting.boss.difference, -waiting.boss.difference_upper);
    let place = bridge.switches.iter().position(|switch| switch.name == "order")?;
    let effect = bridge.levels.last()?.effect(measure::BOSS_DISTANCE)?;
    let (part, gap) = (effect.shares.get(place)?.value, effect.to.value - effect.from.value);
    let [_, to] = ends_in_words(bridge);
    (part > 0.0 && part < least && gap < least).then(|| {
        let lead = format!(
            "Yet {} boss is only {} doors farther away than Flash's. Without the jump it would be {} doors nearer than Flash's.",
            possessive(&to),
            fixed(gap, 1),
            fixed(alone - gap, 1),
        );
        let beside = format!(
            " With all the other rules of {to} the jump adds {} doors, but on average over all combinations only {}.{}",
            fixed(alone, 1),
            fixed(part, 1),
            pulled_in(bridge, effect).unwrap_or_default()
        );
        (lead, beside)
    })
}

/// The change that moves the boss nearest to the start, if one does.
fn pulled_in(bridge: &BridgeRun, effect: &BridgeEffect) -> Option<String> {
    let shares = effect.shares.iter().map(|share| share.value).enumerate();
    let (place, most) = shares.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|it| it.1 < -0.5)?;
    let [name, ..] = rule(bridge, place);
    Some(format!(" “{}” brings the boss {} doors nearer.", capital(name), fixed(-most, 1)))
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

/// How the mixtures between two ends were made, in sentences.
fn mixtures([x, y]: &[String; 2], rules: usize, level: u8, beside: &str) -> String {
    let (count, mixtures) = (capital(&in_words(rules as f64)), whole(1_u64 << rules));
    let from = match x.as_str() {
        PUBLISHED => {
            let author = FLASH_ARTICLE.in_short();
            format!("the rules of Flash, as {author} published them, into {}", possessive(y))
        }
        x => format!("{x} into {y}"),
    };
    format!(
        "{count} changes turn {from}. What a change adds depends on the others, so we built level {level} under all {mixtures} \
         combinations and averaged what each adds.{beside}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_are_counted_and_the_author_of_published_rules_is_named() {
        let ends = ["Flash".to_owned(), "Rebirth".to_owned()];
        assert_eq!(
            mixtures(&ends, 8, 6, " One by one."),
            "Eight changes turn Flash into Rebirth. What a change adds depends on the others, so we built level 6 under \
             all 256 combinations and averaged what each adds. One by one."
        );
        let published = [PUBLISHED.to_owned(), ends[1].clone()];
        assert!(
            mixtures(&published, 8, 6, "")
                .starts_with("Eight changes turn the rules of Flash, as [Boris the Brave]")
        );
    }
}
