//! The options of a request: one list for the command line, addresses and Python.

use core::str::FromStr;
use std::fmt::Display;

use basement_model::{
    Achievements, BossSet, Character, CurseChoice, Difficulty, Items, Phase, Request, RequestError,
    RunFlags, RunState, Unlocks,
};

/// An option of a request.
///
/// ```
/// use basement_floors::{OptionKind, REQUEST_OPTIONS};
///
/// let bone = REQUEST_OPTIONS.iter().find(|option| option.name == "bone");
/// assert_eq!(bone.map(|option| option.kind), Some(OptionKind::Whole));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct RequestOption {
    /// Its name on the command line and in addresses. Python uses `_` for `-`.
    pub name: &'static str,
    /// What kind of value it takes.
    pub kind: OptionKind,
    /// Sets it in a request.
    set: fn(&mut Request, &str) -> Result<(), RequestError>,
    /// Its values in a request; none if the other request has the same value.
    unlike: fn(&Request, &Request) -> Vec<String>,
}

/// The kind of value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number.
    Whole,
    /// A real number.
    Real,
    /// A word.
    Word,
    /// A word; the option may be repeated.
    Words,
    /// Whole numbers with commas between them, or `none`.
    Numbers,
    /// On or off; an empty value means on.
    Switch,
}

macro_rules! option {
    ($name:literal, $kind:ident, $($field:ident).+) => {
        RequestOption {
            name: $name,
            kind: OptionKind::$kind,
            set: |request, text| request.$($field).+.read($name, text),
            unlike: |request, other| {
                let value = request.$($field).+;
                if value == other.$($field).+ { Vec::new() } else { value.texts() }
            },
        }
    };
}

/// All options of a request.
pub static REQUEST_OPTIONS: [RequestOption; 24] = [
    option!("level", Whole, level),
    option!("stage-type", Whole, stage_type),
    option!("curse", Word, curse),
    option!("hard", Switch, difficulty),
    option!("unlocks", Word, unlocks),
    option!("phase", Word, phase),
    option!("character", Word, run.character),
    option!("red", Whole, run.red_half_hearts),
    option!("soul", Whole, run.soul_half_hearts),
    option!("containers", Whole, run.container_half_hearts),
    option!("bone", Whole, run.bone_hearts),
    option!("coins", Whole, run.coins),
    option!("keys", Whole, run.keys),
    option!("treasure-skipped", Whole, run.treasure_rooms_skipped),
    option!("victory-lap", Whole, run.victory_lap),
    option!("bosses-chosen", Whole, run.bosses_chosen),
    option!("achievements", Numbers, run.achievements),
    option!("flags", Numbers, run.flags),
    option!("bosses-met", Numbers, run.bosses_met),
    option!("devil-room", Switch, run.devil_room_entered),
    option!("book", Switch, run.book_carried),
    option!("planetarium-entered", Switch, run.planetarium_entered),
    option!("luck", Real, run.luck),
    option!("item", Words, run.items),
];

/// The options of a request, by their names on the command line: the level, and every option that
/// does not have its default value. The value of a switch is empty.
///
/// ```
/// use basement_floors::{Difficulty, Request, request_options};
///
/// let request = Request { difficulty: Difficulty::Hard, ..Request::level(3) };
/// let options = request_options(&request);
/// assert_eq!(options, [("level", "3".to_owned()), ("hard", String::new())]);
/// ```
#[must_use]
pub fn request_options(request: &Request) -> Vec<(&'static str, String)> {
    // Any other level, so that the level is among the options. Red health is full by default.
    let full = request.run.container_half_hearts;
    let run = RunState { red_half_hearts: full, ..RunState::DEFAULT };
    let usual = Request { run, ..Request::level(!request.level) };
    let unusual = REQUEST_OPTIONS.iter().flat_map(|option| {
        (option.unlike)(request, &usual).into_iter().map(|value| (option.name, value))
    });
    unusual.collect()
}

/// Sets an option of a request; `None` if there is no such option.
pub(crate) fn set_option(
    request: &mut Request,
    name: &str,
    value: &str,
) -> Option<Result<(), RequestError>> {
    let option = REQUEST_OPTIONS.iter().find(|option| option.name == name)?;
    Some((option.set)(request, value))
}

