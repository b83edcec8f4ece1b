//! The Flash game of 2011 ([F1-F25](basement_model::rules#f1)), in its two readings: what the
//! article says, and the shipped program.
//!
//! [`attempt`] is the table of contents: it names the steps in their order.
//! [F1-F17](basement_model::rules#f1) hold for both editions unless a step says otherwise;
//! [F20-F25](basement_model::rules#f20) are what the shipped program does differently.

pub mod board;
pub mod boss;
pub mod coins;
pub mod drawn_cells;
pub mod growth;
pub mod interiors;
pub mod labyrinth;
pub mod secret;
pub mod special;
pub mod target;

use basement_floors::flash::{Edition, FlashRules, STREAM_VERSION};
use basement_floors::{Description, GenerateError, Generator, InteriorName, Parameters};
use basement_model::{
    Curse, CurseChoice, Difficulty, Floor, FloorParts, Grid, Outcome, Phase, Request, RequestError,
    Room, RunState, Seed,
};

use crate::stream::Stream;
use crate::{Rejected, finished};
use board::FloorPlan;

/// The Flash generator in plain code: it makes the engine's floors, draw for draw.
///
/// ```
/// use basement_floors::flash::{Edition, Flash};
/// use basement_floors::{Generator, Request, Seed};
/// use basement_reference::PlainFlash;
///
/// let (plain, engine) = (PlainFlash::new(Edition::Article), Flash::new(Edition::Article));
/// for seed in 0..100 {
///     let (request, seed) = (Request::level(4), Seed::Pcg(seed));
///     assert_eq!(plain.generate(&request, seed)?, engine.generate(&request, seed)?);
/// }
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlainFlash {
    edition: Edition,
    rules: FlashRules,
    is_literal: bool,
}

impl PlainFlash {
    /// The generator with an edition's rules.
    #[must_use]
    pub const fn new(edition: Edition) -> Self {
        Self { edition, rules: edition.rules(), is_literal: false }
    }

    /// The generator with your own rules; `edition` says what they started from.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn with_rules(edition: Edition, rules: FlashRules) -> Result<Self, RequestError> {
        rules.check("flash")?;
        Ok(Self { edition, rules, is_literal: false })
    }

    /// Keeps the rules to the letter: a draw for every coin ([F4](basement_model::rules#f4)), for
    /// every cell that the search for the secret room looks at ([F9](basement_model::rules#f9),
    /// [F23](basement_model::rules#f23)), and for every interior
    /// ([F14](basement_model::rules#f14)). Every floor is as likely as before, but a seed gives
    /// another floor.
    ///
    /// ```
    /// use basement_floors::flash::Edition;
    /// use basement_floors::{Generator, Request, Seed};
    /// use basement_reference::PlainFlash;
    ///
    /// let sparing = PlainFlash::new(Edition::Article);
    /// let literal = sparing.clone().literal();
    /// let draws = |flash: &PlainFlash| {
    ///     flash.generate(&Request::level(1), Seed::Pcg(1)).map(|floor| floor.draws())
    /// };
    /// assert!(draws(&literal)? > draws(&sparing)?);
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[must_use]
    pub const fn literal(mut self) -> Self {
        self.is_literal = true;
        self
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &FlashRules {
        &self.rules
    }

    /// Its name in descriptions and errors.
    const fn name(&self) -> &'static str {
        if self.is_literal { "flash-reference-literal" } else { "flash-reference" }
    }

    /// F12: refuses levels that the edition does not have, and options that only Rebirth
    /// understands.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.run.check()?;
        if !has_level(self.edition, request.level) {
            return Err(RequestError::UnknownLevel {
                backend: self.name(),
                edition: self.edition.name(),
                given: request.level,
                allowed: self.edition.levels(),
            });
        }
        match not_understood(request) {
            Some((what, instead)) => Err(RequestError::NotUnderstood {
                backend: self.name(),
                what: what.to_owned(),
                instead,
            }),
            None => Ok(()),
        }
    }
}

