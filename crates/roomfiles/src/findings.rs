//! What is odd about a file that can be read all the same.

use std::collections::{HashMap, HashSet};
use std::fmt;

use basement_floors::rooms::{FileRoom, RoomFile, TILES_HIGH, TILES_WIDE, door_slot};

/// Something odd: a file that holds it is read, but may not do what its maker meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The room's number in its file, from 0, and its name; `None` for the file.
    pub room: Option<(usize, String)>,
    /// What is odd.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.room {
            Some((room, name)) => write!(f, "room {room}, `{name}`: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// L1: everything that is odd about a file, in its order.
#[must_use]
pub fn findings(file: &RoomFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let of_file = |what: &str| Finding { room: None, what: what.to_owned() };
    if file.stage.is_none() {
        findings.push(of_file(
            "the name begins with no stage number, such as that of `14.sheol.xml`: no floor draws these rooms",
        ));
    }
    if file.rooms.is_empty() {
        findings.push(of_file("the file holds no rooms"));
    }
    let mut firsts = HashMap::new();
    for (number, room) in file.rooms.iter().enumerate() {
        let mut oddities = oddities(room);
        let hot = room.room;
        let address = (hot.room_type, hot.variant, hot.subtype);
        if let Some(first) = firsts.get(&address) {
            oddities.push(format!("room {first} has the same type, variant and subtype"));
        }
        firsts.entry(address).or_insert(number);
        findings.extend(
            oddities
                .into_iter()
                .map(|what| Finding { room: Some((number, room.interior.name.clone())), what }),
        );
    }
    findings
}

/// What is odd about a room by itself.
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
    let mut places = HashSet::new();
    for door in &interior.doors {
        if door_slot(room.shape, door.x, door.y).is_none() {
            odd.push(format!("shape {} has no door at {}, {}", room.shape, door.x, door.y));
        }
        if !places.insert((door.x, door.y)) {
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
