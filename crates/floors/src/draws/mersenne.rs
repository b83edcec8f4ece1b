//! The order of a pool of bosses (W70), drawn by MT19937.

use super::{MOST_SHUFFLED, Order};

/// The distance to the word that is mixed in.
const AHEAD: usize = 397;

/// W70: for each seed, the first `count` numbers, shuffled by MT19937: each place, from the last
/// down to the second, is exchanged with place `next % (place + 1)`.
///
/// Only the first draws are needed, one for each place. Draw number n depends on the words n, n + 1
/// and n + 397 of the generator's first state, so the rest of that state and of the next one is not
/// computed. Each word depends on the one before it, so the words of all seeds are computed side by
/// side in an array, which lets the compiler handle several of them at once.
pub(super) fn shuffled<const SEEDS: usize>(seeds: [u32; SEEDS], count: usize) -> [Order; SEEDS] {
    let unshuffled: Order = (0..count.min(MOST_SHUFFLED) as u8).collect();
    let mut orders = core::array::from_fn(|_| unshuffled.clone());
    let draws = unshuffled.len().saturating_sub(1);
    if draws == 0 {
        return orders;
    }
    let mut first_words = [[0; SEEDS]; MOST_SHUFFLED];
    let mut words = seeds;
    let mut number = 0;
    let mut step = |words: &mut [u32; SEEDS]| {
        number += 1;
        words.iter_mut().for_each(|word| *word = next_word(*word, number));
    };
    for place in &mut first_words[..=draws] {
        *place = words;
        step(&mut words);
    }
    for _ in draws + 1..AHEAD {
        step(&mut words);
    }
    for (place, last) in (1..=draws).rev().enumerate() {
        for (seed, order) in orders.iter_mut().enumerate() {
            let draw = draw(first_words[place][seed], first_words[place + 1][seed], words[seed]);
            order.swap(last, (draw % (last as u32 + 1)) as usize);
        }
        step(&mut words);
    }
    orders
}

/// The word with this number in the first state, computed from the word before it.
#[inline]
const fn next_word(word: u32, number: u32) -> u32 {
    1_812_433_253_u32.wrapping_mul(word ^ word >> 30).wrapping_add(number)
}

/// A draw of the generator's second state: three words of the first state, twisted and then
/// tempered.
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
    use crate::draws::SIDE_BY_SIDE;

    #[test]
    fn w70_the_draws_are_those_of_the_reference_implementation() {
        // The first outputs of init_genrand(5489), as its authors publish them.
        let mut words = vec![5489];
        for number in 1..AHEAD + 3 {
            words.push(next_word(words[number - 1], number as u32));
        }
        let first: Vec<u32> =
            (0..3).map(|n| draw(words[n], words[n + 1], words[n + AHEAD])).collect();
        assert_eq!(first, [3_499_211_612, 581_869_302, 3_890_346_734]);
    }

    #[test]
    fn w70_a_shuffle_is_a_permutation_and_starts_from_the_last_place() {
        let [order] = shuffled([5489], 14);
        // 3499211612 % 14 = 0: the last place gets number 0.
        assert_eq!(order[13], 3_499_211_612_u32.wrapping_rem(14) as u8);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted.as_slice(), (0..14).collect::<Vec<u8>>());
        assert!(shuffled([1], 0)[0].is_empty() && shuffled([1], 1)[0].len() == 1);
    }

    #[test]
    fn w70_the_order_of_a_seed_is_the_same_alone_and_beside_others() {
        for count in [0, 1, 2, 3, 12, 14, 63, 64, 65, 200] {
            let seeds: [u32; SIDE_BY_SIDE] =
                core::array::from_fn(|n| (n as u32).wrapping_mul(2_654_435_761));
            let together = shuffled(seeds, count);
            assert_eq!(together.to_vec(), seeds.map(|seed| shuffled([seed], count)[0].clone()));
        }
    }
}
