//! Rebirth, the remake ([R1-R18](basement_model::rules#r1), [W1-W90](basement_model::rules#w1),
//! [L1-L4](basement_model::rules#l1)).
//!
//! [`PlainRebirth::generate`] makes what all attempts at a floor have in common
//! ([R5-R9](basement_model::rules#r5)); [`attempt`] and [`place_rooms`] are the table of contents
//! of the rest.
//!
//! [`PlainRebirth::generate`]: PlainRebirth#method.generate

pub mod board;
pub mod boss_choice;
pub mod boss_pools;
pub mod bosses;
pub mod candidates;
pub mod curse_rooms;
pub mod dead_ends;
pub mod difficulties;
pub mod end_rooms;
pub mod growth;
pub mod mini_boss;
pub mod optional;
pub mod ordinary;
pub mod pick;
pub mod placing;
pub mod run_memory;
pub mod secret;
pub mod shapes;
pub mod special;
pub mod target;
pub mod ultra_secret;

use std::sync::Arc;

use basement_floors::rebirth::{Edition, RebirthRules, STREAM_VERSION};
use basement_floors::{Description, GenerateError, Generator, MissingRooms, Parameters};
use basement_model::{
    Curse, FailedPlacing, Floor, FloorParts, Grid, Outcome, Phase, Request, RequestError, Room,
    Seed, Unlocks,
};
use basement_rooms::{Catalogue, RoomType, STAGE_FILES};

use crate::finished;
use crate::stream::{self, Stream};
use board::Board;
use boss_pools::BossPool;
use placing::{Placing, Stop};
use run_memory::RunMemory;
use shapes::Cell;

/// The Rebirth generator in plain code: it makes the engine's floors, draw for draw.
///
/// ```
/// use basement_floors::rebirth::{Edition, Rebirth};
/// use basement_floors::{Generator, Request, RunSeed};
/// use basement_reference::PlainRebirth;
///
/// // The first floor of the run that the game shows as "B911 99AC".
/// let run: RunSeed = "B911 99AC".parse()?;
/// let (request, seed) = (Request::level(1), run.stage_seed(1));
/// let floor = PlainRebirth::new(Edition::Repentance).generate(&request, seed)?;
/// assert_eq!(floor, Rebirth::new(Edition::Repentance).generate(&request, seed)?);
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlainRebirth {
    edition: Edition,
    rules: RebirthRules,
    catalogue: Arc<Catalogue>,
}

impl PlainRebirth {
    /// The generator with an edition's rules and the embedded catalogue.
    #[must_use]
    pub fn new(edition: Edition) -> Self {
        let catalogue = Arc::clone(Catalogue::embedded());
        Self { edition, rules: edition.rules(), catalogue }
    }

