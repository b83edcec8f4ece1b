//! Your own generator beside both games: a null model, which keeps the number of rooms of a
//! game's floors and none of its other rules.
//!
//! ```sh
//! cargo run --release --example third_backend            # writes to target/null-model
//! cargo run --release --example third_backend -- FOLDER
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::floors::{Cell, Description, Direction, FloorParts, Grid};
use basement_lab::report::write_report;
use basement_lab::survey::measure;
use basement_lab::{
    Backend, Comparison, Floor, GenerateError, Generator, ReportOptions, Request, RequestError,
    Room, RoomKind, Seed, Series, Shape, Study,
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

        // Each new room takes one of the free cells beside the floor, all equally likely.
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

fn main() -> Result<(), Box<dyn Error>> {
    let null = |backend: Backend| -> Result<Arc<NullModel>, RequestError> {
        Ok(Arc::new(NullModel(backend.generator("", &[])?)))
    };
    let results = Study::new("What remains when only the size is kept")
        .question("Which differences between the games follow from the number of rooms alone?")
        .floors(5_000)
        .levels([1, 4, 8])
        .series(Series::new("Flash", Backend::Flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("Null (Flash's sizes)", null(Backend::Flash)?))
        .series(Series {
            seeds: Some(basement_lab::survey::SeedKind::Run),
            ..Series::new("Null (Rebirth's sizes)", null(Backend::Rebirth)?)
        })
        .run(&|_| {})?;

    // What remains of each difference between the games, on level 8.
    for measure in [measure::ROOMS, measure::DEAD_ENDS, measure::LOOPS, measure::BOSS_DISTANCE] {
        let difference = |x: usize, y: usize| {
            let values = |place| Some(results.arm(place, 8, false)?.summary.values(measure));
            Some(Comparison::of(values(x)?, values(y)?)?.difference)
        };
        if let (Some(games), Some(sizes)) = (difference(0, 1), difference(2, 3)) {
            println!("{:<14} games {games:+.2}, sizes alone {sizes:+.2}", measure.name);
        }
    }
    let folder = std::env::args_os().nth(1).map_or("target/null-model".into(), PathBuf::from);
    let options = ReportOptions::new("cargo run --release --example third_backend");
    let files = write_report(&results, &options, &folder)?;
    println!("{} files in {}", files.written.len(), folder.display());
    Ok(())
}
