//! How a variant of a series differs from it.

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Comparison, Measure, Results};

use crate::number::signed;
use crate::panel::heatmap::Scale;
use crate::panel::tiles::Tile;
use crate::series::base_of;
use crate::theme::{LESS_AND_MORE, MUTED, Paint};

/// A series' difference from its base in a measure on a level.
pub(crate) struct Shift<'a> {
    pub(crate) base: &'a GroupResult,
    pub(crate) group: &'a GroupResult,
    pub(crate) measure: &'static Measure,
    pub(crate) comparison: Comparison,
    /// In per cent of the base's mean; `None` where that is 0.
    pub(crate) percent: Option<Interval>,
}

impl<'a> Shift<'a> {
    pub(crate) fn of(
        results: &'a Results,
        group: &'a GroupResult,
        measure: &'static Measure,
    ) -> Option<Self> {
        let base = results.group(base_of(results, group.series)?, group.request.level, false)?;
        let comparison = results.compare(base, group, measure)?;
        let mean = comparison.mean_x;
        let percent = (mean != 0.0).then(|| comparison.interval().times(100.0 / mean));
        Some(Self { base, group, measure, comparison, percent })
    }

    pub(crate) fn is_same(&self) -> bool {
        self.comparison.same_on_every_seed
    }

    /// Whether it has an interval that chance could move: what is the same on every seed has none.
    pub(crate) fn is_tested(&self) -> bool {
        self.percent.is_some() && !self.is_same()
    }

    /// Whether it can be told from zero.
    pub(crate) fn is_apart(&self) -> bool {
        self.percent.is_some_and(|percent| !percent.contains(0.0))
    }

    /// The change in per cent, coloured by its size; grey where it cannot be told from zero.
    pub(crate) fn tile(&self, scale: &Scale) -> Tile {
        match self.percent {
            _ if self.is_same() => (MUTED, "same".to_owned()),
            None => (MUTED, "none".to_owned()),
            Some(percent) => {
                let fill: Paint = LESS_AND_MORE.at(scale.place(percent.estimate));
                let decimals = usize::from(percent.estimate.abs() < 9.95);
                (if self.is_apart() { fill } else { MUTED }, signed(percent.estimate, decimals))
            }
        }
    }
}
