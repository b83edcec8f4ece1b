//! Every backend in every edition, and random requests that each of them can meet.

use std::sync::LazyLock;

use basement_floors::{
    Backend, Curse, CurseChoice, Difficulty, Generator, Item, Items, Phase, Request, RunState,
    Seed, Unlocks,
};
use proptest::prelude::*;

/// A generator with its name and the levels that it has.
pub(crate) struct Subject {
    pub(crate) backend: Backend,
    pub(crate) edition: &'static str,
    pub(crate) generator: Box<dyn Generator>,
    pub(crate) levels: Vec<u8>,
}

/// Every backend in every edition.
pub(crate) static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    Backend::ALL
        .iter()
        .copied()
        .flat_map(|backend| backend.editions().iter().map(move |edition| (backend, *edition)))
        .map(|(backend, edition)| {
            let generator = backend.generator(edition, &[]).expect("an edition of the list");
            let has_level = |level: &u8| generator.chances(&Request::level(*level), None).is_ok();
            let levels = (1..=13).filter(has_level).collect();
            Subject { backend, edition, generator, levels }
        })
        .collect()
});

/// The place of a subject, a request that it can meet, and a seed.
pub(crate) fn any_case() -> impl Strategy<Value = (usize, Request, Seed)> {
    (0..SUBJECTS.len(), any::<u8>(), any::<u64>(), any_run(), any::<[u8; 5]>()).prop_map(
        |(place, level, seed, run, choices)| {
            let subject = &SUBJECTS[place];
            let level = subject.levels[usize::from(level) % subject.levels.len()];
            let request = request_for(subject.backend, level, run, choices);
            let seed = match choices[4] % 2 {
                0 => Seed::Pcg(seed),
                _ => Seed::game((seed as u32).max(1)).expect("not 0"),
            };
            (place, request, seed)
        },
    )
}

fn request_for(backend: Backend, level: u8, run: RunState, choices: [u8; 5]) -> Request {
    let curses = [
        CurseChoice::Drawn,
        CurseChoice::NoRoll,
        CurseChoice::Forced(None),
        CurseChoice::Forced(Some(Curse::Labyrinth)),
        CurseChoice::Forced(Some(Curse::Lost)),
        CurseChoice::Forced(Some(Curse::Darkness)),
    ];
    let base =
        Request { curse: curses[usize::from(choices[0]) % curses.len()], ..Request::level(level) };
    match backend {
        Backend::Flash => Request {
            unlocks: [Unlocks::Fresh, Unlocks::Few, Unlocks::Many, Unlocks::All]
                [usize::from(choices[1]) % 4],
            run: RunState {
                red_half_hearts: run.red_half_hearts.min(run.container_half_hearts),
                soul_half_hearts: run.soul_half_hearts,
                container_half_hearts: run.container_half_hearts,
                coins: run.coins,
                devil_room_entered: run.devil_room_entered,
                book_carried: run.book_carried,
                ..RunState::DEFAULT
            },
            ..base
        },
        Backend::Rebirth => Request {
            difficulty: [Difficulty::Normal, Difficulty::Hard][usize::from(choices[1]) % 2],
            unlocks: [Unlocks::Fresh, Unlocks::All][usize::from(choices[2]) % 2],
            stage_type: choices[3] % 2,
            phase: if choices[2] % 8 == 7 { Phase::Layout } else { Phase::Full },
            run,
            ..base
        },
    }
}

fn any_run() -> impl Strategy<Value = RunState> {
    let items = prop::collection::vec(prop::sample::select(Item::ALL), 0..4);
    let health = (0..=12_u8, 0..=4_u8, 0..=6_u8, 0..=2_u8);
    let held = (0..=10_u16, 0..=3_u16, any::<[bool; 3]>(), 0..=3_u8, 0..=4_u8, items);
    (health, held).prop_map(|((red, soul, containers, bones), held)| {
        let (coins, keys, flags, skipped, lap, items) = held;
        let container_half_hearts = 2 * containers;
        RunState {
            red_half_hearts: red.min(container_half_hearts + 2 * bones),
            soul_half_hearts: soul,
            container_half_hearts,
            bone_hearts: bones,
            coins,
            keys,
            devil_room_entered: flags[0],
            book_carried: flags[1],
            planetarium_entered: flags[2],
            treasure_rooms_skipped: skipped,
            victory_lap: lap,
            items: items.into_iter().collect::<Items>(),
            ..RunState::DEFAULT
        }
    })
}
