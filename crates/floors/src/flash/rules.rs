//! The Flash rules as data: a field for each parameter, a constant for each edition.

use basement_model::named;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray, VariantNames};

use crate::parameters::{parameter_groups, parameters};

/// The editions of the Flash backend.
///
/// ```
/// use basement_floors::flash::Edition;
///
/// let edition: Edition = "wrath-of-the-lamb".parse()?;
/// assert_eq!(edition.rules().rooms.cap, 20);
/// assert_eq!(Edition::ALL, [Edition::Article, Edition::WrathOfTheLamb]);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Edition {
    /// The rules as the published article states them (sources S2, S4).
    #[default]
    Article,
    /// The shipped ActionScript: [F20-F25](crate::rules#f20), from the engine.
    WrathOfTheLamb,
}

named!(Edition, "edition");

impl Edition {
    /// The edition's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        <Self as VariantNames>::VARIANTS[self as usize]
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(self) -> FlashRules {
        match self {
            Self::Article => ARTICLE,
            Self::WrathOfTheLamb => WRATH_OF_THE_LAMB,
        }
    }

    /// [F12](crate::rules#f12): whether the edition has a level.
    #[must_use]
    pub const fn has_level(self, level: u8) -> bool {
        match self {
            Self::Article => matches!(level, 1..=12),
            Self::WrathOfTheLamb => matches!(level, 1..=9 | 11),
        }
    }

    /// [F12](crate::rules#f12): the edition's levels, in words.
    #[must_use]
    pub const fn levels(self) -> &'static str {
        match self {
            Self::Article => "1 to 12",
            Self::WrathOfTheLamb => "1 to 9 and 11",
        }
    }
}

parameter_groups! {
    /// All parameters of the Flash backend.
    ///
    /// Start from the parameters of an edition:
    ///
    /// ```
    /// use basement_floors::flash::{Edition, Flash};
    ///
    /// let mut rules = Edition::Article.rules();
    /// rules.growth.neighbour_limit = 2;
    /// let changed = Flash::with_rules(Edition::Article, rules)?;
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    pub struct FlashRules {
        /// [F24](crate::rules#f24): how often curses are drawn.
        pub curses: Curses,
        /// [F2](crate::rules#f2), [F3](crate::rules#f3), [F20](crate::rules#f20): how many rooms a
        /// floor gets.
        pub rooms: Rooms,
        /// [F4-F7](crate::rules#f4), [F21](crate::rules#f21): how the plan grows.
        pub growth: Growth,
        /// [F15-F17](crate::rules#f15): what a Labyrinth floor does in addition.
        pub labyrinth: Labyrinth,
        /// [F9](crate::rules#f9), [F23](crate::rules#f23): where the secret room goes.
        pub secret: Secret,
        /// [F10-F13](crate::rules#f10): which special rooms there are.
        pub special: Special,
    }
}

parameters! {
    /// [F24](crate::rules#f24): chances of a curse, as 1/n; 0 switches the roll off.
    pub struct Curses {
        /// n of the Labyrinth's 1/n on a new save.
        "F24" odds_fresh: u32 [0, 1_000_000],
        /// n after the first unlocks.
        "F24" odds_few: u32 [0, 1_000_000],
        /// n after most unlocks.
        "F24" odds_many: u32 [0, 1_000_000],
        /// n with everything unlocked.
        "F24" odds_all: u32 [0, 1_000_000],
        /// How many times rarer the Lost and Darkness are than the Labyrinth.
        "F24" others_rarer: u32 [1, 1000],
    }
}

parameters! {
    /// [F2](crate::rules#f2), [F3](crate::rules#f3), [F20](crate::rules#f20): how many rooms are
    /// wanted.
    pub struct Rooms {
        /// Rooms wanted on every floor.
        "F2" base: u32 [0, 40],
        /// Adds random(n) rooms.
        "F2" random: u32 [1, 20],
        /// Rooms added per level.
        "F2" per_level: f64 [0.0, 10.0],
        /// At most this many rooms, before the curses; 0 for no limit.
        "F20" cap: u32 [0, 72],
        /// Whether the number is rounded down.
        "F2" floored: bool [false, true],
        /// Whether the start room counts as one of the wanted rooms.
        "F2" start_counts: bool [false, true],
        /// The factor for a Labyrinth floor.
        "F3" labyrinth_factor: f64 [1.0, 5.0],
        /// At most this many rooms on a Labyrinth floor.
        "F3" labyrinth_cap: u32 [1, 72],
        /// A Labyrinth floor counts as this many levels deeper.
        "F20" labyrinth_levels: u8 [0, 4],
        /// Rooms added under Curse of the Lost, except on Labyrinth floors.
        "F3" lost_extra: u32 [0, 40],
    }
}

