//! The engine against the plain reading of the rules page (`basement-reference`), floor for
//! floor and draw for draw, over requests of every kind.

use std::sync::Arc;

use crate::cases::{Case, Numbers, Outcome, few_attempts, numbers, parameters, sensible_most};
use basement_floors::flash::{Edition, Flash};
use basement_floors::rebirth::FLASH_SWITCHES;
use basement_floors::rooms::{Catalogue, FileRoom, RoomType};
use basement_floors::{
    Achievements, Backend, Change, Curse, CurseChoice, DoorSlot, GenerateError, Generator,
    Parameter, Request, RequestError, RunSeed, RunState, Seed, Shape, Value, rebirth,
};
use basement_reference::rebirth::shapes::OUTLINES;
use basement_reference::{PlainFlash, PlainRebirth, seeds};
use proptest::prelude::{any, proptest};

/// Compares lists of cases on all cores. The cases of a list have the same rules. Returns how many
/// cases gave a floor.
fn compare(lists: u64, cases: impl Fn(u64) -> Vec<Case> + Sync) -> u64 {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let floors_of = |number: u64| {
        let cases = cases(number);
        let (engine, plain) = (cases[0].engine(), cases[0].plain());
        let compared = cases.iter().map(|case| match case.compared_by(&*engine, &*plain) {
            Ok(outcome) => u64::from(matches!(outcome, Outcome::Floor(_))),
            Err(difference) => panic!("list {number}: {difference}"),
        });
        compared.sum::<u64>()
    };
    let compare_every = |first: u64| (first..lists).step_by(threads).map(floors_of).sum::<u64>();
    std::thread::scope(|scope| {
        let compared: Vec<_> =
            (0..threads as u64).map(|first| scope.spawn(move || compare_every(first))).collect();
        compared.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

#[test]
fn the_engine_and_the_plain_reading_agree_on_20_000_random_requests() {
    // CI compares more, `.cargo/mutants.toml` fewer.
    let cases: u64 = match std::env::var("DIFFERENTIAL_CASES") {
        Ok(cases) => cases.parse().expect("DIFFERENTIAL_CASES: give a number of requests"),
        Err(_) => 20_000,
    };
    let floors = compare(cases, |number| vec![Numbers(numbers(number)).case()]);
    // Few requests ask for what no attempt can give.
    assert!(floors > cases * 9 / 10, "{floors}");
}

proptest! {
    #[test]
    fn the_engine_and_the_plain_reading_agree_on_any_request(
        choices in proptest::collection::vec(any::<u32>(), 0..90),
    ) {
        let case = Numbers(choices.into_iter()).case();
        assert_eq!(case.compared().err(), None);
    }
}

/// Values at and near the ends of a parameter's range, and near its current value.
pub(crate) fn values(parameter: &Parameter) -> Vec<Value> {
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

// A changed parameter changes no floor of some lists: the rule vectors have a floor for each.
#[test]
fn the_engine_and_the_plain_reading_agree_when_one_parameter_is_changed() {
    const EACH: u64 = 12;
    let mut lists = Vec::new();
    for backend in [Backend::Flash, Backend::Rebirth] {
        for edition in backend.editions() {
            let parameters = parameters(backend, edition);
            for parameter in parameters {
                for value in values(parameter) {
                    let change = Change::new(&parameter.path, value);
                    lists.push((backend, *edition, few_attempts(vec![change], parameters)));
                }
            }
        }
    }
    let cases = lists.len() as u64 * EACH;
    let floors = compare(lists.len() as u64, |list| {
        let (backend, edition, changes) = &lists[list as usize];
        // Numbers that the random comparison does not use.
        let own = (1 << 32) + list * EACH..(1 << 32) + (list + 1) * EACH;
        let like_it = own.map(|number| Numbers(numbers(number)).case_of(*backend, edition));
        like_it.map(|case| Case { changes: changes.clone(), ..case }).collect()
    });
    assert!(floors > cases * 3 / 4, "{floors} of {cases}");
}

#[test]
fn the_engine_and_the_plain_reading_agree_on_the_rules_of_flash_in_rebirth() {
    let like_it = |number: u64| {
        let mut numbers = Numbers(numbers(number));
        let is_turned = |numbers: &mut Numbers<_>| numbers.below(2) == 0;
        let mut turned = FLASH_SWITCHES.to_vec();
        // Every fourth case has all switches.
        turned.retain(|_| number.is_multiple_of(4) || is_turned(&mut numbers));
        let changes = turned.iter().flat_map(|switch| switch.changes()).collect();
        let edition = numbers.one_of(Backend::Rebirth.editions());
        let mut request = numbers.rebirth_request();
        if number.is_multiple_of(2) {
            request = Request { curse: CurseChoice::NoRoll, ..request };
        }
        let changes = few_attempts(changes, parameters(Backend::Rebirth, edition));
        vec![Case { backend: Backend::Rebirth, edition, changes, request, ..numbers.case() }]
    };
    let floors = compare(4000, like_it);
    assert!(floors > 3000, "{floors}");
}

/// Requests on which engine and plain reading once differed, each with its rule.
fn settled() -> Vec<(&'static str, Case)> {
    let set = |path: &str, value| vec![Change::new(path, value)];
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
        assert_eq!(case.compared().err(), None, "{rule}");
    }
}

#[test]
fn the_engine_and_the_plain_reading_refuse_the_same_requests() {
    let mut refused = 0;
    for number in 0..4000 {
        let mut numbers = Numbers(numbers(number));
        // A request of one game for the other.
        let case = numbers.case();
        let mut request = match case.backend {
            Backend::Flash => numbers.rebirth_request(),
            Backend::Rebirth => numbers.flash_request("article"),
        };
        request.level = numbers.below(14) as u8;
        request.run.keys = numbers.one_of(&[0, 0, 0, 1]);
        request.run.container_half_hearts = numbers.one_of(&[6, 6, 6, 7]);
        request.stage_type = numbers.one_of(&[0, 0, 0, 1, 2, 3]);
        let case = Case { request, changes: Vec::new(), ..case };
        let refusal =
            |generator: Box<dyn Generator>| match generator.generate(&case.request, case.seed) {
                Err(GenerateError::Request(error)) => Some(std::mem::discriminant(&error)),
                _ => None,
            };
        let engine = refusal(case.engine());
        assert_eq!(engine, refusal(case.plain()), "{case:#?}");
        refused += u32::from(engine.is_some());
    }
    assert!((1000..3500).contains(&refused), "{refused}");
    // One option at a time: of several, any can be the one that is refused.
    let options: [fn(&mut RunState); 6] = [
        |run| run.achievements = Some(Achievements::ALL),
        |run| run.flags.set(4, true),
        |run| run.bosses_met = [1].into_iter().collect(),
        |run| run.bosses_chosen = 1,
        |run| run.victory_lap = 1,
        |run| run.bone_hearts = 1,
    ];
    for option in options {
        let mut request = Request::level(1);
        option(&mut request.run);
        for flash in Edition::ALL {
            let refuses = |generator: &dyn Generator| {
                let made = generator.generate(&request, Seed::Pcg(0));
                matches!(made, Err(GenerateError::Request(RequestError::NotUnderstood { .. })))
            };
            assert!(
                refuses(&Flash::new(*flash)) && refuses(&PlainFlash::new(*flash)),
                "{request:?}"
            );
        }
    }
}

#[test]
fn l1_l2_the_engine_and_the_plain_reading_agree_on_custom_rooms() {
    // Fewer rooms than in the embedded catalogue. Some of them are never chosen (weight 0).
    let files = Catalogue::embedded().files().iter().map(|file| {
        let mut file = file.clone();
        let mut number = 0;
        file.rooms.retain_mut(|FileRoom { room, .. }| {
            number += 1;
            if number % 5 == 0 {
                room.weight = 0.0;
            }
            room.room_type != RoomType::Normal || number % 2 == 0
        });
        file
    });
    let rooms = Arc::new(Catalogue::new(files.collect()).unwrap());
    let (mut floors, mut missing) = (0, 0);
    for edition in Backend::Rebirth.editions() {
        let edition = edition.parse().unwrap();
        let engine = rebirth::Rebirth::new(edition).with_catalogue(Arc::clone(&rooms));
        let plain = PlainRebirth::new(edition).with_catalogue(Arc::clone(&rooms));
        assert_eq!(plain.describe().catalogue, engine.describe().catalogue);
        for number in 0..300 {
            let mut numbers = Numbers(numbers(number));
            let case = numbers.case();
            let request = numbers.rebirth_request();
            let case = Case { backend: Backend::Rebirth, request, ..case };
            let outcome = case.outcome(&engine);
            assert_eq!(outcome, case.outcome(&plain), "{case:#?}");
            floors += u32::from(matches!(outcome, Outcome::Floor(_)));
            // W11: without those that are never chosen, some special room is missing.
            missing += u32::from(matches!(outcome, Outcome::Missing(_)));
        }
    }
    assert!(floors > 300 && missing > 100, "{floors} {missing}");
}

#[test]
fn r2_the_plain_table_of_shapes_is_the_models() {
    for (outline, shape) in OUTLINES.iter().zip(Shape::ALL) {
        assert_eq!(outline.number, shape.id());
        let cells: Vec<(i32, i32)> =
            shape.cells().iter().map(|(x, y)| (i32::from(*x), i32::from(*y))).collect();
        assert_eq!(outline.cells, cells, "{shape}");
        for slot in DoorSlot::ALL {
            let target = shape.slot_target(slot).map(|(x, y)| (i32::from(x), i32::from(y)));
            assert_eq!(outline.slots[slot.number()], target, "{shape} {slot}");
        }
    }
}

#[test]
fn r38_r39_the_plain_reading_gives_the_texts_and_the_stage_seeds_of_runs() {
    for (number, text) in [(1, "B911 99AC"), (2_334_308_359, "SXG6 R8XA")] {
        assert_eq!(seeds::run_seed_text(number), text);
    }
    for number in numbers(38).take(2000).filter(|number| *number != 0) {
        let run = RunSeed::new(number).unwrap();
        assert_eq!(seeds::run_seed_text(number), run.to_string());
        for stage in [1, 2, 8, 12] {
            let expected = run.stage_seed(stage);
            assert_eq!(Seed::game(seeds::stage_seed(number, stage)), Ok(expected));
        }
    }
}

#[test]
fn a_plain_reading_describes_itself_as_a_reference_with_its_changes() {
    let case = Numbers(numbers(5)).case();
    for backend in [Backend::Flash, Backend::Rebirth] {
        let edition = backend.editions()[1];
        let changes = vec![Change::new(&format!("{backend}.rooms.base"), 7)];
        let case = Case { backend, edition, changes, ..case.clone() };
        let (mut engine, plain) = (case.engine().describe(), case.plain().describe());
        assert_eq!(plain.backend, format!("{backend}-reference"));
        assert_eq!(plain.changed.len(), 1);
        engine.backend.clone_from(&plain.backend);
        assert_eq!(plain, engine);
    }
}

#[test]
fn f14_the_plain_reading_names_the_rooms_of_the_pools() {
    let case = Case { backend: Backend::Flash, edition: "article", ..Numbers(numbers(0)).case() };
    let case = Case { changes: Vec::new(), ..case };
    let (engine, plain) = (case.engine(), case.plain());
    for interior in 0..300 {
        assert_eq!(plain.interior_name(interior), engine.interior_name(interior));
    }
    assert!(plain.interior_name(260).is_some() && plain.interior_name(261).is_none());
}
