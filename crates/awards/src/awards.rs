//! A number for every award.

use strum::{EnumCount, VariantArray};

use crate::pickup::{Award, Pickup};

/// A number for every award that one procedure can give: chances, or counts.
///
/// The count of an award is 0 for nothing and 1 for a trinket, which no contract
/// copies (A4); else the setting's number of copies, or one more where Broken
/// Modem struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awards<T> {
    copies: u16,
    numbers: [[T; 2]; Pickup::COUNT],
}

impl<T: Copy + Default + PartialEq + std::ops::AddAssign> Awards<T> {
    /// Zero for every award of so many copies.
    pub(crate) fn new(copies: u16) -> Self {
        Self { copies, numbers: [[T::default(); 2]; Pickup::COUNT] }
    }

    /// Adds to the number of an award.
    #[inline]
    pub fn add(&mut self, award: Award, amount: T) {
        let has_extra = award.count > self.copies;
        self.numbers[award.pickup as usize][usize::from(has_extra)] += amount;
    }

    /// Adds the numbers of another table of the same procedure.
    pub fn merge(&mut self, other: &Self) {
        for (own, others) in self.numbers.iter_mut().flatten().zip(other.numbers.iter().flatten()) {
            *own += *others;
        }
    }

    /// The number of a pickup, whatever its count.
    #[must_use]
    pub fn of(&self, pickup: Pickup) -> T {
        self.sum(|award| award.pickup == pickup)
    }

    /// The number of all awards.
    #[must_use]
    pub fn total(&self) -> T {
        self.sum(|_| true)
    }

    /// Every award whose number is not zero.
    pub fn iter(&self) -> impl Iterator<Item = (Award, T)> + '_ {
        Pickup::VARIANTS.iter().zip(&self.numbers).flat_map(move |(pickup, numbers)| {
            let copies = if *pickup == Pickup::Trinket { 1 } else { self.copies };
            let counts = numbers.iter().zip([copies, copies + 1]);
            counts
                .filter(|(number, _)| **number != T::default())
                .map(|(number, count)| (Award::spawned(*pickup, count), *number))
        })
    }

    fn sum(&self, is_meant: impl Fn(Award) -> bool) -> T {
        self.iter().filter(|(award, _)| is_meant(*award)).fold(
            T::default(),
            |mut sum, (_, number)| {
                sum += number;
                sum
            },
        )
    }
}

impl Awards<f64> {
    /// The mean number of pickups that a room gives.
    #[must_use]
    pub fn mean_count(&self) -> f64 {
        self.iter().map(|(award, chance)| f64::from(award.count) * chance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_by_pickup_and_count_and_nothing_has_count_0() {
        let mut counts = Awards::<u64>::new(2);
        let coins = |count| Award { pickup: Pickup::Coin, count };
        counts.add(coins(2), 5);
        counts.add(coins(3), 1);
        counts.add(Award::NOTHING, 4);
        let trinket = Award { pickup: Pickup::Trinket, count: 1 };
        counts.add(trinket, 3);
        let mut twice = counts.clone();
        twice.merge(&counts);
        let listed: Vec<_> = twice.iter().collect();
        assert_eq!(listed, [(Award::NOTHING, 8), (trinket, 6), (coins(2), 10), (coins(3), 2)]);
        assert_eq!((twice.of(Pickup::Coin), twice.of(Pickup::Key), twice.total()), (12, 0, 26));
    }
}