/// [F12](basement_model::rules#f12): whether an edition has a level. `article` has levels 1 to 12,
/// the shipped program 1 to 9 and 11: 9 is Sheol or the Cathedral, 11 the Chest.
#[must_use]
pub const fn has_level(edition: Edition, level: u8) -> bool {
    match edition {
        Edition::Article => matches!(level, 1..=12),
        Edition::WrathOfTheLamb => matches!(level, 1..=9 | 11),
        // An edition that is not on the rules page.
        _ => false,
    }
}

/// Something in a request for which Flash has no rule, and what to do about it.
fn not_understood(request: &Request) -> Option<(&'static str, &'static str)> {
    let flash_has_it =
        |curse: Curse| matches!(curse, Curse::Labyrinth | Curse::Lost | Curse::Darkness);
    // The run without what only Rebirth uses.
    let default = RunState::default();
    let understood = RunState {
        character: default.character,
        bone_hearts: default.bone_hearts,
        keys: default.keys,
        treasure_rooms_skipped: default.treasure_rooms_skipped,
        planetarium_entered: default.planetarium_entered,
        victory_lap: default.victory_lap,
        items: default.items,
        achievements: default.achievements,
        flags: default.flags,
        bosses_met: default.bosses_met,
        bosses_chosen: default.bosses_chosen,
        ..request.run
    };
    if request.difficulty != Difficulty::Normal {
        Some(("hard mode", "leave the option out"))
    } else if request.phase == Phase::Layout {
        Some(("a layout phase", "give full or special"))
    } else if request.stage_type != 0 {
        Some(("stage types", "leave the option out"))
    } else if matches!(request.curse, CurseChoice::Forced(Some(curse)) if !flash_has_it(curse)) {
        Some(("this curse", "give labyrinth, lost, darkness or none"))
    } else if request.run != understood {
        Some((
            "characters, bone hearts, keys, planetariums, victory laps, items, achievements, run flags or bosses",
            "leave the option out",
        ))
    } else {
        None
    }
}

/// [F2](basement_model::rules#f2), [F3](basement_model::rules#f3),
/// [F20](basement_model::rules#f20), [F24](basement_model::rules#f24): what all attempts at one
/// floor share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorSetting<'a> {
    /// The parameters of the rules.
    pub rules: &'a FlashRules,
    /// What was asked for.
    pub request: &'a Request,
    /// [F24](basement_model::rules#f24): the curse on the floor.
    pub curse: Option<Curse>,
    /// [F20](basement_model::rules#f20): the level that the rules use.
    pub level: u32,
    /// [F2](basement_model::rules#f2), [F20](basement_model::rules#f20): the wanted number of
    /// rooms, a whole number in `article`.
    pub target: f64,
    /// [F4](basement_model::rules#f4), [F9](basement_model::rules#f9): whether every coin and every
    /// cell that is looked at costs a draw.
    pub is_literal: bool,
}

impl FloorSetting<'_> {
    /// [F15-F17](basement_model::rules#f15): whether the floor has the Curse of the Labyrinth.
    #[must_use]
    pub fn is_labyrinth(&self) -> bool {
        self.curse == Some(Curse::Labyrinth)
    }
}

