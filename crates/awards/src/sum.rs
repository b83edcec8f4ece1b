//! The sum of two floats that decides what kind of award it is (A1).

use basement_floors::Item;

use crate::rules::{LuckyFootRule, LuckyToeRule, Rules};
use crate::setting::Setting;

/// A1: what a lucky item does to a number: x * factor + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    /// Factor and offset as the rules write them.
    pub(crate) written: (f64, f64),
    /// The same as the game has them.
    single: (f32, f32),
}

impl Lift {
    const NONE: Self = Self::new(1.0, 0.0);
    const FULL: Self = Self::new(0.9, 0.1);
    const SLIGHT: Self = Self::new(0.98, 0.02);

    const fn new(factor: f64, offset: f64) -> Self {
        Self { written: (factor, offset), single: (factor as f32, offset as f32) }
    }

    #[inline]
    fn of(self, x: f32) -> f32 {
        x * self.single.0 + self.single.1
    }
}

/// A1: the sum for one setting, float * luck * 0.1 + first float, with what the
/// lucky items do to its parts. It never falls when a float rises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sum {
    pub(crate) luck: f32,
    /// On the first float, in this order.
    pub(crate) first: [Lift; 2],
    /// On the second float.
    pub(crate) second: Lift,
    /// On the sum.
    pub(crate) whole: Lift,
}

impl Sum {
    pub(crate) fn new(setting: &Setting, rules: &Rules) -> Self {
        let luck = setting.luck();
        let has_foot = setting.items().has(Item::LuckyFoot);
        let has_toe = setting.items().has(Item::LuckyToe);
        let when = |condition: bool, lift: Lift| if condition { lift } else { Lift::NONE };
        let toe_on_sum = if has_foot && luck > 0.0 { Lift::SLIGHT } else { Lift::FULL };
        let is_on_sum = rules.lucky_toe == LuckyToeRule::Sum;
        Self {
            luck,
            first: [when(has_foot, Lift::FULL), when(has_toe && !is_on_sum, Lift::SLIGHT)],
            second: when(has_foot && rules.lucky_foot == LuckyFootRule::BothFloats, Lift::FULL),
            whole: when(has_toe && is_on_sum, toe_on_sum),
        }
    }

    /// A1: the first float's part.
    #[inline]
    pub(crate) fn first_part(&self, float: f32) -> f32 {
        self.first[1].of(self.first[0].of(float))
    }

    /// A1: the second float's part.
    #[inline]
    pub(crate) fn second_part(&self, float: f32) -> f32 {
        self.second.of(float) * self.luck * 0.1
    }

    /// A1: the sum of both parts.
    #[inline]
    pub(crate) fn of_parts(&self, first: f32, second: f32) -> f32 {
        self.whole.of(second + first)
    }
}