/// A part of a request that an option sets.
trait Setting {
    /// Reads a value of the option.
    fn read(&mut self, name: &str, text: &str) -> Result<(), RequestError>;
    /// The values of the option that give this setting.
    fn texts(&self) -> Vec<String>;
}

/// How the settings of each type are read, given the setting so far, and written.
macro_rules! settings {
    ($($($setting:ty),+:
        |$now:ident, $name:ident, $text:ident| $read:expr, |$value:ident| $texts:expr;)+) => {$($(
        impl Setting for $setting {
            fn read(&mut self, $name: &str, $text: &str) -> Result<(), RequestError> {
                let $now = *self;
                *self = $read;
                Ok(())
            }

            fn texts(&self) -> Vec<String> {
                let $value = self;
                $texts
            }
        }
    )+)+};
}

settings! {
    Character, CurseChoice, Phase, Unlocks:
        |_now, _name, text| text.parse()?,
        |word| vec![word.to_string()];
    u8:
        |_now, name, text| number(name, text, "a whole number from 0 to 255")?,
        |value| vec![value.to_string()];
    u16:
        |_now, name, text| number(name, text, "a whole number from 0 to 65535")?,
        |value| vec![value.to_string()];
    f32:
        |_now, name, text| number(name, text, "a number")?,
        |value| vec![value.to_string()];
    bool:
        |_now, name, text| is_on(name, text)?,
        |_value| vec![String::new()];
    // Hard mode is a switch.
    Difficulty:
        |_now, name, text| if is_on(name, text)? { Self::Hard } else { Self::Normal },
        |_value| vec![String::new()];
    Option<Achievements>:
        |_now, name, text| Some(Achievements::from_numbers(list::<u16>(name, text)?)?),
        |value| value.iter().map(|achievements| joined(achievements.iter())).collect();
    RunFlags, BossSet:
        |_now, name, text| Self::try_from(list::<u8>(name, text)?)?,
        |value| vec![joined(value.iter())];
    // Each text adds one item.
    Items:
        |now, _name, text| now.with(text.parse()?),
        |value| value.iter().map(|item| item.to_string()).collect();
}

/// Whether a switch is on.
fn is_on(name: &str, text: &str) -> Result<bool, RequestError> {
    match text {
        "" | "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(refused(name, text, "true or false")),
    }
}

pub(crate) fn number<N: FromStr>(
    name: &str,
    value: &str,
    allowed: &str,
) -> Result<N, RequestError> {
    value.trim().parse().map_err(|_| refused(name, value, allowed))
}

/// Numbers with commas between them; `none` for an empty list.
fn list<N: FromStr>(name: &str, value: &str) -> Result<Vec<N>, RequestError> {
    let numbers = value.split(',').filter(|_| value != "none");
    let number = |text: &str| number(name, text, "numbers with commas between them, such as 4,5");
    numbers.map(number).collect()
}

/// The numbers of a list, written as [`list`] reads them.
fn joined<N: Display>(numbers: impl Iterator<Item = N>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") }
}

pub(crate) fn refused(name: &str, given: &str, allowed: &str) -> RequestError {
    RequestError::ParameterValue {
        path: name.to_owned(),
        given: given.to_owned(),
        allowed: allowed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_an_option_decides_which_texts_it_accepts() {
        for option in &REQUEST_OPTIONS {
            let reads = |text| (option.set)(&mut Request::default(), text).is_ok();
            let read = ["7", "1.5", "none", "", "true"].map(reads);
            let expected = match option.kind {
                OptionKind::Whole => [true, false, false, false, false],
                OptionKind::Real => [true, true, false, false, false],
                // Not every number is an achievement's.
                OptionKind::Numbers => [read[0], false, true, false, false],
                OptionKind::Switch => [false, false, false, true, true],
                OptionKind::Word => [false, false, option.name == "curse", false, false],
                OptionKind::Words => [false; 5],
            };
            assert_eq!(read, expected, "{}", option.name);
        }
    }
}
