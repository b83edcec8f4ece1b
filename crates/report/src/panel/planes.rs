//! Two measures against each other, as heatmaps that share their axes.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::layout::{Part, fitting_ticks, is_narrow};
use crate::panel::heatmap::{Grid, Scales, draw_tile};
use crate::plot::Scale;
use crate::theme::{FRAME, INK, NOTE, PAPER, Paint, QUIET, TICK};

/// A heatmap: its heading and paint, the index of its scale, and its tiles, row by row from the least values.
pub(crate) struct Plane {
    pub(crate) heading: String,
    pub(crate) paint: Paint,
    pub(crate) scale: usize,
    pub(crate) tiles: Grid,
}

/// Heatmaps of square tiles, above the colour bars of their scales.
pub(crate) struct Planes {
    pub(crate) planes: Vec<Plane>,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
    /// How many columns and rows of tiles a map has.
    pub(crate) size: [u32; 2],
    /// Where on the horizontal axis a line divides every map.
    pub(crate) line: Option<f64>,
    pub(crate) scales: Scales,
}

const HEADING: f64 = 36.0;
const BELOW: f64 = 40.0;
const GAP: f64 = 16.0;
/// The minimum and maximum side of a tile.
const LEAST: f64 = 10.0;
const MOST: f64 = 18.0;

impl Planes {
    /// The number of maps in a row, the room for ticks to the left of a map, and the side of a tile.
    fn layout(&self, width: f64) -> (usize, f64, f64) {
        let ticks = fitting_ticks(&self.y, &Axis::new(self.y.limits, (0.0, 1e4)));
        let ticks = ticks.iter().map(|(_, text)| text_width(text, NOTE, false));
        let left = ticks.fold(0.0, f64::max) + 6.0;
        let side = |columns: usize| {
            let room = (width - GAP * (columns - 1) as f64) / columns as f64 - left - 4.0;
            room / f64::from(self.size[0].max(1))
        };
        let most = if is_narrow(width) { 2 } else { self.planes.len().clamp(1, 3) };
        let columns = (1..=most).rev().find(|columns| side(*columns) >= LEAST).unwrap_or(1);
        (columns, left, side(columns).min(MOST))
    }

    fn row_height(&self, side: f64) -> f64 {
        HEADING + side * f64::from(self.size[1]) + BELOW
    }

    fn draw_plane(&self, drawing: &mut Drawing, plane: &Plane, cell: Area, left: f64, side: f64) {
        let [width, height] = self.size.map(|tiles| f64::from(tiles) * side);
        let map = Area::new(cell.x + left, cell.y + HEADING, width, height);
        let quiet = Type::new(NOTE, QUIET);
        let heading = shortened(&plane.heading, TICK, true, cell.width);
        drawing.text(heading, cell.x, cell.y + 12.0, Type::new(TICK, plane.paint).bold());
        let title = shortened(&self.y.title, NOTE, false, cell.width);
        drawing.text(title, cell.x, cell.y + 28.0, quiet);
        drawing.grouped(|drawing| {
            let columns = self.size[0].max(1) as usize;
            for (place, tile) in plane.tiles.iter().enumerate() {
                let (column, row) = ((place % columns) as f64, (place / columns) as f64);
                let at =
                    Area::new(map.x + column * side, map.bottom() - (row + 1.0) * side, side, side);
                draw_tile(drawing, at, *tile, |value| self.scales.paint(plane.scale, value));
            }
        });
        drawing.frame(map, 0.6, FRAME);
        let x = Axis::new(self.x.limits, (map.x, map.right()));
        let y = Axis::new(self.y.limits, (map.bottom(), map.y));
        if let Some(line) = self.line.map(|line| x.at(line)) {
            let ends = [(line, map.y - 4.0), (line, map.bottom() + 4.0)];
            drawing.line(&ends, 4.0, PAPER);
            drawing.line(&ends, 1.8, INK);
        }
        for (value, text) in fitting_ticks(&self.x, &x) {
            drawing.text(text, x.at(value), map.bottom() + 15.0, quiet.middle());
        }
        for (value, text) in fitting_ticks(&self.y, &y) {
            drawing.text(text, map.x - 4.0, y.at(value) + 3.8, quiet.end());
        }
        let title = shortened(&self.x.title, NOTE, false, width + left);
        // Under the middle of the map, and within its cell.
        let half = text_width(&title, NOTE, false) / 2.0;
        let at = map.middle().clamp(cell.x + half, (cell.right() - half).max(cell.x + half));
        drawing.text(title, at, map.bottom() + 29.0, quiet.middle());
    }
}

impl Part for Planes {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let (columns, left, side) = self.layout(area.width);
        let cells = area.columns(columns, GAP);
        let mut y = area.y;
        for row in self.planes.chunks(columns) {
            for (plane, cell) in row.iter().zip(&cells) {
                self.draw_plane(drawing, plane, Area { y, ..*cell }, left, side);
            }
            y += self.row_height(side);
        }
        let rows = self.planes.len().div_ceil(columns) as f64;
        rows * self.row_height(side) + self.scales.draw(drawing, Area { y, ..area })
    }
}
