//! The exact chance of a special room, as its rule states it.

use basement_model::RoomKind;
use serde::Serialize;

/// How likely a special room is, given that a dead end is left for it.
///
/// It is the chance of the rule, not the frequency on finished floors: a floor
/// that has run out of fitting dead ends lacks the room all the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The kind of room.
    pub kind: RoomKind,
    /// The id of the rule.
    pub rule: &'static str,
    /// Its chance, 0 to 1.
    pub chance: f64,
}

impl Chance {
    pub(crate) const fn new(rule: &'static str, kind: RoomKind, chance: f64) -> Self {
        Self { kind, rule, chance }
    }
}

/// "1/n" of the rules as a number.
pub(crate) fn one_in(n: u32) -> f64 {
    1.0 / f64::from(n.max(1))
}

/// "1/first, or 1/second when condition" of the rules as a number.
pub(crate) fn either(first: u32, second: u32, condition: bool) -> f64 {
    let second = if condition { one_in(second) } else { 0.0 };
    one_in(first) + (1.0 - one_in(first)) * second
}

/// 1 when a condition holds, else 0.
pub(crate) fn when(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_the_wiki_come_out() {
        // Sacrifice at full health: 5/14; curse room after a devil room: 5/8;
        // bedroom at low health: 27/125; mini-boss on stage 1: 1/2.
        assert!((either(7, 4, true) - 5.0 / 14.0).abs() < 1e-15);
        assert!((either(2, 4, true) - 5.0 / 8.0).abs() < 1e-15);
        assert!((either(50, 5, true) - 27.0 / 125.0).abs() < 1e-15);
        assert!((either(4, 3, true) - 1.0 / 2.0).abs() < 1e-15);
        assert!((either(10, 3, true) - 2.0 / 5.0).abs() < 1e-15);
        assert_eq!(either(20, 4, false), 0.05);
    }
}
