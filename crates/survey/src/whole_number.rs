//! A whole number that a file may also give as `1e4`.

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

pub(crate) fn deserialize<'de, D, N>(deserializer: D) -> Result<N, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<u64>,
{
    let WholeNumber(number) = WholeNumber::deserialize(deserializer)?;
    narrow(number)
}

/// Like [`deserialize`], for a number that a file may leave out.
pub(crate) fn deserialize_some<'de, D, N>(deserializer: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<u64>,
{
    let number = Option::<WholeNumber>::deserialize(deserializer)?;
    number.map(|WholeNumber(number)| narrow(number)).transpose()
}

fn narrow<N: TryFrom<u64>, E: Error>(number: u64) -> Result<N, E> {
    let too_large = |_| E::invalid_value(Unexpected::Unsigned(number), &"a smaller whole number");
    N::try_from(number).map_err(too_large)
}

struct WholeNumber(u64);

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeNumberVisitor).map(Self)
    }
}

struct WholeNumberVisitor;

impl Visitor<'_> for WholeNumberVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number, such as 10000 or 1e4")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        number.try_into().map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        // Whole numbers up to 2^53 are exact.
        let is_whole = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
        match is_whole {
            true => Ok(number as u64),
            false => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }
}
