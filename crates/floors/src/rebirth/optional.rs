//! The optional rooms (R25-R32, W33-W39, W64). `odds.rs` says how likely they are; `curse_room.rs`
//! and `mini_boss.rs` have the two that need more code.

use basement_model::{Character, Item, RoomKind};
use basement_rooms::{Query, RoomType};

use super::odds::{Odds, Optional};
use super::special::{Picked, RoomPlacer, note_picked, with_subtype};
use super::stop::{Stop, missing};
use crate::draws::Draws;
use crate::trace::Trace;

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R25-R32: the odds of the optional rooms.
    pub(super) const fn odds(&self) -> Odds<'a> {
        Odds { rules: self.rules, request: self.request }
    }

    /// R25, W64, W89: the planetarium is picked on every stage. Its chance is drawn only if it has
    /// a dead end.
    pub(super) fn place_planetarium<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        if !self.rules.planetarium.exists {
            return Ok(());
        }
        let (kind, query) = (RoomKind::Planetarium, Query::special(RoomType::Planetarium));
        let (picked, taken) = self.pick_and_take("W64", kind, &query, trace)?;
        if taken.is_some() {
            let hit = self.odds().is_placed(Optional::Planetarium, kind, self.level);
            self.place_or_give_back(Optional::Planetarium, kind, (picked, taken), hit, trace);
        }
        Ok(())
    }

    /// R26, W33: a dice or sacrifice room.
    pub(super) fn place_dice_or_sacrifice<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let kind = self.odds().kind(Optional::DiceOrSacrifice, self.level);
        let room_type = if kind == RoomKind::Dice { RoomType::Dice } else { RoomType::Sacrifice };
        self.place_by_odds(Optional::DiceOrSacrifice, kind, Query::special(room_type), trace)
    }

    /// R27, W34: the library. Its subtype is drawn up to the shop's level, and its weight does not fall.
    pub(super) fn place_library<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let kind = RoomKind::Library;
        let subtype = self.level.below(self.run.shop_level() + 1);
        let query = with_subtype(RoomType::Library, subtype);
        let floats = D::pick_floats(self.level.seed());
        let picked = self.weights.choose_keeping(&query, floats);
        note_picked("W34", kind, picked, trace);
        let picked = picked.ok_or_else(|| missing(&query))?;
        let taken = self.take_dead_end(picked.1, trace);
        let hit = self.odds().is_placed(Optional::Library, kind, self.level);
        self.place_or_give_back(Optional::Library, kind, (picked, taken), hit, trace);
        Ok(())
    }

    /// R30, W37, W68: the challenge room.
    pub(super) fn place_challenge<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let kind = self.odds().kind(Optional::Challenge, self.level);
        let subtype = u32::from(kind == RoomKind::BossChallenge);
        let query = self.by_subtype(RoomType::Challenge, subtype);
        self.place_by_odds(Optional::Challenge, kind, query, trace)
    }

    /// R31, W38, W68: a vault or an arcade.
    pub(super) fn place_vault_or_arcade<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let kind = self.odds().kind(Optional::VaultOrArcade, self.level);
        let run = &self.request.run;
        let is_cains = run.character == Character::Cain && run.items.has(Item::Birthright);
        let query = match kind {
            RoomKind::Vault => Query::special(RoomType::Vault),
            _ => self.by_subtype(RoomType::Arcade, u32::from(is_cains)),
        };
        self.place_by_odds(Optional::VaultOrArcade, kind, query, trace)
    }

    /// R32, W39: a bedroom.
    pub(super) fn place_bedroom<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let kind = self.odds().kind(Optional::Bedroom, self.level);
        let room_type = match kind {
            RoomKind::CleanBedroom => RoomType::CleanBedroom,
            _ => RoomType::DirtyBedroom,
        };
        self.place_by_odds(Optional::Bedroom, kind, Query::special(room_type), trace)
    }

    /// W33-W39: picks a room, takes a dead end, draws the chance, and places the room or gives the
    /// dead end back.
    #[inline(always)]
    fn place_by_odds<T: Trace>(
        &mut self,
        optional: Optional,
        kind: RoomKind,
        query: Query,
        trace: &mut T,
    ) -> Result<(), Stop> {
        let taken = self.pick_and_take(optional.placing_id(), kind, &query, trace)?;
        let hit = self.odds().is_placed(optional, kind, self.level);
        self.place_or_give_back(optional, kind, taken, hit, trace);
        Ok(())
    }

    /// W33-W39: picks a room and takes the first dead end that can be reshaped to it.
    pub(super) fn pick_and_take<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        query: &Query,
        trace: &mut T,
    ) -> Result<(Picked<'a>, Option<u8>), Stop> {
        let seed = self.level.seed();
        let picked = self.pick_certain(rule, kind, query, seed, trace)?;
        Ok((picked, self.take_dead_end(picked.1, trace)))
    }

    /// W68: the rooms of a type, and of a subtype in the editions that ask for one.
    pub(super) const fn by_subtype(&self, room_type: RoomType, subtype: u32) -> Query {
        if self.rules.special.subtypes {
            with_subtype(room_type, subtype)
        } else {
            Query::special(room_type)
        }
    }

    /// R26-R32, W33-W39: the optional rooms of a stage.
    pub(super) fn place_optional<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let odds = self.odds();
        if odds.has(Optional::Curse) {
            self.place_dice_or_sacrifice(trace)?;
            self.place_library(trace)?;
            let curse_room = self.place_curse_rooms(trace)?;
            self.place_mini_boss(curse_room, trace);
            self.place_challenge(trace)?;
            self.place_vault_or_arcade(trace)?;
        }
        if odds.has(Optional::Bedroom) {
            self.place_bedroom(trace)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Odds, Optional};
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::{Planetarium, RebirthRules};
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Character, Item, Items, Request, RoomKind, RunState};

    /// The kinds of a stage's optional rooms, and the number of draws of the level stream, when
    /// every draw is the same. The planetarium is off, because such small draws are floats below
    /// its chance.
    fn optional(rules: &RebirthRules, run: RunState, stage: u8, draw: u32) -> (Vec<RoomKind>, u64) {
        let rules = &RebirthRules {
            planetarium: Planetarium { exists: false, ..rules.planetarium },
            ..*rules
        };
        let request = Request { run, ..Request::level(stage).without_curse() };
        let (_, kinds, drawn) = with_cross(rules, &request, &[draw], |f| {
            // Room for all: the dead ends' neighbours are dead ends too here.
            f.dead_ends = [3, 6, 9, 12, 2, 5, 8, 11].into_iter().collect();
            f.place_optional(&mut ()).unwrap();
        });
        let kinds = kinds.into_iter().map(|(kind, _)| kind);
        let mut special: Vec<RoomKind> =
            kinds.filter(|kind| !matches!(kind, RoomKind::Normal | RoomKind::Start)).collect();
        special.sort_unstable();
        (special, drawn)
    }

    #[test]
    fn r26_to_r32_only_certain_rooms_come_if_no_chance_hits() {
        let rich = RunState { coins: 99, keys: 99, ..RunState::DEFAULT };
        // The challenge room is certain from stage 3, the arcade for a run with coins.
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
        // 4 hits only 1/2 and 1/4.
        assert_eq!(optional(&REPENTANCE, hurt, 3, 4).0, [Curse, MiniBoss]);
        let (kinds, _) = optional(&REPENTANCE, RunState::DEFAULT, 1, 4);
        assert_eq!(kinds, [Sacrifice, Curse, MiniBoss]);
        let book = RunState { book_carried: true, ..hurt };
        assert_eq!(optional(&REPENTANCE, book, 3, 4).0, [Library, Curse, MiniBoss]);
        // 3 hits only 1/3: the mini-boss of stage 1, and the vault for a run with keys.
        assert_eq!(optional(&REPENTANCE, hurt, 1, 3).0, [MiniBoss]);
        assert_eq!(optional(&REPENTANCE, hurt, 3, 3).0, []);
        let keys = RunState { keys: 2, ..hurt };
        assert_eq!(optional(&REPENTANCE, keys, 2, 3).0, [RoomKind::Vault]);
    }

    #[test]
    fn r26_w33_a_sacrifice_room_is_a_dice_room_at_1_in_50_or_1_in_5_with_two_keys() {
        let with_keys = |keys: u16, draw: u32| {
            optional(&REPENTANCE, RunState { keys, ..RunState::DEFAULT }, 3, draw).0
        };
        // 50 and 7 divide 700, 5 and 4 divide 20, 5 and 7 divide 140.
        assert!(with_keys(0, 700).contains(&RoomKind::Dice));
        assert!(with_keys(1, 20).contains(&RoomKind::Sacrifice));
        assert!(with_keys(2, 20).contains(&RoomKind::Dice));
        assert!(with_keys(2, 140).contains(&RoomKind::Dice));
    }

    #[test]
    fn w88_the_vaults_second_chance_is_a_third() {
        let keys = RunState { keys: 2, red_half_hearts: 1, ..RunState::DEFAULT };
        assert_eq!(optional(&REPENTANCE, keys, 2, 3).0, [RoomKind::Vault]);
        // 4 hits 1/2 and 1/4, and so brings a curse room and a mini-boss, but no vault.
        assert!(!optional(&REPENTANCE, keys, 2, 4).0.contains(&RoomKind::Vault));
    }

    #[test]
    fn w64_w89_the_planetarium_is_picked_on_every_stage_and_placed_on_the_first_six() {
        // A draw of 0 is a float below every chance.
        for stage in [1, 6, 7, 10, 11, 12] {
            let request = Request::level(stage).without_curse();
            let (_, kinds, drawn) =
                with_cross(&REPENTANCE, &request, &[0], |f| f.place_planetarium(&mut ()).unwrap());
            let is_placed = kinds.iter().any(|(kind, _)| *kind == RoomKind::Planetarium);
            assert_eq!((is_placed, drawn), (stage <= 6, 2), "{stage}");
            // Without a dead end only the pick makes a draw.
            let (_, _, drawn) = with_cross(&REPENTANCE, &request, &[0], |f| {
                f.dead_ends.clear();
                f.place_planetarium(&mut ()).unwrap();
            });
            assert_eq!(drawn, 1, "{stage}");
        }
        let request = Request::level(1).without_curse();
        let (_, _, drawn) = with_cross(&AFTERBIRTH_PLUS, &request, &[0], |f| {
            f.place_planetarium(&mut ()).unwrap();
        });
        assert_eq!(drawn, 0);
    }

    #[test]
    fn w65_lazarus_counts_as_having_full_health() {
        // 4 does not hit 1/7, only 1/4, which needs full health.
        let hurt = RunState { red_half_hearts: 1, ..RunState::DEFAULT };
        let lazarus = RunState { character: Character::Lazarus, ..hurt };
        let has_sacrifice = |rules: &RebirthRules, run: RunState| {
            optional(rules, run, 3, 4).0.contains(&RoomKind::Sacrifice)
        };
        assert!(has_sacrifice(&REPENTANCE, lazarus));
        assert!(!has_sacrifice(&REPENTANCE, hurt));
        assert!(!has_sacrifice(&AFTERBIRTH_PLUS, lazarus));
    }

    #[test]
    fn r27_the_librarys_second_chance_is_drawn_though_its_flag_is_never_set() {
        let request = Request::level(10).without_curse();
        let drawn = |draw: u32| {
            let (_, _, drawn) = with_cross(&REPENTANCE, &request, &[draw], |f| {
                let odds = Odds { rules: f.rules, request: f.request };
                odds.is_placed(Optional::Library, RoomKind::Library, f.level)
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
    fn r30_w37_the_challenges_draw_is_made_on_every_stage() {
        // From stage 3 on the challenge room needs no luck, but still draws. The other draw seeds
        // the pick.
        for stage in [1, 2, 3, 10] {
            let request = Request::level(stage).without_curse();
            let (outcome, _, drawn) =
                with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_challenge(&mut ()));
            assert!(outcome.is_ok());
            assert_eq!(drawn, 2, "{stage}");
        }
    }

    #[test]
    fn r31_w38_w68_vault_and_arcade_ask_for_keys_and_coins() {
        let placed = |rules: &RebirthRules, coins: u16, keys: u16, draw: u32| {
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
    fn r32_w39_bedrooms_are_clean_or_dirty_on_the_first_six_stages() {
        // 50 hits 1/2 and 1/50; 25 hits neither; 5 hits only 1/5.
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
}
