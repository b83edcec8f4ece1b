//! What each rule of a bridge does to one measure, level by level, and which of them changes most.

use basement_floors::CurseChoice;
use basement_survey::bridge::{BridgeEffect, BridgeLevel, BridgeRun, Estimate};

use crate::prelude::*;

/// One measure on all levels.
pub(crate) struct Panel<'a> {
    pub(crate) measure: &'static Measure,
    pub(crate) effects: Vec<(u8, &'a BridgeEffect)>,
    /// The switches, those with the largest shares first.
    pub(crate) order: Vec<usize>,
}

impl<'a> Panel<'a> {
    pub(crate) fn of(run: &'a BridgeRun, measure: &'static Measure) -> Option<Self> {
        let of_level = |level: &'a BridgeLevel| Some((level.level, level.effect(measure)?));
        let effects: Vec<(u8, &BridgeEffect)> = run.levels.iter().filter_map(of_level).collect();
        if effects.is_empty() {
            return None;
        }
        let size = |switch: usize| -> i128 {
            effects.iter().map(|(_, effect)| effect.shares[switch].exact.abs()).sum()
        };
        let mut order: Vec<usize> = (0..run.switches.len()).collect();
        order.sort_by_key(|switch| std::cmp::Reverse(size(*switch)));
        Some(Self { measure, effects, order })
    }

    /// The shares of a level in the order of the rows.
    pub(crate) fn walk(&self, effect: &BridgeEffect) -> Vec<Estimate> {
        let rest = effect.not_explained;
        self.order.iter().map(|switch| effect.shares[*switch]).chain(rest).collect()
    }

    /// The panel in words, for readers who cannot see it.
    pub(crate) fn in_words(&self) -> String {
        let level = |(level, effect): &(u8, &BridgeEffect)| {
            format!(
                "from {} to {} on level {level}",
                fixed(effect.from.value, 2),
                fixed(effect.to.value, 2)
            )
        };
        let levels: Vec<String> = self.effects.iter().map(level).collect();
        format!("{} {}", title_of(self.measure), levels.join(", "))
    }
}

/// Each end and each part, level by level and measure by measure.
pub(crate) fn table(run: &BridgeRun) -> Table {
    let effects = run.levels.iter().flat_map(|it| it.effects.iter().map(|of| (it.level, of)));
    let rows = effects.flat_map(|(level, of)| {
        let parts = run.parts(of).into_iter();
        parts.map(move |(part, rules, it)| (level, of.measure, part, rules, it))
    });
    Table::of(rows)
        .column("level", |(level, ..)| *level)
        .column("measure", |(_, measure, ..)| *measure)
        .column("part", |(_, _, part, ..)| *part)
        .column("rules", |(.., rules, _)| rules.unwrap_or_default())
        .interval(["value", "lower", "upper"], |(.., it)| *it)
        .into()
}

/// The name of the end that is not the released game.
pub(crate) const PUBLISHED: &str = "Flash as published";

/// The rules in which Flash and Rebirth differ, for players: the name of the bridge's switch, what the rule
/// is about, and what in Rebirth changes a floor.
const RULES: [[&str; 3]; 8] = [
    ["size", "number of rooms", "the number of rooms"],
    ["shapes", "big rooms", "big rooms"],
    ["order", "queue jump", "the queue jump"],
    ["branching", "how rooms branch", "a limit on each room's branches instead of coin flips"],
    ["grid", "larger grid", "the larger grid"],
    ["dead ends", "dead ends added", "added dead ends"],
    [
        "boss",
        "the boss's dead end",
        "the rule that the boss takes the farthest dead end with room for it",
    ],
    ["special rooms", "places of special rooms", "the places of special rooms"],
];

/// What a rule is about, and what changes a floor; if no words are known, the rule's name for both.
pub(crate) fn rule(run: &BridgeRun, switch: usize) -> [&str; 2] {
    let name = run.switches[switch].name.as_str();
    let is_of_games = run.ends.each_ref().map(|end| end.backend.as_str()) == ["flash", "rebirth"];
    let known = RULES.iter().find(|[switch, ..]| is_of_games && *switch == name);
    known.map_or([name, name], |[_, about, change]| [about, change])
}

