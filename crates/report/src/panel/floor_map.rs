//! A floor drawn as on the game's own small map: rooms as tiles with space between them, doors as bridges.
//! Trees, rings and big rooms are visible at a glance.
//!
//! Hidden rooms are dashed and have no bridge: a player bombs a wall to enter them, and a bridge would make
//! trees seem to have rings. [The crate](crate) says why maps are drawn by hand.

use basement_awards::{Award, Pickup};
use basement_floors::{Cell, Direction, RoomKind};
use basement_survey::walk::Passage;

use crate::drawing::{Area, Drawing, Type};
use crate::frame::drawn_floor::{DrawnFloor, Room, beside};
use crate::theme::{
    DARK_INK, EDGE, HIDDEN, HIDDEN_AREA, INK, PAPER, Paint, QUIET, WALK, award_color, ink_on,
    room_color,
};

/// Space around a room, as a share of a cell.
const GAP: f64 = 0.09;

/// The colour of a room's letter: most are on colours that are the same in light and dark mode.
fn letter_on(kind: RoomKind) -> Paint {
    if kind.is_hidden() { INK } else { DARK_INK.into() }
}

impl DrawnFloor {
    /// Whether an arrow leads through a door.
    fn passes(&self, (cell, side): (Cell, Direction)) -> bool {
        let is_it = |it: &Passage| {
            (it.cell, it.side) == (cell, side)
                || (beside(it.cell, it.side), it.side) == (Some(cell), side.opposite())
        };
        self.passages.iter().any(is_it)
    }

    /// Draws the floor with its cells, of `side`, at their places, and with some of its ordinary rooms in
    /// another colour.
    pub(crate) fn draw(
        &self,
        drawing: &mut Drawing,
        side: f64,
        tinted: &[(usize, Paint)],
        place: impl Fn(Cell) -> Area + Copy,
    ) {
        let tint = |room: usize| tinted.iter().find(|it| it.0 == room).map(|it| it.1);
        for door in &self.doors {
            let Some(rooms) = self.joined(*door) else { continue };
            let is_there_and_back = !self.way.is_empty() && self.passes(*door);
            if is_there_and_back || rooms.iter().any(|room| self.rooms[*room].0.is_hidden()) {
                continue;
            }
            let tints = rooms.map(tint);
            draw_bridge(drawing, place(door.0), door.1, tints[0].and(tints[1]).unwrap_or(EDGE));
        }
        let edge = (side * 0.055).max(0.8);
        let rooms = || self.rooms.iter().enumerate();
        // Rims first, then what is inside them: marks that overlap are drawn in separate passes.
        for is_rim in [true, false] {
            drawing.grouped(|drawing| {
                for (index, room) in rooms().filter(|(_, room)| !room.0.is_hidden()) {
                    let is_normal = room.0 == RoomKind::Normal;
                    let rim = tint(index).filter(|_| !is_normal).unwrap_or(EDGE);
                    let fill = tint(index).filter(|_| is_normal);
                    let fill = fill.unwrap_or_else(|| room_color(room.0));
                    let edge = if rim == EDGE { edge } else { 2.2 * edge };
                    let (inset, paint) = if is_rim { (0.0, rim) } else { (edge, fill) };
                    draw_room(drawing, room, &place, side * GAP + inset, paint);
                }
            });
        }
        drawing.grouped(|drawing| {
            let inset = side * 0.16;
            let hidden = self.rooms.iter().filter(|room| room.0.is_hidden());
            for cell in hidden.flat_map(|(_, cells, _)| cells) {
                draw_dashed(drawing, place(*cell).inset(inset, inset, inset, inset));
            }
        });
        for passage in &self.passages {
            draw_arrows(drawing, place(passage.cell), passage.side, passage.is_twice);
        }
        draw_way(drawing, &self.cells_along_the_way(), place);
        for (index, (kind, _, mark)) in rooms() {
            let Some(cell) = mark else { continue };
            let area = place(*cell);
            let (x, y) = (area.middle(), area.y + side / 2.0);
            match kind {
                RoomKind::Normal => {
                    if let Some(award) = self.awards.get(index).copied().flatten() {
                        award_mark(drawing, (x, y), side * 0.3, award);
                    }
                }
                RoomKind::Start => drawing.dot(x, y, side * 0.2, INK),
                kind => {
                    // At least ten points, so that letters can be read on a phone.
                    let (share, right) =
                        if self.entered.contains(&index) { (0.44, 0.12) } else { (0.62, 0.0) };
                    let size = (side * share).max(10.6);
                    let look = Type::new(size, letter_on(*kind)).bold().middle();
                    drawing.text(kind.mark(), x + side * right, y + size * 0.36, look);
                }
            }
        }
        for (number, room) in self.entered.iter().enumerate().skip(1) {
            let Some((kind, _, Some(cell))) = self.rooms.get(*room) else { continue };
            let (area, size) = (place(*cell), side * 0.3);
            // Left of the letter, if the room has one.
            let (left, ink) = match kind {
                RoomKind::Normal => (0.0, INK),
                kind => (0.17, letter_on(*kind)),
            };
            let (x, y) = (area.middle() - side * left, area.y + side / 2.0 + size * 0.36);
            drawing.text(number.to_string(), x, y, Type::new(size, ink).middle());
        }
    }
}

