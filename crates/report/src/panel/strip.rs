//! A chart with its maps beside it or below it.

use crate::drawing::{Area, Drawing, Type};
use crate::font::wrapped;
use crate::frame::strips::{Strip, delta, heading};
use crate::layout::is_narrow;
use crate::panel::heatmap::ColorScale;
use crate::panel::level_map::{LevelMap, LevelMaps};
use crate::prelude::*;
use crate::theme::TICK;

/// The space above a strip, and between its chart and its maps.
const ABOVE: f64 = 14.0;
const BETWEEN: f64 = 16.0;

/// The least height of a chart.
const LEAST: f64 = 64.0;

/// A measure: the finding, its chart, and its maps beside the chart or below it.
pub(crate) struct MeasureStrip {
    heading: String,
    plot: Plot,
    maps: LevelMaps,
}

impl MeasureStrip {
    /// The strip of a measure.
    pub(crate) fn of(
        results: &Results,
        strip: &Strip<'_>,
        series: &[usize],
        level: u8,
        shades: ColorScale,
    ) -> Self {
        let Strip { frame, bins, .. } = strip;
        let first = frame.series.first().copied();
        let cells = || frame.series.iter().filter_map(|place| frame.cell(*place, level));
        let marks = cells()
            .flat_map(|cell| bins.marks(results, cell, Some(cell.group.series) == first, false));
        let said = match strip.on(level) {
            Some(comparison) => format!("Level {level}: {}", delta(comparison)),
            None => format!("Level {level}"),
        };
        let shares = |place: usize, level: u8| {
            Some((level, bins.shares(frame.cell(place, level)?.values())))
        };
        let map = |place: &usize| LevelMap {
            name: name_of(results, *place).to_owned(),
            paint: hue_of(results, *place).text,
            shares: frame.levels.iter().filter_map(|level| shares(*place, *level)).collect(),
        };
        let maps = LevelMaps {
            maps: series.iter().map(map).collect(),
            levels: frame.levels.clone(),
            values: bins.axis().ticks(3),
            step: bins.step,
            shares: shades,
        };
        let plot = Plot {
            facets: vec![Facet::new(said, marks.collect())],
            columns: [1, 1],
            x: bins.axis().ticks(3),
            y: Y::Values(Scale::shares(bins.most).ticks(2), maps.body().max(LEAST)),
        };
        Self { heading: heading(results, strip), plot, maps }
    }
}

impl Part for MeasureStrip {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let top = Area { y: area.y + ABOVE, ..area };
        drawing.paragraph(&self.heading, top, Type::new(TICK, INK).bold());
        let lines = wrapped(&self.heading, TICK, true, area.width).len();
        let words = ABOVE + lines as f64 * TICK * 1.28 + 6.0;
        let y = area.y + words;
        let below = if is_narrow(area.width) {
            let above = self.plot.draw(drawing, Area { y, ..area });
            above + self.maps.draw(drawing, Area { y: y + above, ..area })
        } else {
            let width = (area.width - BETWEEN) / (self.maps.maps.len().min(3) as f64 + 1.0);
            let left = self.plot.draw(drawing, Area { y, width, ..area });
            let (x, width) = (area.x + width + BETWEEN, area.width - BETWEEN - width);
            left.max(self.maps.draw(drawing, Area { x, y, width, ..area }))
        };
        words + below
    }
}
