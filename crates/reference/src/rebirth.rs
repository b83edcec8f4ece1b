//! Rebirth, the remake ([R1-R37](basement_model::rules#r1), [L1-L4](basement_model::rules#l1)).
//!
//! [`PlainRebirth::generate`] makes what all attempts at a floor have in common
//! ([R5-R9](basement_model::rules#r5)); [`attempt`] and [`place_special_rooms`] are the table of
//! contents of the rest.
//!
//! [`PlainRebirth::generate`]: PlainRebirth#method.generate

pub mod board;
pub mod boss;
pub mod candidates;
pub mod dead_ends;
pub mod growth;
pub mod guaranteed;
pub mod interiors;
pub mod optional;
pub mod reshape;
pub mod secret;
pub mod shapes;
pub mod target;

use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rules, STREAM_VERSION};
use basement_floors::{Description, GenerateError, Generator, Parameters};
use basement_model::{
    Curse, Floor, FloorParts, Grid, Item, Outcome, Phase, Request, RequestError, Room, Seed,
    Unlocks,
};
use basement_rooms::{Catalogue, RoomType, STAGE_FILES};

use crate::stream::Stream;
use crate::{Rejected, description, finished};
use board::Board;

/// The Rebirth generator, read plainly: the same floors as the engine's, draw for draw.
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
    rules: Rules,
    catalogue: Arc<Catalogue>,
}

impl PlainRebirth {
    /// The generator with an edition's rules and the embedded catalogue.
    #[must_use]
    pub fn new(edition: Edition) -> Self {
        let catalogue = Arc::clone(Catalogue::embedded());
        Self { edition, rules: edition.rules(), catalogue }
    }

    /// The generator with rules of your own; `edition` says what they started from.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn with_rules(edition: Edition, rules: Rules) -> Result<Self, RequestError> {
        rules.check("rebirth")?;
        Ok(Self { rules, ..Self::new(edition) })
    }

    /// The generator with rooms of your own ([L1](basement_model::rules#l1)) in place of the
    /// embedded ones.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, ..self }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Refuses stages and stage types that Rebirth does not have, unlocks that only Flash
    /// understands, and a catalogue without the rooms that every floor of the stage needs.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.check()?;
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
        if request.stage_type > last_type {
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
                default: "fresh or all",
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
        let file = interiors::stage_file(request.level, request.stage_type);
        if !has(file, RoomType::Normal) {
            let named = STAGE_FILES.iter().find(|named| named.number == file);
            return Err(RequestError::NoRooms {
                what: "normal rooms for this stage",
                file,
                name: named.map_or("", |file| file.name),
            });
        }
        if request.phase != Phase::Layout && !has(interiors::SPECIAL_ROOMS, RoomType::Boss) {
            return Err(RequestError::NoRooms {
                what: "boss rooms",
                file: interiors::SPECIAL_ROOMS,
                name: "special rooms",
            });
        }
        Ok(())
    }
}

/// The name in descriptions and errors.
const NAME: &str = "rebirth-reference";

/// [R5-R9](basement_model::rules#r5): what holds for all attempts at one floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting<'a> {
    /// The parameters of the rules.
    pub rules: &'a Rules,
    /// What was asked for; its level is the stage.
    pub request: &'a Request,
    /// [L1](basement_model::rules#l1): the rooms to choose from.
    pub catalogue: &'a Catalogue,
    /// [R5](basement_model::rules#r5): the curse on the floor.
    pub curse: Option<Curse>,
    /// [R6](basement_model::rules#r6): how many rooms are wanted, the start room not counted.
    pub wanted: u32,
    /// [R7](basement_model::rules#r7): the fewest dead ends.
    pub min_dead_ends: u32,
    /// [L1](basement_model::rules#l1): the number of the file that holds the normal rooms.
    pub file: u8,
    /// [R9](basement_model::rules#r9), [L4](basement_model::rules#l4): the range of the normal
    /// rooms' difficulty.
    pub difficulties: interiors::Difficulties,
}

