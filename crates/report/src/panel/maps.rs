//! Maps of floors in rows, all at one scale: the one layout of maps in figures.

use crate::drawing::{Area, Drawing, Type};
use crate::font::shortened;
use crate::layout::is_narrow;
use crate::panel::floor_map::places;
use crate::prelude::*;
use crate::theme::{NOTE, Paint};

/// The heights of a heading, of a line below a map, and of the free space below that.
const HEADING: f64 = 20.0;
const LINE: f64 = 14.0;
const BELOW: f64 = 10.0;
const GAP: f64 = 12.0;

/// A map with its words.
pub(crate) struct Sheet {
    pub(crate) map: DrawnFloor,
    /// The rooms that are tinted, each with its colour.
    pub(crate) tinted: Vec<(usize, Paint)>,
    /// The heading above the map and its paint; may be empty.
    pub(crate) heading: (String, Paint),
    /// The lines below the map, the first one in ink.
    pub(crate) lines: Vec<String>,
}

impl Sheet {
    pub(crate) fn new(map: DrawnFloor, heading: impl Into<String>, paint: Paint) -> Self {
        let (tinted, heading) = (Vec::new(), (heading.into(), paint));
        Self { map, tinted, heading, lines: Vec::new() }
    }

    pub(crate) fn tinted(self, rooms: Vec<usize>, paint: Paint) -> Self {
        Self { tinted: rooms.into_iter().map(|room| (room, paint)).collect(), ..self }
    }

    pub(crate) fn lines(self, lines: Vec<String>) -> Self {
        Self { lines, ..self }
    }

    fn draw(&self, drawing: &mut Drawing, cell: Area, map: Area, side: f64) {
        let middle = cell.middle();
        let heading = shortened(&self.heading.0, NOTE + 1.0, true, cell.width + GAP / 2.0);
        let look = Type::new(NOTE + 1.0, self.heading.1).bold().middle();
        drawing.text(heading, middle, cell.y + 12.0, look);
        let place = places(map, side, self.map.bounds());
        self.map.draw(drawing, side, &self.tinted, place);
        for (place, line) in self.lines.iter().enumerate() {
            // The last of several is the seed.
            let is_quiet = place > 0 && place + 1 == self.lines.len();
            let look = Type::new(NOTE, if is_quiet { QUIET } else { INK }).middle();
            let y = map.bottom() + 4.0 + LINE * (place as f64 + 0.8);
            drawing.text(shortened(line, NOTE, false, cell.width + GAP / 2.0), middle, y, look);
        }
    }
}

/// Rows of maps above the key of their marks.
pub(crate) struct Maps {
    pub(crate) rows: Vec<Vec<Sheet>>,
    /// At most this many maps in a row on a phone.
    pub(crate) on_phones: usize,
    /// The largest side of a cell.
    pub(crate) largest: f64,
    /// Other marks on the maps, named before the kinds of rooms.
    pub(crate) marks: Vec<(Symbol, &'static str)>,
}

impl Maps {
    pub(crate) fn new(rows: Vec<Vec<Sheet>>, on_phones: usize, largest: f64) -> Self {
        Self { rows, on_phones, largest, marks: Vec::new() }
    }

    pub(crate) fn marks(self, marks: Vec<(Symbol, &'static str)>) -> Self {
        Self { marks, ..self }
    }

    fn sheets(&self) -> impl Iterator<Item = &Sheet> {
        self.rows.iter().flatten()
    }

    fn key(&self) -> Key {
        let kinds: Vec<RoomKind> = self.sheets().flat_map(|sheet| sheet.map.kinds()).collect();
        // Tinted rooms are on a ring, unless the marks say what they are.
        let is_told = self.marks.iter().any(|(mark, _)| matches!(mark, Symbol::Tinted(_)));
        let mut tinted = self.sheets().filter(|sheet| !is_told && !sheet.tinted.is_empty());
        let mut key = Key::of_rooms(kinds, tinted.next().map(|sheet| sheet.tinted[0].1));
        let marks = self.marks.iter().map(|(mark, name)| (*mark, (*name).to_owned(), INK));
        key.entries.splice(0..0, marks);
        key
    }

    /// The rows at a width, the cells of the widest row, and the side of a map's cell.
    fn layout(&self, width: f64) -> (Vec<&[Sheet]>, usize, f64) {
        let all = self.rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let columns = if is_narrow(width) { all.min(self.on_phones) } else { all };
        let rows = self.rows.iter().flat_map(|row| row.chunks(columns)).collect();
        let room = (width - GAP * (columns - 1) as f64) / columns as f64;
        let side = self.sheets().map(|sheet| room / sheet.map.extent().0);
        (rows, columns, side.fold(self.largest, f64::min))
    }

    /// The heights of a row's headings, of its maps, and of what is below them.
    fn heights(row: &[Sheet], side: f64) -> [f64; 3] {
        let tallest = row.iter().map(|it| it.map.extent().1).fold(1.0, f64::max) * side;
        let lines = row.iter().map(|it| it.lines.len()).max().unwrap_or(0) as f64;
        let heading = if row.iter().all(|it| it.heading.0.is_empty()) { 4.0 } else { HEADING };
        [heading, tallest, 4.0 + lines * LINE + BELOW]
    }
}

impl Part for Maps {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let (rows, columns, side) = self.layout(area.width);
        let all: f64 = rows.iter().flat_map(|row| Self::heights(row, side)).sum();
        let mut y = area.y;
        for row in rows {
            let [above, maps, below] = Self::heights(row, side);
            let height = above + maps + below;
            let cells = Area { y, height, ..area }.columns(columns, GAP);
            for (sheet, cell) in row.iter().zip(cells) {
                sheet.draw(drawing, cell, cell.inset(0.0, above, 0.0, below), side);
            }
            y += height;
        }
        if self.rows.is_empty() { 0.0 } else { all + self.key().draw(drawing, Area { y, ..area }) }
    }
}
