//! The special rooms: in order, each in the first dead end that takes it
//! (R20-R32, R35-R37).

use basement_model::{Curse, Item, Phase, Request, RoomKind};
use basement_rooms::{CatalogueRoom, Query, RoomType, Weights};
use strum::{EnumCount, VariantArray};

use super::board::{NO_ROOM, Openings, Place, STEPS, moved, step};
use super::candidates::Candidates;
use super::dead_ends::DeadEndList;
use super::interiors::NormalRooms;
use super::layout::Layout;
use super::rules::{Planetarium, Rules};
use super::stage::{CHEST, SHEOL, VOID, is_second_of_chapter};
use crate::draws::Draws;
use crate::journal::{Decision, Journal};

/// Why an attempt is thrown away (R37).
pub(super) type Rejected = &'static str;

/// A layout whose dead ends become special rooms.
pub(super) struct Furnishing<'l, 'a, D> {
    pub(super) rules: &'a Rules,
    pub(super) request: &'a Request,
    pub(super) curse: Option<Curse>,
    pub(super) layout: &'l mut Layout<'a>,
    /// The dead ends that are free, in order.
    pub(super) dead_ends: DeadEndList,
    pub(super) weights: &'l mut Weights<'a>,
    /// What the normal rooms are chosen from.
    pub(super) normal_rooms: NormalRooms,
    /// The level stream: choices and chances.
    pub(super) level: &'l mut D,
    /// The layout stream: cells.
    pub(super) stream: &'l mut D,
}

/// The room type, and subtype, that each kind of room is chosen from.
pub(super) static WANTED: [Query; RoomKind::COUNT] = {
    let mut all = [wanted(RoomKind::Start); RoomKind::COUNT];
    let mut number = 0;
    while number < RoomKind::COUNT {
        all[number] = wanted(RoomKind::VARIANTS[number]);
        number += 1;
    }
    all
};

const fn wanted(kind: RoomKind) -> Query {
    let (room_type, subtype) = match kind {
        RoomKind::Boss => (RoomType::Boss, None),
        RoomKind::SuperSecret => (RoomType::SuperSecret, None),
        RoomKind::Shop => (RoomType::Shop, None),
        RoomKind::Treasure => (RoomType::Treasure, None),
        RoomKind::Planetarium => (RoomType::Planetarium, None),
        RoomKind::Dice => (RoomType::Dice, None),
        RoomKind::Sacrifice => (RoomType::Sacrifice, None),
        RoomKind::Library => (RoomType::Library, None),
        RoomKind::Curse => (RoomType::Curse, None),
        RoomKind::MiniBoss => (RoomType::MiniBoss, None),
        RoomKind::Challenge => (RoomType::Challenge, Some(0)),
        RoomKind::BossChallenge => (RoomType::Challenge, Some(1)),
        RoomKind::Vault => (RoomType::Vault, None),
        RoomKind::Arcade => (RoomType::Arcade, None),
        RoomKind::CleanBedroom => (RoomType::CleanBedroom, None),
        RoomKind::DirtyBedroom => (RoomType::DirtyBedroom, None),
        RoomKind::Secret => (RoomType::Secret, None),
        RoomKind::UltraSecret => (RoomType::UltraSecret, None),
        RoomKind::Start | RoomKind::Normal | RoomKind::Grave => (RoomType::Normal, None),
    };
    Query { subtype, ..Query::of_type(room_type) }
}

/// R36: whether a stage has no rooms but boss, hidden and grave rooms.
pub(super) const fn is_bare(stage: u8) -> bool {
    matches!(stage, CHEST | VOID)
}

