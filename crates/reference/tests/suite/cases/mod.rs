//! Random requests with random rules, and what the engine and the plain reading return for them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use basement_floors::{
    Achievements, Backend, Change, Character, Curse, CurseChoice, Difficulty, Floor, GenerateError,
    Generator, Item, MissingRooms, Parameter, Parameters, Phase, Request, RunState, Seed, Unlocks,
    Value, flash, rebirth,
};
use basement_reference::{PlainFlash, PlainRebirth};

/// The parameters of an edition, listed once: a listing costs more than a floor.
pub(crate) fn parameters(backend: Backend, edition: &'static str) -> &'static [Parameter] {
    static ALL: LazyLock<BTreeMap<(Backend, &str), Vec<Parameter>>> = LazyLock::new(|| {
        let editions = Backend::ALL
            .iter()
            .flat_map(|backend| backend.editions().iter().map(|edition| (*backend, *edition)));
        editions.map(|it| (it, it.0.parameters(it.1, &[]).unwrap())).collect()
    });
    &ALL[&(backend, edition)]
}

/// One floor to make twice.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) backend: Backend,
    pub(crate) edition: &'static str,
    pub(crate) changes: Vec<Change>,
    pub(crate) request: Request,
    pub(crate) seed: Seed,
}

/// What a case is decoded from: any numbers will do, and after their end zeros follow. Zero always
/// stands for the plainest choice.
pub(crate) struct Numbers<I>(pub(crate) I);

