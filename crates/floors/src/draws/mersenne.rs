//! The order of a pool of bosses (W70), by MT19937.

use arrayvec::ArrayVec;

use super::MOST_SHUFFLED;

/// How far the word that is mixed in lies ahead.
const AHEAD: usize = 397;

/// W70: the first `count` numbers, shuffled by MT19937 of a seed: from the last place down to the
/// second, each is exchanged with place `next % (place + 1)`.
///
/// Only the first draws are needed, one for each place. Draw number n depends on the words n, n + 1
/// and n + 397 of the generator's first state, so that neither the rest of the state nor the next
/// one is made.
pub(super) fn shuffled(seed: u32, count: usize) -> ArrayVec<u8, MOST_SHUFFLED> {
    let mut order: ArrayVec<u8, MOST_SHUFFLED> = (0..count.min(MOST_SHUFFLED) as u8).collect();
    let draws = order.len().saturating_sub(1);
    let mut words = [0; AHEAD + MOST_SHUFFLED];
    let mut word = seed;
    for (number, place) in (0_u32..).zip(&mut words[..AHEAD + draws]) {
        if number > 0 {
            word = 1_812_433_253_u32.wrapping_mul(word ^ word >> 30).wrapping_add(number);
        }
        *place = word;
    }
    for (number, last) in (1..order.len()).rev().enumerate() {
        let draw = draw(words[number], words[number + 1], words[number + AHEAD]);
        order.swap(last, draw as usize % (last + 1));
    }
    order
}

/// A draw of the generator's second state: the twist of three words of the first, then tempered.
const fn draw(word: u32, next: u32, ahead: u32) -> u32 {
    let joined = word & 0x8000_0000 | next & 0x7FFF_FFFF;
    let mut y = ahead ^ joined >> 1 ^ if joined & 1 == 1 { 0x9908_B0DF } else { 0 };
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C_5680;
    y ^= y << 15 & 0xEFC6_0000;
    y ^ y >> 18
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w70_the_draws_are_those_of_the_reference_implementation() {
        // The first outputs of init_genrand(5489), as its authors publish them.
        let mut words = [0; AHEAD + 3];
        words[0] = 5489_u32;
        for number in 1..words.len() {
            let before = words[number - 1];
            words[number] =
                1_812_433_253_u32.wrapping_mul(before ^ before >> 30).wrapping_add(number as u32);
        }
        let first: Vec<u32> =
            (0..3).map(|n| draw(words[n], words[n + 1], words[n + AHEAD])).collect();
        assert_eq!(first, [3_499_211_612, 581_869_302, 3_890_346_734]);
    }

    #[test]
    fn w70_a_shuffle_is_a_permutation_and_starts_from_the_last_place() {
        let order = shuffled(5489, 14);
        // 3499211612 % 14 = 0: the last place takes number 0.
        assert_eq!(order[13], 3_499_211_612_u32.wrapping_rem(14) as u8);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted.as_slice(), (0..14).collect::<Vec<u8>>());
        assert!(shuffled(1, 0).is_empty() && shuffled(1, 1).len() == 1);
    }
}
