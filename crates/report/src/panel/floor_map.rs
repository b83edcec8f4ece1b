//! A floor drawn as a map. Why by hand: [the crate](crate) says.

use std::collections::HashMap;

use basement_awards::{Award, Pickup};
use basement_floors::{Cell, Direction, Floor, RoomKind};
use basement_survey::{ArmFloor, FloorAwards, FloorRecord};

use crate::drawing::{Area, Drawing, Type};
use crate::lexicon::list;
use crate::theme::{
    DARK_INK, EDGE, INK, NOTE, PAPER, QUIET, award_color, ink_on, room_color, text_width,
};

/// What a map shows of a floor, whatever made it.
pub(crate) struct FloorMap {
    /// Each room's kind, its cells, and the cell that carries its mark.
    pub(super) rooms: Vec<(RoomKind, Vec<Cell>, Option<Cell>)>,
    /// Each door's cell, and the side of it that the door is on.
    pub(super) doors: Vec<(Cell, Direction)>,
    /// The award of each room that has one, in the order of the rooms; empty where none are shown.
    awards: Vec<Option<Award>>,
}

impl From<&Floor> for FloorMap {
    fn from(floor: &Floor) -> Self {
        let rooms = floor.rooms().iter().enumerate();
        let rooms =
            rooms.map(|(index, room)| (room.kind, room.cells().collect(), floor.first_cell(index)));
        let doors = floor.doors();
        let doors = doors.into_iter().filter_map(|door| {
            let cell = floor.rooms()[door.from].slot_cell(door.slot)?;
            Some((cell, door.slot.direction()))
        });
        Self { rooms: rooms.collect(), doors: doors.collect(), awards: Vec::new() }
    }
}

impl From<&FloorRecord> for FloorMap {
    fn from(record: &FloorRecord) -> Self {
        let rooms = record.rooms().iter();
        let rooms =
            rooms.map(|room| (room.kind(), room.cells().to_vec(), room.cells().first().copied()));
        let mut map = Self { rooms: rooms.collect(), doors: Vec::new(), awards: Vec::new() };
        let mut drawn = HashMap::<[usize; 2], usize>::new();
        for [from, to] in record.doors() {
            let sides = map.shared_sides(*from, *to);
            let count = drawn.entry([*from, *to]).or_default();
            // The middle one first, then those after it.
            if let Some(side) = sides.get((sides.len() / 2 + *count) % sides.len().max(1)) {
                map.doors.push(*side);
            }
            *count += 1;
        }
        map
    }
}

impl From<&ArmFloor> for FloorMap {
    fn from(floor: &ArmFloor) -> Self {
        match floor {
            ArmFloor::Generated(floor) => (&**floor).into(),
            ArmFloor::Read(record) => record.into(),
            _ => Self { rooms: Vec::new(), doors: Vec::new(), awards: Vec::new() },
        }
    }
}

/// The cell beside a cell; `None` beyond the edge.
pub(super) fn beside(cell: Cell, direction: Direction) -> Option<Cell> {
    let (dx, dy) = direction.offset();
    cell.offset(dx, dy)
}

/// The plan of a map, whatever its rooms are: the cells of each room, and the doors, in order.
pub(crate) type Plan = (Vec<Vec<(u8, u8)>>, Vec<((u8, u8), (i8, i8))>);

impl FloorMap {
    /// The same floor with the awards of its rooms.
    pub(crate) fn with_awards(mut self, awards: &FloorAwards) -> Self {
        self.awards = (0..self.rooms.len()).map(|room| awards.of_room(room)).collect();
        self
    }

    /// Its plan: cells and doors, whatever the rooms are for.
    pub(crate) fn plan(&self) -> Plan {
        let place = |cell: &Cell| (cell.x, cell.y);
        let rooms = self.rooms.iter().map(|(_, cells, _)| {
            let mut cells: Vec<(u8, u8)> = cells.iter().map(place).collect();
            cells.sort_unstable();
            cells
        });
        let doors = self.doors.iter().map(|(cell, side)| (place(cell), side.offset()));
        let (mut rooms, mut doors): (Vec<_>, Vec<_>) = (rooms.collect(), doors.collect());
        rooms.sort_unstable();
        doors.sort_unstable();
        (rooms, doors)
    }

    /// The floor without its hidden rooms and the doors to them, which look like rings.
    pub(crate) fn of_plan(mut self) -> Self {
        self.rooms.retain(|(kind, ..)| !kind.is_added());
        let is_kept = |cell: Cell| self.rooms.iter().any(|(_, cells, _)| cells.contains(&cell));
        self.doors.retain(|(cell, direction)| {
            is_kept(*cell) && beside(*cell, *direction).is_some_and(is_kept)
        });
        self
    }

