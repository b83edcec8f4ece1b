//! The mini-boss room (R29, W36, W67).

use basement_model::{Achievements, Request, RoomKind, RunFlags};
use basement_rooms::{Query, RoomType};

use super::odds::Optional;
use super::rules::Special;
use super::special::{Picked, RoomPlacer, with_subtype};
use super::stage::counted_stage;
use crate::draws::Draws;
use crate::trace::Trace;

/// W36, W67: a mini-boss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MiniBoss {
    /// The first of the ten variants of its rooms.
    first_variant: u32,
    /// Its subtype, and that of its super form.
    subtypes: [u32; 2],
    /// The run flag that is set once it has been met.
    flag: u8,
}

const fn mini_boss(first_variant: u32, subtypes: [u32; 2], flag: u8) -> MiniBoss {
    MiniBoss { first_variant, subtypes, flag }
}

/// W36, W67: the sins: Sloth, Lust, Wrath, Gluttony, Envy, Pride.
const SINS: [MiniBoss; 6] = [
    mini_boss(2000, [0, 7], 9),
    mini_boss(2010, [1, 8], 10),
    mini_boss(2020, [2, 9], 11),
    mini_boss(2030, [3, 10], 12),
    mini_boss(2050, [5, 12], 13),
    mini_boss(2060, [6, 13], 14),
];

/// W36, W67: Ultra Pride.
const ULTRA_PRIDE: MiniBoss = mini_boss(2260, [14, 14], 32);

/// W36: the distance from a mini-boss's variants to those of its super form.
const SUPER_VARIANTS: u32 = 100;

/// W67: the difficulty of mini-boss rooms before stage 7, and from stage 7 on.
const DIFFICULTIES: [(u8, u8); 2] = [(1, 1), (10, 10)];

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R29, W36: a mini-boss that the run has not met. If none is left, the curse room's room and
    /// dead end take its place. Without a room no dead end is taken, but the chance is still drawn.
    pub(super) fn place_mini_boss<T: Trace>(
        &mut self,
        curse_room: (Picked<'a>, Option<u8>),
        trace: &mut T,
    ) {
        let kind = RoomKind::MiniBoss;
        let (taken, flag) = match self.choose_mini_boss() {
            Some((mini_boss, is_super)) => {
                let picked = self.pick_mini_boss(mini_boss, is_super, trace);
                let taken = picked.map(|picked| (picked, self.take_dead_end(picked.1, trace)));
                (taken, Some(mini_boss.flag))
            }
            None => (Some(curse_room), None),
        };
        let hit = self.odds().is_placed(Optional::MiniBoss, kind, self.level);
        let Some(taken) = taken else { return };
        self.place_or_give_back(Optional::MiniBoss, kind, taken, hit, trace);
        if let Some(flag) = flag
            && hit
            && taken.1.is_some()
        {
            self.run.flags.set(flag, true);
        }
    }

    /// W36, W84: which mini-boss, and whether in its super form. `None` if every sin was met.
    fn choose_mini_boss(&mut self) -> Option<(MiniBoss, bool)> {
        let rules = &self.rules.special;
        let stage = counted_stage(self.request);
        let flags = self.run.flags;
        if stage >= rules.ultra_pride_from
            && self.level.one_in(rules.ultra_pride)
            && !flags.has(ULTRA_PRIDE.flag)
        {
            self.level.draw();
            return Some((ULTRA_PRIDE, false));
        }
        let unlocked = self.run.achievements;
        let is_super = stage >= rules.super_mini_boss_from
            && self.level.one_in(match () {
                () if has_late_achievement(unlocked) => rules.super_mini_boss,
                () if unlocked.has(33) => rules.super_mini_boss_33,
                () if unlocked.has(4) => rules.super_mini_boss_4,
                () => rules.super_mini_boss_fresh,
            });
        let count = sins_left(flags).count();
        if count == 0 {
            return None;
        }
        let number = self.level.below(count as u32) as usize;
        sins_left(flags).nth(number).map(|sin| (sin, is_super))
    }

    /// W36, W67: picks a mini-boss room, by variant or by subtype and difficulty.
    fn pick_mini_boss<T: Trace>(
        &mut self,
        mini_boss: MiniBoss,
        is_super: bool,
        trace: &mut T,
    ) -> Option<Picked<'a>> {
        let kind = RoomKind::MiniBoss;
        if !self.rules.special.mini_boss_subtypes {
            let first = mini_boss.first_variant + if is_super { SUPER_VARIANTS } else { 0 };
            let query =
                Query { variants: (first, first + 9), ..Query::special(RoomType::MiniBoss) };
            let seed = self.level.seed();
            return self.pick("W36", kind, &query, seed, trace);
        }
        let any = with_subtype(RoomType::MiniBoss, mini_boss.subtypes[usize::from(is_super)]);
        let difficulties = DIFFICULTIES[usize::from(self.request.level >= 7)];
        let seed = self.level.seed();
        self.pick("W67", kind, &Query { difficulties, ..any }, seed, trace).or_else(|| {
            let seed = self.level.seed();
            self.pick("W67", kind, &any, seed, trace)
        })
    }
}

