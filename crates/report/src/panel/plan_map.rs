//! A floor as the game's own small map shows it: rooms as tiles with space between them, doors
//! as bridges. Trees and rings are seen at once, and so are big rooms.
//!
//! Hidden rooms are dashed and have no bridge: their way in is a wall for a bomb, no door, and
//! a bridge would make trees seem to have rings. Why by hand: [the crate](crate) says.

use std::collections::{HashSet, VecDeque};

use basement_floors::{Cell, Direction, RoomKind};

use super::floor_map::{FloorMap, beside};
use crate::drawing::{Area, Drawing, Type};
use crate::theme::{
    DARK_INK, EDGE, HIDDEN, HIDDEN_AREA, INK, NOTE, Paint, QUIET, room_color, text_width,
};

/// Space around a room, as a share of a cell.
const GAP: f64 = 0.09;
/// Sides of a room that has more than one cell.
type Room = (RoomKind, Vec<Cell>, Option<Cell>);

/// Whether the game hides a room of this kind behind a wall.
pub(crate) const fn is_hidden(kind: RoomKind) -> bool {
    matches!(kind, RoomKind::Secret | RoomKind::SuperSecret | RoomKind::UltraSecret)
}

/// The colour of a room's letter: most lie on colours that are the same in any light.
fn letter_on(kind: RoomKind) -> Paint {
    if is_hidden(kind) { INK } else { DARK_INK.into() }
}

impl FloorMap {
    /// The rooms that the two sides of a door belong to.
    fn joined(&self, (cell, direction): (Cell, Direction)) -> Option<[usize; 2]> {
        let room = |cell: Cell| self.rooms.iter().position(|(_, cells, _)| cells.contains(&cell));
        Some([room(cell)?, room(beside(cell, direction)?)?])
    }

    /// The pairs of rooms of the plan that one door or more join, without the rooms that are
    /// added to it later. Each pair is given once: two doors between the same rooms are no ring.
    fn neighbours(&self) -> Vec<[usize; 2]> {
        let is_plan = |pair: &[usize; 2]| pair.iter().all(|room| !self.rooms[*room].0.is_added());
        let joined = self.doors.iter().filter_map(|door| self.joined(*door)).filter(is_plan);
        let mut pairs: Vec<[usize; 2]> = joined.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let mut seen = HashSet::new();
        pairs.retain(|pair| seen.insert(*pair));
        pairs
    }

    /// The rooms of the shortest ring of the plan, a way round through three rooms or more;
    /// `None` without one.
    ///
    /// It is found by parting each pair of neighbours in turn and walking around.
    pub(crate) fn ring(&self) -> Option<Vec<usize>> {
        let neighbours = self.neighbours();
        let around = |left_out: usize| {
            let [from, to] = neighbours[left_out];
            let others = neighbours.iter().enumerate().filter(|(pair, _)| *pair != left_out);
            let others: Vec<[usize; 2]> = others.map(|(_, pair)| *pair).collect();
            way(&others, from, to)
        };
        (0..neighbours.len()).filter_map(around).min_by_key(Vec::len)
    }

    /// Whether the plan has a ring of rooms of one cell only.
    pub(crate) fn has_ring_of_small_rooms(&self) -> bool {
        let is_small = |room: &usize| self.rooms[*room].1.len() == 1;
        let mut group: Vec<usize> = (0..self.rooms.len()).collect();
        for pair in self.neighbours() {
            if !pair.iter().all(is_small) {
                continue;
            }
            let [one, other] = pair.map(|room| group[room]);
            if one == other {
                return true;
            }
            group.iter_mut().filter(|it| **it == other).for_each(|it| *it = one);
        }
        false
    }

    /// How many of these rooms have more than one cell.
    pub(crate) fn big_among(&self, rooms: &[usize]) -> usize {
        rooms.iter().filter(|room| self.rooms[**room].1.len() > 1).count()
    }

