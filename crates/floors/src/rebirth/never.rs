//! Where a catalogue and the rules for a request's floors disagree, over all seeds: the rooms that
//! no query matches, and the queries that no room answers.
//!
//! The rules of the rooms say how a room is drawn; here the same rules say what can be drawn at
//! all. If a rule is simplified here, the list has more queries than can occur. A room is excluded
//! only if no query of the list matches it.

use basement_model::{Character, Curse, Direction, Item, Phase, Request, RoomKind, Shape};
use basement_rooms::{Catalogue, CatalogueRoom, Query, RoomType, SPECIAL_ROOMS};

use super::boss::BOSSES_OF_THE_VOID;
use super::boss_choice::bosses_of_table;
use super::boss_pools::LAST_RESORT;
use super::candidates::OutlineTables;
use super::end_rooms::single;
use super::guaranteed::{GRAVES, has_shop, shop_subtypes, treasure_rooms, treasure_subtypes};
use super::mini_boss::mini_boss_queries;
use super::odds::{self, Odds};
use super::ordinary_pool::{OrdinaryRooms, start_room};
use super::rules::RebirthRules;
use super::run_memory::{is_locked, shop_level};
use super::special::with_subtype;
use super::stage::{CHEST, VOID, is_last_floor};
use super::stage_boss::{double_trouble, double_trouble_rooms, fixed_boss, horsemen};
use super::target::curses_that_matter;
use crate::chance::Chance;
use crate::gaps::CatalogueGap;
use crate::never::NeverReason;

/// Where a room is put, which decides what doors it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// W18: a dead end, which is reshaped to the room.
    DeadEnd,
    /// W42, W69: a hidden cell, whatever the room's doors.
    Hidden,
    /// W50: a room of the layout, which the doors must fit.
    Layout,
}

/// A query that a rule makes on some floor of the request.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RuleQuery {
    query: Query,
    place: Place,
    /// The rule that makes it.
    rule: &'static str,
    /// Another file that can answer the query.
    before: Option<u8>,
    /// Whether what it picks can be placed. A room is picked even if its chance is 0 (W33).
    can_be_placed: bool,
}

/// What the rules ask of a catalogue on the floors of a request.
#[derive(Clone, Debug)]
pub(super) struct QueriedRooms {
    asks: Vec<RuleQuery>,
    /// W43, W50: the rooms that are taken by their numbers, whatever their weight, each with the
    /// phase that takes it.
    by_number: Vec<(u16, Phase)>,
    /// The rooms that would be taken by their numbers and that the catalogue lacks.
    not_found: Vec<CatalogueGap>,
    phase: Phase,
}

/// W43: the achievement that unlocks the further graves.
const FURTHER_GRAVES: u16 = 390;

impl QueriedRooms {
    /// What a request asks of a catalogue.
    pub(super) fn new(rules: &RebirthRules, catalogue: &Catalogue, request: &Request) -> Self {
        let asked = Self {
            asks: Vec::new(),
            by_number: Vec::new(),
            not_found: Vec::new(),
            phase: request.phase,
        };
        let mut adding = QueryCollector { rules, catalogue, request, can_be_placed: true, asked };
        adding.add_special_rooms();
        adding.add_ordinary_rooms();
        adding.asked
    }

    /// The rooms of the catalogue that are on no floor of the request, with the reasons.
    pub(super) fn never(
        &self,
        tables: &OutlineTables,
        catalogue: &Catalogue,
    ) -> Vec<Option<NeverReason>> {
        let rooms = (0_u16..).zip(catalogue.rooms());
        rooms.map(|(index, room)| self.reason(tables, index, room)).collect()
    }

    /// What the catalogue lacks: the queries that none of its rooms answers, each once.
    pub(super) fn gaps(&self, catalogue: &Catalogue) -> Vec<CatalogueGap> {
        let is_answered = |query: &Query, file: u8| {
            catalogue.rooms().iter().any(|room| answers(room, &Query { file, ..*query }))
        };
        let is_made = |ask: &&RuleQuery| match self.phase {
            Phase::Layout => false,
            Phase::Special => ask.place != Place::Layout,
            Phase::Full => true,
        };
        let mut gaps = Vec::new();
        for RuleQuery { query, rule, before, .. } in self.asks.iter().filter(is_made) {
            // If two files can answer, only the query for the special rooms is reported.
            let is_told = before.is_none_or(|_| query.file == SPECIAL_ROOMS);
            let mut files = [Some(query.file), *before].into_iter().flatten();
            if is_told && !files.any(|file| is_answered(query, file)) {
                gaps.push(CatalogueGap::new(rule, query));
            }
        }
        if self.phase != Phase::Layout {
            gaps.extend(&self.not_found);
        }
        let mut told = Vec::new();
        gaps.retain(|gap| {
            let is_new = !told.contains(gap);
            told.push(*gap);
            is_new
        });
        gaps
    }