impl Setting<'_> {
    /// [R6](basement_model::rules#r6): whether the Curse of the Labyrinth lies on the floor.
    #[must_use]
    pub fn is_labyrinth(&self) -> bool {
        self.curse == Some(Curse::Labyrinth)
    }

    /// [R6](basement_model::rules#r6): whether the floor is The Void, stage 12.
    #[must_use]
    pub const fn is_void(&self) -> bool {
        self.request.level == 12
    }

    /// [R7](basement_model::rules#r7): whether the run holds an item.
    #[must_use]
    pub const fn has(&self, item: Item) -> bool {
        self.request.run.items.has(item)
    }
}

/// [R5](basement_model::rules#r5), [R8](basement_model::rules#r8): the three streams of a floor.
/// None is reset between attempts.
#[derive(Clone, Debug)]
pub struct Streams {
    /// [R5](basement_model::rules#r5): the level stream, for the number of rooms, the special rooms
    /// and the concrete rooms.
    pub level: Stream,
    /// [R5](basement_model::rules#r5): the side stream, for the curse and the rooms of hard mode.
    pub side: Stream,
    /// [R8](basement_model::rules#r8): the layout stream, for growth and for the cells of hidden
    /// rooms.
    pub layout: Stream,
}

/// [R10](basement_model::rules#r10): one attempt at a floor.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// What holds for all attempts.
    pub setting: &'a Setting<'a>,
    /// Where its draws come from.
    pub streams: &'a mut Streams,
    /// [L2](basement_model::rules#l2): the weights of the catalogue's rooms, by index. They fall as
    /// rooms are chosen, and are kept between attempts.
    pub weights: &'a mut [f32],
    /// [R1](basement_model::rules#r1): the rooms so far.
    pub board: Board,
    /// [R9](basement_model::rules#r9), [R18](basement_model::rules#r18): which shapes are on offer,
    /// by number.
    pub shapes_on_offer: [bool; 13],
    /// [R16](basement_model::rules#r16): the dead ends, deepest first.
    pub dead_ends: Vec<usize>,
    /// [R20](basement_model::rules#r20): those of them that no special room has taken yet, in
    /// order.
    pub free_dead_ends: Vec<usize>,
}

/// [R10-R37](basement_model::rules#r10), [L3](basement_model::rules#l3): the rest of an attempt,
/// which begins with the start room alone. What rejects it sends the generator back to the
/// beginning, not back a step.
pub fn attempt(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let phase = attempt.setting.request.phase;
    growth::grow(attempt);
    dead_ends::add_dead_ends(attempt);
    attempt.dead_ends = dead_ends::deepest_first(&attempt.board);
    dead_ends::check_dead_ends(attempt)?;
    if phase == Phase::Layout {
        return Ok(());
    }
    attempt.free_dead_ends = attempt.dead_ends.clone();
    place_special_rooms(attempt)?;
    if phase == Phase::Special {
        return Ok(());
    }
    interiors::choose_normal_rooms(attempt)
}

/// [R21-R37](basement_model::rules#r21): the special rooms, one after the other. A guaranteed one
/// without a place rejects the attempt ([R37](basement_model::rules#r37)).
///
/// [R22](basement_model::rules#r22): once the super secret room stands, one draw is set aside: it
/// seeds the choice of the secret rooms. [R36](basement_model::rules#r36): the Chest, the Dark Room
/// (stage 11) and The Void (stage 12) have none of the rooms of
/// [R23-R32](basement_model::rules#r23) and make no draw for them.
pub fn place_special_rooms(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let stage = attempt.setting.request.level;
    boss::place_bosses(attempt)?;
    boss::place_super_secret_rooms(attempt)?;
    let floats_of_secret_rooms = attempt.streams.level.choice_floats();
    if stage < 11 {
        guaranteed::place_shop(attempt)?;
        guaranteed::place_treasure_rooms(attempt)?;
        optional::place_planetarium(attempt);
        if stage <= attempt.setting.rules.special.last_stage_with_optional {
            optional::place_dice_or_sacrifice(attempt);
            optional::place_library(attempt);
            optional::place_curse_rooms(attempt);
            optional::place_mini_boss(attempt);
            optional::place_challenge(attempt);
            optional::place_vault_or_arcade(attempt);
        }
        optional::place_bedroom(attempt);
    }
    secret::place_secret_rooms(attempt, floats_of_secret_rooms)?;
    secret::place_ultra_secret_room(attempt, floats_of_secret_rooms);
    guaranteed::place_grave(attempt)
}