    /// What a room is and the cells it covers, room by room.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = (RoomKind, &[Cell])> {
        self.rooms.iter().map(|(kind, cells, _)| (*kind, cells.as_slice()))
    }

    /// Draws the floor as tiles in the middle of an area, cells of `side`, with some of its
    /// ordinary rooms in another colour.
    pub(crate) fn draw_tiles(
        &self,
        drawing: &mut Drawing,
        area: Area,
        side: f64,
        tinted: &[usize],
        tint: Paint,
    ) {
        let (left, top, ..) = self.bounds();
        let (columns, rows) = self.extent();
        let origin =
            (area.middle() - columns * side / 2.0, area.y + (area.height - rows * side) / 2.0);
        let place = |cell: Cell| {
            let (column, row) = (f64::from(cell.x - left), f64::from(cell.y - top));
            Area::new(origin.0 + column * side, origin.1 + row * side, side, side)
        };
        for door in &self.doors {
            let Some(rooms) = self.joined(*door) else { continue };
            if rooms.iter().any(|room| is_hidden(self.rooms[*room].0)) {
                continue;
            }
            let is_tinted = rooms.iter().all(|room| tinted.contains(room));
            draw_bridge(drawing, place(door.0), door.1, if is_tinted { tint } else { EDGE });
        }
        let edge = (side * 0.055).max(0.8);
        for (index, room) in self.rooms.iter().enumerate() {
            let (kind, cells, mark) = room;
            let is_tinted = tinted.contains(&index);
            if is_hidden(*kind) {
                for cell in cells {
                    draw_dashed(
                        drawing,
                        place(*cell).inset(side * 0.16, side * 0.16, side * 0.16, side * 0.16),
                    );
                }
            } else {
                let fill = match (is_tinted, kind) {
                    (true, RoomKind::Normal) => tint,
                    _ => room_color(*kind),
                };
                let rim = if is_tinted && *kind != RoomKind::Normal { tint } else { EDGE };
                let edge = if rim == EDGE { edge } else { 2.2 * edge };
                draw_room(drawing, room, &place, side * GAP, rim);
                draw_room(drawing, room, &place, side * GAP + edge, fill);
            }
            let Some(cell) = mark else { continue };
            let area = place(*cell);
            let (x, y) = (area.middle(), area.y + side / 2.0);
            match kind {
                RoomKind::Normal => {}
                RoomKind::Start => drawing.dot(x, y, side * 0.2, INK),
                kind => {
                    // Ten points at least, so that a phone's reader can tell them.
                    let size = (side * 0.62).max(10.2);
                    let look = Type::new(size, letter_on(*kind)).bold().middle();
                    drawing.text(kind.mark(), x, y + size * 0.36, look);
                }
            }
        }
    }
}

/// The rooms on a shortest way between two rooms, both included.
fn way(doors: &[[usize; 2]], from: usize, to: usize) -> Option<Vec<usize>> {
    let count = doors.iter().flatten().chain([&from, &to]).max()? + 1;
    let mut before = vec![None; count];
    before[from] = Some(from);
    let mut left = VecDeque::from([from]);
    while let Some(room) = left.pop_front() {
        for [a, b] in doors {
            let beside = if *a == room {
                *b
            } else if *b == room {
                *a
            } else {
                continue;
            };
            if before[beside].is_none() {
                before[beside] = Some(room);
                left.push_back(beside);
            }
        }
    }
    let mut rooms = vec![to];
    while let Some(room) = rooms.last().copied().filter(|room| *room != from) {
        rooms.push(before[room]?);
    }
    Some(rooms)
}

