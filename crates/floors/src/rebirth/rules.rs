//! The Rebirth rules as data: one field per parameter. `editions.rs` has their values.

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
        /// [R17](crate::rules#r17): how many dead ends a layout must have.
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
        /// Whether Labyrinth floors and chapters 5 and 6 count as both floors of a chapter;
        /// otherwise a Labyrinth floor counts by its stage, and those chapters as first floors.
        "L4" counts_as_both: bool [false, true],
        /// With chance 1/n a pick's least difficulty is 1; 0 means never.
        "L4" lowered_one_in: u32 [0, 1_000_000],
        /// Greatest for a pick in The Void; 0 means the floor's.
        "W71" void_pick_most: u32 [0, 255],
        /// With fewer rooms than this the range widens to 1-15.
        "R9" enough_rooms: u32 [0, 65_535],
    }
}

parameters! {
    /// [R5](crate::rules#r5): the chance of a curse, 1/n; 0 turns the roll off.
    pub struct Curses {
        /// n on a new save, normal mode.
        "R5" odds_fresh: u32 [0, 1_000_000],
        /// n on a new save, hard mode.
        "R5" odds_fresh_hard: u32 [0, 1_000_000],
        /// n with everything unlocked, normal mode.
        "R5" odds_all: u32 [0, 1_000_000],
        /// n with everything unlocked, hard mode.
        "R5" odds_all_hard: u32 [0, 1_000_000],
        /// From this victory lap on, Curse of Darkness is dropped after it was drawn.
        "W52" no_darkness_from_lap: u8 [1, 255],
    }
}

parameters! {
    /// [R6](crate::rules#r6): how many rooms are wanted, besides the start room.
    pub struct Rooms {
        /// Rooms on every floor.
        "R6" base: u32 [0, 30],
        /// random(n) more rooms.
        "R6" random: u32 [1, 20],
        /// This many more rooms per stage, the product rounded down; the sources' 3.33 is 10/3.
        "R6" per_stage: f64 [0.0, 10.0],
        /// Limit on the rooms, before curses and difficulty.
        "R6" cap: u32 [1, 60],
        /// Factor for a Labyrinth floor, applied after the cap; some sources apply it before.
        "R6" labyrinth_factor: f64 [1.0, 5.0],
        /// Limit on a Labyrinth floor's rooms.
        "R6" labyrinth_cap: u32 [1, 60],
        /// More rooms under Curse of the Lost, except on Labyrinth floors.
        "R6" lost_extra: u32 [0, 20],
        /// Rooms in The Void.
        "R6" void_base: u32 [0, 55],
        /// random(n) more rooms in The Void.
        "R6" void_random: u32 [1, 20],
        /// More rooms in hard mode, in addition to `hard_random`.
        "R6" hard_extra: u32 [0, 10],
        /// random(n) more rooms in hard mode.
        "R6" hard_random: u32 [1, 10],
    }
}

parameters! {
    /// [R7](crate::rules#r7), [R15](crate::rules#r15), [R17](crate::rules#r17): how many dead ends
    /// a layout must have.
    pub struct DeadEnds {
        /// Dead ends on every floor.
        "R7" base: u32 [0, 40],
        /// More dead ends after stage 1.
        "R7" later_stages: u32 [0, 10],
        /// More dead ends on a Labyrinth floor.
        "R7" labyrinth: u32 [0, 10],
        /// More dead ends in The Void.
        "R7" void: u32 [0, 10],
        /// More dead ends with Voodoo Head.
        "R7" voodoo_head: u32 [0, 10],
        /// Dead ends are added if there are fewer than this; 0 means the minimum.
        "R15" added_below: u32 [0, 40],
        /// At most this many dead ends are added.
        "R15" most_added: u32 [0, 6],
        /// Limit on the attempts at one floor.
        "R17" attempts: u32 [1, 1_000_000],
    }
}