/// The places of the cells from (left, top) to (right, bottom), in the middle of an area.
pub(crate) fn places(
    area: Area,
    side: f64,
    (left, top, right, bottom): (u8, u8, u8, u8),
) -> impl Fn(Cell) -> Area + Copy {
    let width = f64::from(right - left + 1) * side;
    let height = f64::from(bottom - top + 1) * side;
    let origin = (area.middle() - width / 2.0, area.y + (area.height - height) / 2.0);
    move |cell| {
        let (column, row) = (f64::from(cell.x - left), f64::from(cell.y - top));
        Area::new(origin.0 + column * side, origin.1 + row * side, side, side)
    }
}

/// Fills a room, `inset` away from its walls. The fill continues where cells of the room meet.
fn draw_room(
    drawing: &mut Drawing,
    (_, cells, _): &Room,
    place: &impl Fn(Cell) -> Area,
    inset: f64,
    fill: Paint,
) {
    // Neighbouring parts overlap a little, so that no seam shows.
    const OVER: f64 = 0.4;
    let has = |cell: Option<Cell>| cell.is_some_and(|cell| cells.contains(&cell));
    for cell in cells {
        let area = place(*cell);
        let at = |dx: i8, dy: i8| has(cell.offset(dx, dy));
        // Inside the cell, or across its far wall.
        let span = |is_across: bool, from: f64| match is_across {
            true => (from + area.width - inset - OVER, 2.0 * (inset + OVER)),
            false => (from + inset, area.width - 2.0 * inset),
        };
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            if at(dx, 0) && at(0, dy) && at(dx, dy) {
                let ((x, width), (y, height)) = (span(dx == 1, area.x), span(dy == 1, area.y));
                drawing.rectangle(Area::new(x, y, width, height), fill);
            }
        }
    }
}

/// A bridge across one side of a cell.
fn draw_bridge(drawing: &mut Drawing, cell: Area, direction: Direction, color: Paint) {
    let side = cell.width;
    let (half, long) = (side * 0.1, side * GAP + 0.5);
    let (dx, dy) = direction.offset();
    let [x, y] = [(cell.x, dx), (cell.y, dy)].map(|(at, by)| at + side / 2.0 * f64::from(1 + by));
    let (wide, high) = if direction.is_horizontal() { (long, half) } else { (half, long) };
    drawing.rectangle(Area::new(x - wide, y - high, 2.0 * wide, 2.0 * high), color);
}

/// A line along a way, from the middle of each cell to that of the next.
fn draw_way(drawing: &mut Drawing, way: &[Cell], place: impl Fn(Cell) -> Area) {
    let cells: Vec<Area> = way.iter().copied().map(place).collect();
    let points: Vec<(f64, f64)> =
        cells.iter().map(|cell| (cell.middle(), cell.y + cell.height / 2.0)).collect();
    let Some(side) = cells.first().map(|cell| cell.width).filter(|_| points.len() > 1) else {
        return;
    };
    let [.., before, last] = points.as_slice() else { return };
    // The line ends with an arrow behind the last door, which leaves the room's letter free.
    let ahead = ((last.0 - before.0) / side, (last.1 - before.1) / side);
    let at = |along: f64, across: f64| placed(*before, ahead, [along * side, across * side]);
    let mut line = points.clone();
    line.pop();
    line.push(at(0.45, 0.0));
    // A rim sets it off from rooms of any colour.
    let width = (side * 0.13).max(1.8);
    drawing.line(&line, width + 2.0, PAPER);
    drawing.polygon(&[at(0.76, 0.0), at(0.38, 0.26), at(0.38, -0.26)], PAPER);
    drawing.line(&line, width, INK);
    drawing.polygon(&[at(0.7, 0.0), at(0.42, 0.19), at(0.42, -0.19)], INK);
}

