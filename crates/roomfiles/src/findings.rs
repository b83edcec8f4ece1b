//! What looks like a mistake in a valid file.

use std::collections::{HashMap, HashSet};
use std::fmt;

use basement_rooms::{FileRoom, RoomFile, TILES_HIGH, TILES_WIDE, door_slot_at};

/// Something in a valid file that its maker may not have meant. [`findings`] has an
/// example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The room's number in its file, from 0, and its name; `None` if the finding is about the
    /// whole file.
    pub room: Option<(usize, String)>,
    /// What was found.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.room {
            Some((room, name)) => write!(f, "room {room}, `{name}`: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// [L1](basement_model::rules#l1): everything in a file that looks like a mistake: findings about
/// the file first, then room by room.
///
/// ```
/// use basement_roomfiles::{findings, parse};
///
/// let xml = br#"<rooms><room type="1" variant="0" shape="1"/></rooms>"#;
/// let found = findings(&parse("14.sheol.xml", xml)?);
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].to_string(), "room 0, ``: it has no door, so no way leads into it");
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[must_use]
pub fn findings(file: &RoomFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let about_file = |message: &str| Finding { room: None, message: message.to_owned() };
    if file.stage.is_none() {
        findings.push(about_file(
            "the name begins with no stage number, such as that of `14.sheol.xml`: no floor draws these rooms",
        ));
    }
    if file.rooms.is_empty() {
        findings.push(about_file("the file holds no rooms"));
    }
    let mut firsts = HashMap::new();
    for (number, room) in file.rooms.iter().enumerate() {
        let mut oddities = oddities(room);
        let address = (room.room.room_type, room.room.variant, room.room.subtype);
        if let Some(first) = firsts.get(&address) {
            oddities.push(format!("room {first} has the same type, variant and subtype"));
        }
        firsts.entry(address).or_insert(number);
        findings.extend(
            oddities.into_iter().map(|message| Finding {
                room: Some((number, room.interior.name.clone())),
                message,
            }),
        );
    }
    findings
}

/// What is odd about a room, whatever the rest of the file.
fn oddities(FileRoom { room, interior }: &FileRoom) -> Vec<String> {
    let mut odd = Vec::new();
    let width = i16::from(room.shape.width()) * TILES_WIDE;
    let height = i16::from(room.shape.height()) * TILES_HIGH;
    let size = (i16::from(interior.width), i16::from(interior.height));
    if size != (width, height) {
        odd.push(format!(
            "its size is {}x{}, and its shape's {width}x{height}",
            interior.width, interior.height
        ));
    }
    let mut tiles = HashSet::new();
    for door in &interior.doors {
        if door_slot_at(room.shape, door.x, door.y).is_none() {
            odd.push(format!("shape {} has no door at {}, {}", room.shape, door.x, door.y));
        }
        if !tiles.insert((door.x, door.y)) {
            odd.push(format!("the door at {}, {} stands twice", door.x, door.y));
        }
    }
    if room.doors.is_empty() {
        odd.push("it has no door, so no way leads into it".to_owned());
    }
    let outside = interior
        .spawns
        .iter()
        .filter(|spawn| !(0..width).contains(&spawn.x) || !(0..height).contains(&spawn.y));
    match outside.count() {
        0 => {}
        1 => odd.push("a spawn stands outside its walls".to_owned()),
        count => odd.push(format!("{count} spawns stand outside its walls")),
    }
    if room.weight == 0.0 {
        odd.push("its weight is 0, so it is never chosen".to_owned());
    }
    odd
}