/// [F4-F25](basement_model::rules#f4): one attempt at a floor. When a rule rejects it, the
/// generator starts again from the beginning.
///
/// Each test is made as soon as what it needs is known.
///
/// ```
/// use basement_floors::flash::Edition;
/// use basement_model::{Request, Seed};
/// use basement_reference::flash::{FloorSetting, attempt, target};
/// use basement_reference::stream::Stream;
///
/// let (rules, request) = (&Edition::Article.rules(), &Request::level(1));
/// let mut stream = Stream::new(Seed::Pcg(7));
/// let curse = target::curse(rules, request, &mut stream);
/// let level = target::level(rules, request, curse);
/// let target = target::target(rules, level, curse, &mut stream);
/// let setting = FloorSetting { rules, request, curse, level, target, is_literal: false };
///
/// let attempts = (0..20).map(|_| attempt(&setting, &mut stream));
/// let passed: Vec<_> = attempts.flatten().collect();
/// assert!(passed.len() > 5 && passed.len() < 20);
/// ```
pub fn attempt(setting: &FloorSetting<'_>, stream: &mut Stream) -> Result<FloorPlan, Rejected> {
    let mut plan = FloorPlan::new(setting.rules.rooms.start_counts);
    growth::grow(setting, &mut plan, stream);
    growth::check_grown(setting, &plan)?;
    special::check_all_end_rooms(setting, &plan)?;
    let boss = boss::place_boss(&mut plan)?;
    if setting.is_labyrinth() {
        boss::place_second_boss(setting, &mut plan, boss)?;
    }
    special::place_super_secret(setting, &mut plan, stream)?;
    if setting.is_labyrinth() {
        labyrinth::keep_last_end_rooms(setting, &mut plan);
    }
    special::check_end_rooms(setting, &plan)?;
    secret::place_secret_room(setting, &mut plan, stream)?;
    labyrinth::check_rooms(setting, &plan)?;
    special::place_guaranteed_rooms(setting, &mut plan, stream)?;
    special::place_optional_rooms(setting, &mut plan, stream);
    Ok(plan)
}

impl Generator for PlainFlash {
    fn describe(&self) -> Description {
        Description::new(self.name(), self.edition.name(), STREAM_VERSION)
            .with_changes(self.edition.rules().list("flash"), self.rules.list("flash"))
    }

    fn interior_name(&self, interior: u16) -> Option<InteriorName<'_>> {
        interiors::name(interior)
    }

    fn grid(&self) -> Grid {
        Grid::FLASH
    }

    /// [F7](basement_model::rules#f7): makes attempts with the same wanted number, until one passes
    /// or 1000 have been made.
    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.check(request)?;
        let rules = &self.rules;
        let mut stream = Stream::new(seed);
        let curse = target::curse(rules, request, &mut stream);
        let level = target::level(rules, request, curse);
        let target = target::target(rules, level, curse, &mut stream);
        let is_literal = self.is_literal;
        let setting = FloorSetting { rules, request, curse, level, target, is_literal };
        for number in 1..=rules.growth.attempts {
            if let Ok(plan) = attempt(&setting, &mut stream) {
                let interiors = match request.phase {
                    Phase::Full => interiors::draw_interiors(&setting, &plan.rooms, &mut stream),
                    _ => vec![None; plan.rooms.len()],
                };
                return Ok(floor(&setting, &plan, &interiors, seed, number, stream.drawn()));
            }
        }
        Err(GenerateError::gave_up(self.name(), request, seed, rules.growth.attempts))
    }
}

/// The floor of a finished plan.
fn floor(
    setting: &FloorSetting<'_>,
    plan: &FloorPlan,
    interiors: &[Option<usize>],
    seed: Seed,
    attempts: u32,
    draws: u64,
) -> Floor {
    let min_dead_ends = special::all_end_rooms_needed(setting);
    let rooms: Vec<Room> = plan
        .rooms
        .iter()
        .zip(interiors)
        .map(|(room, interior)| interiors::finished_room(room, *interior))
        .collect();
    let dead_ends: Vec<u8> = plan
        .end_rooms
        .iter()
        .filter_map(|cell| plan.index_at(*cell))
        .map(|index| index as u8)
        .collect();
    finished::floor(FloorParts {
        grid: Grid::FLASH,
        request: *setting.request,
        seed,
        curse: setting.curse,
        wanted: setting.target.ceil() as u8,
        min_dead_ends: min_dead_ends as u8,
        attempts,
        draws,
        rooms: &rooms,
        dead_ends: &dead_ends,
        outcome: Outcome::none(),
    })
}
