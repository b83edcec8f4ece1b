//! Where the prose and the pseudo-code of the source disagree, as data.

use std::str::FromStr;

use basement_floors::RequestError;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, VariantArray};

use crate::error::AwardError;

/// Which account of the source is followed.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumIter,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Preset {
    /// The pseudo-code, which was read from the game itself.
    #[default]
    PseudoCode,
    /// The page's text.
    Prose,
}

impl Preset {
    /// Its rules.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::PseudoCode => Rules::PSEUDO_CODE,
            Self::Prose => Rules::PROSE,
        }
    }
}

impl FromStr for Preset {
    type Err = AwardError;

    fn from_str(text: &str) -> Result<Self, AwardError> {
        let word = text.replace('_', "-");
        let known = Self::VARIANTS.iter();
        known
            .clone()
            .find(|preset| preset.to_string() == word)
            .copied()
            .ok_or_else(|| RequestError::unknown_name("account of the awards", text, known).into())
    }
}

/// A1: what Lucky Foot raises (x * 0.9 + 0.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LuckyFootRule {
    /// The first float.
    FirstFloat,
    /// Both floats.
    BothFloats,
}

/// A1: what Lucky Toe raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LuckyToeRule {
    /// The sum: x * 0.98 + 0.02 with Lucky Foot and luck above 0, else
    /// x * 0.9 + 0.1.
    Sum,
    /// The first float, after Lucky Foot: x * 0.98 + 0.02.
    FirstFloat,
}

/// A3: when a lil' battery takes the award's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatteryRule {
    /// At 1/`one_in` for everybody; failing that a second draw is always made,
    /// and counts at 1/`watch_battery_one_in` with Watch Battery.
    Always {
        /// For everybody.
        one_in: u32,
        /// With Watch Battery.
        watch_battery_one_in: u32,
    },
    /// At 1/`one_in` with Watch Battery; without it no draw is made.
    WatchBatteryOnly {
        /// With Watch Battery.
        one_in: u32,
    },
}

/// A3: which of several replacements stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplacementRule {
    /// Battery, sack, the five trinkets' chain and Smelter are all rolled, and
    /// each hit overwrites the one before.
    LastHit,
    /// The first that hits ends the rolls.
    FirstHit,
}

/// A1-A4: where the prose and the pseudo-code disagree. What both agree on
/// stands in the code of each rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A1: what Lucky Foot raises.
    pub lucky_foot: LuckyFootRule,
    /// A1: what Lucky Toe raises.
    pub lucky_toe: LuckyToeRule,
    /// A3: the lil' battery.
    pub battery: BatteryRule,
    /// A3: which of several replacements stands.
    pub replacement: ReplacementRule,
    /// A4: of the awards that Guppy's Tail does not turn into a chest (2/3), it
    /// takes one in so many.
    pub guppys_tail_nothing_one_in: u32,
    /// A4: the chance of nothing is this times `contract_factor` to the power of
    /// the contracts held.
    pub contract_nothing: f64,
    /// A4: what every contract multiplies the chance of nothing by.
    pub contract_factor: f64,
    /// A4: of a hundred hearts, those that hard mode leaves.
    pub hard_mode_hearts_of_100: u32,
}

impl Rules {
    /// The pseudo-code's.
    pub const PSEUDO_CODE: Self = Self {
        lucky_foot: LuckyFootRule::FirstFloat,
        lucky_toe: LuckyToeRule::Sum,
        battery: BatteryRule::Always { one_in: 20, watch_battery_one_in: 15 },
        replacement: ReplacementRule::LastHit,
        // 2/9 of all awards.
        guppys_tail_nothing_one_in: 3,
        // 33.3 % with one contract, 22.2 % with two.
        contract_nothing: 0.5,
        contract_factor: 0.666,
        hard_mode_hearts_of_100: 35,
    };

    /// The prose's.
    pub const PROSE: Self = Self {
        lucky_foot: LuckyFootRule::BothFloats,
        lucky_toe: LuckyToeRule::FirstFloat,
        battery: BatteryRule::WatchBatteryOnly { one_in: 30 },
        replacement: ReplacementRule::FirstHit,
        // "33 %" of all awards, read as the third that the chest's 33 % is.
        guppys_tail_nothing_one_in: 2,
        // 33 % with one contract, halved by each further one.
        contract_nothing: 0.66,
        contract_factor: 0.5,
        hard_mode_hearts_of_100: 34,
    };
}

impl Default for Rules {
    fn default() -> Self {
        Self::PSEUDO_CODE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_read_as_they_are_written_and_others_refused() {
        for preset in Preset::VARIANTS {
            assert_eq!(preset.to_string().parse(), Ok(*preset));
        }
        assert_eq!("pseudo_code".parse(), Ok(Preset::PseudoCode));
        let refused = "prosa".parse::<Preset>().unwrap_err().to_string();
        assert!(refused.contains("did you mean `prose`"), "{refused}");
    }

    #[test]
    fn every_field_is_a_disagreement_of_the_two_accounts() {
        let fields = |rules: &Rules| match serde_json::to_value(rules).unwrap() {
            serde_json::Value::Object(fields) => fields,
            other => panic!("{other}"),
        };
        let (code, prose) = (fields(&Rules::PSEUDO_CODE), fields(&Rules::PROSE));
        assert_eq!(code.len(), 8);
        for (name, value) in &code {
            assert_ne!(value, &prose[name], "{name}");
        }
    }
}
