//! A floor as JSON, with what only its generator knows: the concrete rooms and the bosses by name.

use basement_model::{Curse, Floor, Room, Seed, WrittenFloor, WrittenRoom};
use basement_rooms::{Catalogue, boss_name};
use serde::Serialize;

use crate::backend::Backend;
use crate::generator::{Description, Generator};
use crate::interior_name::InteriorName;
use crate::parameters::Parameters;
use crate::rebirth::{self, Edition, RebirthRules};

/// The concrete room of a floor's room, identified by the game's numbers ([L1](crate::rules#l1),
/// [W7](crate::rules#w7)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ConcreteRoom<'a> {
    /// The number of its stage file; 0 is the file of special rooms. `None` for a file without a
    /// number.
    pub file: Option<u8>,
    /// The game's number for its type.
    #[serde(rename = "type")]
    pub room_type: u32,
    /// Its number within its type.
    pub variant: u32,
    /// Its subtype. The subtype of a boss room is its boss.
    pub subtype: u32,
    /// Its name.
    pub name: &'a str,
}

impl<'a> ConcreteRoom<'a> {
    /// The catalogue's room at an index, such as [`Room::interior`].
    #[must_use]
    pub fn from_catalogue(catalogue: &'a Catalogue, interior: u16) -> Option<Self> {
        let room = catalogue.get(interior)?;
        Some(Self {
            file: catalogue.file(interior)?.stage,
            room_type: room.room_type.number(),
            variant: room.variant,
            subtype: room.subtype,
            name: &catalogue.interior(interior)?.name,
        })
    }
}

/// A floor as JSON, written with the help of its generator: the floor's own JSON, the generator,
/// the run, the name of the boss, and each room's [`ConcreteRoom`] and [`InteriorName`].
///
/// It can be read back as a [`Floor`]; the reader ignores the other parts.
///
/// ```
/// use basement_floors::{Backend, Floor, FloorDocument, Request, RunSeed};
///
/// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
/// let run: RunSeed = "B911 99AC".parse()?;
/// let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
/// let json = serde_json::to_value(FloorDocument::new(&*rebirth, &floor))?;
/// assert_eq!(json["run_seed"], "B911 99AC");
/// assert_eq!(json["rooms"][0]["room"]["type"], 1);
/// assert_eq!(serde_json::from_value::<Floor>(json)?, floor);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct FloorDocument<'a> {
    #[serde(flatten)]
    description: Description,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boss_name: Option<&'static str>,
    #[serde(flatten)]
    floor: WrittenFloor<RoomDocument<'a>>,
}

/// A room in a [`FloorDocument`].
#[derive(Clone, Debug, Serialize)]
struct RoomDocument<'a> {
    #[serde(flatten)]
    written: WrittenRoom,
    #[serde(flatten)]
    name: Option<InteriorName<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<ConcreteRoom<'a>>,
}

impl<'a> FloorDocument<'a> {
    /// The document of a floor that this generator made. Its run is the one whose stage has the
    /// floor's seed ([R39](crate::rules#r39)).
    #[must_use]
    pub fn new<G: Generator + ?Sized>(generator: &'a G, floor: &Floor) -> Self {
        let description = generator.describe();
        let run = description.run_of(floor.request().level, floor.seed());
        let boss = floor.outcome().boss();
        let room = |room: &Room, written: WrittenRoom| RoomDocument {
            written,
            name: room.interior.and_then(|interior| generator.interior_name(interior)),
            room: room.interior.zip(generator.catalogue()).and_then(|(interior, catalogue)| {
                ConcreteRoom::from_catalogue(catalogue, interior)
            }),
        };
        Self {
            run_seed: run.map(|run| run.to_string()),
            boss_name: boss.and_then(|boss| boss_name(boss.into())),
            floor: WrittenFloor::with_rooms(floor, room),
            description,
        }
    }

    /// This document with another run, or without one.
    #[must_use]
    pub fn with_run_seed(self, run_seed: Option<String>) -> Self {
        Self { run_seed, ..self }
    }
}

impl Description {
    /// [W53](crate::rules#w53): whether the seeds of the ordinary rooms of this generator's floor
    /// depend on the concrete rooms. If they do, the seeds match the game only with the game's own
    /// room files.
    ///
    /// Every pick takes one draw ([W9](crate::rules#w9)), so with one placing phase the seeds follow
    /// from the floor's seed alone, in the order in which rooms are placed. The seeds do depend on
    /// the concrete rooms
    ///
    /// - after a placing phase that failed ([W5](crate::rules#w5));
    /// - in The Void, where further bosses stop when the dead ends run out
    ///   ([W15](crate::rules#w15));
    /// - if a mini-boss can take a second draw ([W67](crate::rules#w67)), or the planetarium's
    ///   float needs a dead end ([W64](crate::rules#w64)): on all floors of `repentance`;
    /// - on a Labyrinth floor with PCG, which cannot take back the second boss's draws
    ///   ([W16](crate::rules#w16)).
    ///
    /// This ignores the order of the dead ends that no special room took, which can always depend
    /// on the doors of the special rooms ([W18](crate::rules#w18)).
    #[must_use]
    pub fn seeds_depend_on_rooms(&self, floor: &Floor) -> bool {
        const CHEST: u8 = 11;
        const VOID: u8 = 12;
        let Some(rules) = self.rebirth_rules() else { return true };
        let level = floor.request().level;
        let has_mini_boss = level < CHEST && level <= rules.special.last_stage_with_optional;
        let is_pcg = matches!(floor.seed(), Seed::Pcg(_));
        !floor.outcome().failed_placings.is_empty()
            || level == VOID
            || rules.planetarium.exists
            || has_mini_boss && rules.special.mini_boss_subtypes
            || is_pcg && floor.curse() == Some(Curse::Labyrinth)
    }

    /// The rules of its generator, if they are Rebirth's.
    fn rebirth_rules(&self) -> Option<RebirthRules> {
        if self.backend.parse() != Ok(Backend::Rebirth) {
            return None;
        }
        let mut rules = self.edition.parse::<Edition>().ok()?.rules();
        for change in &self.changed {
            rules.set(rebirth::NAME, &change.path, change.value).ok()?;
        }
        Some(rules)
    }
}
