//! A whole number that a file may also give as `1e4`.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(u64),
    Real(f64),
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    /// Whole numbers up to 2^53 are exact.
    const MOST: f64 = 9_007_199_254_740_992.0;
    match Number::deserialize(deserializer) {
        Ok(Number::Whole(number)) => Ok(number),
        Ok(Number::Real(number)) if number.fract() == 0.0 && (0.0..=MOST).contains(&number) => {
            Ok(number as u64)
        }
        _ => Err(D::Error::custom("expected a whole number, such as 10000 or 1e4")),
    }
}
