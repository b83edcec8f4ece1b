//! Your own generator beside both games: a null model, which keeps the number of rooms of a
//! game's floors and none of its other rules.
//!
//! ```sh
//! cargo run --release --example third_backend            # writes to target/null-model
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::floors::{Cell, Description, Direction, FloorParts, Grid};
use basement_lab::survey::{SeedKind, measure};
use basement_lab::{
    Backend, Floor, GenerateError, Generator, ReportOptions, Request, Room, RoomKind, Seed, Series,
    Shape, Study, write_report,
};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

/// Grows rooms of one cell at random, as many as the game's floor of the same seed has.
struct NullModel(Box<dyn Generator>);

impl Generator for NullModel {
    fn describe(&self) -> Description {
        Description::new("null-model", &self.0.describe().edition, 1)
    }

    fn grid(&self) -> Grid {
        self.0.grid()
    }
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        let games = self.0.generate(request, seed)?;
        let wanted = games.rooms().iter().filter(|room| !room.kind.is_added()).count();
        let mut rng = Pcg64Mcg::seed_from_u64(seed.value());
        // Each new room takes any of the free cells beside the floor.
        let mut cells = vec![self.grid().start];
        while cells.len() < wanted {
            cells.extend(free_cells(self.grid(), &cells).choose(&mut rng));
        }
        // The special rooms are any of the rooms, the secret room is any free cell beside them.
        let mut kinds = vec![RoomKind::Boss, RoomKind::Treasure, RoomKind::Shop];
        kinds.resize(wanted - 1, RoomKind::Normal);
        kinds.shuffle(&mut rng);
        kinds.insert(0, RoomKind::Start);
        kinds.push(RoomKind::Secret);
        cells.extend(free_cells(self.grid(), &cells).choose(&mut rng));

        let room = |(cell, kind)| Room { kind, ..Room::normal(cell, Shape::Single, 0) };
        let rooms: Vec<Room> = cells.into_iter().zip(kinds).map(room).collect();
        let parts = FloorParts { rooms: &rooms, dead_ends: &[], ..games.parts() };
        Ok(Floor::new(parts).expect("free cells of the grid never overlap"))
    }
}

/// The free cells beside some cells; a cell beside two of them counts once.
fn free_cells(grid: Grid, cells: &[Cell]) -> Vec<Cell> {
    let beside = |cell: &Cell| Direction::ALL.map(|direction| grid.step(*cell, direction));
    let mut free: Vec<Cell> = cells.iter().flat_map(beside).flatten().collect();
    free.retain(|cell| !cells.contains(cell));
    free.sort_unstable();
    free.dedup();
    free
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flash_sizes = Arc::new(NullModel(Backend::Flash.generator("", &[])?));
    let rebirth_sizes = Arc::new(NullModel(Backend::Rebirth.generator("", &[])?));
    let mut last = Series::new("Null (Rebirth's sizes)", rebirth_sizes);
    last.seeds = Some(SeedKind::Run);
    let results = Study::new("What remains when only the size is kept")
        .floors(5_000)
        .levels([1, 4, 8])
        .series(Series::new("Flash", Backend::Flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("Null (Flash's sizes)", flash_sizes))
        .series(last)
        .run(&|_| {})?;
    // What remains of each difference between the games, on level 8.
    for measure in [measure::ROOMS, measure::DEAD_ENDS, measure::LOOPS, measure::BOSS_DISTANCE] {
        let arm = |series| results.arm(series, 8, false);
        let mean = |series| arm(series).and_then(|arm| arm.summary.mean(measure)).unwrap_or(0.0);
        let (games, sizes) = (mean(1) - mean(0), mean(3) - mean(2));
        println!("{:<14} games {games:+.2}, sizes alone {sizes:+.2}", measure.name);
    }
    let folder = std::env::args_os().nth(1).map_or("target/null-model".into(), PathBuf::from);
    let options = ReportOptions::new("cargo run --release --example third_backend").only([
        "gallery",
        "loops",
        "boss-distance",
        "likeness-1",
        "likeness-2",
    ]);
    let files = write_report(&results, &options, &folder)?;
    println!("{} files in {}", files.written.len(), folder.display());
    Ok(())
}
