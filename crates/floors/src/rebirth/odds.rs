//! The odds of the optional rooms (R25-R32).
//!
//! Each rule is written once, over trials: which kind of room it may bring, and whether it brings
//! it. On a floor the trials are draws of the level stream; [`chances`] computes exact
//! probabilities from the same code.

use basement_model::{Character, Item, Request, RoomKind};
use basement_rooms::RoomType;

use super::rules::{Planetarium, RebirthRules};
use super::stage::{counted_stage, is_last_floor, is_second_of_chapter};
use crate::chance::{Chance, probability};
use crate::trials::Trials;

/// R25-R32: a rule that may bring a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Optional {
    Planetarium,
    DiceOrSacrifice,
    Library,
    Curse,
    MiniBoss,
    Challenge,
    VaultOrArcade,
    Bedroom,
}

impl Optional {
    /// R25-R32: the order in which the rooms are placed.
    pub(super) const ORDER: [Self; 8] = [
        Self::Planetarium,
        Self::DiceOrSacrifice,
        Self::Library,
        Self::Curse,
        Self::MiniBoss,
        Self::Challenge,
        Self::VaultOrArcade,
        Self::Bedroom,
    ];

    /// F11: the rules that Flash also has, each with its kind of room, in the order in which the
    /// rooms are placed.
    pub(super) const IN_END_ROOMS: [(Self, RoomKind, RoomType); 6] = [
        (Self::DiceOrSacrifice, RoomKind::Sacrifice, RoomType::Sacrifice),
        (Self::Library, RoomKind::Library, RoomType::Library),
        (Self::Curse, RoomKind::Curse, RoomType::Curse),
        (Self::MiniBoss, RoomKind::MiniBoss, RoomType::MiniBoss),
        (Self::Challenge, RoomKind::Challenge, RoomType::Challenge),
        (Self::VaultOrArcade, RoomKind::Arcade, RoomType::Arcade),
    ];

    /// The id of the rule that says when the room appears.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Planetarium => "R25",
            Self::DiceOrSacrifice => "R26",
            Self::Library => "R27",
            Self::Curse => "R28",
            Self::MiniBoss => "R29",
            Self::Challenge => "R30",
            Self::VaultOrArcade => "R31",
            Self::Bedroom => "R32",
        }
    }

    /// The id of the rule that picks and places the room.
    pub(super) const fn placing_id(self) -> &'static str {
        match self {
            Self::Planetarium => "W64",
            Self::DiceOrSacrifice => "W33",
            Self::Library => "W34",
            Self::Curse => "W35",
            Self::MiniBoss => "W36",
            Self::Challenge => "W37",
            Self::VaultOrArcade => "W38",
            Self::Bedroom => "W39",
        }
    }

    /// The kinds of room that the rule may bring on a stage.
    #[inline(always)]
    const fn kinds(self, stage: u8) -> &'static [RoomKind] {
        match self {
            Self::Planetarium => &[RoomKind::Planetarium],
            Self::DiceOrSacrifice => &[RoomKind::Dice, RoomKind::Sacrifice],
            Self::Library => &[RoomKind::Library],
            Self::Curse => &[RoomKind::Curse],
            Self::MiniBoss => &[RoomKind::MiniBoss],
            Self::Challenge if is_second_of_chapter(stage) => &[RoomKind::BossChallenge],
            Self::Challenge => &[RoomKind::Challenge],
            Self::VaultOrArcade => &[RoomKind::Vault, RoomKind::Arcade],
            Self::Bedroom => &[RoomKind::CleanBedroom, RoomKind::DirtyBedroom],
        }
    }
}

/// W64: the achievement that unlocks the planetarium.
const PLANETARIUM: u16 = 406;

/// R25-R32: the odds of the optional rooms, and what they depend on.
#[derive(Clone, Copy)]
pub(super) struct Odds<'a> {
    pub(super) rules: &'a RebirthRules,
    pub(super) request: &'a Request,
}