/// Both ends by their games' names, with what distinguishes them from the shipped game.
pub(crate) fn ends_in_words(run: &BridgeRun) -> [String; 2] {
    run.ends.each_ref().map(|end| match (end.backend.as_str(), end.edition.as_str()) {
        ("flash", "article") => PUBLISHED.to_owned(),
        (backend, edition) if game_in_words(backend, edition).is_some() => capital(backend),
        (backend, edition) => format!("{} ({edition})", capital(backend)),
    })
}

/// The rule that changes a measure most on the level in the middle of the run, as a title.
pub(crate) fn title(run: &BridgeRun, panel: &Panel<'_>) -> Option<String> {
    let (level, effect) = panel.effects.get(panel.effects.len() / 2)?;
    let (switch, share) = *effect.largest_first().first()?;
    let [name, change] = rule(run, switch);
    let (measure, difference) = (panel.measure, effect.to.value - effect.from.value);
    let is_the_way = measure == measure::BOSS_DISTANCE && name != change;
    if is_the_way && share.value * difference > 0.0 {
        let (all, way) = (
            in_words(run.switches.len() as f64),
            if difference > 0.0 { "moves the boss farthest" } else { "brings the boss nearest" },
        );
        return Some(format!("On average, {change} {way} of {all} changes"));
    }
    let [share, difference] = [share.value, difference].map(|it| signed(it, 2));
    let (name, what) = (capital(name), title_of(measure));
    let start = format!("{name} changes {what} most: {share} of {difference}");
    Some(first_fitting([format!("{start} on level {level}"), start]))
}

/// What a bridge is based on, and the command that reproduces it.
pub(crate) fn notes(run: &BridgeRun) -> Vec<String> {
    let streams = match run.ends.each_ref().map(|end| end.stream_version) {
        [one, other] if one == other => format!("version {one}"),
        [one, other] => format!("versions {one} and {other}"),
    };
    let curse = match run.curse {
        CurseChoice::Drawn => "With the curses that the seeds draw".to_owned(),
        CurseChoice::Forced(Some(curse)) => format!("Curse: {curse}"),
        CurseChoice::Forced(None) | CurseChoice::NoRoll => {
            "Without a curse, normal mode, no items, everything unlocked".to_owned()
        }
    };
    let note = format!(
        "From {} to {}; bars are Shapley values. N = {} floors of each of {} mixtures of rules, PCG seeds from {} on (mixtures share \
         seeds only if they grow the same layouts); stream {streams}. {curse}. Basement Lab {VERSION}.",
        run.from,
        run.to,
        whole(run.floors),
        whole(1_u64 << run.switches.len()),
        whole(run.first_seed)
    );
    std::iter::once(note).chain(command(run)).collect()
}

/// The command that reproduces the bridge from Flash to Rebirth.
fn command(run: &BridgeRun) -> Option<String> {
    let BridgeRun { from, to, floors, first_seed, levels, curse, .. } = run;
    let is_usual = [from.as_str(), to] == ["flash article", "rebirth repentance"]
        && matches!(curse, CurseChoice::Forced(None));
    let measures: Vec<&str> = levels.first()?.effects.iter().map(|it| it.measure).collect();
    let levels: Vec<String> = levels.iter().map(|it| it.level.to_string()).collect();
    is_usual.then(|| {
        format!(
            "To count again: `basement-lab bridge --level {} --measures {} --count {floors} --seed {first_seed}`.",
            levels.join(","),
            measures.join(",")
        )
    })
}

#[cfg(test)]
mod tests {
    use basement_floors::rebirth::FLASH_SWITCHES;

    use super::*;

    #[test]
    fn every_switch_between_the_games_has_its_words() {
        let named: Vec<&str> = RULES.iter().map(|[switch, ..]| *switch).collect();
        let switches: Vec<&str> = FLASH_SWITCHES.iter().map(|switch| switch.name).collect();
        assert_eq!(named, switches);
    }
}
