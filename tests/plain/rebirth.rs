//! Sections 2, 3 and 5 of the rules page, rule by rule (R1-R37, L2).
//!
//! Directions and slots are the page's own numbers: 0 left, 1 up, 2 right,
//! 3 down, and + 4 for the second slot of a side.

use std::collections::{HashSet, VecDeque};
use std::sync::LazyLock;

use basement_floors::rebirth::Rules;
use basement_floors::rooms::{Catalogue, CatalogueRoom, RoomType};
use basement_floors::{
    Curse, CurseChoice, Difficulty, Item, Phase, Request, RoomKind, Seed, Unlocks,
};

use super::{GaveUp, PlainFloor, PlainRoom, Stream};

/// R2, as it stands on the rules page.
const SHAPES: &str = "\
| 1 | 1x1 | 00 | -1,0 | 0,-1 | 1,0 | 0,1 | | | | |
| 2 | IH (narrow) | 00 | -1,0 | | 1,0 | | | | | |
| 3 | IV (narrow) | 00 | | 0,-1 | | 0,1 | | | | |
| 4 | 1x2 (tall) | 00 01 | -1,0 | 0,-1 | 1,0 | 0,2 | -1,1 | | 1,1 | |
| 5 | IIV (tall narrow) | 00 01 | | 0,-1 | | 0,2 | | | | |
| 6 | 2x1 (wide) | 00 10 | -1,0 | 0,-1 | 2,0 | 0,1 | | 1,-1 | | 1,1 |
| 7 | IIH (wide narrow) | 00 10 | -1,0 | | 2,0 | | | | | |
| 8 | 2x2 | 00 10 01 11 | -1,0 | 0,-1 | 2,0 | 0,2 | -1,1 | 1,-1 | 2,1 | 1,2 |
| 9 | LTL (no top left) | 10 01 11 | 0,0 | 0,0 | 2,0 | 0,2 | -1,1 | 1,-1 | 2,1 | 1,2 |
| 10 | LTR (no top right) | 00 01 11 | -1,0 | 0,-1 | 1,0 | 0,2 | -1,1 | 1,0 | 2,1 | 1,2 |
| 11 | LBL (no bottom left) | 00 10 11 | -1,0 | 0,-1 | 2,0 | 0,1 | 0,1 | 1,-1 | 2,1 | 1,2 |
| 12 | LBR (no bottom right) | 00 10 01 | -1,0 | 0,-1 | 2,0 | 0,2 | -1,1 | 1,-1 | 1,1 | 1,1 |";

/// A column and a row, or a distance in both.
type Place = (i32, i32);

/// One row of R2.
struct Outline {
    cells: Vec<Place>,
    /// The cell that each slot leads to.
    slots: [Option<Place>; 8],
}

/// R2, read; the first one is a filler, so that shape 1 is number 1.
static OUTLINES: LazyLock<Vec<Outline>> = LazyLock::new(|| {
    let mut outlines = vec![Outline { cells: Vec::new(), slots: [None; 8] }];
    for line in SHAPES.lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let digit = |letter: char| letter.to_digit(10).unwrap() as i32;
        let cell = |word: &str| {
            let mut letters = word.chars();
            (digit(letters.next().unwrap()), digit(letters.next().unwrap()))
        };
        let slot = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some((x.parse().unwrap(), y.parse().unwrap()))
        };
        outlines.push(Outline {
            cells: columns[3].split(' ').map(cell).collect(),
            slots: std::array::from_fn(|number| slot(columns[4 + number])),
        });
    }
    outlines
});

/// R2: the step that a direction (or a slot) makes.
fn step(direction: usize) -> Place {
    [(-1, 0), (0, -1), (1, 0), (0, 1)][direction & 3]
}

fn plus(left: Place, right: Place) -> Place {
    (left.0 + right.0, left.1 + right.1)
}

fn minus(left: Place, right: Place) -> Place {
    (left.0 - right.0, left.1 - right.1)
}

fn opposite(direction: usize) -> usize {
    (direction + 2) & 3
}

/// R13: the shape with the same cells and a slot on every side.
fn wide_sibling(shape: u8) -> u8 {
    match shape {
        2 | 3 => 1,
        5 => 4,
        7 => 6,
        other => other,
    }
}

/// The doors that an outline can have.
fn doors_of(shape: u8) -> [bool; 8] {
    std::array::from_fn(|slot| OUTLINES[usize::from(shape)].slots[slot].is_some())
}

fn cells_of(shape: u8, anchor: Place) -> Vec<Place> {
    OUTLINES[usize::from(shape)].cells.iter().map(|cell| plus(anchor, *cell)).collect()
}

/// R1.
const START: Place = (6, 6);

fn is_on_grid((x, y): Place) -> bool {
    (0..13).contains(&x) && (0..13).contains(&y)
}

fn neighbours_of(cell: Place) -> [Place; 4] {
    std::array::from_fn(|direction| plus(cell, step(direction)))
}

#[derive(Clone)]
struct Room {
    anchor: Place,
    shape: u8,
    kind: RoomKind,
    depth: u32,
    doors: [bool; 8],
    interior: Option<usize>,
    /// The cell by which it was entered as it was placed, and in which direction.
    entry: Place,
    direction: usize,
    /// R14's mark.
    is_dead_end: bool,
}

impl Room {
    fn cells(&self) -> Vec<Place> {
        cells_of(self.shape, self.anchor)
    }

    /// Where each slot of an outline at this room's anchor leads.
    fn targets(&self, shape: u8) -> [Option<Place>; 8] {
        let slots = &OUTLINES[usize::from(shape)].slots;
        std::array::from_fn(|slot| slots[slot].map(|target| plus(self.anchor, target)))
    }

    /// The cells that its doors lead to, with the door's slot.
    fn door_targets(&self) -> Vec<(usize, Place)> {
        let targets = self.targets(self.shape);
        (0..8)
            .filter(|slot| self.doors[*slot])
            .filter_map(|slot| targets[slot].map(|target| (slot, target)))
            .collect()
    }

    /// Whether it has a door that leads from its cell `from` to `to`.
    fn has_door(&self, from: Place, to: Place) -> bool {
        self.door_targets()
            .into_iter()
            .any(|(slot, target)| target == to && minus(target, step(slot)) == from)
    }
}

/// The rooms so far.
struct Board {
    rooms: Vec<Room>,
    at: [[Option<usize>; 13]; 13],
    /// R12: the cell above the start, on stage 11.
    reserved: Option<Place>,
}

