//! Measures, samples, studies, censuses, searches and floors of other generators, from outside.
//!
//! The tests are one program, so that the crates are linked once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
mod atomic_file;
mod awards;
mod bridge;
mod census;
mod comparison;
mod conditions;
mod evidence;
mod floor_lines;
mod graph_file;
mod likeness;
mod measure_sets;
mod measures;
mod paired;
mod ranked_pairs;
mod room_frequency;
mod samples;
mod search;
mod seeds;
mod series;
mod summaries;
mod trend;
mod walks;

use basement_floors::{Backend, Curse, CurseChoice, Floor, Request, Seed};
use proptest::prelude::*;

/// Does some work on this number of threads.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A floor of either game.
fn any_floor() -> impl Strategy<Value = Floor> {
    let curse = prop::sample::select(vec![None, Some(Curse::Labyrinth), Some(Curse::Lost)]);
    (any::<bool>(), 1..=8_u8, curse, any::<u32>()).prop_map(|(flash, level, curse, seed)| {
        let backend = if flash { Backend::Flash } else { Backend::Rebirth };
        let request = Request { curse: CurseChoice::Forced(curse), ..Request::level(level) };
        let generator = backend.generator(None, &[]).unwrap();
        // The generator gives up on a few seeds in ten thousand; the next seed will do.
        (0..10)
            .find_map(|more| generator.generate(&request, Seed::Pcg(u64::from(seed) + more)).ok())
            .unwrap()
    })
}

/// SplitMix64: numbers below a limit, which is given with each draw.
fn split_mix(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |end| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (((z >> 32) * u64::from(end)) >> 32) as u32
    }
}
