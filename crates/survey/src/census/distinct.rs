//! How many different floors there are.
//!
//! Floors are distinguished by a key of 64 bits. Up to [`EXACT`] different keys are kept and
//! counted; beyond that, their number is estimated with HyperLogLog. Which of the two happens
//! depends only on the floors, not on threads, chunks or shards.

use std::collections::HashSet;

use basement_floors::{Floor, RoomKind};
use hyperloglockless::{DefaultHasher, HyperLogLog};

/// At most this many different keys are counted exactly. A hash table of 2^20 places (9 MB) has
/// room for them.
pub const EXACT: usize = 900_000;

/// 2^16 registers.
const PRECISION: u8 = 16;

/// How many registers a sketch has.
pub(super) const REGISTERS: usize = 1 << PRECISION;

/// Keys of one floor. Equal floors have equal keys; different ones have equal keys with chance
/// 2^-64.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
/// use basement_survey::census::FloorKeys;
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let level = Request::level(1);
/// let keys = |seed| flash.generate(&level, Seed::Pcg(seed)).map(|floor| FloorKeys::of(&floor));
/// assert_eq!(keys(7)?, keys(7)?);
/// assert_ne!(keys(7)?, keys(8)?);
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FloorKeys {
    /// A hash of the places and shapes of the plan's rooms.
    pub layout: u64,
    /// A hash of the places, shapes and kinds of all rooms.
    pub floor: u64,
}

impl FloorKeys {
    /// The keys of a floor: sums over its rooms, so that the order in which the
    /// rooms were placed does not matter.
    #[must_use]
    pub fn of(floor: &Floor) -> Self {
        let (mut layout, mut whole) = (0_u64, 0_u64);
        for room in floor.rooms() {
            let place = u64::from(room.anchor.y) << 8 | u64::from(room.anchor.x);
            let outline = place << 8 | u64::from(room.shape.id());
            if !room.kind.is_added() {
                layout = layout.wrapping_add(mixed(outline));
            }
            // The start counts as a normal room, because its place identifies it. So both keys of a
            // layout without special rooms are equal.
            let kind = match room.kind {
                RoomKind::Start | RoomKind::Normal => 0,
                kind => kind as u64,
            };
            whole = whole.wrapping_add(mixed(kind << 24 | outline));
        }
        Self { layout, floor: whole }
    }
}

/// A well-mixed number for each number: the finalizer of SplitMix64, after its
/// first step.
const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The keys so far, while they are few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeySet {
    /// `None` once there were more than [`EXACT`].
    keys: Option<HashSet<u64>>,
}

impl KeySet {
    pub(super) fn new() -> Self {
        Self { keys: Some(HashSet::new()) }
    }

    /// A set that keeps no keys because there were too many.
    pub(super) const fn overflown() -> Self {
        Self { keys: None }
    }

