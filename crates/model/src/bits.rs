//! Sets of the game's numbers that a run carries: run flags, bosses met, achievements
//! ([W52](crate::rules#w52)).

use serde::{Deserialize, Serialize};

use crate::error::RequestError;

/// A set of numbers, one for each bit of a word, and the name of the option that gives them.
macro_rules! number_set {
    ($(#[$attribute:meta])* $set:ident($word:ident), $name:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
        pub struct $set($word);

        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// How many numbers there are: those from 0 up to this one, exclusive.
            const NUMBERS: u8 = $word::BITS as u8;

            /// Whether a number is in the set. Numbers that are too large never are.
            #[must_use]
            #[inline]
            pub const fn has(self, number: u8) -> bool {
                number < Self::NUMBERS && self.0 >> number & 1 == 1
            }

            /// Adds or removes a number.
            #[inline]
            pub const fn set(&mut self, number: u8, value: bool) {
                if number < Self::NUMBERS {
                    self.0 = self.0 & !(1 << number) | (value as $word) << number;
                }
            }

            /// The numbers, in ascending order.
            pub fn iter(self) -> impl Iterator<Item = u8> {
                (0..Self::NUMBERS).filter(move |number| self.has(*number))
            }
        }

        /// Leaves out numbers that are too large.
        impl FromIterator<u8> for $set {
            fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
                let mut set = Self::NONE;
                numbers.into_iter().for_each(|number| set.set(number, true));
                set
            }
        }

        impl TryFrom<Vec<u8>> for $set {
            type Error = RequestError;

            /// Refuses numbers that are too large.
            fn try_from(numbers: Vec<u8>) -> Result<Self, RequestError> {
                match numbers.iter().find(|number| **number >= Self::NUMBERS) {
                    None => Ok(numbers.into_iter().collect()),
                    Some(number) => Err(RequestError::ParameterValue {
                        path: $name.to_owned(),
                        given: number.to_string(),
                        allowed: format!("numbers from 0 to {}", Self::NUMBERS - 1),
                    }),
                }
            }
        }

        impl From<$set> for Vec<u8> {
            fn from(set: $set) -> Self {
                set.iter().collect()
            }
        }
    };
}

number_set! {
    /// [W13](crate::rules#w13), [W36](crate::rules#w36): the run flags that are set, by their numbers
    /// up to 63: the bosses and sins that were met, and the coins that a chapter's first floor tossed
    /// for both of its floors. They are written as a list of numbers.
    ///
    /// ```
    /// use basement_model::RunFlags;
    ///
    /// let flags: RunFlags = [9, 28].into_iter().collect();
    /// assert!(flags.has(28) && !flags.has(10));
    /// assert_eq!(serde_json::to_string(&flags)?, "[9,28]");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    RunFlags(u64), "flags"
}

impl RunFlags {
    /// [W13](crate::rules#w13): *once*: sets a flag. Returns whether it was clear.
    #[inline]
    pub const fn once(&mut self, flag: u8) -> bool {
        let was_clear = !self.has(flag);
        self.set(flag, true);
        was_clear
    }
}

number_set! {
    /// [W70](crate::rules#w70): the bosses that a run has met and that have left their pools, by the
    /// game's numbers up to 127. They are written as a list.
    ///
    /// ```
    /// use basement_model::BossSet;
    ///
    /// let met: BossSet = [22, 100].into_iter().collect();
    /// assert!(met.has(100) && !met.has(1));
    /// ```
    BossSet(u128), "bosses-met"
}

/// [W52](crate::rules#w52): the achievements that some rule needs, by the game's numbers.
const NUMBERS: [u16; 23] = [
    4, 5, 16, 17, 18, 33, 34, 49, 50, 51, 52, 53, 55, 66, 68, 151, 152, 153, 154, 346, 347, 390,
    406,
];

/// [W52](crate::rules#w52): unlocked achievements. They are written as a list of the game's
/// numbers.
///
/// ```
/// use basement_model::Achievements;
///
/// let some = Achievements::from_numbers([5, 347])?;
/// assert!(some.has(347) && !some.has(346));
/// assert!(Achievements::ALL.has(4) && !Achievements::NONE.has(4));
/// assert!(Achievements::from_numbers([1]).is_err());
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u16>", into = "Vec<u16>")]
pub struct Achievements(u32);

impl Achievements {
    /// No achievement: a new save.
    pub const NONE: Self = Self(0);

    /// All achievements that some rule asks for.
    pub const ALL: Self = Self((1 << NUMBERS.len()) - 1);

    /// The numbers that some rule asks for.
    #[must_use]
    pub const fn numbers() -> &'static [u16] {
        &NUMBERS
    }

    /// The achievements with these numbers.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownAchievement`] for a number that no rule needs.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u16>) -> Result<Self, RequestError> {
        numbers.into_iter().try_fold(Self::NONE, |Self(set), given| {
            let bit = NUMBERS.iter().position(|number| *number == given);
            bit.map(|bit| Self(set | 1 << bit)).ok_or(RequestError::UnknownAchievement { given })
        })
    }

    /// Whether an achievement is unlocked. An achievement that no rule needs is never unlocked.
    #[must_use]
    #[inline]
    pub const fn has(self, achievement: u16) -> bool {
        let mut bit = 0;
        while bit < NUMBERS.len() {
            if NUMBERS[bit] == achievement {
                return self.0 >> bit & 1 == 1;
            }
            bit += 1;
        }
        false
    }

    /// Their numbers, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        NUMBERS.into_iter().filter(move |number| self.has(*number))
    }
}

impl TryFrom<Vec<u16>> for Achievements {
    type Error = RequestError;

    fn try_from(numbers: Vec<u16>) -> Result<Self, RequestError> {
        Self::from_numbers(numbers)
    }
}

impl From<Achievements> for Vec<u16> {
    fn from(achievements: Achievements) -> Self {
        achievements.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w13_a_flag_is_new_once_until_it_is_cleared() {
        let mut flags = RunFlags::NONE;
        assert!(flags.once(43));
        assert!(!flags.once(43));
        flags.set(43, false);
        assert!(flags.once(43));
        assert!(!flags.has(200));
    }

    #[test]
    fn w52_sets_are_written_as_lists_and_an_unknown_achievement_is_refused() {
        let some = Achievements::from_numbers([390, 4]).unwrap();
        assert_eq!(serde_json::to_string(&some).unwrap(), "[4,390]");
        assert_eq!(serde_json::from_str::<Achievements>("[390,4]").unwrap(), some);
        let error = serde_json::from_str::<Achievements>("[7]").unwrap_err();
        assert!(error.to_string().contains("no rule asks for achievement 7"), "{error}");
        let met: BossSet = serde_json::from_str("[102, 3]").unwrap();
        assert_eq!(met.iter().collect::<Vec<_>>(), [3, 102]);
        let error = serde_json::from_str::<RunFlags>("[9, 64]").unwrap_err();
        assert!(error.to_string().contains("give numbers from 0 to 63"), "{error}");
    }
}
