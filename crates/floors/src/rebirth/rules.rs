//! The Rebirth rules as data: a field for each parameter. `editions.rs` has their values.

use crate::parameters::{parameter_groups, parameters};

parameter_groups! {
    /// All parameters of the Rebirth backend.
    ///
    /// Start from those of an edition:
    ///
    /// ```
    /// use basement_floors::rebirth::{Edition, Rebirth};
    ///
    /// let mut rules = Edition::Repentance.rules();
    /// rules.growth.neighbour_limit = 3;
    /// let changed = Rebirth::with_rules(Edition::Repentance, rules)?;
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    pub struct RebirthRules {
        /// [R5](crate::rules#r5): how often curses are drawn.
        pub curses: Curses,
        /// [R6](crate::rules#r6): how many rooms a floor gets.
        pub rooms: Rooms,
        /// [R7](crate::rules#r7), [R14](crate::rules#r14), [R15](crate::rules#r15),
        /// [R17](crate::rules#r17): how many dead ends it must have.
        pub dead_ends: DeadEnds,
        /// [R10](crate::rules#r10), [R18](crate::rules#r18): how the layout grows.
        pub growth: Growth,
        /// [R11](crate::rules#r11): how often each shape is offered.
        pub variants: Variants,
        /// [R21](crate::rules#r21), [R22](crate::rules#r22), [W14-W16](crate::rules#w14),
        /// [W60](crate::rules#w60): boss and super secret rooms.
        pub boss: Boss,
        /// [W12](crate::rules#w12), [W13](crate::rules#w13), [W70](crate::rules#w70): which boss a
        /// stage has.
        pub boss_choice: BossChoice,
        /// [R23-R32](crate::rules#r23): which special rooms there are.
        pub special: Special,
        /// [R25](crate::rules#r25): the chance of a planetarium.
        pub planetarium: Planetarium,
        /// [R33](crate::rules#r33), [R34](crate::rules#r34): where the hidden rooms go.
        pub secret: Secret,
        /// [L4](crate::rules#l4): how difficult the normal rooms are.
        pub difficulty: Difficulties,
    }
}

parameters! {
    /// [L4](crate::rules#l4), [R9](crate::rules#r9): the least and the greatest difficulty of a
    /// floor's normal rooms.
    pub struct Difficulties {
        /// Least, on a chapter's first floor, normal mode.
        "L4" first_least: u32 [0, 255],
        /// Greatest, on a chapter's first floor, normal mode.
        "L4" first_most: u32 [0, 255],
        /// Least, on a chapter's second floor, normal mode.
        "L4" second_least: u32 [0, 255],
        /// Greatest, on a chapter's second floor, normal mode.
        "L4" second_most: u32 [0, 255],
        /// Least, on a floor that counts as both, normal mode.
        "L4" both_least: u32 [0, 255],
        /// Greatest, on a floor that counts as both, normal mode.
        "L4" both_most: u32 [0, 255],
        /// Least, in The Void, normal mode.
        "L4" void_least: u32 [0, 255],
        /// Greatest, in The Void, normal mode.
        "L4" void_most: u32 [0, 255],
        /// Least, on a chapter's first floor, hard mode.
        "L4" hard_first_least: u32 [0, 255],
        /// Greatest, on a chapter's first floor, hard mode.
        "L4" hard_first_most: u32 [0, 255],
        /// Least, on a chapter's second floor, hard mode.
        "L4" hard_second_least: u32 [0, 255],
        /// Greatest, on a chapter's second floor, hard mode.
        "L4" hard_second_most: u32 [0, 255],
        /// Least, on a floor that counts as both, hard mode.
        "L4" hard_both_least: u32 [0, 255],
        /// Greatest, on a floor that counts as both, hard mode.
        "L4" hard_both_most: u32 [0, 255],
        /// Least, in The Void, hard mode.
        "L4" hard_void_least: u32 [0, 255],
        /// Greatest, in The Void, hard mode.
        "L4" hard_void_most: u32 [0, 255],
        /// Whether Labyrinth floors and chapters 5 and 6 count as both floors of a
        /// chapter; otherwise a Labyrinth counts by its stage, the chapters as first.
        "L4" counts_as_both: bool [false, true],
        /// n: at 1/n a pick's least difficulty is 1; 0 never.
        "L4" lowered_one_in: u32 [0, 1_000_000],
        /// Greatest of a pick in The Void; 0 for that of the floor.
        "W71" void_pick_most: u32 [0, 255],
        /// Rooms below which the range widens to 1-15.
        "R9" enough_rooms: u32 [0, 65_535],
    }
}

