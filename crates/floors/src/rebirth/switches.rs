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
        parameters.map(|(path, value)| Change { path: format!("rebirth.{path}"), value: *value })
    }
}

/// The groups of rules in which Rebirth differs from Flash `article`, in the order of the rules.
pub const FLASH_SWITCHES: [FlashSwitch; 8] = {
    use Value::{Real, Switch, Whole};
    [
        FlashSwitch {
            name: "size",
            rules: "R6, F2",
            meaning: "10/3 rooms a level, at most 20, the start room not counted; or 2.6 a level, \
                      no limit, the start room counted",
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
            Some(Change { path: hard.path.clone(), value: normal })
        });
        of_mode.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Generator;
    use crate::draws::{Draws, Listed};
    use crate::rebirth::Rebirth;
    use crate::rebirth::candidates::Candidates;
    use basement_model::{
        Cell, Curse, CurseChoice, Difficulty, DoorSlot, Floor, Request, RoomKind, Seed, Shape,
        Unlocks,
    };

    /// The floors of some seeds with some switches turned.
    fn floors(switches: &[&str], level: u8) -> Vec<Floor> {
        let turned = FLASH_SWITCHES.iter().filter(|switch| switches.contains(&switch.name));
        let changes: Vec<Change> = turned.flat_map(FlashSwitch::changes).collect();
        let rebirth = Rebirth::changed(Edition::Repentance, &changes).unwrap();
        let request = Request::level(level).without_curse();
        (0..150).map(|seed| rebirth.generate(&request, Seed::Pcg(seed)).unwrap()).collect()
    }

    #[test]
    fn every_switch_is_off_in_every_edition_and_changes_rules() {
        for edition in Edition::ALL {
            for switch in &FLASH_SWITCHES {
                let mut rules = edition.rules();
                let changes: Vec<Change> = switch.changes().collect();
                rules.set_all("rebirth", &changes).unwrap();
                assert_ne!(rules, edition.rules(), "{} in {edition}", switch.name);
            }
        }
    }

    #[test]
    fn r5_r6_l4_w62_hard_mode_with_the_rules_of_normal_mode_gives_its_floors() {
        for edition in Edition::ALL.iter().copied() {
            let normal = Rebirth::new(edition);
            let eased = Rebirth::changed(edition, &edition.hard_as_normal()).unwrap();
            let mut others = 0;
            for number in 1..=400_u64 {
                let level = (number % 8 + 1) as u8;
                let curse = match number % 3 {
                    0 => CurseChoice::Forced(Some(Curse::Labyrinth)),
                    _ => CurseChoice::Drawn,
                };
                let unlocks = if number % 2 == 0 { Unlocks::Fresh } else { Unlocks::All };
                let request = Request { curse, unlocks, ..Request::level(level) };
                let hard = Request { difficulty: Difficulty::Hard, ..request };
                let seeds = [Seed::Pcg(number), Seed::game(number as u32 * 7_654_321).unwrap()];
                for seed in seeds {
                    let [expected, found, other] =
                        [(&normal, &request), (&eased, &hard), (&normal, &hard)]
                            .map(|(rebirth, request)| rebirth.generate(request, seed).unwrap());
                    assert_eq!(expected.rooms(), found.rooms(), "{edition} {number}");
                    assert_eq!(expected.draws(), found.draws());
                    assert_eq!(expected.curse(), found.curse());
                    others += u32::from(expected.rooms() != other.rooms());
                }
            }
            assert!(others > 700, "{edition}: hard mode is another: {others}");
        }
    }

    #[test]
    fn f1_rooms_keep_to_a_smaller_grid() {
        let is_inside = |cell: Cell| (2..=10).contains(&cell.x) && (3..=10).contains(&cell.y);
        let all_inside = |switches: &[&str]| {
            let floors = floors(switches, 8);
            floors.iter().flat_map(Floor::rooms).all(|room| room.cells().all(is_inside))
        };
        assert!(all_inside(&["grid"]), "the hidden rooms, too");
        assert!(!all_inside(&[]));
    }

    #[test]
    fn r11_without_large_rooms_all_rooms_grow_as_1x1() {
        for floor in floors(&["shapes"], 4) {
            let grown = floor.rooms().iter().filter(|room| room.kind == RoomKind::Normal);
            // Dead ends that went back stay in the shape of a special room (W18).
            let dead_ends = floor.dead_ends();
            let is_dead_end = |place: &usize| dead_ends.contains(&(*place as u8));
            assert!(grown.clone().count() > 0);
            for (place, room) in floor.rooms().iter().enumerate() {
                let is_grown = room.kind == RoomKind::Normal && !is_dead_end(&place);
                assert!(!is_grown || room.shape == Shape::Single);
            }
        }
    }

    #[test]
    fn f4_ways_out_are_skipped_by_a_coin_in_the_order_right_left_down_up() {
        let mut candidates = Candidates::new();
        candidates.entries[..4].copy_from_slice(&[
            (0, DoorSlot::Left0),
            (0, DoorSlot::Up0),
            (0, DoorSlot::Right0),
            (0, DoorSlot::Down0),
        ]);
        // A 1x1 for each way out, and two more outlines to the right.
        candidates.offered = [1 | 1 << 16 | 0b111 << 32 | 1 << 48, 0];
        // Right: no skip, then 1 % 3 and 1 % 2; left: skipped; down and up: not.
        let mut draws = Listed::new(&[1, 1, 1, 2, 1, 1]);
        candidates.toss(2, &mut draws);
        assert_eq!(candidates.numbers.as_slice(), [32, 34, 33, 48, 16]);
        assert_eq!(draws.drawn(), 6);
        // Without a candidate there is no coin.
        candidates.offered = [0; 2];
        candidates.toss(2, &mut draws);
        assert!(candidates.numbers.is_empty());
        assert_eq!(draws.drawn(), 6);
    }

    #[test]
    fn f6_f7_layouts_are_complete_and_the_start_grows_again() {
        for floor in floors(&["branching", "dead ends"], 4) {
            let grown = floor.rooms().iter().filter(|room| !room.kind.is_added()).count();
            assert_eq!(grown - 1, usize::from(floor.wanted()));
        }
        // Without the restarts, rooms are placed in the order of their depths.
        let comes_again = |restart_above: u32| {
            let mut rules = Edition::Repentance.rules();
            for change in FLASH_SWITCHES.iter().flat_map(FlashSwitch::changes) {
                rules.set("rebirth", &change.path, change.value).unwrap();
            }
            rules.growth.restart_above = restart_above;
            let rebirth = Rebirth::with_rules(Edition::Repentance, rules).unwrap();
            let request = Request::level(6).without_curse();
            let has_late_room = |seed| {
                let floor = rebirth.generate(&request, Seed::Pcg(seed)).unwrap();
                let grown = floor.rooms().iter().filter(|room| !room.kind.is_added());
                !grown.map(|room| room.depth).is_sorted()
            };
            (0..150).filter(|seed| has_late_room(*seed)).count()
        };
        assert!(comes_again(14) > 30);
        assert_eq!(comes_again(100), 0);
    }

    #[test]
    fn f8_the_boss_takes_the_dead_end_that_was_placed_last() {
        for floor in floors(&["boss"], 4) {
            let boss = floor.first_of(RoomKind::Boss).unwrap();
            assert_eq!(floor.rooms()[boss].shape, Shape::Single);
            assert!(floor.rooms()[boss].depth > 1);
            assert_eq!(floor.dead_ends().iter().max(), Some(&(boss as u8)));
        }
    }

    #[test]
    fn f9_the_secret_room_lies_where_flash_would_look_for_it() {
        let all: Vec<&str> = FLASH_SWITCHES.iter().map(|switch| switch.name).collect();
        let (mut clean, mut crowded) = (0, 0);
        for floor in floors(&all, 8) {
            let rooms = floor.rooms();
            let secret = rooms[floor.first_of(RoomKind::Secret).unwrap()].anchor;
            let is_beside = |cell: Cell| cell.x.abs_diff(secret.x) + cell.y.abs_diff(secret.y) == 1;
            let beside: Vec<usize> =
                (0..rooms.len()).filter(|room| is_beside(rooms[*room].anchor)).collect();
            assert!(beside.iter().all(|room| rooms[*room].kind != RoomKind::Boss));
            let touches = beside.iter().any(|room| floor.dead_ends().contains(&(*room as u8)));
            clean += u32::from(!touches);
            crowded += u32::from(beside.len() >= 3);
        }
        assert!(clean > 140 && crowded > 100, "{clean} {crowded}");
    }

    #[test]
    fn f10_f11_special_rooms_are_1x1_in_random_dead_ends() {
        let mut first = 0;
        for floor in floors(&["special rooms"], 8) {
            let rooms = floor.rooms();
            let of = |kind| rooms.iter().filter(move |room| room.kind == kind).count();
            assert_eq!((of(RoomKind::Shop), of(RoomKind::Treasure)), (1, 1), "on level 8, too");
            for kind in [RoomKind::SuperSecret, RoomKind::UltraSecret, RoomKind::Planetarium] {
                assert_eq!(of(kind), 0);
            }
            let special = rooms.iter().enumerate().filter(|(_, room)| {
                let other = [RoomKind::Start, RoomKind::Normal, RoomKind::Boss, RoomKind::Secret];
                !other.contains(&room.kind)
            });
            for (place, room) in special {
                assert_eq!(room.shape, Shape::Single);
                assert!(floor.dead_ends().contains(&(place as u8)));
            }
            let shop = floor.first_of(RoomKind::Shop).unwrap();
            let boss = floor.first_of(RoomKind::Boss).unwrap();
            let mut free = floor.dead_ends().iter().filter(|room| usize::from(**room) != boss);
            first += u32::from(free.next() == Some(&(shop as u8)));
        }
        // Of about seven dead ends the first is as likely as any other.
        assert!((5..60).contains(&first), "{first}");
    }
}