    /// The generator with your own rules; `edition` says what they started from.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn with_rules(edition: Edition, rules: RebirthRules) -> Result<Self, RequestError> {
        rules.check("rebirth")?;
        Ok(Self { rules, ..Self::new(edition) })
    }

    /// The generator with your own rooms ([L1](basement_model::rules#l1)) instead of the embedded
    /// ones.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, ..self }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &RebirthRules {
        &self.rules
    }

    /// [W73](basement_model::rules#w73): refuses stages and stage types that Rebirth does not have
    /// here, unlocks that only Flash understands, and a catalogue without the rooms that every floor
    /// of the stage needs.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.run.check()?;
        let last_type = match request.level {
            1..=8 | 12 => 2,
            10 | 11 => 1,
            given => {
                return Err(RequestError::UnknownLevel {
                    backend: NAME,
                    edition: self.edition.name(),
                    given,
                    allowed: "1 to 8, 10, 11 and 12",
                });
            }
        };
        let is_alternative = self.edition.has_alternative_chapters()
            && matches!((request.level, request.stage_type), (1..=6, 4 | 5) | (7 | 8, 4));
        if request.stage_type > last_type && !is_alternative {
            return Err(RequestError::UnknownStageType {
                level: request.level,
                given: request.stage_type,
                last: last_type,
            });
        }
        if matches!(request.unlocks, Unlocks::Few | Unlocks::Many) {
            return Err(RequestError::NotUnderstood {
                backend: NAME,
                what: format!("the unlocks `{}`", request.unlocks),
                instead: "give fresh or all",
            });
        }
        self.check_catalogue(request)
    }

    /// L1: refuses a catalogue without normal rooms for the stage, or without boss rooms.
    fn check_catalogue(&self, request: &Request) -> Result<(), RequestError> {
        let has = |file: u8, room_type: RoomType| {
            self.catalogue.rooms().iter().any(|room| {
                room.stage == Some(file) && room.room_type == room_type && room.weight > 0.0
            })
        };
        let files = pick::stage_files(request.level, request.stage_type);
        if !files.iter().any(|file| has(*file, RoomType::Normal)) {
            let file = pick::stage_file(request.level, request.stage_type);
            let named = STAGE_FILES.iter().find(|named| named.number == file);
            return Err(RequestError::NoRooms {
                what: "normal rooms (type 1)",
                rule: "W50",
                stage: request.level,
                file,
                name: named.map_or("", |file| file.name),
            });
        }
        if request.phase != Phase::Layout && !has(pick::SPECIAL_ROOMS, RoomType::Boss) {
            return Err(RequestError::NoRooms {
                what: "boss rooms (type 5)",
                rule: "W14",
                stage: request.level,
                file: pick::SPECIAL_ROOMS,
                name: "special rooms",
            });
        }
        Ok(())
    }
}

/// The name in descriptions and errors. It is not a backend's name, so that a report or a manifest never
/// mistakes one for the other. The stream version is the engine's, because the floors are the same.
const NAME: &str = "rebirth-reference";

/// [R5-R9](basement_model::rules#r5): what all attempts at one floor share.
#[derive(Clone, Debug, PartialEq)]
pub struct FloorSetting<'a> {
    /// The parameters of the rules.
    pub rules: &'a RebirthRules,
    /// What was asked for; its level is the stage.
    pub request: &'a Request,
    /// [L1](basement_model::rules#l1): the rooms to pick from.
    pub catalogue: &'a Catalogue,
    /// [R5](basement_model::rules#r5): the curse on the floor.
    pub curse: Option<Curse>,
    /// [R6](basement_model::rules#r6): how many rooms are wanted, besides the start room.
    pub wanted: u32,
    /// [R7](basement_model::rules#r7): the fewest dead ends.
    pub min_dead_ends: u32,
    /// [W7](basement_model::rules#w7): the numbers of the files with the ordinary rooms.
    pub files: Vec<u8>,
    /// [R9](basement_model::rules#r9), [L4](basement_model::rules#l4): the range of the ordinary
    /// rooms' difficulty.
    pub difficulties: difficulties::DifficultyRange,
    /// [R9](basement_model::rules#r9): which shapes are on offer, by number.
    pub shapes_on_offer: [bool; 13],
}

impl FloorSetting<'_> {
    /// [R6](basement_model::rules#r6): whether the floor has the Curse of the Labyrinth.
    #[must_use]
    pub fn is_labyrinth(&self) -> bool {
        self.curse == Some(Curse::Labyrinth)
    }

    /// [R6](basement_model::rules#r6): whether the floor is The Void, stage 12.
    #[must_use]
    pub const fn is_void(&self) -> bool {
        self.request.level == 12
    }
}

/// [R5](basement_model::rules#r5), [R8](basement_model::rules#r8): the three streams of a floor.
/// None is reset between attempts ([W51](basement_model::rules#w51)).
#[derive(Clone, Debug)]
pub struct Streams {
    /// [W1](basement_model::rules#w1): the level stream, for the number of rooms and everything that
    /// is placed.
    pub level: Stream,
    /// [R5](basement_model::rules#r5): the side stream, for the curse and the rooms of hard mode.
    pub side: Stream,
    /// [R8](basement_model::rules#r8): the layout stream, for growth and for the cells of hidden
    /// rooms.
    pub layout: Stream,
}

