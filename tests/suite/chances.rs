//! Exact chances and posteriors, compared with how often things happen on generated floors.

use std::collections::BTreeMap;

use basement_lab::floors::{
    Change, Decision, Item, Items, Phase, PosteriorError, Posteriors, RunFlags, Value,
};
use basement_lab::survey::calibration::calibrate;
use basement_lab::{Backend, Floor, Generator, Grid, Request, RoomKind, RunState, Seed, Seeds};

/// How often a chance was drawn, and how often it hit, by rule and kind.
type Drawn = BTreeMap<(&'static str, RoomKind), (u64, u64)>;

fn drawn(generator: &dyn Generator, request: &Request, floors: u64, salt: u64) -> Drawn {
    let mut drawn = Drawn::new();
    for seed in 0..floors {
        // Only the last attempt is a floor. Chances drawn in earlier attempts are just as good, but
        // floors are counted.
        let mut own: Vec<(&'static str, RoomKind, bool)> = Vec::new();
        let outcome =
            generator.explain(request, Seed::Pcg(salt + seed), &mut |event| match event.decision {
                Decision::Attempt { .. } => own.clear(),
                Decision::Chance { kind, hit } => own.push((event.rule, kind, hit)),
                _ => {}
            });
        if outcome.is_ok() {
            for (rule, kind, hit) in own {
                let entry = drawn.entry((rule, kind)).or_default();
                entry.0 += 1;
                entry.1 += u64::from(hit);
            }
        }
    }
    drawn
}

/// Run states that between them meet every condition of F11 and R25-R32.
fn run_states(backend: Backend) -> Vec<RunState> {
    let hurt = RunState { red_half_hearts: 1, ..RunState::DEFAULT };
    let mut states = vec![
        RunState::DEFAULT,
        RunState { coins: 5, devil_room_entered: true, book_carried: true, ..RunState::DEFAULT },
        RunState { coins: 5, ..hurt },
    ];
    if backend == Backend::Rebirth {
        states.extend([
            RunState { keys: 2, coins: 5, ..RunState::DEFAULT },
            RunState { keys: 2, devil_room_entered: true, ..hurt },
            RunState {
                treasure_rooms_skipped: 2,
                items: [Item::Magic8Ball, Item::TelescopeLens].into_iter().collect::<Items>(),
                ..RunState::DEFAULT
            },
            RunState {
                planetarium_entered: true,
                items: Items::NONE.with(Item::TelescopeLens),
                ..RunState::DEFAULT
            },
        ]);
    }
    states
}

/// Every backend with each of its editions.
pub(crate) fn editions() -> impl Iterator<Item = (Backend, &'static str)> {
    let editions_of =
        |backend: &'static Backend| backend.editions().iter().map(|it| (*backend, *it));
    Backend::ALL.iter().flat_map(editions_of)
}

/// F11, R25-R32: over a grid of editions, levels and run states, a million floors in all, every
/// chance hits as often as its closed form says, if it is drawn: in Flash while an end room is
/// left, in Rebirth always. The tolerance is five standard errors; with some 500 frequencies, the
/// chance that any of them strays that far by accident is below one in 3,000, and the seeds are
/// fixed.
#[test]
fn f11_r25_to_r32_frequencies_agree_with_the_closed_forms() {
    const FLOORS: u64 = 1_000_000;
    let mut cases = Vec::new();
    for (backend, edition) in editions() {
        for level in [1, 2, 3, 4, 8] {
            for run in run_states(backend) {
                // These chances are drawn before the insides of normal rooms (L3).
                let phase = Phase::Special;
                let request = Request { run, phase, ..Request::level(level).without_curse() };
                cases.push((backend, edition, request));
            }
        }
    }
    let each = FLOORS / cases.len() as u64 + 1;
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let compared: usize = std::thread::scope(|scope| {
        let work: Vec<_> = cases
            .chunks(cases.len().div_ceil(threads))
            .map(|cases| {
                scope.spawn(move || cases.iter().map(|case| compare(case, each)).sum::<usize>())
            })
            .collect();
        work.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(compared > 400, "{compared}");
}

/// Compares the frequencies of one case; returns how many there were.
fn compare((backend, edition, request): &(Backend, &str, Request), floors: u64) -> usize {
    let generator = backend.generator(*edition, &[]).unwrap();
    let chances = generator.chances(request, None).unwrap();
    let drawn = drawn(&*generator, request, floors, 1 << 40);
    let mut compared = 0;
    for chance in chances {
        // A rule that decides between two kinds draws for both at once.
        let trials: u64 = drawn
            .iter()
            .filter(|((rule, kind), _)| {
                *rule == chance.rule && (*rule != "F11" || *kind == chance.kind)
            })
            .map(|(_, (trials, _))| trials)
            .sum();
        assert!(
            trials > 0 || chance.chance == 0.0,
            "{}: {} is not drawn",
            chance.rule,
            chance.kind
        );
        let hits = drawn.get(&(chance.rule, chance.kind)).map_or(0, |(_, hits)| *hits);
        let expected = chance.chance;
        let error = (expected * (1.0 - expected) / trials.max(1) as f64).sqrt();
        let observed = hits as f64 / trials.max(1) as f64;
        assert!(
            (observed - expected).abs() <= 5.0 * error + 1e-12,
            "{backend} {edition} level {} {:?}: {} {hits} of {trials}, expected {expected}",
            request.level,
            request.run,
            chance.kind
        );
        compared += 1;
    }
    compared
}

#[test]
fn r33_f9_f23_posteriors_are_calibrated() {
    for (backend, edition, level) in [
        (Backend::Rebirth, "repentance", 1),
        (Backend::Rebirth, "afterbirth-plus", 3),
        (Backend::Flash, "article", 2),
        (Backend::Flash, "wrath-of-the-lamb", 4),
    ] {
        let generator = backend.generator(edition, &[]).unwrap();
        let request = Request { phase: Phase::Special, ..Request::level(level).without_curse() };
        let seeds = Seeds::pcg(1 << 41, 25_000);
        let calibration =
            calibrate(&*generator, &request, RoomKind::Secret, seeds, &|_| {}).unwrap();
        assert!(calibration.floors > 24_000);
        for (place, bin) in calibration.bins.iter().enumerate() {
            let is_right = bin.deviation().is_none_or(|it| it.abs() < 5.0);
            assert!(is_right, "{backend} {edition}, bin {place}: {bin:?}");
        }
        // The posterior guesses better than the eye.
        assert!((1..=3).all(|guesses| {
            calibration.hit_rate(guesses) > calibration.hit_rate_by_eye(guesses)
        }));
    }
}

#[test]
fn w50_the_doors_give_hidden_rooms_their_true_frequencies() {
    // Floors whose placing failed once are left out: the weights of that placing cannot be seen.
    for (edition, level, kind, least) in [
        ("afterbirth-plus", 1, RoomKind::Secret, 0.75),
        ("afterbirth-plus", 6, RoomKind::Secret, 0.65),
        ("repentance", 3, RoomKind::Secret, 0.80),
        ("afterbirth-plus", 3, RoomKind::SuperSecret, 0.60),
        ("repentance", 2, RoomKind::UltraSecret, 0.60),
    ] {
        let generator = Backend::Rebirth.generator(edition, &[]).unwrap();
        let request = Request::level(level).without_curse();
        let (mut sum, mut squares, mut floors, mut first) = (0.0, 0.0, 0.0, 0.0);
        for seed in 1..=1500 {
            let floor = generator.generate(&request, Seed::game(seed * 7919).unwrap()).unwrap();
            let Some(hidden) = floor.first_of(kind) else { continue };
            if !floor.outcome().failed_placings.is_empty() {
                continue;
            }
            let cell = floor.rooms()[hidden].anchor;
            let posterior = generator.posterior_by_doors(&floor, kind).unwrap();
            let chance = posterior.probability(cell);
            // Not even if a dead end that became smaller hides that another room was not a dead
            // end.
            assert!(chance > 0.0, "{edition} {level} {kind} {seed}\n{floor}");
            let all: f64 = posterior.cells.iter().map(|(_, chance)| chance).sum();
            assert!((all + posterior.none - 1.0).abs() < 1e-9);
            let expected: f64 = posterior.cells.iter().map(|(_, chance)| chance * chance).sum();
            let gap = chance - expected;
            (sum, squares, floors) = (sum + gap, squares + gap * gap, floors + 1.0);
            first +=
                f64::from(u8::from(posterior.cells.first().is_some_and(|(of, _)| *of == cell)));
        }
        let error = (squares / floors).sqrt() / f64::sqrt(floors);
        // The super secret room's place among the dead ends is known only in part.
        let most = if kind == RoomKind::Secret { 4.0 * error } else { 0.05 };
        assert!((sum / floors).abs() < most, "{edition} {level} {kind}: {sum} of {floors}");
        let found = first / floors;
        assert!(floors > 1000.0 && found > least, "{edition} {level} {kind}: {first} of {floors}");
    }
}

#[test]
fn w50_a_room_without_a_slot_excludes_a_hidden_room_and_the_doors_never_exclude_the_true_one() {
    let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
    let mut excluded = 0;
    for seed in 1..=300 {
        let request = Request::level(4);
        let floor = generator.generate(&request, Seed::game(seed).unwrap()).unwrap();
        let Some(secret) = floor.first_of(RoomKind::Secret) else { continue };
        let by_rule = generator.secret_posterior(&floor).unwrap();
        let by_doors = generator.posterior_by_doors(&floor, RoomKind::Secret).unwrap();
        assert!(by_doors.probability(floor.rooms()[secret].anchor) > 0.0, "{seed}\n{floor}");
        for (cell, _) in &by_rule.cells {
            let lacks_slot = floor.rooms().iter().any(|room| {
                let leads = |slots: basement_lab::floors::DoorSlots| {
                    let shaped = basement_lab::floors::Room { slots, ..*room };
                    slots.iter().any(|slot| shaped.slot_target(slot) == Some(*cell))
                };
                room.kind == RoomKind::Normal && leads(room.shape.slots()) && !leads(room.slots)
            });
            if lacks_slot {
                assert_eq!(by_doors.probability(*cell), 0.0, "{seed} {cell}\n{floor}");
                excluded += 1;
            }
        }
    }
    assert!(excluded > 300, "{excluded}");
}

#[test]
fn r33_w36_w61_doors_give_no_chances_where_they_cannot_tell_hidden_rooms_apart() {
    use PosteriorError::{NoSinLeft, SeveralHidden};
    use RoomKind::{Secret, SuperSecret, UltraSecret};
    let with = |item| RunState { items: Items::NONE.with(item), ..RunState::DEFAULT };
    let mut flags = RunFlags::NONE;
    (9..=13).for_each(|sin| flags.set(sin, true));
    let one_sin_left = RunState { flags, ..RunState::DEFAULT };
    flags.set(14, true);
    let no_sin_left = RunState { flags, ..RunState::DEFAULT };
    // Luna alone brings a second super secret room.
    let no_further = [Change::new("rebirth.secret.luna", Value::Whole(0))];
    let all = [
        ("afterbirth-plus", &[][..], with(Item::FragmentedCard), Some(SeveralHidden)),
        // Only the newer edition has rooms of Luna, and an ultra secret room that counts on the curse
        // room.
        ("afterbirth-plus", &[], with(Item::Luna), None),
        ("afterbirth-plus", &[], no_sin_left, None),
        ("repentance", &[], with(Item::Luna), Some(SeveralHidden)),
        ("repentance", &no_further, with(Item::Luna), Some(SeveralHidden)),
        ("repentance", &[], one_sin_left, None),
        ("repentance", &[], no_sin_left, Some(NoSinLeft)),
    ];
    for (edition, changes, run, refused) in all {
        let generator = Backend::Rebirth.generator(edition, changes).unwrap();
        let request = Request { run, ..Request::level(4).without_curse() };
        let floor = generator.generate(&request, Seed::game(5).unwrap()).unwrap();
        for kind in [Secret, SuperSecret, UltraSecret] {
            let by_doors = generator.posterior_by_doors(&floor, kind);
            assert_eq!(by_doors.err(), refused, "{edition} {kind}");
        }
        // The rule alone does not look at doors.
        let by_rule = generator.secret_posterior(&floor).unwrap();
        let secret = floor.first_of(Secret).unwrap();
        assert!(by_rule.probability(floor.rooms()[secret].anchor) > 0.0, "{edition}");
        let known = Posteriors::of(&*generator, &floor, Secret).unwrap();
        assert_eq!((known.by_rule_alone(), &known.without_doors), (Some(&by_rule), &refused));
        assert_eq!(known.by_doors().is_some(), refused.is_none());
        let calibration =
            calibrate(&*generator, &request, Secret, Seeds::pcg(0, 20), &|_| {}).unwrap();
        if calibration.floors > 0 {
            assert_eq!(calibration.found_by_doors.is_some(), refused.is_none(), "{edition}");
        } else {
            // Every floor has several secret rooms.
            assert_eq!((refused, changes), (Some(SeveralHidden), &[][..]));
        }
    }
}

#[test]
fn a_floor_of_another_grid_has_no_chances() {
    let of = |backend: Backend| backend.generator(None, &[]).unwrap();
    let floor = of(Backend::Rebirth).generate(&Request::level(1), Seed::Pcg(1)).unwrap();
    let error = of(Backend::Flash).secret_posterior(&floor).unwrap_err();
    assert_eq!(error, PosteriorError::OtherGrid { given: Grid::REBIRTH, own: Grid::FLASH });
    assert_eq!(
        error.to_string(),
        "the floor's grid, 13x13 from column 0, start (6, 6), is not this backend's, 9x8 from column 1, \
         start (5, 3): ask the floor's own backend"
    );
}

#[test]
fn r33_the_posterior_gives_the_secret_room_its_true_frequencies() {
    // A cell with chance p in the posterior has the room with chance p, so the mean p of the room's
    // cell is the sum of the squares of all p. The tolerance is 5 standard errors.
    for (edition, level, phase) in [
        ("repentance", 1, Phase::Special),
        ("repentance", 6, Phase::Full),
        ("afterbirth-plus", 3, Phase::Full),
    ] {
        let generator = Backend::Rebirth.generator(edition, &[]).unwrap();
        let request = Request { phase, ..Request::level(level).without_curse() };
        let (mut sum, mut squares, mut floors) = (0.0, 0.0, 0.0);
        for seed in 1..=1500 {
            let floor = generator.generate(&request, Seed::game(seed).unwrap()).unwrap();
            let Some(secret) = floor.first_of(RoomKind::Secret) else { continue };
            let posterior = generator.secret_posterior(&floor).unwrap();
            let chance = posterior.probability(floor.rooms()[secret].anchor);
            assert!(chance > 0.0, "{edition} {level}: seed {seed}\n{floor}");
            let all: f64 = posterior.cells.iter().map(|(_, chance)| chance).sum();
            assert!((all + posterior.none - 1.0).abs() < 1e-9);
            let expected: f64 = posterior.cells.iter().map(|(_, chance)| chance * chance).sum();
            let gap = chance - expected;
            (sum, squares, floors) = (sum + gap, squares + gap * gap, floors + 1.0);
        }
        let error = (squares / floors).sqrt() / f64::sqrt(floors);
        assert!((sum / floors).abs() < 5.0 * error, "{edition} {level}: {sum} of {floors}");
        assert!(floors > 1400.0);
    }
}

#[test]
fn r33_f9_f23_posteriors_agree_with_simulated_placement_on_a_fixed_floor() {
    // Floors with equal plans differ only in their secret rooms, so they count as one plan whose
    // secret room is placed many times. Small floors repeat.
    for (backend, edition) in [(Backend::Flash, "article"), (Backend::Flash, "wrath-of-the-lamb")] {
        let generator = backend.generator(edition, &[]).unwrap();
        let request = Request::level(1).without_curse();
        let mut plans = BTreeMap::<String, (Floor, BTreeMap<(u8, u8), u64>, u64)>::new();
        for seed in 0..60_000 {
            let Ok(floor) = generator.generate(&request, Seed::Pcg(seed)) else { continue };
            let secret = floor.first_of(RoomKind::Secret).unwrap();
            let cell = floor.rooms()[secret].anchor;
            // What the search sees: cells, the boss, the super secret room and
            // which other rooms are end rooms.
            let mut key: Vec<String> = floor
                .rooms()
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != secret)
                .map(|(index, room)| {
                    let is_end = floor.dead_ends().contains(&(index as u8));
                    let kind = match room.kind {
                        RoomKind::Boss | RoomKind::SuperSecret => room.kind.to_string(),
                        _ => is_end.to_string(),
                    };
                    format!("{}{kind}", room.anchor)
                })
                .collect();
            key.sort();
            let entry = plans.entry(key.join(" ")).or_insert((floor, BTreeMap::new(), 0));
            *entry.1.entry((cell.x, cell.y)).or_default() += 1;
            entry.2 += 1;
        }
        let mut compared = 0;
        for (floor, found, total) in plans.values().filter(|(_, _, total)| *total >= 40) {
            let posterior = generator.secret_posterior(floor).unwrap();
            let sum: f64 = posterior.cells.iter().map(|(_, p)| p).sum();
            assert!((sum + posterior.none - 1.0).abs() < 1e-9);
            for (cell, probability) in &posterior.cells {
                let hits = found.get(&(cell.x, cell.y)).copied().unwrap_or(0) as f64;
                let n = *total as f64;
                let error = (probability * (1.0 - probability) * n).sqrt();
                assert!((hits - probability * n).abs() <= 5.0 * error + 1.0, "{floor}\n{cell}");
                compared += 1;
            }
            for cell in found.keys() {
                let cell = basement_lab::floors::Cell::new(cell.0, cell.1);
                assert!(posterior.probability(cell) > 0.0);
            }
        }
        assert!(compared > 100, "{edition}: {compared}");
    }
}
