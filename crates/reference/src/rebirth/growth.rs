//! Growth ([R10](basement_model::rules#r10), [R18](basement_model::rules#r18)): rooms wait in a
//! queue and place others around themselves.

use std::collections::VecDeque;

use super::Attempt;
use super::board::{Candidate, START};
use super::candidates::candidates;
use super::shapes::neighbours;
use crate::stream::Stream;

/// [R10](basement_model::rules#r10): growth. Rooms wait in a double-ended queue that contains the
/// start room at first. While rooms are missing, the front room is taken. Its candidates are drawn
/// and shuffled, a limit is drawn, and the candidates are tried in turn.
///
/// A placed room is queued at the back with probability 1/3, else at the front. Limit and wanted
/// number are tested after each placement, so a limit of 0 allows one room. If the queue is empty
/// before that, the layout has fewer rooms than wanted, and the attempt continues.
///
/// [F6](basement_model::rules#f6): if the rules ask for it and enough rooms are wanted, the start
/// room comes first in every generation after the first, while rooms are missing. There are at most
/// 300 generations. A generation ends when as many rooms have been taken as it had at its
/// beginning.
pub fn grow(attempt: &mut Attempt<'_>) {
    let wanted = attempt.setting.wanted;
    let back_one_in = attempt.setting.rules.growth.back_one_in;
    let mut queue = VecDeque::from([0]);
    let restarts = wanted > attempt.setting.rules.growth.restart_above;
    let (mut generation, mut left_in_generation) = (1, 1);
    let mut placed = 0;
    while placed < wanted {
        if restarts && left_in_generation == 0 && generation < 300 {
            if queue.is_empty() && is_start_closed(attempt) {
                return;
            }
            queue.push_front(0);
            generation += 1;
            left_in_generation = queue.len();
        }
        let Some(front) = queue.pop_front() else { return };
        left_in_generation = left_in_generation.saturating_sub(1);
        let mut candidates = candidates(attempt, front);
        let limit = match attempt.setting.rules.growth.skip_one_in {
            0 => {
                shuffle(&mut candidates, &mut attempt.streams.layout);
                limit(attempt, front, candidates.len() as u32)
            }
            one_in => {
                candidates = toss(&candidates, one_in, &mut attempt.streams.layout);
                u32::MAX
            }
        };
        let mut placed_here = 0;
        for candidate in candidates {
            if !may_be_placed(attempt, &candidate) {
                continue;
            }
            let room = attempt.board.place(&candidate);
            placed += 1;
            placed_here += 1;
            if attempt.streams.layout.one_in(back_one_in) {
                queue.push_back(room);
            } else {
                queue.push_front(room);
            }
            remove_shape(attempt, candidate.shape);
            if placed_here >= limit || placed >= wanted {
                break;
            }
        }
    }
}

/// [R10](basement_model::rules#r10): shuffles the candidates (Fisher-Yates): from the last down,
/// each changes places with a drawn candidate that is not behind it.
pub fn shuffle(candidates: &mut [Candidate], layout: &mut Stream) {
    for last in (1..candidates.len()).rev() {
        let other = layout.random(last as u32 + 1) as usize;
        candidates.swap(last, other);
    }
}

/// F6: whether every cell beside the start room has a room or two neighbours, so that further
/// generations of the start room alone would change nothing. On Labyrinth and Void floors a cell
/// with two neighbours can still get a room.
fn is_start_closed(attempt: &Attempt<'_>) -> bool {
    let (board, setting) = (&attempt.board, attempt.setting);
    let limit = setting.rules.growth.neighbour_limit;
    !setting.is_labyrinth()
        && !setting.is_void()
        && neighbours(START)
            .into_iter()
            .all(|cell| !board.fits(1, cell) || board.occupied_neighbours(cell) >= limit)
}

/// [F4](basement_model::rules#f4): if the rules ask for it, the ways out of a room are taken in the
/// order right, left, down, up, and each is skipped with chance 1/n. The candidates of the others
/// are shuffled.
fn toss(candidates: &[Candidate], skip_one_in: u32, layout: &mut Stream) -> Vec<Candidate> {
    let (left, up, right, down) = (0, 1, 2, 3);
    let mut passed = Vec::new();
    for direction in [right, left, down, up] {
        let of_side: Vec<&Candidate> =
            candidates.iter().filter(|candidate| candidate.direction == direction).collect();
        for of_way in of_side.chunk_by(|a, b| a.entry == b.entry) {
            if layout.one_in(skip_one_in) {
                continue;
            }
            let mut of_way: Vec<Candidate> = of_way.iter().copied().cloned().collect();
            shuffle(&mut of_way, layout);
            passed.extend(of_way);
        }
    }
    passed
}

/// [R10](basement_model::rules#r10): how many rooms a room may place. For the start room this is 2
/// or 3 if fewer than 16 rooms are wanted, else the number of its candidates. For any other room it
/// is the sum of four coins, and at most the number of its candidates.
pub fn limit(attempt: &mut Attempt<'_>, room: usize, candidates: u32) -> u32 {
    let growth = &attempt.setting.rules.growth;
    let layout = &mut attempt.streams.layout;
    let is_start = room == 0;
    if is_start && attempt.setting.wanted < growth.start_unlimited_from {
        growth.start_limit + layout.random(growth.start_limit_random)
    } else if is_start {
        candidates
    } else {
        let coins: u32 = (0..growth.limit_coins).map(|_| layout.random(2)).sum();
        coins.min(candidates)
    }
}

/// [R10](basement_model::rules#r10): whether a candidate is placed. It is skipped
///
/// - when it does not fit any more ([R12](basement_model::rules#r12));
/// - when two or more cells beside its entry cell are occupied, its parent's included; on Labyrinth
///   and Void floors 1 in 10 passes anyway;
/// - when its doors do not meet its neighbours' ([R13](basement_model::rules#r13)).
pub fn may_be_placed(attempt: &mut Attempt<'_>, candidate: &Candidate) -> bool {
    let setting = attempt.setting;
    let growth = &setting.rules.growth;
    if !attempt.board.fits(candidate.shape, candidate.anchor) {
        return false;
    }
    if attempt.board.occupied_neighbours(candidate.entry) >= growth.neighbour_limit {
        let may_loop = (setting.is_labyrinth() || setting.is_void()) && growth.loop_one_in > 0;
        if !may_loop || !attempt.streams.layout.one_in(growth.loop_one_in) {
            return false;
        }
    }
    attempt.board.doors_meet(candidate)
}

/// [R18](basement_model::rules#r18): in `article` one draw decides whether the shape of a placed
/// large room leaves the pool for the rest of the attempt, with probability 0.95. 1x1 always stays.
pub fn remove_shape(attempt: &mut Attempt<'_>, shape: u8) {
    let removal = attempt.setting.rules.growth.shape_removal;
    if shape == 1 || removal == 0.0 {
        return;
    }
    if f64::from(attempt.streams.layout.float()) < removal {
        attempt.shapes_on_offer[usize::from(shape)] = false;
    }
}