impl Odds<'_> {
    /// R25-R32, R36: whether a rule applies on the stage at all. If not, only the planetarium's
    /// rule still draws (W64).
    #[inline(always)]
    pub(super) fn has(&self, optional: Optional) -> bool {
        let special = &self.rules.special;
        let stage = self.request.level;
        match optional {
            _ if is_last_floor(stage) => false,
            Optional::Planetarium => {
                self.rules.planetarium.exists && stage <= self.rules.planetarium.last_stage
            }
            Optional::Bedroom => stage <= special.last_stage_with_shop,
            _ => stage <= special.last_stage_with_optional,
        }
    }

    /// R26, R31, R32, W88: which kind of room a rule may bring. The other rules have only one kind.
    /// This is decided before the concrete room is chosen.
    #[inline(always)]
    pub(super) fn kind(&self, optional: Optional, trials: &mut impl Trials) -> RoomKind {
        let special = &self.rules.special;
        let has_keys = self.request.run.keys >= special.enough_keys;
        let kinds = optional.kinds(self.request.level);
        let is_first = match optional {
            Optional::DiceOrSacrifice => {
                one_in_or(trials, special.dice, special.dice_keys, has_keys)
            }
            Optional::VaultOrArcade => {
                one_in_or(trials, special.vault, special.vault_keys, has_keys)
            }
            Optional::Bedroom => trials.one_in(2),
            _ => true,
        };
        kinds[if is_first { 0 } else { kinds.len() - 1 }]
    }

    /// R25-R32, W65: whether a rule brings its room, given that a dead end is left for it. This is
    /// decided after the concrete room is chosen.
    #[inline(always)]
    pub(super) fn is_placed(
        &self,
        optional: Optional,
        kind: RoomKind,
        trials: &mut impl Trials,
    ) -> bool {
        let special = &self.rules.special;
        let (stage, run) = (counted_stage(self.request), &self.request.run);
        match optional {
            Optional::Planetarium => {
                let chance = planetarium_chance(&self.rules.planetarium, self.request);
                // The float is drawn in either case.
                trials.float_below(chance) && self.allows_planetarium()
            }
            Optional::DiceOrSacrifice => {
                let is_healthy = run.has_full_health()
                    || (special.lazarus_is_healthy && run.character == Character::Lazarus);
                one_in_or(trials, special.sacrifice, special.sacrifice_full_health, is_healthy)
            }
            Optional::Library => {
                one_in_or(trials, special.library, special.library_book, run.book_carried)
            }
            Optional::Curse => {
                one_in_or(trials, special.curse, special.curse_devil, run.devil_room_entered)
            }
            Optional::MiniBoss => {
                one_in_or(trials, special.mini_boss, special.mini_boss_stage_1, stage == 1)
            }
            Optional::Challenge => {
                // The draw is made on every stage.
                let passes = trials.one_in(special.challenge) || stage > 2;
                passes && run.has_full_health() && stage > 1
            }
            Optional::VaultOrArcade => {
                let needs_keys = kind == RoomKind::Vault && special.vault_needs_keys;
                let is_paid = if needs_keys {
                    run.keys >= special.enough_keys
                } else {
                    run.coins >= special.arcade_coins
                };
                is_paid && is_second_of_chapter(stage)
            }
            Optional::Bedroom => {
                let is_low = has_low_health(self.request);
                one_in_or(trials, special.bedroom, special.bedroom_low_health, is_low)
            }
        }
    }

    /// R25, W64: whether a planetarium is unlocked, and the stage not too deep for it.
    pub(super) fn allows_planetarium(&self) -> bool {
        self.request.level <= self.rules.planetarium.last_stage
            && self.request.achievements().has(PLANETARIUM)
    }

    /// R28: whether Voodoo Head brings a second curse room, without a chance.
    pub(super) fn has_voodoo_head_curse(&self) -> bool {
        self.rules.special.voodoo_head_curse && self.request.run.items.has(Item::VoodooHead)
    }
}

/// "1/first, or 1/second when the condition holds". The second draw is made whenever the first
/// fails, whether or not the condition holds.
fn one_in_or(trials: &mut impl Trials, first: u32, second: u32, condition: bool) -> bool {
    trials.one_in(first) || (trials.one_in(second) && condition)
}

/// R25-R32: the chance of every optional room of a stage, given that a dead end is left for it.
pub(super) fn chances(rules: &RebirthRules, request: &Request) -> Vec<Chance> {
    let odds = Odds { rules, request };
    if rules.special.random_end_rooms {
        let optional =
            Optional::IN_END_ROOMS.into_iter().filter(|(optional, ..)| odds.has(*optional));
        let chance = |optional, kind| probability(|trials| odds.is_placed(optional, kind, trials));
        return optional
            .map(|(optional, kind, _)| Chance::new("F11", kind, chance(optional, kind)))
            .collect();
    }
    let optional = Optional::ORDER.into_iter().filter(|optional| odds.has(*optional));
    let chances = optional.flat_map(|optional| {
        optional.kinds(request.level).iter().map(move |kind| {
            let chance = probability(|trials| {
                odds.kind(optional, trials) == *kind && odds.is_placed(optional, *kind, trials)
            });
            let is_certain = optional == Optional::Curse && odds.has_voodoo_head_curse();
            Chance::new(optional.id(), *kind, if is_certain { 1.0 } else { chance })
        })
    });
    chances.collect()
}

