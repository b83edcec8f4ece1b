//! Sample floors in a strip for each series: the least, the median and the most of a measure.

use basement_survey::Results;
use basement_survey::study::Origin;

use crate::frame::drawn_floor::DrawnFloor;
use crate::frame::{Frame, LevelCounts};
use crate::panel::maps::{Maps, Sheet};
use crate::series::{hue_of, name_of};

/// The floors with the extremes of a frame's measure on a level, a row for each series.
pub(crate) fn extremes(results: &Results, frame: &Frame<'_>, level: u8) -> Maps {
    let row = |series: &usize| {
        let cell = frame.cell(*series, level)?;
        let name = name_of(results, *series);
        let sheets = of_cell(cell, |value| frame.quantity.steps().show(value));
        let sheets = sheets.into_iter().map(|(map, said, seed)| {
            let heading = format!("{name}, level {level}");
            Sheet::new(map, heading, hue_of(results, *series).text).lines(vec![said, seed])
        });
        Some(sheets.collect())
    };
    Maps::new(frame.series.iter().filter_map(row).collect(), 3, 15.0)
}

/// The floors of a cell with the least, median and greatest value, each from the first seed with that value,
/// and each once: its map, what it is, and its seed.
pub(crate) fn of_cell(
    cell: &LevelCounts<'_>,
    show: impl Fn(u32) -> String,
) -> Vec<(DrawnFloor, String, String)> {
    let (group, counts) = (cell.group, &cell.counts);
    let values = [
        ("least", counts.raw_minimum()),
        ("median", counts.raw_quantile(0.5)),
        ("most", counts.raw_maximum()),
    ];
    let found: Vec<_> = values
        .into_iter()
        .filter_map(|(which, value)| Some((which, value?, counts.witness(value?)?)))
        .collect();
    let sample = |same: &[(&str, u32, u64)]| {
        let (_, value, number) = *same.first()?;
        let names: Vec<&str> = same.iter().map(|(which, ..)| *which).collect();
        let seed = match group.origin {
            Origin::File(_) => group.origin.show(number),
            _ => format!("seed {}", group.origin.show(number)),
        };
        let said = format!("{} {}", names.join(" = "), show(value));
        Some(((&group.floor(number)?).into(), said, seed))
    };
    found.chunk_by(|a, b| a.2 == b.2).filter_map(sample).collect()
}
