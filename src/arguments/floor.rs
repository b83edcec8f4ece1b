//! The options that say which floor, and what the run brings to it.

use std::fmt;

use basement_lab::awards::{AwardItem, Setting};
use basement_lab::floors::{Achievements, BossSet, Character, Item, Phase, RunFlags, Unlocks};
use basement_lab::{CurseChoice, Difficulty, Request, RunState};
use clap::Args;

use crate::failure::Failure;
use crate::values::{Named, list, number, within};

/// The heading of options that few commands need.
pub(super) const FINER: &str = "Finer options";
/// The heading of the run's options.
const RUN: &str = "Run state";

/// Which floors: those of one level, or of several.
#[derive(Args, Clone)]
pub(crate) struct FloorArguments<L: Args = OneLevel> {
    #[command(flatten)]
    level: L,
    /// Rebirth's stage type, such as 1 for Cellar; on stages 10 and 11: 0 Sheol, Dark Room;
    /// 1 Cathedral, Chest; on stage 12 it has no effect. 4 and 5 exist only in repentance: 4 on
    /// stages 1 to 8, 5 on stages 1 to 6
    #[arg(long, default_value_t = 0, value_parser = within(0..=255_u8), help_heading = FINER)]
    stage_type: u8,
    #[command(flatten)]
    pub(crate) request: RequestArguments,
    /// How many bosses were chosen before from this stage's pool (repentance)
    #[arg(help_heading = RUN, long, value_name = "N", default_value_t = 0, value_parser = within(0..=255_u8))]
    bosses_chosen: u8,
}

#[derive(Args, Clone)]
pub(crate) struct OneLevel {
    /// Flash's level or Rebirth's stage: 1 to 8, 10 (Sheol, Cathedral), 11 (Dark Room, Chest) and
    /// 12 (The Void) for rebirth; 1 to 12 for flash article; 1 to 9 and 11 for flash
    /// wrath-of-the-lamb
    #[arg(long, visible_alias = "stage", display_order = 1, default_value_t = 1, value_parser = level)]
    level: u8,
}

/// Levels, one after the other.
#[derive(Args, Clone)]
pub(crate) struct Levels {
    /// Flash's levels or Rebirth's stages, such as 3, 1-8 or 1,4,8: 1 to 8, 10 (Sheol, Cathedral),
    /// 11 (Dark Room, Chest) and 12 (The Void) for rebirth; 1 to 12 for flash article; 1 to 9 and
    /// 11 for flash wrath-of-the-lamb
    #[arg(
        long,
        visible_alias = "stage",
        value_name = "LEVELS",
        display_order = 1,
        default_value = "1",
        value_parser = levels
    )]
    level: LevelList,
}

/// Some levels, each once.
#[derive(Clone)]
pub(crate) struct LevelList(pub(crate) Vec<u8>);

/// The options of a floor that do not depend on its stage.
#[derive(Args, Clone)]
pub(crate) struct RequestArguments {
    /// The curse on the floor; `drawn` draws one by the edition's chance, `no_roll` skips the draw
    #[arg(
        long,
        display_order = 7,
        default_value_t,
        value_parser = Named::one_of("curse", || CurseChoice::all().collect())
    )]
    curse: CurseChoice,
    /// Hard mode (Rebirth)
    #[arg(long, display_order = 8)]
    hard: bool,
    /// What the player has unlocked; `few` and `many` in Flash only
    #[arg(
        long,
        default_value_t,
        value_parser = Named::<Unlocks>::new("set of unlocks"),
        help_heading = FINER
    )]
    unlocks: Unlocks,
    /// How far the generator goes: `layout` stops before any special room (Rebirth only), `special`
    /// before the insides of normal rooms, which Flash draws last; the default is `full`, that of `census`
    /// `special`, and that of `find` what its conditions need
    #[arg(long, value_parser = Named::<Phase>::new("phase"), help_heading = FINER)]
    pub(crate) phase: Option<Phase>,
    #[command(flatten)]
    run: RunArguments,
}

