//! Seeds: the seed of one floor, and the seed of a whole run as the game shows it (R38, R39).

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use rand::Rng;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::error::RequestError;
use crate::game_rng::{GameRng, RUN_TRIPLE};
use crate::named;

/// The generator of random numbers that makes a floor's draws ([R4](crate::rules#r4)).
///
/// ```
/// use basement_model::{RngKind, Seed};
///
/// let pcg: RngKind = "pcg".parse()?;
/// assert_eq!(Seed::new(pcg, 7)?, Seed::Pcg(7));
/// assert!(Seed::new(RngKind::Game, 0).is_err());
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RngKind {
    /// The game's xorshift ([R3](crate::rules#r3)): real floors, 4,294,967,295 seeds.
    Game,
    /// `Pcg64Mcg` of `rand_pcg`: streams without known statistical faults, 2^64 seeds.
    Pcg,
}

named!(RngKind, "random number generator");

/// The seed of one floor. It includes the kind of random numbers: a generator, a request and a seed
/// identify a floor.
///
/// ```
/// use basement_model::{RngKind, Seed};
///
/// assert_eq!(Seed::game(7)?.value(), 7);
/// assert_eq!(Seed::new(RngKind::Pcg, 0)?, Seed::Pcg(0));
/// assert!(Seed::game(0).is_err());
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "rng", content = "seed", rename_all = "snake_case")]
pub enum Seed {
    /// A stage seed of the game ([R39](crate::rules#r39)).
    Game(NonZeroU32),
    /// Any number. Neighbouring numbers give unrelated streams.
    Pcg(u64),
}

impl Seed {
    /// The seed with this number, for a kind of generator.
    ///
    /// # Errors
    ///
    /// For the game's generator, [`RequestError::SeedZero`] for 0 and
    /// [`RequestError::SeedTooLarge`] above 4,294,967,295.
    pub fn new(kind: RngKind, value: u64) -> Result<Self, RequestError> {
        match kind {
            RngKind::Pcg => Ok(Self::Pcg(value)),
            RngKind::Game => u32::try_from(value)
                .map_err(|_| RequestError::SeedTooLarge { given: value })
                .and_then(Self::game),
        }
    }

    /// A stage seed of the game.
    ///
    /// # Errors
    ///
    /// [`RequestError::SeedZero`] for 0.
    pub fn game(seed: u32) -> Result<Self, RequestError> {
        NonZeroU32::new(seed).map(Self::Game).ok_or(RequestError::SeedZero)
    }

    /// The seed's number.
    #[must_use]
    pub const fn value(self) -> u64 {
        match self {
            Self::Game(seed) => seed.get() as u64,
            Self::Pcg(seed) => seed,
        }
    }

    /// The generator of random numbers that it is for.
    #[must_use]
    pub const fn kind(self) -> RngKind {
        match self {
            Self::Game(_) => RngKind::Game,
            Self::Pcg(_) => RngKind::Pcg,
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.value())
    }
}

/// The seed of a whole run, shown as `XXXX XXXX` ([R38](crate::rules#r38)).
///
/// ```
/// use basement_model::RunSeed;
///
/// let run: RunSeed = "B911 99AC".parse()?;
/// assert_eq!(run.get(), 1);
/// assert_eq!(run.to_string(), "B911 99AC");
/// assert_eq!(run, "b91199ac".parse()?);
/// assert!("B911 99AB".parse::<RunSeed>().is_err());
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunSeed(NonZeroU32);

/// R38: the symbols, which have five bits each.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTWXYZ01234V6789";
const SYMBOLS: usize = 8;
const MASK: u32 = 0x0FEF_7FFD;

impl RunSeed {
    /// The run seed with this number.
    ///
    /// # Errors
    ///
    /// [`RequestError::SeedZero`] for 0.
    pub const fn new(seed: u32) -> Result<Self, RequestError> {
        match NonZeroU32::new(seed) {
            Some(seed) => Ok(Self(seed)),
            None => Err(RequestError::SeedZero),
        }
    }

    /// The seed's number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// [R39](crate::rules#r39): the seed of one stage. Draw number k of the run's generator,
    /// counted from 0, is the seed of stage k. So stage 1 has the second draw.
    #[must_use]
    pub fn stage_seed(self, stage: u8) -> Seed {
        let mut run = GameRng::from_draw(self.get(), RUN_TRIPLE);
        let mut seed = run.next_u32();
        for _ in 0..stage {
            seed = run.next_u32();
        }
        Seed::game(seed).unwrap_or(Seed::Game(self.0))
    }

    /// [R39](crate::rules#r39): the run whose stage has this seed. There is exactly one.
    ///
    /// ```
    /// use basement_model::{RunSeed, Seed};
    ///
    /// let run: RunSeed = "B911 99AC".parse()?;
    /// let Seed::Game(seed) = run.stage_seed(6) else { unreachable!() };
    /// assert_eq!(RunSeed::from_stage_seed(6, seed), run);
    /// # Ok::<(), basement_model::RequestError>(())
    /// ```
    #[must_use]
    pub fn from_stage_seed(stage: u8, seed: NonZeroU32) -> Self {
        let mut run = GameRng::from_draw(seed.get(), RUN_TRIPLE);
        for _ in 0..=stage {
            run.step_back();
        }
        Self(NonZeroU32::new(run.state()).unwrap_or(seed))
    }

