//! The order of a pool of bosses (W70), by MT19937.

use arrayvec::ArrayVec;

use super::MOST_SHUFFLED;

/// How far the word that is mixed in lies ahead.
const AHEAD: u32 = 397;

/// W70: the first `count` numbers, shuffled by MT19937 of a seed: from the last place down to the
/// second, each is exchanged with place `next % (place + 1)`.
///
/// Only the first draws are needed, one for each place. Draw number n depends on the words n, n + 1
/// and n + 397 of the generator's first state, so that neither the rest of the state nor the next
/// one is made.
pub(super) fn shuffled(seed: u32, count: usize) -> ArrayVec<u8, MOST_SHUFFLED> {
    let mut order: ArrayVec<u8, MOST_SHUFFLED> = (0..count.min(MOST_SHUFFLED) as u8).collect();
    let draws = order.len().saturating_sub(1);
    let mut first_words = [0; MOST_SHUFFLED + 1];
    let mut word = seed;
    let mut number = 0;
    for place in &mut first_words[..=draws] {
        *place = word;
        number += 1;
        word = next_word(word, number);
    }
    while number < AHEAD {
        number += 1;
        word = next_word(word, number);
    }
    for (place, last) in (1..order.len()).rev().enumerate() {
        let draw = draw(first_words[place], first_words[place + 1], word);
        order.swap(last, draw as usize % (last + 1));
        number += 1;
        word = next_word(word, number);
    }
    order
}

/// The word of the first state with this number, from the one before it.
#[inline]
const fn next_word(word: u32, number: u32) -> u32 {
    1_812_433_253_u32.wrapping_mul(word ^ word >> 30).wrapping_add(number)
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
        let mut words = vec![5489];
        for number in 1..AHEAD + 3 {
            words.push(next_word(words[number as usize - 1], number));
        }
        let ahead = AHEAD as usize;
        let first: Vec<u32> =
            (0..3).map(|n| draw(words[n], words[n + 1], words[n + ahead])).collect();
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
