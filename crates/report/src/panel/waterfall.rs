//! A walk from one set of rules to another: each bar begins where the one above it ends.

use basement_survey::bridge::{BridgeEffect, BridgeRun, Estimate, NOT_EXPLAINED};

use crate::frame::bridge::{Panel, ends_in_words, rule};
use crate::prelude::*;
use crate::theme::{AGAINST, FLASH, Hue, MUTED, REBIRTH, TOWARDS};

/// The colours of both ends.
fn hues(run: &BridgeRun) -> [Hue; 2] {
    let of = |name: &str| match name.split(' ').next().and_then(|name| name.parse().ok()) {
        Some(Backend::Flash) => FLASH,
        _ => REBIRTH,
    };
    [of(&run.from), of(&run.to)]
}

impl Panel<'_> {
    /// The rows of the panel, with a facet for each level.
    pub(crate) fn plot(&self, run: &BridgeRun) -> Plot {
        let [from, to] = hues(run);
        let has_rest = self.effects.iter().any(|(_, effect)| effect.not_explained.is_some());
        let rest = has_rest.then(|| PlotRow { paint: QUIET, ..PlotRow::new(NOT_EXPLAINED, 1) });
        let switches = self.order.iter().map(|switch| PlotRow::new(rule(run, *switch)[0], 1));
        let [begin, end] = ends_in_words(run);
        let [begin, end] = [(begin, from), (end, to)]
            .map(|(name, hue)| PlotRow { paint: hue.text, ..PlotRow::new(name, 1) });
        let rows = std::iter::once(begin).chain(switches).chain(rest).chain([end]).collect();
        let facet = |(level, effect): &(u8, &BridgeEffect)| self.facet(run, *level, effect);
        Plot {
            facets: self.effects.iter().map(facet).collect(),
            columns: [self.effects.len().clamp(1, 3), 1],
            x: Scale::new(0.0, 1.0),
            y: Y::Rows(vec![RowGroup { name: String::new(), rows }]),
        }
    }

    fn facet(&self, run: &BridgeRun, level: u8, effect: &BridgeEffect) -> Facet {
        let walk = self.walk(effect);
        let difference = effect.to.value - effect.from.value;
        let mut at = effect.from.value;
        let step = |(place, share): (usize, &Estimate)| {
            let (from, to) = (at, at + share.value);
            let half = share.interval().half();
            let (fill, ink) = match share.interval().contains(0.0) {
                true => (MUTED, QUIET),
                false if share.value * difference >= 0.0 => (TOWARDS, INK),
                false => (AGAINST, INK),
            };
            at = to;
            let (y, interval) = (lane(place + 1, 0, 1), (to - half, to + half));
            PlotMark::Step { y, from, to, interval, fill, text: signed(share.value, 2), ink }
        };
        let mut marks: Vec<PlotMark> = walk.iter().enumerate().map(step).collect();
        let [from, to] = hues(run);
        for (place, estimate, hue) in [(0, &effect.from, from), (walk.len() + 1, &effect.to, to)] {
            let (y, text) = (lane(place, 0, 1), fixed(estimate.value, 2));
            marks.extend(PlotMark::named_estimate(estimate.interval(), y, hue, text));
        }
        let ends = |mark: &PlotMark| match mark {
            PlotMark::Step { interval: (lower, upper), .. } => Some([*lower, *upper]),
            _ => None,
        };
        let (least, most) = range_of(marks.iter().filter_map(ends).flatten());
        let margin = 0.04 * (most - least).max(0.05);
        let scale = Scale::new((least - margin).max(0.0), most + margin);
        let decimals = decimals_for((most - least) / 3.0);
        let heading = match run.levels.as_slice() {
            [_] => String::new(),
            _ => format!("Level {level}"),
        };
        Facet::new(heading, marks).scale(scale.ticks(3).decimals(decimals))
    }
}
