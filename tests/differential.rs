//! The engine against a plain reading of the rules page (`plain/`), floor for
//! floor and draw for draw, over requests of every kind.

#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

mod plain;

use basement_floors::{
    Backend, Change, Character, Curse, CurseChoice, Difficulty, GenerateError, Item, Parameter,
    Parameters, Phase, Request, RunState, Seed, Unlocks, Value, flash, rebirth,
};
use plain::{GaveUp, PlainFloor};
use proptest::prelude::{any, proptest};
use strum::VariantArray;

/// One floor to make twice.
#[derive(Clone, Debug)]
struct Case {
    backend: Backend,
    edition: &'static str,
    changes: Vec<Change>,
    request: Request,
    seed: Seed,
}

/// What a case is decoded from: any numbers will do, and where they end, zeros
/// follow. Zero always stands for the plainest choice.
struct Numbers<I>(I);

impl<I: Iterator<Item = u32>> Numbers<I> {
    fn below(&mut self, n: u32) -> u32 {
        self.0.next().unwrap_or(0) % n
    }

    fn flag(&mut self, one_in: u32) -> bool {
        self.below(one_in) == one_in - 1
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn case(&mut self) -> Case {
        let backend = self.one_of(&[Backend::Flash, Backend::Rebirth]);
        let edition = self.one_of(backend.editions());
        let seed = self.0.next().unwrap_or(0).max(1);
        let seed = match self.below(2) {
            0 => Seed::game(seed).unwrap(),
            _ => Seed::Pcg(u64::from(seed)),
        };
        let mut request = match backend {
            Backend::Flash => self.flash_request(edition),
            Backend::Rebirth => self.rebirth_request(),
        };
        self.fill_run(backend, &mut request.run);
        let changes = self.changes(&backend.parameters(edition).unwrap());
        Case { backend, edition, changes, request, seed }
    }

    fn flash_request(&mut self, edition: &str) -> Request {
        let edition: flash::Edition = edition.parse().unwrap();
        let levels: Vec<u8> = (1..=12).filter(|level| edition.has_level(*level)).collect();
        let mut request = Request::level(self.one_of(&levels));
        request.unlocks = self.one_of(Unlocks::VARIANTS);
        request.phase = self.one_of(&[Phase::Full, Phase::Full, Phase::Special]);
        request.curse =
            self.curse(&[Curse::Labyrinth, Curse::Labyrinth, Curse::Lost, Curse::Darkness]);
        request
    }

    fn rebirth_request(&mut self) -> Request {
        let mut request = Request::level(self.one_of(&[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]));
        let types = if matches!(request.level, 10 | 11) { 2 } else { 3 };
        request.stage_type = self.below(types) as u8;
        request.difficulty = self.one_of(Difficulty::VARIANTS);
        request.unlocks = self.one_of(&[Unlocks::All, Unlocks::Fresh]);
        let phases = [Phase::Full, Phase::Full, Phase::Full, Phase::Special, Phase::Layout];
        request.phase = self.one_of(&phases);
        let mut curses = Curse::VARIANTS.to_vec();
        curses.extend([Curse::Labyrinth; 4]);
        request.curse = self.curse(&curses);
        request
    }

    fn curse(&mut self, curses: &[Curse]) -> CurseChoice {
        match self.below(4) {
            0 => CurseChoice::Drawn,
            1 => CurseChoice::NoRoll,
            2 => CurseChoice::Forced(None),
            _ => CurseChoice::Forced(Some(self.one_of(curses))),
        }
    }

    fn fill_run(&mut self, backend: Backend, run: &mut RunState) {
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
        run.character = self.one_of(Character::VARIANTS);
        run.bone_hearts = self.one_of(&[0, 0, 0, 1, 3]);
        run.keys = self.one_of(&[0, 1, 2, 3]);
        run.treasure_rooms_skipped = self.one_of(&[0, 0, 1, 2, 7]);
        run.planetarium_entered = self.flag(4);
        run.victory_lap = self.one_of(&[0, 0, 2, 3, 4]);
        for item in Item::VARIANTS {
            if self.flag(4) {
                run.items.add(*item);
            }
        }
    }

    /// A few parameters changed.
    fn changes(&mut self, parameters: &[Parameter]) -> Vec<Change> {
        let changed = self.one_of(&[0, 0, 0, 1, 1, 2, 3, 6]);
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..changed {
            let parameter = &parameters[self.below(parameters.len() as u32) as usize];
            let value = self.value(parameter);
            changes.push(Change { path: parameter.path.clone(), value });
        }
        if changes.is_empty() { changes } else { few_attempts(changes, parameters) }
    }

    /// A value near the parameter's own, or at an end of its sensible range.
    fn value(&mut self, parameter: &Parameter) -> Value {
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
fn few_attempts(mut changes: Vec<Change>, parameters: &[Parameter]) -> Vec<Change> {
    let is_attempts = |path: &str| path.ends_with(".attempts");
    if !changes.iter().any(|change| is_attempts(&change.path)) {
        let path = &parameters.iter().find(|known| is_attempts(&known.path)).unwrap().path;
        changes.push(Change { path: path.clone(), value: Value::Whole(60) });
    }
    changes
}

/// The least value that a floor can be made with.
/// The most that still gives a floor, in time, with room for it on the board.
fn sensible_most(path: &str) -> u32 {
    match path {
        "flash.rooms.base" | "flash.rooms.random" => 12,
        "rebirth.rooms.cap" | "rebirth.rooms.labyrinth_cap" => 45,
        "rebirth.rooms.void_base" => 50,
        "rebirth.rooms.void_random" => 8,
        "rebirth.rooms.hard_extra" => 4,
        "rebirth.rooms.lost_extra" => 8,
        "rebirth.dead_ends.base" => 8,
        path if path.ends_with(".attempts") => 100,
        path if path.ends_with("draws") => 4000,
        path if path.ends_with(".generations") => 400,
        _ => u32::MAX,
    }
}

impl Case {
    fn fast(&self) -> Result<PlainFloor, GaveUp> {
        let generator = self.backend.generator(self.edition, &self.changes).unwrap();
        match generator.generate(&self.request, self.seed) {
            Ok(floor) => Ok(PlainFloor::from(&floor)),
            Err(GenerateError::GaveUp { attempts, .. }) => Err(GaveUp { attempts }),
            Err(error) => panic!("{error}: {self:?}"),
        }
    }

    fn plain(&self) -> Result<PlainFloor, GaveUp> {
        match self.backend {
            Backend::Flash => {
                let mut rules = self.edition.parse::<flash::Edition>().unwrap().rules();
                self.change(&mut rules);
                plain::flash::generate(&rules, &self.request, self.seed)
            }
            Backend::Rebirth => {
                let mut rules = self.edition.parse::<rebirth::Edition>().unwrap().rules();
                self.change(&mut rules);
                plain::rebirth::generate(&rules, &self.request, self.seed)
            }
        }
    }

    fn change<R: Parameters + Clone>(&self, rules: &mut R) {
        for change in &self.changes {
            rules.set(&self.backend.to_string(), &change.path, change.value).unwrap();
        }
    }

    /// What differs, if anything does.
    fn difference(&self) -> Option<String> {
        let (fast, plain) = (self.fast(), self.plain());
        if fast == plain {
            return None;
        }
        let what = match (&fast, &plain) {
            (Ok(fast), Ok(plain)) => {
                let rooms = fast.rooms.iter().zip(&plain.rooms).enumerate();
                let differing: Vec<_> = rooms.filter(|(_, (fast, plain))| fast != plain).collect();
                format!(
                    "curse {:?} {:?}, wanted {} {}, attempts {} {}, draws {} {}, rooms {} {}, \
                     dead ends {:?} {:?}, differing rooms {differing:#?}",
                    fast.curse,
                    plain.curse,
                    fast.wanted,
                    plain.wanted,
                    fast.attempts,
                    plain.attempts,
                    fast.draws,
                    plain.draws,
                    fast.rooms.len(),
                    plain.rooms.len(),
                    fast.dead_ends,
                    plain.dead_ends
                )
            }
            _ => format!("{:?}, {:?}", fast.map(|_| "a floor"), plain.map(|_| "a floor")),
        };
        Some(format!("{self:#?}\nfast and plain: {what}"))
    }
}

/// An endless stream of numbers for the cases of one thread.
fn numbers(mut state: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        // splitmix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some((mixed ^ mixed >> 31) as u32)
    })
}

/// Compares the cases of these numbers: how many gave a floor.
fn compare(cases: impl Iterator<Item = u64>) -> u64 {
    let mut floors = 0;
    for number in cases {
        let case = Numbers(numbers(number)).case();
        if let Some(difference) = case.difference() {
            panic!("case {number}: {difference}");
        }
        floors += u64::from(case.fast().is_ok());
    }
    floors
}

#[test]
fn the_engine_and_the_plain_reading_agree_on_100_000_random_requests() {
    // Fewer where the whole is run over and over: see `.cargo/mutants.toml`.
    let cases: u64 = match std::env::var("DIFFERENTIAL_CASES") {
        Ok(cases) => cases.parse().expect("DIFFERENTIAL_CASES: give a number of requests"),
        Err(_) => 100_000,
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let floors: u64 = std::thread::scope(|scope| {
        let compared: Vec<_> = (0..threads as u64)
            .map(|first| scope.spawn(move || compare((first..cases).step_by(threads))))
            .collect();
        compared.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    // Few ask for what no attempt can give.
    assert!(floors > cases * 9 / 10, "{floors}");
}

proptest! {
    #[test]
    fn the_engine_and_the_plain_reading_agree_on_any_request(
        choices in proptest::collection::vec(any::<u32>(), 0..90),
    ) {
        let case = Numbers(choices.into_iter()).case();
        assert_eq!(case.difference(), None);
    }
}

/// Values at and near the ends of a parameter's range, and near its own.
fn values(parameter: &Parameter) -> Vec<Value> {
    match (parameter.value, parameter.least, parameter.most) {
        (Value::Whole(value), Value::Whole(least), Value::Whole(most)) => {
            let most = most.min(sensible_most(&parameter.path));
            let near = [value.saturating_sub(1), value.saturating_add(1), value.saturating_mul(2)];
            let mut values = [&[least, most, 1, 2, 3, 5, 8], &near[..]].concat();
            values.iter_mut().for_each(|value| *value = (*value).clamp(least, most));
            values.sort_unstable();
            values.dedup();
            values.into_iter().map(Value::Whole).collect()
        }
        (Value::Real(value), Value::Real(least), Value::Real(most)) => {
            [least, most, value / 2.0, value * 1.5]
                .map(|value| Value::Real(value.clamp(least, most)))
                .to_vec()
        }
        (value, ..) => vec![Value::Switch(value == Value::Switch(false))],
    }
}

#[test]
fn the_engine_and_the_plain_reading_agree_when_one_parameter_is_changed() {
    const EACH: usize = 12;
    // Other cases than the random comparison's.
    let mut number = 1 << 32;
    for backend in [Backend::Flash, Backend::Rebirth] {
        for edition in backend.editions() {
            for parameter in backend.parameters(edition).unwrap() {
                for value in values(&parameter) {
                    let changes = few_attempts(
                        vec![Change { path: parameter.path.clone(), value }],
                        &backend.parameters(edition).unwrap(),
                    );
                    let like_it = std::iter::from_fn(|| {
                        number += 1;
                        Some(Numbers(numbers(number)).case())
                    })
                    .filter(|case| case.backend == backend && case.edition == *edition);
                    for case in like_it.take(EACH) {
                        let case = Case { changes: changes.clone(), ..case };
                        assert_eq!(case.difference(), None);
                    }
                }
            }
        }
    }
}

/// Requests on which engine and plain reading once differed, by the rule.
fn settled() -> Vec<(&'static str, Case)> {
    let set =
        |path: &str, value| vec![Change { path: path.to_owned(), value: Value::Whole(value) }];
    let labyrinth = |level| Request::level(level).with_curse(Curse::Labyrinth);
    let flash = |changes, request, seed| Case {
        backend: Backend::Flash,
        edition: "article",
        changes,
        request,
        seed: Seed::Pcg(seed),
    };
    let rebirth = |changes, request, seed| Case {
        backend: Backend::Rebirth,
        edition: "repentance",
        ..flash(changes, request, seed)
    };
    vec![
        ("F10", flash(set("flash.labyrinth.end_rooms", 2), labyrinth(1), 1)),
        ("R21", rebirth(Vec::new(), labyrinth(12), 1)),
        ("R32", rebirth(set("rebirth.special.last_stage_with_optional", 0), Request::level(1), 1)),
        ("R34", rebirth(set("rebirth.secret.weight", 0), Request::level(1), 21)),
        ("R35", rebirth(set("rebirth.secret.penalty_no_door", 0), Request::level(11), 3594)),
    ]
}

#[test]
fn the_engine_and_the_plain_reading_agree_where_they_once_differed() {
    for (rule, case) in settled() {
        assert_eq!(case.difference(), None, "{rule}");
    }
}

#[derive(serde::Deserialize)]
struct Levels {
    levels: Vec<ReferenceLayout>,
}

/// One layout of `fixtures/layout-vectors.json`.
#[derive(serde::Deserialize)]
struct ReferenceLayout {
    edition: rebirth::Edition,
    stage: u8,
    seed: u32,
    hard: bool,
    forced_curse: Option<String>,
    curse: String,
    wanted: u32,
    attempts: u32,
    rooms: Vec<[i64; 4]>,
    dead_ends: Vec<usize>,
}

#[test]
fn r1_to_r17_the_plain_reading_gives_the_layouts_of_an_independent_implementation() {
    let reference: Levels =
        serde_json::from_str(include_str!("fixtures/layout-vectors.json")).unwrap();
    assert_eq!(reference.levels.len(), 264);
    for expected in reference.levels {
        let request = Request {
            difficulty: if expected.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: expected.forced_curse.map_or(CurseChoice::Drawn, |name| name.parse().unwrap()),
            phase: Phase::Layout,
            ..Request::level(expected.stage)
        };
        let seed = Seed::game(expected.seed).unwrap();
        let floor = plain::rebirth::generate(&expected.edition.rules(), &request, seed).unwrap();
        let name = format!("{} stage {} {seed}", expected.edition, expected.stage);
        let place = |room: &plain::PlainRoom| {
            [room.anchor.0, room.anchor.1, i32::from(room.shape), room.depth as i32].map(i64::from)
        };
        let rooms: Vec<[i64; 4]> = floor.rooms.iter().map(place).collect();
        let curse = floor.curse.map_or_else(|| "none".to_owned(), |curse| curse.to_string());
        assert_eq!(curse, expected.curse, "{name}");
        assert_eq!(floor.wanted, expected.wanted, "{name}");
        assert_eq!(rooms, expected.rooms, "{name}");
        assert_eq!(floor.dead_ends, expected.dead_ends, "{name}");
        assert_eq!(floor.attempts, expected.attempts, "{name}");
    }
}