parameters! {
    /// [R5](crate::rules#r5): chances of a curse, as 1/n; 0 switches the roll off.
    pub struct Curses {
        /// n on a new save, normal mode.
        "R5" odds_fresh: u32 [0, 1_000_000],
        /// n on a new save, hard mode.
        "R5" odds_fresh_hard: u32 [0, 1_000_000],
        /// n with everything unlocked, normal mode.
        "R5" odds_all: u32 [0, 1_000_000],
        /// n with everything unlocked, hard mode.
        "R5" odds_all_hard: u32 [0, 1_000_000],
    }
}

parameters! {
    /// [R6](crate::rules#r6): how many rooms are wanted, the start room not counted.
    pub struct Rooms {
        /// Rooms of every floor.
        "R6" base: u32 [0, 30],
        /// random(n) further rooms.
        "R6" random: u32 [1, 20],
        /// This times the stage, rounded down, further rooms: the 3.33 of the sources is 10/3.
        "R6" per_stage: f64 [0.0, 10.0],
        /// The most rooms before curses and difficulty.
        "R6" cap: u32 [1, 60],
        /// A Labyrinth floor's factor, after the cap; some sources multiply before it.
        "R6" labyrinth_factor: f64 [1.0, 5.0],
        /// A Labyrinth floor's most rooms.
        "R6" labyrinth_cap: u32 [1, 60],
        /// Further rooms under Curse of the Lost, off Labyrinth floors.
        "R6" lost_extra: u32 [0, 20],
        /// Rooms of The Void.
        "R6" void_base: u32 [0, 55],
        /// random(n) further rooms of The Void.
        "R6" void_random: u32 [1, 20],
        /// Further rooms in hard mode, besides those of `hard_random`.
        "R6" hard_extra: u32 [0, 10],
        /// In hard mode one of this many numbers, from 0 on, is drawn and added.
        "R6" hard_random: u32 [1, 10],
    }
}

parameters! {
    /// [R7](crate::rules#r7), [R15](crate::rules#r15), [R17](crate::rules#r17): how many dead ends
    /// a layout must have.
    pub struct DeadEnds {
        /// Dead ends of every floor.
        "R7" base: u32 [0, 40],
        /// Further ones after stage 1.
        "R7" later_stages: u32 [0, 10],
        /// Further ones on a Labyrinth floor.
        "R7" labyrinth: u32 [0, 10],
        /// Further ones in The Void.
        "R7" void: u32 [0, 10],
        /// Further ones with Voodoo Head.
        "R7" voodoo_head: u32 [0, 10],
        /// Dead ends are added below this many; 0 for below the minimum.
        "R15" added_below: u32 [0, 40],
        /// The most dead ends that are added.
        "R15" most_added: u32 [0, 6],
        /// The most attempts at one floor.
        "R17" attempts: u32 [1, 1_000_000],
    }
}

parameters! {
    /// [R10](crate::rules#r10), [R18](crate::rules#r18): how the layout grows; and the rules of
    /// Flash that can take the place of these ([F1](crate::rules#f1), [F4](crate::rules#f4),
    /// [F6](crate::rules#f6), [F7](crate::rules#f7)).
    pub struct Growth {
        /// Rooms that the start room may place, when few are wanted.
        "R10" start_limit: u32 [0, 8],
        /// random(n) further rooms that it may place.
        "R10" start_limit_random: u32 [1, 8],
        /// The start room has no limit when this many rooms are wanted.
        "R10" start_unlimited_from: u32 [0, 100],
        /// How many random(2) are summed for any other room's limit.
        "R10" limit_coins: u32 [0, 16],
        /// A candidate is skipped when its entry cell has this many occupied neighbours.
        "R10" neighbour_limit: u32 [1, 5],
        /// On Labyrinth and Void floors it may still be placed, at 1/n; 0 for
        /// never, without a draw.
        "R10" loop_one_in: u32 [0, 1000],
        /// A placed room is queued at the back at 1/n, else at the front.
        "R10" back_one_in: u32 [1, 1000],
        /// A large room's shape leaves the pool with this probability; 0 makes
        /// no draw.
        "R18" shape_removal: f64 [0.0, 1.0],
        /// Columns of the grid around the start room.
        "F1" columns: u8 [3, 13],
        /// Rows of the grid around the start room.
        "F1" rows: u8 [3, 13],
        /// Whether rooms grow in all shapes that are enabled; otherwise 1x1 only, and the variants
        /// make no draws.
        "R11" large_rooms: bool [false, true],
        /// Each way out is skipped at a chance of 1/n, in the order right, left, down, up, and
        /// there is no limit; 0 for the shuffle and the limit of R10.
        "F4" skip_one_in: u32 [0, 1000],
        /// The start room is queued again in every generation when more rooms than this are wanted.
        "F6" restart_above: u32 [0, 100],
        /// Whether a layout with fewer rooms than wanted is thrown away.
        "F7" all_rooms: bool [false, true],
    }
}

