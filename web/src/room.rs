//! The inside of a room of the catalogue.

use basement_floors::rooms::{Catalogue, RoomPlan, SpawnGroup, printable};
use basement_roomfiles::EMBEDDED;
use serde::Serialize;

use crate::{Lab, Message};

/// The inside of a room, for drawing.
#[derive(Serialize)]
pub(crate) struct RoomAnswer {
    name: String,
    /// The file that it comes from.
    file: String,
    /// The source of the file, such as a mod; null for the engine's own.
    source: Option<String>,
    #[serde(rename = "type")]
    room_type: String,
    variant: u32,
    subtype: u32,
    shape: &'static str,
    difficulty: u32,
    weight: f32,
    /// How many tiles it is wide and high, walls included.
    width: i16,
    height: i16,
    /// The kind of each tile, row by row: a mark of [`RoomAnswer::kinds`].
    tiles: Vec<String>,
    /// The marks with what they mean.
    kinds: Vec<(char, &'static str)>,
    /// The things in it, with how many there are of each.
    spawns: Vec<(usize, String)>,
}

impl Lab {
    /// The inside of the room with an index: the `interior` of a floor's room.
    pub(crate) fn room(&self, index: u16) -> Result<RoomAnswer, Message> {
        let catalogue = self.rooms.as_ref().unwrap_or_else(|| Catalogue::embedded());
        let known = (catalogue.get(index), catalogue.interior(index), catalogue.file(index));
        let (Some(room), Some(interior), Some(file)) = known else {
            return Err(Message(format!("the catalogue has no room {index}")));
        };
        let source = file.source.as_deref().filter(|source| *source != EMBEDDED);
        let plan = RoomPlan::new(room, interior);
        let row = |y: i16| (-1..=plan.width()).map(|x| plan.tile(x, y).mark()).collect();
        let groups = SpawnGroup::of(interior, &|entity| self.entity_names.label(entity));
        Ok(RoomAnswer {
            name: printable(&interior.name).into_owned(),
            file: printable(&file.name).into_owned(),
            source: source.map(|source| self.shown_source(source)),
            room_type: room.room_type.to_string(),
            variant: room.variant,
            subtype: room.subtype,
            shape: room.shape.name(),
            difficulty: room.difficulty.into(),
            weight: room.weight,
            width: plan.width() + 2,
            height: plan.height() + 2,
            tiles: (-1..=plan.height()).map(row).collect(),
            kinds: plan.legend().into_iter().map(|tile| (tile.mark(), tile.name())).collect(),
            spawns: groups.into_iter().map(|group| (group.tiles.len(), group.name)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rooms_tiles_fill_its_box_and_unknown_rooms_have_none() {
        let lab = Lab::default();
        let room = lab.room(0).unwrap();
        assert_eq!(room.tiles.len(), room.height as usize);
        assert!(room.tiles.iter().all(|row| row.chars().count() == room.width as usize));
        assert!(lab.room(u16::MAX).is_err());
    }
}
