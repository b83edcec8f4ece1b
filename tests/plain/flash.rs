//! Section 1 of the rules page, rule by rule (F1-F25).
//!
//! Cells are the page's own numbers, `10 * y + x`; moves are +1, -1, +10, -10.

use basement_floors::flash::Rules;
use basement_floors::{Curse, CurseChoice, Phase, Request, RoomKind, Seed, Unlocks};

use super::{GaveUp, PlainFloor, PlainRoom, Stream};

/// F1.
const START: i32 = 35;

/// F4: the order in which neighbours are looked at.
const MOVES: [i32; 4] = [1, -1, 10, -10];

/// How draws are spent. The page says what is chosen with which chance, the
/// backend's documentation (`flash/coins.rs`) how it draws for that.
#[derive(Clone, Copy, PartialEq)]
enum Spending {
    /// As the backend does it: few draws.
    Sparing,
    /// As the page reads: one for each coin, one for each cell that is looked at.
    Literal,
}

/// F1: columns 1-9, rows 0-7.
fn is_inside(cell: i32) -> bool {
    (1..=79).contains(&cell) && cell % 10 != 0
}

/// What holds for all attempts at one floor.
struct Task<'a> {
    rules: &'a Rules,
    spending: Spending,
    request: &'a Request,
    is_labyrinth: bool,
    /// The level that the rules ask for (F20).
    level: u32,
    /// F2, F20: the wanted number of rooms, a whole one only in `article`.
    target: f64,
}

/// One attempt's plan.
struct Plan {
    rooms: Vec<(i32, RoomKind, u32)>,
    /// Which room stands on each cell, by row and column.
    at: [[Option<usize>; 10]; 8],
    /// Rooms that do not count: F15's outer boss, F9's secret room.
    uncounted: usize,
}

/// F4: the coins of one attempt.
enum Coins {
    /// A draw each.
    Drawn,
    /// Tossed before growth begins: the cells' own, by cell, and those that are
    /// left for the sides of the start.
    Tossed { own: Vec<bool>, left: Vec<bool> },
}

/// The bits of draws, the lowest of each first.
fn bits(draws: u32, stream: &mut Stream) -> Vec<bool> {
    let drawn: Vec<u32> = (0..draws).map(|_| stream.draw()).collect();
    drawn.iter().flat_map(|draw| (0..32).map(move |place| draw >> place & 1 == 1)).collect()
}

impl Coins {
    /// The next four, for the sides of the start.
    fn of_start(&mut self, stream: &mut Stream) -> Vec<bool> {
        let Self::Tossed { left, .. } = self else { return Vec::new() };
        if left.is_empty() {
            *left = bits(1, stream);
        }
        left.drain(..4).collect()
    }
}

/// A floor of the Flash backend, by the same draws.
pub(crate) fn generate(rules: &Rules, request: &Request, seed: Seed) -> Result<PlainFloor, GaveUp> {
    spend(Spending::Sparing, rules, request, seed)
}

/// A floor by the page's letter: not the backend's, but as likely as its floors.
#[allow(dead_code, reason = "other test files use it")]
pub(crate) fn generate_literally(
    rules: &Rules,
    request: &Request,
    seed: Seed,
) -> Result<PlainFloor, GaveUp> {
    spend(Spending::Literal, rules, request, seed)
}

fn spend(
    spending: Spending,
    rules: &Rules,
    request: &Request,
    seed: Seed,
) -> Result<PlainFloor, GaveUp> {
    let mut stream = Stream::new(seed);
    let curse = curse(rules, request, &mut stream);
    let is_labyrinth = curse == Some(Curse::Labyrinth);
    let mut level = u32::from(request.level);
    if is_labyrinth {
        level += u32::from(rules.rooms.labyrinth_levels);
    }
    let target = target(rules, level, curse, &mut stream);
    let task = Task { rules, spending, request, is_labyrinth, level, target };
    for attempt in 1..=rules.growth.attempts {
        let Some((plan, found)) = task.attempt(&mut stream) else { continue };
        let mut rooms: Vec<PlainRoom> = plan.rooms.iter().map(|room| finished(*room)).collect();
        if request.phase == Phase::Full {
            task.draw_interiors(&mut rooms, &mut stream);
        }
        return Ok(PlainFloor {
            curse,
            wanted: target.ceil() as u32,
            attempts: attempt,
            draws: stream.drawn,
            rooms,
            dead_ends: found.iter().map(|cell| plan.room_at(*cell).unwrap()).collect(),
        });
    }
    Err(GaveUp { attempts: rules.growth.attempts })
}

