//! A whole run of the game: the floors of all its stages (R39).

use std::collections::BTreeMap;

use basement_model::{
    BossSet, Curse, Floor, Phase, Request, RequestError, RunFlags, RunSeed, RunState, Seed, Unlocks,
};
use basement_rooms::stage_file;

use crate::error::GenerateError;
use crate::generator::Generator;

/// The last stage whose type a run chooses.
pub(crate) const LAST_WITH_TYPES: u8 = 8;
/// The stages of Sheol and the Cathedral, and of the Dark Room and the Chest. Each branch has both
/// stages.
const BRANCH: [u8; 2] = [10, 11];
/// The Void.
const VOID: u8 = 12;

/// The stage types of stages 1 to 8 of a [`Run`]: drawn by the run, or set by the user.
///
/// ```
/// use basement_floors::StageTypes;
///
/// // Cellar and Catacombs, and so on; but the first stage is Downpour.
/// let types = StageTypes::all(1).with(1, 4)?;
/// assert_eq!((types.of(1), types.of(3)), (Some(4), Some(1)));
/// assert_eq!(StageTypes::DRAWN.of(1), None);
/// assert!(types.with(10, 1).is_err());
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTypes {
    asked: [Option<u8>; LAST_WITH_TYPES as usize],
}

impl StageTypes {
    /// All types drawn by the run.
    pub const DRAWN: Self = Self { asked: [None; LAST_WITH_TYPES as usize] };

    /// One type for all these stages.
    #[must_use]
    pub const fn all(stage_type: u8) -> Self {
        Self { asked: [Some(stage_type); LAST_WITH_TYPES as usize] }
    }

    /// These types, but another type for one stage.
    ///
    /// # Errors
    ///
    /// [`RequestError::NoStageTypes`] for a stage that is not one of 1 to 8.
    pub const fn with(mut self, stage: u8, stage_type: u8) -> Result<Self, RequestError> {
        if stage == 0 || stage > LAST_WITH_TYPES {
            return Err(RequestError::NoStageTypes { given: stage });
        }
        self.asked[stage as usize - 1] = Some(stage_type);
        Ok(self)
    }

    /// The type that is set for a stage; `None` if the run draws it.
    #[must_use]
    pub fn of(&self, stage: u8) -> Option<u8> {
        self.asked.get(usize::from(stage).checked_sub(1)?).copied().flatten()
    }
}

/// A run of the game: the floors of its stages, as a player meets them.
///
/// Each stage has the seed that the run gives it ([R39](crate::rules#r39)), and what a floor leaves
/// behind is carried over to the next: the run flags ([W13](crate::rules#w13),
/// [W36](crate::rules#w36)), the bosses met, and how many were chosen from each pool
/// ([W70](crate::rules#w70)). Everything else that a player brings, such as health, coins and
/// items, comes from the request on all stages.
///
/// Stages 1 to 8 come first. After them come three branches: Sheol and the Dark Room, the Cathedral
/// and the Chest, and The Void. All three begin with what stage 8 left behind. A player reaches The
/// Void through the Blue Womb, stage 9, which this engine does not make. A Labyrinth replaces both
/// floors of its chapter ([R5](crate::rules#r5)), so the second floor is not in the run.
///
/// ```
/// use basement_floors::{Backend, Request, Run, RunSeed, StageTypes};
///
/// let rebirth = Backend::Rebirth.generator("afterbirth-plus", &[])?;
/// let seed: RunSeed = "B911 99AC".parse()?;
/// let run = Run::new(&*rebirth, &Request::default(), StageTypes::DRAWN, seed)?;
/// let first = &run.stages[0];
/// assert_eq!(first.level(), 1);
/// println!("{}: {} rooms", first.name(), first.floor.rooms().len());
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Run {
    /// Its seed.
    pub seed: RunSeed,
    /// Its stages, in the order above.
    pub stages: Vec<RunStage>,
}

/// A stage of a [`Run`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunStage {
    /// Its floor. The floor's request contains what the run brought to it.
    pub floor: Floor,
}

impl Run {
    /// Makes the floors of a run. The level, the stage type and the number of chosen bosses in
    /// `request` do not matter; its flags and the bosses met are those at the start of the run.
    ///
    /// # Errors
    ///
    /// [`RequestError::NoRuns`] for a generator whose floors belong to no run: any but Rebirth's.
    /// [`GenerateError`] if a stage cannot be made.
    pub fn new<G: Generator + ?Sized>(
        generator: &G,
        request: &Request,
        stage_types: StageTypes,
        seed: RunSeed,
    ) -> Result<Self, GenerateError> {
        let description = generator.describe();
        if description.run_of(1, seed.stage_seed(1)).is_none() {
            return Err(RequestError::NoRuns { backend: description.backend }.into());
        }
        let mut path = Path {
            generator,
            request,
            seed,
            brought: CarriedOver::at_start(&request.run),
            stages: Vec::new(),
        };
        let mut is_covered = false;
        for level in 1..=LAST_WITH_TYPES {
            let is_second = stage_file(level, 0).is_some_and(|file| file.stage < level);
            if is_second && is_covered {
                continue;
            }
            let drawn = || stage_type_of(seed.stage_seed(level), request.unlocks);
            let curse = path.go_on(level, stage_types.of(level).unwrap_or_else(drawn))?;
            is_covered = curse == Some(Curse::Labyrinth);
        }
        let after_the_womb = path.brought.clone();
        for stage_type in 0..BRANCH.len() as u8 {
            path.brought.clone_from(&after_the_womb);
            for level in BRANCH {
                path.go_on(level, stage_type)?;
            }
        }
        path.brought = after_the_womb;
        path.go_on(VOID, 0)?;
        Ok(Self { seed, stages: path.stages })
    }
}