    /// The kinds of its rooms.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = RoomKind> {
        self.rooms.iter().map(|(kind, ..)| *kind)
    }

    /// The sides of the first room's cells that face the second room.
    fn shared_sides(&self, from: usize, to: usize) -> Vec<(Cell, Direction)> {
        let sides = self.rooms[from]
            .1
            .iter()
            .flat_map(|cell| Direction::ALL.map(|direction| (*cell, direction)));
        let faces = |(cell, direction): &(Cell, Direction)| {
            beside(*cell, *direction).is_some_and(|cell| self.rooms[to].1.contains(&cell))
        };
        sides.filter(faces).collect()
    }

    /// The extent in cells: columns, rows.
    pub(crate) fn extent(&self) -> (f64, f64) {
        let (left, top, right, bottom) = self.bounds();
        (f64::from(right - left + 1), f64::from(bottom - top + 1))
    }

    /// The first column and row, and the last.
    pub(crate) fn bounds(&self) -> (u8, u8, u8, u8) {
        self.rooms.iter().flat_map(|(_, cells, _)| cells).fold(
            (u8::MAX, u8::MAX, 0, 0),
            |(left, top, right, bottom), cell| {
                (left.min(cell.x), top.min(cell.y), right.max(cell.x), bottom.max(cell.y))
            },
        )
    }

    /// Draws the floor in the middle of an area, cells of `side`.
    pub(crate) fn draw(&self, drawing: &mut Drawing, area: Area, side: f64) {
        self.draw_within(drawing, area, side, self.bounds());
    }

    /// Draws the floor such that the cells from (left, top) to (right, bottom) lie in the
    /// middle of an area.
    pub(crate) fn draw_within(
        &self,
        drawing: &mut Drawing,
        area: Area,
        side: f64,
        (left, top, right, bottom): (u8, u8, u8, u8),
    ) {
        let width = f64::from(right - left + 1) * side;
        let height = f64::from(bottom - top + 1) * side;
        let origin = (area.middle() - width / 2.0, area.y + (area.height - height) / 2.0);
        let place = |cell: Cell| {
            (origin.0 + f64::from(cell.x - left) * side, origin.1 + f64::from(cell.y - top) * side)
        };
        let wall = (side * 0.09).max(0.7);
        for (kind, cells, _) in &self.rooms {
            for cell in cells {
                let (x, y) = place(*cell);
                drawing.rectangle(Area::new(x, y, side, side), room_color(*kind));
            }
        }
        // Walls wherever two neighbouring cells belong to different rooms, with a gap
        // in the room's colour where there is a door.
        for (_, cells, _) in &self.rooms {
            for cell in cells {
                let (x, y) = place(*cell);
                for direction in Direction::ALL {
                    if beside(*cell, direction).is_some_and(|cell| cells.contains(&cell)) {
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
                    drawing.rectangle(area, EDGE);
                }
            }
        }
        for (cell, direction) in &self.doors {
            let (x, y) = place(*cell);
            let (gap, half) = (side * 0.34, wall * 0.75);
            let middle = side / 2.0;
            let (cx, cy) = match direction {
                Direction::Left => (x, y + middle),
                Direction::Right => (x + side, y + middle),
                Direction::Up => (x + middle, y),
                Direction::Down => (x + middle, y + side),
            };
            let hole = if direction.is_horizontal() {
                Area::new(cx - half, cy - gap / 2.0, 2.0 * half, gap)
            } else {
                Area::new(cx - gap / 2.0, cy - half, gap, 2.0 * half)
            };
            drawing.rectangle(hole, PAPER);
        }
        for (index, (kind, _, mark)) in self.rooms.iter().enumerate() {
            let Some(cell) = mark else { continue };
            let (x, y) = place(*cell);
            let (cx, cy) = (x + side / 2.0, y + side / 2.0);
            match kind {
                RoomKind::Normal => {
                    if let Some(award) = self.awards.get(index).copied().flatten() {
                        award_mark(drawing, (cx, cy), side * 0.3, award);
                    }
                }
                RoomKind::Start => drawing.dot(cx, cy, side * 0.26, INK),
                kind => {
                    let size = (side * 0.9).max(6.0);
                    drawing.text(
                        kind.mark(),
                        cx,
                        cy + size * 0.36,
                        Type::new(size, DARK_INK).bold().middle(),
                    );
                }
            }
        }
    }
}

/// Which hidden rooms of these kinds count as rooms, in a sentence after others; empty without
/// any.
pub(crate) fn counted(kinds: impl IntoIterator<Item = RoomKind>) -> String {
    const HIDDEN: [RoomKind; 3] = [RoomKind::SuperSecret, RoomKind::Secret, RoomKind::UltraSecret];
    let mut kinds: Vec<RoomKind> = kinds.into_iter().filter(|kind| HIDDEN.contains(kind)).collect();
    kinds.sort_unstable_by_key(|kind| HIDDEN.iter().position(|hidden| hidden == kind));
    kinds.dedup();
    let name =
        |kind: &RoomKind| format!("{} ({})", kind.to_string().replace('_', " "), kind.mark());
    let (added, own): (Vec<RoomKind>, Vec<RoomKind>) =
        kinds.into_iter().partition(|kind| kind.is_added());
    let added: Vec<String> = added.iter().map(name).collect();
    match (own.first().map(name), added.as_slice()) {
        (None, []) => String::new(),
        (Some(own), []) => format!(" The {own} room counts as a room."),
        (None, added) => {
            format!(" The {} rooms count neither as rooms nor for rings.", list(added))
        }
        (Some(own), added) => format!(
            " The {own} room counts as a room; {} rooms count neither as rooms nor for rings.",
            list(added)
        ),
    }
}

