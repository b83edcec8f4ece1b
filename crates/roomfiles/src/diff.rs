//! The differences between two room files.

use std::collections::HashMap;
use std::fmt;

use basement_model::{DoorSlots, Shape};
use basement_rooms::{FileRoom, RoomFile, Spawn, grouped, printable};

use crate::findings::names;
use crate::room_label::RoomLabel;

/// The differences between two room files: the rooms that the second one adds, leaves out and
/// changes. [`diff`] has an example.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FileDiff {
    /// The rooms that only the second file has.
    pub added: Vec<RoomLabel>,
    /// The rooms that only the first file has.
    pub removed: Vec<RoomLabel>,
    /// The rooms that both files have, with differences.
    pub changed: Vec<RoomDiff>,
    /// Whether the rooms that both files have are in another order. The choice of rooms depends on
    /// the order ([L2](basement_model::rules#l2)).
    pub is_reordered: bool,
}

/// How two files differ about a room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RoomDiff {
    /// The room in the first file.
    pub before: RoomLabel,
    /// The room in the second file.
    pub after: RoomLabel,
    /// What is different.
    pub changes: Vec<RoomChange>,
}

/// What is different about a room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RoomChange {
    /// Its name.
    Name(String, String),
    /// Its subtype.
    Subtype(u32, u32),
    /// Its difficulty.
    Difficulty(u8, u8),
    /// Its weight.
    Weight(f32, f32),
    /// Its shape.
    Shape(Shape, Shape),
    /// Its width and height in tiles, if its shape is the same.
    Size((u8, u8), (u8, u8)),
    /// Its doors.
    Doors {
        /// The slots that only the second file opens.
        opened: DoorSlots,
        /// The slots that only the first file opens.
        closed: DoorSlots,
    },
    /// Its spawns.
    Spawns {
        /// How many spawns only the second file has.
        added: usize,
        /// How many spawns only the first file has.
        removed: usize,
    },
}

/// Compares two room files.
///
/// Rooms are matched by type and variant; if several rooms share these, the first in one file is
/// compared with the first in the other, and so on. Everything else in a file, such as comments, is
/// not compared.
///
/// ```
/// use basement_roomfiles::{diff, parse};
///
/// let room = |variant: u8, weight: &str| {
///     format!("<room type='1' variant='{variant}' name='Pit' shape='1' weight='{weight}'/>")
/// };
/// let file = |rooms: [String; 2]| {
///     parse("14.sheol.xml", format!("<rooms>{}</rooms>", rooms.concat()).as_bytes())
/// };
/// let diff = diff(&file([room(1, "1"), room(2, "1")])?, &file([room(1, "0.5"), room(3, "1")])?);
/// assert_eq!(diff.to_string(), "1 room added, 1 removed, 1 changed");
/// assert_eq!(diff.changed[0].to_string(), "room 0, 1.1 `Pit`: weight 1 -> 0.5");
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[must_use]
pub fn diff(before: &RoomFile, after: &RoomFile) -> FileDiff {
    let mut places: HashMap<Address, Vec<usize>> = HashMap::new();
    for (number, room) in after.rooms.iter().enumerate().rev() {
        places.entry(address(room)).or_default().push(number);
    }
    let mut diff = FileDiff::default();
    let mut is_matched = vec![false; after.rooms.len()];
    let mut last = None;
    for (number, room) in before.rooms.iter().enumerate() {
        let label = RoomLabel::of(number, room);
        let Some(place) = places.get_mut(&address(room)).and_then(Vec::pop) else {
            diff.removed.push(label);
            continue;
        };
        is_matched[place] = true;
        diff.is_reordered |= last.is_some_and(|last| place < last);
        last = Some(place);
        let changes = changes(room, &after.rooms[place]);
        if !changes.is_empty() {
            let after = RoomLabel::of(place, &after.rooms[place]);
            diff.changed.push(RoomDiff { before: label, after, changes });
        }
    }
    let only_after = is_matched.iter().enumerate().filter(|(_, is_matched)| !**is_matched);
    diff.added = only_after.map(|(place, _)| RoomLabel::of(place, &after.rooms[place])).collect();
    diff
}

