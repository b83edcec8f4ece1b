//! From the seed that the game shows to the seed of a stage ([R38](basement_model::rules#r38),
//! [R39](basement_model::rules#r39)).
//!
//! ```
//! use basement_reference::seeds;
//!
//! assert_eq!(seeds::run_seed_text(1), "B911 99AC");
//! let basement = seeds::stage_seed(1, 1);
//! assert_ne!(basement, seeds::stage_seed(1, 2));
//! ```

use crate::stream::{Shifts, xorshift};

/// [R39](basement_model::rules#r39): the triple of shifts of the generator that a run seed drives,
/// number 27.
pub const RUN_SHIFTS: Shifts = (3, 23, 25);

/// [R38](basement_model::rules#r38): the 32 symbols, each of which stands for five bits.
pub const SYMBOLS: &str = "ABCDEFGHJKLMNPQRSTWXYZ01234V6789";

/// [R38](basement_model::rules#r38): a run seed as the game shows it: eight symbols, the most
/// significant first, with a blank in the middle. They encode forty bits: the seed xor
/// `0x0FEF7FFD`, then the check byte.
#[must_use]
pub fn run_seed_text(seed: u32) -> String {
    let bits = u64::from(seed ^ 0x0FEF_7FFD) << 8 | u64::from(check_byte(seed));
    let mut text = String::new();
    for place in 0..8 {
        let number = bits >> (35 - 5 * place) & 31;
        text.extend(SYMBOLS.chars().nth(number as usize));
        if place == 3 {
            text.push(' ');
        }
    }
    text
}

/// [R38](basement_model::rules#r38): the check byte. Start from 0; while the seed is not 0, add its
/// low byte, rotate left by one bit, and drop five bits of the seed.
#[must_use]
pub fn check_byte(mut seed: u32) -> u8 {
    let mut check = 0_u8;
    while seed != 0 {
        check = check.wrapping_add(seed as u8).rotate_left(1);
        seed >>= 5;
    }
    check
}

/// [R39](basement_model::rules#r39): the seed of a stage. The run seed drives a generator, whose
/// draw number k, counted from 0, is the seed of stage k: stage 1 has the second draw.
#[must_use]
pub fn stage_seed(run_seed: u32, stage: u8) -> u32 {
    let mut draw = run_seed;
    for _ in 0..=stage {
        draw = xorshift(draw, RUN_SHIFTS);
    }
    draw
}
