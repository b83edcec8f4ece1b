//! Why: which rule makes which part of the difference.

use basement_floors::Backend;
use basement_survey::bridge::BridgeRun;
use basement_survey::measure;

use crate::article::Section;
use crate::context::Context;
use crate::figures::{bridge_figure, order};
use crate::lexicon::{capital, list};
use crate::number::{fixed, signed};
use crate::parameters;
use crate::series::shown;

/// Shares of a difference below this part of it are not named.
const LEAST: f64 = 0.1;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let is_rebirth =
        |series: &usize| parameters::unchanged(results, *series) == Some(Backend::Rebirth);
    if !shown(results).iter().any(is_rebirth) {
        return None;
    }
    let mut section = Section::new("why", "Why").text(how_it_grows(context));
    if let Some(bridge) = context.bridge {
        section = section.text(what_makes_it(bridge)).figure(bridge_figure(bridge));
    }
    section.figure(order::order(results)).unless_empty()
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let results = context.results;
    let is_flash = |series: &usize| parameters::unchanged(results, *series) == Some(Backend::Flash);
    let flash = match shown(results).iter().any(is_flash) {
        true => format!(
            "In Flash the oldest room grows first, so a floor spreads in rings around the start ({}). ",
            context.rule("F4")
        ),
        false => String::new(),
    };
    format!(
        "A floor grows room by room: each room in turn gets neighbours, which wait for their turn. {flash}In \
         Rebirth two new rooms of three jump the queue ({}). The room that was just built grows next, and one arm \
         becomes long before the others get their turn.",
        context.rule("R10")
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
    let [from, to] = [effect.from.value, effect.to.value];
    let large = effect.largest_first().into_iter().filter(|(_, share)| {
        !share.interval().contains(0.0) && share.value.abs() >= LEAST * (to - from).abs()
    });
    let large: Vec<(&str, f64)> =
        large.map(|(place, share)| (&*bridge.switches[place].name, share.value)).collect();
    parts([&bridge.from, &bridge.to], level, [from, to], &large)
}

/// The parts of a difference in a sentence.
fn parts([x, y]: [&str; 2], level: u8, [from, to]: [f64; 2], large: &[(&str, f64)]) -> String {
    let parts: Vec<String> =
        large.iter().map(|(name, share)| format!("{name} {}", signed(*share, 2))).collect();
    let parts = match parts.as_slice() {
        [] => "No rule alone makes a large part of it".to_owned(),
        parts => format!("The largest parts are {}", list(parts)),
    };
    format!(
        "The other rules count as well. Turned from those of {} into those of {} one by one, they take the boss \
         of level {level} from {} doors away to {}. {parts}.",
        capital(x),
        capital(y),
        fixed(from, 2),
        fixed(to, 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_difference_are_told_with_their_signs() {
        let said =
            parts(["flash article", "rebirth"], 6, [6.2, 7.5], &[("order", 1.1), ("boss", -0.2)]);
        assert!(said.contains("from those of Flash article into those of Rebirth"), "{said}");
        assert!(
            said.ends_with("away to 7.50. The largest parts are order +1.10 and boss −0.20."),
            "{said}"
        );
        assert!(
            parts(["a", "b"], 6, [1.0, 1.0], &[])
                .ends_with("No rule alone makes a large part of it.")
        );
    }
}
