//! Where the two accounts of the source, prose and pseudo-code, disagree.

use std::str::FromStr;

use basement_model::RequestError;
use serde::{Deserialize, Serialize};
use strum::Display;

use crate::items::AwardError;

/// One of the source's two accounts of the awards.
///
/// ```
/// use basement_awards::Preset;
///
/// assert_eq!("pseudo-code".parse(), Ok(Preset::PseudoCode));
/// assert_ne!(Preset::Prose.rules(), Preset::PseudoCode.rules());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Preset {
    /// The pseudo-code, which was read from the game itself.
    #[default]
    PseudoCode,
    /// The page's text.
    Prose,
}

impl Preset {
    /// Every account.
    pub const ALL: [Self; 2] = [Self::PseudoCode, Self::Prose];

    /// Its rules.
    #[must_use]
    pub const fn rules(self) -> AwardRules {
        match self {
            Self::PseudoCode => PSEUDO_CODE,
            Self::Prose => PROSE,
        }
    }
}

impl FromStr for Preset {
    type Err = AwardError;

    fn from_str(text: &str) -> Result<Self, AwardError> {
        let word = text.replace('_', "-");
        let preset = Self::ALL.into_iter().find(|preset| preset.to_string() == word);
        preset.ok_or_else(|| {
            RequestError::unknown_name("account of the awards", text, Self::ALL).into()
        })
    }
}

/// [A1](basement_model::rules#a1): what Lucky Foot raises (x * 0.9 + 0.1).
///
/// ```
/// use basement_awards::{LuckyFootRule, Preset};
///
/// assert_eq!(Preset::Prose.rules().lucky_foot, LuckyFootRule::BothFloats);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LuckyFootRule {
    /// The first float.
    FirstFloat,
    /// Both floats.
    BothFloats,
}

/// [A1](basement_model::rules#a1): what Lucky Toe raises.
///
/// ```
/// use basement_awards::{LuckyToeRule, Preset};
///
/// assert_eq!(Preset::PseudoCode.rules().lucky_toe, LuckyToeRule::Sum);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LuckyToeRule {
    /// The sum: x * 0.98 + 0.02 with Lucky Foot and luck above 0, otherwise
    /// x * 0.9 + 0.1.
    Sum,
    /// The first float, after Lucky Foot: x * 0.98 + 0.02.
    FirstFloat,
}

/// [A3](basement_model::rules#a3): when a lil' battery replaces the award.
///
/// ```
/// use basement_awards::{BatteryRule, Preset};
///
/// let battery = Preset::Prose.rules().battery;
/// assert_eq!(battery, BatteryRule::WatchBatteryOnly { one_in: 30 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BatteryRule {
    /// For every player, with chance 1/`one_in`. If that fails, a second draw gives a battery with
    /// chance 1/`watch_battery_one_in`, but only to a player with Watch Battery.
    Always {
        /// The n of the first chance, 1/n.
        one_in: u32,
        /// The n of the second chance, 1/n.
        watch_battery_one_in: u32,
    },
    /// For a player with Watch Battery, with chance 1/`one_in`. Without Watch Battery there is no
    /// draw.
    WatchBatteryOnly {
        /// The n of the chance, 1/n.
        one_in: u32,
    },
}

/// [A3](basement_model::rules#a3): which of several replacements counts.
///
/// ```
/// use basement_awards::{Preset, ReplacementRule};
///
/// assert_eq!(Preset::PseudoCode.rules().replacement, ReplacementRule::LastHit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReplacementRule {
    /// The last: battery, sack, the chain of five trinkets and Smelter all draw, and
    /// each hit overwrites the one before.
    LastHit,
    /// The first: it ends the draws.
    FirstHit,
}

/// [A1-A4](basement_model::rules#a1): a field for each point on which the two accounts disagree.
/// What they agree on is in the code of each rule.
///
/// The values are not checked. `contract_nothing` and `contract_factor` must be from 0 to 1; with any
/// other value, awards and their probabilities have no meaning. A chance of 1/0 counts as 1/1, and
/// more than 100 hearts in a hundred as 100.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, RandomNumbers, Setting};
///
/// // The pseudo-code, except that a battery no longer makes way for a sack.
/// let mut rules = Preset::PseudoCode.rules();
/// rules.replacement = Preset::Prose.rules().replacement;
/// let chances = Procedure::new(&Setting::default(), &rules).distribution(RandomNumbers::Ideal);
/// assert!(chances.get(Pickup::Sack) < 0.0156);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AwardRules {
    /// [A1](basement_model::rules#a1): what Lucky Foot raises.
    pub lucky_foot: LuckyFootRule,
    /// [A1](basement_model::rules#a1): what Lucky Toe raises.
    pub lucky_toe: LuckyToeRule,
    /// [A3](basement_model::rules#a3): the lil' battery.
    pub battery: BatteryRule,
    /// [A3](basement_model::rules#a3): which of several replacements counts.
    pub replacement: ReplacementRule,
    /// [A4](basement_model::rules#a4): n of Guppy's Tail. It turns some awards into a chest; of the
    /// others (2/3 of all) it turns 1/n into nothing.
    pub guppys_tail_nothing_one_in: u32,
    /// [A4](basement_model::rules#a4): Contract From Below leaves nothing with this chance times
    /// `contract_factor` to the power of the number of contracts held.
    pub contract_nothing: f64,
    /// [A4](basement_model::rules#a4): the factor by which each contract lowers the chance of
    /// nothing.
    pub contract_factor: f64,
    /// [A4](basement_model::rules#a4): how many hearts in a hundred hard mode leaves.
    pub hard_mode_hearts_of_100: u32,
}

/// The rules of the pseudo-code.
const PSEUDO_CODE: AwardRules = AwardRules {
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

/// The rules of the prose.
const PROSE: AwardRules = AwardRules {
    lucky_foot: LuckyFootRule::BothFloats,
    lucky_toe: LuckyToeRule::FirstFloat,
    battery: BatteryRule::WatchBatteryOnly { one_in: 30 },
    replacement: ReplacementRule::FirstHit,
    // "33 %" of all awards, read as one third, like the 33 % of the chest.
    guppys_tail_nothing_one_in: 2,
    // 33 % with one contract, halved by each further contract.
    contract_nothing: 0.66,
    contract_factor: 0.5,
    hard_mode_hearts_of_100: 34,
};

impl Default for AwardRules {
    fn default() -> Self {
        PSEUDO_CODE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_round_trip_and_unknown_ones_are_refused() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
        }
        assert_eq!("pseudo_code".parse(), Ok(Preset::PseudoCode));
        let refused = "prosa".parse::<Preset>().unwrap_err().to_string();
        assert!(refused.contains("did you mean `prose`"), "{refused}");
    }

    #[test]
    fn the_pseudo_code_and_the_prose_differ_in_every_field() {
        let fields = |rules: &AwardRules| match serde_json::to_value(rules).unwrap() {
            serde_json::Value::Object(fields) => fields,
            other => panic!("{other}"),
        };
        let (code, prose) = (fields(&PSEUDO_CODE), fields(&PROSE));
        assert_eq!(code.len(), 8);
        for (name, value) in &code {
            assert_ne!(value, &prose[name], "{name}");
        }
    }
}
