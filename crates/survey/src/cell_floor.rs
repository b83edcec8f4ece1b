//! Floors of one-cell rooms as sets of cells. All floors of Flash have only such rooms.

use std::hint::select_unpredictable;

use basement_floors::{Cell, DoorSlots, Floor, Grid, RoomKind, Shape};

use crate::analysis::{Analysis, CellSums};
use crate::inspection::Tally;
use crate::needs::Needs;
use crate::walk::{Coin, RoomGraph, Visible};

/// A floor of at most eight rows in which each room covers one cell and can have a door on every
/// side: rooms are joined if their cells touch. It computes for all cells together what
/// [`Inspection`](crate::inspection) computes room by room.
pub(crate) struct CellFloor<'a> {
    floor: &'a Floor,
    pub(crate) tally: &'a Tally,
    /// The rooms of the plan, and those of them that are not hidden.
    plan: CellSet,
    seen: CellSet,
    sums: CellSums,
    /// Steps from the start to each cell of the plan, with a spare row before and after, and then
    /// [`NOWHERE`].
    steps: [u8; NOWHERE + 1],
    largest_step: u8,
}

/// A set of cells: bit `16 y + x` is the cell (x, y). Column 15 is empty, so that a step to the
/// side never leads into another row.
type CellSet = u128;

const STRIDE: usize = 16;
const CELLS: usize = CellSet::BITS as usize;
const UNREACHED: u8 = u8::MAX;

/// A place outside the grid: the steps of a set without cells are written here.
const NOWHERE: usize = CELLS + 2 * STRIDE;

/// The set with only the cell at a place.
#[inline]
const fn only(place: u8) -> CellSet {
    1 << (place as usize % CELLS)
}

#[inline]
const fn place(cell: Cell) -> u8 {
    cell.y << 4 | cell.x
}

/// The cells beside those of a set.
#[inline]
const fn beside(set: CellSet) -> CellSet {
    set << 1 | set >> 1 | set << STRIDE | set >> STRIDE
}

/// All cells of a grid of at most eight rows.
#[inline]
const fn cells_of(grid: &Grid) -> CellSet {
    /// The first cell of each row.
    const FIRSTS: CellSet = CellSet::MAX / u16::MAX as CellSet;
    let row = ((1_u32 << (grid.width % 16)) - 1) << (grid.left % 16);
    let beyond = CELLS - STRIDE * grid.height as usize;
    (FIRSTS * (row as u16) as CellSet) << beyond >> beyond
}

/// How many cells a set has.
#[inline]
const fn size(set: CellSet) -> u32 {
    set.count_ones()
}

/// For each cell, how many cells of a set are beside it: 1 if it is in `ones`, plus 2 if it is in
/// `twos`, plus 4 if it is in `fours`.
struct Neighbours {
    ones: CellSet,
    twos: CellSet,
    fours: CellSet,
}

impl Neighbours {
    #[inline]
    const fn of(set: CellSet) -> Self {
        let (left, right, up, down) = (set << 1, set >> 1, set << STRIDE, set >> STRIDE);
        // Left plus right, and up plus down: two sums of two bits each. If their lower bits give a
        // carry, both upper bits are 0.
        let (sides, both_sides) = (left ^ right, left & right);
        let (ends, both_ends) = (up ^ down, up & down);
        Self {
            ones: sides ^ ends,
            twos: both_sides ^ both_ends ^ (sides & ends),
            fours: both_sides & both_ends,
        }
    }

    /// How many cells of the set are beside the one at a place.
    #[inline]
    fn at(&self, place: u8) -> u32 {
        let at = |set: CellSet| u32::from(set & only(place) != 0);
        at(self.ones) + 2 * at(self.twos) + 4 * at(self.fours)
    }

    /// The cells that have a given number beside them, and those that have more.
    #[inline]
    const fn equal_and_more(&self, count: u32) -> (CellSet, CellSet) {
        let Self { ones, twos, fours } = *self;
        match count {
            0 => (!(ones | twos | fours), ones | twos | fours),
            1 => (ones & !twos, twos | fours),
            2 => (twos & !ones, ones & twos | fours),
            3 => (ones & twos, fours),
            _ => (fours, 0),
        }
    }
}