impl<'a, D: Draws> Furnishing<'_, 'a, D> {
    /// R21-R35: all special rooms, the hidden ones included; then the normal ones (L3).
    pub(super) fn furnish<J: Journal>(&mut self, journal: &mut J) -> Result<(), Rejected> {
        self.place_bosses(journal)?;
        self.place_super_secrets(journal)?;
        let secret_choice = self.level.choice_floats();
        if !is_bare(self.request.level) {
            self.place_shop_and_treasure(journal)?;
            self.place_optional(journal);
        }
        let mut openings = self.place_secrets(secret_choice, journal)?;
        if self.request.level == CHEST && self.request.stage_type == 0 {
            // R35 comes after R33: no secret room may lose its way in.
            self.place_where("R35", RoomKind::Grave, journal, |furnishing, dead_end| {
                !furnishing.is_beside_secret(dead_end)
            })
            .ok_or("the grave room has no dead end")?;
            openings = Openings::of(self.layout);
        }
        match self.request.phase {
            Phase::Full => self.choose_normal_rooms(&openings, journal),
            Phase::Special | Phase::Layout => Ok(()),
        }
    }

    /// R21: the boss; on a Labyrinth floor a second one behind it, in The Void
    /// several more.
    fn place_bosses<J: Journal>(&mut self, journal: &mut J) -> Result<(), Rejected> {
        let rules = self.rules.boss;
        let first = self
            .place_where("R21", RoomKind::Boss, journal, |furnishing, dead_end| {
                furnishing.is_deep(dead_end) && furnishing.has_space_behind(dead_end)
            })
            .ok_or("the boss has no dead end")?;
        if self.curse == Some(Curse::Labyrinth) {
            self.place_second_boss(first, journal)?;
        }
        if self.request.level == VOID {
            let more = rules.void_extra + self.level.below(rules.void_extra_random);
            for number in 0..more {
                let placed = self.place_where("R21", RoomKind::Boss, journal, Self::is_deep);
                if placed.is_none() && number < rules.void_needed {
                    return Err("a boss of The Void has no dead end");
                }
            }
        }
        Ok(())
    }

    /// R21: a Labyrinth's second boss room, grown from the first.
    fn place_second_boss<J: Journal>(
        &mut self,
        first: u8,
        journal: &mut J,
    ) -> Result<(), Rejected> {
        let chosen = self.choose("R21", RoomKind::Boss, journal).ok_or("there is no boss room")?;
        let mut candidates = Candidates::new();
        self.layout.offer(first, self.stream, &mut candidates);
        candidates.shuffle(self.stream);
        let candidate = self
            .layout
            .all(&candidates)
            .find(|candidate| {
                self.layout.fits(candidate) && self.layout.board.neighbours(candidate.entry) < 2
            })
            .ok_or("the second boss has no place")?;
        let depth = self.layout.rooms[usize::from(first)].depth + 1;
        let second = self.layout.place(&candidate, depth);
        if !self.reshape(second, chosen.1) {
            return Err("the second boss room does not fit");
        }
        self.assign("R21", RoomKind::Boss, second, chosen.0, journal);
        Ok(())
    }

    /// R22: the super secret room; with Luna a second one if it fits.
    fn place_super_secrets<J: Journal>(&mut self, journal: &mut J) -> Result<(), Rejected> {
        self.place_always("R22", RoomKind::SuperSecret, journal)
            .ok_or("the super secret room has no dead end")?;
        if self.rules.boss.luna_super_secret && self.request.run.items.has(Item::Luna) {
            self.place_always("R22", RoomKind::SuperSecret, journal);
        }
        Ok(())
    }

    /// R23, R24: shop and treasure rooms, where the stage has them.
    fn place_shop_and_treasure<J: Journal>(&mut self, journal: &mut J) -> Result<(), Rejected> {
        if has_shop(self.rules, self.request) {
            self.place_always("R23", RoomKind::Shop, journal).ok_or("the shop has no dead end")?;
        }
        for _ in 0..treasure_rooms(self.rules, self.request, self.curse) {
            self.place_always("R24", RoomKind::Treasure, journal)
                .ok_or("a treasure room has no dead end")?;
        }
        Ok(())
    }

    /// R25-R32: the rooms that come by chance, in order.
    fn place_optional<J: Journal>(&mut self, journal: &mut J) {
        let rules = self.rules.special;
        let stage = self.request.level;
        let is_early = stage <= rules.last_stage_with_shop;
        if self.rules.planetarium.exists && is_early {
            let chance = planetarium_chance(&self.rules.planetarium, self.request);
            self.place_by_chance("R25", RoomKind::Planetarium, journal, |draws| {
                draws.float_below(chance)
            });
        }
        if stage <= rules.last_stage_with_optional {
            self.place_dice_to_vault(journal);
        }
        // R32
        if is_early {
            let is_clean = self.level.one_in(2);
            let kind = if is_clean { RoomKind::CleanBedroom } else { RoomKind::DirtyBedroom };
            let is_low = has_low_health(self.request);
            self.place_by_chance("R32", kind, journal, |draws| {
                either(draws, rules.bedroom, rules.bedroom_low_health, is_low)
            });
        }
    }

    /// R26-R31: the optional rooms of all stages but the last.
    fn place_dice_to_vault<J: Journal>(&mut self, journal: &mut J) {
        let rules = self.rules.special;
        let stage = self.request.level;
        let run = self.request.run;
        let has_keys = run.keys >= rules.enough_keys;

        // R26
        let is_dice = either(self.level, rules.dice, rules.dice_keys, has_keys);
        let kind = if is_dice { RoomKind::Dice } else { RoomKind::Sacrifice };
        self.place_by_chance("R26", kind, journal, |draws| {
            either(draws, rules.sacrifice, rules.sacrifice_full_health, run.has_full_health())
        });
        // R27
        self.place_by_chance("R27", RoomKind::Library, journal, |draws| {
            either(draws, rules.library, rules.library_book, run.book_carried)
        });
        // R28
        self.place_by_chance("R28", RoomKind::Curse, journal, |draws| {
            either(draws, rules.curse, rules.curse_devil, run.devil_room_entered)
        });
        if rules.voodoo_head_curse && run.items.has(Item::VoodooHead) {
            self.place_always("R28", RoomKind::Curse, journal);
        }
        // R29
        self.place_by_chance("R29", RoomKind::MiniBoss, journal, |draws| {
            either(draws, rules.mini_boss, rules.mini_boss_stage_1, stage == 1)
        });
        // R30
        let is_boss_challenge = is_second_of_chapter(stage);
        let kind = if is_boss_challenge { RoomKind::BossChallenge } else { RoomKind::Challenge };
        self.place_by_chance("R30", kind, journal, |draws| {
            let passes = draws.one_in(rules.challenge) || stage > 2;
            passes && run.has_full_health() && stage > 1
        });
        // R31
        let is_vault = either(self.level, rules.vault, rules.vault_keys, has_keys);
        let kind = if is_vault { RoomKind::Vault } else { RoomKind::Arcade };
        let is_paid = if is_vault && rules.vault_needs_keys {
            has_keys
        } else {
            run.coins >= rules.arcade_coins
        };
        self.place_by_chance("R31", kind, journal, |_| is_paid && is_second_of_chapter(stage));
    }

    /// R37: chooses a room, takes a dead end, and places it, without a chance.
    fn place_always<J: Journal>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        journal: &mut J,
    ) -> Option<u8> {
        self.place_where(rule, kind, journal, |_, _| true)
    }

    /// Chooses a room, takes a dead end of those that `suits` lets pass, and
    /// places it.
    fn place_where<J: Journal>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        journal: &mut J,
        suits: impl Fn(&Self, u8) -> bool,
    ) -> Option<u8> {
        let chosen = self.choose(rule, kind, journal);
        let taken = chosen.and_then(|(_, room)| self.take_dead_end(room, suits));
        match (chosen, taken) {
            (Some((interior, _)), Some(room)) => self.assign(rule, kind, room, interior, journal),
            _ => journal.note(rule, || Decision::NoPlace { kind }),
        }
        taken
    }

    /// R25-R32, R37: chooses a room, takes a dead end, draws the chance, and places
    /// the room or lets the dead end go back to the end of the list. The chance is
    /// drawn without a dead end too.
    fn place_by_chance<J: Journal>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        journal: &mut J,
        chance: impl FnOnce(&mut D) -> bool,
    ) {
        let chosen = self.choose(rule, kind, journal);
        let taken = chosen.and_then(|(_, room)| self.take_dead_end(room, |_, _| true));
        let hit = chance(self.level);
        journal.note(rule, || Decision::Chance { kind, hit });
        match (chosen, taken) {
            (Some((interior, _)), Some(room)) if hit => {
                self.assign(rule, kind, room, interior, journal);
            }
            (_, Some(room)) => {
                let back = &mut self.layout.rooms[usize::from(room)];
                back.slots = self.layout.tables.outlines.of(back.shape).slot_set;
                let shape = back.shape;
                self.dead_ends.push(room);
                journal.note(rule, || Decision::Returned { room, shape });
            }
            (_, None) => journal.note(rule, || Decision::NoPlace { kind }),
        }
    }

    /// L2: chooses a room of the catalogue; one draw of the level stream.
    fn choose<J: Journal>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        journal: &mut J,
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let floats = self.level.choice_floats();
        let chosen = self.weights.choose(&WANTED[kind as usize], floats);
        if let Some((interior, room)) = chosen {
            journal.note(rule, || Decision::Chosen { kind, interior, shape: room.shape });
        }
        chosen
    }

    /// Takes the first dead end that suits and can be reshaped to the room.
    fn take_dead_end(
        &mut self,
        room: &CatalogueRoom,
        suits: impl Fn(&Self, u8) -> bool,
    ) -> Option<u8> {
        let place = (0..self.dead_ends.len()).find(|place| {
            let dead_end = self.dead_ends[*place];
            suits(self, dead_end) && self.reshape(dead_end, room)
        })?;
        Some(self.dead_ends.remove(place))
    }

    /// R21: whether a dead end is deep enough for a boss.
    fn is_deep(&self, dead_end: u8) -> bool {
        self.layout.rooms[usize::from(dead_end)].depth > self.rules.boss.deeper_than
    }

    /// R21: whether a dead end has the space for a Labyrinth's second boss room
    /// behind it: cells that are on the grid, empty or its own, and touch no other room.
    fn has_space_behind(&self, dead_end: u8) -> bool {
        if self.curse != Some(Curse::Labyrinth) {
            return true;
        }
        let room = &self.layout.rooms[usize::from(dead_end)];
        let is_other = |place: Place| {
            let other = self.layout.board.room_at(place);
            other != NO_ROOM && other != dead_end
        };
        let mut behind = room.entry;
        (0..self.rules.boss.labyrinth_space).all(|_| {
            behind = step(behind, room.direction);
            let is_own = self.layout.board.room_at(behind) == dead_end;
            (is_own || !self.layout.board.is_blocked(behind))
                && !STEPS.into_iter().any(|by| is_other(moved(behind, by)))
        })
    }

    /// R35: whether a secret room lies beside a dead end, on a side with or
    /// without a door.
    fn is_beside_secret(&self, dead_end: u8) -> bool {
        let room = &self.layout.rooms[usize::from(dead_end)];
        let outline = self.layout.tables.outlines.of(room.shape.widened());
        outline.slot_set.iter().any(|slot| {
            let target = moved(room.anchor, outline.slots[slot.number()]);
            let neighbour = self.layout.board.room_at(target);
            neighbour != NO_ROOM
                && self.layout.rooms[usize::from(neighbour)].kind == RoomKind::Secret
        })
    }

    fn assign<J: Journal>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        room: u8,
        interior: u16,
        journal: &mut J,
    ) {
        let assigned = &mut self.layout.rooms[usize::from(room)];
        assigned.kind = kind;
        assigned.interior = Some(interior);
        let shape = assigned.shape;
        journal.note(rule, || Decision::Assigned { kind, room, shape });
    }
}

