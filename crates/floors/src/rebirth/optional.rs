//! The optional rooms in their order (R25-R32). `odds.rs` says how likely they are.

use super::odds::{Odds, Optional};
use super::special::RoomPlacer;
use crate::draws::Draws;
use crate::trace::Trace;

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R25-R32: the optional rooms in the order of the rules.
    ///
    /// They are written out one by one because a loop over a list of rules would have the processor
    /// guess which rule comes next.
    pub(super) fn place_optional<T: Trace>(&mut self, trace: &mut T) {
        self.place_by_odds(Optional::Planetarium, trace);
        self.place_by_odds(Optional::DiceOrSacrifice, trace);
        self.place_by_odds(Optional::Library, trace);
        self.place_by_odds(Optional::Curse, trace);
        self.place_by_odds(Optional::MiniBoss, trace);
        self.place_by_odds(Optional::Challenge, trace);
        self.place_by_odds(Optional::VaultOrArcade, trace);
        self.place_by_odds(Optional::Bedroom, trace);
    }

    /// R25-R32: the room of one rule, if the stage has the rule and the draws are for it.
    #[inline(always)]
    fn place_by_odds<T: Trace>(&mut self, optional: Optional, trace: &mut T) {
        let odds = Odds { rules: self.rules, request: self.request };
        if !odds.has(optional) {
            return;
        }
        let kind = odds.kind(optional, self.level);
        let room = self.choose_and_take(optional.id(), kind, trace);
        // The chance is drawn without a dead end too.
        let hit = odds.is_placed(optional, kind, self.level);
        self.place_or_return(optional.id(), kind, room, hit, trace);
        if optional == Optional::Curse && odds.has_voodoo_head_curse() {
            self.place(optional.id(), kind, trace);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Odds, Optional};
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::{Planetarium, Rules};
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Item, Items, Request, RoomKind, RunState};

    /// The kinds of a stage's optional rooms, and the number of draws of the level stream, when
    /// every draw is the same. There is no planetarium: such small draws are floats below its
    /// chance.
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
        // 4 hits 1/2 and 1/4 alone.
        assert_eq!(optional(&REPENTANCE, hurt, 3, 4).0, [Curse, MiniBoss]);
        let (kinds, _) = optional(&REPENTANCE, RunState::DEFAULT, 1, 4);
        assert_eq!(kinds, [Sacrifice, Curse, MiniBoss]);
        let book = RunState { book_carried: true, ..hurt };
        assert_eq!(optional(&REPENTANCE, book, 3, 4).0, [Library, Curse, MiniBoss]);
        // 3 hits 1/3 alone: the mini-boss of stage 1, the vault for a run with keys.
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
    fn r30_the_challenges_draw_is_made_on_every_stage() {
        // From stage 3 on the challenge room needs no luck, but still draws:
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
}