impl Board {
    fn new(stage: u8) -> Self {
        let reserved = (stage == 11).then_some(plus(START, (0, -1)));
        let mut board = Self { rooms: Vec::new(), at: [[None; 13]; 13], reserved };
        board.add(Room {
            anchor: START,
            shape: 1,
            kind: RoomKind::Start,
            depth: 0,
            doors: doors_of(1),
            interior: None,
            entry: START,
            direction: 0,
            is_dead_end: false,
        });
        board
    }

    fn room_at(&self, cell: Place) -> Option<usize> {
        if is_on_grid(cell) { self.at[cell.1 as usize][cell.0 as usize] } else { None }
    }

    fn is_occupied(&self, cell: Place) -> bool {
        self.room_at(cell).is_some()
    }

    fn add(&mut self, room: Room) -> usize {
        let index = self.rooms.len();
        self.rooms.push(room);
        self.cover(index);
        index
    }

    fn cover(&mut self, index: usize) {
        for (x, y) in self.rooms[index].cells() {
            self.at[y as usize][x as usize] = Some(index);
        }
    }

    fn uncover(&mut self, index: usize) {
        for (x, y) in self.rooms[index].cells() {
            self.at[y as usize][x as usize] = None;
        }
    }

    /// R12, for a new room, or for room `own` in another shape.
    fn fits(&self, shape: u8, anchor: Place, own: Option<usize>) -> bool {
        cells_of(shape, anchor).into_iter().all(|cell| {
            is_on_grid(cell)
                && self.reserved != Some(cell)
                && (!self.is_occupied(cell) || self.room_at(cell) == own)
        })
    }

    /// Occupied cells orthogonally beside a cell.
    fn occupied_beside(&self, cell: Place) -> u32 {
        neighbours_of(cell).into_iter().filter(|cell| self.is_occupied(*cell)).count() as u32
    }

    /// R13.
    fn is_valid(&self, candidate: &Candidate) -> bool {
        let doors = doors_of(candidate.shape);
        let wide = &OUTLINES[usize::from(wide_sibling(candidate.shape))];
        for (slot, target) in wide.slots.into_iter().enumerate() {
            let Some(target) = target else { continue };
            let target = plus(candidate.anchor, target);
            let Some(neighbour) = self.room_at(target) else { continue };
            let behind = minus(target, step(slot));
            if !doors[slot] || !self.rooms[neighbour].has_door(target, behind) {
                return false;
            }
        }
        true
    }

    /// R14: marks are set, then cleared, and never recomputed from scratch.
    fn mark_dead_ends(&mut self) {
        for index in 1..self.rooms.len() {
            let beside = neighbours_of(self.rooms[index].entry);
            let others = beside
                .into_iter()
                .filter_map(|cell| self.room_at(cell))
                .filter(|other| *other != index)
                .count();
            if others < 2 {
                self.rooms[index].is_dead_end = true;
            }
        }
        for index in 1..self.rooms.len() {
            let room = &self.rooms[index];
            let parent = self.room_at(minus(room.entry, step(room.direction)));
            if let Some(parent) = parent {
                self.rooms[parent].is_dead_end = false;
            }
        }
    }

    fn dead_ends(&self) -> Vec<usize> {
        (0..self.rooms.len()).filter(|index| self.rooms[*index].is_dead_end).collect()
    }
}

/// R11: a room that could be placed.
#[derive(Clone)]
struct Candidate {
    shape: u8,
    anchor: Place,
    entry: Place,
    direction: usize,
    depth: u32,
}

impl Candidate {
    fn room(&self) -> Room {
        Room {
            anchor: self.anchor,
            shape: self.shape,
            kind: RoomKind::Normal,
            depth: self.depth,
            doors: doors_of(self.shape),
            interior: None,
            entry: self.entry,
            direction: self.direction,
            is_dead_end: false,
        }
    }
}

/// One line of R11's table at a cell: shape, anchor, and whether it is moved aside.
struct Variant {
    shape: u8,
    anchor: Place,
    is_aside: bool,
}

/// R11: the 13 variants at target cell `t` in direction `direction`.
fn variants(t: Place, direction: usize) -> Vec<Variant> {
    let is_horizontal = direction == 0 || direction == 2;
    // a: one further when the direction is left or up.
    let a = if direction == 0 || direction == 1 { plus(t, step(direction)) } else { t };
    let side = if is_horizontal { (0, -1) } else { (-1, 0) };
    let [l1, l2, l3, l4] =
        [[12, 10, 11, 9], [12, 11, 10, 9], [11, 9, 10, 12], [10, 9, 11, 12]][direction];
    let either = |horizontal: u8, vertical: u8| if is_horizontal { horizontal } else { vertical };
    let here = |shape, anchor| Variant { shape, anchor, is_aside: false };
    let aside = |shape, anchor| Variant { shape, anchor: plus(anchor, side), is_aside: true };
    vec![
        here(either(6, 4), a),
        here(either(4, 6), t),
        aside(either(4, 6), t),
        here(8, a),
        aside(8, a),
        here(l1, a),
        aside(l2, a),
        here(l3, a),
        aside(l3, a),
        here(l4, a),
        aside(l4, a),
        here(either(2, 3), t),
        here(either(7, 5), a),
    ]
}

/// R10, R21: Fisher-Yates from the last down.
fn shuffle(candidates: &mut [Candidate], stream: &mut Stream) {
    for last in (1..candidates.len()).rev() {
        let other = stream.random(last as u32 + 1) as usize;
        candidates.swap(last, other);
    }
}

/// R16: a selection sort that swaps.
fn order_deepest_first(board: &Board, dead_ends: &mut [usize]) {
    for place in 0..dead_ends.len() {
        let mut deepest = place;
        for other in place + 1..dead_ends.len() {
            if board.rooms[dead_ends[other]].depth > board.rooms[dead_ends[deepest]].depth {
                deepest = other;
            }
        }
        dead_ends.swap(place, deepest);
    }
}

/// A concrete room of the catalogue, as it is chosen (L2).
#[derive(Clone, Copy)]
struct Chosen {
    interior: usize,
    shape: u8,
    doors: [bool; 8],
}