/// "1/first, or 1/second when condition" of the rules: the second draw is made
/// only after the first failed, and before the condition is looked at.
fn either<D: Draws>(draws: &mut D, first: u32, second: u32, condition: bool) -> bool {
    draws.one_in(first) || (draws.one_in(second) && condition)
}

/// R23, R24: whether the stage has a shop and a treasure room by itself or by
/// the trinket of chapter 4, or by the crowns of stage 10.
fn has_by_stage(rules: &Rules, request: &Request, trinket: Item) -> bool {
    let special = &rules.special;
    let items = &request.run.items;
    let crown = if request.stage_type == 1 { Item::HolyCrown } else { Item::WickedCrown };
    request.level <= special.last_stage_with_shop
        || (request.level <= special.last_stage_with_coin && items.has(trinket))
        || (special.crowns && request.level == SHEOL && items.has(crown))
}

/// R23: whether the stage has a shop.
pub(super) fn has_shop(rules: &Rules, request: &Request) -> bool {
    has_by_stage(rules, request, Item::SilverDollar)
        && request.run.victory_lap < rules.special.no_shop_from_lap
}

/// R24: how many treasure rooms the stage has.
pub(super) fn treasure_rooms(rules: &Rules, request: &Request, curse: Option<Curse>) -> u32 {
    match (has_by_stage(rules, request, Item::BloodyCrown), curse) {
        (false, _) => 0,
        (true, Some(Curse::Labyrinth)) => rules.special.labyrinth_treasure_rooms,
        (true, _) => 1,
    }
}

