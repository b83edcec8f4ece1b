//! From draws to an award: A1-A4 in the pseudo-code's order of draws.

use basement_model::{Difficulty, GameRng, STREAM_TRIPLE, Seed, unit_float};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::awards::Awards;
use crate::bands::Band;
use crate::items::AwardItem;
use crate::pickup::{Award, Pickup};
use crate::rules::{AwardRules, BatteryRule, ReplacementRule};
use crate::setting::Setting;
use crate::sum::Sum;

/// The random decisions that A1-A4 make.
///
/// The procedure is written once, generic over this trait. [`RandomDecisions`] answers with draws,
/// which gives one award; [`Procedure::distribution`] takes every answer in turn, which gives the
/// probability of each award.
pub(crate) trait Decisions {
    /// A1, A2: the band of the sum of two floats.
    fn band(&mut self, sum: &Sum) -> Band;

    /// Whether `random(n)` is below a limit.
    fn below(&mut self, n: u32, limit: u32) -> bool;

    /// Whether a random float is below a threshold.
    fn float_below(&mut self, threshold: &Threshold) -> bool;

    /// Whether a chance of 1/n comes up: `random(n) == 0`.
    #[inline]
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n, 1)
    }
}

/// A probability that the game compares with a random float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Threshold {
    /// The value in the rules, in decimals.
    pub(crate) ideal: f64,
    /// The value as the game's f32.
    pub(crate) single: f32,
}

/// [A1-A4](basement_model::rules#a1) for one setting. One procedure can draw any number of awards.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, RandomNumbers, Setting};
/// use basement_model::Seed;
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// // One award, drawn.
/// let award = procedure.award_from_seed(Seed::game(2_334_308_359)?);
/// assert_eq!((award.pickup, award.count), (Pickup::Heart, 1));
/// // All awards, with their probabilities.
/// let hearts = procedure.distribution(RandomNumbers::Ideal).get(Pickup::Heart);
/// assert!((hearts - 0.14).abs() < 0.001);
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    setting: Setting,
    rules: AwardRules,
    sum: Sum,
    /// A4: how many copies Contract From Below makes of a pickup.
    copies: u16,
    /// A4: the chance that Contract From Below leaves nothing.
    contract_nothing: Threshold,
}

impl Procedure {
    /// The procedure for a setting.
    #[must_use]
    pub fn new(setting: &Setting, rules: &AwardRules) -> Self {
        let contracts = setting.items().count(AwardItem::ContractFromBelow);
        // Multiplication rounds the same on every machine; `powi` need not.
        let power = (0..contracts).fold(1.0, |power, _| power * rules.contract_factor as f32);
        Self {
            setting: *setting,
            rules: *rules,
            sum: Sum::new(setting, rules),
            copies: u16::from(contracts) + 1,
            contract_nothing: Threshold {
                ideal: rules.contract_nothing * rules.contract_factor.powi(contracts.into()),
                single: power * rules.contract_nothing as f32,
            },
        }
    }

    /// The procedure's setting.
    #[must_use]
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The procedure's rules.
    #[must_use]
    pub const fn rules(&self) -> &AwardRules {
        &self.rules
    }

    /// How many copies an award has when Broken Modem adds none: 1, and 1 more for each
    /// Contract From Below ([A4](basement_model::rules#a4)). A trinket always has 1.
    #[must_use]
    pub const fn copies(&self) -> u16 {
        self.copies
    }

    /// An all-zero table for counting the awards of this procedure.
    #[must_use]
    pub fn empty_counts(&self) -> Awards<u64> {
        Awards::new(self.copies)
    }

    pub(crate) const fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The award that a source of draws gives. Each draw uses 32 bits.
    #[inline]
    pub fn award<R: Rng>(&self, draws: &mut R) -> Award {
        self.run(&mut RandomDecisions(draws))
    }

