//! Reading the name of an item.

use std::str::FromStr;

use basement_model::{Item, RequestError};

use crate::error::AwardError;
use crate::items::AwardItem;

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
