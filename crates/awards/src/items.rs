//! The items and trinkets that change what a cleared room gives.

use std::str::FromStr;

use basement_model::{Item, RequestError, item_counts};
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};
use thiserror::Error;

/// An item or trinket that [A1-A4](basement_model::rules#a1) name.
///
/// Names are written in snake case; `-` is read as `_`.
///
/// ```
/// use basement_awards::AwardItem;
///
/// assert_eq!("guppys-tail".parse(), Ok(AwardItem::GuppysTail));
/// assert_eq!(AwardItem::GuppysTail.to_string(), "guppys_tail");
///
/// let error = "lucky_fot".parse::<AwardItem>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no item `lucky_fot`: did you mean `lucky_foot`?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum AwardItem {
    /// Raises the first float, or both floats in the prose ([A1](basement_model::rules#a1)).
    LuckyFoot,
    /// Raises the sum of the floats, or in the prose the first float
    /// ([A1](basement_model::rules#a1)).
    LuckyToe,
    /// Makes [`Band::Greed`](crate::Band::Greed) a coin ([A2](basement_model::rules#a2)).
    RibOfGreed,
    /// Turns four hearts in five into keys, and rejects four in five of Child's Heart
    /// ([A2](basement_model::rules#a2), [A3](basement_model::rules#a3)).
    DaemonsTail,
    /// Makes a lil' battery more likely; in the prose only this item gives one
    /// ([A3](basement_model::rules#a3)).
    WatchBattery,
    /// Replaces one award in ten with a card ([A3](basement_model::rules#a3)).
    AceOfSpades,
    /// Replaces one award in ten with a pill ([A3](basement_model::rules#a3)).
    SafetyCap,
    /// Replaces one award in ten with a bomb ([A3](basement_model::rules#a3)).
    MatchStick,
    /// Replaces one award in ten with a heart ([A3](basement_model::rules#a3)).
    ChildsHeart,
    /// Replaces one award in ten with a key ([A3](basement_model::rules#a3)).
    RustedKey,
    /// Replaces one award in fifty with a trinket ([A3](basement_model::rules#a3)).
    Smelter,
    /// Turns one award in three into a chest, and some others into nothing
    /// ([A4](basement_model::rules#a4)).
    GuppysTail,
    /// Adds a copy of the award, or takes the award away. No other item counts more than once
    /// ([A4](basement_model::rules#a4)).
    ContractFromBelow,
    /// Adds a copy to one coin, heart, key, sack or bomb in four ([A4](basement_model::rules#a4)).
    BrokenModem,
}

impl AwardItem {
    /// Every item, in the order in which [A1-A4](basement_model::rules#a1) name them.
    pub const ALL: [Self; 14] = *<Self as VariantArray>::VARIANTS.first_chunk().expect("14 items");
}

/// Why a setting, or the name of something in it, was refused.
///
/// ```
/// use basement_awards::{AwardError, AwardItem};
/// use basement_model::Item;
///
/// let error = "luna".parse::<AwardItem>().unwrap_err();
/// assert_eq!(error, AwardError::FloorItem { given: Item::Luna });
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AwardError {
    /// Luck that is not finite, or an unknown name.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// An item that changes floors, not awards.
    #[error("no award depends on {given}: leave it out, or give one of {}", names())]
    FloorItem {
        /// The item given.
        given: Item,
    },
}

fn names() -> String {
    AwardItem::ALL.map(|item| item.to_string()).join(", ")
}

impl FromStr for AwardItem {
    type Err = AwardError;

    fn from_str(text: &str) -> Result<Self, AwardError> {
        let name = text.replace('-', "_");
        let item = Self::ALL.into_iter().find(|item| item.to_string() == name);
        item.ok_or_else(|| match name.parse::<Item>() {
            Ok(given) => AwardError::FloorItem { given },
            Err(_) => RequestError::unknown_name("item", text, Self::ALL).into(),
        })
    }
}

impl TryFrom<String> for AwardItem {
    type Error = AwardError;

    fn try_from(text: String) -> Result<Self, AwardError> {
        text.parse()
    }
}

item_counts! {
    /// The items that a player holds, each with its count. They are serialized as a list of names, in
    /// which an item held twice appears twice.
    ///
    /// ```
    /// use basement_awards::{AwardItem, AwardItems};
    ///
    /// let items = AwardItems::NONE
    ///     .with(AwardItem::LuckyToe)
    ///     .with(AwardItem::ContractFromBelow)
    ///     .with(AwardItem::ContractFromBelow);
    /// assert!(items.has(AwardItem::LuckyToe));
    /// assert_eq!(items.count(AwardItem::ContractFromBelow), 2);
    /// assert_eq!(items.iter().count(), 3);
    /// ```
    AwardItems of AwardItem, "Vec<AwardItem>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_its_own_index_and_its_name_round_trips() {
        for (place, item) in AwardItem::ALL.into_iter().enumerate() {
            assert_eq!(item as usize, place);
            assert_eq!(item.to_string().parse(), Ok(item));
            assert_eq!(item.to_string().replace('_', "-").parse(), Ok(item));
            let json = serde_json::to_string(&item).unwrap();
            assert_eq!(json, format!("\"{item}\""));
            assert_eq!(serde_json::from_str::<AwardItem>(&json).unwrap(), item);
        }
    }

    #[test]
    fn an_item_that_changes_floors_is_refused_as_such_and_an_unknown_name_with_the_nearest() {
        let refused = "luna".parse::<AwardItem>().unwrap_err();
        assert_eq!(refused, AwardError::FloorItem { given: Item::Luna });
        assert!(refused.to_string().starts_with("no award depends on luna: leave it out"));
        assert!(refused.to_string().ends_with("contract_from_below, broken_modem"));
        let unknown = "smelte".parse::<AwardItem>().unwrap_err();
        assert!(unknown.to_string().ends_with("did you mean `smelter`?"), "{unknown}");
        let spelled = "Guppy's Tail".parse::<AwardItem>().unwrap_err();
        assert!(spelled.to_string().ends_with("did you mean `guppys_tail`?"), "{spelled}");
    }

    #[test]
    fn an_item_changes_floors_or_awards_but_never_both() {
        for item in AwardItem::ALL {
            assert!(item.to_string().parse::<Item>().is_err(), "{item}");
        }
    }

    #[test]
    fn items_are_listed_in_order_with_repeats() {
        let items: AwardItems =
            [AwardItem::BrokenModem, AwardItem::LuckyFoot, AwardItem::BrokenModem]
                .into_iter()
                .collect();
        let listed: Vec<AwardItem> = items.iter().collect();
        let expected = [AwardItem::LuckyFoot, AwardItem::BrokenModem, AwardItem::BrokenModem];
        assert_eq!(listed, expected);
        let many: AwardItems = std::iter::repeat_n(AwardItem::Smelter, 300).collect();
        assert_eq!(many.count(AwardItem::Smelter), u8::MAX);
    }
}