/// What rooms are matched by: the number of the type, and the variant.
type Address = (u32, u32);

const fn address(room: &FileRoom) -> Address {
    (room.room.room_type.number(), room.room.variant)
}

fn changes(before: &FileRoom, after: &FileRoom) -> Vec<RoomChange> {
    let (FileRoom { room: a, interior: inside }, FileRoom { room: b, interior: other }) =
        (before, after);
    let size = (inside.width, inside.height);
    let new_size = (other.width, other.height);
    let (opened, closed) = (b.doors.without(a.doors), a.doors.without(b.doors));
    let (added, removed) = spawns(&inside.spawns, &other.spawns);
    [
        (inside.name != other.name)
            .then(|| RoomChange::Name(inside.name.clone(), other.name.clone())),
        (a.subtype != b.subtype).then_some(RoomChange::Subtype(a.subtype, b.subtype)),
        (a.difficulty != b.difficulty)
            .then_some(RoomChange::Difficulty(a.difficulty, b.difficulty)),
        (a.weight.to_bits() != b.weight.to_bits())
            .then_some(RoomChange::Weight(a.weight, b.weight)),
        (a.shape != b.shape).then_some(RoomChange::Shape(a.shape, b.shape)),
        (a.shape == b.shape && size != new_size).then_some(RoomChange::Size(size, new_size)),
        (a.doors != b.doors).then_some(RoomChange::Doors { opened, closed }),
        (added + removed > 0).then_some(RoomChange::Spawns { added, removed }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How many spawns only the second room has, and how many only the first.
fn spawns(before: &[Spawn], after: &[Spawn]) -> (usize, usize) {
    if before == after {
        return (0, 0);
    }
    let mut counts: HashMap<Vec<u32>, (usize, usize)> = HashMap::new();
    for spawn in before {
        counts.entry(key(spawn)).or_default().0 += 1;
    }
    for spawn in after {
        counts.entry(key(spawn)).or_default().1 += 1;
    }
    counts.values().fold((0, 0), |(added, removed), (first, second)| {
        (added + second.saturating_sub(*first), removed + first.saturating_sub(*second))
    })
}

/// Everything about a spawn, as numbers.
fn key(spawn: &Spawn) -> Vec<u32> {
    let tile = [spawn.x as u32, spawn.y as u32];
    let entities = spawn.entities.iter().flat_map(|entity| {
        [entity.entity_type, entity.variant, entity.subtype, entity.weight.to_bits()]
    });
    tile.into_iter().chain(entities).collect()
}

impl FileDiff {
    /// Whether there are no differences.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && !self.is_reordered
    }
}

/// The numbers of rooms added, removed and changed, in a few words.
impl fmt::Display for FileDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("the same rooms");
        }
        let counts = [
            (self.added.len(), "added"),
            (self.removed.len(), "removed"),
            (self.changed.len(), "changed"),
        ];
        let mut parts: Vec<String> = Vec::new();
        for (count, verb) in counts.into_iter().filter(|(count, _)| *count > 0) {
            parts.push(match (parts.is_empty(), count) {
                (true, 1) => format!("1 room {verb}"),
                (true, count) => format!("{} rooms {verb}", grouped(count as u64)),
                (false, count) => format!("{} {verb}", grouped(count as u64)),
            });
        }
        if self.is_reordered {
            parts.push("another order".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for RoomDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes: Vec<String> = self.changes.iter().map(ToString::to_string).collect();
        write!(f, "{}: {}", self.before, changes.join("; "))
    }
}

impl fmt::Display for RoomChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(before, after) => {
                write!(f, "name `{}` -> `{}`", printable(before), printable(after))
            }
            Self::Subtype(before, after) => write!(f, "subtype {before} -> {after}"),
            Self::Difficulty(before, after) => write!(f, "difficulty {before} -> {after}"),
            Self::Weight(before, after) => write!(f, "weight {before} -> {after}"),
            Self::Shape(before, after) => write!(f, "shape {before} -> {after}"),
            Self::Size(before, after) => {
                write!(f, "size {}x{} -> {}x{}", before.0, before.1, after.0, after.1)
            }
            Self::Doors { opened, closed } => {
                let part = |slots: &DoorSlots, verb: &str| {
                    (*slots != DoorSlots::NONE).then(|| format!("{} {verb}", names(*slots)))
                };
                let parts = [part(opened, "opened"), part(closed, "closed")];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
            Self::Spawns { added, removed: 0 } => write!(f, "spawns: {added} added"),
            Self::Spawns { added: 0, removed } => write!(f, "spawns: {removed} removed"),
            Self::Spawns { added, removed } => {
                write!(f, "spawns: {added} added, {removed} removed")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use basement_rooms::{CatalogueRoom, Entity, Interior, RoomType};

    use super::*;

    fn room(variant: u32, name: &str) -> FileRoom {
        let shape = Shape::Single;
        let usual = CatalogueRoom::new(Some(1), RoomType::Normal, shape);
        let room = CatalogueRoom { variant, ..usual };
        FileRoom { room, interior: Interior::empty(name.to_owned(), shape, shape.slots()) }
    }

    fn file(rooms: &[FileRoom]) -> RoomFile {
        RoomFile { rooms: rooms.to_vec(), ..RoomFile::default() }
    }

    #[test]
    fn each_field_that_differs_is_named_once() {
        let before = room(1, "a");
        let spawn = |x| {
            let entity = Entity { entity_type: 10, variant: 0, subtype: 0, weight: 1.0 };
            Spawn { x, y: 0, entities: vec![entity] }
        };
        let mut with_spawns = before.clone();
        with_spawns.interior.spawns = vec![spawn(1), spawn(1), spawn(2)];
        type Edit = fn(&mut FileRoom);
        let cases: [(Edit, &str); 7] = [
            (|room| room.interior.name = "b\u{1b}".to_owned(), "name `a` -> `b\\u{1b}`"),
            (|room| room.room.subtype = 3, "subtype 0 -> 3"),
            (|room| room.room.difficulty = 5, "difficulty 1 -> 5"),
            (|room| room.room.weight = 0.25, "weight 1 -> 0.25"),
            (|room| room.room.shape = Shape::Square, "shape 1x1 -> 2x2"),
            (|room| room.interior.width = 12, "size 13x7 -> 12x7"),
            (
                |room| room.room.doors = DoorSlots::NONE.with(basement_model::DoorSlot::Up0),
                "left0, right0, down0 closed",
            ),
        ];
        for (edit, expected) in cases {
            let mut after = before.clone();
            edit(&mut after);
            let diff = diff(&file(std::slice::from_ref(&before)), &file(&[after]));
            assert_eq!(diff.changed[0].to_string(), format!("room 0, 1.1 `a`: {expected}"));
            assert_eq!(diff.to_string(), "1 room changed");
        }
        let mut moved = with_spawns.clone();
        moved.interior.spawns = vec![spawn(2), spawn(1), spawn(3), spawn(4)];
        let changes = changes(&with_spawns, &moved);
        assert_eq!(changes, [RoomChange::Spawns { added: 2, removed: 1 }]);
        moved.interior.spawns = vec![spawn(2), spawn(1), spawn(1)];
        assert!(super::changes(&with_spawns, &moved).is_empty(), "their order means nothing");
    }

    #[test]
    fn rooms_are_matched_by_type_and_variant_and_the_order_counts() {
        let [a, b, c] = [room(1, "a"), room(2, "b"), room(2, "c")];
        let first = file(&[a.clone(), b.clone(), c.clone()]);
        assert!(diff(&first, &first).is_empty());
        let swapped = diff(&first, &file(&[b.clone(), c.clone(), a.clone()]));
        assert!(swapped.is_reordered && swapped.changed.is_empty());
        assert_eq!(swapped.to_string(), "another order");
        let less = diff(&first, &file(&[a, b]));
        assert_eq!(less.removed.len(), 1);
        assert_eq!(less.removed[0].to_string(), "room 2, 1.2 `c`");
        assert_eq!(less.to_string(), "1 room removed");
        let more = diff(&file(&[]), &first);
        assert_eq!(more.to_string(), "3 rooms added");
        assert!(!more.is_reordered);
    }
}