parameters! {
    /// [R11](crate::rules#r11): each outline is offered at a chance of 1/n.
    pub struct Variants {
        /// Two cells along the way in.
        "R11" along: u32 [1, 1_000_000],
        /// Two cells across it.
        "R11" across: u32 [1, 1_000_000],
        /// Two cells across it, moved aside.
        "R11" across_aside: u32 [1, 1_000_000],
        /// 2x2.
        "R11" square: u32 [1, 1_000_000],
        /// 2x2, moved aside.
        "R11" square_aside: u32 [1, 1_000_000],
        /// The first L-shape of R11's table.
        "R11" l1: u32 [1, 1_000_000],
        /// The second L-shape of R11's table, moved aside.
        "R11" l2_aside: u32 [1, 1_000_000],
        /// The third L-shape of R11's table.
        "R11" l3: u32 [1, 1_000_000],
        /// The third L-shape of R11's table, moved aside.
        "R11" l3_aside: u32 [1, 1_000_000],
        /// The fourth L-shape of R11's table.
        "R11" l4: u32 [1, 1_000_000],
        /// The fourth L-shape of R11's table, moved aside.
        "R11" l4_aside: u32 [1, 1_000_000],
        /// One narrow cell along the way in.
        "R11" narrow: u32 [1, 1_000_000],
        /// Two narrow cells along the way in.
        "R11" narrow_long: u32 [1, 1_000_000],
    }
}

impl Growth {
    /// F1: whether the grid is smaller than 13x13.
    pub(super) const fn has_smaller_grid(&self) -> bool {
        self.columns < 13 || self.rows < 13
    }
}

impl Variants {
    /// The weights in the order of [R11](crate::rules#r11)'s table.
    #[must_use]
    pub const fn weights(&self) -> [u32; 13] {
        [
            self.along,
            self.across,
            self.across_aside,
            self.square,
            self.square_aside,
            self.l1,
            self.l2_aside,
            self.l3,
            self.l3_aside,
            self.l4,
            self.l4_aside,
            self.narrow,
            self.narrow_long,
        ]
    }
}

parameters! {
    /// [R21](crate::rules#r21), [R22](crate::rules#r22): boss and super secret rooms.
    pub struct Boss {
        /// A boss room's dead end lies deeper than this.
        "R21" deeper_than: u8 [0, 50],
        /// Empty cells that a Labyrinth's boss room needs behind it.
        "R21" labyrinth_space: u32 [0, 12],
        /// Further boss rooms of The Void.
        "R21" void_extra: u32 [0, 20],
        /// random(n) further boss rooms of The Void.
        "R21" void_extra_random: u32 [1, 20],
        /// How many of The Void's boss rooms must find a place.
        "R21" void_needed: u32 [0, 20],
        /// The most rooms that are picked for a boss; the last stands unchecked.
        "W14" most_picks: u32 [1, 1000],
        /// Whether a picker of its own seeds the picks of every boss room; otherwise that of the
        /// first boss room only.
        "W60" picker_for_each: bool [false, true],
        /// Whether nothing can be placed beside the last boss room.
        "W60" keeps_distance: bool [false, true],
        /// Whether Luna brings a second super secret room.
        "R22" luna_super_secret: bool [false, true],
        /// Whether a stream of its own seeds the super secret rooms.
        "W61" super_secret_stream: bool [false, true],
        /// Whether the boss takes the dead end that was placed last, as a 1x1; if that is not deep
        /// enough, the attempt fails.
        "F8" last_end_room: bool [false, true],
    }
}

