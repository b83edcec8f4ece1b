//! Sample floors in two strips: the least, the median and the most of a measure.

use basement_floors::Floor;
use basement_survey::{ArmResult, Measure, Results};

use crate::drawing::{Area, Drawing, Type};
use crate::panel::floor_map::{extent, floor_map};
use crate::theme::{INK, NOTE, QUIET, TICK};
use crate::words::{hue_of, name_of};

/// The height of both strips.
pub(crate) const HEIGHT: f64 = 2.0 * 146.0;

/// A sample, and what is said of it.
struct Sample {
    floor: Floor,
    which: &'static str,
    value: String,
    seed: String,
}

/// The floors of an arm with the least, median and greatest value of a measure,
/// each the first seed that gave it.
fn extremes(results: &Results, arm: &ArmResult, measure: &'static Measure) -> Vec<Sample> {
    let histogram = arm.summary.histogram(measure);
    let series = results.study.series.get(arm.series);
    let Some(Ok(generator)) = series.map(|series| results.study.generator(series)) else {
        return Vec::new();
    };
    let values = [
        ("least", histogram.raw_minimum()),
        ("median", histogram.raw_quantile(0.5)),
        ("most", histogram.raw_maximum()),
    ];
    let sample = |(which, value): (&'static str, Option<u32>)| {
        let number = histogram.witness(value?)?;
        let seed = arm.seeds.seed(number, arm.request.level).ok()?;
        Some(Sample {
            floor: generator.generate(&arm.request, seed).ok()?,
            which,
            value: measure.show(value?),
            seed: arm.seeds.show(number),
        })
    };
    values.into_iter().filter_map(sample).collect()
}

/// Draws the extremes of the first two series on a level, one above the other.
pub(crate) fn extremes_strip(
    drawing: &mut Drawing,
    area: Area,
    results: &Results,
    measure: &'static Measure,
    level: u8,
) {
    for (series, half) in area.rows(2, 8.0).into_iter().enumerate() {
        let Some(arm) = results.arm(series, level, false) else { continue };
        let samples = extremes(results, arm, measure);
        let look = Type::new(TICK, hue_of(results, series).text).bold();
        let heading = format!("{}, level {level}", name_of(results, series));
        drawing.text(heading, half.x, half.y + 10.0, look);
        let columns = half.columns(3, 12.0);
        let room = |cell: &Area| (cell.width, half.height - 46.0);
        let side = samples.iter().fold(15.0_f64, |side, sample| {
            let (columns_of, rows_of) = extent(&sample.floor);
            let (width, height) = room(&columns[0]);
            side.min(width / columns_of).min(height / rows_of)
        });
        for (sample, cell) in samples.iter().zip(&columns) {
            let map = Area::new(cell.x, half.y + 16.0, cell.width, half.height - 46.0);
            floor_map(drawing, map, &sample.floor, side);
            let text = format!("{} {}", sample.which, sample.value);
            let look = Type::new(NOTE, INK).bold().middle();
            drawing.text(text, cell.middle(), half.bottom() - 15.0, look);
            let look = Type::new(NOTE, QUIET).middle();
            let seed = format!("seed {}", sample.seed);
            drawing.text(seed, cell.middle(), half.bottom() - 2.0, look);
        }
    }
}
