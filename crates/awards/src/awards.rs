//! A number for every award.

use crate::pickup::{Award, Pickup};

/// A number for every award that one [`Procedure`](crate::Procedure) can give: its
/// probability, or how often it was counted.
///
/// ```
/// use basement_awards::{Pickup, Preset, Procedure, Setting};
/// use basement_model::Seed;
///
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let mut counts = procedure.empty_counts();
/// for number in 0..1000 {
///     counts.add(procedure.award_from_seed(Seed::Pcg(number)), 1);
/// }
/// assert_eq!(counts.total(), 1000);
/// assert!(counts.get(Pickup::Key) > 150);
/// for (award, count) in counts.iter() {
///     println!("{} {}: {count}", award.count, award.pickup);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awards<T> {
    /// A4: how many copies an award has when Broken Modem adds none.
    copies: u16,
    /// By pickup, without and with the copy of Broken Modem.
    numbers: [[T; 2]; Pickup::ALL.len()],
}

impl<T: Copy + Default + PartialEq + std::ops::AddAssign> Awards<T> {
    /// Zero for every award of a procedure with this number of copies.
    pub(crate) fn new(copies: u16) -> Self {
        Self { copies, numbers: [[T::default(); 2]; Pickup::ALL.len()] }
    }

    /// Adds to the number for an award of this procedure.
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

    /// The number for a pickup, summed over its counts.
    #[must_use]
    pub fn get(&self, pickup: Pickup) -> T {
        self.sum(|award| award.pickup == pickup)
    }

    /// The sum of all numbers.
    #[must_use]
    pub fn total(&self) -> T {
        self.sum(|_| true)
    }

    /// Every award whose number is not zero, by pickup and count.
    pub fn iter(&self) -> impl Iterator<Item = (Award, T)> + '_ {
        Pickup::ALL.into_iter().zip(&self.numbers).flat_map(move |(pickup, numbers)| {
            // A4: no contract copies a trinket.
            let copies = if pickup == Pickup::Trinket { 1 } else { self.copies };
            let counts = numbers.iter().zip([copies, copies + 1]);
            counts
                .filter(|(number, _)| **number != T::default())
                .map(move |(number, count)| (Award::spawned(pickup, count), *number))
        })
    }

    fn sum(&self, counts: impl Fn(Award) -> bool) -> T {
        self.iter().filter(|(award, _)| counts(*award)).fold(
            T::default(),
            |mut sum, (_, number)| {
                sum += number;
                sum
            },
        )
    }
}

impl Awards<f64> {
    /// The mean number of pickups in a room, if the numbers are probabilities.
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
        assert_eq!((twice.get(Pickup::Coin), twice.get(Pickup::Key), twice.total()), (12, 0, 26));
    }
}