impl<I: Iterator<Item = u32>> Numbers<I> {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0.next().unwrap_or(0) % n
    }

    pub(crate) fn flag(&mut self, one_in: u32) -> bool {
        self.below(one_in) == one_in - 1
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    pub(crate) fn case(&mut self) -> Case {
        let backend = self.one_of(&[Backend::Flash, Backend::Rebirth]);
        let edition = self.one_of(backend.editions());
        self.case_of(backend, edition)
    }

    pub(crate) fn case_of(&mut self, backend: Backend, edition: &'static str) -> Case {
        let seed = self.0.next().unwrap_or(0).max(1);
        let seed = match self.below(2) {
            0 => Seed::game(seed).unwrap(),
            _ => Seed::Pcg(u64::from(seed)),
        };
        let mut request = match backend {
            Backend::Flash => self.flash_request(edition),
            Backend::Rebirth => self.rebirth_request(),
        };
        if edition == "repentance" {
            self.take_alternative_path(&mut request);
        }
        self.fill_run(backend, &mut request.run);
        let changes = self.changes(parameters(backend, edition));
        Case { backend, edition, changes, request, seed }
    }

    pub(crate) fn flash_request(&mut self, edition: &str) -> Request {
        let edition: flash::Edition = edition.parse().unwrap();
        let levels: Vec<u8> = (1..=12).filter(|level| edition.has_level(*level)).collect();
        let mut request = Request::level(self.one_of(&levels));
        request.unlocks = self.one_of(Unlocks::ALL);
        request.phase = self.one_of(&[Phase::Full, Phase::Full, Phase::Special]);
        request.curse =
            self.curse(&[Curse::Labyrinth, Curse::Labyrinth, Curse::Lost, Curse::Darkness]);
        request
    }

    pub(crate) fn rebirth_request(&mut self) -> Request {
        let mut request = Request::level(self.one_of(&[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]));
        let types = if matches!(request.level, 10 | 11) { 2 } else { 3 };
        request.stage_type = self.below(types) as u8;
        request.difficulty = self.one_of(Difficulty::ALL);
        request.unlocks = self.one_of(&[Unlocks::All, Unlocks::Fresh]);
        let phases = [Phase::Full, Phase::Full, Phase::Full, Phase::Special, Phase::Layout];
        request.phase = self.one_of(&phases);
        let mut curses = Curse::ALL.to_vec();
        curses.extend([Curse::Labyrinth; 4]);
        request.curse = self.curse(&curses);
        request
    }

    /// Stages 1 to 8 of `repentance` have more types.
    fn take_alternative_path(&mut self, request: &mut Request) {
        if !self.flag(4) {
            return;
        }
        match request.level {
            1..=6 => request.stage_type = self.one_of(&[4, 5]),
            7 | 8 => request.stage_type = 4,
            _ => {}
        }
    }

    fn curse(&mut self, curses: &[Curse]) -> CurseChoice {
        match self.below(4) {
            0 => CurseChoice::Drawn,
            1 => CurseChoice::NoRoll,
            2 => CurseChoice::Forced(None),
            _ => CurseChoice::Forced(Some(self.one_of(curses))),
        }
    }

    pub(crate) fn fill_run(&mut self, backend: Backend, run: &mut RunState) {
        run.coins = self.one_of(&[0, 4, 5, 6, 99]);
        run.devil_room_entered = self.flag(2);
        run.book_carried = self.flag(2);
        run.soul_half_hearts = self.one_of(&[0, 0, 1, 2, 3, 6]);
        run.container_half_hearts = self.one_of(&[6, 0, 2, 4, 12]);
        if backend == Backend::Rebirth {
            self.fill_rebirth_run(run);
        }
        let most = run.container_half_hearts + 2 * run.bone_hearts;
        run.red_half_hearts = match self.below(3) {
            0 => run.container_half_hearts,
            _ => self.below(u32::from(most) + 1) as u8,
        };
    }

    fn fill_rebirth_run(&mut self, run: &mut RunState) {
        run.character = self.one_of(Character::ALL);
        run.bone_hearts = self.one_of(&[0, 0, 0, 1, 3]);
        run.keys = self.one_of(&[0, 1, 2, 3]);
        run.treasure_rooms_skipped = self.one_of(&[0, 0, 1, 2, 7]);
        run.planetarium_entered = self.flag(4);
        run.victory_lap = self.one_of(&[0, 0, 2, 3, 4]);
        for item in Item::ALL {
            if self.flag(4) {
                let count = self.one_of(&[1, 1, 1, 2, 3]);
                (0..count).for_each(|_| run.items.add(*item));
            }
        }
        if self.flag(3) {
            let numbers = Achievements::numbers().iter().copied();
            let unlocked = numbers.filter(|_| self.flag(2));
            run.achievements = Some(Achievements::from_numbers(unlocked).unwrap());
        }
        let often = self.one_of(&[0, 8, 2]);
        if often > 0 {
            run.flags = (0..64).filter(|_| self.flag(often)).collect();
        }
        if self.flag(8) {
            // All sins were met.
            (9..=14).for_each(|flag| run.flags.set(flag, true));
        }
        let often = self.one_of(&[0, 8, 2]);
        if often > 0 {
            run.bosses_met = (0..103).filter(|_| self.flag(often)).collect();
        }
        run.bosses_chosen = self.one_of(&[0, 0, 1, 2, 8]);
    }

    /// Changes of a few parameters.
    pub(crate) fn changes(&mut self, parameters: &[Parameter]) -> Vec<Change> {
        let changed = self.one_of(&[0, 0, 0, 1, 1, 2, 3, 6]);
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..changed {
            let parameter = &parameters[self.below(parameters.len() as u32) as usize];
            let value = self.value(parameter);
            changes.retain(|change| change.path != parameter.path);
            changes.push(Change::new(&parameter.path, value));
        }
        if changes.is_empty() { changes } else { few_attempts(changes, parameters) }
    }

    /// A value near the parameter's own, or at an end of its sensible range.
    pub(crate) fn value(&mut self, parameter: &Parameter) -> Value {
        match (parameter.value, parameter.least, parameter.most) {
            (Value::Whole(value), Value::Whole(least), Value::Whole(most)) => {
                let most = most.min(sensible_most(&parameter.path));
                let near = match self.below(6) {
                    0 => value.saturating_add(1),
                    1 => value.saturating_sub(1),
                    2 => value.saturating_mul(2),
                    3 => least,
                    4 => most,
                    _ => self.below(12),
                };
                Value::Whole(near.clamp(least, most))
            }
            (Value::Real(value), Value::Real(least), Value::Real(most)) => {
                let near = match self.below(5) {
                    0 => value + 0.1,
                    1 => value * 0.5,
                    2 => value * 1.5,
                    3 => f64::from(self.below(1000)) / 1000.0 * most,
                    _ => least,
                };
                Value::Real(near.clamp(least, most))
            }
            (Value::Switch(value), _, _) => Value::Switch(!value),
            other => panic!("{}: {other:?}", parameter.path),
        }
    }
}

/// Changed rules may ask for what no attempt can give: they get few attempts.
pub(crate) fn few_attempts(mut changes: Vec<Change>, parameters: &[Parameter]) -> Vec<Change> {
    let is_attempts = |path: &str| path.ends_with(".attempts");
    if !changes.iter().any(|change| is_attempts(&change.path)) {
        let path = &parameters.iter().find(|known| is_attempts(&known.path)).unwrap().path;
        changes.push(Change::new(path, 60));
    }
    changes
}

