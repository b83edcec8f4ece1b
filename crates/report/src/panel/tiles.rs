//! A table of values in coloured tiles, with the scale of its colours.

use crate::drawing::{Area, Drawing, Type};
use crate::layout::Part;
use crate::panel::heatmap::{Scale, color_bar};
use crate::theme::{Diverging, INK, NOTE, Paint, QUIET, RULE, ink_on, shortened, text_width};

/// Rows by columns.
pub(crate) struct Tiles {
    /// The name of each column, and how many columns wide it is.
    pub(crate) columns: Vec<(String, f64)>,
    /// The name of each row, what stands below it, and its tiles.
    pub(crate) rows: Vec<(String, String, Vec<Option<Tile>>)>,
    pub(crate) scale: Scale,
    pub(crate) colors: Diverging,
    /// What the colours stand for.
    pub(crate) unit: &'static str,
}

/// A tile with its text; without a fill it lies on the paper.
pub(crate) struct Tile {
    pub(crate) fill: Option<Paint>,
    pub(crate) text: String,
    pub(crate) is_bold: bool,
}

impl Tile {
    pub(crate) fn new(fill: impl Into<Option<Paint>>, text: impl Into<String>) -> Self {
        Self { fill: fill.into(), text: text.into(), is_bold: false }
    }

    pub(crate) fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }
}

/// The height of the scale of colours, and of the names of columns.
const SCALE: f64 = 48.0;
const HEAD: f64 = 22.0;
const ROW: f64 = 20.0;
/// The least width of a column.
const COLUMN: f64 = 38.0;
/// The space between two blocks of columns.
const BETWEEN: f64 = 16.0;

impl Tiles {
    /// The colour of a value.
    pub(crate) fn fill(scale: &Scale, colors: Diverging, value: f64) -> Paint {
        colors.at(scale.place(value)).into()
    }

    /// Columns in as many blocks as a width needs.
    fn blocks(&self, width: f64) -> Vec<std::ops::Range<usize>> {
        let all: f64 = self.columns.iter().map(|(_, width)| width * COLUMN).sum();
        let count = (all / (width - self.left(width))).ceil().max(1.0) as usize;
        let each = self.columns.len().div_ceil(count).max(1);
        let starts = (0..self.columns.len()).step_by(each);
        starts.map(|start| start..(start + each).min(self.columns.len())).collect()
    }

    /// The room of the names of rows.
    fn left(&self, width: f64) -> f64 {
        let widest = self.rows.iter().map(|(name, note, _)| {
            text_width(name, NOTE, true).max(text_width(note, NOTE - 0.5, false))
        });
        (widest.fold(0.0, f64::max) + 10.0).min(width * 0.45)
    }

    fn row_height(row: &(String, String, Vec<Option<Tile>>)) -> f64 {
        if row.1.is_empty() { ROW } else { ROW + 14.0 }
    }

    fn block_height(&self) -> f64 {
        HEAD + self.rows.iter().map(Self::row_height).sum::<f64>()
    }
}

impl Part for Tiles {
    fn height(&self, width: f64) -> f64 {
        let blocks = self.blocks(width).len() as f64;
        SCALE + blocks * self.block_height() + (blocks - 1.0) * BETWEEN + 4.0
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let bar = Area::new(area.x + 8.0, area.y + 16.0, (area.width - 16.0).min(300.0), 0.0);
        color_bar(drawing, bar, &self.scale, self.unit, |place| self.colors.at(place));
        let mut top = area.y + SCALE;
        for block in self.blocks(area.width) {
            self.draw_block(drawing, Area { y: top, ..area }, block);
            top += self.block_height() + BETWEEN;
        }
    }
}

impl Tiles {
    fn draw_block(&self, drawing: &mut Drawing, area: Area, block: std::ops::Range<usize>) {
        let left = self.left(area.width);
        let cells = area.inset(left, HEAD, 0.0, 0.0);
        let columns = &self.columns[block.clone()];
        let unit = cells.width / columns.iter().map(|(_, width)| width).sum::<f64>();
        let mut edges = vec![cells.x];
        for (name, width) in columns {
            let x = edges.last().copied().unwrap_or(cells.x);
            let middle = x + width * unit / 2.0;
            let name = shortened(name, NOTE, false, width * unit);
            drawing.text(name, middle, area.y + 14.0, Type::new(NOTE, QUIET).middle());
            edges.push(x + width * unit);
        }
        let mut y = cells.y;
        for row in &self.rows {
            let (name, note, tiles) = row;
            let height = Self::row_height(row);
            let name = shortened(name, NOTE, false, left - 8.0);
            drawing.text(name, area.x, y + 13.5, Type::new(NOTE, INK));
            let note = shortened(note, NOTE - 0.5, false, left - 8.0);
            drawing.text(note, area.x, y + 27.0, Type::new(NOTE - 0.5, QUIET));
            for (tile, edges) in tiles[block.clone()].iter().zip(edges.windows(2)) {
                let Some(tile) = tile else { continue };
                let cell = Area::new(edges[0], y, edges[1] - edges[0], height);
                if let Some(fill) = tile.fill {
                    drawing.rectangle(cell.inset(0.6, 0.6, 0.6, 0.6), fill);
                }
                let look = Type::new(NOTE, tile.fill.map_or(INK, ink_on)).middle();
                let look = if tile.is_bold { look.bold() } else { look };
                drawing.text(tile.text.as_str(), cell.middle(), y + height / 2.0 + 4.0, look);
            }
            y += height;
            drawing.line(&[(area.x, y), (area.right(), y)], 0.5, RULE);
        }
    }
}
