//! Choosing a room from the catalogue (L2).

use super::catalogue::{Catalogue, CatalogueRoom, RoomType};
use super::embedded::EMBEDDED_ROOMS;
use crate::shape::{DoorSlots, Shape};

/// L2: how far below its weight a chosen room falls.
const DECAY: f32 = 0.1;
/// L2: the least weight.
const LEAST_WEIGHT: f32 = 1e-7;
/// L2: how readily rooms with exactly the needed doors are preferred.
const EXACT_PREFERENCE: f32 = 9.99;

/// What a room must be to be chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) room_type: RoomType,
    pub(crate) subtype: Option<u32>,
    pub(crate) shape: Option<Shape>,
    /// Slots in which it must be able to have a door.
    pub(crate) doors: DoorSlots,
}

impl Wanted {
    /// Any room of a type.
    pub(crate) const fn of(room_type: RoomType) -> Self {
        Self { room_type, subtype: None, shape: None, doors: DoorSlots::NONE }
    }

    fn matches(&self, room: &CatalogueRoom) -> bool {
        self.subtype.is_none_or(|subtype| room.subtype == subtype)
            && self.shape.is_none_or(|shape| room.shape == shape)
            && room.doors.contains_all(self.doors)
    }
}

/// The rooms' weights while one floor is made: they fall as rooms are chosen,
/// and are not reset between attempts (L2).
#[derive(Clone)]
pub(crate) struct Weights<'a> {
    catalogue: &'a Catalogue,
    weights: [f32; EMBEDDED_ROOMS],
}

impl<'a> Weights<'a> {
    /// Every room's own weight.
    pub(crate) fn new(catalogue: &'a Catalogue) -> Self {
        let mut weights = [0.0; EMBEDDED_ROOMS];
        for (weight, room) in weights.iter_mut().zip(catalogue.rooms()) {
            *weight = room.weight;
        }
        Self { catalogue, weights }
    }

    /// L2: chooses a room with the floats `f1` and `f2`; `None` when nothing
    /// matches.
    pub(crate) fn choose(
        &mut self,
        wanted: &Wanted,
        (f1, f2): (f32, f32),
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let catalogue = self.catalogue;
        let weights = &self.weights;
        let matching = || {
            catalogue.of_type(wanted.room_type).iter().filter_map(|index| {
                let room = catalogue.get(*index)?;
                wanted.matches(room).then(|| (*index, room, weights[usize::from(*index)]))
            })
        };
        let is_exact = |room: &CatalogueRoom| room.doors == wanted.doors;
        let (mut total, mut exact) = (0.0, 0.0);
        for (_, room, weight) in matching() {
            total += weight;
            if is_exact(room) {
                exact += weight;
            }
        }
        let only_exact = exact > 0.0 && EXACT_PREFERENCE * (exact / total) > f2;
        let mut rest = f1 * if only_exact { exact } else { total };
        let mut chosen = None;
        for (index, room, weight) in matching().filter(|(_, room, _)| !only_exact || is_exact(room))
        {
            chosen = Some((index, room));
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        let (index, _) = chosen?;
        let weight = &mut self.weights[usize::from(index)];
        *weight = (*weight * DECAY).max(LEAST_WEIGHT);
        chosen
    }
}
