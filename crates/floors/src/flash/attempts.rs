//! The attempts at a floor (F7): their common state, and what each does after growth.

use arrayvec::ArrayVec;
use basement_model::{Curse, Request, RunState, Seed};

use super::added_rooms;
use super::board::Plan;
use super::boss;
use super::coins::{Coins, TossedCoins};
use super::growth::cell_set::{CellSet, Halves};
use super::growth::sets::{Grown, Plans};
use super::growth::{self, Task, queue};
use super::rules::FlashRules;
use super::secret::{self, MissChances};
use super::special;
use super::target::{self, Level, Target};
use crate::draws::Draws;
use crate::first_draws::FirstDraws;
use crate::trace::{Decision, Trace};

/// How many plans grow side by side.
const LANES: usize = 8;

/// How many floors are searched for at a time.
pub(super) const MOST_FLOORS: usize = 256;

/// The search for the plan of a floor.
#[derive(Clone, Debug)]
pub(super) struct Attempts<'a, D> {
    rules: &'a FlashRules,
    misses: &'a MissChances,
    run: &'a RunState,
    pub(super) seed: Seed,
    pub(super) draws: D,
    pub(super) curse: Option<Curse>,
    pub(super) level: Level,
    pub(super) target: Target,
    /// What each attempt is to grow.
    task: Task<'a>,
    /// The number of attempts begun.
    pub(super) made: u32,
    /// Whether the last attempt was accepted.
    pub(super) is_accepted: bool,
    /// The plan of the last attempt.
    pub(super) plan: Plan,
}

impl<'a, D: Draws> Attempts<'a, D> {
    /// F2, F24: a floor's curse and wanted number of rooms.
    pub(super) fn new(
        rules: &'a FlashRules,
        misses: &'a MissChances,
        request: &'a Request,
        seed: Seed,
        mut draws: D,
    ) -> Self {
        let (curse, level, target) = draw_target(rules, request, &mut draws);
        let uncounted = uncounted(rules);
        let least_end_rooms = least_end_rooms(rules, level);
        let (aim_below, least) = if level.is_labyrinth {
            (rules.labyrinth.aim_below, (target.number / 2.0) as u32 + 1)
        } else {
            (0, target.rooms)
        };
        let task = Task {
            rules: &rules.growth,
            aim: (target.rooms + uncounted).saturating_sub(aim_below + 1),
            restart: target.number > f64::from(rules.growth.restart_above),
            least: least + uncounted,
            least_end_rooms,
        };
        let (run, made, is_accepted, plan) = (&request.run, 0, false, Plan::new());
        Self {
            rules,
            misses,
            run,
            seed,
            draws,
            curse,
            level,
            target,
            task,
            made,
            is_accepted,
            plan,
        }
    }

    /// F10, F13, F22: the end rooms that growth must leave.
    pub(super) const fn least_end_rooms(&self) -> u32 {
        self.task.least_end_rooms
    }

    /// F7: makes attempts, cell by cell, until one is accepted or the limit of the rules is
    /// reached.
    pub(super) fn make_by_cells<T: Trace>(&mut self, trace: &mut T) {
        while !self.is_accepted && self.made < self.rules.growth.attempts {
            self.made += 1;
            let number = self.made;
            trace.note("F7", || Decision::Attempt { number });
            let coins = Coins::new(&self.rules.growth, &mut self.draws);
            if let Err(reason) = self.grow_by_cells(coins, trace) {
                trace.note("F7", || Decision::Rejected { reason });
            }
        }
    }

    /// F4-F17: one attempt, cell by cell. An error is the reason why it is rejected.
    fn grow_by_cells<T: Trace>(
        &mut self,
        mut coins: Coins,
        trace: &mut T,
    ) -> Result<(), &'static str> {
        let task = self.task;
        self.plan.clear();
        growth::grow(&task, &mut coins, &mut self.plan, &mut self.draws, trace);
        if self.plan.rooms() < task.least {
            return Err(if self.level.is_labyrinth {
                "half the rooms or fewer stand"
            } else {
                "the number of rooms is wrong"
            });
        }
        let plan = &self.plan;
        trace.note("F5", || Decision::DeadEnds { rooms: plan.all_end_rooms.to_vec() });
        self.complete(trace)
    }

    /// F8-F17: the boss, the hidden rooms and the special rooms of a plan that has grown. An error is
    /// the reason why the attempt is rejected.
    fn complete<T: Trace>(&mut self, trace: &mut T) -> Result<(), &'static str> {
        let Self { rules, target, level, task, plan, draws, .. } = self;
        if (plan.all_end_rooms.len() as u32) < task.least_end_rooms {
            return Err("too few end rooms");
        }
        let (is_labyrinth, labyrinth) = (level.is_labyrinth, &rules.labyrinth);
        let boss = boss::place_boss(plan, trace)?;
        let mut uncounted = uncounted(rules);
        if is_labyrinth {
            boss::place_second_boss(labyrinth, plan, boss, trace)?;
            uncounted += 1;
        }
        if rules.special.super_secret && !special::place_super_secret(plan, draws, trace) {
            return Err("the super secret room has no end room");
        }
        if is_labyrinth {
            // F16
            plan.end_rooms.keep_last(labyrinth.end_rooms as usize);
        }
        if (plan.end_rooms.len() as u32) < special::end_rooms_needed(rules, *level) {
            return Err("too few end rooms");
        }

        let extra_until = target.rooms + labyrinth.extra_above + uncounted;
        let has_secret = if is_labyrinth && labyrinth.shared_search {
            added_rooms::place_secret_and_extras(rules, extra_until, plan, draws, trace)
        } else {
            if is_labyrinth {
                added_rooms::place_extras(rules, extra_until, plan, draws, trace);
            }
            secret::place_secret(&rules.secret, self.misses, plan, draws, trace)
        };
        if !has_secret && level.number <= rules.secret.needed_up_to_level {
            return Err("the secret room has no place");
        }
        if plan.rooms() - uncounted - u32::from(has_secret) < target.rooms {
            return Err("too few rooms");
        }
        special::place_special(rules, self.run, *level, plan, draws, trace);
        self.is_accepted = true;
        Ok(())
    }
}