/// [W5](basement_model::rules#w5): one attempt at a floor.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// What all attempts share.
    pub setting: &'a FloorSetting<'a>,
    /// Its number, from 1.
    pub number: u32,
    /// Where its draws come from.
    pub streams: &'a mut Streams,
    /// [W10](basement_model::rules#w10): the weights of the catalogue's rooms, by index. They fall
    /// as rooms are picked, and are kept between attempts.
    pub weights: &'a mut [f32],
    /// [W52](basement_model::rules#w52): the run. What it met is kept between attempts.
    pub run: &'a mut RunMemory,
    /// [W70](basement_model::rules#w70): the pool of the floor's bosses, in `repentance`.
    pub pool: &'a mut BossPool,
    /// [R1](basement_model::rules#r1): the rooms so far.
    pub board: Board,
    /// [R9](basement_model::rules#r9), [R18](basement_model::rules#r18): which shapes are on offer,
    /// by number.
    pub shapes_on_offer: [bool; 13],
    /// [R16](basement_model::rules#r16): the dead ends, deepest first.
    pub dead_ends: Vec<usize>,
    /// [W17](basement_model::rules#w17): the dead ends that no special room has taken yet, in
    /// order.
    pub free_dead_ends: Vec<usize>,
    /// [W17](basement_model::rules#w17): all rooms that are not dead ends, in order of creation.
    pub ordinary: Vec<usize>,
    /// [W12](basement_model::rules#w12): the bosses, in the order of their choice.
    pub bosses: Vec<u32>,
    /// [W60](basement_model::rules#w60): the cells that are blocked for hidden rooms.
    pub blocked: Vec<Cell>,
    /// [W3](basement_model::rules#w3): what has been placed so far.
    pub placings: Vec<Placing>,
}

impl Attempt<'_> {
    /// The stage.
    #[must_use]
    pub const fn stage(&self) -> u8 {
        self.setting.request.level
    }

    /// [W67](basement_model::rules#w67): the stage as some rules count it: stages of types 4 and 5
    /// count as one later.
    #[must_use]
    pub const fn later_stage(&self) -> u8 {
        match self.stage_type() {
            4 | 5 => self.stage() + 1,
            _ => self.stage(),
        }
    }

    /// The type of the stage.
    #[must_use]
    pub const fn stage_type(&self) -> u8 {
        self.setting.request.stage_type
    }

    /// [W1](basement_model::rules#w1): the level stream.
    pub const fn level(&mut self) -> &mut Stream {
        &mut self.streams.level
    }
}

/// [F7](basement_model::rules#f7), [W5](basement_model::rules#w5): an attempt, layout first. It
/// begins with only the start room. When something fails, the generator starts again from the
/// beginning. If the rules ask for all wanted rooms, a layout with fewer fails.
pub fn attempt(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    growth::grow(attempt);
    let placed = attempt.board.rooms.len() as u32 - 1;
    if attempt.setting.rules.growth.all_rooms && placed < attempt.setting.wanted {
        return Err(Stop::TooFewRooms);
    }
    dead_ends::add_dead_ends(attempt);
    attempt.dead_ends = dead_ends::deepest_first(&attempt.board);
    dead_ends::check_dead_ends(attempt)?;
    match attempt.setting.request.phase {
        Phase::Layout => Ok(()),
        Phase::Special => place_special_rooms(attempt),
        Phase::Full => place_rooms(attempt),
    }
}

/// [W5](basement_model::rules#w5): the placing phase: the special rooms, then the ordinary ones.
pub fn place_rooms(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    place_special_rooms(attempt)?;
    ordinary::place_ordinary_rooms(attempt)
}

