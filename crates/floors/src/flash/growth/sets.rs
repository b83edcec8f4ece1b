//! Growth by generations, for many plans side by side (F4-F7).
//!
//! A generation is a set of cells. The next generation takes a few operations on sets of bits,
//! which are the same for every plan: no branch depends on the plan. So a processor works on
//! several plans in one instruction, or at least on one plan while it waits for another.
//!
//! - Every coin is tossed beforehand ([`TossedCoins`]). A cell is taken in the generation in which it
//!   first has an occupied neighbour, or never: after that its coin is spent, or it has a second
//!   neighbour.
//! - Two cells of one generation can touch, and then the earlier one keeps the later one out.
//!   Colour the cells like a chessboard: neighbouring cells have different colours, so cells of a
//!   generation touch only if the start had a turn at its head (F6). That turn is the first of its
//!   generation, or the last (F21), so its cells come before all others, or after them. If other
//!   cells of a generation touch, as in one plan of 25, [`settled`] works through the queue.
//! - Otherwise the order of the rooms is not needed while the plan grows. Most plans are rejected
//!   for too few rooms or end rooms, which the cells alone show: they give the exact number of
//!   rooms, and an upper bound on the end rooms, because a generation can take more cells than
//!   rooms are missing (F4).
//!
//! [`super::queue`] works out the order of a plan that passes.

use super::Task;
use super::cell_set::{CellSet, Lanes};
use super::queue::Queue;
use crate::flash::board::{Plan, beside, beside_any, bit};
use crate::flash::cell::START;
use crate::flash::coins::{IN_FIRST, SHIFTS, SIDES, TossedCoins, Turn};

/// The result of a plan that was not rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::flash) enum Grown {
    /// The cells with a room. The last generation may have taken more cells than rooms were
    /// missing. The plan may still turn out to have too few end rooms.
    Cells(u128),
    /// The start had more turns than this module keeps coins for. The plan must be grown cell by
    /// cell.
    Unfinished,
}

/// Plans that grow side by side, one in each lane.
pub(in crate::flash) struct Plans<'a, S, const LANES: usize> {
    tasks: [Task<'a>; LANES],
    pub(in crate::flash) coins: [TossedCoins; LANES],
    is_unfinished: [bool; LANES],
    /// F4: the cells that can still be taken, except the start's sides.
    open: Lanes<S, LANES>,
    /// The sides of the start that can still be taken. The start can try them again.
    sides: Lanes<S, LANES>,
    /// The cells with a room.
    occupied: Lanes<S, LANES>,
    /// The cells of the last generation, none once the plan is full.
    last: Lanes<S, LANES>,
    /// F4: the cells taken by the generation in which the plan became full.
    filling: Lanes<S, LANES>,
    /// F6: all cells if the start is queued again, otherwise none.
    restart: Lanes<S, LANES>,
    /// F21: the sides whose rooms give the start a turn.
    passing: Lanes<S, LANES>,
    /// F21: the sides whose rooms have given the start a turn in the current generation.
    given: Lanes<S, LANES>,
    /// The word with the start's coins for the current generation, and the word with its coins for
    /// the turns that rooms give it.
    words: [[u64; LANES]; 2],
    /// The number of rooms that a plan must not exceed by more than one.
    aim: [u64; LANES],
    /// F5, F7: the rooms and the end rooms that a plan must have.
    least: [u64; LANES],
    least_end_rooms: [u64; LANES],
}

/// The cells that the plans take in one generation.
struct TakenCells<S, const LANES: usize> {
    /// The cells that the rooms of the last generation take.
    grown: Lanes<S, LANES>,
    /// The sides of the start that can be taken.
    free: Lanes<S, LANES>,
    /// The cells that the start takes in the turns that rooms gave it.
    given: Lanes<S, LANES>,
}