/// What the run brings.
#[derive(Args, Clone)]
struct RunArguments {
    /// The character
    #[arg(help_heading = RUN, long, default_value_t, value_parser = Named::<Character>::new("character"))]
    character: Character,
    /// Red health in half-hearts; full by default
    #[arg(help_heading = RUN, long, value_parser = within(0..=255_u8))]
    red: Option<u8>,
    /// Soul half-hearts
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    soul: u8,
    /// Heart containers in half-hearts, two each
    #[arg(help_heading = RUN, long, default_value_t = 6, value_parser = within(0..=255_u8))]
    containers: u8,
    /// Whole bone hearts
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    bone: u8,
    /// Coins held
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=65_535_u16))]
    coins: u16,
    /// Keys held
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=65_535_u16))]
    keys: u16,
    /// A devil room was entered (Flash: visited last)
    #[arg(help_heading = RUN, long)]
    devil_room: bool,
    /// A book is carried. In Rebirth the library then has a second chance, but the game itself never sets this flag
    #[arg(help_heading = RUN, long)]
    book: bool,
    /// Treasure rooms skipped so far (repentance)
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    treasure_skipped: u8,
    /// A planetarium was entered (repentance)
    #[arg(help_heading = RUN, long)]
    planetarium_entered: bool,
    /// The number of the victory lap
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    victory_lap: u8,
    /// What is unlocked, instead of --unlocks: the game's numbers of achievements, such as 4,5,347
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", conflicts_with = "unlocks", value_parser = achievements)]
    achievements: Option<Achievements>,
    /// The run flags that are set, such as 9,10: sins that were met, and in afterbirth-plus also
    /// bosses (rules W13, W36)
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", value_parser = list::<RunFlags, u8>(0..=63))]
    flags: Option<RunFlags>,
    /// The bosses that were met, such as 22,9, and have left their pools (repentance)
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", value_parser = list::<BossSet, u8>(0..=127))]
    bosses_met: Option<BossSet>,
    /// Luck; no floor depends on it
    #[arg(help_heading = RUN, long, default_value_t = 0.0, value_parser = number)]
    luck: f32,
    /// An item or trinket held; may be repeated. Most count in repentance only (docs/rules.md)
    #[arg(help_heading = RUN, long = "item", value_name = "ITEM", value_parser = held_items())]
    items: Vec<HeldItem>,
}

/// An item that floors depend on, or one that only awards do.
#[derive(Clone, Copy)]
enum HeldItem {
    Floor(Item),
    Award(AwardItem),
}

impl fmt::Display for HeldItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor(item) => item.fmt(f),
            Self::Award(item) => item.fmt(f),
        }
    }
}

/// Reads an item of either sort. The help lists those that floors depend on.
fn held_items() -> Named<HeldItem> {
    let all = || {
        let floors = Item::ALL.iter().copied().map(HeldItem::Floor);
        floors.chain(AwardItem::ALL.map(HeldItem::Award)).collect()
    };
    Named::one_of("item", all).hiding(|item| matches!(item, HeldItem::Award(_)))
}

/// Reads achievements by number, with commas between them.
fn achievements(text: &str) -> Result<Achievements, String> {
    let numbers = text.split(',').filter(|_| text != "none");
    let numbers: Option<Vec<u16>> = numbers.map(|number| number.trim().parse().ok()).collect();
    numbers.and_then(|numbers| Achievements::from_numbers(numbers).ok()).ok_or_else(|| {
        let known: Vec<String> = Achievements::numbers().iter().map(u16::to_string).collect();
        format!("give some of {} with commas between them, or none", known.join(", "))
    })
}

/// What every error about levels says.
const NUMBERED: &str = "levels are numbered from 1 to 12, and `--help` lists those of each edition";

/// Reads a level. The edition says later whether it has that level.
fn level(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| format!("give one level: {NUMBERED}"))
}