/// Fills a room, `inset` away from its walls. Where cells of the room meet, the fill goes on.
fn draw_room(
    drawing: &mut Drawing,
    (_, cells, _): &Room,
    place: &impl Fn(Cell) -> Area,
    inset: f64,
    fill: Paint,
) {
    // Neighbouring parts lie over each other a little, so that no seam is seen.
    const OVER: f64 = 0.4;
    let has = |cell: Option<Cell>| cell.is_some_and(|cell| cells.contains(&cell));
    for cell in cells {
        let area = place(*cell);
        let at = |dx: i8, dy: i8| has(cell.offset(dx, dy));
        drawing.rectangle(area.inset(inset, inset, inset, inset), fill);
        let inner = area.width - 2.0 * inset;
        if at(1, 0) {
            let x = area.right() - inset - OVER;
            let width = 2.0 * (inset + OVER);
            drawing.rectangle(Area::new(x, area.y + inset, width, inner), fill);
        }
        if at(0, 1) {
            let y = area.bottom() - inset - OVER;
            let height = 2.0 * (inset + OVER);
            drawing.rectangle(Area::new(area.x + inset, y, inner, height), fill);
        }
        if at(1, 0) && at(0, 1) && at(1, 1) {
            let (x, y) = (area.right() - inset - OVER, area.bottom() - inset - OVER);
            let size = 2.0 * (inset + OVER);
            drawing.rectangle(Area::new(x, y, size, size), fill);
        }
    }
}

/// A bridge across one side of a cell.
fn draw_bridge(drawing: &mut Drawing, cell: Area, direction: Direction, color: Paint) {
    let side = cell.width;
    let (half, long) = (side * 0.1, side * GAP + 0.5);
    let (x, y) = (cell.middle(), cell.y + side / 2.0);
    let (x, y) = match direction {
        Direction::Left => (cell.x, y),
        Direction::Right => (cell.right(), y),
        Direction::Up => (x, cell.y),
        Direction::Down => (x, cell.bottom()),
    };
    let area = if direction.is_horizontal() {
        Area::new(x - long, y - half, 2.0 * long, 2.0 * half)
    } else {
        Area::new(x - half, y - long, 2.0 * half, 2.0 * long)
    };
    drawing.rectangle(area, color);
}

/// A dashed frame: three dashes a side, of which the outer two make the corners.
fn draw_dashed(drawing: &mut Drawing, area: Area) {
    drawing.rectangle(area, HIDDEN_AREA);
    let width = (area.width * 0.08).max(0.9);
    let half = width / 2.0;
    let mut dash = |from: (f64, f64), to: (f64, f64)| {
        for (start, end) in [(0.0, 0.22), (0.39, 0.61), (0.78, 1.0)] {
            let at =
                |share: f64| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            let ((x0, y0), (x1, y1)) = (at(start), at(end));
            let area = Area::new(x0 - half, y0 - half, x1 - x0 + width, y1 - y0 + width);
            drawing.rectangle(area, HIDDEN);
        }
    };
    let (x0, y0, x1, y1) = (area.x, area.y, area.right(), area.bottom());
    dash((x0, y0), (x1, y0));
    dash((x0, y1), (x1, y1));
    dash((x0, y0), (x0, y1));
    dash((x1, y0), (x1, y1));
}

/// What a key of tiles explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    Start,
    Boss,
    Treasure,
    Shop,
    /// Another special room, by its letter.
    Special(RoomKind),
    /// A hidden room, by its sign.
    Hidden(RoomKind),
    Ring(Paint),
}

/// The tiles that a key of some maps needs.
pub(crate) fn tiles_of<'a>(maps: impl IntoIterator<Item = &'a FloorMap>) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for kind in maps.into_iter().flat_map(|map| map.kinds().collect::<Vec<_>>()) {
        let tile = match kind {
            RoomKind::Start => Tile::Start,
            RoomKind::Boss => Tile::Boss,
            RoomKind::Treasure => Tile::Treasure,
            RoomKind::Shop => Tile::Shop,
            RoomKind::Normal => continue,
            kind if is_hidden(kind) => Tile::Hidden(kind),
            kind => Tile::Special(kind),
        };
        if !tiles.contains(&tile) {
            tiles.push(tile);
        }
    }
    let order = |tile: &Tile| match tile {
        Tile::Start => (0, None),
        Tile::Boss => (1, None),
        Tile::Treasure => (2, None),
        Tile::Shop => (3, None),
        Tile::Special(kind) => (4, Some(*kind)),
        Tile::Hidden(kind) => (5, Some(*kind)),
        Tile::Ring(_) => (6, None),
    };
    tiles.sort_by_key(order);
    tiles
}