impl<'a, S: CellSet, const LANES: usize> Plans<'a, S, LANES> {
    /// No plan. Each lane must be given a plan, or left empty, before the plans grow.
    pub(in crate::flash) fn new(task: Task<'a>) -> Self {
        let none = Lanes::NONE;
        Self {
            tasks: [task; LANES],
            coins: [TossedCoins::default(); LANES],
            is_unfinished: [false; LANES],
            open: none,
            sides: none,
            occupied: none,
            last: none,
            filling: none,
            restart: none,
            passing: none,
            given: none,
            words: [[0; LANES]; 2],
            aim: [0; LANES],
            least: [0; LANES],
            least_end_rooms: [0; LANES],
        }
    }

    /// Gives a lane a plan to grow, with the same rules as the others.
    #[inline]
    pub(in crate::flash) fn give(&mut self, lane: usize, task: Task<'a>, coins: TossedCoins) {
        self.tasks[lane] = task;
        self.coins[lane] = coins;
        self.open.set(lane, S::new(coins.cells));
        self.restart.set(lane, S::all_if(task.restart.into()));
        self.passing.set(lane, S::new(task.passing(&coins)));
        self.words[0][lane] = coins.first;
        self.aim[lane] = task.aim.into();
        self.least[lane] = task.least.into();
        self.least_end_rooms[lane] = task.least_end_rooms.into();
    }

    /// Leaves a lane empty, with a plan that never grows.
    pub(in crate::flash) fn give_none(&mut self, lane: usize) {
        self.give(lane, Task { restart: false, ..self.tasks[lane] }, TossedCoins::default());
    }

    /// F4: begins each plan, with the start and the cells that it takes in the first generation.
    #[inline]
    fn begin(&mut self) {
        let around = S::new(beside(START));
        let (start, may_fill) = (S::new(bit(START)), S::new(S::MAY_FILL & !bit(START)));
        for lane in 0..LANES {
            let cells = self.open.get(lane) & may_fill;
            let taken = S::sides(self.words[0][lane] >> SHIFTS[0]) & around;
            self.open.set(lane, cells & !around);
            self.sides.set(lane, around & !taken);
            self.last.set(lane, taken);
            self.occupied.set(lane, taken | start);
        }
        (self.filling, self.given) = (Lanes::NONE, Lanes::NONE);
        (self.words[1], self.is_unfinished) = (self.words[0], [false; LANES]);
    }

    /// F4-F6: grows the plans until no room is missing or none can be added. `prepare` draws the
    /// coins of a lane for the start's turn in a generation.
    #[inline]
    pub(in crate::flash) fn grow(&mut self, mut prepare: impl FnMut(usize, u32, &mut TossedCoins)) {
        self.begin();
        let is_last = self.tasks[0].rules.last_added_first;
        let mut generation = 1;
        let mut is_alive = true;
        // The start has had all its turns after a few generations.
        while is_alive && self.start_has_turns() {
            let mut taken = self.taken::<true>();
            if generation >= IN_FIRST {
                self.prepare(generation, &taken, &mut prepare);
            }
            self.take_given(&mut taken);
            is_alive = if is_last {
                self.place::<true, true>(generation, &taken)
            } else {
                self.place::<true, false>(generation, &taken)
            };
            generation += 1;
        }
        while is_alive {
            let taken = self.taken::<false>();
            is_alive = self.place::<false, true>(generation, &taken);
            generation += 1;
        }
    }

    /// F6, F21: whether the start has another turn in at least one plan.
    #[inline]
    fn start_has_turns(&self) -> bool {
        let mut turns = Lanes::<S, LANES>::NONE;
        for lane in 0..LANES {
            let again = self.sides.get(lane) & self.restart.get(lane);
            let gives = self.last.get(lane) & self.passing.get(lane);
            turns.set(lane, again | gives | self.given.get(lane));
        }
        turns.has_any()
    }

    /// F4: the cells that the last generation takes, and the sides that the start could take.
    #[inline]
    fn taken<const HAS_START: bool>(&mut self) -> TakenCells<S, LANES> {
        let none = Lanes::NONE;
        let mut taken = TakenCells { grown: none, free: none, given: none };
        for lane in 0..LANES {
            let (any, one) = self.last.get(lane).beside_any_and_one();
            let open = self.open.get(lane);
            taken.grown.set(lane, one & open);
            self.open.set(lane, open & !any);
            if HAS_START {
                taken.free.set(lane, self.sides.get(lane) & !any);
            }
        }
        taken
    }

