//! The rooms among which a choice is made (L2).

use basement_model::{DoorSlots, Shape};

use crate::room_type::RoomType;
use crate::stage_file::SPECIAL_ROOMS;

/// [W8](basement_model::rules#w8): the least and the greatest difficulty of a special room, unless
/// a rule asks for others.
pub const SPECIAL_DIFFICULTIES: (u8, u8) = (1, 10);

/// [W8](basement_model::rules#w8): which rooms of a catalogue can be chosen
/// ([L2](basement_model::rules#l2)).
///
/// [`Query::new`] matches every room of a type; each further field excludes rooms. Rooms with weight
/// 0, and rooms of a type whose number is above all that have a name, are never chosen.
///
/// ```
/// use basement_model::Shape;
/// use basement_rooms::{Catalogue, Query, RoomType, Weights};
///
/// // The normal rooms of the Basement that are 2x2 and not too hard.
/// let query = Query {
///     shape: Some(Shape::Square),
///     difficulties: (1, 5),
///     ..Query::new(1, RoomType::Normal)
/// };
/// let mut weights = Weights::new(Catalogue::embedded());
/// let (_, room) = weights.choose(&query, (0.5, 0.5)).expect("there are such rooms");
/// assert_eq!(room.shape, Shape::Square);
/// assert!(room.difficulty <= 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// [L1](basement_model::rules#l1): the number of the stage file to choose from.
    /// [`SPECIAL_ROOMS`] is the number of the file of special rooms.
    pub file: u8,
    /// The number of the room type, see [`RoomType::number`].
    pub type_number: u32,
    /// The subtype, or `None` for any.
    pub subtype: Option<u32>,
    /// The shape, or `None` for any.
    pub shape: Option<Shape>,
    /// The first and the last variant allowed.
    pub variants: (u32, u32),
    /// The least and the greatest difficulty allowed.
    pub difficulties: (u8, u8),
    /// The slots in which the room must be able to have a door.
    pub doors: DoorSlots,
}

impl Query {
    /// Every variant.
    pub const ALL_VARIANTS: (u32, u32) = (0, u32::MAX);

    /// Every difficulty.
    pub const ALL_DIFFICULTIES: (u8, u8) = (0, u8::MAX);

    /// Every room of a type in a stage file.
    #[must_use]
    pub const fn new(file: u8, room_type: RoomType) -> Self {
        Self {
            file,
            type_number: room_type.number(),
            subtype: None,
            shape: None,
            variants: Self::ALL_VARIANTS,
            difficulties: Self::ALL_DIFFICULTIES,
            doors: DoorSlots::NONE,
        }
    }

    /// [W8](basement_model::rules#w8): the special rooms of a type, as most rules ask for them: in
    /// the file of special rooms, with [`SPECIAL_DIFFICULTIES`].
    ///
    /// ```
    /// use basement_rooms::{Query, RoomType};
    ///
    /// let query = Query::special(RoomType::Shop);
    /// assert_eq!((query.file, query.difficulties), (0, (1, 10)));
    /// assert_eq!((query.shape, query.subtype), (None, None));
    /// ```
    #[must_use]
    pub const fn special(room_type: RoomType) -> Self {
        let mut query = Self::new(SPECIAL_ROOMS, room_type);
        query.difficulties = SPECIAL_DIFFICULTIES;
        query
    }
}
