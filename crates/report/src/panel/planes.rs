//! Two measures against each other as heatmaps, all over the same bins.

use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::layout::{Part, is_narrow};
use crate::panel::heatmap::{Grid, Scales, draw_tile};
use crate::theme::{FRAME, INK, NOTE, Paint, QUIET, TICK};

/// An axis of bins.
pub(crate) struct Bins {
    /// What they count.
    pub(crate) title: String,
    /// What each of them is called, from the least.
    pub(crate) names: Vec<String>,
}

/// A heatmap: its heading, in what, which scale it has, and its tiles, row by row from the least.
pub(crate) struct Plane {
    pub(crate) heading: String,
    pub(crate) paint: Paint,
    pub(crate) scale: usize,
    pub(crate) tiles: Grid,
}

/// Heatmaps of square tiles, above the colour bars of their scales.
pub(crate) struct Planes {
    pub(crate) planes: Vec<Plane>,
    pub(crate) x: Bins,
    pub(crate) y: Bins,
    /// The row above whose lower edge a line divides every map.
    pub(crate) line: Option<u32>,
    pub(crate) scales: Scales,
}

const HEADING: f64 = 36.0;
const BELOW: f64 = 36.0;

impl Planes {
    /// The maps of a row, the room of the names of rows, and the side of a tile.
    fn layout(&self, width: f64) -> (usize, f64, f64, f64) {
        let columns = if is_narrow(width) { 2 } else { 3 }.min(self.planes.len().max(1));
        let gap = if is_narrow(width) { 8.0 } else { 16.0 };
        let names = self.y.names.iter().map(|name| text_width(name, NOTE, false));
        let left = names.fold(0.0, f64::max) + 6.0;
        let room = (width - gap * (columns - 1) as f64) / columns as f64 - left;
        (columns, gap, left, (room / self.x.names.len().max(1) as f64).min(18.0))
    }

    fn row_height(&self, side: f64) -> f64 {
        HEADING + side * self.y.names.len() as f64 + BELOW
    }
}

impl Part for Planes {
    fn height(&self, width: f64) -> f64 {
        let (columns, _, _, side) = self.layout(width);
        let rows = self.planes.len().div_ceil(columns) as f64;
        rows * self.row_height(side) + self.scales.height(width)
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let (columns, gap, left, side) = self.layout(area.width);
        let cells = area.columns(columns, gap);
        let mut y = area.y;
        for row in self.planes.chunks(columns) {
            for (plane, cell) in row.iter().zip(&cells) {
                self.draw_plane(drawing, plane, Area { y, ..*cell }, left, side);
            }
            y += self.row_height(side);
        }
        self.scales.draw(drawing, Area { y, ..area });
    }
}

impl Planes {
    fn draw_plane(&self, drawing: &mut Drawing, plane: &Plane, cell: Area, left: f64, side: f64) {
        let (columns, rows) = (self.x.names.len(), self.y.names.len());
        let (width, height) = (side * columns as f64, side * rows as f64);
        let map = Area::new(cell.x + left, cell.y + HEADING, width, height);
        let look = Type::new(TICK, plane.paint).bold();
        drawing.text(
            shortened(&plane.heading, TICK, true, cell.width),
            cell.x,
            cell.y + 12.0,
            look,
        );
        let quiet = Type::new(NOTE, QUIET);
        drawing.text(
            shortened(&self.y.title, NOTE, false, cell.width),
            cell.x,
            cell.y + 28.0,
            quiet,
        );
        drawing.grouped(|drawing| {
            for (place, tile) in plane.tiles.iter().enumerate() {
                let (column, row) = ((place % columns) as f64, (place / columns) as f64);
                let at =
                    Area::new(map.x + column * side, map.bottom() - (row + 1.0) * side, side, side);
                draw_tile(drawing, at, *tile, |value| self.scales.paint(plane.scale, value));
            }
        });
        drawing.frame(map, 0.6, FRAME);
        if let Some(row) = self.line {
            let y = map.bottom() - f64::from(row) * side;
            drawing.line(&[(map.x - 4.0, y), (map.right() + 4.0, y)], 2.0, INK);
        }
        // As many names as have room.
        let widest =
            self.x.names.iter().map(|name| text_width(name, NOTE, false)).fold(0.0, f64::max);
        let every = |room: f64, need: f64| ((need / room).ceil() as usize).max(1);
        for (place, name) in self.x.names.iter().enumerate().step_by(every(side, widest + 5.0)) {
            let x = map.x + (place as f64 + 0.5) * side;
            drawing.text(name.as_str(), x, map.bottom() + 13.0, quiet.middle());
        }
        for (place, name) in self.y.names.iter().enumerate().step_by(every(side, NOTE + 2.0)) {
            let y = map.bottom() - (place as f64 + 0.5) * side + 3.8;
            drawing.text(name.as_str(), map.x - 4.0, y, quiet.end());
        }
        let title = shortened(&self.x.title, NOTE, false, width + left);
        let look = Type::new(NOTE, QUIET);
        // Under the middle of the map, and within its cell.
        let half = text_width(&title, NOTE, false) / 2.0;
        let x = map.middle().clamp(cell.x + half, (cell.right() - half).max(cell.x + half));
        drawing.text(title, x, map.bottom() + 28.0, look.middle());
    }
}