/// What holds for all attempts at one floor.
struct Task<'a> {
    rules: &'a Rules,
    request: &'a Request,
    stage: u32,
    is_labyrinth: bool,
    is_void: bool,
    wanted: u32,
    min_dead_ends: u32,
    /// L1: the file of its normal rooms.
    file: u8,
    /// L4: their difficulties.
    difficulties: (u32, u32),
    /// R9: their shapes, by number.
    enabled: [bool; 13],
}

/// L1: the files in the order of the chapters: three alternatives of four
/// chapters, then Sheol, Cathedral, Dark Room, Chest, The Void.
fn file(stage: u32, stage_type: u8) -> u8 {
    match stage {
        1..=8 => (stage as u8 - 1) / 2 * 3 + 1 + stage_type,
        10 => 14 + stage_type,
        11 => 16 + stage_type,
        _ => 26,
    }
}

/// The normal rooms of a file whose difficulty lies in a range.
fn normal_rooms(file: u8, (least, most): (u32, u32)) -> Vec<&'static CatalogueRoom> {
    let fits = |room: &&CatalogueRoom| {
        room.stage == Some(file)
            && room.room_type == RoomType::Normal
            && (least..=most).contains(&u32::from(room.difficulty))
    };
    Catalogue::embedded().rooms().iter().filter(fits).collect()
}

/// L4.
fn difficulties(rules: &Rules, request: &Request, is_labyrinth: bool) -> (u32, u32) {
    let d = &rules.difficulty;
    let late = matches!(request.level, 10 | 11);
    let ranges = if request.level == 12 {
        [(d.void_least, d.void_most), (d.hard_void_least, d.hard_void_most)]
    } else if d.counts_as_both && (is_labyrinth || late) {
        [(d.both_least, d.both_most), (d.hard_both_least, d.hard_both_most)]
    } else if request.level % 2 == 1 || late {
        [(d.first_least, d.first_most), (d.hard_first_least, d.hard_first_most)]
    } else {
        [(d.second_least, d.second_most), (d.hard_second_least, d.hard_second_most)]
    };
    ranges[usize::from(request.difficulty == Difficulty::Hard)]
}

/// L2: what a concrete room must be.
struct Query {
    file: u8,
    room_type: RoomType,
    subtype: Option<u32>,
    shape: Option<u8>,
    difficulties: (u32, u32),
    needed: [bool; 8],
}

impl Query {
    /// Any room of a type among the special rooms.
    fn of(room_type: RoomType) -> Self {
        Self {
            file: 0,
            room_type,
            subtype: None,
            shape: None,
            difficulties: (0, 255),
            needed: [false; 8],
        }
    }
}

/// The streams, and the weights of the catalogue's rooms.
struct Sources {
    level: Stream,
    side: Stream,
    layout: Stream,
    /// L2: they fall as rooms are chosen, and are kept between attempts.
    weights: Vec<f32>,
}

/// One attempt.
struct Attempt<'a> {
    task: &'a Task<'a>,
    sources: &'a mut Sources,
    board: Board,
    /// R9, R18: which shapes are in the pool, by number.
    enabled: [bool; 13],
    /// The dead ends that are left, in order.
    dead_ends: Vec<usize>,
    /// R16's list.
    ordered: Vec<usize>,
}

/// A floor of the Rebirth backend.
pub(crate) fn generate(rules: &Rules, request: &Request, seed: Seed) -> Result<PlainFloor, GaveUp> {
    // R5: the level stream is advanced twice, then the side stream leaves it.
    let mut level = Stream::new(seed);
    level.draw();
    level.draw();
    let mut side = level.side_stream();
    let curse = curse(rules, request, &mut side);
    let wanted = wanted_rooms(rules, request, curse, &mut level, &mut side);
    let file = file(u32::from(request.level), request.stage_type);
    // R9.
    let mut difficulties = difficulties(rules, request, curse == Some(Curse::Labyrinth));
    if normal_rooms(file, difficulties).len() < rules.difficulty.enough_rooms as usize {
        difficulties = (1, 15);
    }
    let mut enabled = [false; 13];
    for room in normal_rooms(file, difficulties) {
        enabled[usize::from(room.shape.id())] = true;
    }
    let task = Task {
        rules,
        request,
        stage: u32::from(request.level),
        is_labyrinth: curse == Some(Curse::Labyrinth),
        is_void: request.level == 12,
        wanted,
        min_dead_ends: min_dead_ends(rules, request, curse),
        file,
        difficulties,
        enabled,
    };
    // R8.
    let layout = level.seeded_stream();
    let weights = Catalogue::embedded().rooms().iter().map(|room| room.weight).collect();
    let mut sources = Sources { level, side, layout, weights };
    for number in 1..=rules.dead_ends.attempts {
        let mut attempt = Attempt {
            task: &task,
            sources: &mut sources,
            board: Board::new(request.level),
            enabled: task.enabled,
            dead_ends: Vec::new(),
            ordered: Vec::new(),
        };
        if attempt.run().is_none() {
            continue;
        }
        let (rooms, dead_ends) = (attempt.board.rooms, attempt.ordered);
        return Ok(PlainFloor {
            curse,
            wanted,
            attempts: number,
            draws: sources.level.drawn + sources.side.drawn + sources.layout.drawn,
            rooms: rooms.into_iter().map(finished).collect(),
            dead_ends,
        });
    }
    Err(GaveUp { attempts: rules.dead_ends.attempts })
}

fn finished(room: Room) -> PlainRoom {
    let Room { anchor, shape, kind, depth, doors, interior, .. } = room;
    PlainRoom { anchor, shape, kind, depth, doors, interior }
}

/// R5.
fn curse(rules: &Rules, request: &Request, side: &mut Stream) -> Option<Curse> {
    let is_hard = request.difficulty == Difficulty::Hard;
    let odds = match (request.unlocks, is_hard) {
        (Unlocks::Fresh, false) => rules.curses.odds_fresh,
        (Unlocks::Fresh, true) => rules.curses.odds_fresh_hard,
        (_, false) => rules.curses.odds_all,
        (_, true) => rules.curses.odds_all_hard,
    };
    if request.curse == CurseChoice::NoRoll {
        return None;
    }
    let mut drawn = None;
    if odds > 0 && side.one_in(odds) {
        drawn = match side.random(6) {
            0 if matches!(request.level, 1 | 3 | 5 | 7) => Some(Curse::Labyrinth),
            0 => None,
            1 => Some(Curse::Lost),
            2 => Some(Curse::Darkness),
            3 => Some(Curse::Unknown),
            4 => Some(Curse::Maze),
            _ => Some(Curse::Blind),
        };
    }
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        _ => drawn,
    }
}