    /// F6: prepares the start's coins for its turn at the head of a generation for which the first
    /// word has none.
    #[cold]
    fn prepare(
        &mut self,
        generation: u32,
        taken: &TakenCells<S, LANES>,
        prepare: &mut impl FnMut(usize, u32, &mut TossedCoins),
    ) {
        for lane in 0..LANES {
            if taken.free.get(lane) & self.restart.get(lane) == S::default() {
                continue;
            }
            if generation >= IN_FIRST + SHIFTS.len() as u32 {
                self.is_unfinished[lane] = true;
                self.restart.set(lane, S::default());
            } else {
                prepare(lane, generation, &mut self.coins[lane]);
                self.words[0][lane] = self.coins[lane].later;
            }
        }
    }

    /// F21: adds the cells that the start takes in the turns given by the rooms beside it. The rooms
    /// of the last generation give the start turns in the next generation.
    #[inline]
    fn take_given(&mut self, taken: &mut TakenCells<S, LANES>) {
        let given = self.given;
        for lane in 0..LANES {
            self.given.set(lane, self.last.get(lane) & self.passing.get(lane));
        }
        if !given.has_any() {
            return;
        }
        for (side, shift) in SIDES.into_iter().zip(&SHIFTS[IN_FIRST as usize..]) {
            for lane in 0..LANES {
                let coins = S::sides(self.words[1][lane] >> shift);
                let takes = coins & taken.free.get(lane) & given.get(lane).all_if_has(side);
                taken.given.set(lane, taken.given.get(lane) | takes);
            }
        }
    }

    /// Puts rooms on the cells of a generation. Returns whether any plan can grow further.
    ///
    /// F6, F21: the turn of the start at the head of the generation comes first, or with `IS_LAST`
    /// last: the cells that the start takes keep other cells out, or are kept out.
    #[inline]
    fn place<const HAS_START: bool, const IS_LAST: bool>(
        &mut self,
        generation: u32,
        taken: &TakenCells<S, LANES>,
    ) -> bool {
        let place = generation.checked_sub(IN_FIRST).unwrap_or(generation) as usize;
        let shift = SHIFTS[place % SHIFTS.len()];
        let (before, none) = (self.occupied, Lanes::<S, LANES>::NONE);
        let (mut touching, mut alive) = (none, none);
        for lane in 0..LANES {
            let (mut others, mut sides) = (taken.grown.get(lane), S::default());
            if HAS_START {
                let coins = S::sides(self.words[0][lane] >> shift);
                sides = coins & taken.free.get(lane) & self.restart.get(lane);
                if IS_LAST {
                    sides = sides & !others.beside_any();
                } else {
                    others = others & !sides.beside_any();
                }
                others = others | taken.given.get(lane);
            }
            touching.set(lane, others.touching());
            alive.set(lane, self.put::<HAS_START>(lane, taken.free.get(lane), others | sides));
        }
        if touching.has_any() {
            for lane in (0..LANES).filter(|lane| touching.get(*lane) != S::default()) {
                self.occupied.set(lane, before.get(lane));
                self.filling.set(lane, S::default());
                let placed = self.settled(lane, generation, taken);
                alive.set(lane, self.put::<HAS_START>(lane, taken.free.get(lane), placed));
            }
        }
        alive.has_any()
    }

    /// F4: puts rooms on these cells. Returns the cells from which the plan can grow further: none
    /// if it is full.
    #[inline(always)]
    fn put<const HAS_START: bool>(&mut self, lane: usize, free: S, placed: S) -> S {
        let occupied = self.occupied.get(lane) | placed;
        let grows_on = occupied.all_if_at_most(self.aim[lane]);
        self.occupied.set(lane, occupied);
        self.filling.set(lane, self.filling.get(lane) | placed & !grows_on);
        self.last.set(lane, placed & grows_on);
        if HAS_START {
            self.sides.set(lane, free & !placed & grows_on);
            let turns = self.given.get(lane) | self.sides.get(lane) & self.restart.get(lane);
            self.last.get(lane) | turns
        } else {
            self.last.get(lane)
        }
    }