parameters! {
    /// [R10](crate::rules#r10), [R18](crate::rules#r18): how the layout grows, and the rules of
    /// Flash that can replace these ([F1](crate::rules#f1), [F4](crate::rules#f4),
    /// [F6](crate::rules#f6), [F7](crate::rules#f7)).
    pub struct Growth {
        /// Rooms that the start room may place when few are wanted.
        "R10" start_limit: u32 [0, 8],
        /// random(n) more rooms that the start room may place.
        "R10" start_limit_random: u32 [1, 8],
        /// The start room has no limit when at least this many rooms are wanted.
        "R10" start_unlimited_from: u32 [0, 100],
        /// Any other room's limit is the sum of this many random(2).
        "R10" limit_coins: u32 [0, 16],
        /// A candidate is skipped when its entry cell has at least this many occupied neighbours.
        "R10" neighbour_limit: u32 [1, 5],
        /// With chance 1/n a candidate at that limit passes on Labyrinth and Void floors; 0 means
        /// never, without a draw.
        "R10" loop_one_in: u32 [0, 1000],
        /// With chance 1/n a placed room is queued last, else first.
        "R10" back_one_in: u32 [1, 1000],
        /// A large room's shape leaves the pool with this probability; 0 means never, without a
        /// draw.
        "R18" shape_removal: f64 [0.0, 1.0],
        /// Columns of the grid around the start room.
        "F1" columns: u8 [3, 13],
        /// Rows of the grid around the start room.
        "F1" rows: u8 [3, 13],
        /// Whether rooms grow in all enabled shapes; otherwise only as 1x1, without draws for the
        /// variants.
        "R11" large_rooms: bool [false, true],
        /// With chance 1/n each way out is skipped, in the order right, left, down, up, and there
        /// is no limit; 0 keeps the shuffle and the limit of R10.
        "F4" skip_one_in: u32 [0, 1000],
        /// The start room is queued again in every generation when more rooms than this are wanted.
        "F6" restart_above: u32 [0, 100],
        /// Whether a layout with fewer rooms than wanted is thrown away.
        "F7" all_rooms: bool [false, true],
    }
}

parameters! {
    /// [R11](crate::rules#r11): each outline is offered with chance 1/n.
    pub struct Variants {
        /// Two cells along the way in.
        "R11" along: u32 [1, 1_000_000],
        /// Two cells across the way in.
        "R11" across: u32 [1, 1_000_000],
        /// Two cells across the way in, moved aside.
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
        /// A boss room's dead end is deeper than this.
        "R21" deeper_than: u8 [0, 50],
        /// Empty cells that a Labyrinth's boss room needs behind it.
        "R21" labyrinth_space: u32 [0, 12],
        /// More boss rooms in The Void.
        "R21" void_extra: u32 [0, 20],
        /// random(n) more boss rooms in The Void.
        "R21" void_extra_random: u32 [1, 20],
        /// How many of The Void's additional boss rooms must find a place.
        "R21" void_needed: u32 [0, 20],
        /// At most this many rooms are picked for a boss; the last is not checked.
        "W14" most_picks: u32 [1, 1000],
        /// Whether every boss room has its own picker, which seeds its picks; otherwise only the
        /// first has one.
        "W60" picker_for_each: bool [false, true],
        /// Whether no hidden room can be placed beside the last boss room.
        "W60" keeps_distance: bool [false, true],
        /// Whether Luna brings a second super secret room.
        "R22" luna_super_secret: bool [false, true],
        /// Whether the super secret rooms are seeded by their own stream.
        "W61" super_secret_stream: bool [false, true],
        /// Whether the boss takes the dead end that was placed last, as a 1x1; if that is not deep
        /// enough, the attempt fails.
        "F8" last_end_room: bool [false, true],
    }
}