/// R25: the chance of a planetarium.
pub(super) fn planetarium_chance(rules: &Planetarium, request: &Request) -> f64 {
    let run = &request.run;
    let when = |item: Item, more: f64| if run.items.has(item) { more } else { 0.0 };
    if run.planetarium_entered {
        return if run.items.has(Item::TelescopeLens) {
            rules.entered_telescope_lens
        } else {
            rules.entered
        };
    }
    let skips = f64::from(run.treasure_rooms_skipped);
    let crystal_ball_skip = if skips > 0.0 { rules.crystal_ball_skip } else { 0.0 };
    let chance = rules.base
        + skips * rules.per_skip
        + when(Item::Magic8Ball, rules.magic_8_ball)
        + when(Item::CrystalBall, rules.crystal_ball + crystal_ball_skip)
        + when(Item::TelescopeLens, rules.telescope_lens)
        + when(Item::Sausage, rules.sausage);
    chance.min(1.0)
}

/// R32: whether health is low enough for the bedroom's second chance.
pub(super) fn has_low_health(request: &Request) -> bool {
    let run = &request.run;
    let bones = if run.character.counts_bone_hearts() { 2 * u16::from(run.bone_hearts) } else { 0 };
    let containers = u16::from(run.container_half_hearts) + bones;
    (run.red_half_hearts < 2 && run.soul_half_hearts == 0)
        || (containers == 0 && run.soul_half_hearts <= 2)
}

/// Layouts to be furnished, for tests.
#[cfg(test)]
pub(super) mod drafts {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::board::{CENTRE, ShapeSet, place};
    use crate::rebirth::candidates::{Candidate, Tables};
    use basement_model::{Cell, Direction, Shape};
    use basement_rooms::Catalogue;

    /// Draws that hit no chance of the rules: 1 modulo every n.
    pub(in crate::rebirth) const MISS: u32 = 1;

