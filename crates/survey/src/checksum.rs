//! SHA-256 in hexadecimal, by which files and tables are told apart.

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

/// The SHA-256 of all bytes that were hashed, in hexadecimal.
pub(crate) fn hexadecimal(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
