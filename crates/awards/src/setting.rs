//! What an award depends on.

use basement_floors::{Difficulty, Item, Items, RequestError};
use serde::{Deserialize, Serialize};

use crate::error::AwardError;

/// The items that A1-A4 name, in their order.
pub const AWARD_ITEMS: [Item; 14] = [
    Item::LuckyFoot,
    Item::LuckyToe,
    Item::RibOfGreed,
    Item::DaemonsTail,
    Item::WatchBattery,
    Item::AceOfSpades,
    Item::SafetyCap,
    Item::MatchStick,
    Item::ChildsHeart,
    Item::RustedKey,
    Item::Smelter,
    Item::GuppysTail,
    Item::ContractFromBelow,
    Item::BrokenModem,
];

/// Luck, items held, difficulty: all that an award depends on beside its seed.
///
/// ```
/// use basement_awards::Setting;
/// use basement_floors::{Difficulty, Item, Items};
///
/// let setting = Setting::new(12.5, Items::NONE.with(Item::LuckyToe), Difficulty::Normal)?;
/// assert_eq!(setting.luck(), 10.0);
/// assert!(Setting::new(f32::NAN, Items::NONE, Difficulty::Normal).is_err());
/// assert!(Setting::new(0.0, Items::NONE.with(Item::Luna), Difficulty::Normal).is_err());
/// # Ok::<(), basement_awards::AwardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Given")]
pub struct Setting {
    luck: f32,
    items: Items,
    difficulty: Difficulty,
}

impl Setting {
    /// The setting of a luck, which A1 clamps to 0 to 10. An item may be held
    /// several times; of the contract every one counts (A4).
    ///
    /// # Errors
    ///
    /// [`RequestError::Luck`] for luck that is no finite number, and
    /// [`AwardError::ItemWithoutRule`] for an item outside [`AWARD_ITEMS`].
    pub fn new(luck: f32, items: Items, difficulty: Difficulty) -> Result<Self, AwardError> {
        if !luck.is_finite() {
            return Err(RequestError::Luck { given: luck }.into());
        }
        if let Some(given) = items.iter().find(|item| !AWARD_ITEMS.contains(item)) {
            return Err(AwardError::ItemWithoutRule { given });
        }
        Ok(Self { luck: luck.clamp(0.0, 10.0), items, difficulty })
    }

    /// The luck that counts, 0 to 10.
    #[must_use]
    pub const fn luck(&self) -> f32 {
        self.luck
    }

    /// The items held.
    #[must_use]
    pub const fn items(&self) -> &Items {
        &self.items
    }

    /// Normal or hard mode.
    #[must_use]
    pub const fn difficulty(&self) -> Difficulty {
        self.difficulty
    }
}

/// A setting as it is written, before its luck and items are looked at.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Setting")]
#[derive(Default)]
struct Given {
    luck: f32,
    items: Items,
    difficulty: Difficulty,
}

impl TryFrom<Given> for Setting {
    type Error = AwardError;

    fn try_from(given: Given) -> Result<Self, AwardError> {
        Self::new(given.luck, given.items, given.difficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_luck_counts_from_0_to_10() {
        let luck = |luck| Setting::new(luck, Items::NONE, Difficulty::Normal).unwrap().luck();
        assert_eq!([-3.0, 0.0, 2.5, 10.0, 11.0].map(luck), [0.0, 0.0, 2.5, 10.0, 10.0]);
    }

    #[test]
    fn endless_luck_and_items_without_an_award_rule_are_refused() {
        for luck in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let refused = Setting::new(luck, Items::NONE, Difficulty::Normal).unwrap_err();
            assert!(matches!(refused, AwardError::Request(RequestError::Luck { .. })));
        }
        let items = Items::NONE.with(Item::LuckyFoot).with(Item::Luna);
        let refused = Setting::new(0.0, items, Difficulty::Normal).unwrap_err();
        assert_eq!(refused, AwardError::ItemWithoutRule { given: Item::Luna });
        assert!(refused.to_string().starts_with("no award depends on luna: leave it out"));
        assert!(refused.to_string().ends_with("contract_from_below, broken_modem"));
    }

    #[test]
    fn a_setting_reads_what_it_writes_and_refuses_what_is_none() {
        let items = [Item::ContractFromBelow; 2].into_iter().collect();
        let setting = Setting::new(4.5, items, Difficulty::Hard).unwrap();
        let json = serde_json::to_string(&setting).unwrap();
        assert_eq!(serde_json::from_str::<Setting>(&json).unwrap(), setting);
        assert_eq!(serde_json::from_str::<Setting>("{}").unwrap(), Setting::default());
        assert!(serde_json::from_str::<Setting>(r#"{"items": ["luna"]}"#).is_err());
        assert!(serde_json::from_str::<Setting>(r#"{"lucky": 3}"#).is_err());
    }
}