/// Reads levels: numbers and ranges, with commas between them.
pub(super) fn levels(text: &str) -> Result<LevelList, String> {
    let number = |text: &str| {
        level(text).map_err(|_| format!("give levels such as 3, 1-8 or 1,4,8: {NUMBERED}"))
    };
    let mut levels = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last] = [number(first)?, number(last)?];
        if first > last {
            return Err(format!("the range {part} is empty: give the lower level first"));
        }
        for level in first..=last {
            if levels.contains(&level) {
                return Err(format!("level {level} is given twice: give each level once"));
            }
            levels.push(level);
        }
    }
    Ok(LevelList(levels))
}

impl FloorArguments {
    /// The request. Refuses items that only awards depend on.
    pub(crate) fn request(&self) -> Result<Request, Failure> {
        Ok(self.of_stage(self.level.level, self.request.request()?))
    }

    /// The request, without the items that only awards depend on.
    pub(crate) fn request_for_awards(&self) -> Request {
        self.of_stage(self.level.level, self.request.request_for_awards())
    }
}

impl FloorArguments<Levels> {
    /// The requests, one per level. Refuses items that only awards depend on.
    pub(crate) fn requests(&self) -> Result<Vec<Request>, Failure> {
        let request = self.request.request()?;
        Ok(self.level.level.0.iter().map(|level| self.of_stage(*level, request)).collect())
    }
}

impl<L: Args> FloorArguments<L> {
    const fn of_stage(&self, level: u8, request: Request) -> Request {
        let run = RunState { bosses_chosen: self.bosses_chosen, ..request.run };
        Request { level, stage_type: self.stage_type, run, ..request }
    }
}

impl RequestArguments {
    /// The request. Refuses items that only awards depend on.
    pub(crate) fn request(&self) -> Result<Request, Failure> {
        match self.award_items().next() {
            Some(item) => Err(Failure::Usage(only_for_awards(item))),
            None => Ok(self.request_for_awards()),
        }
    }

    /// The items that only awards depend on.
    fn award_items(&self) -> impl Iterator<Item = AwardItem> {
        self.run.items.iter().filter_map(|item| match item {
            HeldItem::Award(item) => Some(*item),
            HeldItem::Floor(_) => None,
        })
    }

    pub(crate) fn award_setting(&self) -> Result<Setting, Failure> {
        let difficulty = self.request_for_awards().difficulty;
        Ok(Setting::new(self.run.luck, self.award_items().collect(), difficulty)?)
    }

    /// The request, without the items that only awards depend on.
    pub(crate) fn request_for_awards(&self) -> Request {
        let items = self.run.items.iter().filter_map(|item| match item {
            HeldItem::Floor(item) => Some(*item),
            HeldItem::Award(_) => None,
        });
        let run = &self.run;
        Request {
            difficulty: if self.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: self.curse,
            unlocks: self.unlocks,
            phase: self.phase.unwrap_or_default(),
            run: RunState {
                character: run.character,
                red_half_hearts: run.red.unwrap_or(run.containers),
                soul_half_hearts: run.soul,
                container_half_hearts: run.containers,
                bone_hearts: run.bone,
                coins: run.coins,
                keys: run.keys,
                devil_room_entered: run.devil_room,
                book_carried: run.book,
                treasure_rooms_skipped: run.treasure_skipped,
                planetarium_entered: run.planetarium_entered,
                victory_lap: run.victory_lap,
                luck: run.luck,
                items: items.collect(),
                achievements: run.achievements,
                flags: run.flags.unwrap_or_default(),
                bosses_met: run.bosses_met.unwrap_or_default(),
                ..RunState::DEFAULT
            },
            ..Request::default()
        }
    }
}

/// Says where to give an item that only awards depend on.
pub(crate) fn only_for_awards(item: AwardItem) -> String {
    format!(
        "no floor depends on {item}: leave it out, or ask `basement-lab awards --item {item}` or \
         `basement-lab floor --awards --item {item}`"
    )
}