/// R6.
fn wanted_rooms(
    rules: &Rules,
    request: &Request,
    curse: Option<Curse>,
    level: &mut Stream,
    side: &mut Stream,
) -> u32 {
    let rooms = &rules.rooms;
    let by_stage = (rooms.per_stage * f64::from(request.level)).floor() as u32;
    let mut wanted = (level.random(rooms.random) + rooms.base + by_stage).min(rooms.cap);
    if curse == Some(Curse::Labyrinth) {
        let more = (f64::from(wanted) * rooms.labyrinth_factor).floor() as u32;
        wanted = more.min(rooms.labyrinth_cap);
    } else if curse == Some(Curse::Lost) {
        wanted += rooms.lost_extra;
    }
    if request.level == 12 {
        wanted = rooms.void_base + level.random(rooms.void_random);
    }
    let extra = side.random(2);
    if request.difficulty == Difficulty::Hard {
        wanted += rooms.hard_extra + extra;
    }
    wanted
}

/// R7.
fn min_dead_ends(rules: &Rules, request: &Request, curse: Option<Curse>) -> u32 {
    let dead_ends = &rules.dead_ends;
    let mut least = dead_ends.base;
    if request.level != 1 {
        least += dead_ends.later_stages;
    }
    if curse == Some(Curse::Labyrinth) {
        least += dead_ends.labyrinth;
    }
    if request.level == 12 {
        least += dead_ends.void;
    }
    if request.run.items.has(Item::VoodooHead) {
        least += dead_ends.voodoo_head;
    }
    least
}