/// F2, F24: what the first draws decide: the curse, the level and the number of wanted rooms.
fn draw_target<D: Draws>(
    rules: &FlashRules,
    request: &Request,
    draws: &mut D,
) -> (Option<Curse>, Level, Target) {
    let curse = target::curse(rules, request, draws);
    let level = Level::new(rules, request.level, curse);
    (curse, level, target::target(rules, level.number, curse, draws))
}

/// F2, F24: what the first draws decide, as a [`FirstDraws`].
pub(super) fn first_draws<D: Draws>(
    rules: &FlashRules,
    request: &Request,
    mut draws: D,
) -> FirstDraws {
    let (curse, level, target) = draw_target(rules, request, &mut draws);
    FirstDraws {
        curse,
        wanted: target.rooms as u8,
        min_dead_ends: least_end_rooms(rules, level) as u8,
    }
}

/// F10, F13, F22: the end rooms that growth must leave: one for the boss, and those for the hidden
/// and special rooms.
fn least_end_rooms(rules: &FlashRules, level: Level) -> u32 {
    1 + u32::from(rules.special.super_secret) + special::end_rooms_needed(rules, level)
}

/// 1 if the start room does not count as one of the wanted rooms, otherwise 0.
fn uncounted(rules: &FlashRules) -> u32 {
    u32::from(!rules.rooms.start_counts)
}

/// F7: makes attempts at up to [`MOST_FLOORS`] floors with the same rules, until one attempt at
/// each floor is accepted or the limit of the rules is reached. A floor is the same alone and among
/// others, because each has its own draws.
pub(super) fn make_all<D: Draws>(floors: &mut [Attempts<'_, D>]) {
    let is_alone = floors.len() == 1;
    match floors.first().map(|floor| floor.task) {
        Some(task) if task.can_grow_as_sets() => match (task.rules.outer_rows_fill, is_alone) {
            (false, false) => make_side_by_side::<u64, LANES, D>(floors),
            (false, true) => make_side_by_side::<u64, 1, D>(floors),
            (true, false) => make_side_by_side::<Halves, LANES, D>(floors),
            (true, true) => make_side_by_side::<Halves, 1, D>(floors),
        },
        _ => floors.iter_mut().for_each(|floor| floor.make_by_cells(&mut ())),
    }
}

/// F7: does the work of [`make_all`], a few plans at a time.
fn make_side_by_side<S: CellSet, const LANES: usize, D: Draws>(floors: &mut [Attempts<'_, D>]) {
    let mut pending: ArrayVec<u16, MOST_FLOORS> = (0..floors.len() as u16).collect();
    let Some(Attempts { task, .. }) = floors.first() else { return };
    let (most, mut plans) = (task.rules.attempts, Plans::<S, LANES>::new(*task));
    for _ in 0..most {
        for lanes in pending.chunks(LANES) {
            attempt(floors, lanes, &mut plans);
        }
        pending.retain(|floor| !floors[usize::from(*floor)].is_accepted);
        if pending.is_empty() {
            break;
        }
    }
}

/// F4-F17: one attempt at each of a few floors. `lanes` are their places in the list.
fn attempt<'a, S: CellSet, const LANES: usize, D: Draws>(
    floors: &mut [Attempts<'a, D>],
    lanes: &[u16],
    plans: &mut Plans<'a, S, LANES>,
) {
    for (lane, floor) in lanes.iter().enumerate() {
        let floor = &mut floors[usize::from(*floor)];
        floor.made += 1;
        plans.give(lane, floor.task, TossedCoins::new(&mut floor.draws));
    }
    (lanes.len()..LANES).for_each(|lane| plans.give_none(lane));
    plans.grow(|lane, generation, coins| {
        coins.prepare(generation, &mut floors[usize::from(lanes[lane])].draws);
    });
    for (lane, grown) in plans.grown() {
        let Some(floor) = lanes.get(lane) else { break };
        let (floor, coins) = (&mut floors[usize::from(*floor)], &plans.coins[lane]);
        // The reason for a rejection is not needed here.
        let _: Result<(), &str> = match grown {
            Grown::Unfinished => floor.grow_by_cells(Coins::TossedCoins(*coins), &mut ()),
            Grown::Cells(occupied) => {
                floor.plan.clear();
                queue::put_in_order(&floor.task, coins, occupied, &mut floor.plan);
                floor.complete(&mut ())
            }
        };
    }
}