parameters! {
    /// [W12](crate::rules#w12), [W13](crate::rules#w13), [W70](crate::rules#w70): which boss a stage
    /// has. Chances are 1/n.
    pub struct BossChoice {
        /// Whether bosses come from the pools of their stage files.
        "W70" from_pools: bool [false, true],
        /// Double trouble on stages 3 and 4.
        "W12" double_trouble_caves: u32 [1, 1_000_000],
        /// Double trouble on stage 5.
        "W12" double_trouble_depths: u32 [1, 1_000_000],
        /// Double trouble on stage 7.
        "W12" double_trouble_womb: u32 [1, 1_000_000],
        /// Stage 7's The Matriarch, on type 2.
        "W13" matriarch_scarred_womb: f64 [0.0, 1.0],
        /// The same on types 0 and 1.
        "W13" matriarch: f64 [0.0, 1.0],
        /// Row 1 of the table.
        "W13" row_1: u32 [1, 1_000_000],
        /// Row 2 of the table.
        "W13" row_2: u32 [1, 1_000_000],
        /// Row 3 of the table.
        "W13" row_3: u32 [1, 1_000_000],
        /// Row 4 of the table, the horsemen.
        "W13" row_4: u32 [1, 1_000_000],
        /// Row 5 of the table.
        "W13" row_5: u32 [1, 1_000_000],
        /// Row 6 of the table, The Fallen.
        "W13" row_6: u32 [1, 1_000_000],
        /// Row 7 of the table.
        "W13" row_7: u32 [1, 1_000_000],
        /// Row 8 of the table.
        "W13" row_8: u32 [1, 1_000_000],
        /// Row 9 of the table.
        "W13" row_9: u32 [1, 1_000_000],
        /// Row 10 of the table.
        "W13" row_10: u32 [1, 1_000_000],
        /// The Headless Horseman instead of the stage's horseman.
        "W13" headless_horseman: u32 [1, 1_000_000],
        /// A horseman instead of a boss of the pool.
        "W70" horseman: u32 [1, 1_000_000],
        /// The Fallen instead of a boss of the pool.
        "W70" fallen: u32 [1, 1_000_000],
    }
}

parameters! {
    /// [R23-R32](crate::rules#r23): which special rooms there are. Chances are 1/n.
    pub struct Special {
        /// The last stage with a shop, treasure room, planetarium and bedroom.
        "R23" last_stage_with_shop: u8 [0, 12],
        /// The last stage on which Silver Dollar and Bloody Crown bring one.
        "R23" last_stage_with_coin: u8 [0, 12],
        /// Whether Holy and Wicked Crown work on stage 10.
        "R23" crowns: bool [false, true],
        /// Whether the shop's level is drawn; otherwise it is the highest that is unlocked.
        "W62" shop_level_drawn: bool [false, true],
        /// In hard mode the shop has the highest level at 1/n only; 1 always, as in normal mode.
        "W62" hard_best_shop: u32 [1, 100],
        /// A rare shop: at 1/n the bad one, as often the good one.
        "W31" rare_shop: u32 [2, 1_000_000],
        /// The victory lap from which no shop appears.
        "R23" no_shop_from_lap: u8 [1, 255],
        /// Treasure rooms of a Labyrinth floor.
        "R24" labyrinth_treasure_rooms: u32 [0, 4],
        /// A treasure room with a choice of items.
        "W32" more_options: u32 [1, 1_000_000],
        /// n of the draw that Golden Horse Shoe looks at.
        "W32" horse_shoe_draw: u32 [1, 1_000_000],
        /// The same with Mom's Box.
        "W32" horse_shoe_draw_moms_box: u32 [1, 1_000_000],
        /// That draw must be below this.
        "W32" horse_shoe_below: u32 [0, 1_000_000],
        /// Whether that draw is divided by the number of Golden Horse Shoes, which Mom's Box doubles.
        "W63" horse_shoe_divides: bool [false, true],
        /// Whether treasure and secret rooms are picked from the stage's file first.
        "W63" stage_file_first: bool [false, true],
        /// The last stage with dice, sacrifice and the other optional rooms.
        "R26" last_stage_with_optional: u8 [0, 12],
        /// A sacrifice room is a dice room instead.
        "R26" dice: u32 [1, 1000],
        /// The same again with enough keys.
        "R26" dice_keys: u32 [1, 1000],
        /// Keys that make it enough, here and for the vault.
        "R26" enough_keys: u16 [0, 999],
        /// Dice or sacrifice room.
        "R26" sacrifice: u32 [1, 1000],
        /// Dice or sacrifice room, again at full health.
        "R26" sacrifice_full_health: u32 [1, 1000],
        /// Whether Lazarus counts as being at full health there.
        "W65" lazarus_is_healthy: bool [false, true],
        /// Library.
        "R27" library: u32 [1, 1000],
        /// Library, again with the flag that the game never sets.
        "R27" library_book: u32 [1, 1000],
        /// Curse room.
        "R28" curse: u32 [1, 1000],
        /// Curse room, again when a devil room was entered.
        "R28" curse_devil: u32 [1, 1000],
        /// Whether the curse room's draws come from a stream of its own.
        "W66" curse_stream: bool [false, true],
        /// Whether Voodoo Head brings a second curse room.
        "R28" voodoo_head_curse: bool [false, true],
        /// Mini-boss.
        "R29" mini_boss: u32 [1, 1000],
        /// Mini-boss, again on stage 1.
        "R29" mini_boss_stage_1: u32 [1, 1000],
        /// The first stage with Ultra Pride.
        "W36" ultra_pride_from: u8 [0, 12],
        /// Ultra Pride instead of a sin.
        "W36" ultra_pride: u32 [1, 1_000_000],
        /// A super mini-boss, with one of the bosses of the late achievements.
        "W36" super_mini_boss: u32 [1, 1_000_000],
        /// The same with achievement 33 only.
        "W36" super_mini_boss_33: u32 [1, 1_000_000],
        /// The same with achievement 4 only.
        "W36" super_mini_boss_4: u32 [1, 1_000_000],
        /// The same with none of them.
        "W36" super_mini_boss_fresh: u32 [1, 1_000_000],
        /// The first stage on which that is drawn.
        "W67" super_mini_boss_from: u8 [0, 12],
        /// Whether mini-bosses are picked by subtype and difficulty; otherwise by variant.
        "W67" mini_boss_subtypes: bool [false, true],
        /// Challenge room, up to stage 2; certain later.
        "R30" challenge: u32 [1, 1000],
        /// Whether challenge rooms, arcades, curse rooms and ordinary rooms are picked by subtype.
        "W68" subtypes: bool [false, true],
        /// An arcade is a vault instead.
        "R31" vault: u32 [1, 1000],
        /// The same again with enough keys.
        "R31" vault_keys: u32 [1, 1000],
        /// Coins that an arcade asks for.
        "R31" arcade_coins: u16 [0, 999],
        /// Whether a vault asks for keys instead of coins.
        "R31" vault_needs_keys: bool [false, true],
        /// Bedroom.
        "R32" bedroom: u32 [1, 1000],
        /// Bedroom, again at low health.
        "R32" bedroom_low_health: u32 [1, 1000],
        /// Whether the special rooms after the boss are those of Flash: 1x1, in random dead ends.
        "F10" random_end_rooms: bool [false, true],
    }
}

