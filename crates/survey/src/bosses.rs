//! How many floors have each boss.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Numbers below this are counted. The game's go up to 102.
const NUMBERS: usize = 128;

/// For each boss, by the game's number, how many floors have it as their first boss
/// ([W12](basement_floors::rules#w12)).
///
/// ```
/// use basement_survey::summary::BossCounts;
///
/// let mut counts = BossCounts::default();
/// counts.add(22);
/// counts.add(22);
/// assert_eq!(counts.iter().collect::<Vec<_>>(), [(22, 2)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<u8, u64>", into = "BTreeMap<u8, u64>")]
pub struct BossCounts {
    counts: Box<[u64; NUMBERS]>,
}

impl Default for BossCounts {
    fn default() -> Self {
        Self { counts: Box::new([0; NUMBERS]) }
    }
}

impl BossCounts {
    /// Counts a floor. Numbers from 128 on are not counted: none of the game's bosses has them.
    #[inline]
    pub fn add(&mut self, boss: u8) {
        if let Some(count) = self.counts.get_mut(usize::from(boss)) {
            *count += 1;
        }
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts.iter()) {
            *count += more;
        }
    }

    /// The bosses that came up, in the order of their numbers, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        (0..).zip(self.counts.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// The floors that were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |total, count| total.saturating_add(*count))
    }
}

impl From<BossCounts> for BTreeMap<u8, u64> {
    fn from(counts: BossCounts) -> Self {
        counts.iter().collect()
    }
}

impl TryFrom<BTreeMap<u8, u64>> for BossCounts {
    type Error = String;

    fn try_from(given: BTreeMap<u8, u64>) -> Result<Self, String> {
        let mut counts = Self::default();
        for (boss, given) in given {
            let count = counts.counts.get_mut(usize::from(boss));
            *count.ok_or_else(|| format!("no boss has the number {boss}"))? = given;
        }
        Ok(counts)
    }
}