parameters! {
    /// [F4-F7](crate::rules#f4), [F21](crate::rules#f21): how the plan grows.
    pub struct Growth {
        /// With chance 1/n a neighbour is skipped.
        "F4" skip_one_in: u32 [1, 1000],
        /// A cell with more occupied neighbours than this is skipped.
        "F4" neighbour_limit: u32 [1, 4],
        /// The start is queued again when more rooms than this are wanted.
        "F6" restart_above: u32 [0, 72],
        /// Whether the start is queued again even if no room is missing.
        "F21" restart_always: bool [false, true],
        /// At most this many generations.
        "F6" generations: u32 [1, 100_000],
        /// Whether a generation that queued fewer than 2 cells counts half.
        "F21" short_generations_count_half: bool [false, true],
        /// Whether the cell added last comes first in its generation.
        "F21" last_added_first: bool [false, true],
        /// Whether the start passes every test as a neighbour, and so is queued
        /// again by a cell beside it.
        "F21" start_always_passes: bool [false, true],
        /// Whether growth can fill rows 0 and 7.
        "F21" outer_rows_fill: bool [false, true],
        /// At most this many attempts at one floor.
        "F7" attempts: u32 [1, 1_000_000],
    }
}

parameters! {
    /// [F15-F17](crate::rules#f15): what a Labyrinth floor does in addition.
    pub struct Labyrinth {
        /// Whether the cell below the boss is tried for the second boss room.
        "F15" boss_below: bool [false, true],
        /// How many end rooms stay end rooms.
        "F16" end_rooms: u32 [0, 72],
        /// Growth aims at this many fewer rooms than wanted.
        "F17" aim_below: u32 [0, 72],
        /// Rooms are added until there are this many more than wanted.
        "F17" extra_above: u32 [0, 72],
        /// At most this many draws for added rooms.
        "F17" extra_draws: u32 [0, 1_000_000],
        /// With chance 1/n a cell with one neighbour gets an added room.
        "F17" one_neighbour_one_in: u32 [1, 1000],
        /// Whether each draw looks for the secret room first, then for an added
        /// room.
        "F25" shared_search: bool [false, true],
        /// How many treasure rooms there are.
        "F15" treasure_rooms: u32 [0, 4],
    }
}

parameters! {
    /// [F9](crate::rules#f9), [F23](crate::rules#f23): where the secret room goes.
    pub struct Secret {
        /// Occupied neighbours that a cell needs at first.
        "F9" neighbours: u32 [1, 4],
        /// Draws after which the criterion is loosened.
        "F9" loosen_after: u32 [0, 1_000_000],
        /// Occupied neighbours that a cell needs then.
        "F9" neighbours_loosened: u32 [1, 4],
        /// Draws after which the criterion is loosened further.
        "F9" loosen_further_after: u32 [0, 1_000_000],
        /// Occupied neighbours that a cell needs then; it may be beside an end room.
        "F9" neighbours_at_last: u32 [1, 4],
        /// At most this many draws.
        "F9" draws: u32 [0, 1_000_000],
        /// Whether the shipped test is used: 80 cells, columns 2-8, and a cell must be enclosed
        /// once the criterion is loosened.
        "F23" shipped_test: bool [false, true],
        /// Up to this level a floor without a secret room is thrown away.
        "F22" needed_up_to_level: u8 [0, 255],
    }
}