/// F14: every room can be entered from all four sides.
fn finished((cell, kind, depth): (i32, RoomKind, u32)) -> PlainRoom {
    let doors = [true, true, true, true, false, false, false, false];
    PlainRoom { anchor: (cell % 10, cell / 10), shape: 1, kind, depth, doors, interior: None }
}

/// F24: the curse, by draws that happen even where it is forced.
fn curse(rules: &Rules, request: &Request, stream: &mut Stream) -> Option<Curse> {
    let odds = match request.unlocks {
        Unlocks::Fresh => rules.curses.odds_fresh,
        Unlocks::Few => rules.curses.odds_few,
        Unlocks::Many => rules.curses.odds_many,
        Unlocks::All => rules.curses.odds_all,
    };
    if request.curse == CurseChoice::NoRoll {
        return None;
    }
    let mut drawn = None;
    if odds > 0 {
        let rarer = odds * rules.curses.others_rarer;
        if request.level % 2 == 1 && request.level < 8 && stream.one_in(odds) {
            drawn = Some(Curse::Labyrinth);
        } else if stream.one_in(rarer) {
            drawn = Some(Curse::Lost);
        } else if stream.one_in(rarer) {
            drawn = Some(Curse::Darkness);
        }
    }
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        _ => drawn,
    }
}

/// F2, F3, F20: how many rooms are wanted.
fn target(rules: &Rules, level: u32, curse: Option<Curse>, stream: &mut Stream) -> f64 {
    let rooms = &rules.rooms;
    let whole = |number: f64| if rooms.floored { number.floor() } else { number };
    let random = stream.random(rooms.random);
    let mut target = whole(f64::from(random + rooms.base) + f64::from(level) * rooms.per_level);
    if rooms.cap > 0 {
        target = target.min(f64::from(rooms.cap));
    }
    if curse == Some(Curse::Labyrinth) {
        target = whole(target * rooms.labyrinth_factor).min(f64::from(rooms.labyrinth_cap));
    } else if curse == Some(Curse::Lost) {
        target += f64::from(rooms.lost_extra);
    }
    target
}

impl Plan {
    /// F4: the start room alone.
    fn new() -> Self {
        let mut plan = Self { rooms: Vec::new(), at: [[None; 10]; 8], uncounted: 0 };
        plan.add(START, RoomKind::Start, 0);
        plan
    }

    fn add(&mut self, cell: i32, kind: RoomKind, depth: u32) {
        self.at[(cell / 10) as usize][(cell % 10) as usize] = Some(self.rooms.len());
        self.rooms.push((cell, kind, depth));
    }

    fn room_at(&self, cell: i32) -> Option<usize> {
        if !is_inside(cell) {
            return None;
        }
        self.at[(cell / 10) as usize][(cell % 10) as usize]
    }

    fn is_occupied(&self, cell: i32) -> bool {
        self.room_at(cell).is_some()
    }

    fn kind_at(&self, cell: i32) -> Option<RoomKind> {
        self.room_at(cell).map(|room| self.rooms[room].1)
    }

    fn depth_at(&self, cell: i32) -> Option<u32> {
        self.room_at(cell).map(|room| self.rooms[room].2)
    }

    fn set_kind(&mut self, cell: i32, kind: RoomKind) {
        let room = self.room_at(cell).unwrap();
        self.rooms[room].1 = kind;
    }

    fn occupied_neighbours(&self, cell: i32) -> u32 {
        MOVES.iter().filter(|step| self.is_occupied(cell + **step)).count() as u32
    }

    /// The depth of a room that was not grown: 1 + its nearest neighbour's.
    fn depth_beside(&self, cell: i32) -> u32 {
        1 + MOVES.iter().filter_map(|step| self.depth_at(cell + step)).min().unwrap()
    }
}

