//! The editions of the Rebirth rules: the parameters' values, one constant per edition.

use basement_model::named;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray, VariantNames};

use super::rules::{
    Boss, BossChoice, Curses, DeadEnds, Difficulties, Growth, Planetarium, RebirthRules, Rooms,
    Secret, Special, Variants,
};

/// The editions of the Rebirth backend.
///
/// ```
/// use basement_floors::rebirth::Edition;
///
/// let edition: Edition = "afterbirth-plus".parse()?;
/// assert!(!edition.rules().planetarium.exists);
/// assert_eq!(Edition::ALL.len(), 3);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Edition {
    /// The rules of the wiki pages (sources S0, S3), with all special rooms.
    #[default]
    Repentance,
    /// `afterbirth-plus` with [R18](crate::rules#r18), the pool rule that source S4 reports.
    Article,
    /// The pseudo-code of source S0; its layout is checked against engine logs.
    AfterbirthPlus,
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
    pub const fn rules(self) -> RebirthRules {
        match self {
            Self::Repentance => REPENTANCE,
            Self::Article => ARTICLE,
            Self::AfterbirthPlus => AFTERBIRTH_PLUS,
        }
    }

    /// Whether stages 1 to 8 have the alternative chapters, types 4 and 5.
    #[must_use]
    pub const fn has_alternative_chapters(self) -> bool {
        matches!(self, Self::Repentance)
    }
}

/// The rules of the wiki pages, with all special rooms.
pub(crate) const REPENTANCE: RebirthRules = RebirthRules {
    curses: Curses {
        odds_fresh: 80,
        odds_fresh_hard: 40,
        odds_all: 10,
        odds_all_hard: 5,
        no_darkness_from_lap: 3,
    },
    rooms: Rooms {
        base: 5,
        random: 2,
        per_stage: 10.0 / 3.0,
        cap: 20,
        labyrinth_factor: 1.8,
        labyrinth_cap: 45,
        lost_extra: 4,
        void_base: 50,
        void_random: 10,
        hard_extra: 2,
        hard_random: 2,
    },
    dead_ends: DeadEnds {
        base: 5,
        later_stages: 1,
        labyrinth: 1,
        void: 2,
        voodoo_head: 1,
        added_below: 0,
        most_added: 5,
        attempts: 10_000,
    },
    growth: Growth {
        start_limit: 2,
        start_limit_random: 2,
        start_unlimited_from: 16,
        limit_coins: 4,
        neighbour_limit: 2,
        loop_one_in: 10,
        back_one_in: 3,
        shape_removal: 0.0,
        columns: 13,
        rows: 13,
        large_rooms: true,
        skip_one_in: 0,
        restart_above: 100,
        all_rooms: false,
    },
    variants: Variants {
        along: 48,
        across: 24,
        across_aside: 24,
        square: 24,
        square_aside: 24,
        l1: 72,
        l2_aside: 72,
        l3: 36,
        l3_aside: 36,
        l4: 36,
        l4_aside: 36,
        narrow: 24,
        narrow_long: 24,
    },
    boss: Boss {
        deeper_than: 1,
        labyrinth_space: 3,
        void_extra: 5,
        void_extra_random: 4,
        void_needed: 5,
        most_picks: 51,
        picker_for_each: true,
        keeps_distance: true,
        luna_super_secret: true,
        super_secret_stream: true,
        last_end_room: false,
    },
    boss_choice: BossChoice {
        from_pools: true,
        double_trouble_caves: 50,
        double_trouble_depths: 25,
        double_trouble_womb: 40,
        matriarch_scarred_womb: 0.33,
        matriarch: 0.1,
        row_1: 5,
        row_2: 4,
        row_3: 6,
        row_4: 5,
        row_5: 3,
        row_6: 10,
        row_7: 3,
        row_8: 4,
        row_9: 5,
        row_10: 4,
        headless_horseman: 10,
        horseman: 10,
        fallen: 10,
    },
    special: Special {
        last_stage_with_shop: 6,
        last_stage_with_coin: 8,
        crowns: true,
        shop_level_drawn: true,
        hard_best_shop: 2,
        rare_shop: 256,
        no_shop_from_lap: 3,
        labyrinth_treasure_rooms: 2,
        more_options: 100,
        horse_shoe_draw: 100,
        horse_shoe_draw_moms_box: 50,
        horse_shoe_below: 15,
        horse_shoe_divides: true,
        stage_file_first: true,
        last_stage_with_optional: 10,
        dice: 50,
        dice_keys: 5,
        enough_keys: 2,
        sacrifice: 7,
        sacrifice_full_health: 4,
        lazarus_is_healthy: true,
        library: 20,
        library_book: 4,
        curse: 2,
        curse_devil: 4,
        curse_stream: true,
        voodoo_head_curse: true,
        mini_boss: 4,
        mini_boss_stage_1: 3,
        ultra_pride_from: 3,
        ultra_pride: 10,
        super_mini_boss: 5,
        super_mini_boss_33: 10,
        super_mini_boss_4: 30,
        super_mini_boss_fresh: 80,
        super_mini_boss_from: 3,
        mini_boss_subtypes: true,
        challenge: 2,
        subtypes: true,
        vault: 10,
        vault_keys: 3,
        arcade_coins: 5,
        vault_needs_keys: true,
        bedroom: 50,
        bedroom_low_health: 5,
        random_end_rooms: false,
    },
    planetarium: Planetarium {
        exists: true,
        last_stage: 6,
        base: 0.01,
        per_skip: 0.20,
        magic_8_ball: 0.15,
        crystal_ball: 0.15,
        crystal_ball_skip: 1.0,
        telescope_lens: 0.24,
        sausage: 0.069,
        entered: 0.01,
        entered_telescope_lens: 0.10,
    },
    secret: Secret {
        weight: 10,
        weight_random: 5,
        penalty_one_neighbour: 6,
        penalty_two_neighbours: 3,
        penalty_no_door: 100,
        fragmented_card: 1,
        luna: 1,
        seed_for_each: true,
        ultra: true,
        staged_search: false,
    },
    difficulty: Difficulties {
        first_least: 1,
        first_most: 5,
        second_least: 5,
        second_most: 10,
        both_least: 1,
        both_most: 10,
        void_least: 5,
        void_most: 15,
        hard_first_least: 5,
        hard_first_most: 10,
        hard_second_least: 10,
        hard_second_most: 15,
        hard_both_least: 5,
        hard_both_most: 15,
        hard_void_least: 5,
        hard_void_most: 15,
        counts_as_both: true,
        lowered_one_in: 8,
        void_pick_most: 20,
        enough_rooms: 20,
    },
};