impl RunStage {
    /// The stage of a floor of Rebirth.
    ///
    /// ```
    /// use basement_floors::{Generator, Request, RunStage, Seed, rebirth::Rebirth};
    ///
    /// let request = Request { stage_type: 4, ..Request::level(4) };
    /// let floor = Rebirth::default().generate(&request, Seed::game(2_649_606_411)?)?;
    /// assert_eq!(RunStage::new(floor).name(), "Mines II");
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[must_use]
    pub const fn new(floor: Floor) -> Self {
        Self { floor }
    }

    /// The number of the stage.
    #[must_use]
    pub const fn level(&self) -> u8 {
        self.floor.request().level
    }

    /// Its type: 0 for Basement, 1 for Cellar, and so on.
    #[must_use]
    pub const fn stage_type(&self) -> u8 {
        self.floor.request().stage_type
    }

    /// The game's name for it, such as "Basement II", and "Basement XL" for a Labyrinth.
    #[must_use]
    pub fn name(&self) -> String {
        let level = self.level();
        let Some(file) = stage_file(level, self.stage_type()) else {
            return format!("Stage {level}");
        };
        let mut words: Vec<String> = file.name.split(' ').map(capital).collect();
        words.extend(match self.floor.curse() {
            _ if level > LAST_WITH_TYPES => None,
            Some(Curse::Labyrinth) => Some("XL".to_owned()),
            _ if file.stage < level => Some("II".to_owned()),
            _ => Some("I".to_owned()),
        });
        words.join(" ")
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// R39: the type that a run gives to one of its stages 1 to 8.
pub(crate) fn stage_type_of(seed: Seed, unlocks: Unlocks) -> u8 {
    match seed.value() {
        _ if unlocks == Unlocks::Fresh => 0,
        seed if seed.is_multiple_of(3) => 2,
        seed if seed.is_multiple_of(2) => 1,
        _ => 0,
    }
}

/// What a run carries over from its floors to the next stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedOver {
    flags: RunFlags,
    bosses_met: BossSet,
    /// How many bosses were chosen from the pool of each stage file.
    bosses_chosen: BTreeMap<u8, u8>,
}

impl CarriedOver {
    /// What a run has at its start.
    #[must_use]
    pub const fn at_start(run: &RunState) -> Self {
        let RunState { flags, bosses_met, .. } = *run;
        Self { flags, bosses_met, bosses_chosen: BTreeMap::new() }
    }

    /// The state of the run on the next stage; `run` has everything else.
    #[must_use]
    pub fn onto(&self, level: u8, stage_type: u8, run: RunState) -> RunState {
        let Self { flags, bosses_met, ref bosses_chosen } = *self;
        let file = stage_file(level, stage_type).map_or(0, |file| file.number);
        let bosses_chosen = bosses_chosen.get(&file).copied().unwrap_or(0);
        RunState { flags, bosses_met, bosses_chosen, ..run }
    }

    /// Adds what a floor leaves behind. A layout has no boss and leaves nothing.
    pub fn add(&mut self, floor: &Floor) {
        let Request { level, stage_type, phase, .. } = *floor.request();
        if phase != Phase::Layout {
            let file = stage_file(level, stage_type).map_or(0, |file| file.number);
            let outcome = floor.outcome();
            (self.flags, self.bosses_met) = (outcome.flags, outcome.bosses_met);
            self.bosses_chosen.insert(file, outcome.bosses_chosen);
        }
    }
}

/// A run in progress.
struct Path<'a, G: ?Sized> {
    generator: &'a G,
    request: &'a Request,
    seed: RunSeed,
    brought: CarriedOver,
    stages: Vec<RunStage>,
}

impl<G: Generator + ?Sized> Path<'_, G> {
    /// Makes the next stage, and keeps what it leaves behind for the stages after it. Returns its
    /// curse.
    fn go_on(&mut self, level: u8, stage_type: u8) -> Result<Option<Curse>, GenerateError> {
        let run = self.brought.onto(level, stage_type, self.request.run);
        let request = Request { level, stage_type, run, ..*self.request };
        let floor = self.generator.generate(&request, self.seed.stage_seed(level))?;
        self.brought.add(&floor);
        let curse = floor.curse();
        self.stages.push(RunStage::new(floor));
        Ok(curse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r39_a_stage_seed_decides_the_type_of_its_stage() {
        for (seed, stage_type) in
            [(1, 0), (2, 1), (3, 2), (4, 1), (5, 0), (6, 2), (9, 2), (4_294_967_295, 2)]
        {
            let seed = Seed::game(seed).unwrap();
            assert_eq!(stage_type_of(seed, Unlocks::All), stage_type, "{seed}");
            assert_eq!(stage_type_of(seed, Unlocks::Fresh), 0, "{seed}");
        }
    }

    #[test]
    fn r39_the_types_of_a_logged_run_of_repentance_plus_are_drawn() {
        // Its log names Basement, Catacombs, Dank Depths, Utero and Scarred Womb. The seeds of the
        // Dank Depths and of the Scarred Womb are even and divisible by 3.
        let run: RunSeed = "YKF6 QDN6".parse().unwrap();
        let types = (1..=8).map(|stage| stage_type_of(run.stage_seed(stage), Unlocks::All));
        assert_eq!(types.collect::<Vec<_>>(), [0, 0, 1, 1, 0, 2, 1, 2]);
    }
}
