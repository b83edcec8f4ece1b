//! A room as tiles: its outline, its doors, and its contents.

use core::fmt;

use basement_model::Shape;

use crate::interior::{Interior, Spawn, TILES_HIGH, TILES_WIDE, door_slot_at};
use crate::room_file::CatalogueRoom;

/// What a plan shows on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// Neither room nor wall.
    Outside,
    /// A wall.
    Wall,
    /// A door slot where the room can have a door.
    Door,
    /// A door slot where the room cannot have a door.
    Closed,
    /// Empty floor.
    Floor,
    /// A rock, a pit or any other part of the ground.
    Obstacle,
    /// A creature.
    Creature,
    /// Something to pick up.
    Pickup,
    /// Anything else.
    Thing,
}

impl Tile {
    /// The character that represents it in text.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Outside => ' ',
            Self::Wall => '█',
            Self::Door => '+',
            Self::Closed => '▒',
            Self::Floor => '·',
            Self::Obstacle => 'o',
            Self::Creature => 'M',
            Self::Pickup => '$',
            Self::Thing => '?',
        }
    }

    /// Its name in a legend.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::Wall => "wall",
            Self::Door => "door",
            Self::Closed => "no door",
            Self::Floor => "floor",
            Self::Obstacle => "ground: rock, pit, ...",
            Self::Creature => "creature",
            Self::Pickup => "pickup",
            Self::Thing => "anything else",
        }
    }

    /// The tile that shows a spawn: the tile of its first entity.
    fn from_spawn(spawn: &Spawn) -> Option<Self> {
        // The entity types are those of the community's room files.
        spawn.entities.first().map(|entity| match entity.entity_type {
            5 => Self::Pickup,
            10..=998 => Self::Creature,
            999.. => Self::Obstacle,
            _ => Self::Thing,
        })
    }
}

/// [L1](basement_model::rules#l1): a room as tiles, including the walls. Tile (0, 0) is the top
/// left tile inside the walls of the room's bounding box.
///
/// A spawn is shown wherever it is within the box or on the walls around it: on the floor, in a
/// wall, or in the notch of an L. A door slot stays visible under a spawn. Spawns further out are
/// left out.
///
/// ```
/// use basement_rooms::{Catalogue, RoomPlan, Tile};
///
/// let catalogue = Catalogue::embedded();
/// let plan = RoomPlan::new(&catalogue.rooms()[0], catalogue.interior(0).unwrap());
/// assert_eq!(plan.tile(-1, 3), Tile::Door);
/// assert_eq!(plan.tile(0, 0), Tile::Floor);
/// assert!(plan.to_string().starts_with("███████+███████\n█·"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlan {
    width: i16,
    height: i16,
    tiles: Vec<Tile>,
    /// The tiles without spawns.
    ground: Vec<Tile>,
}

impl RoomPlan {
    /// The plan of a room.
    #[must_use]
    pub fn new(room: &CatalogueRoom, interior: &Interior) -> Self {
        let width = i16::from(room.shape.width()) * TILES_WIDE;
        let height = i16::from(room.shape.height()) * TILES_HIGH;
        let size = ((width + 2) * (height + 2)) as usize;
        let mut plan = Self { width, height, tiles: vec![Tile::Outside; size], ground: Vec::new() };
        let floors = floors(room.shape);
        for (tile, rim) in [(Tile::Wall, 1), (Tile::Floor, 0)] {
            for (left, top, right, bottom) in &floors {
                for y in top - rim..bottom + rim {
                    for x in left - rim..right + rim {
                        plan.put(x, y, tile);
                    }
                }
            }
        }
        for door in &interior.doors {
            if door_slot_at(room.shape, door.x, door.y).is_some() {
                let tile = if door.exists { Tile::Door } else { Tile::Closed };
                plan.put(door.x, door.y, tile);
            }
        }
        plan.ground = plan.tiles.clone();
        for spawn in &interior.spawns {
            let is_slot = matches!(plan.ground(spawn.x, spawn.y), Tile::Door | Tile::Closed);
            if let Some(tile) = Tile::from_spawn(spawn).filter(|_| !is_slot) {
                plan.put(spawn.x, spawn.y, tile);
            }
        }
        plan
    }

    /// Its width without the walls.
    #[must_use]
    pub const fn width(&self) -> i16 {
        self.width
    }

    /// Its height without the walls.
    #[must_use]
    pub const fn height(&self) -> i16 {
        self.height
    }

    /// What the plan shows on a tile. Beyond the walls it is [`Tile::Outside`].
    #[must_use]
    pub fn tile(&self, x: i16, y: i16) -> Tile {
        self.place(x, y).map_or(Tile::Outside, |place| self.tiles[place])
    }

    /// What a tile is without the spawns on it: [`Tile::Outside`], [`Tile::Wall`],
    /// [`Tile::Floor`], [`Tile::Door`] or [`Tile::Closed`].
    ///
    /// ```
    /// use basement_rooms::{Catalogue, Entity, RoomPlan, Spawn, Tile};
    ///
    /// let catalogue = Catalogue::embedded();
    /// let mut interior = catalogue.interior(0).unwrap().clone();
    /// let entity = Entity { entity_type: 10, variant: 0, subtype: 0, weight: 1.0 };
    /// interior.spawns.push(Spawn { x: 0, y: -1, entities: vec![entity] });
    /// let plan = RoomPlan::new(&catalogue.rooms()[0], &interior);
    /// assert_eq!((plan.tile(0, -1), plan.ground(0, -1)), (Tile::Creature, Tile::Wall));
    /// ```
    #[must_use]
    pub fn ground(&self, x: i16, y: i16) -> Tile {
        self.place(x, y).map_or(Tile::Outside, |place| self.ground[place])
    }

