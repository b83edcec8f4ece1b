//! The inside of a room of the catalogue.

use basement_floors::rooms::{
    Catalogue, Entity, FileRoom, Interior, RoomFile, RoomPlan, SpawnGroup, printable,
};
use basement_roomfiles::EMBEDDED;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Lab, json};

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

#[wasm_bindgen]
impl Lab {
    /// The inside of the room with an index, as JSON: the `interior` of a floor's room.
    ///
    /// # Errors
    ///
    /// A message if the catalogue has no such room.
    #[wasm_bindgen(js_name = room)]
    pub fn room_json(&self, index: u16) -> Result<String, JsValue> {
        json(self.room(index).ok_or_else(|| format!("the catalogue has no room {index}")))
    }
}

impl Lab {
    /// The inside of the room with an index; `None` if the catalogue has no such room.
    #[must_use]
    pub(crate) fn room(&self, index: u16) -> Option<RoomAnswer> {
        let catalogue = self.rooms.as_ref().unwrap_or_else(|| Catalogue::embedded());
        let room =
            FileRoom { room: *catalogue.get(index)?, interior: catalogue.interior(index)?.clone() };
        let file = catalogue.file(index)?;
        let source = file.source.as_deref().filter(|source| *source != EMBEDDED);
        let source = source.map(|source| self.shown_source(source));
        Some(answer(&room, file, source, &|entity| self.entity_names.label(entity)))
    }
}

/// A room, with the things in it named by `name`.
fn answer(
    room: &FileRoom,
    file: &RoomFile,
    source: Option<String>,
    name: &dyn Fn(&Entity) -> String,
) -> RoomAnswer {
    let FileRoom { room, interior } = room;
    let Interior { name: own, .. } = interior;
    let plan = RoomPlan::new(room, interior);
    let row = |y: i16| (-1..=plan.width()).map(|x| plan.tile(x, y).mark()).collect();
    let groups = SpawnGroup::of(interior, name).into_iter();
    RoomAnswer {
        name: printable(own).into_owned(),
        file: printable(&file.name).into_owned(),
        source,
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
        spawns: groups.map(|group| (group.tiles.len(), group.name)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rooms_tiles_fill_its_box_and_unknown_rooms_have_none() {
        let lab = Lab::new();
        let room = lab.room(0).unwrap();
        assert_eq!(room.tiles.len(), room.height as usize);
        assert!(room.tiles.iter().all(|row| row.chars().count() == room.width as usize));
        assert!(lab.room(u16::MAX).is_none());
    }
}
