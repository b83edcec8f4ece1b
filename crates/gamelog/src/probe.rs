//! A whole floor of the game, as the mod `basement-lab-probe` writes it in one line of JSON.

use basement_floors::rooms::Catalogue;
use basement_floors::{Difficulty, Floor, RunSeed};
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::line::line_and_bit_of;

/// A whole floor of the game.
///
/// The probe writes it as one line (`mods/basement-lab-probe/README.md`). All numbers are the game's.
///
/// ```
/// use basement_floors::{Generator, Request, RunSeed, rebirth::Rebirth};
/// use basement_gamelog::{Game, LogReader, ProbedFloor};
///
/// let (engine, run) = (Rebirth::default(), RunSeed::new(1)?);
/// let floor = engine.generate(&Request::level(1), run.stage_seed(1))?;
/// let catalogue = engine.catalogue().expect("Rebirth has one");
/// let probed = ProbedFloor::of(&floor, catalogue, run, Game::Repentance).expect("it is whole");
/// let json = serde_json::to_string(&probed)?;
/// let line = format!("[INFO] - Lua Debug: basement-lab-probe {json}\n");
/// assert_eq!(LogReader::floors(line.as_bytes())[0].probe, Some(probed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProbedFloor {
    /// The number of the format: 1.
    pub probe: u8,
    /// The game, as its Lua globals show: `repentance-plus`, `repentance` or `afterbirth-plus`.
    pub game: Game,
    /// The seed of the run.
    pub run: RunSeed,
    /// The stage.
    pub stage: u8,
    /// The stage type.
    #[serde(rename = "type")]
    pub stage_type: u8,
    /// The stage seed.
    pub seed: u32,
    /// 0 normal, 1 Hard, 2 Greed, 3 Greedier.
    pub difficulty: u8,
    /// The curses, as bits: 1 Darkness, 2 Labyrinth, 4 Lost, 8 Unknown, 32 Maze, 64 Blind.
    pub curses: u32,
    /// The cell of the start room: x + 13 y.
    pub start: i32,
    /// The rooms on the grid, in the order of the game's list.
    pub rooms: Vec<ProbedRoom>,
}

/// A room of a [`ProbedFloor`]. In JSON it is an array of its numbers, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct ProbedRoom {
    /// The cell of its bounding corner: x + 13 y.
    pub cell: i32,
    /// A cell that it covers.
    pub safe_cell: i32,
    /// Its type.
    pub room_type: u32,
    /// Its variant.
    pub variant: u32,
    /// Its subtype.
    pub subtype: u32,
    /// Its shape, 1 to 12.
    pub shape: u32,
    /// The slots in which it can have doors, as bits.
    pub doors: u32,
    /// The number of its file; 0 is the file of the special rooms.
    pub stage_id: u32,
    /// Its decoration seed.
    pub decoration: u32,
    /// Its spawn seed.
    pub spawn: u32,
    /// Its award seed.
    pub award: u32,
}

type Written = (i32, i32, u32, u32, u32, u32, u32, u32, u32, u32, u32);

impl From<Written> for ProbedRoom {
    fn from(of: Written) -> Self {
        Self {
            cell: of.0,
            safe_cell: of.1,
            room_type: of.2,
            variant: of.3,
            subtype: of.4,
            shape: of.5,
            doors: of.6,
            stage_id: of.7,
            decoration: of.8,
            spawn: of.9,
            award: of.10,
        }
    }
}

impl From<ProbedRoom> for Written {
    fn from(room: ProbedRoom) -> Self {
        let ProbedRoom { cell, safe_cell, room_type, variant, subtype, shape, .. } = room;
        let ProbedRoom { doors, stage_id, decoration, spawn, award, .. } = room;
        (
            cell, safe_cell, room_type, variant, subtype, shape, doors, stage_id, decoration,
            spawn, award,
        )
    }
}

impl ProbedFloor {
    /// An engine floor as the probe would write it if the game had made it. `None` if the floor is
    /// not whole ([`Phase::Full`](basement_floors::Phase::Full)) or its seed has more than 32 bits.
    #[must_use]
    pub fn of(floor: &Floor, catalogue: &Catalogue, run: RunSeed, game: Game) -> Option<Self> {
        let request = floor.request();
        let cell = |cell: basement_floors::Cell| i32::from(cell.x) + 13 * i32::from(cell.y);
        let room = |index: usize| {
            let room = &floor.rooms()[index];
            let (of, seeds) = (catalogue.get(room.interior?)?, room.placing?.seeds);
            Some(ProbedRoom {
                cell: cell(room.anchor),
                safe_cell: cell(room.cells().next()?),
                room_type: of.room_type.number(),
                variant: of.variant,
                subtype: of.subtype,
                shape: room.shape.id().into(),
                doors: of.doors.bits().into(),
                stage_id: of.stage.unwrap_or(0).into(),
                decoration: seeds.decoration.get(),
                spawn: seeds.spawn.get(),
                award: seeds.award.get(),
            })
        };
        let order = floor.placing_order();
        if order.len() != floor.rooms().len() {
            return None;
        }
        Some(Self {
            probe: 1,
            game,
            run,
            stage: request.level,
            stage_type: request.stage_type,
            seed: u32::try_from(floor.seed().value()).ok()?,
            difficulty: u8::from(request.difficulty == Difficulty::Hard),
            curses: floor.curse().map_or(0, |curse| line_and_bit_of(curse).1),
            start: cell(floor.rooms().first()?.anchor),
            rooms: order.into_iter().map(room).collect::<Option<_>>()?,
        })
    }
}
