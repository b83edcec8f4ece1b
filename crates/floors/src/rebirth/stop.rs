//! Why an attempt at a floor stops.

use basement_model::{PlacingFailure, RoomKind};
use basement_rooms::{Query, RoomType};

use crate::error::MissingRooms;

/// Why an attempt stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// F7: the layout has too few rooms.
    TooFewRooms,
    /// R17: the layout has too few dead ends.
    TooFewDeadEnds,
    /// W5: the placing phase failed at a kind of room.
    Failed(RoomKind, PlacingFailure),
    /// W11: no attempt can pass with this catalogue.
    Missing(MissingRooms),
}

/// W11: the [`Stop`] for a query that no room of the catalogue matches.
pub(super) fn missing(query: &Query) -> Stop {
    let is_any = query.variants == Query::ALL_VARIANTS;
    Stop::Missing(MissingRooms {
        room_type: RoomType::from(query.type_number),
        subtype: query.subtype,
        variants: (!is_any).then_some(query.variants),
    })
}
