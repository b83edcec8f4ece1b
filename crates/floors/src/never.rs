//! Why a room of a catalogue is on no floor of a request.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

/// Why no floor of a request has a room of the catalogue, whatever the seed.
/// [`Generator::rooms_that_never_appear`](crate::Generator::rooms_that_never_appear) returns it.
///
/// A room can be ruled out for several reasons. The first of these, in the order of the variants,
/// is given. `Display` writes a clause about the room; JSON has the variant's name.
///
/// ```
/// use basement_floors::NeverReason;
///
/// assert_eq!(NeverReason::NoWeight.to_string(), "its weight is not above 0");
/// assert_eq!(serde_json::to_string(&NeverReason::NoWeight)?, "\"no_weight\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NeverReason {
    /// Its file has no stage number, so no floor reads the file ([L1](crate::rules#l1)).
    #[strum(serialize = "its file belongs to no stage")]
    NoStage,
    /// The floor reads only other files: the file of its stage and the file of special rooms
    /// ([W7](crate::rules#w7)).
    #[strum(serialize = "its file belongs to another stage")]
    OtherStage,
    /// A room whose weight is not above 0 is never chosen ([W9](crate::rules#w9)).
    #[strum(serialize = "its weight is not above 0")]
    NoWeight,
    /// No rule places rooms of its type from its file on this floor.
    #[strum(serialize = "no rule places rooms of its type from its file on this floor")]
    Type,
    /// Rules ask for its type, but not for its variant.
    #[strum(serialize = "no rule asks for its variant on this floor")]
    Variant,
    /// Rules ask for its type, but not for its subtype. The subtype of a boss room is its boss, who
    /// may belong to another stage or be locked.
    #[strum(serialize = "no rule asks for its subtype on this floor")]
    Subtype,
    /// Rules ask for its type, variant and subtype, but not for its difficulty.
    #[strum(serialize = "no rule asks for its difficulty on this floor")]
    Difficulty,
    /// The room cannot be entered: it has no door at all, or none in a slot of its shape through
    /// which rooms are entered ([W19](crate::rules#w19), [W50](crate::rules#w50)).
    #[strum(serialize = "it has no door by which it can be entered")]
    Doors,
    /// The request ends before the rooms of its type are picked
    /// ([`Request::phase`](crate::Request::phase)).
    #[strum(serialize = "the phase that is asked for ends before such rooms are picked")]
    Phase,
}

impl NeverReason {
    /// All reasons, in the order in which they are tested.
    pub const ALL: &'static [Self] = <Self as VariantArray>::VARIANTS;
}
