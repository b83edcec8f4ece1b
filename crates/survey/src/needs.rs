//! What must be known of a floor before a measure can be read from it.

/// Parts of an [`Analysis`](crate::Analysis) that cost something, as bits. A part includes the bits
/// of the parts that it is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs(u8);

impl Needs {
    /// The rooms themselves and what the floor cost: always known.
    pub(crate) const ROOMS: Self = Self(0);
    /// Sums over the plan's cells.
    pub(crate) const CELLS: Self = Self(1);
    /// The plan's doors, and the neighbours of each room.
    pub(crate) const GRAPH: Self = Self(1 << 1);
    /// Steps from the start.
    pub(crate) const DISTANCES: Self = Self(1 << 2 | Self::GRAPH.0);
    /// Steps from the boss room.
    pub(crate) const BOSS_STEPS: Self = Self(1 << 3 | Self::GRAPH.0);
    /// How the free cells look to a player who looks for the secret room.
    pub(crate) const GUESSES: Self = Self(1 << 4);
    /// The shortest walk through all rooms.
    pub(crate) const FULL_WALK: Self = Self(1 << 5 | Self::GRAPH.0);
    /// The shortest ways to the boss room, and through treasure room and shop.
    pub(crate) const WAYS: Self = Self(1 << 6 | Self::GRAPH.0);
    /// The way of a player without a map.
    pub(crate) const SEARCH: Self = Self(1 << 7 | Self::GRAPH.0);
    /// Everything.
    pub(crate) const ALL: Self = Self(u8::MAX);

    /// What at least one of the two needs.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it includes a part about walks.
    pub(crate) const fn has_walks(self) -> bool {
        self.0 >> 5 != 0
    }

    pub(crate) const fn has(self, part: Self) -> bool {
        self.0 & part.0 == part.0
    }
}
