//! The rule vectors, `tests/fixtures/rule-vectors.json`: floors by their addresses, each with the
//! rule that it shows. The engine and the plain reading make them here, and the Python package and
//! the lab's page in their own tests. A floor that changes for the same address calls for a new
//! stream version of its backend.
//!
//! `UPDATE_GOLDEN=1 cargo test -p basement-reference --test suite every_engine_makes_the_floors` rewrites them.

use std::fmt::Write;
use std::path::PathBuf;

use crate::cases::{Case, Numbers, numbers};
use crate::differential::values;
use basement_floors::{
    AddressSeed, Backend, Change, Curse, CurseChoice, Floor, FloorAddress, GenerateError,
    Generator, Parameter, Request, Seed,
};
use serde::{Deserialize, Serialize};

/// A floor by its address.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Vector {
    /// The rules that it shows; none for an edition's unchanged floors.
    rules: Vec<String>,
    address: String,
    floor: String,
    /// A change of a parameter of these rules, and the floor that the same address gives with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<String>,
}

/// A floor in one line: attempts, draws, rooms wanted, each room as
/// x,y,shape,depth,kind,slots,interior, and the dead ends.
fn line(outcome: &Result<Floor, GenerateError>) -> String {
    let floor = match outcome {
        Ok(floor) => floor,
        Err(GenerateError::GaveUp { .. }) => return "gave up".to_owned(),
        Err(GenerateError::MissingRooms(_)) => return "missing rooms".to_owned(),
        Err(error) => panic!("{error}"),
    };
    let mut text = format!("{} {} {}:", floor.attempts(), floor.draws(), floor.wanted());
    for room in floor.rooms() {
        let interior = room.interior.map_or_else(|| "-".to_owned(), |index| index.to_string());
        let (anchor, slots) = (room.anchor, room.slots.bits());
        let shape = room.shape.id();
        let (x, y, depth, kind) = (anchor.x, anchor.y, room.depth, room.kind);
        let _ = write!(text, " {x},{y},{shape},{depth},{kind},{slots},{interior}");
    }
    let dead_ends: Vec<String> = floor.dead_ends().iter().map(u8::to_string).collect();
    let _ = write!(text, " | {}", dead_ends.join(","));
    text
}

/// The case of an address.
fn case(address: &str) -> Case {
    let address: FloorAddress = address.parse().unwrap();
    let editions = address.backend.editions();
    Case {
        backend: address.backend,
        edition: editions.iter().find(|edition| **edition == address.edition).unwrap(),
        changes: address.changes.clone(),
        request: address.request,
        seed: address.stage_seed(),
    }
}

fn made(case: &Case, generator: &dyn Generator) -> String {
    line(&generator.generate(&case.request, case.seed))
}

fn address(case: &Case) -> String {
    let seed = AddressSeed::Floor(case.seed);
    let (backend, edition) = (case.backend, case.edition.to_owned());
    let (changes, request) = (case.changes.clone(), case.request);
    FloorAddress { backend, edition, changes, request, seed }.to_string()
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/rule-vectors.json")
}

fn read() -> Vec<Vector> {
    serde_json::from_str(&std::fs::read_to_string(path()).unwrap()).unwrap()
}

/// Every level of every unchanged edition, with and without a Labyrinth, from both random
/// generators.
fn unchanged() -> Vec<Vector> {
    let mut vectors = Vec::new();
    for (backend, edition) in editions() {
        let generator = backend.generator(edition, &[]).unwrap();
        let has_level = |level: &u8| generator.chances(&Request::level(*level), None).is_ok();
        for level in (1..=13).filter(has_level) {
            let plain = Request::level(level).without_curse();
            let labyrinth = Request::level(level).with_curse(Curse::Labyrinth);
            for request in [plain, labyrinth] {
                for seed in [Seed::game(20_111_104).unwrap(), Seed::Pcg(20_141_104)] {
                    let case = Case { backend, edition, changes: Vec::new(), request, seed };
                    vectors.push(Vector {
                        rules: Vec::new(),
                        floor: made(&case, &*generator),
                        address: address(&case),
                        set: None,
                        changed: None,
                    });
                }
            }
        }
    }
    vectors
}

fn editions() -> impl Iterator<Item = (Backend, &'static str)> {
    let each = |backend: Backend| backend.editions().iter().map(move |edition| (backend, *edition));
    Backend::ALL.iter().copied().flat_map(each)
}

