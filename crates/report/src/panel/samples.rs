//! Sample floors in a strip for each series: the least, the median and the most of a measure.

use basement_survey::{ArmResult, Measure, Origin, Results};

use crate::drawing::{Area, Drawing, Type};
use crate::panel::floor_map::FloorMap;
use crate::series::{hue_of, name_of};
use crate::theme::{INK, NOTE, QUIET, TICK};

/// The height of a series' strip.
pub(crate) const HEIGHT: f64 = 146.0;

/// A sample, and what is said of it.
struct Sample {
    map: FloorMap,
    which: &'static str,
    value: String,
    seed: String,
}

/// The floors of an arm with the least, median and greatest value of a measure,
/// each the first seed that gave it.
fn extremes(arm: &ArmResult, measure: &'static Measure) -> Vec<Sample> {
    let histogram = arm.summary.histogram(measure);
    let values = [
        ("least", histogram.raw_minimum()),
        ("median", histogram.raw_quantile(0.5)),
        ("most", histogram.raw_maximum()),
    ];
    let sample = |(which, value): (&'static str, Option<u32>)| {
        let number = histogram.witness(value?)?;
        Some(Sample {
            map: (&arm.floor(number)?).into(),
            which,
            value: measure.show(value?),
            seed: match arm.origin {
                Origin::File(_) => arm.origin.show(number),
                _ => format!("seed {}", arm.origin.show(number)),
            },
        })
    };
    values.into_iter().filter_map(sample).collect()
}

/// Draws the extremes of some series on a level, one strip above the other.
pub(crate) fn extremes_strip(
    drawing: &mut Drawing,
    area: Area,
    results: &Results,
    series: &[usize],
    measure: &'static Measure,
    level: u8,
) {
    for (series, half) in series.iter().zip(area.rows(series.len(), 8.0)) {
        let Some(arm) = results.arm(*series, level, false) else { continue };
        let samples = extremes(arm, measure);
        let look = Type::new(TICK, hue_of(results, *series).text).bold();
        let heading = format!("{}, level {level}", name_of(results, *series));
        drawing.text(heading, half.x, half.y + 10.0, look);
        let columns = half.columns(3, 12.0);
        let room = |cell: &Area| (cell.width, half.height - 46.0);
        let side = samples.iter().fold(15.0_f64, |side, sample| {
            let (columns_of, rows_of) = sample.map.extent();
            let (width, height) = room(&columns[0]);
            side.min(width / columns_of).min(height / rows_of)
        });
        for (sample, cell) in samples.iter().zip(&columns) {
            let map = Area::new(cell.x, half.y + 16.0, cell.width, half.height - 46.0);
            sample.map.draw(drawing, map, side);
            let text = format!("{} {}", sample.which, sample.value);
            let look = Type::new(NOTE, INK).bold().middle();
            drawing.text(text, cell.middle(), half.bottom() - 15.0, look);
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(&sample.seed, cell.middle(), half.bottom() - 2.0, look);
        }
    }
}
