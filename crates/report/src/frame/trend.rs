//! A series' dots of one measure over another.

use basement_survey::Results;
use basement_survey::study::Trend;

use crate::plot::Look;
use crate::series::hue_of;

/// A series' dots, and how they are drawn: filled or hollow where they are drawn at all.
pub(crate) struct Line {
    pub(crate) series: usize,
    pub(crate) look: Option<Look>,
    pub(crate) trend: Trend,
}

/// The first series of a colour has dots, the second circles. Further ones could not be told apart.
pub(crate) fn look(results: &Results, series: usize) -> Option<Look> {
    let before = (0..series).filter(|other| hue_of(results, *other) == hue_of(results, series));
    [Look::Main, Look::Hollow].get(before.count()).copied()
}