    /// R38: the check byte.
    const fn check(seed: u32) -> u8 {
        let (mut rest, mut check) = (seed, 0_u8);
        while rest != 0 {
            check = check.wrapping_add(rest as u8);
            check = check.wrapping_mul(2).wrapping_add(check >> 7);
            rest >>= 5;
        }
        check
    }
}

impl fmt::Display for RunSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seed = self.get();
        let bits = u64::from(seed ^ MASK) << 8 | u64::from(Self::check(seed));
        for place in 0..SYMBOLS {
            if place == SYMBOLS / 2 {
                f.write_str(" ")?;
            }
            let symbol = bits >> (5 * (SYMBOLS - 1 - place)) & 31;
            write!(f, "{}", char::from(ALPHABET[symbol as usize]))?;
        }
        Ok(())
    }
}

impl FromStr for RunSeed {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let malformed = |reason: String| RequestError::SeedText { given: text.to_owned(), reason };
        let (mut bits, mut symbols) = (0_u64, 0);
        for character in text.trim().chars().filter(|character| *character != ' ') {
            let symbol = ALPHABET
                .iter()
                .position(|known| char::from(*known) == character.to_ascii_uppercase())
                .ok_or_else(|| {
                    malformed(format!(
                        "`{character}` is not one of its symbols, {}",
                        String::from_utf8_lossy(ALPHABET)
                    ))
                })?;
            symbols += 1;
            bits = bits << 5 | symbol as u64;
        }
        if symbols != SYMBOLS {
            return Err(malformed(format!(
                "a run seed has eight symbols, such as `{}`, and this has {symbols}",
                Self(NonZeroU32::MIN)
            )));
        }
        let seed = (bits >> 8) as u32 ^ MASK;
        if Self::check(seed) != bits as u8 {
            return Err(malformed(
                "a run seed ends in a check of its other symbols, and this check does not fit: \
                 look for a mistyped symbol"
                    .to_owned(),
            ));
        }
        Self::new(seed)
    }
}

impl TryFrom<String> for RunSeed {
    type Error = RequestError;

    fn try_from(text: String) -> Result<Self, RequestError> {
        text.parse()
    }
}

impl From<RunSeed> for String {
    fn from(seed: RunSeed) -> Self {
        seed.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r38_seeds_are_shown_as_the_game_shows_them() {
        for (number, text) in [(1, "B911 99AC"), (2_334_308_359, "SXG6 R8XA")] {
            assert_eq!(RunSeed::new(number).unwrap().to_string(), text);
            assert_eq!(text.parse::<RunSeed>().unwrap().get(), number);
        }
    }

    #[test]
    fn r38_lower_case_and_a_missing_blank_are_accepted() {
        for text in ["sxg6 r8xa", "SXG6R8XA", " sxg6r8xa "] {
            assert_eq!(text.parse::<RunSeed>().unwrap().get(), 2_334_308_359, "{text}");
        }
    }

    #[test]
    fn r38_a_wrong_symbol_length_check_or_seed_0_is_refused() {
        let refused = |text: &str| text.parse::<RunSeed>().unwrap_err().to_string();
        assert!(refused("SXG6 R8XI").contains("`I` is not one of its symbols"));
        assert!(refused("SXG6 R8XÄ").contains("is not one of its symbols"));
        assert!(refused("SXG6 R8X").contains("eight symbols"));
        assert!(
            refused("SXG6 R8XAAA").contains("eight symbols, such as `B911 99AC`, and this has 10")
        );
        assert!(refused("").contains("eight symbols"));
        assert!(refused("SXG6 R8XB").contains("check does not fit"));
        // The text that would be seed 0: 0 xor the mask, with check 0.
        let bits = u64::from(MASK) << 8;
        let zero: String = (0..8)
            .map(|place| char::from(ALPHABET[(bits >> (35 - 5 * place) & 31) as usize]))
            .collect();
        assert_eq!(zero.parse::<RunSeed>(), Err(RequestError::SeedZero));
        assert_eq!(RunSeed::new(0), Err(RequestError::SeedZero));
    }

    #[test]
    fn r39_stage_1_has_the_second_draw_of_the_run() {
        let run = RunSeed::new(1).unwrap();
        let mut rng = GameRng::new(1, RUN_TRIPLE).unwrap();
        for stage in 0..14 {
            assert_eq!(run.stage_seed(stage).value(), u64::from(rng.next_u32()));
        }
    }

    #[test]
    fn r39_a_stage_seed_names_its_run() {
        for number in (1..=u32::MAX).step_by(1 << 24) {
            let run = RunSeed::new(number).unwrap();
            for stage in 0..14 {
                let Seed::Game(seed) = run.stage_seed(stage) else { unreachable!() };
                assert_eq!(RunSeed::from_stage_seed(stage, seed), run);
            }
        }
    }

    #[test]
    fn game_seeds_have_32_bits_and_are_not_0() {
        assert_eq!(Seed::new(RngKind::Game, 0), Err(RequestError::SeedZero));
        assert_eq!(
            Seed::new(RngKind::Game, 1 << 32),
            Err(RequestError::SeedTooLarge { given: 1 << 32 })
        );
        assert_eq!(Seed::new(RngKind::Game, 5).unwrap().to_string(), "game 5");
        assert_eq!(Seed::new(RngKind::Pcg, 0).unwrap(), Seed::Pcg(0));
    }
}