/// W36, W67: the queries by which a request can pick its mini-boss rooms, whatever is drawn.
pub(super) fn mini_boss_queries(rules: &Special, request: &Request) -> Vec<Query> {
    let stage = counted_stage(request);
    let is_left = |mini_boss: &MiniBoss| !request.run.flags.has(mini_boss.flag);
    let ultra_pride = Some(ULTRA_PRIDE).filter(|_| stage >= rules.ultra_pride_from);
    let has_super = stage >= rules.super_mini_boss_from;
    let forms = |mini_boss: MiniBoss| {
        let count = if mini_boss != ULTRA_PRIDE && has_super { 2 } else { 1 };
        let variants = [0, SUPER_VARIANTS].map(|by| mini_boss.first_variant + by);
        mini_boss.subtypes.into_iter().zip(variants).take(count).map(|(subtype, first)| {
            if rules.mini_boss_subtypes {
                with_subtype(RoomType::MiniBoss, subtype)
            } else {
                Query { variants: (first, first + 9), ..Query::special(RoomType::MiniBoss) }
            }
        })
    };
    SINS.into_iter().chain(ultra_pride).filter(is_left).flat_map(forms).collect()
}

/// W36: the sins that have not been met.
fn sins_left(flags: RunFlags) -> impl Iterator<Item = MiniBoss> {
    SINS.into_iter().filter(move |sin| !flags.has(sin.flag))
}

/// W36: whether every sin has been met.
pub(super) fn has_no_sin_left(flags: RunFlags) -> bool {
    sins_left(flags).next().is_none()
}

/// W36: whether one of the achievements of the late bosses is unlocked.
fn has_late_achievement(unlocked: Achievements) -> bool {
    [49, 50, 51, 52, 53, 55].into_iter().any(|number| unlocked.has(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::RunState;

    fn with_flags(flags: &[u8]) -> RunState {
        let flags: RunFlags = flags.iter().copied().collect();
        RunState { flags, ..RunState::DEFAULT }
    }

    #[test]
    fn w36_w84_a_sin_that_was_met_does_not_come_again() {
        let chosen = |flags: &[u8], level: &[u32]| {
            let request = Request { run: with_flags(flags), ..Request::level(1).without_curse() };
            with_cross(&AFTERBIRTH_PLUS, &request, level, |f| f.choose_mini_boss()).0
        };
        // D(5) misses, then D(6) = 4: Envy. Without Sloth the fifth is Pride.
        assert_eq!(chosen(&[], &[1, 4]), Some((SINS[4], false)));
        assert_eq!(chosen(&[9], &[1, 4]), Some((SINS[5], false)));
        assert_eq!(chosen(&[], &[0, 4]), Some((SINS[4], true)));
        assert_eq!(chosen(&[9, 10, 11, 12, 13, 14], &[1, 4]), None);
    }

    #[test]
    fn w36_without_a_sin_left_the_curse_rooms_dead_end_is_placed_again() {
        let run = with_flags(&[9, 10, 11, 12, 13, 14]);
        let request = Request { run, ..Request::level(1).without_curse() };
        // The curse room's chance misses, the mini-boss's D(4) hits.
        let (dead_ends, kinds, _) =
            with_cross(&AFTERBIRTH_PLUS, &request, &[MISS, 1, 1, 1, 4], |f| {
                let curse_room = f.place_curse_rooms(&mut ()).unwrap();
                f.place_mini_boss(curse_room, &mut ());
                f.dead_ends.to_vec()
            });
        assert_eq!(kinds[3].0, RoomKind::MiniBoss);
        assert!(dead_ends.contains(&3));
    }

    #[test]
    fn w36_ultra_pride_wastes_a_draw_from_stage_3_on() {
        for rules in [&AFTERBIRTH_PLUS, &REPENTANCE] {
            let drawn = |stage: u8| {
                let request = Request::level(stage).without_curse();
                let (chosen, _, drawn) =
                    with_cross(rules, &request, &[10], |f| f.choose_mini_boss());
                (chosen.map(|(chosen, _)| chosen), drawn)
            };
            assert_eq!(drawn(3), (Some(ULTRA_PRIDE), 2));
            assert_ne!(drawn(2).0, Some(ULTRA_PRIDE));
        }
    }
}