/// The pseudo-code, as differences from `repentance`.
pub(crate) const AFTERBIRTH_PLUS: RebirthRules = RebirthRules {
    curses: Curses { odds_fresh_hard: 10, odds_all_hard: 3, ..REPENTANCE.curses },
    rooms: Rooms { void_random: 5, ..REPENTANCE.rooms },
    dead_ends: DeadEnds { added_below: 5, voodoo_head: 0, ..REPENTANCE.dead_ends },
    boss: Boss {
        picker_for_each: false,
        keeps_distance: false,
        luna_super_secret: false,
        super_secret_stream: false,
        ..REPENTANCE.boss
    },
    boss_choice: BossChoice { from_pools: false, ..REPENTANCE.boss_choice },
    special: Special {
        crowns: false,
        shop_level_drawn: false,
        horse_shoe_divides: false,
        stage_file_first: false,
        lazarus_is_healthy: false,
        curse_stream: false,
        voodoo_head_curse: false,
        super_mini_boss_from: 0,
        mini_boss_subtypes: false,
        subtypes: false,
        vault_needs_keys: false,
        ..REPENTANCE.special
    },
    planetarium: Planetarium { exists: false, ..REPENTANCE.planetarium },
    secret: Secret { luna: 0, seed_for_each: false, ultra: false, ..REPENTANCE.secret },
    difficulty: Difficulties {
        hard_first_most: 5,
        counts_as_both: false,
        lowered_one_in: 0,
        void_pick_most: 0,
        ..REPENTANCE.difficulty
    },
    ..REPENTANCE
};

/// `afterbirth-plus` with the pool rule that the article reports ([R18](crate::rules#r18)).
pub(crate) const ARTICLE: RebirthRules = RebirthRules {
    growth: Growth { shape_removal: 0.95, ..AFTERBIRTH_PLUS.growth },
    ..AFTERBIRTH_PLUS
};