    /// F4: the cells of a generation that get a room if some of them touch: each in its turn,
    /// unless it touches an earlier one.
    #[cold]
    fn settled(&self, lane: usize, generation: u32, taken: &TakenCells<S, LANES>) -> S {
        let (task, coins, mut plan) = (&self.tasks[lane], &self.coins[lane], Plan::new());
        let mut queue = Queue::new(task, coins, self.occupied.get(lane).on_board(), &mut plan);
        (0..generation).for_each(|_| queue.next_generation());
        let (grown, free) = (taken.grown.get(lane).on_board(), taken.free.get(lane).on_board());
        let placed = queue.tries().into_iter().fold(0, |placed, (turn, cells)| {
            let takes = cells & if matches!(turn, Turn::Room(_)) { grown } else { free };
            placed | takes & !beside_any(placed)
        });
        S::new(placed)
    }

    /// F5, F7: the results of the plans that have enough rooms and may have enough end rooms, with
    /// their lanes.
    #[inline]
    pub(in crate::flash) fn grown(&self) -> impl Iterator<Item = (usize, Grown)> {
        let mut has_enough = [0; LANES];
        for (lane, has_enough) in has_enough.iter_mut().enumerate() {
            let full = self.aim[lane] + 1;
            let rooms = self.occupied.get(lane).len();
            let is_over = u64::from(rooms > full).wrapping_neg();
            let end_rooms = self.most_end_rooms(lane) & is_over
                | self.end_rooms(lane, self.occupied.get(lane)) & !is_over;
            let has_rooms = u64::from(rooms.min(full) >= self.least[lane]);
            *has_enough = has_rooms & u64::from(end_rooms >= self.least_end_rooms[lane]);
        }
        // There is no branch for each plan, because a processor would mispredict it for the plans
        // that pass.
        let mut left = (0..LANES).fold(0, |lanes, lane| {
            lanes | (has_enough[lane] | u64::from(self.is_unfinished[lane])) << lane
        });
        core::iter::from_fn(move || {
            let lane = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            let cells = || Grown::Cells(self.occupied.get(lane).on_board());
            Some((lane, if self.is_unfinished[lane] { Grown::Unfinished } else { cells() }))
        })
    }

    /// F5, F21: the number of end rooms among these rooms.
    #[inline(always)]
    fn end_rooms(&self, lane: usize, rooms: S) -> u64 {
        let (_, one) = rooms.beside_any_and_one();
        (rooms & one & !self.passing.get(lane) & !S::new(bit(START))).len()
    }

    /// F4, F5: the most end rooms that a full plan can have if its last generation takes more cells
    /// than rooms are missing.
    ///
    /// Each missing room becomes an end room, and the room that it grows from stops being one. So
    /// the most are left if the missing rooms grow from as few end rooms as possible: first from
    /// rooms that were never end rooms, then three from one room, then two. If t rooms have at
    /// least three of the cells beside them and u have at least two, then m rooms grow from at
    /// least m / 3 rooms, from at least (m - t) / 2, and from at least m - t - u. The greatest of
    /// these bounds can be reached.
    #[inline(always)]
    fn most_end_rooms(&self, lane: usize) -> u64 {
        let filling = self.filling.get(lane);
        let before = self.occupied.get(lane) & !filling;
        let never_end_rooms = before & (self.passing.get(lane) | S::new(bit(START)));
        let missing = (self.aim[lane] + 1).wrapping_sub(before.len());
        let rest = missing.saturating_sub((filling & never_end_rooms.beside_any()).len());
        let (two, three) = filling.beside_two_and_three();
        let parents = before & !never_end_rooms;
        let (two, three) = ((parents & two).len(), (parents & three).len());
        // A third, rounded up, of a number up to 80.
        let thirds = rest.wrapping_add(2).wrapping_mul(171) >> 9;
        let halves = rest.wrapping_add(1).saturating_sub(three) >> 1;
        let parents = thirds.max(halves).max(rest.saturating_sub(two + three));
        self.end_rooms(lane, before).wrapping_add(missing).wrapping_sub(parents)
    }
}
