//! A table of values in coloured tiles, with the scale of its colours.

use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::layout::Part;
use crate::panel::heatmap::{ColorScale, color_bar};
use crate::theme::{INK, LESS_AND_MORE, NOTE, Paint, QUIET, RULE, ink_on};

/// Rows by columns.
pub(crate) struct Tiles {
    /// The name of each column.
    pub(crate) columns: Vec<&'static str>,
    /// The name of each row, the note below it, and its tiles.
    pub(crate) rows: Vec<(String, String, Vec<Option<Tile>>)>,
}

/// The colour of a tile, and its text.
pub(crate) type Tile = (Paint, String);

/// The height of the scale of colours, and of the names of columns.
const SCALE: f64 = 48.0;
const HEAD: f64 = 22.0;
const ROW: f64 = 20.0;
/// The least width of a column.
const COLUMN: f64 = 38.0;
/// The space between two blocks of columns.
const BETWEEN: f64 = 16.0;

impl Tiles {
    /// Columns in as many blocks as a width needs.
    fn blocks(&self, width: f64) -> Vec<std::ops::Range<usize>> {
        let all = self.columns.len() as f64 * COLUMN;
        let count = (all / (width - self.left(width))).ceil().max(1.0) as usize;
        let each = self.columns.len().div_ceil(count).max(1);
        let starts = (0..self.columns.len()).step_by(each);
        starts.map(|start| start..(start + each).min(self.columns.len())).collect()
    }

    /// The room for the names of rows.
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

    fn draw_block(&self, drawing: &mut Drawing, area: Area, block: std::ops::Range<usize>) {
        let left = self.left(area.width);
        let cells = area.inset(left, HEAD, 0.0, 0.0);
        let columns = cells.columns(block.len(), 0.0);
        for (name, column) in self.columns[block.clone()].iter().zip(&columns) {
            let name = shortened(name, NOTE, false, column.width);
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(name, column.middle(), area.y + 14.0, look);
        }
        let mut y = cells.y;
        for row in &self.rows {
            let (name, note, tiles) = row;
            let height = Self::row_height(row);
            let name = shortened(name, NOTE, false, left - 8.0);
            drawing.text(name, area.x, y + 13.5, Type::new(NOTE, INK));
            let note = shortened(note, NOTE - 0.5, false, left - 8.0);
            drawing.text(note, area.x, y + 27.0, Type::new(NOTE - 0.5, QUIET));
            for (tile, column) in tiles[block.clone()].iter().zip(&columns) {
                let Some((fill, text)) = tile else { continue };
                let cell = Area { y, height, ..*column };
                drawing.rectangle(cell.inset(0.6, 0.6, 0.6, 0.6), *fill);
                let look = Type::new(NOTE, ink_on(*fill)).middle();
                drawing.text(text.as_str(), cell.middle(), y + height / 2.0 + 4.0, look);
            }
            y += height;
            drawing.line(&[(area.x, y), (area.right(), y)], 0.5, RULE);
        }
    }
}

impl Part for Tiles {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let bar = Area::new(area.x + 8.0, area.y + 16.0, (area.width - 16.0).min(300.0), 0.0);
        let unit = "less  −  the same  −  more";
        color_bar(drawing, bar, &ColorScale::LINEAR, unit, |place| LESS_AND_MORE.at(place));
        let mut top = area.y + SCALE;
        let blocks = self.blocks(area.width);
        let count = blocks.len() as f64;
        for block in blocks {
            self.draw_block(drawing, Area { y: top, ..area }, block);
            top += self.block_height() + BETWEEN;
        }
        SCALE + count * self.block_height() + (count - 1.0) * BETWEEN + 4.0
    }
}