/// Draws what tiles mean, in lines; gives the height that it takes.
pub(crate) fn key_of_tiles(drawing: &mut Drawing, area: Area, tiles: &[Tile]) -> f64 {
    const BOX: f64 = 12.0;
    const LINE: f64 = 17.0;
    let (mut x, mut y) = (area.x, area.y);
    for tile in tiles {
        let (meaning, kind) = match tile {
            Tile::Start => ("start".to_owned(), RoomKind::Start),
            Tile::Boss => ("boss".to_owned(), RoomKind::Boss),
            Tile::Treasure => ("treasure".to_owned(), RoomKind::Treasure),
            Tile::Shop => ("shop".to_owned(), RoomKind::Shop),
            Tile::Special(kind) | Tile::Hidden(kind) => (kind.to_string().replace('_', " "), *kind),
            Tile::Ring(_) => ("on a ring".to_owned(), RoomKind::Normal),
        };
        let width = BOX + 5.0 + text_width(&meaning, NOTE, false);
        if x + width > area.right() && x > area.x {
            x = area.x;
            y += LINE;
        }
        let mark = Area::new(x, y, BOX, BOX);
        match tile {
            Tile::Hidden(_) => draw_dashed(drawing, mark.inset(1.0, 1.0, 1.0, 1.0)),
            Tile::Ring(color) => {
                drawing.rectangle(mark, EDGE);
                drawing.rectangle(mark.inset(0.9, 0.9, 0.9, 0.9), *color);
            }
            _ => {
                drawing.rectangle(mark, EDGE);
                drawing.rectangle(mark.inset(0.9, 0.9, 0.9, 0.9), room_color(kind));
            }
        }
        let letter = match tile {
            Tile::Boss | Tile::Treasure | Tile::Shop | Tile::Special(_) | Tile::Hidden(_) => {
                kind.mark()
            }
            _ => ' ',
        };
        if *tile == Tile::Start {
            drawing.dot(mark.middle(), y + BOX / 2.0, 3.0, INK);
        } else if letter != ' ' {
            let look = Type::new(10.5, letter_on(kind)).bold().middle();
            drawing.text(letter, mark.middle(), y + 9.6, look);
        }
        drawing.text(meaning, x + BOX + 5.0, y + 10.0, Type::new(NOTE, QUIET));
        x += width + 13.0;
    }
    y + LINE - area.y
}

/// The height that a key of tiles takes.
pub(crate) fn key_height(width: f64, tiles: &[Tile]) -> f64 {
    let mut nothing = Drawing::new(width, 0.0);
    key_of_tiles(&mut nothing, Area::new(0.0, 0.0, width, 0.0), tiles)
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request, RunSeed};
    use basement_survey::{Analysis, measure};

    use super::*;

    #[test]
    fn a_ring_is_found_where_the_measure_counts_one_and_two_doors_between_two_rooms_are_none() {
        let rebirth = Backend::Rebirth.generator("", &[]).unwrap();
        let request = Request::level(4).without_curse();
        let mut of_double_doors = 0;
        for number in 1..=400 {
            let seed = RunSeed::new(number).unwrap().stage_seed(4);
            let Ok(floor) = rebirth.generate(&request, seed) else { continue };
            let analysis = Analysis::from_floor(&floor);
            let of = |measure: &basement_survey::Measure| measure.raw_of(&analysis).unwrap();
            let map = FloorMap::from(&floor);
            let ring = map.ring();
            assert_eq!(ring.is_some(), of(measure::RINGS) > 0, "{number}");
            of_double_doors += u32::from(ring.is_none() && of(measure::DOUBLE_DOORS) > 0);
            let Some(ring) = ring else { continue };
            assert!(ring.len() >= 3, "{number}");
            let neighbours = map.neighbours();
            for (place, room) in ring.iter().enumerate() {
                let next = ring[(place + 1) % ring.len()];
                assert!(neighbours.contains(&[*room.min(&next), *room.max(&next)]), "{number}");
            }
        }
        assert!(of_double_doors > 0);
    }
}