/// The mark of an award: a disc of its colour with its letter; a point for nothing.
fn award_mark(drawing: &mut Drawing, (x, y): (f64, f64), radius: f64, award: Award) {
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

/// An award in words.
fn award_words(award: Award) -> String {
    let pickup = award.pickup.to_string().replace('_', " ");
    if award.count > 1 { format!("{pickup}, {} copies", award.count) } else { pickup }
}

/// The awards that a legend names, each with its words and where it stands in so wide an area.
fn award_entries(width: f64, awards: &[Award]) -> Vec<(Award, String, (f64, f64))> {
    let words = awards.iter().map(|award| (*award, award_words(*award)));
    set_in_lines(width, words)
}

/// The height of the legend of these awards.
pub(crate) fn award_legend_height(width: f64, awards: &[Award]) -> f64 {
    award_entries(width, awards).last().map_or(0.0, |(.., (_, y))| y + LINE)
}

/// What the marks of these awards mean, in lines.
pub(crate) fn award_legend(drawing: &mut Drawing, area: Area, awards: &[Award]) {
    for (award, words, (x, y)) in award_entries(area.width, awards) {
        let (x, y) = (area.x + x, area.y + y);
        award_mark(drawing, (x + BOX / 2.0, y - 3.5), BOX / 2.0 + 0.5, award);
        drawing.text(words, x + BOX + 5.0, y, Type::new(NOTE, QUIET));
    }
}

/// The side of a mark in a legend, and the height of a line of it.
const BOX: f64 = 12.0;
const LINE: f64 = BOX + 5.0;

/// The kinds that a legend names, each with its name and where it stands in so wide an area.
fn entries(width: f64, mut kinds: Vec<RoomKind>) -> Vec<(RoomKind, String, (f64, f64))> {
    kinds.retain(|kind| *kind != RoomKind::Normal);
    kinds.sort_unstable();
    kinds.dedup();
    set_in_lines(width, kinds.into_iter().map(|kind| (kind, kind.to_string().replace('_', " "))))
}

/// Sets marks with their words side by side, in lines of that width.
fn set_in_lines<M>(
    width: f64,
    marks: impl Iterator<Item = (M, String)>,
) -> Vec<(M, String, (f64, f64))> {
    let (mut x, mut y) = (0.0, 0.0);
    let entry = |(mark, words): (M, String)| {
        let wide = BOX + 5.0 + text_width(&words, NOTE, false) + 11.0;
        if x + wide > width {
            (x, y) = (0.0, y + LINE);
        }
        let at = (x, y);
        x += wide;
        (mark, words, at)
    };
    marks.map(entry).collect()
}

/// The height of the legend of these kinds.
pub(crate) fn legend_height(width: f64, kinds: Vec<RoomKind>) -> f64 {
    entries(width, kinds).last().map_or(0.0, |(.., (_, y))| y + LINE)
}

/// What the marks of these kinds mean, in lines.
pub(crate) fn legend(drawing: &mut Drawing, area: Area, kinds: Vec<RoomKind>) {
    for (kind, name, (x, y)) in entries(area.width, kinds) {
        let (x, y) = (area.x + x, area.y + y);
        let mark = Area::new(x, y - 9.5, BOX, BOX);
        drawing.rectangle(mark, room_color(kind));
        drawing.frame(mark, 0.8, QUIET);
        if kind == RoomKind::Start {
            drawing.dot(mark.middle(), y - 3.5, 3.2, INK);
        } else {
            drawing.text(kind.mark(), mark.middle(), y, Type::new(10.5, DARK_INK).bold().middle());
        }
        drawing.text(name, x + BOX + 5.0, y, Type::new(NOTE, QUIET));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_rooms_are_said_to_count_only_where_they_are_drawn() {
        use RoomKind::{Boss, Secret, SuperSecret, UltraSecret};
        assert_eq!(counted([Boss]), "");
        assert_eq!(counted([SuperSecret]), " The super secret (!) room counts as a room.");
        assert_eq!(
            counted([UltraSecret, Boss, Secret, SuperSecret, Secret]),
            " The super secret (!) room counts as a room; secret (?) and ultra secret (*) rooms count \
             neither as rooms nor for rings."
        );
        assert!(counted([Secret]).contains("secret (?) rooms count neither"));
    }
}
