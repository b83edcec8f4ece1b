//! How values are spread on each level: levels down, values across, the share of floors as colour.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::layout::{Part, spaced};
use crate::panel::heatmap::{ColorScale, color_bar};
use crate::plot;
use crate::theme::{FRAME, NOTE, Paint, QUIET, TICK, sequential};

/// Maps side by side over the same values and levels.
pub(crate) struct LevelMaps {
    pub(crate) maps: Vec<LevelMap>,
    /// The levels, top to bottom.
    pub(crate) levels: Vec<u8>,
    /// The axis of the values, and the width of one value.
    pub(crate) values: plot::Scale,
    pub(crate) step: f64,
    /// The scale of the colours, in per cent.
    pub(crate) shares: ColorScale,
}

/// The map of a series.
pub(crate) struct LevelMap {
    pub(crate) name: String,
    pub(crate) paint: Paint,
    /// The share of floors with each value, by level; a value that no floor has is left out.
    pub(crate) shares: Vec<(u8, Vec<(f64, f64)>)>,
}

/// The room for tick labels to the right of maps.
const RIGHT: f64 = 6.0;

/// The height of a level, of a map's name, and of the ticks below it.
const LEVEL: f64 = 9.0;
const HEADING: f64 = 18.0;
const BELOW: f64 = 18.0;
const GAP: f64 = 14.0;
/// The number of different colours.
const SHADES: f64 = 24.0;
/// At most this many maps are side by side.
const ABREAST: usize = 3;

impl LevelMaps {
    fn columns(&self) -> usize {
        self.maps.len().clamp(1, ABREAST)
    }

    /// The height of a map without its name and ticks.
    pub(crate) fn body(&self) -> f64 {
        LEVEL * self.levels.len() as f64
    }

    fn row(&self) -> f64 {
        HEADING + self.body() + BELOW
    }

    fn draw_map(&self, drawing: &mut Drawing, map: &LevelMap, plot: Area) {
        let name = shortened(&map.name, TICK, true, plot.width);
        drawing.text(name, plot.x, plot.y - 5.0, Type::new(TICK, map.paint).bold());
        let x = Axis::new(self.values.limits, (plot.x, plot.right()));
        drawing.grouped(|drawing| {
            for (row, level) in self.levels.iter().enumerate() {
                let y = plot.y + row as f64 * LEVEL;
                let of_level = map.shares.iter().find(|(own, _)| own == level);
                for (value, share) in of_level.iter().flat_map(|(_, shares)| shares) {
                    let ends = [-0.5, 0.5].map(|half| snapped(x.at(value + half * self.step)));
                    let tile = Area::new(ends[0], y, ends[1] - ends[0], LEVEL);
                    // Few colours keep the file small.
                    let place = (self.shares.place(share * 100.0) * SHADES).round() / SHADES;
                    drawing.rectangle(tile, sequential(place));
                }
            }
        });
        drawing.frame(plot, 0.6, FRAME);
        let scale = &self.values;
        let is_told = |tick: &f64| scale.is_told(*tick, scale.decimals);
        let ticks = x.ticks(scale.ticks).into_iter().filter(is_told);
        let ticks = ticks.map(|value| (value, scale.show(value))).collect();
        for (value, text) in spaced(ticks, &x) {
            let at = x.at(value);
            drawing.line(&[(at, plot.bottom()), (at, plot.bottom() + 3.0)], 0.8, FRAME);
            // A wide label at the end moves to the left of its tick.
            let last = plot.right() + RIGHT - text_width(&text, NOTE, false) / 2.0;
            drawing.text(text, at.min(last), plot.bottom() + 13.0, Type::new(NOTE, QUIET).middle());
        }
    }
}

/// The nearest edge of a pixel, at two pixels per point. Tiles that end there have no mixed colours between
/// them, so the picture has few colours.
fn snapped(at: f64) -> f64 {
    (at * 2.0).round() / 2.0
}

impl Part for LevelMaps {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let widest = |text: &String| text_width(text, NOTE, false);
        let labels: Vec<String> = self.levels.iter().map(u8::to_string).collect();
        let title = "level".to_owned();
        let left = labels.iter().chain([&title]).map(widest).fold(0.0, f64::max) + 5.0;
        let cells = area.inset(left, 0.0, RIGHT, 0.0).columns(self.columns(), GAP);
        for (row, maps) in self.maps.chunks(self.columns()).enumerate() {
            let y = area.y + row as f64 * self.row() + HEADING;
            let look = Type::new(NOTE, QUIET).end();
            drawing.text(title.as_str(), area.x + left - 4.0, y - 5.0, look);
            // Every other level has room for its number.
            for (place, label) in labels.iter().enumerate().step_by(2) {
                let middle = y + (place as f64 + 0.5) * LEVEL;
                let look = Type::new(NOTE, QUIET).end();
                drawing.text(label, area.x + left - 4.0, middle + 4.0, look);
            }
            for (map, cell) in maps.iter().zip(&cells) {
                let plot = Area::new(snapped(cell.x), snapped(y), cell.width, self.body());
                self.draw_map(drawing, map, plot);
            }
        }
        self.maps.len().div_ceil(self.columns()) as f64 * self.row()
    }
}

/// The scale of the colours of such maps.
pub(crate) fn color_key(shades: ColorScale) -> impl Part {
    move |drawing: &mut Drawing, area: Area| {
        let bar = Area::new(area.x + 6.0, area.y + 16.0, (area.width - 24.0).min(300.0), 0.0);
        color_bar(drawing, bar, &shades, "heatmaps: share of floors, %", |place| {
            sequential(place).into()
        });
        46.0
    }
}
