//! A null model: floors of a game's sizes, without any other of its rules.

use basement_floors::{
    Cell, Description, Direction, Floor, FloorParts, GenerateError, Generator, Grid, Request, Room,
    RoomKind, Seed, Shape,
};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

/// Grows one-cell rooms at random on another generator's grid, as many as its floor from the same seed
/// has. The null models of two generators differ only because of the grid and the number of rooms.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
/// use basement_survey::NullModel;
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let floor = flash.generate(&Request::level(4), Seed::Pcg(1))?;
/// let null_model = NullModel(flash);
/// let null = null_model.generate(&Request::level(4), Seed::Pcg(1))?;
/// assert_eq!(null.rooms().len(), floor.rooms().iter().filter(|room| !room.kind.is_added()).count() + 1);
/// assert_eq!(null_model.describe().backend, "null-model of flash");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NullModel<G>(
    /// The generator whose sizes it keeps.
    pub G,
);

impl<G: Generator> Generator for NullModel<G> {
    fn describe(&self) -> Description {
        let mut description = self.0.describe();
        description.backend = format!("null-model of {}", description.backend);
        description
    }

    fn grid(&self) -> Grid {
        self.0.grid()
    }

    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        let games = self.0.generate(request, seed)?;
        let wanted = games.rooms().iter().filter(|room| !room.kind.is_added()).count();
        let mut rng = Pcg64Mcg::seed_from_u64(seed.value());
        // Each new room gets any of the free cells beside the floor.
        let mut cells = vec![self.grid().start];
        while cells.len() < wanted {
            let Some(cell) = free_cells(self.grid(), &cells).choose(&mut rng).copied() else {
                break;
            };
            cells.push(cell);
        }
        // The special rooms are any of the rooms, and the secret room is on any free cell beside
        // them.
        let mut kinds = vec![RoomKind::Boss, RoomKind::Treasure, RoomKind::Shop];
        kinds.resize(cells.len().saturating_sub(1), RoomKind::Normal);
        kinds.shuffle(&mut rng);
        kinds.insert(0, RoomKind::Start);
        if let Some(cell) = free_cells(self.grid(), &cells).choose(&mut rng) {
            cells.push(*cell);
            kinds.push(RoomKind::Secret);
        }
        let room = |(cell, kind)| Room { kind, ..Room::normal(cell, Shape::Single, 0) };
        let rooms: Vec<Room> = cells.into_iter().zip(kinds).map(room).collect();
        let parts = FloorParts { rooms: &rooms, dead_ends: &[], ..games.parts() };
        Ok(Floor::new(parts)?)
    }
}

/// The free cells beside some cells, each once.
fn free_cells(grid: Grid, cells: &[Cell]) -> Vec<Cell> {
    let beside = |cell: &Cell| Direction::ALL.map(|direction| grid.step(*cell, direction));
    let mut free: Vec<Cell> = cells.iter().flat_map(beside).flatten().collect();
    free.retain(|cell| !cells.contains(cell));
    free.sort_unstable();
    free.dedup();
    free
}
