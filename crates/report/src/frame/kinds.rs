//! What is shown level by level: means, and the share of floors with a ring.

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Measure, measure};

use crate::lexicon::heading_of;
use crate::number::{fixed, percent};
use crate::plot::Scale;
use crate::shape::ring_share;

/// What a facet shows.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Mean(&'static Measure),
    WithRing,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [
        Self::Mean(measure::ROOMS),
        Self::Mean(measure::DEAD_ENDS),
        Self::Mean(measure::BOSS_DISTANCE),
        Self::WithRing,
    ];

    /// Its name in the data, and its heading.
    pub(crate) fn names(self) -> (&'static str, String) {
        match self {
            Self::Mean(measure) => (measure.name, heading_of(measure)),
            Self::WithRing => ("floors_with_a_ring", "Floors with a ring".to_owned()),
        }
    }

    pub(crate) fn of(self, group: &GroupResult) -> Option<Interval> {
        match self {
            Self::Mean(measure) => group.summary.values(measure).mean_interval(),
            Self::WithRing => ring_share(group),
        }
    }

    pub(crate) fn show(self, value: f64) -> String {
        match self {
            Self::Mean(_) => fixed(value, 1),
            Self::WithRing => percent(value, 0),
        }
    }

    pub(crate) fn scale(self, most: impl Iterator<Item = f64>) -> Scale {
        match self {
            Self::Mean(_) => Scale::from_zero(most),
            Self::WithRing => Scale::shares(most.fold(0.0, f64::max)),
        }
    }
}