/// [R36](basement_model::rules#r36), [W5](basement_model::rules#w5): the special rooms, one after
/// the other. If a room that the floor must have finds no place, the attempt stops
/// ([R37](basement_model::rules#r37)).
///
/// [R36](basement_model::rules#r36): the Chest, the Dark Room (stage 11) and The Void (stage 12) have
/// no shop, no treasure room and none of the rooms of [W33-W39](basement_model::rules#w33), and make
/// no draw for them.
pub fn place_special_rooms(attempt: &mut Attempt<'_>) -> Result<(), Stop> {
    let has_more = attempt.stage() < 11;
    dead_ends::list(attempt);
    bosses::place_bosses(attempt)?;
    let secret_seed = match attempt.setting.rules.special.random_end_rooms {
        true => end_rooms::place_in_end_rooms(attempt)?,
        false => place_rooms_of_rebirth(attempt, has_more)?,
    };
    secret::place_secret_rooms(attempt, secret_seed)?;
    special::place_grave(attempt)?;
    ultra_secret::place_ultra_secret_room(attempt, secret_seed);
    Ok(())
}

/// W30-W39, W64: the rooms between the boss and the hidden rooms. Returns the secret seed.
fn place_rooms_of_rebirth(
    attempt: &mut Attempt<'_>,
    has_more: bool,
) -> Result<stream::StreamSeed, Stop> {
    let secret_seed = special::place_super_secret_rooms(attempt)?;
    if has_more {
        special::place_shop(attempt)?;
        special::place_treasure_rooms(attempt)?;
    }
    optional::place_planetarium(attempt)?;
    if has_more && attempt.stage() <= attempt.setting.rules.special.last_stage_with_optional {
        optional::place_dice_or_sacrifice(attempt)?;
        optional::place_library(attempt)?;
        let curse_room = curse_rooms::place_curse_rooms(attempt)?;
        mini_boss::place_mini_boss(attempt, curse_room);
        optional::place_challenge(attempt)?;
        optional::place_vault_or_arcade(attempt)?;
    }
    if has_more {
        optional::place_bedroom(attempt)?;
    }
    Ok(secret_seed)
}

/// [W1](basement_model::rules#w1), [R5](basement_model::rules#r5): opens the level stream of a
/// seed, advances it twice, and starts the side stream from the state after that.
#[must_use]
pub fn open_streams(seed: Seed) -> (Stream, Stream) {
    let mut level = Stream::new(seed);
    level.draw();
    level.draw();
    let side = level.side_stream();
    (level, side)
}

impl Generator for PlainRebirth {
    fn describe(&self) -> Description {
        Description::new(NAME, self.edition.name(), STREAM_VERSION)
            .with_changes(self.edition.rules().list("rebirth"), self.rules.list("rebirth"))
            .with_catalogue(&self.catalogue)
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        Some(&self.catalogue)
    }

    fn grid(&self) -> Grid {
        Grid::REBIRTH
    }

