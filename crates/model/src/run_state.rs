//! The state of a run when a floor is made: the character, its health, and the items it holds.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::bits::{Achievements, BossSet, RunFlags};
use crate::error::RequestError;
use crate::{item_counts, named};

/// The characters that a rule treats differently ([R32](crate::rules#r32)). Every other character
/// behaves like Isaac.
///
/// ```
/// use basement_model::{Character, Request, RunState};
///
/// let run = RunState { character: Character::TheLost, ..RunState::DEFAULT };
/// let request = Request { run, ..Request::level(3) };
/// assert!(!request.run.character.counts_bone_hearts());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Character {
    /// Isaac, and every character that no rule names.
    #[default]
    Isaac,
    /// The Lost.
    TheLost,
    /// ???, also called Blue Baby.
    BlueBaby,
    /// The Soul.
    TheSoul,
    /// Lazarus, who counts as healthy ([W65](crate::rules#w65)).
    Lazarus,
    /// Cain, who with Birthright has his own arcades ([W68](crate::rules#w68)).
    Cain,
    /// Tainted Keeper, who has his own shops ([W62](crate::rules#w62)).
    TaintedKeeper,
}

named!(Character, "character");

impl Character {
    /// [R32](crate::rules#r32): whether bone hearts count towards the heart containers.
    #[must_use]
    pub const fn counts_bone_hearts(self) -> bool {
        !matches!(self, Self::TheLost | Self::BlueBaby | Self::TheSoul)
    }
}

/// The items and trinkets that a floor depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Item {
    /// One more dead end, and a second curse room ([R7](crate::rules#r7), [R28](crate::rules#r28)).
    VoodooHead,
    /// One more super secret room and one more secret room ([R22](crate::rules#r22),
    /// [R33](crate::rules#r33)).
    Luna,
    /// One more secret room ([R33](crate::rules#r33)).
    FragmentedCard,
    /// A shop on stages 7 and 8 ([R23](crate::rules#r23)).
    SilverDollar,
    /// A treasure room on stages 7 and 8 ([R24](crate::rules#r24)).
    BloodyCrown,
    /// Shop and treasure room in the Cathedral ([R23](crate::rules#r23), [R24](crate::rules#r24)).
    HolyCrown,
    /// Shop and treasure room in Sheol ([R23](crate::rules#r23), [R24](crate::rules#r24)).
    WickedCrown,
    /// Planetarium chance ([R25](crate::rules#r25)).
    #[strum(serialize = "magic_8_ball")]
    #[serde(rename = "magic_8_ball")]
    Magic8Ball,
    /// Planetarium chance ([R25](crate::rules#r25)).
    CrystalBall,
    /// Planetarium chance ([R25](crate::rules#r25)).
    TelescopeLens,
    /// Planetarium chance ([R25](crate::rules#r25)).
    Sausage,
    /// A treasure room with a choice of items is more likely ([W32](crate::rules#w32)).
    GoldenHorseShoe,
    /// A treasure room of another subtype ([W32](crate::rules#w32)).
    PayToWin,
    /// The active item that doubles the chance of [`Item::GoldenHorseShoe`]
    /// ([W32](crate::rules#w32)).
    MomsBox,
    /// Two of them change the shop ([W62](crate::rules#w62)).
    StoreKey,
    /// Cain's arcade ([W68](crate::rules#w68)).
    Birthright,
}

named!(Item, "item");

item_counts! {
    /// The items that a run holds, with their counts. They are written as a list of names, in which an
    /// item held twice appears twice.
    ///
    /// ```
    /// use basement_model::{Item, Items};
    ///
    /// let items: Items = [Item::Luna, Item::CrystalBall].into_iter().collect();
    /// assert!(items.has(Item::Luna));
    /// assert_eq!(items.count(Item::Sausage), 0);
    /// ```
    Items of Item, "Vec<Item>"
}