    pub(super) fn add(&mut self, keys: impl IntoIterator<Item = u64>) {
        if let Some(known) = &mut self.keys {
            for key in keys {
                known.insert(key);
                if known.len() > EXACT {
                    self.keys = None;
                    return;
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        match &other.keys {
            Some(keys) => self.add(keys.iter().copied()),
            None => self.keys = None,
        }
    }

    /// How many different keys there are. `None` if there were too many to keep.
    pub(super) fn count(&self) -> Option<u64> {
        self.keys.as_ref().map(|keys| keys.len() as u64)
    }

    /// The keys in order. `None` if there were too many to keep.
    pub(super) fn sorted(&self) -> Option<Vec<u64>> {
        let mut keys: Vec<u64> = self.keys.as_ref()?.iter().copied().collect();
        keys.sort_unstable();
        Some(keys)
    }
}

/// A digest of many keys: the registers of a HyperLogLog.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sketch {
    registers: HyperLogLog,
}

impl Sketch {
    pub(super) fn new() -> Self {
        // Any seed will do: keys are hashes already.
        Self { registers: HyperLogLog::seeded(PRECISION, 0) }
    }

    #[inline]
    pub(super) fn add(&mut self, key: u64) {
        self.registers.insert_hash(key);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        // The union fails only if the numbers of registers differ, and all sketches have the same.
        let _ = self.registers.union(&other.registers);
    }

    /// The registers, as they are written down.
    pub(super) fn registers(&self) -> Vec<u8> {
        self.registers.iter().collect()
    }

    /// The sketch of these registers. `None` if they are not valid registers.
    pub(super) fn from_registers(registers: Vec<u8>) -> Option<Self> {
        let is_sound = registers.len() == REGISTERS && registers.iter().all(|rank| *rank <= 65);
        if !is_sound {
            return None;
        }
        let zeros = registers.iter().filter(|rank| **rank == 0).count();
        let sum = registers.iter().map(|rank| 0.5_f64.powi(i32::from(*rank))).sum();
        let hasher = DefaultHasher::seeded(&[0; 16]);
        let registers = HyperLogLog::from_parts(registers.into(), hasher, zeros, sum);
        Some(Self { registers })
    }

    /// About how many different keys came up.
    pub(super) fn estimate(&self) -> f64 {
        // The sketch updates a sum over its registers, and the last bits of the sum depend on the
        // order of the keys. A sketch rebuilt from the registers has the same sum for any order.
        let anew = Self::from_registers(self.registers());
        anew.map_or(0.0, |sketch| sketch.registers.raw_count())
    }
}

/// A number of different things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cardinality {
    /// Counted.
    Exact(u64),
    /// Estimated, with the relative standard error.
    Estimated {
        /// The estimate.
        count: u64,
        /// The standard error as a share of the count.
        standard_error: f64,
    },
}

impl Cardinality {
    /// How many keys came up. An estimate is limited to what is possible: more than [`EXACT`], at
    /// least `least`, at most `most`.
    pub(super) fn of(keys: &KeySet, sketch: &Sketch, least: u64, most: u64) -> Self {
        let least = least.max(EXACT as u64 + 1);
        keys.count().map_or_else(
            || Self::Estimated {
                count: (sketch.estimate().round() as u64).max(least).min(most),
                standard_error: hyperloglockless::error_for_precision(PRECISION),
            },
            Self::Exact,
        )
    }

    /// The number, exact or not.
    #[must_use]
    pub const fn count(&self) -> u64 {
        match self {
            Self::Exact(count) | Self::Estimated { count, .. } => *count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch_of(numbers: std::ops::Range<u64>) -> Sketch {
        let mut sketch = Sketch::new();
        numbers.for_each(|number| sketch.add(mixed(number)));
        sketch
    }

    #[test]
    fn numbers_are_mixed_as_splitmix64_mixes_them() {
        // The first outputs of the published generator from state 0. Its state is always a multiple
        // of its step.
        let step = 0x9E37_79B9_7F4A_7C15_u64;
        assert_eq!(mixed(0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mixed(step), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn estimates_lie_within_three_standard_errors_of_the_truth() {
        let error = hyperloglockless::error_for_precision(PRECISION);
        assert!((error - 0.00406).abs() < 0.00001);
        // Ten cardinalities, each over its own keys. By chance, at least one would miss with
        // probability 3 %, but the keys are fixed.
        for place in 0..10_u32 {
            let count = 3_u64.pow(place + 5);
            let first = u64::from(place) << 40;
            let estimate = sketch_of(first..first + count).estimate();
            let off = (estimate - count as f64) / count as f64;
            assert!(off.abs() <= 3.0 * error, "{count}: {estimate}, off by {off}");
        }
    }

    #[test]
    fn an_estimate_does_not_depend_on_order_or_halves() {
        let whole = sketch_of(0..50_000);
        let mut merged = sketch_of(20_000..50_000);
        merged.merge(&sketch_of(0..20_001));
        let mut reversed = Sketch::new();
        (0..50_000).rev().for_each(|number| reversed.add(mixed(number)));
        for other in [&merged, &reversed] {
            assert_eq!(other, &whole);
            assert_eq!(other.estimate().to_bits(), whole.estimate().to_bits());
        }
        let read = Sketch::from_registers(whole.registers()).unwrap();
        assert_eq!(read, whole);
        assert!(Sketch::from_registers(vec![0; 3]).is_none());
        assert!(Sketch::from_registers(vec![66; REGISTERS]).is_none());
    }

    #[test]
    fn keys_are_counted_until_they_are_too_many() {
        let most = EXACT as u64;
        let (mut left, mut right) = (KeySet::new(), KeySet::new());
        left.add(0..most / 2 + 10);
        right.add(most / 2..most);
        left.merge(&right);
        assert_eq!(left.count(), Some(most));
        left.add([3, 4]);
        assert_eq!(left.count(), Some(most));
        left.add([most]);
        assert_eq!(left.count(), None);
        right.merge(&left);
        assert_eq!(right, KeySet::overflown());
        right.add([1]);
        assert_eq!(right.sorted(), None);
    }
}