/// Rooms of one cell, by the places of their cells: those that touch are joined.
struct TouchingCells;

impl RoomGraph<CellSet> for TouchingCells {
    #[inline]
    fn beside(&self, rooms: CellSet) -> CellSet {
        beside(rooms)
    }

    #[inline]
    fn pairs(&self, rooms: CellSet) -> u32 {
        size(rooms & rooms << 1) + size(rooms & rooms << STRIDE)
    }

    fn place(&self, room: usize) -> usize {
        room
    }
}

impl<'a> CellFloor<'a> {
    /// What `read` reads from a floor; `None` if the floor has another form.
    // A closure, because a returned floor would copy its steps.
    #[inline]
    pub(crate) fn read<T>(floor: &Floor, read: impl FnOnce(&CellFloor<'_>) -> T) -> Option<T> {
        const ALL_SIDES: u8 = 0b1111;
        let Grid { left, width, height, .. } = *floor.grid();
        if height > 8 || left.saturating_add(width) >= STRIDE as u8 {
            return None;
        }
        let differs = |shape: Shape, slots: DoorSlots| {
            (shape as u8 ^ Shape::Single as u8) | (slots.bits() ^ ALL_SIDES)
        };
        // Without a branch for each room.
        let rooms = floor.rooms().iter();
        if rooms.fold(0, |differ, room| differ | differs(room.shape, room.slots)) != 0 {
            return None;
        }
        let mut cells = CellFloor {
            floor,
            tally: &Tally::of(floor),
            plan: 0,
            seen: 0,
            sums: CellSums::default(),
            steps: [UNREACHED; NOWHERE + 1],
            largest_step: 0,
        };
        for room in floor.rooms().iter().filter(|room| !room.kind.is_added()) {
            let cell = only(place(room.anchor));
            cells.plan |= cell;
            cells.seen |= if room.kind == RoomKind::SuperSecret { 0 } else { cell };
            cells.sums.add(room.anchor);
        }
        cells.add_steps();
        Some(read(&cells))
    }

    /// Counts the steps from the start to the cells beside it, to the cells beside those, and so
    /// on.
    ///
    /// Two cells of each half of the board are written at a time, even if fewer are left: a
    /// processor would mispredict how many there are.
    #[inline]
    fn add_steps(&mut self) {
        let mut layer = only(place(self.floor.grid().start));
        let mut left = self.plan;
        for step in 0..UNREACHED {
            self.largest_step = step;
            left &= !layer;
            for (mut half, before) in [(layer as u64, STRIDE), ((layer >> 64) as u64, STRIDE + 64)]
            {
                loop {
                    for _ in 0..2 {
                        let first = before + half.trailing_zeros() as usize;
                        self.steps[select_unpredictable(half == 0, NOWHERE, first)] = step;
                        half &= half.wrapping_sub(1);
                    }
                    if half == 0 {
                        break;
                    }
                }
            }
            layer = beside(layer) & left;
            if layer == 0 {
                break;
            }
        }
    }

    /// Steps from the start to the room at a cell; an added room is one step farther than its
    /// nearest neighbour.
    #[inline]
    pub(crate) fn distance(&self, cell: Cell) -> Option<u8> {
        let place = usize::from(place(cell)) % CELLS + STRIDE;
        let steps = match self.steps[place] {
            UNREACHED => {
                let beside = [place - 1, place + 1, place - STRIDE, place + STRIDE];
                let nearest = beside.into_iter().map(|place| self.steps[place]).min()?;
                nearest.saturating_add(1)
            }
            steps => steps,
        };
        (steps != UNREACHED).then_some(steps)
    }

    /// Steps from one cell of the plan to another.
    #[inline]
    fn steps_between(&self, from: Cell, to: Cell) -> Option<u32> {
        let (mut layer, to) = (only(place(from)), only(place(to)));
        let mut left = self.plan;
        let mut step = 0;
        while layer & to == 0 {
            left &= !layer;
            layer = beside(layer) & left;
            if layer == 0 {
                return None;
            }
            step += 1;
        }
        Some(step)
    }

    /// The facts about the floor, the same as from [`Analysis::of_inspection`]. Facts about walks
    /// are left out if they are not needed.
    #[inline(always)]
    pub(crate) fn analysis(&self, needs: Needs) -> Analysis {
        let mut analysis = Analysis::of_rooms(self.floor, self.tally);
        analysis.add_sums(&self.sums, self.floor.grid().start);
        self.add_degrees(&mut analysis);
        self.add_distances(&mut analysis);
        self.add_guesses(&mut analysis);
        if needs.has_walks() {
            self.add_walks(&mut analysis, needs);
        }
        analysis
    }

    #[inline]
    fn first_of(&self, kind: RoomKind) -> Option<Cell> {
        self.tally.first_of(kind).map(|room| self.floor.rooms()[room].anchor)
    }

    // Neither this nor the next functions are inlined: there are too many facts to keep in
    // registers.
    #[inline(never)]
    fn add_degrees(&self, analysis: &mut Analysis) {
        let neighbours = Neighbours::of(self.plan);
        let [one, two, three, four] =
            [1, 2, 3, 4].map(|count| size(self.plan & neighbours.equal_and_more(count).0));
        analysis.degrees = [analysis.rooms - one - two - three - four, one, two, three, four];
        analysis.degree_sum = one + 2 * two + 3 * three + 4 * four;
        analysis.degree_maximum =
            analysis.degrees.iter().rposition(|rooms| *rooms > 0).unwrap_or(0) as u32;
        analysis.degree_start = neighbours.at(place(self.floor.grid().start));
        analysis.doors = analysis.degree_sum / 2;
        let secret = self.first_of(RoomKind::Secret);
        analysis.secret_neighbours = secret.map(|secret| neighbours.at(place(secret)));
    }

    #[inline(never)]
    fn add_distances(&self, analysis: &mut Analysis) {
        let first_of = |kind| self.first_of(kind);
        let distance = |cell: Option<Cell>| self.distance(cell?).map(u32::from);
        let boss = first_of(RoomKind::Boss);
        analysis.eccentricity = self.largest_step.into();
        analysis.boss_distance = distance(boss);
        analysis.treasure_distance = distance(first_of(RoomKind::Treasure));
        analysis.shop_distance = distance(first_of(RoomKind::Shop));
        analysis.secret_distance = distance(first_of(RoomKind::Secret));
        analysis.farthest_boss = match self.tally.kinds[RoomKind::Boss as usize] {
            0 | 1 => analysis.boss_distance,
            _ => {
                let bosses = self.floor.all_of(RoomKind::Boss);
                bosses.filter_map(|boss| distance(Some(self.floor.rooms()[boss].anchor))).max()
            }
        };
        analysis.super_secret_boss_distance = boss
            .zip(first_of(RoomKind::SuperSecret))
            .and_then(|(boss, room)| self.steps_between(boss, room));
    }

    #[inline(never)]
    fn add_walks(&self, analysis: &mut Analysis, needs: Needs) {
        let cell_of = |kind| self.first_of(kind).map(|cell| usize::from(place(cell)));
        let bosses = self.floor.all_of(RoomKind::Boss);
        let bosses = bosses.map(|boss| only(place(self.floor.rooms()[boss].anchor)));
        let visible = Visible {
            plan: TouchingCells,
            rooms: self.seen,
            start: place(self.floor.grid().start).into(),
            bosses: bosses.fold(0, |bosses, boss| bosses | boss),
            treasure: cell_of(RoomKind::Treasure),
            shop: cell_of(RoomKind::Shop),
        };
        analysis.walks = visible.walks(needs, Coin::of_floor(self.floor));
    }

    #[inline(never)]
    fn add_guesses(&self, analysis: &mut Analysis) {
        let Some(secret) = self.first_of(RoomKind::Secret) else { return };
        let facing = Neighbours::of(self.seen);
        let (equal, more) = facing.equal_and_more(facing.at(place(secret)));
        let free = cells_of(self.floor.grid()) & !self.seen;
        analysis.secret_rank = Some((size(more & free), size(equal & free)));
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Curse, FloorParts, Request, Room, Seed};
    use proptest::prelude::*;

    use super::*;
    use crate::inspection::Inspection;

    fn assert_analysis_of_inspection(floor: &Floor) {
        let ours = CellFloor::read(floor, |cells| {
            let rooms = floor.rooms().iter();
            let distances: Vec<_> = rooms.map(|room| cells.distance(room.anchor)).collect();
            (cells.analysis(Needs::ALL), distances)
        });
        let plain = Inspection::read(floor, |inspection| {
            let distances: Vec<_> =
                (0..floor.rooms().len()).map(|index| inspection.distance(index)).collect();
            (Analysis::of_inspection(inspection), distances)
        });
        assert_eq!(ours, Some(plain));
    }

    /// Rooms anywhere on Flash's grid, joined or not.
    fn any_scattered_floor() -> impl Strategy<Value = Floor> {
        let cells: Vec<Cell> =
            Grid::FLASH.cells().filter(|cell| *cell != Grid::FLASH.start).collect();
        let kinds: Vec<RoomKind> =
            RoomKind::ALL.iter().copied().filter(|kind| *kind != RoomKind::Start).collect();
        let cells = prop::sample::subsequence(cells, 0..60).prop_shuffle();
        let kinds = prop::collection::vec(prop::sample::select(kinds), 60);
        (cells, kinds).prop_map(|(cells, kinds)| {
            let start = Room::normal(Grid::FLASH.start, Shape::Single, 0);
            let mut rooms = vec![Room { kind: RoomKind::Start, ..start }];
            rooms.extend(
                cells
                    .into_iter()
                    .zip(kinds)
                    .map(|(cell, kind)| Room { kind, ..Room::normal(cell, Shape::Single, 1) }),
            );
            let request = Request::level(1);
            Floor::new(FloorParts::new(Grid::FLASH, &request, Seed::Pcg(0), &rooms)).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn scattered_rooms_are_measured_the_same_as_room_by_room(floor in any_scattered_floor()) {
            assert_analysis_of_inspection(&floor);
        }

        #[test]
        fn flash_floors_are_measured_the_same_as_room_by_room(
            edition in prop::sample::select(vec!["article", "wrath-of-the-lamb"]),
            level in 1..=8_u8,
            labyrinth in any::<bool>(),
            seed in any::<u32>(),
        ) {
            let generator = Backend::Flash.generator(edition, &[]).unwrap();
            let request = match labyrinth {
                true => Request::level(level).with_curse(Curse::Labyrinth),
                false => Request::level(level),
            };
            if let Ok(floor) = generator.generate(&request, Seed::Pcg(seed.into())) {
                assert_analysis_of_inspection(&floor);
            }
        }
    }

    #[test]
    fn cell_floors_refuse_other_grids_and_rooms_larger_than_one_cell() {
        let is_read = |floor: &Floor| CellFloor::read(floor, |_| ()).is_some();
        let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
        let floor = rebirth.generate(&Request::level(1), Seed::Pcg(0)).unwrap();
        assert!(!is_read(&floor));
        let start = Room::normal(Grid::FLASH.start, Shape::Single, 0);
        let start = Room { kind: RoomKind::Start, ..start };
        let flash = Backend::Flash.generator(None, &[]).unwrap();
        let floor = flash.generate(&Request::level(1), Seed::Pcg(0)).unwrap();
        assert!(is_read(&floor));
        let beside = Cell::new(start.anchor.x + 1, start.anchor.y);
        for shape in [Shape::NarrowHorizontal, Shape::Wide] {
            let rooms = [start, Room::normal(beside, shape, 1)];
            let floor =
                Floor::new(FloorParts { rooms: &rooms, dead_ends: &[], ..floor.parts() }).unwrap();
            assert!(!is_read(&floor));
        }
    }
}