/// R25: the chance of a planetarium.
fn planetarium_chance(rules: &Planetarium, request: &Request) -> f64 {
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
fn has_low_health(request: &Request) -> bool {
    let run = &request.run;
    let bones = if run.character.counts_bone_hearts() { 2 * u16::from(run.bone_hearts) } else { 0 };
    let containers = u16::from(run.container_half_hearts) + bones;
    (run.red_half_hearts < 2 && run.soul_half_hearts == 0)
        || (containers == 0 && run.soul_half_hearts <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use basement_model::{Character, RunState, Unlocks};

    #[test]
    fn r25_items_and_skipped_treasure_rooms_raise_the_planetarium_chance() {
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

    #[test]
    fn r32_low_health_depends_on_hearts_and_character() {
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

    /// A run at full health with two keys and five coins.
    fn rich() -> RunState {
        RunState { keys: 2, coins: 5, ..RunState::default() }
    }

    /// A run with less than full health, no key and no coin.
    fn poor() -> RunState {
        RunState { red_half_hearts: 3, keys: 0, coins: 0, ..RunState::default() }
    }

    #[track_caller]
    fn assert_chances(
        rules: &RebirthRules,
        (stage, run): (u8, RunState),
        expected: &[(RoomKind, f64)],
    ) {
        let request = Request { run, ..Request::level(stage) };
        let found = chances(rules, &request);
        for (kind, expected) in expected {
            let chance = found.iter().find(|chance| chance.kind == *kind);
            let chance = chance.map_or(0.0, |chance| chance.chance);
            assert!((chance - expected).abs() < 1e-12, "{kind} on {stage}: {chance}");
        }
    }

    #[test]
    fn r26_to_r31_the_chances_are_the_products_of_the_pages_fractions() {
        use RoomKind::{
            Arcade, BossChallenge, Challenge, Curse, Dice, Library, MiniBoss, Sacrifice, Vault,
        };
        // Dice 1/50, or 1/5 with two keys; placed with chance 1/7, or 1/4 at full health.
        let dice_poor = 1.0 / 50.0;
        let dice_rich = 1.0 - 49.0 / 50.0 * (4.0 / 5.0);
        let placed_rich = 1.0 - 6.0 / 7.0 * (3.0 / 4.0);
        // A vault 1/10, or 1/3 with two keys.
        let vault_rich = 1.0 - 9.0 / 10.0 * (2.0 / 3.0);
        assert_chances(
            &REPENTANCE,
            (4, rich()),
            &[
                (Dice, dice_rich * placed_rich),
                (Sacrifice, (1.0 - dice_rich) * placed_rich),
                (Library, 1.0 / 20.0),
                (Curse, 1.0 / 2.0),
                (MiniBoss, 1.0 / 4.0),
                (BossChallenge, 1.0),
                (Challenge, 0.0),
                (Vault, vault_rich),
                (Arcade, 1.0 - vault_rich),
            ],
        );
        // No full health, no challenge; no key, no vault; no coin, no arcade.
        assert_chances(
            &REPENTANCE,
            (4, poor()),
            &[
                (Dice, dice_poor / 7.0),
                (Sacrifice, (1.0 - dice_poor) / 7.0),
                (BossChallenge, 0.0),
                (Vault, 0.0),
                (Arcade, 0.0),
            ],
        );
        // Coins without keys: the vault's tenth is lost only in `repentance`.
        let coins = RunState { coins: 5, ..poor() };
        assert_chances(&REPENTANCE, (4, coins), &[(Vault, 0.0), (Arcade, 9.0 / 10.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (4, coins), &[(Vault, 0.1), (Arcade, 9.0 / 10.0)]);
        // Keys without coins: the other way round.
        let keys = RunState { keys: 2, ..poor() };
        assert_chances(&REPENTANCE, (4, keys), &[(Vault, vault_rich), (Arcade, 0.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (4, keys), &[(Vault, 0.0), (Arcade, 0.0)]);
        for run in [RunState { keys: 1, ..rich() }, RunState { coins: 4, ..rich() }] {
            let with_keys = run.keys == 2;
            assert_chances(
                &REPENTANCE,
                (6, run),
                &[(Vault, if with_keys { vault_rich } else { 0.0 })],
            );
        }
    }

    #[test]
    fn r28_r29_r30_stages_and_runs_that_change_a_chance() {
        use RoomKind::{Arcade, BossChallenge, Challenge, Curse, MiniBoss, Vault};
        // Stage 1: no challenge, more mini-bosses, neither vault nor arcade.
        assert_chances(
            &REPENTANCE,
            (1, rich()),
            &[
                (MiniBoss, 1.0 / 2.0),
                (Challenge, 0.0),
                (BossChallenge, 0.0),
                (Vault, 0.0),
                (Arcade, 0.0),
            ],
        );
        // Stage 2: half of the challenges; from stage 3 on, all of them.
        assert_chances(&REPENTANCE, (2, rich()), &[(BossChallenge, 0.5), (Challenge, 0.0)]);
        assert_chances(&REPENTANCE, (3, rich()), &[(BossChallenge, 0.0), (Challenge, 1.0)]);
        assert_chances(&REPENTANCE, (3, poor()), &[(Challenge, 0.0)]);
        let devil = RunState { devil_room_entered: true, ..rich() };
        assert_chances(&REPENTANCE, (5, devil), &[(Curse, 5.0 / 8.0), (MiniBoss, 0.25)]);
        let voodoo = RunState { items: [Item::VoodooHead].into_iter().collect(), ..rich() };
        assert_chances(&REPENTANCE, (5, voodoo), &[(Curse, 1.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (5, voodoo), &[(Curse, 0.5)]);
    }

    #[test]
    fn w64_a_locked_planetarium_has_no_chance() {
        let fresh = Request { unlocks: Unlocks::Fresh, ..Request::level(3) };
        let has = |request| {
            let all = chances(&REPENTANCE, request);
            all.iter().find(|it| it.kind == RoomKind::Planetarium).unwrap().chance
        };
        assert_eq!([has(&Request::level(3)), has(&fresh)], [0.01, 0.0]);
    }

    #[test]
    fn w68_a_boss_challenge_comes_by_the_stage_and_its_tests_by_the_next_one_on_later_types() {
        use RoomKind::{BossChallenge, Challenge};
        let of = |stage, stage_type| {
            let request = Request { run: rich(), stage_type, ..Request::level(stage) };
            let all = chances(&REPENTANCE, &request);
            let found = all.iter().find(|it| [BossChallenge, Challenge].contains(&it.kind));
            found.map(|it| (it.kind, it.chance)).unwrap()
        };
        assert_eq!(
            [1, 2, 3].map(|stage| of(stage, 0)),
            [(Challenge, 0.0), (BossChallenge, 0.5), (Challenge, 1.0)]
        );
        assert_eq!(
            [1, 2, 3].map(|stage| of(stage, 4)),
            [(Challenge, 0.5), (BossChallenge, 1.0), (Challenge, 1.0)]
        );
    }

    #[test]
    fn r25_r32_r36_early_stages_have_planetariums_and_bedrooms_and_the_last_have_nothing() {
        use RoomKind::{CleanBedroom, Curse, DirtyBedroom, Planetarium};
        for stage in [1, 6] {
            assert_chances(
                &REPENTANCE,
                (stage, rich()),
                &[(Planetarium, 0.01), (CleanBedroom, 0.01), (DirtyBedroom, 0.01)],
            );
        }
        let dying = RunState { red_half_hearts: 1, ..poor() };
        let low = (1.0 - 49.0 / 50.0 * (4.0 / 5.0)) / 2.0;
        assert_chances(&REPENTANCE, (6, dying), &[(CleanBedroom, low), (DirtyBedroom, low)]);
        let nothing = [(Planetarium, 0.0), (CleanBedroom, 0.0), (DirtyBedroom, 0.0)];
        assert_chances(&REPENTANCE, (7, rich()), &nothing);
        assert_chances(&AFTERBIRTH_PLUS, (6, rich()), &[(Planetarium, 0.0), (CleanBedroom, 0.01)]);
        assert_chances(&REPENTANCE, (10, rich()), &[(Curse, 0.5), (Planetarium, 0.0)]);
        for stage in [11, 12] {
            let request = Request { run: rich(), ..Request::level(stage) };
            assert!(chances(&REPENTANCE, &request).is_empty());
        }
    }
}
