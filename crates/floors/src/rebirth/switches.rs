//! The rules in which Rebirth differs from Flash, as groups of parameters that can be switched.

use super::Edition;
use crate::parameters::{Change, Parameters, Value};

/// A group of rules in which Rebirth differs from Flash `article`.
///
/// With the [`changes`](Self::changes) of all switches, `repentance` makes the plans of Flash
/// `article` on floors without a curse.
///
/// ```
/// use basement_floors::{Backend, Change, Generator, Request, Seed, rebirth::FLASH_SWITCHES};
///
/// let changes: Vec<Change> = FLASH_SWITCHES.iter().flat_map(|switch| switch.changes()).collect();
/// let like_flash = Backend::Rebirth.generator("repentance", &changes)?;
/// let floor = like_flash.generate(&Request::level(1).without_curse(), Seed::Pcg(1))?;
/// // 7 or 8 rooms, and the secret room.
/// assert!(matches!(floor.rooms().len(), 8 | 9));
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlashSwitch {
    /// Its name.
    pub name: &'static str,
    /// The ids of its rules, Rebirth's and Flash's.
    pub rules: &'static str,
    /// What applies in Rebirth, and what in Flash.
    pub meaning: &'static str,
    parameters: &'static [(&'static str, Value)],
}

impl FlashSwitch {
    /// The changes of Rebirth's parameters that turn the rules into those of Flash.
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        let parameters = self.parameters.iter();
        parameters.map(|(path, value)| Change::new(&format!("rebirth.{path}"), *value))
    }
}

/// The groups of rules in which Rebirth differs from Flash `article`.
pub const FLASH_SWITCHES: [FlashSwitch; 8] = {
    use Value::{Real, Switch, Whole};
    [
        FlashSwitch {
            name: "size",
            rules: "R6, F2",
            meaning: "10/3 rooms a level and 5 or 6 more, at most 20, the start room not counted; \
                      or 2.6 a level and 5 or 6 more, no limit, the start room counted",
            parameters: &[
                ("rooms.base", Whole(4)),
                ("rooms.per_stage", Real(2.6)),
                ("rooms.cap", Whole(60)),
            ],
        },
        FlashSwitch {
            name: "shapes",
            rules: "R9, R11",
            meaning: "rooms grow in twelve shapes; or 1x1 only",
            parameters: &[("growth.large_rooms", Switch(false))],
        },
        FlashSwitch {
            name: "order",
            rules: "R10, F4",
            meaning: "two new rooms of three go to the front of the queue; or all go to the back",
            parameters: &[("growth.back_one_in", Whole(1))],
        },
        FlashSwitch {
            name: "branching",
            rules: "R10, F4, F6, F7",
            meaning: "shuffled candidates and a limit for each room; or a coin for each neighbour, \
                      the start room queued again while rooms are missing, and layouts with too \
                      few rooms thrown away",
            parameters: &[
                ("growth.skip_one_in", Whole(2)),
                // More than 15, including the start room.
                ("growth.restart_above", Whole(14)),
                ("growth.all_rooms", Switch(true)),
            ],
        },
        FlashSwitch {
            name: "grid",
            rules: "R1, F1",
            meaning: "13x13 cells; or 9x8",
            parameters: &[("growth.columns", Whole(9)), ("growth.rows", Whole(8))],
        },
        FlashSwitch {
            name: "dead ends",
            rules: "R7, R15, F10",
            meaning: "five dead ends or six, some of them added; or the three that boss, shop and \
                      treasure room need, none added",
            parameters: &[
                ("dead_ends.base", Whole(3)),
                ("dead_ends.later_stages", Whole(0)),
                ("dead_ends.most_added", Whole(0)),
            ],
        },
        FlashSwitch {
            name: "boss",
            rules: "R16, R21, W19, F7, F8",
            meaning: "the deepest dead end that fits a boss room of any shape; or the last dead \
                      end, a 1x1, not beside the start room",
            parameters: &[
                ("boss.last_end_room", Switch(true)),
                ("boss.keeps_distance", Switch(false)),
            ],
        },
        FlashSwitch {
            name: "special rooms",
            rules: "R22-R34, W19, F9-F11",
            meaning: "dead ends take the shapes of their rooms, a super secret room among them, \
                      and the secret room goes to the best cell; or 1x1 in random dead ends, and \
                      the secret room goes to the first cell that is drawn and accepted",
            parameters: &[
                ("special.random_end_rooms", Switch(true)),
                ("special.last_stage_with_shop", Whole(12)),
                ("secret.staged_search", Switch(true)),
                ("secret.ultra", Switch(false)),
            ],
        },
    ]
};

impl Edition {
    /// The changes that turn the rules of hard mode into those of normal mode: with them a request
    /// for hard mode gives the floors of normal mode, seed by seed. Their parameters belong to
    /// [R5](crate::rules#r5), [R6](crate::rules#r6), [L4](crate::rules#l4) and
    /// [W62](crate::rules#w62), the rules that read the mode.
    ///
    /// ```
    /// use basement_floors::rebirth::{Edition, Rebirth};
    /// use basement_floors::{Difficulty, Generator, Request, Seed};
    ///
    /// let edition = Edition::Repentance;
    /// let eased = Rebirth::changed(edition, &edition.hard_as_normal())?;
    /// let normal = Request::level(3);
    /// let hard = Request { difficulty: Difficulty::Hard, ..normal };
    /// let floors = [
    ///     Rebirth::new(edition).generate(&normal, Seed::Pcg(1))?,
    ///     eased.generate(&hard, Seed::Pcg(1))?,
    /// ];
    /// assert_eq!(floors[0].rooms(), floors[1].rooms());
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[must_use]
    pub fn hard_as_normal(self) -> Vec<Change> {
        let rules = self.rules().list("rebirth");
        let value = |path: &str| {
            rules.iter().find(|parameter| parameter.path == path).map(|parameter| parameter.value)
        };
        let of_mode = rules.iter().filter_map(|hard| {
            let normal = match hard.path.as_str() {
                "rebirth.rooms.hard_extra" => Some(Value::Whole(0)),
                "rebirth.rooms.hard_random" => Some(Value::Whole(1)),
                // The mode matters only if the level is drawn at all.
                "rebirth.special.hard_best_shop" => {
                    let is_drawn = value("rebirth.special.shop_level_drawn");
                    (is_drawn == Some(Value::Switch(true))).then_some(Value::Whole(1))
                }
                path if path.contains(".hard_") => value(&path.replace(".hard_", ".")),
                path => value(path.strip_suffix("_hard")?),
            };
            let normal = normal.filter(|normal| *normal != hard.value)?;
            Some(Change::new(&hard.path, normal))
        });
        of_mode.collect()
    }
}