/// The greatest value that still gives a floor, in reasonable time and with room for it on the
/// board.
pub(crate) fn sensible_most(path: &str) -> u32 {
    match path {
        "flash.rooms.base" | "flash.rooms.random" => 12,
        "rebirth.rooms.cap" | "rebirth.rooms.labyrinth_cap" => 45,
        "rebirth.rooms.void_base" => 50,
        "rebirth.rooms.void_random" => 8,
        "rebirth.rooms.hard_extra" | "rebirth.rooms.hard_random" => 4,
        "rebirth.rooms.lost_extra" => 8,
        "rebirth.dead_ends.base" => 8,
        path if path.ends_with(".attempts") => 100,
        path if path.ends_with("draws") => 4000,
        path if path.ends_with(".generations") => 400,
        _ => u32::MAX,
    }
}

/// The result of a request: a floor, the number of attempts that were all thrown away, or rooms
/// that the catalogue lacks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Floor(Box<Floor>),
    GaveUp(u32),
    Missing(MissingRooms),
}

impl Case {
    pub(crate) fn engine(&self) -> Box<dyn Generator> {
        self.backend.generator(self.edition, &self.changes).unwrap()
    }

    pub(crate) fn plain(&self) -> Box<dyn Generator> {
        match self.backend {
            Backend::Flash => {
                let edition: flash::Edition = self.edition.parse().unwrap();
                let rules = self.changed(edition.rules());
                Box::new(PlainFlash::with_rules(edition, rules).unwrap())
            }
            Backend::Rebirth => {
                let edition: rebirth::Edition = self.edition.parse().unwrap();
                let rules = self.changed(edition.rules());
                Box::new(PlainRebirth::with_rules(edition, rules).unwrap())
            }
        }
    }

    fn changed<R: Parameters + Clone>(&self, mut rules: R) -> R {
        for change in &self.changes {
            rules.set(&self.backend.to_string(), &change.path, change.value).unwrap();
        }
        rules
    }

    pub(crate) fn outcome(&self, generator: &dyn Generator) -> Outcome {
        match generator.generate(&self.request, self.seed) {
            Ok(floor) => Outcome::Floor(Box::new(floor)),
            Err(GenerateError::GaveUp { attempts, .. }) => Outcome::GaveUp(attempts),
            Err(GenerateError::MissingRooms(missing)) => Outcome::Missing(missing),
            Err(error) => panic!("{error}: {self:?}"),
        }
    }

    /// The engine's outcome, or the difference.
    pub(crate) fn compared(&self) -> Result<Outcome, String> {
        self.compared_by(&*self.engine(), &*self.plain())
    }

    /// Compares the outcomes of two generators. Cases with the same rules can share the generators.
    pub(crate) fn compared_by(
        &self,
        engine: &dyn Generator,
        plain: &dyn Generator,
    ) -> Result<Outcome, String> {
        let [engine, plain] = [engine, plain].map(|generator| self.outcome(generator));
        if engine == plain {
            return Ok(engine);
        }
        let what = match (&engine, &plain) {
            (Outcome::Floor(engine), Outcome::Floor(plain)) => {
                let rooms = engine.rooms().iter().zip(plain.rooms()).enumerate();
                let differing: Vec<_> =
                    rooms.filter(|(_, (engine, plain))| engine != plain).collect();
                let rest = |floor: &Floor| {
                    format!(
                        "curse {:?}, wanted {}, dead ends needed {}, attempts {}, draws {}, \
                         rooms {}, dead ends {:?}, {:?}",
                        floor.curse(),
                        floor.wanted(),
                        floor.min_dead_ends(),
                        floor.attempts(),
                        floor.draws(),
                        floor.rooms().len(),
                        floor.dead_ends(),
                        floor.outcome(),
                    )
                };
                format!("{}\nagainst {}\ndiffering rooms {differing:#?}", rest(engine), rest(plain))
            }
            _ => format!("{engine:?}\nagainst {plain:?}"),
        };
        Err(format!("{self:#?}\nengine and plain reading: {what}"))
    }
}

/// An endless stream of numbers from a seed.
pub(crate) fn numbers(mut state: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        // splitmix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some((mixed ^ mixed >> 31) as u32)
    })
}