/// [R5](basement_model::rules#r5): opens the level stream of a seed, advances it twice, and starts
/// the side stream from the state that it has then.
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
        let changed = description::changed(
            &self.edition.rules().list("rebirth"),
            &self.rules.list("rebirth"),
        );
        let is_embedded = Arc::ptr_eq(&self.catalogue, Catalogue::embedded());
        let catalogue = if is_embedded { None } else { Some(self.catalogue.identity()) };
        description::describe(NAME, self.edition.name(), changed, STREAM_VERSION, catalogue)
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        Some(&self.catalogue)
    }

    fn grid(&self) -> Grid {
        Grid::REBIRTH
    }

    /// [R17](basement_model::rules#r17), [R37](basement_model::rules#r37): attempts with the same
    /// curse and numbers, until one passes or 10,000 have been made.
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.check(request)?;
        let (rules, catalogue) = (&self.rules, &*self.catalogue);
        let (mut level, mut side) = open_streams(seed);
        let curse = target::curse(rules, request, &mut side);
        let wanted = target::wanted_rooms(rules, request, curse, &mut level, &mut side);
        let min_dead_ends = target::min_dead_ends(rules, request, curse);
        let layout = level.seeded_stream();
        let file = interiors::stage_file(request.level, request.stage_type);
        let difficulties = interiors::difficulties(rules, request, curse);
        let difficulties = interiors::widened_difficulties(rules, catalogue, file, difficulties);
        let shapes_on_offer = interiors::shapes_on_offer(catalogue, file, difficulties);
        let setting =
            Setting { rules, request, catalogue, curse, wanted, min_dead_ends, file, difficulties };
        let mut streams = Streams { level, side, layout };
        let mut weights: Vec<f32> = catalogue.rooms().iter().map(|room| room.weight).collect();
        for number in 1..=rules.dead_ends.attempts {
            let mut this = Attempt {
                setting: &setting,
                streams: &mut streams,
                weights: &mut weights,
                board: Board::new(request.level),
                shapes_on_offer,
                dead_ends: Vec::new(),
                free_dead_ends: Vec::new(),
            };
            if attempt(&mut this).is_ok() {
                return Ok(floor(&this, seed, number));
            }
        }
        Err(GenerateError::GaveUp {
            backend: NAME,
            request: Box::new(*request),
            seed,
            attempts: rules.dead_ends.attempts,
        })
    }
}

/// The floor that an attempt makes.
fn floor(attempt: &Attempt<'_>, seed: Seed, attempts: u32) -> Floor {
    let Streams { level, side, layout } = &attempt.streams;
    let rooms = attempt.board.rooms.iter().map(|room| {
        finished::room(room.anchor, room.shape, room.kind, room.depth, room.doors, room.interior)
    });
    let rooms: Vec<Room> = rooms.collect();
    let dead_ends: Vec<u8> = attempt.dead_ends.iter().map(|index| *index as u8).collect();
    finished::floor(FloorParts {
        grid: Grid::REBIRTH,
        request: *attempt.setting.request,
        seed,
        curse: attempt.setting.curse,
        wanted: attempt.setting.wanted as u8,
        min_dead_ends: attempt.setting.min_dead_ends as u8,
        attempts,
        draws: level.drawn() + side.drawn() + layout.drawn(),
        rooms: &rooms,
        dead_ends: &dead_ends,
        outcome: Outcome::none(),
    })
}
