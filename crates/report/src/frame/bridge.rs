//! What each rule of a bridge does to one measure, level by level.

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
