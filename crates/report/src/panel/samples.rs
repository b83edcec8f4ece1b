//! Sample floors in a strip for each series: the least, the median and the most of a measure.

use crate::frame::sample::SampleFloor;
use crate::frame::{Frame, LevelCounts};
use crate::prelude::*;

/// The floors with the extremes of a frame's measure on a level, a row for each series: those with the least, median
/// and greatest value, each from the first seed with that value, and each once.
pub(crate) fn extremes(results: &Results, frame: &Frame<'_>, level: u8) -> Maps {
    let row = |series: &usize| {
        let LevelCounts { group, counts, .. } = frame.cell(*series, level)?;
        let heading = format!("{}, level {level}", name_of(results, *series));
        let values = [
            ("least", counts.raw_minimum()),
            ("median", counts.raw_quantile(0.5)),
            ("most", counts.raw_maximum()),
        ];
        let found = values.map(|(which, value)| Some((which, value?, counts.witness(value?)?)));
        let found: Vec<(&str, u32, u64)> = found.into_iter().flatten().collect();
        let sheet = |same: &[(&str, u32, u64)]| {
            let (_, value, number) = *same.first()?;
            let names: Vec<&str> = same.iter().map(|(which, ..)| *which).collect();
            let said = format!("{} {}", names.join(" = "), frame.quantity.steps().show(value));
            let SampleFloor { map, hue, seed, .. } = SampleFloor::of(results, group, number)?;
            Some(Sheet::new(map, heading.as_str(), hue.text).lines(vec![said, seed]))
        };
        Some(found.chunk_by(|a, b| a.2 == b.2).filter_map(sheet).collect())
    };
    Maps::new(frame.series.iter().filter_map(row).collect(), 3, 15.0)
}
