//! What commands say besides their result.

use basement_lab::floors::rooms::printable;
use indicatif::HumanCount;

/// "1 room", "2,000 rooms".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

/// Says on how many seeds a generator gave up, if on any.
pub(crate) fn note_gave_up(gave_up: u64, of: u64) {
    if gave_up > 0 {
        let (gave_up, of) = (HumanCount(gave_up), HumanCount(of));
        note(&format!(
            "{gave_up} of {of} seeds have no floor: the generator gave up. The output leaves them out"
        ));
    }
}

/// Says something that is not an error but must be known.
#[expect(clippy::print_stderr, reason = "the binary's remarks go to standard error")]
pub(crate) fn note(message: &str) {
    // The message may quote a file.
    eprintln!("note: {}", printable(message));
}