    /// Why a room is on no floor of the request; `None` if it can be on one.
    fn reason(
        &self,
        tables: &OutlineTables,
        index: u16,
        room: &CatalogueRoom,
    ) -> Option<NeverReason> {
        let reached = |phase: Phase| match self.phase {
            Phase::Full => true,
            Phase::Special => phase == Phase::Special,
            Phase::Layout => false,
        };
        if let Some((_, phase)) = self.by_number.iter().find(|(other, _)| *other == index) {
            let is_asked_too = self.unmet(tables, room, reached).is_none();
            return (!reached(*phase) && !is_asked_too).then_some(NeverReason::Phase);
        }
        let unmet = self.unmet(tables, room, |_| true);
        unmet.or_else(|| self.unmet(tables, room, reached).map(|_| NeverReason::Phase))
    }

    /// The first property of a room that no query of some phases matches.
    fn unmet(
        &self,
        tables: &OutlineTables,
        room: &CatalogueRoom,
        is_made_in: impl Fn(Phase) -> bool,
    ) -> Option<NeverReason> {
        if room.stage.is_none() {
            return Some(NeverReason::NoStage);
        }
        let phase = |ask: &RuleQuery| match ask.place {
            Place::Layout => Phase::Full,
            Place::DeadEnd | Place::Hidden => Phase::Special,
        };
        let mut asks: Vec<RuleQuery> = self
            .asks
            .iter()
            .filter(|ask| ask.can_be_placed && is_made_in(phase(ask)))
            .copied()
            .collect();
        let mut lacks = |matches: &dyn Fn(&RuleQuery) -> bool| {
            asks.retain(|ask| matches(ask));
            asks.is_empty()
        };
        if lacks(&|ask| room.is_in_file(ask.query.file)) {
            return Some(NeverReason::OtherStage);
        }
        // A weight that is not a number is not above 0 either.
        if room.weight.partial_cmp(&0.0) != Some(core::cmp::Ordering::Greater) {
            return Some(NeverReason::NoWeight);
        }
        if lacks(&|ask| room.room_type.number() == ask.query.type_number) {
            return Some(NeverReason::Type);
        }
        if lacks(&|ask| (ask.query.variants.0..=ask.query.variants.1).contains(&room.variant)) {
            return Some(NeverReason::Variant);
        }
        if lacks(&|ask| ask.query.subtype.is_none_or(|subtype| room.subtype == subtype)) {
            return Some(NeverReason::Subtype);
        }
        let difficulties = |ask: &RuleQuery| ask.query.difficulties.0..=ask.query.difficulties.1;
        if lacks(&|ask| difficulties(ask).contains(&room.difficulty)) {
            return Some(NeverReason::Difficulty);
        }
        if lacks(&|ask| can_be_entered(tables, room, ask.place)) {
            return Some(NeverReason::Doors);
        }
        None
    }
}

/// W9: whether a query can pick a room, whatever doors are needed.
fn answers(room: &CatalogueRoom, query: &Query) -> bool {
    room.is_in_file(query.file)
        && room.weight > 0.0
        && room.room_type.number() == query.type_number
        && (query.variants.0..=query.variants.1).contains(&room.variant)
        && query.subtype.is_none_or(|subtype| room.subtype == subtype)
        && (query.difficulties.0..=query.difficulties.1).contains(&room.difficulty)
}

/// W19, W50: whether a room has a door through which it can be entered.
fn can_be_entered(tables: &OutlineTables, room: &CatalogueRoom, place: Place) -> bool {
    let is_entered = |direction: Direction| {
        let nothing_around = 0;
        tables.enterable(direction, room.shape, room.doors, nothing_around).next().is_some()
    };
    match place {
        Place::DeadEnd => Direction::ALL.into_iter().any(is_entered),
        Place::Hidden => true,
        // Every room of a layout has a neighbour.
        Place::Layout => room.shape.slots().iter().any(|slot| room.doors.contains(slot)),
    }
}

/// Collects the queries of the rules.
struct QueryCollector<'a> {
    rules: &'a RebirthRules,
    catalogue: &'a Catalogue,
    request: &'a Request,
    /// Whether what is added now can be placed.
    can_be_placed: bool,
    asked: QueriedRooms,
}

