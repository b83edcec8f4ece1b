//! Where the sum of the two floats falls (A2).

/// A2: the stretches of the sum. Rib of Greed and Daemon's Tail decide what
/// [`Band::Greed`] and [`Band::Heart`] hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Band {
    /// Nothing; A3 is left out.
    Nothing,
    /// A card, a trinket or a pill.
    Assorted,
    /// A coin.
    Coin,
    /// A coin with Rib of Greed, else as [`Band::Heart`].
    Greed,
    /// A heart, unless Daemon's Tail makes it a key.
    Heart,
    /// A key.
    Key,
    /// A bomb.
    Bomb,
    /// A chest.
    Chest,
}

/// How many bands there are.
pub(crate) const BANDS: usize = 8;

/// A2: where each band but the last ends. A sum on the first limit is still
/// nothing; one on any other belongs to the band above.
pub(crate) const LIMITS: [f64; BANDS - 1] = [0.22, 0.3, 0.45, 0.5, 0.6, 0.8, 0.95];

impl Band {
    /// All of them, from the lowest sums to the highest.
    pub const ALL: [Self; BANDS] = [
        Self::Nothing,
        Self::Assorted,
        Self::Coin,
        Self::Greed,
        Self::Heart,
        Self::Key,
        Self::Bomb,
        Self::Chest,
    ];

    /// A2: the band of a sum.
    #[must_use]
    #[inline]
    pub fn of(sum: f32) -> Self {
        let passed = (0..LIMITS.len()).filter(|limit| passes(sum, *limit)).count();
        Self::ALL[passed]
    }
}

/// A2: whether a sum lies above the limit of that number.
#[inline]
pub(crate) fn passes(sum: f32, limit: usize) -> bool {
    let value = LIMITS[limit] as f32;
    if limit == 0 { sum > value } else { sum >= value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_a_sum_on_a_limit_belongs_to_the_band_above_but_022_is_nothing() {
        assert_eq!(Band::of(0.0), Band::Nothing);
        assert_eq!(Band::of(0.22), Band::Nothing);
        assert_eq!(Band::of(0.22_f32.next_up()), Band::Assorted);
        for (place, limit) in LIMITS.iter().enumerate().skip(1) {
            let limit = *limit as f32;
            assert_eq!(Band::of(limit), Band::ALL[place + 1]);
            assert_eq!(Band::of(limit.next_down()), Band::ALL[place]);
        }
        assert_eq!(Band::of(2.0), Band::Chest);
    }
}