parameters! {
    /// [F10-F13](crate::rules#f10): which special rooms there are. Chances are 1/n.
    pub struct Special {
        /// Whether a super secret room is placed first.
        "F13" super_secret: bool [false, true],
        /// End rooms that must be left after the boss and super secret room.
        "F22" end_rooms: u32 [0, 72],
        /// End rooms that must be left on level 1.
        "F22" end_rooms_on_level_1: u32 [0, 72],
        /// The last level with a shop and a treasure room.
        "F12" last_level_with_shop: u8 [0, 255],
        /// The level with only boss and hidden rooms; 0 for none.
        "F12" bare_level: u8 [0, 255],
        /// Sacrifice room.
        "F11" sacrifice: u32 [1, 1000],
        /// Sacrifice room, second chance at full health.
        "F11" sacrifice_full_health: u32 [1, 1000],
        /// Library.
        "F11" library: u32 [1, 1000],
        /// Library, second chance if a book is carried.
        "F11" library_book: u32 [1, 1000],
        /// Curse room.
        "F11" curse: u32 [1, 1000],
        /// Curse room, second chance if the last floor's devil room was entered.
        "F11" curse_devil: u32 [1, 1000],
        /// Mini-boss.
        "F11" mini_boss: u32 [1, 1000],
        /// Mini-boss, second chance on level 1.
        "F11" mini_boss_level_1: u32 [1, 1000],
        /// Challenge room on level 2; certain later.
        "F11" challenge_level_2: u32 [1, 1000],
        /// Coins that an arcade needs.
        "F11" arcade_coins: u32 [0, 999],
    }
}

/// The rules as the published article states them.
pub(crate) const ARTICLE: FlashRules = FlashRules {
    curses: Curses { odds_fresh: 0, odds_few: 0, odds_many: 0, odds_all: 0, others_rarer: 2 },
    rooms: Rooms {
        base: 5,
        random: 2,
        per_level: 2.6,
        cap: 0,
        floored: true,
        start_counts: true,
        labyrinth_factor: 1.8,
        labyrinth_cap: 45,
        labyrinth_levels: 0,
        lost_extra: 4,
    },
    growth: Growth {
        skip_one_in: 2,
        neighbour_limit: 1,
        restart_above: 15,
        restart_always: false,
        generations: 300,
        short_generations_count_half: false,
        last_added_first: false,
        start_always_passes: false,
        outer_rows_fill: true,
        attempts: 1000,
    },
    labyrinth: Labyrinth {
        boss_below: true,
        end_rooms: 6,
        aim_below: 1,
        extra_above: 1,
        extra_draws: 3000,
        one_neighbour_one_in: 2,
        shared_search: false,
        treasure_rooms: 2,
    },
    secret: Secret {
        neighbours: 3,
        loosen_after: 300,
        neighbours_loosened: 2,
        loosen_further_after: 600,
        neighbours_at_last: 1,
        draws: 900,
        shipped_test: false,
        needed_up_to_level: u8::MAX,
    },
    special: Special {
        super_secret: false,
        end_rooms: 0,
        end_rooms_on_level_1: 0,
        last_level_with_shop: u8::MAX,
        bare_level: 0,
        sacrifice: 7,
        sacrifice_full_health: 4,
        library: 20,
        library_book: 4,
        curse: 2,
        curse_devil: 4,
        mini_boss: 4,
        mini_boss_level_1: 3,
        challenge_level_2: 2,
        arcade_coins: 5,
    },
};

/// The shipped ActionScript, given by its differences from the article
/// ([F20-F25](crate::rules#f20)).
pub(crate) const WRATH_OF_THE_LAMB: FlashRules = FlashRules {
    curses: Curses { odds_fresh: 80, odds_few: 30, odds_many: 10, odds_all: 5, ..ARTICLE.curses },
    rooms: Rooms {
        cap: 20,
        floored: false,
        start_counts: false,
        labyrinth_levels: 1,
        ..ARTICLE.rooms
    },
    growth: Growth {
        restart_always: true,
        short_generations_count_half: true,
        last_added_first: true,
        start_always_passes: true,
        outer_rows_fill: false,
        ..ARTICLE.growth
    },
    labyrinth: Labyrinth { boss_below: false, shared_search: true, ..ARTICLE.labyrinth },
    secret: Secret { draws: 3000, shipped_test: true, needed_up_to_level: 2, ..ARTICLE.secret },
    special: Special {
        super_secret: true,
        end_rooms: 4,
        end_rooms_on_level_1: 3,
        last_level_with_shop: 6,
        bare_level: 11,
        ..ARTICLE.special
    },
};
