//! Values gathered into the bins of an axis that all facets share.

use std::collections::BTreeSet;

use basement_survey::Values;

use super::{Frame, LevelCounts};

use crate::prelude::*;

/// At most this many bins in a facet.
const MOST_BINS: f64 = 32.0;
/// The share of floors that may be beyond the shown values, on either side.
const TAIL: f64 = 0.0005;

/// Axes that fit all facets: the values except thin tails, and the greatest share.
pub(crate) struct Bins {
    pub(crate) values: (f64, f64),
    pub(crate) step: f64,
    pub(crate) most: f64,
}

/// Whether a series on a level has an empty bin between two that are not empty.
fn has_gaps(frame: &Frame<'_>, level: u8, step: f64) -> bool {
    let bins = |cell: &LevelCounts<'_>| -> BTreeSet<i64> {
        cell.values().iter().map(|(value, _)| (value / step).round() as i64).collect()
    };
    let cells = frame.series.iter().filter_map(|series| frame.cell(*series, level));
    cells
        .map(bins)
        .any(|bins| bins.iter().any(|it| !bins.contains(&(it + 1)) && bins.contains(&(it + 2))))
}

impl Bins {
    pub(crate) fn of(frame: &Frame<'_>) -> Option<Self> {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for values in frame.cells().map(LevelCounts::values) {
            least = least.min(values.quantile(TAIL)?);
            most = most.max(values.quantile(1.0 - TAIL)?);
        }
        // Fractions and wide ranges are gathered into wider bins.
        let scale = frame.quantity.steps().scale;
        let unit = 1.0 / f64::from(scale);
        let mut step = if scale <= 2 { unit } else { 0.05_f64.max(unit) };
        while (most - least) / step > MOST_BINS {
            step *= if (step / unit).round() % 5.0 == 0.0 { 2.0 } else { 5.0 };
        }
        // If every floor has the same number of rooms, shares of rooms are far apart: no bin between two of
        // them should be empty.
        if scale > 2 && frame.levels.last().is_some_and(|last| has_gaps(frame, *last, step)) {
            step *= 2.0;
        }
        let round = |value: f64| (value / step).round() * step;
        let bins = Self { values: (round(least), round(most)), step, most: 0.0 };
        let shares = frame.cells().flat_map(|cell| bins.shares(cell.values()));
        Some(Self { most: shares.map(|(_, share)| share).fold(0.0, f64::max), ..bins })
    }

    /// The axis of all bins.
    pub(crate) fn axis(&self) -> Scale {
        let ((least, most), half) = (self.values, self.step / 2.0);
        Scale::new(least - half, most + half).decimals(if self.step >= 1.0 { 0 } else { 2 })
    }

    /// The shares of the shown values, gathered into the bins of the axis.
    pub(crate) fn shares(&self, values: Values<'_>) -> Vec<(f64, f64)> {
        let total = values.total() as f64;
        let mut shares: Vec<(f64, f64)> = Vec::new();
        for (value, floors) in values.iter() {
            let value = (value / self.step).round() * self.step;
            if value < self.values.0 - 1e-9 || value > self.values.1 + 1e-9 {
                continue;
            }
            match shares.last_mut() {
                Some(last) if (last.0 - value).abs() < 1e-9 => last.1 += floors as f64 / total,
                _ => shares.push((value, floors as f64 / total)),
            }
        }
        shares
    }

    /// Bars for the first series, an outline for others, and the mean.
    pub(crate) fn marks(
        &self,
        results: &Results,
        cell: &LevelCounts<'_>,
        is_bars: bool,
        is_named: bool,
    ) -> Vec<PlotMark> {
        let (shares, width) = (self.shares(cell.values()), self.step);
        let hue = hue_of(results, cell.group.series);
        let name = if is_named { name_of(results, cell.group.series) } else { "" }.to_owned();
        let shape = PlotMark::Shares { shares, width, hue, name, is_filled: is_bars };
        let mean = cell.values().mean().map(|x| PlotMark::Mean { x, hue });
        [shape].into_iter().chain(mean).collect()
    }

    /// A clause about values beyond the axis.
    pub(crate) fn beyond(&self, frame: &Frame<'_>) -> String {
        let shown =
            |cell: &LevelCounts<'_>| self.shares(cell.values()).iter().map(|it| it.1).sum::<f64>();
        let most = frame.cells().map(|cell| 1.0 - shown(cell)).fold(0.0, f64::max);
        match most > 1e-9 {
            true => {
                format!("; values beyond the axes hold at most {} of a level", percent(most, 2))
            }
            false => String::new(),
        }
    }
}