/// The state of the run when a floor is made. The default is Isaac with three
/// full heart containers and nothing else.
///
/// ```
/// use basement_model::RunState;
///
/// let hurt = RunState { red_half_hearts: 3, ..RunState::DEFAULT };
/// assert!(RunState::DEFAULT.has_full_health() && !hurt.has_full_health());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunState {
    /// The character played. Rebirth only ([R32](crate::rules#r32)).
    pub character: Character,
    /// Red health in half-hearts.
    pub red_half_hearts: u8,
    /// Soul health in half-hearts.
    pub soul_half_hearts: u8,
    /// Heart containers in half-hearts: two per container.
    pub container_half_hearts: u8,
    /// Whole bone hearts; each holds two half-hearts of red health. Rebirth only.
    pub bone_hearts: u8,
    /// Coins held ([F11](crate::rules#f11), [R31](crate::rules#r31)).
    pub coins: u16,
    /// Keys held ([R26](crate::rules#r26), [R31](crate::rules#r31)). Rebirth only.
    pub keys: u16,
    /// Rebirth: a devil room was entered in this run ([R28](crate::rules#r28)). Flash: the last
    /// floor's devil room was entered ([F11](crate::rules#f11)).
    pub devil_room_entered: bool,
    /// Flash: a book is carried ([F11](crate::rules#f11)). Rebirth: the flag that the game never
    /// sets ([R27](crate::rules#r27)).
    pub book_carried: bool,
    /// Treasure rooms skipped so far ([R25](crate::rules#r25)). Rebirth only.
    pub treasure_rooms_skipped: u8,
    /// A planetarium was entered in this run ([R25](crate::rules#r25)). Rebirth only.
    pub planetarium_entered: bool,
    /// Number of the victory lap, 0 outside one ([R23](crate::rules#r23),
    /// [W52](crate::rules#w52)). Rebirth only.
    pub victory_lap: u8,
    /// Luck, for awards ([A1-A4](crate::rules#a1)). No floor depends on it.
    pub luck: f32,
    /// Items and trinkets held. Rebirth only.
    pub items: Items,
    /// The unlocked achievements, if they are not simply all or none ([W52](crate::rules#w52)). If
    /// this is `None`, the request's unlocks decide. Rebirth only.
    pub achievements: Option<Achievements>,
    /// The run flags that are set ([W13](crate::rules#w13), [W36](crate::rules#w36)). Rebirth only.
    pub flags: RunFlags,
    /// The bosses that were met, which have left their pools ([W70](crate::rules#w70)). Rebirth,
    /// `repentance` only.
    pub bosses_met: BossSet,
    /// How many bosses were chosen earlier from the pool of this floor's stage file
    /// ([W70](crate::rules#w70)). Rebirth, `repentance` only.
    pub bosses_chosen: u8,
}

impl Default for RunState {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl RunState {
    /// Isaac with three full heart containers and nothing else.
    pub const DEFAULT: Self = Self {
        character: Character::Isaac,
        red_half_hearts: 6,
        soul_half_hearts: 0,
        container_half_hearts: 6,
        bone_hearts: 0,
        coins: 0,
        keys: 0,
        devil_room_entered: false,
        book_carried: false,
        treasure_rooms_skipped: 0,
        planetarium_entered: false,
        victory_lap: 0,
        luck: 0.0,
        items: Items::NONE,
        achievements: None,
        flags: RunFlags::NONE,
        bosses_met: BossSet::NONE,
        bosses_chosen: 0,
    };

    /// [R26](crate::rules#r26) (and [F11](crate::rules#f11), [R30](crate::rules#r30)): whether
    /// there are at least as many red and soul hearts together as heart containers.
    #[must_use]
    pub const fn has_full_health(&self) -> bool {
        self.red_half_hearts as u16 + self.soul_half_hearts as u16
            >= self.container_half_hearts as u16
    }

    /// Checks for contradictory health and luck that is not finite.
    ///
    /// # Errors
    ///
    /// [`RequestError::HalfContainer`], [`RequestError::TooMuchRedHealth`] or
    /// [`RequestError::Luck`].
    pub fn check(&self) -> Result<(), RequestError> {
        if !self.container_half_hearts.is_multiple_of(2) {
            return Err(RequestError::HalfContainer { given: self.container_half_hearts });
        }
        let room = u16::from(self.container_half_hearts) + 2 * u16::from(self.bone_hearts);
        if u16::from(self.red_half_hearts) > room {
            return Err(RequestError::TooMuchRedHealth { given: self.red_half_hearts, room });
        }
        if !self.luck.is_finite() {
            return Err(RequestError::Luck { given: self.luck });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictory_health_and_endless_luck_are_refused() {
        let check = |run: RunState| run.check();
        assert_eq!(check(RunState::DEFAULT), Ok(()));
        assert_eq!(
            check(RunState { red_half_hearts: 7, ..RunState::DEFAULT }),
            Err(RequestError::TooMuchRedHealth { given: 7, room: 6 })
        );
        assert_eq!(
            check(RunState { red_half_hearts: 8, bone_hearts: 1, ..RunState::DEFAULT }),
            Ok(())
        );
        assert_eq!(
            check(RunState { container_half_hearts: 7, ..RunState::DEFAULT }),
            Err(RequestError::HalfContainer { given: 7 })
        );
        for luck in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(matches!(
                check(RunState { luck, ..RunState::DEFAULT }),
                Err(RequestError::Luck { .. })
            ));
        }
    }
}