    /// The award of a seed. A game seed is the room's award seed, and its draws come from shift
    /// triple 35.
    ///
    /// ```
    /// use basement_awards::{Award, Preset, Procedure, Setting};
    /// use basement_model::Seed;
    ///
    /// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    /// assert_eq!(procedure.award_from_seed(Seed::game(1)?), Award::NOTHING);
    /// # Ok::<(), basement_model::RequestError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn award_from_seed(&self, seed: Seed) -> Award {
        match seed {
            // A `Seed` is never 0 and the triple exists, so there is always a generator.
            Seed::Game(seed) => GameRng::new(seed.get(), STREAM_TRIPLE)
                .map_or(Award::NOTHING, |mut draws| self.award(&mut draws)),
            Seed::Pcg(seed) => self.award(&mut Pcg64Mcg::seed_from_u64(seed)),
        }
    }

    /// A1-A4, in order.
    #[inline]
    pub(crate) fn run<D: Decisions>(&self, decisions: &mut D) -> Award {
        let band = decisions.band(&self.sum);
        let mut pickup = self.pickup_in(band, decisions);
        if band != Band::Nothing {
            pickup = self.replaced(pickup, decisions);
        }
        if self.has(AwardItem::GuppysTail) {
            pickup = self.guppys_tail(pickup, decisions);
        }
        let count = self.contract(pickup, decisions);
        if self.setting.difficulty() == Difficulty::Hard && pickup == Pickup::Heart {
            pickup = self.hard_mode(decisions);
        }
        let extra = u16::from(self.broken_modem(pickup, count, decisions));
        Award::spawned(pickup, count + extra)
    }

    /// A2: the pickup of a band.
    #[inline]
    fn pickup_in<D: Decisions>(&self, band: Band, decisions: &mut D) -> Pickup {
        match band {
            Band::Nothing => Pickup::Nothing,
            Band::Assorted => {
                if decisions.one_in(3) {
                    Pickup::Card
                } else if decisions.one_in(2) {
                    Pickup::Trinket
                } else {
                    Pickup::Pill
                }
            }
            Band::Coin => Pickup::Coin,
            Band::Greed if self.has(AwardItem::RibOfGreed) => Pickup::Coin,
            Band::Greed | Band::Heart if self.leaves_heart(decisions) => Pickup::Heart,
            Band::Greed | Band::Heart | Band::Key => Pickup::Key,
            Band::Bomb => Pickup::Bomb,
            Band::Chest => Pickup::Chest,
        }
    }

    /// A2, A3: Daemon's Tail leaves one heart in five.
    #[inline]
    fn leaves_heart<D: Decisions>(&self, decisions: &mut D) -> bool {
        !self.has(AwardItem::DaemonsTail) || decisions.one_in(5)
    }

    /// A3: the award after the replacements.
    #[inline]
    fn replaced<D: Decisions>(&self, mut pickup: Pickup, decisions: &mut D) -> Pickup {
        let first_stands = self.rules.replacement == ReplacementRule::FirstHit;
        if self.battery(decisions) {
            pickup = Pickup::Battery;
            if first_stands {
                return pickup;
            }
        }
        if decisions.one_in(50) {
            pickup = Pickup::Sack;
            if first_stands {
                return pickup;
            }
        }
        if let Some(hit) = self.trinkets(decisions) {
            pickup = hit;
            if first_stands {
                return pickup;
            }
        }
        if self.has(AwardItem::Smelter) && decisions.one_in(50) {
            pickup = Pickup::Trinket;
        }
        pickup
    }

    /// A3: the lil' battery.
    #[inline]
    fn battery<D: Decisions>(&self, decisions: &mut D) -> bool {
        let has_watch = self.has(AwardItem::WatchBattery);
        match self.rules.battery {
            BatteryRule::Always { one_in, watch_battery_one_in } => {
                decisions.one_in(one_in) || (decisions.one_in(watch_battery_one_in) && has_watch)
            }
            BatteryRule::WatchBatteryOnly { one_in } => has_watch && decisions.one_in(one_in),
        }
    }

    /// A3: the first of the five trinkets that hits.
    #[inline]
    fn trinkets<D: Decisions>(&self, decisions: &mut D) -> Option<Pickup> {
        const TRINKETS: [(AwardItem, Pickup); 5] = [
            (AwardItem::AceOfSpades, Pickup::Card),
            (AwardItem::SafetyCap, Pickup::Pill),
            (AwardItem::MatchStick, Pickup::Bomb),
            (AwardItem::ChildsHeart, Pickup::Heart),
            (AwardItem::RustedKey, Pickup::Key),
        ];
        TRINKETS.into_iter().find_map(|(item, pickup)| {
            let hits = self.has(item)
                && decisions.one_in(10)
                && (pickup != Pickup::Heart || self.leaves_heart(decisions));
            hits.then_some(pickup)
        })
    }

    /// A4: Guppy's Tail turns one award in three into a chest, and some of the others
    /// into nothing.
    #[inline]
    fn guppys_tail<D: Decisions>(&self, pickup: Pickup, decisions: &mut D) -> Pickup {
        if decisions.one_in(3) {
            if decisions.one_in(2) { Pickup::Chest } else { Pickup::LockedChest }
        } else if decisions.one_in(self.rules.guppys_tail_nothing_one_in) {
            Pickup::Nothing
        } else {
            pickup
        }
    }

    /// A4: how many copies Contract From Below leaves.
    #[inline]
    fn contract<D: Decisions>(&self, pickup: Pickup, decisions: &mut D) -> u16 {
        if !self.has(AwardItem::ContractFromBelow) || pickup == Pickup::Trinket {
            return 1;
        }
        if decisions.float_below(&self.contract_nothing) { 0 } else { self.copies }
    }

    /// A4: what hard mode makes of a heart.
    #[inline]
    fn hard_mode<D: Decisions>(&self, decisions: &mut D) -> Pickup {
        if decisions.below(100, self.rules.hard_mode_hearts_of_100) {
            Pickup::Heart
        } else {
            Pickup::Nothing
        }
    }

    /// A4: whether Broken Modem adds a copy. It draws even when there is nothing to
    /// copy.
    #[inline]
    fn broken_modem<D: Decisions>(&self, pickup: Pickup, count: u16, decisions: &mut D) -> bool {
        self.has(AwardItem::BrokenModem)
            && decisions.one_in(4)
            && count >= 1
            && matches!(
                pickup,
                Pickup::Coin | Pickup::Heart | Pickup::Key | Pickup::Sack | Pickup::Bomb
            )
    }

    #[inline]
    fn has(&self, item: AwardItem) -> bool {
        self.setting.items().has(item)
    }
}

/// Decisions made by draws.
struct RandomDecisions<'a, R>(&'a mut R);

impl<R: Rng> Decisions for RandomDecisions<'_, R> {
    #[inline]
    fn band(&mut self, sum: &Sum) -> Band {
        let first = sum.first_part(unit_float(self.0.next_u32()));
        let second = sum.second_part(unit_float(self.0.next_u32()));
        Band::from_sum(sum.total(first, second))
    }

    #[inline]
    fn below(&mut self, n: u32, limit: u32) -> bool {
        // `random(0)` is 0 (R3).
        self.0.next_u32().checked_rem(n).unwrap_or(0) < limit
    }

    #[inline]
    fn float_below(&mut self, threshold: &Threshold) -> bool {
        unit_float(self.0.next_u32()) < threshold.single
    }
}