/// Whether a cell next to the place that is looked for belongs to a room that
/// no hidden or added room may touch: boss, outer boss, super secret, secret.
fn is_shunned(kind: Option<RoomKind>) -> bool {
    matches!(kind, Some(RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret))
}

/// What F23 finds out about a cell.
struct Surroundings {
    neighbours: u32,
    clean: bool,
    enclosed: bool,
}

impl Task<'_> {
    /// F14: a room of the level's pools for each normal room. The pools have 87 rooms each;
    /// the rooms of all pools are numbered through, from the easiest pool on.
    fn draw_interiors(&self, rooms: &mut [PlainRoom], stream: &mut Stream) {
        let is_first_stage = self.request.level % 2 == 1;
        let (first, count) = match (self.is_labyrinth, is_first_stage) {
            (true, _) => (0, 3 * 87),
            (false, true) => (0, 2 * 87),
            (false, false) => (87, 2 * 87),
        };
        // `flash/interior.rs`: one draw seeds a generator of a number for each room.
        let is_literal = self.spending == Spending::Literal;
        let mut state = if is_literal { 0 } else { u64::from(stream.draw() | 1) };
        for room in rooms {
            let is_normal = room.kind == RoomKind::Normal;
            state = state * 0x93D7_65DD % (1 << 32);
            let number = if is_literal && is_normal {
                stream.random(count)
            } else {
                (state * u64::from(count) / (1 << 32)) as u32
            };
            room.interior = is_normal.then_some((first + number) as usize);
        }
    }

    /// One attempt: the plan and F5's end rooms, or `None` when it is thrown
    /// away. Each test is made as soon as its matter is known: the page does not
    /// say which draws a lost attempt still makes.
    fn attempt(&self, stream: &mut Stream) -> Option<(Plan, Vec<i32>)> {
        let mut plan = Plan::new();
        let found = self.grow(&mut plan, stream);
        self.check_grown(&plan)?;
        let mut end_rooms = found.clone();
        let boss = self.place_boss(&mut plan, &mut end_rooms)?;
        if self.is_labyrinth {
            self.place_outer_boss(&mut plan, boss)?;
        }
        self.place_super_secret(&mut plan, &mut end_rooms, stream)?;
        if self.is_labyrinth {
            self.keep_last_end_rooms(&mut end_rooms);
        }
        self.check_end_rooms(&end_rooms)?;
        self.add_rooms_and_secret(&mut plan, &end_rooms, stream)?;
        self.check_rooms(&plan)?;
        self.place_guaranteed(&mut plan, &mut end_rooms, stream)?;
        self.place_optional(&mut plan, &mut end_rooms, stream);
        Some((plan, found))
    }

    /// The rooms that F7 and F20 count.
    fn counted(&self, plan: &Plan) -> f64 {
        let start = usize::from(!self.rules.rooms.start_counts);
        (plan.rooms.len() - plan.uncounted - start) as f64
    }

    /// F4-F6, F21: growth, layer by layer. Returns the end rooms (F5).
    fn grow(&self, plan: &mut Plan, stream: &mut Stream) -> Vec<i32> {
        let growth = &self.rules.growth;
        // F17: a Labyrinth floor aims at one room fewer.
        let aim = match self.is_labyrinth {
            true => self.target - f64::from(self.rules.labyrinth.aim_below),
            false => self.target,
        };
        let restarts = self.target > f64::from(growth.restart_above);
        let mut coins = self.coins(stream);
        let mut end_rooms = Vec::new();
        let mut layer = vec![START];
        let mut half_ticks = 0;
        while !layer.is_empty() && half_ticks < 2 * growth.generations {
            let mut has_tried = false;
            if growth.last_added_first {
                layer.reverse();
            }
            let mut next = Vec::new();
            for cell in &layer {
                let (queued, tried) = self.grow_from(plan, *cell, aim, &mut coins, stream);
                has_tried |= tried;
                if queued.is_empty() && *cell != START {
                    end_rooms.push(*cell);
                }
                next.extend(queued);
            }
            let is_short = growth.short_generations_count_half && next.len() < 2;
            half_ticks += if is_short { 1 } else { 2 };
            // F6, F21: the start comes first in the next layer.
            let is_missing = self.counted(plan) < aim;
            if restarts && (growth.restart_always || is_missing) {
                next.insert(0, START);
            }
            // A layer of starts that tried nothing will try nothing again.
            let is_idle = !has_tried && layer.iter().chain(&next).all(|cell| *cell == START);
            layer = if is_idle { Vec::new() } else { next };
        }
        end_rooms
    }

    /// F4: coins are tossed beforehand where they are fair and each cell has use
    /// for one at most.
    fn coins(&self, stream: &mut Stream) -> Coins {
        let growth = &self.rules.growth;
        let is_fair = growth.skip_one_in == 2 && growth.neighbour_limit == 1;
        if self.spending == Spending::Literal || !is_fair {
            return Coins::Drawn;
        }
        let mut own = bits(3, stream);
        let left = own.split_off(80);
        Coins::Tossed { own, left }
    }

    /// F4: the cells that one cell adds and queues, and whether it tried any.
    fn grow_from(
        &self,
        plan: &mut Plan,
        cell: i32,
        aim: f64,
        coins: &mut Coins,
        stream: &mut Stream,
    ) -> (Vec<i32>, bool) {
        let growth = &self.rules.growth;
        let (mut queued, mut tried) = (Vec::new(), false);
        let mut sides = Vec::new();
        for (place, step) in MOVES.into_iter().enumerate() {
            let neighbour = cell + step;
            // F21: the start always passes, and is only queued again.
            let is_start = neighbour == START && growth.start_always_passes;
            if !is_start && !self.fits(plan, neighbour, aim) {
                continue;
            }
            if cell == START && !tried {
                sides = coins.of_start(stream);
            }
            tried = true;
            let takes = match coins {
                Coins::Drawn => !stream.one_in(growth.skip_one_in),
                Coins::Tossed { .. } if cell == START => sides[place],
                Coins::Tossed { own, .. } if is_start => own[cell as usize],
                Coins::Tossed { own, .. } => own[neighbour as usize],
            };
            if takes {
                if !is_start {
                    plan.add(neighbour, RoomKind::Normal, plan.depth_at(cell).unwrap() + 1);
                }
                queued.push(neighbour);
            }
        }
        (queued, tried)
    }

    /// F4, F21: whether a cell could be added, but for its coin.
    fn fits(&self, plan: &Plan, cell: i32, aim: f64) -> bool {
        let growth = &self.rules.growth;
        let is_outer = cell / 10 == 0 || cell / 10 == 7;
        is_inside(cell)
            && (growth.outer_rows_fill || !is_outer)
            && !plan.is_occupied(cell)
            && plan.occupied_neighbours(cell) <= growth.neighbour_limit
            && self.counted(plan) < aim
    }

    /// F7: the wanted number of rooms; on a Labyrinth floor, where rooms are
    /// added later, more than half of them (F17, F23).
    fn check_grown(&self, plan: &Plan) -> Option<()> {
        let counted = self.counted(plan);
        let passes = match self.is_labyrinth {
            true => 2.0 * counted > self.target,
            false => counted == self.target.ceil(),
        };
        passes.then_some(())
    }

    /// F8, F7, F22: the boss is the last end room, and does not touch the start.
    fn place_boss(&self, plan: &mut Plan, end_rooms: &mut Vec<i32>) -> Option<i32> {
        let boss = end_rooms.pop()?;
        plan.set_kind(boss, RoomKind::Boss);
        (!MOVES.contains(&(boss - START))).then_some(boss)
    }

    /// F15: the last cell beside the boss that passes becomes a boss room too.
    fn place_outer_boss(&self, plan: &mut Plan, boss: i32) -> Option<()> {
        let passes = |cell: i32| {
            is_inside(cell) && !plan.is_occupied(cell) && plan.occupied_neighbours(cell) == 1
        };
        let mut outer = None;
        for step in MOVES {
            let is_tried = step != 10 || self.rules.labyrinth.boss_below;
            if is_tried && passes(boss + step) {
                outer = Some(boss + step);
            }
        }
        let outer = outer?;
        plan.add(outer, RoomKind::Boss, plan.depth_beside(outer));
        plan.uncounted += 1;
        Some(())
    }

    /// F13: the super secret room takes a random end room.
    fn place_super_secret(
        &self,
        plan: &mut Plan,
        end_rooms: &mut Vec<i32>,
        stream: &mut Stream,
    ) -> Option<()> {
        if self.rules.special.super_secret {
            if end_rooms.is_empty() {
                return None;
            }
            let place = stream.random(end_rooms.len() as u32) as usize;
            let cell = end_rooms.remove(place);
            plan.set_kind(cell, RoomKind::SuperSecret);
        }
        Some(())
    }

    /// F10, F22: so many end rooms must be left, and those of the guaranteed rooms.
    fn check_end_rooms(&self, end_rooms: &[i32]) -> Option<()> {
        let special = &self.rules.special;
        let needed = if self.level == 1 { special.end_rooms_on_level_1 } else { special.end_rooms };
        (end_rooms.len() >= needed.max(self.guaranteed().len() as u32) as usize).then_some(())
    }

    /// F16: only the last six are used; the others become ordinary rooms.
    fn keep_last_end_rooms(&self, end_rooms: &mut Vec<i32>) {
        let kept = self.rules.labyrinth.end_rooms as usize;
        let surplus = end_rooms.len().saturating_sub(kept);
        end_rooms.drain(..surplus);
    }

    /// F9, F17, F23, F25: the rooms that a search by drawing cells adds.
    fn add_rooms_and_secret(
        &self,
        plan: &mut Plan,
        end_rooms: &[i32],
        stream: &mut Stream,
    ) -> Option<()> {
        let is_shared = self.is_labyrinth && self.rules.labyrinth.shared_search;
        if self.is_labyrinth && !is_shared {
            self.add_extra_rooms(plan, end_rooms, stream);
        }
        if is_shared || self.spending == Spending::Literal {
            self.search_secret(plan, end_rooms, is_shared, stream);
        } else {
            self.search_secret_at_once(plan, end_rooms, stream);
        }
        let has_secret = plan.rooms.iter().any(|room| room.1 == RoomKind::Secret);
        // F9, F22: whether the floor can do without.
        let is_needed = self.level <= u32::from(self.rules.secret.needed_up_to_level);
        (has_secret || !is_needed).then_some(())
    }

    /// F9, F23: one drawn cell, or `None` for one that no test looks at.
    fn drawn_cell(&self, plan: &Plan, stream: &mut Stream) -> Option<i32> {
        let cell = if self.rules.secret.shipped_test {
            let cell = stream.random(80) as i32;
            if !(2..=8).contains(&(cell % 10)) {
                return None;
            }
            cell
        } else {
            let place = stream.random(72) as i32;
            10 * (place / 9) + place % 9 + 1
        };
        (!plan.is_occupied(cell)).then_some(cell)
    }

    /// F23: what a cell's neighbours say about it.
    fn surroundings(&self, plan: &Plan, end_rooms: &[i32], cell: i32) -> Surroundings {
        let (mut clean, mut enclosed) = (true, true);
        for step in MOVES {
            let neighbour = cell + step;
            if !plan.is_occupied(neighbour) {
                enclosed = false;
            } else if is_shunned(plan.kind_at(neighbour)) {
                (clean, enclosed) = (false, false);
                break;
            } else if end_rooms.contains(&neighbour) {
                clean = false;
                break;
            }
        }
        Surroundings { neighbours: plan.occupied_neighbours(cell), clean, enclosed }
    }

    /// F17: added rooms, drawn for before the secret room.
    fn add_extra_rooms(&self, plan: &mut Plan, end_rooms: &[i32], stream: &mut Stream) {
        for _ in 0..self.rules.labyrinth.extra_draws {
            if self.has_enough_extra(plan) {
                return;
            }
            if let Some(cell) = self.drawn_cell(plan, stream) {
                self.try_extra_room(plan, end_rooms, cell, stream);
            }
        }
    }

    /// F17: one more than wanted stand.
    fn has_enough_extra(&self, plan: &Plan) -> bool {
        self.counted(plan) >= self.target + f64::from(self.rules.labyrinth.extra_above)
    }

    /// F17: a clean cell with two neighbours or more, or with one at 1/2.
    fn try_extra_room(&self, plan: &mut Plan, end_rooms: &[i32], cell: i32, stream: &mut Stream) {
        let around = self.surroundings(plan, end_rooms, cell);
        let passes = around.clean
            && match around.neighbours {
                0 => false,
                1 => stream.one_in(self.rules.labyrinth.one_neighbour_one_in),
                _ => true,
            };
        if passes {
            plan.add(cell, RoomKind::Normal, plan.depth_beside(cell));
        }
    }

    /// F9, F23: the search for the secret room; F25: with added rooms.
    fn search_secret(
        &self,
        plan: &mut Plan,
        end_rooms: &[i32],
        is_shared: bool,
        stream: &mut Stream,
    ) {
        let mut has_secret = false;
        for draw in 1..=self.rules.secret.draws {
            if has_secret && (!is_shared || self.has_enough_extra(plan)) {
                return;
            }
            let Some(cell) = self.drawn_cell(plan, stream) else { continue };
            if !has_secret && self.takes_secret(plan, end_rooms, cell, draw) {
                plan.add(cell, RoomKind::Secret, plan.depth_beside(cell));
                plan.uncounted += 1;
                has_secret = true;
            } else if is_shared && !self.has_enough_extra(plan) {
                self.try_extra_room(plan, end_rooms, cell, stream);
            }
        }
    }

    /// F9, F23: the same search, when nothing else changes meanwhile: as long as
    /// the criterion stays the same, k draws among N cells miss n of them with
    /// the chance (1 - n/N)^k, and else each of them is as likely to be found.
    fn search_secret_at_once(&self, plan: &mut Plan, end_rooms: &[i32], stream: &mut Stream) {
        let mut draw = 1;
        while draw <= self.rules.secret.draws {
            let criterion = self.criterion(draw);
            let alike = (draw..=self.rules.secret.draws)
                .take_while(|later| self.criterion(*later) == criterion)
                .count() as u32;
            let (looked_at, among) = self.looked_at();
            let takes = |cell: &i32| {
                !plan.is_occupied(*cell) && self.takes_secret(plan, end_rooms, *cell, draw)
            };
            let cells: Vec<i32> = looked_at.into_iter().filter(takes).collect();
            if !cells.is_empty() {
                let share = 1.0 - cells.len() as f64 / among;
                let missed = (share.powi(alike as i32) * 4_294_967_296.0).round();
                let drawn = stream.draw();
                if f64::from(drawn) >= missed {
                    let cell = cells[(u32::MAX - drawn) as usize % cells.len()];
                    plan.add(cell, RoomKind::Secret, plan.depth_beside(cell));
                    plan.uncounted += 1;
                    return;
                }
            }
            draw += alike;
        }
    }

    /// F9, F23: the cells that can be found, and among how many is drawn.
    fn looked_at(&self) -> (Vec<i32>, f64) {
        let inside = (0..80).filter(|cell| is_inside(*cell));
        if self.rules.secret.shipped_test {
            (inside.filter(|cell| (2..=8).contains(&(cell % 10))).collect(), 80.0)
        } else {
            (inside.collect(), 72.0)
        }
    }

    /// F9, F23: how far the criterion is loosened on a draw.
    fn criterion(&self, draw: u32) -> u32 {
        let secret = &self.rules.secret;
        let is_loosened = draw > secret.loosen_after;
        let is_loosened_further = draw > secret.loosen_further_after;
        match (secret.shipped_test, is_loosened, is_loosened_further) {
            (true, true, true) | (false, _, true) => 2,
            (_, true, false) => 1,
            (_, false, _) => 0,
        }
    }

    /// Whether the secret room goes to a cell, on the search's draw number `draw`.
    fn takes_secret(&self, plan: &Plan, end_rooms: &[i32], cell: i32, draw: u32) -> bool {
        let secret = &self.rules.secret;
        let around = self.surroundings(plan, end_rooms, cell);
        let is_loosened = draw > secret.loosen_after;
        let is_loosened_further = draw > secret.loosen_further_after;
        if secret.shipped_test {
            // F23.
            let many = around.neighbours >= secret.neighbours;
            let enough = around.neighbours >= secret.neighbours_loosened;
            return (many && around.clean)
                || (is_loosened
                    && around.enclosed
                    && (many || (enough && (around.clean || is_loosened_further))));
        }
        // F9.
        if is_loosened_further {
            // The super secret room, where there is one, is shunned as in F23.
            let is_shunned = MOVES.iter().any(|step| is_shunned(plan.kind_at(cell + step)));
            around.neighbours >= secret.neighbours_at_last && !is_shunned
        } else if is_loosened {
            around.neighbours >= secret.neighbours_loosened && around.clean
        } else {
            around.neighbours >= secret.neighbours && around.clean
        }
    }

    /// F7, F17, F22: the wanted number of rooms; on a Labyrinth floor more will do.
    fn check_rooms(&self, plan: &Plan) -> Option<()> {
        (self.counted(plan) >= self.target).then_some(())
    }

    /// F12: the Chest has boss and hidden rooms only.
    fn is_bare(&self) -> bool {
        self.request.level == self.rules.special.bare_level
    }

    /// A random end room takes a kind.
    fn place_at_random(
        &self,
        plan: &mut Plan,
        end_rooms: &mut Vec<i32>,
        kind: RoomKind,
        stream: &mut Stream,
    ) -> Option<()> {
        if end_rooms.is_empty() {
            return None;
        }
        let place = stream.random(end_rooms.len() as u32) as usize;
        let cell = end_rooms.swap_remove(place);
        plan.set_kind(cell, kind);
        Some(())
    }

    /// F10, F12: shop and treasure room, on a Labyrinth floor two (F15).
    fn guaranteed(&self) -> Vec<RoomKind> {
        if self.is_bare() || self.level > u32::from(self.rules.special.last_level_with_shop) {
            return Vec::new();
        }
        let treasure_rooms =
            if self.is_labyrinth { self.rules.labyrinth.treasure_rooms } else { 1 };
        let mut kinds = vec![RoomKind::Shop];
        kinds.extend(vec![RoomKind::Treasure; treasure_rooms as usize]);
        kinds
    }

    /// F10: without an end room for each of them the floor is thrown away.
    fn place_guaranteed(
        &self,
        plan: &mut Plan,
        end_rooms: &mut Vec<i32>,
        stream: &mut Stream,
    ) -> Option<()> {
        for kind in self.guaranteed() {
            self.place_at_random(plan, end_rooms, kind, stream)?;
        }
        Some(())
    }

    /// F11: the optional rooms, in their order, while end rooms are left.
    fn place_optional(&self, plan: &mut Plan, end_rooms: &mut Vec<i32>, stream: &mut Stream) {
        if self.is_bare() {
            return;
        }
        let kinds = [
            RoomKind::Sacrifice,
            RoomKind::Library,
            RoomKind::Curse,
            RoomKind::MiniBoss,
            RoomKind::Challenge,
            RoomKind::Arcade,
        ];
        for kind in kinds {
            if !end_rooms.is_empty() && self.comes_up(kind, stream) {
                self.place_at_random(plan, end_rooms, kind, stream);
            }
        }
    }

    /// F11: whether an optional room is there.
    fn comes_up(&self, kind: RoomKind, stream: &mut Stream) -> bool {
        let special = &self.rules.special;
        let run = &self.request.run;
        let full_health = u32::from(run.red_half_hearts) + u32::from(run.soul_half_hearts)
            >= u32::from(run.container_half_hearts);
        match kind {
            RoomKind::Sacrifice => {
                stream.one_in(special.sacrifice)
                    || (full_health && stream.one_in(special.sacrifice_full_health))
            }
            RoomKind::Library => {
                stream.one_in(special.library)
                    || (run.book_carried && stream.one_in(special.library_book))
            }
            RoomKind::Curse => {
                stream.one_in(special.curse)
                    || (run.devil_room_entered && stream.one_in(special.curse_devil))
            }
            RoomKind::MiniBoss => {
                stream.one_in(special.mini_boss)
                    || (self.level == 1 && stream.one_in(special.mini_boss_level_1))
            }
            RoomKind::Challenge if !full_health || self.level <= 1 => false,
            RoomKind::Challenge => self.level > 2 || stream.one_in(special.challenge_level_2),
            _ => u32::from(run.coins) >= special.arcade_coins && self.level.is_multiple_of(2),
        }
    }
}
