//! How many threads a command has.

use crate::failure::Failure;
use crate::notes::note;

/// A pool of as many threads as asked for, at most 256; by default one for each core.
pub(crate) fn threads(count: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    /// More threads cost time and memory and gain nothing on any existing machine.
    const MOST: u64 = 256;
    if let Some(count) = count.filter(|count| *count > MOST) {
        note(&format!("{MOST} threads work, not {count}: more gain nothing"));
    }
    // 0 means one for each core.
    let count = count.map_or(0, |count| count.min(MOST) as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| Failure::Work(error.to_string()))
}