impl QueryCollector<'_> {
    fn add(&mut self, rule: &'static str, place: Place, query: Query) {
        self.push(rule, place, query, None);
    }

    fn push(&mut self, rule: &'static str, place: Place, query: Query, before: Option<u8>) {
        let can_be_placed = self.can_be_placed;
        self.asked.asks.push(RuleQuery { query, place, rule, before, can_be_placed });
    }

    /// W8: adds a query for a special room in a dead end.
    fn add_special(&mut self, rule: &'static str, query: Query) {
        self.add(rule, Place::DeadEnd, query);
    }

    /// W63, W69: adds a query for a special room, and one for the stage's file if the edition looks
    /// there first.
    fn add_stage_first(&mut self, rule: &'static str, place: Place, query: Query) {
        let first = self.rules.special.stage_file_first.then(|| self.ordinary(None).file);
        self.push(rule, place, query, first);
        if let Some(file) = first {
            self.push(rule, place, Query { file, ..query }, Some(SPECIAL_ROOMS));
        }
    }

    fn add_by_number(&mut self, rule: &'static str, file: u8, variant: u32, phase: Phase) {
        match self.catalogue.first_normal(file, variant) {
            Some((index, _)) => self.asked.by_number.push((index, phase)),
            None if phase == Phase::Special || self.asked.phase == Phase::Full => {
                let query =
                    Query { variants: (variant, variant), ..Query::new(file, RoomType::Normal) };
                self.asked.not_found.push(CatalogueGap::new(rule, &query));
            }
            None => {}
        }
    }

    fn ordinary(&self, curse: Option<Curse>) -> OrdinaryRooms {
        OrdinaryRooms::new(self.catalogue, &self.rules.difficulty, self.request, curse)
    }

    /// W5: the rooms of W12-W43 and W69, in their order.
    fn add_special_rooms(&mut self) {
        let (rules, request) = (self.rules, self.request);
        self.add_bosses();
        if rules.special.random_end_rooms {
            self.add_end_rooms();
        } else {
            self.add_rooms_of_rebirth();
        }
        self.add_stage_first("W41", Place::Hidden, Query::special(RoomType::Secret));
        if request.level == CHEST && request.stage_type == 0 {
            if request.achievements().has(FURTHER_GRAVES) {
                let query = Query { variants: GRAVES, ..Query::special(RoomType::Normal) };
                self.add_special("W43", query);
            } else {
                self.add_by_number("W43", SPECIAL_ROOMS, GRAVES.0, Phase::Special);
            }
        }
        if rules.secret.ultra {
            self.add_stage_first("W69", Place::Hidden, Query::special(RoomType::UltraSecret));
        }
    }

    /// F10, F11: the rooms that take random dead ends.
    fn add_end_rooms(&mut self) {
        let (rules, request) = (self.rules, self.request);
        if is_last_floor(request.level) {
            return;
        }
        if has_shop(rules, request) {
            let level = shop_level(request.achievements());
            self.add_special("F10", single(with_subtype(RoomType::Shop, level)));
        }
        let curses = curses_that_matter(request);
        if curses.iter().any(|curse| treasure_rooms(rules, request, *curse) > 0) {
            self.add_special("F10", single(with_subtype(RoomType::Treasure, 0)));
        }
        let odds = Odds { rules, request };
        for (optional, _, room_type) in odds::Optional::IN_END_ROOMS {
            if odds.has(optional) {
                self.add_special("F11", single(Query::special(room_type)));
            }
        }
    }

    /// W30-W39, W64: the rooms between the boss and the hidden rooms.
    fn add_rooms_of_rebirth(&mut self) {
        let (rules, request) = (self.rules, self.request);
        self.add_special("W30", Query::special(RoomType::SuperSecret));
        if !is_last_floor(request.level) {
            let level = shop_level(request.achievements());
            for subtype in shop_subtypes(rules, request, level) {
                self.add_special("W31", with_subtype(RoomType::Shop, subtype));
            }
            for curse in curses_that_matter(request) {
                for subtype in treasure_subtypes(rules, request, *curse) {
                    let query = with_subtype(RoomType::Treasure, subtype);
                    self.add_stage_first("W32", Place::DeadEnd, query);
                }
            }
        }
        if rules.planetarium.exists {
            // The planetarium is picked on every stage, and placed if it is unlocked and the stage
            // is not too deep.
            self.can_be_placed = Odds { rules, request }.allows_planetarium();
            self.add_special("W64", Query::special(RoomType::Planetarium));
            self.can_be_placed = true;
        }
        self.add_optional_rooms();
    }

    /// W12-W16: the boss rooms.
    fn add_bosses(&mut self) {
        let request = self.request;
        let is_labyrinth = curses_that_matter(request).iter().any(Option::is_some);
        // W16: a Labyrinth's second boss is the next stage's.
        let next = is_labyrinth.then(|| request.level + 1);
        for stage in [request.level].into_iter().chain(next) {
            for boss in self.bosses(stage) {
                self.add_special("W14", with_subtype(RoomType::Boss, boss));
            }
            if let Some((_, first)) = double_trouble(&self.rules.boss_choice, stage) {
                let variants = double_trouble_rooms(first);
                self.add_special("W14", Query { variants, ..Query::special(RoomType::Boss) });
            }
        }
        if request.level == VOID {
            for boss in BOSSES_OF_THE_VOID {
                self.add_special("W15", with_subtype(RoomType::Boss, boss.into()));
            }
        }
    }

    /// W12, W13, W70: the bosses that a stage can have.
    fn bosses(&self, stage: u8) -> Vec<u32> {
        let (request, unlocked) = (self.request, self.request.achievements());
        if let Some(boss) = fixed_boss(stage, request.stage_type, unlocked.has(34)) {
            return vec![boss.into()];
        }
        let is_possible = |boss: u8| match boss {
            9..=12 | 22 | 38 => unlocked.has(5),
            23 => request.run.devil_room_entered,
            _ => true,
        };
        let by_rule = if self.rules.boss_choice.from_pools {
            let horsemen = horsemen(stage);
            let headless: &[u8] = if horsemen.is_empty() { &[] } else { &[22] };
            [horsemen, headless, &[23, LAST_RESORT]].concat()
        } else {
            bosses_of_table(stage, request.stage_type).to_vec()
        };
        let by_rule = by_rule.into_iter().filter(|boss| is_possible(*boss)).map(u32::from);
        let pool = self.catalogue.boss_pools().pool(self.ordinary(None).file).iter();
        let pool =
            pool.filter(|_| self.rules.boss_choice.from_pools).map(|entry| u32::from(entry.id));
        by_rule.chain(pool).filter(|boss| !is_locked(unlocked, *boss)).collect()
    }

    /// R26-R32, W33-W39: the optional rooms, which are picked before their chance is drawn.
    fn add_optional_rooms(&mut self) {
        let (rules, request) = (self.rules, self.request);
        let special = &rules.special;
        for Chance { kind, chance, .. } in odds::chances(rules, request) {
            self.can_be_placed = chance > 0.0;
            let of_subtype = |room_type: RoomType, subtype: u32| match special.subtypes {
                true => with_subtype(room_type, subtype),
                false => Query::special(room_type),
            };
            match kind {
                RoomKind::Dice => self.add_special("W33", Query::special(RoomType::Dice)),
                RoomKind::Sacrifice => self.add_special("W33", Query::special(RoomType::Sacrifice)),
                RoomKind::Library => {
                    for subtype in 0..=shop_level(request.achievements()) {
                        self.add_special("W34", with_subtype(RoomType::Library, subtype));
                    }
                }
                // W36: a curse room stands in for a mini-boss when all were met.
                RoomKind::Curse | RoomKind::MiniBoss => {
                    let has_head = request.run.items.has(Item::VoodooHead);
                    for subtype in 0..=has_head.into() {
                        self.add_special("W35", of_subtype(RoomType::Curse, subtype));
                    }
                    if kind == RoomKind::Curse {
                        continue;
                    }
                    for query in mini_boss_queries(special, request) {
                        self.add_special("W36", query);
                    }
                }
                RoomKind::Challenge => self.add_special("W37", of_subtype(RoomType::Challenge, 0)),
                RoomKind::BossChallenge => {
                    self.add_special("W37", of_subtype(RoomType::Challenge, 1))
                }
                RoomKind::Vault => self.add_special("W38", Query::special(RoomType::Vault)),
                RoomKind::Arcade => {
                    let run = &request.run;
                    let is_cains =
                        run.character == Character::Cain && run.items.has(Item::Birthright);
                    self.add_special("W38", of_subtype(RoomType::Arcade, is_cains.into()));
                }
                RoomKind::CleanBedroom => {
                    self.add_special("W39", Query::special(RoomType::CleanBedroom))
                }
                RoomKind::DirtyBedroom => {
                    self.add_special("W39", Query::special(RoomType::DirtyBedroom))
                }
                _ => {}
            }
        }
        self.can_be_placed = true;
    }

    /// W50, W71: the start room and the ordinary rooms.
    fn add_ordinary_rooms(&mut self) {
        for curse in curses_that_matter(self.request) {
            let rooms = self.ordinary(*curse);
            // The shapes of the layout are ignored: a dead end that went back can have any shape.
            for (chance, query) in rooms.queries(self.rules, self.request, Shape::Single) {
                if chance > 0.0 {
                    self.add("W50", Place::Layout, Query { shape: None, ..query });
                }
            }
        }
        let (file, variant) = start_room(self.request.level, self.ordinary(None).file);
        self.add_by_number("W50", file, variant, Phase::Full);
    }
}
