//! Keys: what colours and marks mean, in lines.

use basement_awards::Award;
use basement_floors::RoomKind;
use basement_floors::rooms::Tile;
use basement_survey::Results;

use super::Part;
use super::marks::{circle, tick};
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::lexicon::spelled;
use crate::panel::floor_map::{award_mark, draw_symbol, twice_symbol};
use crate::panel::room_plan::draw_tile_symbol;
use crate::series::{hue_of, name_of};
use crate::theme::{EDGE, INK, MUTED, NOTE, Paint, QUIET, room_color};

/// A mark of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Symbol {
    Dot(Paint),
    Circle(Paint),
    Tick,
    /// A room of a map.
    Room(RoomKind),
    /// A tinted room of a map.
    Tinted(Paint),
    Award(Award),
    /// The line of a way.
    Way,
    /// The arrows in a door that is passed twice.
    Twice,
    /// A door that no arrow and no way leads through.
    Door,
    /// A tile of a room's plan.
    Tile(Tile),
}

/// What colours and marks mean, in lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key {
    pub(crate) entries: Vec<(Symbol, String, Paint)>,
}

impl Key {
    /// The names of series, each behind a dot of its colour.
    pub(crate) fn of_series(results: &Results, series: &[usize]) -> Self {
        let entry = |place: &usize| {
            let hue = hue_of(results, *place);
            (Symbol::Dot(hue.mark), name_of(results, *place).to_owned(), hue.text)
        };
        Self { entries: series.iter().map(entry).collect() }
    }

    /// What a circle and a dot stand for.
    pub(crate) fn of_pair([circle, dot]: [&str; 2]) -> Self {
        Self::default().and(Symbol::Circle(INK), circle).and(Symbol::Dot(INK), dot)
    }

    /// What the marks of a map mean; `tinted` are rooms on a ring.
    pub(crate) fn of_rooms(mut kinds: Vec<RoomKind>, tinted: Option<Paint>) -> Self {
        kinds.retain(|kind| *kind != RoomKind::Normal);
        // Hidden rooms come last.
        kinds.sort_unstable_by_key(|kind| (kind.is_hidden(), *kind));
        kinds.dedup();
        let room = |kind: RoomKind| (Symbol::Room(kind), spelled(kind), QUIET);
        let ring = tinted.map(|paint| (Symbol::Tinted(paint), "on a ring".to_owned(), QUIET));
        let entries = kinds.into_iter().map(room).chain(ring).collect();
        Self { entries }
    }

    /// What the marks of awards mean.
    pub(crate) fn of_awards(awards: &[Award]) -> Self {
        let award = |award: &Award| {
            let pickup = spelled(award.pickup);
            let copies =
                if award.count > 1 { format!(", {} copies", award.count) } else { String::new() };
            (Symbol::Award(*award), pickup + &copies, QUIET)
        };
        Self { entries: awards.iter().map(award).collect() }
    }

    /// What the tiles of a plan mean.
    pub(crate) fn of_tiles(tiles: &[Tile]) -> Self {
        let tile = |tile: &Tile| (Symbol::Tile(*tile), tile.name().to_owned(), INK);
        Self { entries: tiles.iter().map(tile).collect() }
    }

    pub(crate) fn and(mut self, symbol: Symbol, text: &str) -> Self {
        self.entries.push((symbol, text.to_owned(), INK));
        self
    }

    /// Each entry's place and its text, shortened if a line has no room for it.
    fn places(&self, width: f64) -> Vec<(f64, f64, String)> {
        const GAP: f64 = 16.0;
        let (mut x, mut y) = (0.0, 0.0);
        let place = |(symbol, text, paint): &(Symbol, String, Paint)| {
            let is_bold = is_bold(*paint);
            let text = shortened(text, NOTE, is_bold, width - symbol.width());
            let wide = symbol.width() + text_width(&text, NOTE, is_bold);
            if x > 0.0 && x + wide > width {
                (x, y) = (0.0, y + LINE);
            }
            let at = (x, y, text);
            x += wide + GAP;
            at
        };
        self.entries.iter().map(place).collect()
    }
}

/// The height of a line of a key.
const LINE: f64 = 17.0;

/// Names in the colour of their series are bold.
fn is_bold(paint: Paint) -> bool {
    paint != INK && paint != QUIET
}

impl Symbol {
    /// The width that the symbol needs before its text.
    const fn width(&self) -> f64 {
        match self {
            Self::Dot(_) | Self::Circle(_) | Self::Tick => 11.0,
            _ => 17.0,
        }
    }
}

impl Part for Key {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let places = self.places(area.width);
        let height = places.last().map_or(0.0, |(_, y, _)| y + LINE + 8.0);
        for ((symbol, _, paint), (x, y, text)) in self.entries.iter().zip(places) {
            let (x, y) = (area.x + x, area.y + y + 8.0);
            match symbol {
                Symbol::Dot(paint) => {
                    if *paint == MUTED {
                        drawing.dot(x + 3.8, y, 4.6, QUIET);
                    }
                    drawing.dot(x + 3.8, y, 3.8, *paint);
                }
                Symbol::Circle(paint) => circle(drawing, (x + 3.8, y), 3.8, *paint),
                Symbol::Tick => tick(drawing, x + 3.8, y),
                Symbol::Room(kind) => draw_symbol(drawing, (x + 6.0, y), room_color(*kind), *kind),
                Symbol::Tinted(paint) => {
                    draw_symbol(drawing, (x + 6.0, y), *paint, RoomKind::Normal);
                }
                Symbol::Way => drawing.line(&[(x, y), (x + 12.0, y)], 2.4, INK),
                Symbol::Twice => twice_symbol(drawing, (x + 6.0, y)),
                Symbol::Door => drawing.rectangle(Area::new(x + 2.0, y - 2.5, 8.0, 5.0), EDGE),
                Symbol::Tile(tile) => draw_tile_symbol(drawing, (x + 6.0, y), *tile),
                Symbol::Award(award) => award_mark(drawing, (x + 6.0, y), 6.5, *award),
            }
            let look = Type { bold: is_bold(*paint), ..Type::new(NOTE, *paint) };
            drawing.text(text, x + symbol.width(), y + 4.0, look);
        }
        height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_breaks_into_lines() {
        let names = ["A name", "Another name", "A third name"];
        let key = names.iter().fold(Key::default(), |key, name| key.and(Symbol::Dot(INK), name));
        let height =
            |width: f64| key.draw(&mut Drawing::new(width, 0.0), Area::new(0.0, 0.0, width, 0.0));
        assert!(height(120.0) > height(600.0));
    }
}