/// A floor that another value of the parameter changes: from the first such plain request, or else
/// from the first such random one.
fn shown_by(backend: Backend, edition: &'static str, parameter: &Parameter) -> Option<Vector> {
    const RANDOM: u64 = 100_000;
    let usual = backend.generator(edition, &[]).unwrap();
    let changed: Vec<(Change, Box<dyn Generator>)> = values(parameter)
        .into_iter()
        .filter(|value| *value != parameter.value)
        .map(|value| {
            let change = Change::new(&parameter.path, value);
            let generator = backend.generator(edition, std::slice::from_ref(&change)).unwrap();
            (change, generator)
        })
        .collect();
    let levels = (1..=13).filter(|level| usual.chances(&Request::level(*level), None).is_ok());
    let plain = levels.flat_map(|level| {
        let curses = [None, Some(Curse::Labyrinth), Some(Curse::Lost)];
        curses.map(|curse| Case {
            backend,
            edition,
            changes: Vec::new(),
            request: Request { curse: CurseChoice::Forced(curse), ..Request::level(level) },
            seed: backend_seed(backend, u32::from(level)),
        })
    });
    let random = (0..RANDOM).filter_map(|number| {
        let case = Numbers(numbers(number)).case();
        let is_of_it = case.backend == backend && case.edition == edition;
        is_of_it.then_some(Case { changes: Vec::new(), ..case })
    });
    plain.chain(random).find_map(|case| {
        let floor = made(&case, &*usual);
        changed.iter().find_map(|(change, generator)| {
            let other = made(&case, &**generator);
            let is_shown =
                other != floor && (other != "gave up" || change.path.ends_with("attempts"));
            is_shown.then(|| Vector {
                rules: vec![parameter.rule.to_owned()],
                address: address(&case),
                floor: floor.clone(),
                set: Some(format!("{}={}", change.path, change.value)),
                changed: Some(other),
            })
        })
    })
}

fn backend_seed(backend: Backend, number: u32) -> Seed {
    match backend {
        Backend::Flash => Seed::Pcg(number.into()),
        Backend::Rebirth => Seed::game(number).unwrap(),
    }
}

#[test]
fn every_engine_makes_the_floors_of_the_rule_vectors() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let mut vectors = unchanged();
        let mut shown = std::collections::BTreeSet::new();
        for (backend, edition) in editions() {
            for parameter in backend.parameters(edition, &[]).unwrap() {
                if shown.contains(&parameter.path) || NOT_SHOWN.contains(&&*parameter.path) {
                    continue;
                }
                if let Some(vector) = shown_by(backend, edition, &parameter) {
                    shown.insert(parameter.path.clone());
                    vectors.push(vector);
                }
            }
        }
        let lines: Vec<String> =
            vectors.iter().map(|vector| serde_json::to_string(vector).unwrap()).collect();
        std::fs::write(path(), format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    for vector in read() {
        assert_ne!(Some(&vector.floor), vector.changed.as_ref(), "{}", vector.address);
        let changed = vector.set.iter().zip(vector.changed);
        let changed = changed.map(|(set, floor)| (format!("{}&set={set}", vector.address), floor));
        for (address, floor) in changed.chain([(vector.address.clone(), vector.floor)]) {
            let case = case(&address);
            for (name, generator) in [("engine", case.engine()), ("plain reading", case.plain())] {
                assert_eq!(
                    made(&case, &*generator),
                    floor,
                    "{name}, {address} ({:?}): another floor for the same address; if that is meant, \
                     count up the stream version and write the vectors anew",
                    vector.rules
                );
            }
        }
    }
}

/// Parameters on which no floor of 100,000 random requests depends, or only in what a vector leaves
/// out.
const NOT_SHOWN: [&str; 6] = [
    // A floor that has all its rooms grows no further, whether or not the start is queued again.
    "flash.growth.restart_always",
    // The generations almost never run out.
    "flash.growth.short_generations_count_half",
    // This takes two boss rooms, and a hidden room that would be beside the last one.
    "rebirth.boss.keeps_distance",
    // This changes only the seeds of further secret rooms, which a vector leaves out.
    "rebirth.secret.seed_for_each",
    // Curse of Darkness changes nothing else, and a vector leaves the curse out.
    "rebirth.curses.no_darkness_from_lap",
    // The embedded stage files have neither treasure nor secret rooms.
    "rebirth.special.stage_file_first",
];

#[test]
fn every_parameter_has_a_vector_that_shows_it() {
    let vectors = read();
    let shown = |path: &str| {
        let of_it = |set: &String| set.split('=').next() == Some(path);
        vectors.iter().any(|vector| vector.set.as_ref().is_some_and(of_it))
    };
    let unshown: std::collections::BTreeSet<String> = editions()
        .flat_map(|(backend, edition)| backend.parameters(edition, &[]).unwrap())
        .map(|parameter| parameter.path)
        .filter(|path| !shown(path))
        .collect();
    assert_eq!(
        unshown,
        NOT_SHOWN.map(str::to_owned).into(),
        "parameters without a vector: write the vectors anew (tests/fixtures/README.md)"
    );
}