    /// The tiles of this plan that a legend has to explain, each once.
    #[must_use]
    pub fn legend(&self) -> Vec<Tile> {
        let mut kinds: Vec<Tile> = self
            .tiles
            .iter()
            .copied()
            .filter(|tile| !matches!(tile, Tile::Outside | Tile::Wall | Tile::Floor))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn place(&self, x: i16, y: i16) -> Option<usize> {
        let is_near = (-1..=self.width).contains(&x) && (-1..=self.height).contains(&y);
        is_near.then(|| ((y + 1) * (self.width + 2) + x + 1) as usize)
    }

    fn put(&mut self, x: i16, y: i16, tile: Tile) {
        if let Some(place) = self.place(x, y) {
            self.tiles[place] = tile;
        }
    }
}

/// The floor of each cell of a shape, in tiles: left, top, right, bottom. In narrow rooms the
/// outer tiles of a cell are not floor.
fn floors(shape: Shape) -> Vec<(i16, i16, i16, i16)> {
    let (beside, above) = match shape {
        Shape::NarrowHorizontal | Shape::WideNarrow => (0, 2),
        Shape::NarrowVertical | Shape::TallNarrow => (4, 0),
        _ => (0, 0),
    };
    let cells = shape.cells().iter().map(|&(x, y)| {
        let (left, top) = (i16::from(x) * TILES_WIDE, i16::from(y) * TILES_HIGH);
        (left + beside, top + above, left + TILES_WIDE - beside, top + TILES_HIGH - above)
    });
    cells.collect()
}

impl fmt::Display for RoomPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in -1..=self.height {
            let line: String = (-1..=self.width).map(|x| self.tile(x, y).mark()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, RoomType};
    use basement_model::{DoorSlot, DoorSlots};

    fn plan(shape: Shape, doors: DoorSlots, spawns: Vec<Spawn>) -> RoomPlan {
        let interior = Interior { spawns, ..Interior::empty(String::new(), shape, doors) };
        let usual = CatalogueRoom::new(Some(1), RoomType::Normal, shape);
        let room = CatalogueRoom { doors, ..usual };
        RoomPlan::new(&room, &interior)
    }

    #[test]
    fn every_door_slot_of_every_shape_is_in_a_wall_beside_the_floor() {
        for shape in Shape::ALL {
            let plan = plan(shape, shape.slots(), Vec::new());
            let mut doors = 0;
            for y in -1..=plan.height() {
                for x in -1..=plan.width() {
                    if plan.tile(x, y) == Tile::Door {
                        doors += 1;
                        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                        let floor = beside.iter().filter(|(x, y)| plan.tile(*x, *y) == Tile::Floor);
                        assert_eq!(floor.count(), 1, "{shape} {x}, {y}");
                    }
                }
            }
            // In each L shape the two doors of the notch are on different tiles.
            assert_eq!(doors, shape.slots().len(), "{shape}");
        }
    }

    #[test]
    fn a_plan_shows_walls_doors_and_spawns() {
        let spawn = |x, y, entity_type| {
            let entity = Entity { entity_type, variant: 0, subtype: 0, weight: 1.0 };
            Spawn { x, y, entities: vec![entity] }
        };
        let spawns = vec![
            spawn(0, 2, 1000),
            spawn(1, 2, 10),
            spawn(2, 3, 5),
            spawn(3, 3, 6),
            spawn(40, 40, 10),
            Spawn { x: 5, y: 3, entities: Vec::new() },
        ];
        let doors = DoorSlots::NONE.with(DoorSlot::Left0);
        let plan = plan(Shape::NarrowHorizontal, doors, spawns);
        assert_eq!(
            plan.to_string(),
            "\n\n███████████████\n█oM···········█\n+··$?·········▒\n█·············█\n███████████████\n\n\n"
        );
        assert_eq!(plan.legend().len(), 6);
    }

    #[test]
    fn a_spawn_in_a_wall_or_a_notch_is_shown_and_a_door_slot_stays_visible() {
        let entity = Entity { entity_type: 10, variant: 0, subtype: 0, weight: 1.0 };
        let spawn = |x, y| Spawn { x, y, entities: vec![entity] };
        let doors = DoorSlots::NONE.with(DoorSlot::Left0);
        let spawns = [(-1, -1), (0, -1), (13, 7), (-1, 3), (6, -1), (-2, 3), (4, 8), (14, 0)];
        let shown = plan(Shape::Single, doors, spawns.map(|(x, y)| spawn(x, y)).to_vec());
        assert_eq!(
            shown.to_string().lines().collect::<Vec<_>>(),
            [
                "MM█████▒███████",
                "█·············█",
                "█·············█",
                "█·············█",
                "+·············▒",
                "█·············█",
                "█·············█",
                "█·············█",
                "███████▒██████M",
            ]
        );
        let notch =
            plan(Shape::NoTopLeft, Shape::NoTopLeft.slots(), vec![spawn(3, 2), spawn(12, 3)]);
        assert_eq!((notch.tile(3, 2), notch.ground(3, 2)), (Tile::Creature, Tile::Outside));
        assert_eq!(notch.tile(12, 3), Tile::Door);
    }
}
