//! A chart with its maps beside it or below it.

use crate::drawing::{Area, Drawing, Type};
use crate::layout::{Part, is_narrow};
use crate::panel::level_map::LevelMaps;
use crate::plot::Plot;
use crate::theme::{INK, TICK, wrapped};

/// The space above a strip, and between its chart and its maps.
pub(crate) const ABOVE: f64 = 14.0;

pub(crate) const BETWEEN: f64 = 16.0;

/// A measure: what is found, its chart, and its maps beside it or below it.
pub(crate) struct Row {
    pub(crate) heading: String,
    pub(crate) plot: Plot,
    pub(crate) maps: LevelMaps,
}

impl Row {
    /// The height of its heading.
    pub(crate) fn words(&self, width: f64) -> f64 {
        let lines = wrapped(&self.heading, TICK, true, width).len();
        ABOVE + lines as f64 * TICK * 1.28 + 6.0
    }

    /// The widths of its chart and of its maps where they stand side by side.
    pub(crate) fn widths(&self, width: f64) -> [f64; 2] {
        let chart = (width - BETWEEN) / (self.maps.maps.len().min(3) as f64 + 1.0);
        [chart, width - BETWEEN - chart]
    }
}

impl Part for Row {
    fn height(&self, width: f64) -> f64 {
        let below = match is_narrow(width) {
            true => self.plot.height(width) + self.maps.height(width),
            false => {
                let [chart, maps] = self.widths(width);
                self.plot.height(chart).max(self.maps.height(maps))
            }
        };
        self.words(width) + below
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let top = Area { y: area.y + ABOVE, ..area };
        drawing.paragraph(&self.heading, top, Type::new(TICK, INK).bold());
        let y = area.y + self.words(area.width);
        if is_narrow(area.width) {
            self.plot.draw(drawing, Area { y, ..area });
            let y = y + self.plot.height(area.width);
            self.maps.draw(drawing, Area { y, ..area });
            return;
        }
        let [chart, maps] = self.widths(area.width);
        self.plot.draw(drawing, Area { y, width: chart, ..area });
        let x = area.x + chart + BETWEEN;
        self.maps.draw(drawing, Area { x, y, width: maps, ..area });
    }
}
