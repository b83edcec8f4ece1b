//! What an award depends on.

use basement_model::{Difficulty, RequestError};
use serde::{Deserialize, Serialize};

use crate::items::{AwardError, AwardItems};

/// Luck, items held and difficulty: everything that an award depends on, apart from its seed.
///
/// ```
/// use basement_awards::{AwardItem, AwardItems, Setting};
/// use basement_model::Difficulty;
///
/// let items = AwardItems::NONE.with(AwardItem::LuckyToe);
/// let setting = Setting::new(12.5, items, Difficulty::Normal)?;
/// assert_eq!(setting.luck(), 10.0);
/// assert!(Setting::new(f32::NAN, items, Difficulty::Normal).is_err());
/// # Ok::<(), basement_awards::AwardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenSetting")]
pub struct Setting {
    luck: f32,
    items: AwardItems,
    difficulty: Difficulty,
}

impl Setting {
    /// A setting. Luck below 0 counts as 0 and luck above 10 as 10
    /// ([A1](basement_model::rules#a1)). Only Contract From Below counts more than once
    /// ([A4](basement_model::rules#a4)).
    ///
    /// # Errors
    ///
    /// [`RequestError::Luck`] for luck that is not a finite number.
    pub fn new(luck: f32, items: AwardItems, difficulty: Difficulty) -> Result<Self, AwardError> {
        if !luck.is_finite() {
            return Err(RequestError::Luck { given: luck }.into());
        }
        Ok(Self { luck: luck.clamp(0.0, 10.0), items, difficulty })
    }

    /// The effective luck, 0 to 10.
    #[must_use]
    pub const fn luck(&self) -> f32 {
        self.luck
    }

    /// The items held.
    #[must_use]
    pub const fn items(&self) -> &AwardItems {
        &self.items
    }

    /// Normal or hard mode.
    #[must_use]
    pub const fn difficulty(&self) -> Difficulty {
        self.difficulty
    }
}

/// A setting as written, before its luck is checked.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Setting")]
struct WrittenSetting {
    luck: f32,
    items: AwardItems,
    difficulty: Difficulty,
}

impl TryFrom<WrittenSetting> for Setting {
    type Error = AwardError;

    fn try_from(given: WrittenSetting) -> Result<Self, AwardError> {
        Self::new(given.luck, given.items, given.difficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::AwardItem;

    #[test]
    fn a1_luck_counts_from_0_to_10() {
        let luck = |luck| Setting::new(luck, AwardItems::NONE, Difficulty::Normal).unwrap().luck();
        assert_eq!([-3.0, 0.0, 2.5, 10.0, 11.0].map(luck), [0.0, 0.0, 2.5, 10.0, 10.0]);
    }

    #[test]
    fn luck_that_is_not_finite_is_refused() {
        for luck in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let refused = Setting::new(luck, AwardItems::NONE, Difficulty::Normal).unwrap_err();
            assert!(matches!(refused, AwardError::Request(RequestError::Luck { .. })));
        }
    }

    #[test]
    fn a_setting_round_trips_through_json_and_refuses_unknown_items_and_keys() {
        let items = [AwardItem::ContractFromBelow; 2].into_iter().collect();
        let setting = Setting::new(4.5, items, Difficulty::Hard).unwrap();
        let json = serde_json::to_string(&setting).unwrap();
        assert_eq!(
            json,
            r#"{"luck":4.5,"items":["contract_from_below","contract_from_below"],"difficulty":"hard"}"#
        );
        assert_eq!(serde_json::from_str::<Setting>(&json).unwrap(), setting);
        assert_eq!(serde_json::from_str::<Setting>("{}").unwrap(), Setting::default());
        assert!(serde_json::from_str::<Setting>(r#"{"lucky": 3}"#).is_err());
        let refused = serde_json::from_str::<Setting>(r#"{"items": ["luna"]}"#).unwrap_err();
        assert!(refused.to_string().contains("no award depends on luna"), "{refused}");
    }
}
