//! A floor drawn as a map.

use basement_floors::{Cell, Direction, Floor, RoomKind};

use crate::drawing::{Area, Drawing, Type};
use crate::theme::{INK, NOTE, PAPER, QUIET, room_color, text_width};
use basement_survey::Color;

/// The colour of walls.
const WALL: Color = Color(70, 70, 70);

/// The extent of a floor in cells: columns, rows.
pub(crate) fn extent(floor: &Floor) -> (f64, f64) {
    let (left, top, right, bottom) = bounds(floor);
    (f64::from(right - left + 1), f64::from(bottom - top + 1))
}

pub(crate) fn bounds(floor: &Floor) -> (u8, u8, u8, u8) {
    floor.rooms().iter().flat_map(|room| room.cells()).fold(
        (u8::MAX, u8::MAX, 0, 0),
        |(left, top, right, bottom), cell| {
            (left.min(cell.x), top.min(cell.y), right.max(cell.x), bottom.max(cell.y))
        },
    )
}

/// Draws a floor in the middle of an area, cells of `side`.
pub(crate) fn floor_map(drawing: &mut Drawing, area: Area, floor: &Floor, side: f64) {
    floor_map_within(drawing, area, floor, side, bounds(floor));
}

/// Draws a floor such that the cells from (left, top) to (right, bottom) lie in
/// the middle of an area; returns where the cell (left, top) lies.
pub(crate) fn floor_map_within(
    drawing: &mut Drawing,
    area: Area,
    floor: &Floor,
    side: f64,
    (left, top, right, bottom): (u8, u8, u8, u8),
) -> (f64, f64) {
    let width = f64::from(right - left + 1) * side;
    let height = f64::from(bottom - top + 1) * side;
    let origin = (area.middle() - width / 2.0, area.y + (area.height - height) / 2.0);
    let place = |cell: Cell| {
        (origin.0 + f64::from(cell.x - left) * side, origin.1 + f64::from(cell.y - top) * side)
    };
    let occupancy = floor.occupancy();
    let wall = (side * 0.09).max(0.7);
    for room in floor.rooms() {
        for cell in room.cells() {
            let (x, y) = place(cell);
            drawing.rectangle(Area::new(x, y, side, side), room_color(room.kind));
        }
    }
    // Walls wherever two neighbouring cells belong to different rooms, with a gap
    // in the room's colour where there is a door.
    for (index, room) in floor.rooms().iter().enumerate() {
        for cell in room.cells() {
            let (x, y) = place(cell);
            for direction in Direction::ALL {
                let beside = floor.grid().step(cell, direction);
                if beside.and_then(|beside| occupancy.room_at(beside)) == Some(index) {
                    continue;
                }
                let (from, to) = match direction {
                    Direction::Left => ((x, y), (x, y + side)),
                    Direction::Right => ((x + side, y), (x + side, y + side)),
                    Direction::Up => ((x, y), (x + side, y)),
                    Direction::Down => ((x, y + side), (x + side, y + side)),
                };
                let half = wall / 2.0;
                let area = Area::new(
                    from.0 - half,
                    from.1 - half,
                    to.0 - from.0 + wall,
                    to.1 - from.1 + wall,
                );
                drawing.rectangle(area, WALL);
            }
        }
    }
    for door in floor.doors() {
        let Some(cell) = floor.rooms()[door.from].slot_cell(door.slot) else { continue };
        let (x, y) = place(cell);
        let (gap, half) = (side * 0.34, wall * 0.75);
        let middle = side / 2.0;
        let (cx, cy) = match door.slot.direction() {
            Direction::Left => (x, y + middle),
            Direction::Right => (x + side, y + middle),
            Direction::Up => (x + middle, y),
            Direction::Down => (x + middle, y + side),
        };
        let hole = if door.slot.direction().is_horizontal() {
            Area::new(cx - half, cy - gap / 2.0, 2.0 * half, gap)
        } else {
            Area::new(cx - gap / 2.0, cy - half, gap, 2.0 * half)
        };
        drawing.rectangle(hole, PAPER);
    }
    for (index, room) in floor.rooms().iter().enumerate() {
        let Some(cell) = floor.first_cell(index) else { continue };
        let (x, y) = place(cell);
        let (cx, cy) = (x + side / 2.0, y + side / 2.0);
        match room.kind {
            RoomKind::Normal => {}
            RoomKind::Start => drawing.dot(cx, cy, side * 0.26, INK),
            kind => {
                let size = (side * 0.9).max(6.0);
                drawing.text(
                    kind.mark(),
                    cx,
                    cy + size * 0.36,
                    Type::new(size, INK).bold().middle(),
                );
            }
        }
    }
    origin
}

/// What the marks of these kinds mean, in lines.
pub(crate) fn legend(drawing: &mut Drawing, area: Area, mut kinds: Vec<RoomKind>) {
    const BOX: f64 = 12.0;
    kinds.retain(|kind| *kind != RoomKind::Normal);
    kinds.sort_unstable();
    kinds.dedup();
    let (mut x, mut y) = (area.x, area.y);
    for kind in kinds {
        let name = kind.to_string().replace('_', " ");
        let width = BOX + 5.0 + text_width(&name, NOTE, false) + 11.0;
        if x + width > area.right() {
            x = area.x;
            y += BOX + 5.0;
        }
        let mark = Area::new(x, y - 9.5, BOX, BOX);
        drawing.rectangle(mark, room_color(kind));
        drawing.frame(mark, 0.8, QUIET);
        if kind == RoomKind::Start {
            drawing.dot(mark.middle(), y - 3.5, 3.2, INK);
        } else {
            drawing.text(kind.mark(), mark.middle(), y, Type::new(9.5, INK).bold().middle());
        }
        drawing.text(name, x + BOX + 5.0, y, Type::new(NOTE, QUIET));
        x += width;
    }
}