impl Attempt<'_> {
    /// The attempt from R10 to R35; `None` when it is thrown away.
    fn run(&mut self) -> Option<()> {
        self.grow();
        self.add_dead_ends();
        self.ordered = self.board.dead_ends();
        order_deepest_first(&self.board, &mut self.ordered);
        // R17.
        if (self.ordered.len() as u32) < self.task.min_dead_ends {
            return None;
        }
        if self.task.request.phase == Phase::Layout {
            return Some(());
        }
        self.dead_ends = self.ordered.clone();
        self.place_special_rooms()?;
        if self.task.request.phase == Phase::Special {
            return Some(());
        }
        self.choose_normal_rooms()
    }

    /// L3: normal rooms come last, with the doors that they need.
    fn choose_normal_rooms(&mut self) -> Option<()> {
        for room in 0..self.board.rooms.len() {
            if self.board.rooms[room].kind != RoomKind::Normal {
                continue;
            }
            let (least, most) = self.task.difficulties;
            let odds = self.task.rules.difficulty.lowered_one_in;
            let is_lowered = odds > 0 && self.sources.level.one_in(odds);
            let query = Query {
                file: self.task.file,
                difficulties: (if is_lowered { 1 } else { least }, most),
                shape: Some(self.board.rooms[room].shape),
                needed: self.needed_doors(room),
                ..Query::of(RoomType::Normal)
            };
            let floats = self.sources.level.choice_floats();
            let chosen = self.choose(&query, floats)?;
            self.board.rooms[room].interior = Some(chosen.interior);
            self.board.rooms[room].doors = chosen.doors;
        }
        Some(())
    }

    /// L3: the doors that meet a door of the room behind them.
    fn needed_doors(&self, room: usize) -> [bool; 8] {
        let mut needed = [false; 8];
        for (slot, target) in self.board.rooms[room].door_targets() {
            let from = minus(target, step(slot));
            needed[slot] = self
                .board
                .room_at(target)
                .is_some_and(|other| self.board.rooms[other].has_door(target, from));
        }
        needed
    }

    fn has(&self, item: Item) -> bool {
        self.task.request.run.items.has(item)
    }

    /// R10: growth from the start room.
    fn grow(&mut self) {
        let growth = &self.task.rules.growth;
        let mut queue = VecDeque::from([0]);
        let mut placed = 0;
        while placed < self.task.wanted {
            let Some(front) = queue.pop_front() else { return };
            let mut candidates = self.candidates(front);
            shuffle(&mut candidates, &mut self.sources.layout);
            let limit = self.limit(front, candidates.len() as u32);
            let mut placed_here = 0;
            for candidate in candidates {
                if !self.takes(&candidate) {
                    continue;
                }
                let room = self.board.add(candidate.room());
                placed += 1;
                placed_here += 1;
                if self.sources.layout.one_in(growth.back_one_in) {
                    queue.push_back(room);
                } else {
                    queue.push_front(room);
                }
                self.remove_shape(candidate.shape);
                if placed_here >= limit || placed >= self.task.wanted {
                    break;
                }
            }
        }
    }

    /// R11: the candidates of a room, with all their draws.
    fn candidates(&mut self, room: usize) -> Vec<Candidate> {
        let weights = self.task.rules.variants.weights();
        let room = self.board.rooms[room].clone();
        let mut candidates = Vec::new();
        for (slot, target) in room.door_targets() {
            if !self.board.fits(1, target, None) {
                continue;
            }
            let direction = slot & 3;
            let candidate = |shape, anchor| Candidate {
                shape,
                anchor,
                entry: target,
                direction,
                depth: room.depth + 1,
            };
            let has_single = self.enabled[1];
            if has_single {
                candidates.push(candidate(1, target));
            }
            for (variant, weight) in variants(target, direction).into_iter().zip(weights) {
                let is_offered = self.sources.layout.one_in(weight);
                if (is_offered || !has_single)
                    && self.enabled[usize::from(variant.shape)]
                    && self.board.fits(variant.shape, variant.anchor, None)
                {
                    candidates.push(candidate(variant.shape, variant.anchor));
                }
            }
        }
        candidates
    }

    /// R10: how many rooms a room may place.
    fn limit(&mut self, room: usize, candidates: u32) -> u32 {
        let growth = &self.task.rules.growth;
        let layout = &mut self.sources.layout;
        if room == 0 {
            if self.task.wanted < growth.start_unlimited_from {
                return growth.start_limit + layout.random(growth.start_limit_random);
            }
            return candidates;
        }
        let mut sum = 0;
        for _ in 0..growth.limit_coins {
            sum += layout.random(2);
        }
        sum.min(candidates)
    }

    /// R10: whether a candidate is placed.
    fn takes(&mut self, candidate: &Candidate) -> bool {
        let growth = &self.task.rules.growth;
        if !self.board.fits(candidate.shape, candidate.anchor, None) {
            return false;
        }
        if self.board.occupied_beside(candidate.entry) >= growth.neighbour_limit {
            let may_loop = (self.task.is_labyrinth || self.task.is_void) && growth.loop_one_in > 0;
            if !may_loop || !self.sources.layout.one_in(growth.loop_one_in) {
                return false;
            }
        }
        self.board.is_valid(candidate)
    }

    /// R18: a large room's shape may leave the pool.
    fn remove_shape(&mut self, shape: u8) {
        let removal = self.task.rules.growth.shape_removal;
        if shape != 1 && removal > 0.0 && f64::from(self.sources.layout.float()) < removal {
            self.enabled[usize::from(shape)] = false;
        }
    }

    /// R14, R15: dead ends are marked; where there are few, some are added.
    fn add_dead_ends(&mut self) {
        self.board.mark_dead_ends();
        let dead_ends = &self.task.rules.dead_ends;
        let enough = match dead_ends.added_below {
            0 => self.task.min_dead_ends,
            below => below,
        };
        for _ in 0..dead_ends.most_added {
            if self.board.dead_ends().len() as u32 >= enough || !self.add_dead_end() {
                return;
            }
            self.board.mark_dead_ends();
        }
    }

    /// R15: the first candidate with fewer than two neighbours is placed.
    fn add_dead_end(&mut self) -> bool {
        for room in 0..self.board.rooms.len() {
            for candidate in self.candidates(room) {
                if self.board.occupied_beside(candidate.entry) < 2 {
                    self.board.add(candidate.room());
                    return true;
                }
            }
        }
        false
    }

    /// R21-R37, in their order.
    fn place_special_rooms(&mut self) -> Option<()> {
        self.place_bosses()?;
        self.place_super_secret()?;
        let floats = self.sources.level.choice_floats();
        // R36: the last stages have none of R23-R32.
        if self.task.stage < 11 {
            self.place_shop()?;
            self.place_treasure_rooms()?;
            self.place_planetarium();
            if self.task.stage <= u32::from(self.task.rules.special.last_stage_with_optional) {
                self.place_dice_or_sacrifice();
                self.place_library();
                self.place_curse_rooms();
                self.place_mini_boss();
                self.place_challenge();
                self.place_vault_or_arcade();
            }
            self.place_bedroom();
        }
        self.place_secret_rooms(floats)?;
        self.place_ultra_secret(floats);
        self.place_grave()
    }

    /// L2: chooses a room of the catalogue.
    fn choose(&mut self, query: &Query, (f1, f2): (f32, f32)) -> Option<Chosen> {
        let Query { file, room_type, subtype, shape, difficulties: (least, most), needed } = *query;
        let rooms = Catalogue::embedded().rooms();
        let doors = |index: usize| -> [bool; 8] {
            std::array::from_fn(|slot| rooms[index].doors.bits() >> slot & 1 == 1)
        };
        let matches = |index: &usize| {
            let room = &rooms[*index];
            room.stage == Some(file)
                && (least..=most).contains(&u32::from(room.difficulty))
                && room.room_type == room_type
                && subtype.is_none_or(|subtype| room.subtype == subtype)
                && shape.is_none_or(|shape| room.shape.id() == shape)
                && (0..8).all(|slot| !needed[slot] || doors(*index)[slot])
        };
        let matching: Vec<usize> = (0..rooms.len()).filter(matches).collect();
        let exact: Vec<usize> =
            matching.iter().copied().filter(|index| doors(*index) == needed).collect();
        let weights = &mut self.sources.weights;
        let sum = |indices: &[usize]| indices.iter().fold(0.0, |sum, index| sum + weights[*index]);
        let prefers_exact = !exact.is_empty() && 9.99 * (sum(&exact) / sum(&matching)) > f2;
        let among = if prefers_exact { exact } else { matching };
        let mut rest = f1 * sum(&among);
        let mut interior = *among.last()?;
        for index in among {
            rest -= weights[index];
            if rest < 0.0 {
                interior = index;
                break;
            }
        }
        weights[interior] = (weights[interior] * 0.1).max(1e-7);
        Some(Chosen { interior, shape: rooms[interior].shape.id(), doors: doors(interior) })
    }

    /// The choice for a special room: no particular doors, floats of its own.
    fn choose_special(&mut self, room_type: RoomType, subtype: Option<u32>) -> Option<Chosen> {
        let floats = self.sources.level.choice_floats();
        self.choose(&Query { subtype, ..Query::of(room_type) }, floats)
    }

    /// R20: the anchor at which a dead end can take a concrete room.
    fn anchor_for(&self, dead_end: usize, chosen: &Chosen) -> Option<Place> {
        let Room { entry, direction, .. } = self.board.rooms[dead_end];
        let mut tried = vec![Variant { shape: 1, anchor: entry, is_aside: false }];
        tried.extend(variants(entry, direction));
        let back = opposite(direction);
        tried
            .into_iter()
            .find(|variant| {
                variant.shape == chosen.shape
                    && chosen.doors[if variant.is_aside { back + 4 } else { back }]
                    && self.board.fits(variant.shape, variant.anchor, Some(dead_end))
                    && self.neighbours_allow(dead_end, chosen, variant.anchor)
            })
            .map(|variant| variant.anchor)
    }

    /// R20: a door wherever a slot leads to a neighbour, and one neighbour at
    /// most, secret and super secret rooms not counted.
    fn neighbours_allow(&self, dead_end: usize, chosen: &Chosen, anchor: Place) -> bool {
        let wide = &OUTLINES[usize::from(wide_sibling(chosen.shape))];
        let mut counted = HashSet::new();
        for (slot, target) in wide.slots.into_iter().enumerate() {
            let Some(target) = target else { continue };
            let Some(neighbour) = self.board.room_at(plus(anchor, target)) else { continue };
            if neighbour == dead_end {
                continue;
            }
            if !chosen.doors[slot] {
                return false;
            }
            let kind = self.board.rooms[neighbour].kind;
            if !matches!(kind, RoomKind::Secret | RoomKind::SuperSecret) {
                counted.insert(neighbour);
            }
        }
        counted.len() <= 1
    }

    /// R20: gives a dead end the shape and the doors of a concrete room.
    fn reshape(&mut self, dead_end: usize, chosen: &Chosen, anchor: Place) {
        self.board.uncover(dead_end);
        let room = &mut self.board.rooms[dead_end];
        room.anchor = anchor;
        room.shape = chosen.shape;
        room.doors = chosen.doors;
        self.board.cover(dead_end);
    }

    /// Takes the first dead end in order that passes `allows` and can be reshaped.
    fn take_dead_end(
        &mut self,
        chosen: Option<Chosen>,
        allows: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        let chosen = chosen?;
        for place in 0..self.dead_ends.len() {
            let dead_end = self.dead_ends[place];
            if !allows(self, dead_end) {
                continue;
            }
            if let Some(anchor) = self.anchor_for(dead_end, &chosen) {
                self.dead_ends.remove(place);
                self.reshape(dead_end, &chosen, anchor);
                return Some(dead_end);
            }
        }
        None
    }

    fn set_kind(&mut self, room: usize, kind: RoomKind, chosen: Option<Chosen>) {
        self.board.rooms[room].kind = kind;
        self.board.rooms[room].interior = chosen.map(|chosen| chosen.interior);
    }

    /// A special room that makes no chance draw: whether it was placed.
    fn place_certain(
        &mut self,
        kind: RoomKind,
        room_type: RoomType,
        allows: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        let chosen = self.choose_special(room_type, None);
        let dead_end = self.take_dead_end(chosen, allows)?;
        self.set_kind(dead_end, kind, chosen);
        Some(dead_end)
    }

    /// An optional special room: choice, dead end, chance; without luck the
    /// dead end goes to the list's end, reshaped as it is.
    fn place_by_chance(
        &mut self,
        kind: RoomKind,
        room_type: RoomType,
        subtype: Option<u32>,
        chance: impl FnOnce(&mut Stream) -> bool,
    ) {
        let chosen = self.choose_special(room_type, subtype);
        let dead_end = self.take_dead_end(chosen, |_, _| true);
        let is_hit = chance(&mut self.sources.level);
        let Some(dead_end) = dead_end else { return };
        if is_hit {
            self.set_kind(dead_end, kind, chosen);
        } else {
            // An ordinary room again, whose concrete room is chosen later.
            let room = &mut self.board.rooms[dead_end];
            room.doors = doors_of(room.shape);
            self.dead_ends.push(dead_end);
        }
    }

    /// R21: the boss rooms.
    fn place_bosses(&mut self) -> Option<()> {
        let boss = &self.task.rules.boss;
        let is_labyrinth = self.task.is_labyrinth;
        let deep = |attempt: &Self, room: usize| {
            attempt.board.rooms[room].depth > u32::from(attempt.task.rules.boss.deeper_than)
        };
        let first = self.place_certain(RoomKind::Boss, RoomType::Boss, |attempt, room| {
            deep(attempt, room) && (!is_labyrinth || attempt.has_space_behind(room))
        })?;
        if is_labyrinth {
            self.grow_second_boss(first)?;
        }
        if self.task.is_void {
            let further = boss.void_extra + self.sources.level.random(boss.void_extra_random);
            for number in 0..further {
                let placed = self.place_certain(RoomKind::Boss, RoomType::Boss, deep);
                if placed.is_none() && number < boss.void_needed {
                    return None;
                }
            }
        }
        Some(())
    }

    /// R21: the cells behind a dead end's entry are on the grid, empty, and
    /// touch no other room; its own cells count as empty.
    fn has_space_behind(&self, dead_end: usize) -> bool {
        let Room { entry, direction, .. } = self.board.rooms[dead_end];
        let is_own_or_empty =
            |cell: Place| self.board.room_at(cell).is_none_or(|room| room == dead_end);
        let mut cell = entry;
        for _ in 0..self.task.rules.boss.labyrinth_space {
            cell = plus(cell, step(direction));
            let is_free = is_on_grid(cell)
                && is_own_or_empty(cell)
                && neighbours_of(cell).into_iter().all(is_own_or_empty);
            if !is_free {
                return false;
            }
        }
        true
    }

    /// R21: a Labyrinth's second boss room is grown from the first.
    fn grow_second_boss(&mut self, first: usize) -> Option<()> {
        let chosen = self.choose_special(RoomType::Boss, None)?;
        let mut candidates = self.candidates(first);
        shuffle(&mut candidates, &mut self.sources.layout);
        let candidate = candidates
            .into_iter()
            .find(|candidate| self.board.occupied_beside(candidate.entry) < 2)?;
        let second = self.board.add(candidate.room());
        let anchor = self.anchor_for(second, &chosen)?;
        self.reshape(second, &chosen, anchor);
        self.set_kind(second, RoomKind::Boss, Some(chosen));
        Some(())
    }

    /// R22.
    fn place_super_secret(&mut self) -> Option<()> {
        let (kind, room_type) = (RoomKind::SuperSecret, RoomType::SuperSecret);
        self.place_certain(kind, room_type, |_, _| true)?;
        if self.task.rules.boss.luna_super_secret && self.has(Item::Luna) {
            self.place_certain(kind, room_type, |_, _| true);
        }
        Some(())
    }

    /// R23, R24: whether the stage has a shop, or a treasure room.
    fn has_guaranteed(&self, coin: Item) -> bool {
        let special = &self.task.rules.special;
        let stage = self.task.stage;
        let crown = match self.task.request.stage_type {
            0 => Item::WickedCrown,
            _ => Item::HolyCrown,
        };
        stage <= u32::from(special.last_stage_with_shop)
            || (stage <= u32::from(special.last_stage_with_coin) && self.has(coin))
            || (special.crowns && stage == 10 && self.has(crown))
    }

    /// R23.
    fn place_shop(&mut self) -> Option<()> {
        let too_late =
            self.task.request.run.victory_lap >= self.task.rules.special.no_shop_from_lap;
        if self.has_guaranteed(Item::SilverDollar) && !too_late {
            self.place_certain(RoomKind::Shop, RoomType::Shop, |_, _| true)?;
        }
        Some(())
    }

    /// R24.
    fn place_treasure_rooms(&mut self) -> Option<()> {
        if !self.has_guaranteed(Item::BloodyCrown) {
            return Some(());
        }
        let rooms = match self.task.is_labyrinth {
            true => self.task.rules.special.labyrinth_treasure_rooms,
            false => 1,
        };
        for _ in 0..rooms {
            self.place_certain(RoomKind::Treasure, RoomType::Treasure, |_, _| true)?;
        }
        Some(())
    }

    /// R25.
    fn place_planetarium(&mut self) {
        let rules = &self.task.rules;
        if !rules.planetarium.exists
            || self.task.stage > u32::from(rules.special.last_stage_with_shop)
        {
            return;
        }
        let chance = self.planetarium_chance();
        self.place_by_chance(RoomKind::Planetarium, RoomType::Planetarium, None, |level| {
            f64::from(level.float()) < chance
        });
    }

    fn planetarium_chance(&self) -> f64 {
        let rules = &self.task.rules.planetarium;
        let run = &self.task.request.run;
        if run.planetarium_entered {
            let has_lens = self.has(Item::TelescopeLens);
            return if has_lens { rules.entered_telescope_lens } else { rules.entered };
        }
        let mut chance = rules.base + rules.per_skip * f64::from(run.treasure_rooms_skipped);
        if self.has(Item::Magic8Ball) {
            chance += rules.magic_8_ball;
        }
        if self.has(Item::CrystalBall) {
            chance += rules.crystal_ball;
            if run.treasure_rooms_skipped > 0 {
                chance += rules.crystal_ball_skip;
            }
        }
        if self.has(Item::TelescopeLens) {
            chance += rules.telescope_lens;
        }
        if self.has(Item::Sausage) {
            chance += rules.sausage;
        }
        chance.min(1.0)
    }

    /// R26, R30: red and soul hearts are at least the containers.
    fn has_full_health(&self) -> bool {
        let run = &self.task.request.run;
        u32::from(run.red_half_hearts) + u32::from(run.soul_half_hearts)
            >= u32::from(run.container_half_hearts)
    }

    /// R26, R31.
    fn has_enough_keys(&self) -> bool {
        self.task.request.run.keys >= self.task.rules.special.enough_keys
    }

    /// "1/a, or 1/b when c": the second draw is made before c is looked at.
    fn either(stream: &mut Stream, a: u32, b: u32, c: bool) -> bool {
        stream.one_in(a) || (stream.one_in(b) && c)
    }

    /// R26.
    fn place_dice_or_sacrifice(&mut self) {
        let special = &self.task.rules.special;
        let (keys, health) = (self.has_enough_keys(), self.has_full_health());
        let is_dice = Self::either(&mut self.sources.level, special.dice, special.dice_keys, keys);
        let (kind, room_type) = match is_dice {
            true => (RoomKind::Dice, RoomType::Dice),
            false => (RoomKind::Sacrifice, RoomType::Sacrifice),
        };
        self.place_by_chance(kind, room_type, None, |level| {
            Self::either(level, special.sacrifice, special.sacrifice_full_health, health)
        });
    }

    /// R27.
    fn place_library(&mut self) {
        let special = &self.task.rules.special;
        let flag = self.task.request.run.book_carried;
        self.place_by_chance(RoomKind::Library, RoomType::Library, None, |level| {
            Self::either(level, special.library, special.library_book, flag)
        });
    }

    /// R28.
    fn place_curse_rooms(&mut self) {
        let special = &self.task.rules.special;
        let devil = self.task.request.run.devil_room_entered;
        self.place_by_chance(RoomKind::Curse, RoomType::Curse, None, |level| {
            Self::either(level, special.curse, special.curse_devil, devil)
        });
        if special.voodoo_head_curse && self.has(Item::VoodooHead) {
            self.place_certain(RoomKind::Curse, RoomType::Curse, |_, _| true);
        }
    }

    /// R29.
    fn place_mini_boss(&mut self) {
        let special = &self.task.rules.special;
        let is_first = self.task.stage == 1;
        self.place_by_chance(RoomKind::MiniBoss, RoomType::MiniBoss, None, |level| {
            Self::either(level, special.mini_boss, special.mini_boss_stage_1, is_first)
        });
    }

    /// R30, R31: the second floors of the chapters.
    fn is_second_floor(&self) -> bool {
        matches!(self.task.stage, 2 | 4 | 6 | 8)
    }

    /// R30.
    fn place_challenge(&mut self) {
        let (stage, health) = (self.task.stage, self.has_full_health());
        let odds = self.task.rules.special.challenge;
        let (kind, subtype) = match self.is_second_floor() {
            true => (RoomKind::BossChallenge, 1),
            false => (RoomKind::Challenge, 0),
        };
        self.place_by_chance(kind, RoomType::Challenge, Some(subtype), |level| {
            let passes = level.one_in(odds) || stage > 2;
            passes && health && stage > 1
        });
    }

    /// R31.
    fn place_vault_or_arcade(&mut self) {
        let special = &self.task.rules.special;
        let keys = self.has_enough_keys();
        let coins = self.task.request.run.coins >= special.arcade_coins;
        let is_vault =
            Self::either(&mut self.sources.level, special.vault, special.vault_keys, keys);
        let (kind, room_type, pays) = match is_vault {
            true if special.vault_needs_keys => (RoomKind::Vault, RoomType::Vault, keys),
            true => (RoomKind::Vault, RoomType::Vault, coins),
            false => (RoomKind::Arcade, RoomType::Arcade, coins),
        };
        let is_there = pays && self.is_second_floor();
        self.place_by_chance(kind, room_type, None, |_| is_there);
    }

    /// R32.
    fn place_bedroom(&mut self) {
        let special = &self.task.rules.special;
        if self.task.stage > u32::from(special.last_stage_with_shop) {
            return;
        }
        let low = self.has_low_health();
        let (kind, room_type) = match self.sources.level.random(2) {
            0 => (RoomKind::CleanBedroom, RoomType::CleanBedroom),
            _ => (RoomKind::DirtyBedroom, RoomType::DirtyBedroom),
        };
        self.place_by_chance(kind, room_type, None, |level| {
            Self::either(level, special.bedroom, special.bedroom_low_health, low)
        });
    }

    /// R32: hardly any health.
    fn has_low_health(&self) -> bool {
        let run = &self.task.request.run;
        let mut containers = u32::from(run.container_half_hearts);
        if run.character.counts_bone_hearts() {
            containers += 2 * u32::from(run.bone_hearts);
        }
        (run.red_half_hearts < 2 && run.soul_half_hearts == 0)
            || (containers == 0 && run.soul_half_hearts <= 2)
    }

    /// R33: the cells on which no hidden room may stand.
    fn blacklist(&self) -> HashSet<Place> {
        let mut cells = HashSet::new();
        for room in &self.board.rooms {
            let targets = room.targets(wide_sibling(room.shape));
            for (slot, target) in targets.into_iter().enumerate() {
                let Some(target) = target else { continue };
                let is_listed = match room.kind {
                    RoomKind::Start | RoomKind::Normal => false,
                    RoomKind::Boss | RoomKind::SuperSecret | RoomKind::Secret => true,
                    _ => !room.doors[slot],
                };
                if is_listed {
                    cells.insert(target);
                }
            }
        }
        if self.task.stage == 11 {
            cells.extend(neighbours_of(START));
        }
        cells
    }

    /// R33, R34: the heaviest cell, ties by a draw.
    fn heaviest(&mut self, weighed: &[(Place, i32)]) -> Option<Place> {
        let most = weighed.iter().map(|(_, weight)| *weight).max()?;
        let best: Vec<Place> =
            weighed.iter().filter(|(_, weight)| *weight == most).map(|(cell, _)| *cell).collect();
        let place = self.sources.layout.random(best.len() as u32);
        Some(best[place as usize])
    }

    /// R33, R34: what a cell weighs before and after its neighbours are counted.
    fn weigh(&mut self, neighbours: usize) -> i32 {
        let secret = &self.task.rules.secret;
        let random = self.sources.layout.random(secret.weight_random) as i32;
        let penalty = match neighbours {
            1 => secret.penalty_one_neighbour,
            2 => secret.penalty_two_neighbours,
            _ => 0,
        };
        secret.weight + random - penalty
    }

    /// R33; L3: without a room that has the needed doors the attempt fails.
    fn place_secret_rooms(&mut self, floats: (f32, f32)) -> Option<()> {
        let secret = &self.task.rules.secret;
        let mut rooms = 1;
        if self.has(Item::FragmentedCard) {
            rooms += secret.fragmented_card;
        }
        if self.has(Item::Luna) {
            rooms += secret.luna;
        }
        for _ in 0..rooms {
            if let Some(cell) = self.secret_cell() {
                let needed = self.open_sides(cell);
                let chosen = self.choose(
                    &Query { shape: Some(1), needed, ..Query::of(RoomType::Secret) },
                    floats,
                )?;
                let depth = 1 + self.least_depth(&self.rooms_that_face(cell));
                self.add_hidden_room(cell, RoomKind::Secret, depth, chosen.interior, chosen.doors);
            }
        }
        Some(())
    }

    /// R33: the sides of a cell that meet a door.
    fn open_sides(&self, cell: Place) -> [bool; 8] {
        std::array::from_fn(|side| {
            let Some(&from) = neighbours_of(cell).get(side) else { return false };
            let neighbour = self.board.room_at(from);
            neighbour.is_some_and(|room| self.board.rooms[room].has_door(from, cell))
        })
    }

    /// R33: where a secret room goes.
    fn secret_cell(&mut self) -> Option<Place> {
        let blacklist = self.blacklist();
        let mut weighed = Vec::new();
        for index in 0..169 {
            let cell = (index % 13, index / 13);
            if self.board.is_occupied(cell) || blacklist.contains(&cell) {
                continue;
            }
            let open = self.open_sides(cell).into_iter().filter(|side| *side).count();
            let closed = self.board.occupied_beside(cell) as i32 - open as i32;
            let weight = self.weigh(open) - closed * self.task.rules.secret.penalty_no_door;
            if open > 0 && weight >= 0 {
                weighed.push((cell, weight));
            }
        }
        self.heaviest(&weighed)
    }

    /// R33: the rooms with a door that leads to a cell.
    fn rooms_that_face(&self, cell: Place) -> Vec<usize> {
        let faces =
            |room: &usize| self.board.rooms[*room].door_targets().iter().any(|door| door.1 == cell);
        (0..self.board.rooms.len()).filter(faces).collect()
    }

    fn least_depth(&self, rooms: &[usize]) -> u32 {
        rooms.iter().map(|room| self.board.rooms[*room].depth).min().unwrap()
    }

    fn add_hidden_room(
        &mut self,
        cell: Place,
        kind: RoomKind,
        depth: u32,
        interior: usize,
        doors: [bool; 8],
    ) {
        self.board.add(Room {
            anchor: cell,
            shape: 1,
            kind,
            depth,
            doors,
            interior: Some(interior),
            entry: cell,
            direction: 0,
            is_dead_end: false,
        });
    }

    /// R34.
    fn place_ultra_secret(&mut self, floats: (f32, f32)) {
        if !self.task.rules.secret.ultra {
            return;
        }
        let blacklist = self.blacklist();
        let mut weighed = Vec::new();
        for index in 0..169 {
            let cell = (index % 13, index / 13);
            if self.board.is_occupied(cell)
                || blacklist.contains(&cell)
                || self.board.occupied_beside(cell) > 0
            {
                continue;
            }
            let rooms = self.rooms_two_steps_away(cell).len();
            let weight = self.weigh(rooms);
            if rooms > 0 {
                weighed.push((cell, weight));
            }
        }
        let Some(cell) = self.heaviest(&weighed) else { return };
        let chosen = self.choose(&Query::of(RoomType::UltraSecret), floats);
        if let Some(chosen) = chosen {
            let depth = 2 + self.least_depth(&self.rooms_two_steps_away(cell));
            self.add_hidden_room(cell, RoomKind::UltraSecret, depth, chosen.interior, [false; 8]);
        }
    }

    /// R34: the rooms with a door into a free cell beside this one.
    fn rooms_two_steps_away(&self, cell: Place) -> Vec<usize> {
        let is_between =
            |target: Place| is_on_grid(target) && neighbours_of(cell).contains(&target);
        let faces = |room: &usize| {
            self.board.rooms[*room].door_targets().iter().any(|door| is_between(door.1))
        };
        (0..self.board.rooms.len()).filter(faces).collect()
    }

    /// R35: the Dark Room's grave, on a dead end that is beside no secret room.
    fn place_grave(&mut self) -> Option<()> {
        if self.task.stage != 11 || self.task.request.stage_type != 0 {
            return Some(());
        }
        self.place_certain(RoomKind::Grave, RoomType::Normal, |attempt, room| {
            let board = &attempt.board;
            let beside = board.rooms[room].cells().into_iter().flat_map(neighbours_of);
            let mut kinds = beside
                .filter_map(|cell| board.room_at(cell))
                .map(|neighbour| board.rooms[neighbour].kind);
            !kinds.any(|kind| kind == RoomKind::Secret)
        })?;
        Some(())
    }
}
