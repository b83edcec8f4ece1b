//! What the rules ask about a stage's ordinary rooms apart from choices: how many there are and
//! which shapes they have (R9), and which room has a given number (W43, W50).

use basement_model::Shape;

use crate::room_file::CatalogueRoom;
use crate::room_type::RoomType;

/// R9: the ordinary rooms of a stage, of any variant and weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NormalRooms {
    /// How many rooms have each difficulty.
    counts: Vec<u32>,
    /// The shapes of the rooms of each difficulty, as bits by the numbers of the shapes.
    shapes: Vec<u16>,
    /// The first room of each variant, sorted by variant.
    by_variant: Vec<(u32, u16)>,
}

impl NormalRooms {
    /// The ordinary rooms among some rooms, which are given with their indices in the catalogue.
    pub(crate) fn new(rooms: &[(u16, CatalogueRoom)]) -> Self {
        let rooms = rooms.iter().filter(|(_, room)| room.room_type == RoomType::Normal);
        let mut normal = Self::default();
        for (index, room) in rooms {
            let difficulty = usize::from(room.difficulty);
            if normal.counts.len() <= difficulty {
                normal.counts.resize(difficulty + 1, 0);
                normal.shapes.resize(difficulty + 1, 0);
            }
            normal.counts[difficulty] += 1;
            normal.shapes[difficulty] |= 1 << room.shape as u16;
            normal.by_variant.push((room.variant, *index));
        }
        // The sort keeps the rooms of one variant in their order.
        normal.by_variant.sort_by_key(|row| row.0);
        normal.by_variant.dedup_by_key(|row| row.0);
        normal
    }

    /// R9: how many rooms have a difficulty in a range, including its ends.
    pub(crate) fn count(&self, (least, greatest): (u8, u8)) -> u32 {
        self.counts.iter().take(usize::from(greatest) + 1).skip(least.into()).sum()
    }

    /// R9: for each of [`Shape::ALL`], whether a room has that shape and a difficulty in a range,
    /// including its ends.
    pub(crate) fn shapes(&self, (least, greatest): (u8, u8)) -> [bool; 12] {
        let rows = self.shapes.iter().take(usize::from(greatest) + 1).skip(least.into());
        let found = rows.fold(0, |found, shapes| found | shapes);
        Shape::ALL.map(|shape| found >> shape as u16 & 1 != 0)
    }

    /// W43, W50: the first room of a variant.
    pub(crate) fn first(&self, variant: u32) -> Option<u16> {
        let row = self.by_variant.binary_search_by_key(&variant, |row| row.0).ok()?;
        Some(self.by_variant[row].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(variant: u32, difficulty: u8, shape: Shape, weight: f32) -> CatalogueRoom {
        let usual = CatalogueRoom::new(Some(1), RoomType::Normal, shape);
        CatalogueRoom { variant, difficulty, weight, ..usual }
    }

    #[test]
    fn w80_rooms_of_any_variant_and_weight_are_counted_and_enable_their_shapes() {
        let rooms = [
            (4, room(0, 1, Shape::Single, 1.0)),
            (5, room(7, 5, Shape::Square, 0.0)),
            (6, room(2, 10, Shape::Wide, 1.0)),
            (7, CatalogueRoom { room_type: RoomType::Shop, ..room(0, 5, Shape::Tall, 1.0) }),
        ];
        let normal = NormalRooms::new(&rooms);
        let counts = [(1, 5), (1, 10), (0, 255), (5, 5), (2, 4), (11, 20)];
        assert_eq!(counts.map(|range| normal.count(range)), [2, 3, 3, 1, 0, 0]);
        let shapes = |range| -> Vec<Shape> {
            let has = normal.shapes(range);
            Shape::ALL.into_iter().filter(|shape| has[*shape as usize - 1]).collect()
        };
        assert_eq!(shapes((1, 5)), [Shape::Single, Shape::Square]);
        assert_eq!(shapes((5, 255)), [Shape::Wide, Shape::Square]);
        assert!(shapes((11, 20)).is_empty());
        assert_eq!(NormalRooms::default().count((0, 255)), 0);
    }

    #[test]
    fn w50_the_first_room_of_a_variant_is_found_whatever_its_weight() {
        let rooms = [
            (9, room(2, 1, Shape::Single, 0.0)),
            (10, room(0, 1, Shape::Single, 1.0)),
            (11, room(2, 1, Shape::Single, 1.0)),
        ];
        let normal = NormalRooms::new(&rooms);
        assert_eq!([0, 1, 2].map(|variant| normal.first(variant)), [Some(10), None, Some(9)]);
    }
}
