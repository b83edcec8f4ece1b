//! Ranges of seed numbers, and their division among machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::CensusError;
use crate::seeds::{SeedKind, Seeds};

/// Seed numbers from the first to the last, both included; never empty.
///
/// ```
/// use basement_survey::census::SeedRange;
///
/// assert_eq!(SeedRange::new(1, 300)?.to_string(), "1 to 300");
/// assert!(SeedRange::new(300, 1).is_err());
/// # Ok::<(), basement_survey::census::CensusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Ends")]
pub struct SeedRange {
    first: u64,
    last: u64,
}

/// A range as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    first: u64,
    last: u64,
}

impl TryFrom<Ends> for SeedRange {
    type Error = CensusError;

    fn try_from(Ends { first, last }: Ends) -> Result<Self, CensusError> {
        Self::new(first, last)
    }
}

impl SeedKind {
    /// The seeds from one number to another, by default from the first to the last; with PCG to the last
    /// but one, because no range contains all 2^64.
    ///
    /// # Errors
    ///
    /// As [`SeedRange::new`].
    pub fn between(self, first: Option<u64>, last: Option<u64>) -> Result<Seeds, CensusError> {
        let (least, most) = self.numbers().into_inner();
        // No range contains all numbers of PCG.
        let last = last.unwrap_or(most.min(u64::MAX - 1));
        let range = SeedRange::new(first.unwrap_or(least), last)?;
        Ok(Seeds { kind: self, first: range.first(), count: range.count() })
    }
}

impl SeedRange {
    /// The range between two numbers.
    ///
    /// # Errors
    ///
    /// [`CensusError::EmptyRange`] when the last comes before the first, or when the range would
    /// contain all 2^64 numbers, one more than can be counted.
    pub const fn new(first: u64, last: u64) -> Result<Self, CensusError> {
        if last < first || last - first == u64::MAX {
            return Err(CensusError::EmptyRange { first, last });
        }
        Ok(Self { first, last })
    }

    /// The first number.
    #[must_use]
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// The last number.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// How many numbers it contains.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.last - self.first + 1
    }

    /// One part of the range. Together, all parts contain each number once.
    ///
    /// ```
    /// use basement_survey::{census::{SeedRange, Shard}};
    ///
    /// let whole = SeedRange::new(1, 10)?;
    /// assert_eq!(whole.shard("1/3".parse()?)?, SeedRange::new(1, 3)?);
    /// assert_eq!(whole.shard("2/3".parse()?)?, SeedRange::new(4, 6)?);
    /// assert_eq!(whole.shard("3/3".parse()?)?, SeedRange::new(7, 10)?);
    /// # Ok::<(), basement_survey::census::CensusError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CensusError::EmptyShard`] when there are more shards than numbers.
    pub fn shard(&self, shard: Shard) -> Result<Self, CensusError> {
        let Shard { place, shards } = shard;
        // In 128 bits, because the product of count and place can exceed 64 bits.
        let begin =
            |place: u64| (u128::from(self.count()) * u128::from(place) / u128::from(shards)) as u64;
        let (begin, end) = (begin(place - 1), begin(place));
        if begin == end {
            return Err(CensusError::EmptyShard { place, shards, count: self.count() });
        }
        Ok(Self { first: self.first + begin, last: self.first + (end - 1) })
    }

    /// The numbers that both ranges contain.
    #[must_use]
    pub fn shared_with(&self, other: &Self) -> Option<Self> {
        let (first, last) = (self.first.max(other.first), self.last.min(other.last));
        (first <= last).then_some(Self { first, last })
    }

    /// The smallest range that contains both.
    pub(super) fn hull(&self, other: &Self) -> Result<Self, CensusError> {
        Self::new(self.first.min(other.first), self.last.max(other.last))
    }
}

impl fmt::Display for SeedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first, self.last)
    }
}

/// One of several parts of a range, equal up to one number: 3/16 is the third of sixteen.
///
/// ```
/// use basement_survey::census::Shard;
///
/// let third: Shard = "3/16".parse()?;
/// assert_eq!(third.to_string(), "3/16");
/// assert!("17/16".parse::<Shard>().is_err());
/// # Ok::<(), basement_survey::census::CensusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    place: u64,
    shards: u64,
}

impl FromStr for Shard {
    type Err = CensusError;

    fn from_str(text: &str) -> Result<Self, CensusError> {
        let parts = text.split_once('/');
        let parsed = parts.and_then(|(place, shards)| {
            Some(Self { place: place.trim().parse().ok()?, shards: shards.trim().parse().ok()? })
        });
        parsed
            .filter(|shard| (1..=shard.shards).contains(&shard.place))
            .ok_or_else(|| CensusError::Shard(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.place, self.shards)
    }
}

/// Both lists of ranges merged into one, in order, with neighbours joined.
///
/// # Errors
///
/// [`CensusError::Overlap`] when a number is in both.
pub(super) fn joined(
    left: &[SeedRange],
    right: &[SeedRange],
) -> Result<Vec<SeedRange>, CensusError> {
    let mut all = [left, right].concat();
    all.sort_unstable();
    let mut ranges: Vec<SeedRange> = Vec::new();
    for range in all {
        match ranges.last_mut() {
            Some(before) if before.shared_with(&range).is_some() => {
                let first = range.first;
                return Err(CensusError::Overlap { first, last: before.last.min(range.last) });
            }
            Some(before) if before.last + 1 == range.first => before.last = range.last,
            _ => ranges.push(range),
        }
    }
    Ok(ranges)
}

/// The numbers of the whole that are in none of the ranges, which are in order.
pub(super) fn missing(whole: SeedRange, ranges: &[SeedRange]) -> Vec<SeedRange> {
    let mut missing = Vec::new();
    let mut next = Some(whole.first);
    for range in ranges {
        if let Some(first) = next.filter(|first| *first < range.first) {
            missing.push(SeedRange { first, last: range.first - 1 });
        }
        next = range.last.checked_add(1);
    }
    if let Some(first) = next.filter(|first| *first <= whole.last) {
        missing.push(SeedRange { first, last: whole.last });
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: u64, last: u64) -> SeedRange {
        SeedRange::new(first, last).unwrap()
    }

    #[test]
    fn adjacent_ranges_are_joined_and_gaps_are_listed() {
        let ranges = joined(&[range(1, 4), range(9, 12)], &[range(5, 6)]).unwrap();
        assert_eq!(ranges, [range(1, 6), range(9, 12)]);
        assert_eq!(missing(range(0, 20), &ranges), [range(0, 0), range(7, 8), range(13, 20)]);
        assert_eq!(missing(range(1, 6), &[range(1, 6)]), []);
        let error = joined(&[range(1, 9)], &[range(4, 5)]).unwrap_err();
        assert!(matches!(error, CensusError::Overlap { first: 4, last: 5 }), "{error}");
        assert_eq!(missing(range(7, u64::MAX), &[range(7, u64::MAX)]), []);
    }
}
