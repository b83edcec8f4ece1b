//! Which band the sum of the two floats falls into (A2).

use strum::VariantArray;

/// [A2](basement_model::rules#a2): the bands that divide the sum of the two floats, from the lowest
/// up.
///
/// ```
/// use basement_awards::Band;
///
/// assert_eq!(Band::from_sum(0.22), Band::Nothing);
/// assert_eq!(Band::from_sum(0.45), Band::Greed);
/// assert_eq!(Band::ALL[7], Band::Chest);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, VariantArray)]
pub enum Band {
    /// Up to 0.22: nothing, and nothing replaces it ([A3](basement_model::rules#a3)).
    Nothing,
    /// Below 0.3: a card, a trinket or a pill.
    Assorted,
    /// Below 0.45: a coin.
    Coin,
    /// Below 0.5: a coin with Rib of Greed, otherwise the same as [`Band::Heart`].
    Greed,
    /// Below 0.6: a heart, which Daemon's Tail can turn into a key.
    Heart,
    /// Below 0.8: a key.
    Key,
    /// Below 0.95: a bomb.
    Bomb,
    /// From 0.95: a chest.
    Chest,
}

/// How many bands there are.
pub(crate) const BANDS: usize = Band::ALL.len();

/// A2: the limit above each band except the last. The first limit itself still gives
/// nothing; any other limit belongs to the band above it.
pub(crate) const LIMITS: [f64; BANDS - 1] = [0.22, 0.3, 0.45, 0.5, 0.6, 0.8, 0.95];

impl Band {
    /// Every band, from the lowest sums to the highest.
    pub const ALL: [Self; 8] = *<Self as VariantArray>::VARIANTS.first_chunk().expect("8 bands");

    /// [A2](basement_model::rules#a2): the band of a sum.
    #[must_use]
    #[inline]
    pub fn from_sum(sum: f32) -> Self {
        let passed = (0..LIMITS.len()).filter(|limit| passes(sum, *limit)).count();
        Self::ALL[passed]
    }
}

/// A2: whether a sum passes the limit at this index of [`LIMITS`].
#[inline]
pub(crate) fn passes(sum: f32, limit: usize) -> bool {
    let value = LIMITS[limit] as f32;
    if limit == 0 { sum > value } else { sum >= value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_a_sum_on_a_limit_belongs_to_the_band_above_except_that_022_is_nothing() {
        assert_eq!(Band::from_sum(0.0), Band::Nothing);
        assert_eq!(Band::from_sum(0.22), Band::Nothing);
        assert_eq!(Band::from_sum(0.22_f32.next_up()), Band::Assorted);
        for (place, limit) in LIMITS.iter().enumerate().skip(1) {
            let limit = *limit as f32;
            assert_eq!(Band::from_sum(limit), Band::ALL[place + 1]);
            assert_eq!(Band::from_sum(limit.next_down()), Band::ALL[place]);
        }
        assert_eq!(Band::from_sum(2.0), Band::Chest);
    }
}