    /// A cross of four long arms around the start, their ends the dead ends, and
    /// what comes of `act` on it.
    pub(in crate::rebirth) fn with_cross<T>(
        rules: &Rules,
        request: &Request,
        level: &[u32],
        act: impl FnOnce(&mut Furnishing<'_, '_, Listed>) -> T,
    ) -> (T, Vec<(RoomKind, Shape)>, u64) {
        let tables = Tables::new(rules);
        let curse = match request.curse {
            crate::CurseChoice::Forced(curse) => curse,
            _ => None,
        };
        let mut layout = Layout::new(rules, &tables, ShapeSet::ALL, request.level, curse);
        let mut dead_ends = DeadEndList::new();
        for direction in Direction::ALL {
            let mut entry = place(Cell::new(6, 6));
            for depth in 1..=3 {
                entry = step(entry, direction);
                let candidate = Candidate {
                    anchor: entry,
                    shape: Shape::Single,
                    entry,
                    direction,
                    block: CENTRE,
                };
                let room = layout.place(&candidate, depth);
                if depth == 3 {
                    dead_ends.push(room);
                }
            }
        }
        let mut weights = Weights::new(Catalogue::embedded());
        let normal_rooms =
            NormalRooms::of(Catalogue::embedded(), &rules.difficulty, request, curse);
        let (mut level, mut stream) = (Listed::new(level), Listed::new(&[MISS]));
        let mut furnishing = Furnishing {
            rules,
            request,
            curse,
            layout: &mut layout,
            dead_ends,
            weights: &mut weights,
            normal_rooms,
            level: &mut level,
            stream: &mut stream,
        };
        let outcome = act(&mut furnishing);
        let kinds = layout.rooms.iter().map(|room| (room.kind, room.shape)).collect();
        (outcome, kinds, level.drawn())
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{MISS, with_cross};
    use super::*;
    use crate::chance::Trials;
    use crate::rebirth::board::{CENTRE, place};
    use crate::rebirth::candidates::Candidate;
    use crate::rebirth::rules::{AFTERBIRTH_PLUS, REPENTANCE};
    use basement_model::{Cell, Character, Direction, Items, RunState, Shape};

    #[test]
    fn r21_the_boss_takes_the_first_dead_end_that_is_deeper_than_1() {
        let request = Request::level(1).without_curse();
        let (outcome, kinds, _) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.layout.rooms[3].depth = 1;
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds[3].0, RoomKind::Normal);
        assert_eq!(kinds[6].0, RoomKind::Boss);
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.layout.rooms.iter_mut().for_each(|room| room.depth = 1);
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Err("the boss has no dead end"));
    }

    #[test]
    fn r21_a_labyrinths_boss_needs_three_free_cells_behind_it_and_has_a_second_one() {
        let request = Request::level(1).with_curse(Curse::Labyrinth);
        let (outcome, kinds, _) =
            with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Ok(()));
        let bosses: Vec<usize> =
            (0..kinds.len()).filter(|room| kinds[*room].0 == RoomKind::Boss).collect();
        assert_eq!(bosses, [3, 13]);
        // A room two cells off the arm's end, three steps on: it touches.
        let (passed_over, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            let entry = place(Cell::new(0, 7));
            let other = Candidate {
                anchor: entry,
                shape: Shape::Single,
                entry,
                direction: Direction::Left,
                block: CENTRE,
            };
            f.layout.place(&other, 1);
            (f.has_space_behind(3), f.has_space_behind(6))
        });
        assert_eq!(passed_over, (false, true));
        // Off a Labyrinth floor there is no such test.
        let plain = Request::level(1).without_curse();
        let (takes, ..) = with_cross(&REPENTANCE, &plain, &[MISS], |f| f.has_space_behind(3));
        assert!(takes);
    }

    #[test]
    fn r21_the_void_has_five_to_eight_more_bosses_and_needs_five_of_them() {
        let request = Request::level(VOID).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Err("a boss of The Void has no dead end"));
        let mut few = REPENTANCE;
        few.boss.void_extra = 3;
        few.boss.void_needed = 3;
        // 3 + 3 % 4: three find a place, the other three need none.
        let (outcome, kinds, _) = with_cross(&few, &request, &[3], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds.iter().filter(|(kind, _)| *kind == RoomKind::Boss).count(), 4);
    }

    #[test]
    fn r22_luna_brings_a_second_super_secret_room_in_repentance() {
        let luna = RunState { items: Items::NONE.with(Item::Luna), ..RunState::DEFAULT };
        let count = |rules: &Rules, run: RunState| {
            let request = Request { run, ..Request::level(1).without_curse() };
            let (outcome, kinds, _) =
                with_cross(rules, &request, &[MISS], |f| f.place_super_secrets(&mut ()));
            assert_eq!(outcome, Ok(()));
            kinds.iter().filter(|(kind, _)| *kind == RoomKind::SuperSecret).count()
        };
        assert_eq!(count(&REPENTANCE, RunState::DEFAULT), 1);
        assert_eq!(count(&REPENTANCE, luna), 2);
        assert_eq!(count(&AFTERBIRTH_PLUS, luna), 1);
        let request = Request::level(1).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.dead_ends.clear();
            f.place_super_secrets(&mut ())
        });
        assert_eq!(outcome, Err("the super secret room has no dead end"));
    }

    #[test]
    fn r23_where_there_is_a_shop() {
        let shop = |stage: u8, stage_type: u8, items: &[Item], lap: u8| {
            let run = RunState {
                items: items.iter().copied().collect(),
                victory_lap: lap,
                ..RunState::DEFAULT
            };
            has_shop(&REPENTANCE, &Request { run, stage_type, ..Request::level(stage) })
        };
        assert!((1..=6).all(|stage| shop(stage, 0, &[], 2)));
        assert!((1..=6).all(|stage| !shop(stage, 0, &[], 3)));
        for stage in [7, 8] {
            assert!(!shop(stage, 0, &[Item::BloodyCrown], 0));
            assert!(shop(stage, 0, &[Item::SilverDollar], 0));
            assert!(!shop(stage, 0, &[Item::SilverDollar], 3));
        }
        assert!(!shop(10, 0, &[Item::SilverDollar], 0));
        // Sheol is type 0, the Cathedral type 1.
        assert!(shop(10, 0, &[Item::WickedCrown], 0));
        assert!(!shop(10, 1, &[Item::WickedCrown], 0));
        assert!(shop(10, 1, &[Item::HolyCrown], 0));
        assert!(!shop(10, 0, &[Item::HolyCrown], 0));
        let run = RunState { items: Items::NONE.with(Item::HolyCrown), ..RunState::DEFAULT };
        let cathedral = Request { run, stage_type: 1, ..Request::level(10) };
        assert!(!has_shop(&AFTERBIRTH_PLUS, &cathedral));
    }

    #[test]
    fn r24_how_many_treasure_rooms_there_are() {
        let treasures = |stage: u8, items: &[Item], curse: Option<Curse>| {
            let run = RunState {
                items: items.iter().copied().collect(),
                victory_lap: 3,
                ..RunState::DEFAULT
            };
            treasure_rooms(&REPENTANCE, &Request { run, ..Request::level(stage) }, curse)
        };
        assert!((1..=6).all(|stage| treasures(stage, &[], None) == 1));
        assert_eq!(treasures(3, &[], Some(Curse::Labyrinth)), 2);
        assert_eq!(treasures(7, &[], Some(Curse::Labyrinth)), 0);
        assert_eq!(treasures(7, &[Item::SilverDollar], None), 0);
        assert_eq!(treasures(8, &[Item::BloodyCrown], None), 1);
        assert_eq!(treasures(10, &[Item::WickedCrown], None), 1);
    }

    #[test]
    fn r23_r24_without_a_place_the_attempt_fails() {
        let request = Request::level(1).without_curse();
        let without = |left: usize| {
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                f.dead_ends.truncate(left);
                f.place_shop_and_treasure(&mut ())
            })
            .0
        };
        assert_eq!(without(0), Err("the shop has no dead end"));
        assert_eq!(without(1), Err("a treasure room has no dead end"));
        assert_eq!(without(2), Ok(()));
    }

    #[test]
    fn r25_the_chance_of_a_planetarium() {
        let chance = |items: &[Item], skipped: u8, entered: bool| {
            let run = RunState {
                items: items.iter().copied().collect(),
                treasure_rooms_skipped: skipped,
                planetarium_entered: entered,
                ..RunState::DEFAULT
            };
            planetarium_chance(&REPENTANCE.planetarium, &Request { run, ..Request::level(3) })
        };
        let close = |left: f64, right: f64| assert!((left - right).abs() < 1e-12, "{left} {right}");
        close(chance(&[], 0, false), 0.01);
        close(chance(&[], 2, false), 0.41);
        close(chance(&[Item::Magic8Ball], 0, false), 0.16);
        close(chance(&[Item::CrystalBall], 0, false), 0.16);
        close(chance(&[Item::CrystalBall], 1, false), 1.0);
        close(chance(&[Item::TelescopeLens], 0, false), 0.25);
        close(chance(&[Item::Sausage], 0, false), 0.079);
        close(chance(&[], 9, false), 1.0);
        close(chance(&[], 4, true), 0.01);
        close(chance(&[Item::TelescopeLens, Item::Sausage], 4, true), 0.10);
    }

    /// The kinds that a stage's optional rooms take, and the draws of the level
    /// stream, when every draw is the same. The planetarium is left out: such
    /// small draws are floats below its chance.
    fn optional(rules: &Rules, run: RunState, stage: u8, draw: u32) -> (Vec<RoomKind>, u64) {
        let rules =
            &Rules { planetarium: Planetarium { exists: false, ..rules.planetarium }, ..*rules };
        let request = Request { run, ..Request::level(stage).without_curse() };
        let (_, kinds, drawn) = with_cross(rules, &request, &[draw], |f| {
            // Room for all: the dead ends' neighbours are dead ends too here.
            f.dead_ends = [3, 6, 9, 12, 2, 5, 8, 11].into_iter().collect();
            f.place_optional(&mut ());
        });
        let kinds = kinds.into_iter().map(|(kind, _)| kind);
        let mut special: Vec<RoomKind> =
            kinds.filter(|kind| !matches!(kind, RoomKind::Normal | RoomKind::Start)).collect();
        special.sort_unstable();
        (special, drawn)
    }

    #[test]
    fn r26_to_r32_what_comes_when_no_chance_hits() {
        let rich = RunState { coins: 99, keys: 99, ..RunState::DEFAULT };
        // The challenge room is certain from stage 3, the arcade for who pays.
        assert_eq!(optional(&REPENTANCE, rich, 1, MISS).0, []);
        assert_eq!(optional(&REPENTANCE, rich, 2, MISS).0, [RoomKind::Arcade]);
        assert_eq!(optional(&REPENTANCE, rich, 3, MISS).0, [RoomKind::Challenge]);
        let fourth = [RoomKind::BossChallenge, RoomKind::Arcade];
        assert_eq!(optional(&REPENTANCE, rich, 4, MISS).0, fourth);
        assert_eq!(optional(&REPENTANCE, rich, 10, MISS).0, [RoomKind::Challenge]);
        assert_eq!(optional(&REPENTANCE, RunState::DEFAULT, 4, MISS).0, [RoomKind::BossChallenge]);
        let hurt = RunState { red_half_hearts: 1, coins: 99, ..RunState::DEFAULT };
        assert_eq!(optional(&REPENTANCE, hurt, 4, MISS).0, [RoomKind::Arcade]);
    }

    #[test]
    fn r26_r27_r28_r29_second_chances_and_their_conditions() {
        use RoomKind::{Curse, Library, MiniBoss, Sacrifice};
        let hurt = RunState { red_half_hearts: 1, ..RunState::DEFAULT };
        // 4 hits 1/2 and 1/4 alone.
        assert_eq!(optional(&REPENTANCE, hurt, 3, 4).0, [Curse, MiniBoss]);
        let (kinds, _) = optional(&REPENTANCE, RunState::DEFAULT, 1, 4);
        assert_eq!(kinds, [Sacrifice, Curse, MiniBoss]);
        let book = RunState { book_carried: true, ..hurt };
        assert_eq!(optional(&REPENTANCE, book, 3, 4).0, [Library, Curse, MiniBoss]);
        // 3 hits 1/3 alone: the mini-boss of stage 1, the vault for who has keys.
        assert_eq!(optional(&REPENTANCE, hurt, 1, 3).0, [MiniBoss]);
        assert_eq!(optional(&REPENTANCE, hurt, 3, 3).0, []);
        let keys = RunState { keys: 2, ..hurt };
        assert_eq!(optional(&REPENTANCE, keys, 2, 3).0, [RoomKind::Vault]);
    }

    #[test]
    fn r26_a_sacrifice_room_is_a_dice_room_at_1_in_50_or_1_in_5_with_two_keys() {
        let with_keys = |keys: u16, draw: u32| {
            optional(&REPENTANCE, RunState { keys, ..RunState::DEFAULT }, 3, draw).0
        };
        // 700 is divided by 50 and 7, 20 by 5 and 4, 140 by 5 and 7.
        assert!(with_keys(0, 700).contains(&RoomKind::Dice));
        assert!(with_keys(1, 20).contains(&RoomKind::Sacrifice));
        assert!(with_keys(2, 20).contains(&RoomKind::Dice));
        assert!(with_keys(2, 140).contains(&RoomKind::Dice));
    }

    #[test]
    fn r27_the_librarys_second_chance_is_drawn_though_its_flag_is_never_set() {
        let request = Request::level(10).without_curse();
        let drawn = |draw: u32| {
            let (_, _, drawn) = with_cross(&REPENTANCE, &request, &[draw], |f| {
                let rules = f.rules.special;
                either(f.level, rules.library, rules.library_book, false)
            });
            drawn
        };
        assert_eq!(drawn(20), 1);
        assert_eq!(drawn(4), 2);
    }

    #[test]
    fn r28_voodoo_head_brings_a_curse_room_without_a_chance_in_repentance() {
        let run = RunState { items: Items::NONE.with(Item::VoodooHead), ..RunState::DEFAULT };
        assert_eq!(optional(&REPENTANCE, run, 1, MISS).0, [RoomKind::Curse]);
        assert_eq!(optional(&AFTERBIRTH_PLUS, run, 1, MISS).0, []);
    }

    #[test]
    fn r30_the_challenges_draw_is_made_on_every_stage() {
        // From stage 3 on the challenge room needs no luck, but draws all the same:
        // stages 1 and 3 differ by what the mini-boss draws on stage 1 only.
        let draws = |stage: u8| optional(&REPENTANCE, RunState::DEFAULT, stage, MISS).1;
        assert_eq!(draws(1), draws(3));
        assert_eq!(draws(2), draws(3));
    }

    #[test]
    fn r31_vault_and_arcade_ask_for_keys_and_coins() {
        let placed = |rules: &Rules, coins: u16, keys: u16, draw: u32| {
            let run = RunState { coins, keys, red_half_hearts: 1, ..RunState::DEFAULT };
            let kinds = optional(rules, run, 2, draw).0;
            kinds.into_iter().find(|kind| matches!(kind, RoomKind::Vault | RoomKind::Arcade))
        };
        // 10 makes it a vault, 1 an arcade.
        assert_eq!(placed(&REPENTANCE, 0, 2, 10), Some(RoomKind::Vault));
        assert_eq!(placed(&REPENTANCE, 99, 1, 10), None);
        assert_eq!(placed(&REPENTANCE, 5, 0, MISS), Some(RoomKind::Arcade));
        assert_eq!(placed(&REPENTANCE, 4, 2, MISS), None);
        assert_eq!(placed(&AFTERBIRTH_PLUS, 0, 2, 10), None);
        assert_eq!(placed(&AFTERBIRTH_PLUS, 5, 0, 10), Some(RoomKind::Vault));
    }

    #[test]
    fn r32_who_has_low_health() {
        let low = |red: u8, soul: u8, containers: u8, bones: u8, character: Character| {
            let run = RunState {
                red_half_hearts: red,
                soul_half_hearts: soul,
                container_half_hearts: containers,
                bone_hearts: bones,
                character,
                ..RunState::DEFAULT
            };
            has_low_health(&Request { run, ..Request::level(1) })
        };
        assert!(low(1, 0, 6, 0, Character::Isaac));
        assert!(!low(2, 0, 6, 0, Character::Isaac));
        assert!(!low(1, 1, 6, 0, Character::Isaac));
        assert!(low(0, 2, 0, 0, Character::Isaac));
        assert!(!low(0, 3, 0, 0, Character::Isaac));
        // Bone hearts count double, but not for these three.
        assert!(!low(0, 2, 0, 1, Character::Isaac));
        for character in [Character::TheLost, Character::BlueBaby, Character::TheSoul] {
            assert!(low(0, 2, 0, 1, character));
        }
    }

    #[test]
    fn r32_bedrooms_are_clean_or_dirty_on_the_first_six_stages() {
        // 50 hits 1/2 and 1/50; 25 hits neither, 5 hits 1/5 alone.
        let low = RunState { red_half_hearts: 1, ..RunState::DEFAULT };
        let bedroom = |run: RunState, stage: u8, draw: u32| {
            let kinds = optional(&REPENTANCE, run, stage, draw).0;
            kinds
                .into_iter()
                .find(|kind| matches!(kind, RoomKind::CleanBedroom | RoomKind::DirtyBedroom))
        };
        assert_eq!(bedroom(RunState::DEFAULT, 6, 50), Some(RoomKind::CleanBedroom));
        assert_eq!(bedroom(RunState::DEFAULT, 7, 50), None);
        assert_eq!(bedroom(RunState::DEFAULT, 6, 25), None);
        assert_eq!(bedroom(low, 6, 5), Some(RoomKind::DirtyBedroom));
    }

    #[test]
    fn r36_r37_a_dead_end_whose_chance_fails_goes_to_the_end_of_the_list() {
        let request = Request::level(1).without_curse();
        let ((), kinds, drawn) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.place_by_chance("R27", RoomKind::Library, &mut (), |draws| draws.one_in(2));
            assert_eq!(f.dead_ends.as_slice(), [6, 9, 12, 3]);
            // Without a dead end the chance is drawn all the same.
            f.dead_ends.clear();
            f.place_by_chance("R27", RoomKind::Library, &mut (), |draws| draws.one_in(2));
        });
        assert!(kinds.iter().all(|(kind, _)| *kind != RoomKind::Library));
        // A choice and a chance, twice.
        assert_eq!(drawn, 4);
    }

    #[test]
    fn r36_chest_dark_room_and_the_void_have_no_optional_rooms() {
        assert!((1..=10).all(|stage| !is_bare(stage)));
        assert!(is_bare(CHEST) && is_bare(VOID));
    }
}
