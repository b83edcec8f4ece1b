//! Sample floors in a strip for each series: the least, the median and the most of a measure.

use basement_floors::RoomKind;
use basement_survey::{Origin, Results};

use crate::drawing::{Area, Drawing, Type};
use crate::frame::{Cell, Frame};
use crate::layout::Part;
use crate::panel::floor_map::{FloorMap, legend, legend_height};
use crate::series::{hue_of, name_of};
use crate::theme::{Hue, INK, NOTE, QUIET, TICK};

/// The height of a series' strip.
const HEIGHT: f64 = 146.0;
/// The space between two strips.
const GAP: f64 = 8.0;
/// What a strip's height holds beside its maps: the heading above, and two lines below.
const WORDS: f64 = 46.0;
/// The samples of a strip, if none repeats.
const COLUMNS: usize = 3;
/// The largest side of a cell.
const LARGEST: f64 = 15.0;
/// The space above the first strip.
const ABOVE: f64 = 14.0;
/// The space above the key of the marks.
const ABOVE_KEY: f64 = 16.0;

/// A sample, and what is said of it.
struct Sample {
    map: FloorMap,
    /// Which of the columns it stands in: the first, and how many.
    columns: (usize, usize),
    /// "least = median 15".
    text: String,
    seed: String,
}

/// The extremes of some series on a level.
pub(crate) struct Strips {
    strips: Vec<(String, Hue, Vec<Sample>)>,
}

/// Neighbours that are the same floor, as one: its names, its value and its number.
fn merged(found: &[(&'static str, u32, u64)]) -> Vec<(Vec<&'static str>, u32, u64)> {
    let mut merged: Vec<(Vec<&'static str>, u32, u64)> = Vec::new();
    for (which, value, number) in found {
        match merged.last_mut() {
            Some((names, _, last)) if last == number => names.push(which),
            _ => merged.push((vec![which], *value, *number)),
        }
    }
    merged
}

/// The floors of a cell with the least, median and greatest value, each the first seed that gave
/// it, and each once.
fn extremes(cell: &Cell<'_>, show: impl Fn(u32) -> String) -> Vec<Sample> {
    let (arm, counts) = (cell.arm, &cell.counts);
    let values = [
        ("least", counts.raw_minimum()),
        ("median", counts.raw_quantile(0.5)),
        ("most", counts.raw_maximum()),
    ];
    let found: Vec<_> = values
        .into_iter()
        .filter_map(|(which, value)| Some((which, value?, counts.witness(value?)?)))
        .collect();
    let mut column = 0;
    let sample = |(names, value, number): (Vec<&'static str>, u32, u64)| {
        let columns = (column, names.len());
        column += names.len();
        Some(Sample {
            map: (&arm.floor(number)?).into(),
            columns,
            text: format!("{} {}", names.join(" = "), show(value)),
            seed: match arm.origin {
                Origin::File(_) => arm.origin.show(number),
                _ => format!("seed {}", arm.origin.show(number)),
            },
        })
    };
    merged(&found).into_iter().filter_map(sample).collect()
}

impl Strips {
    /// The extremes of a frame's measure on a level.
    pub(crate) fn new(results: &Results, frame: &Frame<'_>, level: u8) -> Self {
        let show = |value| frame.quantity.steps().show(value);
        let strip = |series: &usize| {
            let heading = format!("{}, level {level}", name_of(results, *series));
            let samples = extremes(frame.cell(*series, level)?, show);
            Some((heading, hue_of(results, *series), samples))
        };
        Self { strips: frame.series.iter().filter_map(strip).collect() }
    }

    fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.strips.iter().flat_map(|(.., samples)| samples)
    }

    fn kinds(&self) -> Vec<RoomKind> {
        self.samples().flat_map(|sample| sample.map.kinds()).collect()
    }
}

impl Part for Strips {
    fn height(&self, width: f64) -> f64 {
        let count = self.strips.len() as f64;
        ABOVE
            + count * HEIGHT
            + (count - 1.0).max(0.0) * GAP
            + ABOVE_KEY
            + legend_height(width, self.kinds())
    }

    /// One strip above the other, all maps at one scale, and what the marks mean.
    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let area = area.inset(0.0, ABOVE, 0.0, 0.0);
        let column = area.columns(COLUMNS, 12.0).first().map_or(0.0, |column| column.width);
        let side = self.samples().fold(LARGEST, |side, sample| {
            let (columns, rows) = sample.map.extent();
            side.min(column / columns).min((HEIGHT - WORDS) / rows)
        });
        for (place, (heading, hue, samples)) in self.strips.iter().enumerate() {
            let top = area.y + place as f64 * (HEIGHT + GAP);
            let strip = Area::new(area.x, top, area.width, HEIGHT);
            let look = Type::new(TICK, hue.text).bold();
            drawing.text(heading.as_str(), strip.x, strip.y + 10.0, look);
            let columns = strip.columns(COLUMNS, 12.0);
            for sample in samples {
                let (first, count) = sample.columns;
                let (left, right) = (columns[first].x, columns[first + count - 1].right());
                let map = Area::new(left, strip.y + 16.0, right - left, HEIGHT - WORDS);
                sample.map.draw(drawing, map, side);
                let look = Type::new(NOTE, INK).bold().middle();
                drawing.text(&sample.text, map.middle(), strip.bottom() - 15.0, look);
                let look = Type::new(NOTE, QUIET).middle();
                drawing.text(&sample.seed, map.middle(), strip.bottom() - 2.0, look);
            }
        }
        let kinds = self.kinds();
        let height = legend_height(area.width, kinds.clone());
        legend(drawing, Area { y: area.bottom() - height + ABOVE_KEY / 2.0, ..area }, kinds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_that_is_two_of_the_extremes_stands_once() {
        let one = [("least", 15, 0), ("median", 15, 0), ("most", 16, 1)];
        let expected = vec![(vec!["least", "median"], 15, 0), (vec!["most"], 16, 1)];
        assert_eq!(merged(&one), expected);
        let all = [("least", 2, 7), ("median", 2, 7), ("most", 2, 7)];
        assert_eq!(merged(&all), [(vec!["least", "median", "most"], 2, 7)]);
        let none = [("least", 1, 0), ("median", 2, 1), ("most", 3, 2)];
        assert_eq!(merged(&none).len(), 3);
    }
}
