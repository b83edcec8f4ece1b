//! The sum of two floats that decides which kind of award a room gives (A1).

use crate::items::AwardItem;
use crate::rules::{AwardRules, LuckyFootRule, LuckyToeRule};
use crate::setting::Setting;

/// A1: the linear map `x * factor + offset` by which a lucky item raises a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Raise {
    /// Factor and offset as the rules give them, in decimals.
    pub(crate) ideal: (f64, f64),
    /// Factor and offset as the game's f32.
    single: (f32, f32),
}

impl Raise {
    const NONE: Self = Self::new(1.0, 0.0);
    /// A tenth of the way up to 1.
    const TENTH: Self = Self::new(0.9, 0.1);
    /// A fiftieth of the way up to 1.
    const FIFTIETH: Self = Self::new(0.98, 0.02);

    const fn new(factor: f64, offset: f64) -> Self {
        Self { ideal: (factor, offset), single: (factor as f32, offset as f32) }
    }

    #[inline]
    fn apply(self, x: f32) -> f32 {
        x * self.single.0 + self.single.1
    }
}

/// A1: how one setting sums the two floats: `second float * luck * 0.1 + first float`,
/// with the raises of the lucky items. The sum never falls when a float rises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sum {
    pub(crate) luck: f32,
    /// The raises of the first float, in this order.
    pub(crate) first: [Raise; 2],
    /// The raise of the second float.
    pub(crate) second: Raise,
    /// The raise of the sum.
    pub(crate) whole: Raise,
}

impl Sum {
    pub(crate) fn new(setting: &Setting, rules: &AwardRules) -> Self {
        let luck = setting.luck();
        let has_foot = setting.items().has(AwardItem::LuckyFoot);
        let has_toe = setting.items().has(AwardItem::LuckyToe);
        let when = |condition: bool, raise: Raise| if condition { raise } else { Raise::NONE };
        let toe_on_sum = if has_foot && luck > 0.0 { Raise::FIFTIETH } else { Raise::TENTH };
        let is_on_sum = rules.lucky_toe == LuckyToeRule::Sum;
        Self {
            luck,
            first: [when(has_foot, Raise::TENTH), when(has_toe && !is_on_sum, Raise::FIFTIETH)],
            second: when(has_foot && rules.lucky_foot == LuckyFootRule::BothFloats, Raise::TENTH),
            whole: when(has_toe && is_on_sum, toe_on_sum),
        }
    }

    /// A1: what the first float adds to the sum.
    #[inline]
    pub(crate) fn first_part(&self, float: f32) -> f32 {
        self.first[1].apply(self.first[0].apply(float))
    }

    /// A1: what the second float adds to the sum.
    #[inline]
    pub(crate) fn second_part(&self, float: f32) -> f32 {
        self.second.apply(float) * self.luck * 0.1
    }

    /// A1: the sum of both parts.
    #[inline]
    pub(crate) fn total(&self, first: f32, second: f32) -> f32 {
        self.whole.apply(second + first)
    }
}