/// The part of a walk that passes a door: an arrow through it, or two side by side, there and back.
/// The middles of the cells stay free for marks.
fn draw_arrows(drawing: &mut Drawing, cell: Area, side: Direction, is_twice: bool) {
    let (dx, dy) = side.offset();
    let side = cell.width;
    let ahead = (f64::from(dx), f64::from(dy));
    let from = (cell.middle(), cell.y + side / 2.0);
    let mut lane = |from: (f64, f64), ahead: (f64, f64), across: f64| {
        // Places along the arrow and to its right.
        let at = |along: f64, across: f64| placed(from, ahead, [along * side, across * side]);
        let shaft = [at(0.26, across), at(0.6, across)];
        let head = |more: f64| {
            let (tip, tail, wide) = (0.76 + more, 0.54 - more / 2.0, 0.1 + more / 2.0);
            [at(tip, across), at(tail, across + wide), at(tail, across - wide)]
        };
        // A rim sets it off from rooms of any colour.
        let width = (side * 0.07).max(1.2);
        drawing.line(&shaft, width + 1.2, PAPER);
        drawing.polygon(&head(0.04), PAPER);
        drawing.line(&shaft, width, WALK);
        drawing.polygon(&head(0.0), WALK);
    };
    if is_twice {
        let behind = (from.0 + ahead.0 * side, from.1 + ahead.1 * side);
        lane(from, ahead, 0.13);
        lane(behind, (-ahead.0, -ahead.1), 0.13);
    } else {
        lane(from, ahead, 0.0);
    }
}

/// The place that far along a direction from a point, and that far to its right.
fn placed(from: (f64, f64), ahead: (f64, f64), [along, across]: [f64; 2]) -> (f64, f64) {
    let x = from.0 + ahead.0 * along - ahead.1 * across;
    (x, from.1 + ahead.1 * along + ahead.0 * across)
}

/// A dashed frame: three dashes on each side, the outer two of which make the corners.
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

/// A legend's arrows in a door that is passed twice, around a point.
pub(crate) fn twice_symbol(drawing: &mut Drawing, (x, y): (f64, f64)) {
    let cell = Area::new(x - 20.0, y - 10.0, 20.0, 20.0);
    draw_arrows(drawing, cell, Direction::Right, true);
}

/// A legend's room, around a point.
pub(crate) fn draw_symbol(drawing: &mut Drawing, (x, y): (f64, f64), fill: Paint, kind: RoomKind) {
    let area = Area::new(x - 6.0, y - 6.0, 12.0, 12.0);
    if kind.is_hidden() {
        draw_dashed(drawing, area.inset(1.0, 1.0, 1.0, 1.0));
    } else {
        drawing.rectangle(area, EDGE);
        drawing.rectangle(area.inset(0.9, 0.9, 0.9, 0.9), fill);
    }
    match kind {
        RoomKind::Start => drawing.dot(x, y, 3.0, INK),
        RoomKind::Normal => {}
        kind => {
            let look = Type::new(10.5, letter_on(kind)).bold().middle();
            drawing.text(kind.mark(), x, y + 3.8, look);
        }
    }
}

/// The mark of an award: a disc of its colour with its letter; a dot for nothing.
pub(crate) fn award_mark(drawing: &mut Drawing, (x, y): (f64, f64), radius: f64, award: Award) {
    if award.pickup == Pickup::Nothing {
        drawing.dot(x, y, radius * 0.25, QUIET);
        return;
    }
    let fill = award_color(award.pickup);
    drawing.dot(x, y, radius, fill);
    let mark = award.mark();
    let size = radius * if mark.len() > 1 { 1.1 } else { 1.5 };
    drawing.text(mark, x, y + size * 0.36, Type::new(size, ink_on(fill)).bold().middle());
}