parameters! {
    /// [R25](crate::rules#r25): the chance of a planetarium, as shares of 1.
    pub struct Planetarium {
        /// Whether there are planetariums.
        "R25" exists: bool [false, true],
        /// The last stage on which one is placed. It is picked on every stage.
        "R25" last_stage: u8 [0, 12],
        /// Chance of every floor.
        "R25" base: f64 [0.0, 1.0],
        /// More for each treasure room skipped.
        "R25" per_skip: f64 [0.0, 1.0],
        /// More with Magic 8 Ball.
        "R25" magic_8_ball: f64 [0.0, 1.0],
        /// More with Crystal Ball.
        "R25" crystal_ball: f64 [0.0, 1.0],
        /// More with Crystal Ball and any skip.
        "R25" crystal_ball_skip: f64 [0.0, 1.0],
        /// More with Telescope Lens.
        "R25" telescope_lens: f64 [0.0, 1.0],
        /// More with Sausage.
        "R25" sausage: f64 [0.0, 1.0],
        /// Chance once a planetarium was entered.
        "R25" entered: f64 [0.0, 1.0],
        /// The same with Telescope Lens.
        "R25" entered_telescope_lens: f64 [0.0, 1.0],
    }
}

parameters! {
    /// [R33](crate::rules#r33), [R34](crate::rules#r34): where the hidden rooms go.
    pub struct Secret {
        /// A cell's weight before its neighbours are counted.
        "R33" weight: i32 [0, 1000],
        /// random(n) more.
        "R33" weight_random: u32 [1, 1000],
        /// Less when one door faces the cell (R34: one room).
        "R33" penalty_one_neighbour: i32 [0, 1000],
        /// Less when two doors face the cell (R34: two rooms).
        "R33" penalty_two_neighbours: i32 [0, 1000],
        /// Less for each side that meets a wall.
        "R33" penalty_no_door: i32 [0, 1000],
        /// Further secret rooms with Fragmented Card.
        "R33" fragmented_card: u32 [0, 2],
        /// Further secret rooms with Luna.
        "R33" luna: u32 [0, 2],
        /// Whether each further secret room has a seed of its own; otherwise they share one.
        "W69" seed_for_each: bool [false, true],
        /// Whether there is an ultra secret room.
        "R34" ultra: bool [false, true],
        /// Whether the cell of a secret room is drawn with a criterion that is loosened twice;
        /// without a cell the attempt fails.
        "F9" staged_search: bool [false, true],
    }
}