parameters! {
    /// [W12](crate::rules#w12), [W13](crate::rules#w13), [W70](crate::rules#w70): which boss a
    /// stage has. Chances are 1/n, except for The Matriarch's, which are from 0 to 1.
    pub struct BossChoice {
        /// Whether bosses come from the pools of their stage files.
        "W70" from_pools: bool [false, true],
        /// Double trouble on stages 3 and 4.
        "W12" double_trouble_caves: u32 [1, 1_000_000],
        /// Double trouble on stage 5.
        "W12" double_trouble_depths: u32 [1, 1_000_000],
        /// Double trouble on stage 7.
        "W12" double_trouble_womb: u32 [1, 1_000_000],
        /// The Matriarch on stage 7, type 2.
        "W13" matriarch_scarred_womb: f64 [0.0, 1.0],
        /// The Matriarch on stage 7, types 0 and 1.
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
        /// The last stage with a shop, treasure room and bedroom.
        "R23" last_stage_with_shop: u8 [0, 12],
        /// The last stage on which Silver Dollar brings a shop and Bloody Crown a treasure room.
        "R23" last_stage_with_coin: u8 [0, 12],
        /// Whether Holy and Wicked Crown work on stage 10.
        "R23" crowns: bool [false, true],
        /// Whether the shop's level is drawn; otherwise it is the highest unlocked level.
        "W62" shop_level_drawn: bool [false, true],
        /// In hard mode the shop has the highest level only with chance 1/n; 1 means always, as in
        /// normal mode.
        "W62" hard_best_shop: u32 [1, 100],
        /// Each of the two rare shops, the bad and the good.
        "W31" rare_shop: u32 [2, 1_000_000],
        /// From this victory lap on there is no shop.
        "R23" no_shop_from_lap: u8 [1, 255],
        /// Treasure rooms on a Labyrinth floor.
        "R24" labyrinth_treasure_rooms: u32 [0, 4],
        /// A treasure room with a choice of items.
        "W32" more_options: u32 [1, 1_000_000],
        /// n of Golden Horse Shoe's draw, random(n).
        "W32" horse_shoe_draw: u32 [1, 1_000_000],
        /// n of Golden Horse Shoe's draw with Mom's Box.
        "W32" horse_shoe_draw_moms_box: u32 [1, 1_000_000],
        /// Golden Horse Shoe's draw must be below this.
        "W32" horse_shoe_below: u32 [0, 1_000_000],
        /// Whether n of that draw is divided by the number of Golden Horse Shoes held, which Mom's
        /// Box doubles.
        "W63" horse_shoe_divides: bool [false, true],
        /// Whether treasure, secret and ultra secret rooms are picked from the stage's file first.
        "W63" stage_file_first: bool [false, true],
        /// The last stage with the optional rooms of R26-R31.
        "R26" last_stage_with_optional: u8 [0, 12],
        /// A dice room instead of a sacrifice room.
        "R26" dice: u32 [1, 1000],
        /// A dice room instead of a sacrifice room, second chance with enough keys.
        "R26" dice_keys: u32 [1, 1000],
        /// Keys that are enough for the dice room and the vault.
        "R26" enough_keys: u16 [0, 999],
        /// Dice or sacrifice room.
        "R26" sacrifice: u32 [1, 1000],
        /// Dice or sacrifice room, second chance at full health.
        "R26" sacrifice_full_health: u32 [1, 1000],
        /// Whether Lazarus counts as being at full health for a dice or sacrifice room.
        "W65" lazarus_is_healthy: bool [false, true],
        /// Library.
        "R27" library: u32 [1, 1000],
        /// Library, second chance with the flag that the game never sets.
        "R27" library_book: u32 [1, 1000],
        /// Curse room.
        "R28" curse: u32 [1, 1000],
        /// Curse room, second chance if a devil room was entered.
        "R28" curse_devil: u32 [1, 1000],
        /// Whether the curse rooms' draws come from their own stream.
        "W66" curse_stream: bool [false, true],
        /// Whether Voodoo Head brings a second curse room.
        "R28" voodoo_head_curse: bool [false, true],
        /// Mini-boss.
        "R29" mini_boss: u32 [1, 1000],
        /// Mini-boss, second chance on stage 1.
        "R29" mini_boss_stage_1: u32 [1, 1000],
        /// The first stage with Ultra Pride.
        "W36" ultra_pride_from: u8 [0, 12],
        /// Ultra Pride instead of a sin.
        "W36" ultra_pride: u32 [1, 1_000_000],
        /// A super mini-boss, with an achievement of the late bosses.
        "W36" super_mini_boss: u32 [1, 1_000_000],
        /// A super mini-boss, with achievement 33 but none of the late bosses'.
        "W36" super_mini_boss_33: u32 [1, 1_000_000],
        /// A super mini-boss, with achievement 4 but neither 33 nor one of the late bosses'.
        "W36" super_mini_boss_4: u32 [1, 1_000_000],
        /// A super mini-boss, with none of these achievements.
        "W36" super_mini_boss_fresh: u32 [1, 1_000_000],
        /// The first stage with a draw for a super mini-boss.
        "W67" super_mini_boss_from: u8 [0, 12],
        /// Whether mini-bosses are picked by subtype and difficulty; otherwise by variant.
        "W67" mini_boss_subtypes: bool [false, true],
        /// Challenge room up to stage 2; later it is certain.
        "R30" challenge: u32 [1, 1000],
        /// Whether challenge rooms, arcades, curse rooms and ordinary rooms are picked by subtype.
        "W68" subtypes: bool [false, true],
        /// A vault instead of an arcade.
        "R31" vault: u32 [1, 1000],
        /// A vault instead of an arcade, second chance with enough keys.
        "R31" vault_keys: u32 [1, 1000],
        /// Coins that an arcade needs.
        "R31" arcade_coins: u16 [0, 999],
        /// Whether a vault needs keys instead of coins.
        "R31" vault_needs_keys: bool [false, true],
        /// Bedroom.
        "R32" bedroom: u32 [1, 1000],
        /// Bedroom, second chance at low health.
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
        /// The last stage on which a planetarium is placed; one is picked on every stage.
        "R25" last_stage: u8 [0, 12],
        /// Chance on every floor.
        "R25" base: f64 [0.0, 1.0],
        /// Added per treasure room skipped.
        "R25" per_skip: f64 [0.0, 1.0],
        /// Added with Magic 8 Ball.
        "R25" magic_8_ball: f64 [0.0, 1.0],
        /// Added with Crystal Ball.
        "R25" crystal_ball: f64 [0.0, 1.0],
        /// Added with Crystal Ball after any skip.
        "R25" crystal_ball_skip: f64 [0.0, 1.0],
        /// Added with Telescope Lens.
        "R25" telescope_lens: f64 [0.0, 1.0],
        /// Added with Sausage.
        "R25" sausage: f64 [0.0, 1.0],
        /// Chance after a planetarium was entered.
        "R25" entered: f64 [0.0, 1.0],
        /// Chance after a planetarium was entered, with Telescope Lens.
        "R25" entered_telescope_lens: f64 [0.0, 1.0],
    }
}

parameters! {
    /// [R33](crate::rules#r33), [R34](crate::rules#r34): where the hidden rooms go.
    pub struct Secret {
        /// A cell's weight before its neighbours are counted.
        "R33" weight: i32 [0, 1000],
        /// random(n) is added to the weight.
        "R33" weight_random: u32 [1, 1000],
        /// Cost of one neighbour with a slot there (R34: one room).
        "R33" penalty_one_neighbour: i32 [0, 1000],
        /// Cost of two such neighbours (R34: two rooms).
        "R33" penalty_two_neighbours: i32 [0, 1000],
        /// Cost for each side that meets a wall.
        "R33" penalty_no_door: i32 [0, 1000],
        /// More secret rooms with Fragmented Card.
        "R33" fragmented_card: u32 [0, 2],
        /// More secret rooms with Luna.
        "R33" luna: u32 [0, 2],
        /// Whether each additional secret room has its own placing seed; otherwise all share the
        /// first one's.
        "W69" seed_for_each: bool [false, true],
        /// Whether there is an ultra secret room.
        "R34" ultra: bool [false, true],
        /// Whether cells are drawn for a secret room until one passes a test, which is loosened
        /// twice; without a cell the attempt fails.
        "F9" staged_search: bool [false, true],
    }
}
