//! The embedded catalogue, compared with published figures of the game: 10,000 floors of Basement I
//! with everything unlocked.
//!
//! The seeds are the runs 1 to 10,000, so the outcome is fixed; for other seeds the shares vary by
//! half a point (one standard error), so the limit of three points leaves enough room.

use basement_floors::{Backend, Difficulty, Request, RoomKind, RoomSet, RunSeed};

const FLOORS: u32 = 10_000;

/// The percentage of floors by the number of rooms around the secret room, and the mean number of
/// attempts.
fn measured(difficulty: Difficulty) -> ([f64; 5], f64) {
    let rebirth = Backend::Rebirth.generator("repentance", &[]).unwrap();
    let request = Request { difficulty, ..Request::level(1) };
    let (mut neighbours, mut attempts) = ([0_u32; 5], 0);
    for run in 1..=FLOORS {
        let seed = RunSeed::new(run).unwrap().stage_seed(1);
        let floor = rebirth.generate(&request, seed).unwrap();
        attempts += floor.attempts();
        let secret = floor.first_of(RoomKind::Secret);
        neighbours[secret.map_or(0, |secret| floor.graph(RoomSet::Full).degree(secret))] += 1;
    }
    let floors = f64::from(FLOORS);
    (neighbours.map(|count| 100.0 * f64::from(count) / floors), f64::from(attempts) / floors)
}

#[test]
fn l1_secret_rooms_have_as_many_neighbours_as_in_the_game_within_three_points() {
    for (difficulty, published) in [
        (Difficulty::Normal, [0.0, 3.6, 43.9, 50.8, 1.8]),
        (Difficulty::Hard, [0.0, 1.4, 30.9, 62.8, 4.9]),
    ] {
        let (shares, _) = measured(difficulty);
        for (share, published) in shares.iter().zip(published) {
            assert!((share - published).abs() <= 3.0, "{difficulty:?}: {shares:?}");
        }
    }
}

#[test]
fn l1_a_floor_takes_as_many_attempts_as_in_the_game_within_a_twentieth() {
    let (_, attempts) = measured(Difficulty::Normal);
    assert!((attempts - 1.08).abs() <= 0.05, "{attempts}");
}