    /// [R17](basement_model::rules#r17), [W4](basement_model::rules#w4),
    /// [W51](basement_model::rules#w51): makes attempts with the same curse and numbers, until one
    /// passes or 10,000 have been made. After a failed attempt the streams stay where they stopped,
    /// and the lowered weights and what the run met are kept.
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.check(request)?;
        let (rules, catalogue) = (&self.rules, &*self.catalogue);
        let (mut level, mut side) = open_streams(seed);
        let curse = target::curse(rules, request, &mut side);
        let wanted = target::wanted_rooms(rules, request, curse, &mut level, &mut side);
        let min_dead_ends = target::min_dead_ends(rules, request, curse);
        let layout = level.seeded_stream();
        let file = pick::stage_file(request.level, request.stage_type);
        let files = pick::stage_files(request.level, request.stage_type);
        let difficulties = difficulties::difficulties(rules, request, curse);
        let difficulties = difficulties::widened(rules, catalogue, &files, difficulties);
        let shapes_on_offer = match rules.growth.large_rooms {
            true => difficulties::shapes_on_offer(catalogue, &files, difficulties),
            false => std::array::from_fn(|shape| shape == 1),
        };
        let setting = FloorSetting {
            rules,
            request,
            catalogue,
            curse,
            wanted,
            min_dead_ends,
            files,
            difficulties,
            shapes_on_offer,
        };
        let mut streams = Streams { level, side, layout };
        let mut weights: Vec<f32> = catalogue.rooms().iter().map(|room| room.weight).collect();
        let mut run = RunMemory::of(request);
        let mut pool = BossPool::open(catalogue, request, seed, file);
        let keeps_cell_free = request.level == 11;
        let size = (i32::from(rules.growth.columns), i32::from(rules.growth.rows));
        let mut failed_placings = Vec::new();
        for number in 1..=rules.dead_ends.attempts {
            let mut this = Attempt {
                setting: &setting,
                number,
                streams: &mut streams,
                weights: &mut weights,
                run: &mut run,
                pool: &mut pool,
                board: Board::new(keeps_cell_free, size),
                shapes_on_offer,
                dead_ends: Vec::new(),
                free_dead_ends: Vec::new(),
                ordinary: Vec::new(),
                bosses: Vec::new(),
                blocked: Vec::new(),
                placings: Vec::new(),
            };
            match attempt(&mut this) {
                Ok(()) => return Ok(floor(&this, seed, failed_placings)),
                Err(Stop::TooFewRooms | Stop::TooFewDeadEnds) => {}
                Err(Stop::Failed(kind, reason)) => {
                    failed_placings.push(FailedPlacing { attempt: number, kind, reason });
                }
                Err(Stop::Missing(room_type, subtype, variants)) => {
                    return Err(missing(room_type, subtype, variants));
                }
            }
        }
        Err(GenerateError::gave_up(NAME, request, seed, rules.dead_ends.attempts))
    }
}

/// W11: the error for a room that the catalogue lacks.
fn missing(room_type: RoomType, subtype: Option<u32>, variants: (u32, u32)) -> GenerateError {
    let variants = Some(variants).filter(|variants| *variants != (0, u32::MAX));
    GenerateError::MissingRooms(MissingRooms { room_type, subtype, variants })
}

/// The floor that an attempt makes.
fn floor(attempt: &Attempt<'_>, seed: Seed, failed_placings: Vec<FailedPlacing>) -> Floor {
    let Streams { level, side, layout } = &attempt.streams;
    let rooms = attempt.board.rooms.iter().map(|room| Room {
        placing: room.placing,
        ..finished::room(room.anchor, room.shape, room.kind, room.depth, room.doors, room.interior)
    });
    let rooms: Vec<Room> = rooms.collect();
    let dead_ends: Vec<u8> = attempt.dead_ends.iter().map(|index| *index as u8).collect();
    let mut outcome = Outcome {
        bosses: attempt.bosses.iter().map(|boss| boss_pools::number(*boss)).collect(),
        flags: attempt.run.flags,
        failed_placings,
        ..Outcome::NONE
    };
    let FloorSetting { rules, request, .. } = attempt.setting;
    if rules.boss_choice.from_pools && request.phase != Phase::Layout {
        outcome.bosses_met = attempt.run.bosses_met;
        outcome.bosses.iter().for_each(|boss| outcome.bosses_met.set(*boss, true));
        outcome.bosses_chosen = attempt.pool.chosen;
    }
    finished::floor(FloorParts {
        grid: Grid::REBIRTH,
        request: *attempt.setting.request,
        seed,
        curse: attempt.setting.curse,
        wanted: attempt.setting.wanted as u8,
        min_dead_ends: attempt.setting.min_dead_ends as u8,
        attempts: attempt.number,
        draws: level.drawn() + side.drawn() + layout.drawn(),
        rooms: &rooms,
        dead_ends: &dead_ends,
        outcome: &outcome,
    })
}
