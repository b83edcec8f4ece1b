//! Probable mistakes in a file that can be read.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use basement_model::DoorSlots;
use basement_rooms::{RoomFileFormat, printable};
use serde::Serialize;
use strum::{Display, EnumString, IntoStaticStr, VariantArray, VariantNames};

use crate::file_name::NoStage;
use crate::room_label::RoomLabel;

/// Something in a file that its maker may not have meant. [`check`](crate::check()) finds these.
///
/// ```
/// use basement_roomfiles::{FindingKind, Severity, check};
///
/// let xml = br#"<rooms><room type="1" variant="3" subtype="0" difficulty="5" weight="1" name="Pit"
///     shape="1" width="13" height="7"/></rooms>"#;
/// let mut found = Vec::new();
/// check("14.sheol.xml", xml, &mut |finding| found.push(finding))?;
/// assert_eq!(found.len(), 1);
/// assert_eq!((&found[0].kind, found[0].severity()), (&FindingKind::NoDoors, Severity::Warning));
/// assert_eq!(found[0].to_string(), "room 0, 1.3 `Pit`: it has no open door, so no way leads into it");
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The room; `None` if the finding is about the whole file.
    pub room: Option<RoomLabel>,
    /// What was found.
    pub kind: FindingKind,
}

impl Finding {
    /// A finding about a whole file.
    #[must_use]
    pub const fn about_file(kind: FindingKind) -> Self {
        Self { room: None, kind }
    }

    /// How much it matters.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.room {
            Some(room) => write!(f, "{room}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(Serialize, Display, EnumString, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Severity {
    /// Good to know; nothing is lost.
    Note,
    /// The game or a tool reads something other than what the maker meant, or leaves something out.
    Warning,
}

/// The findings of a file, by their kinds, warnings first.
///
/// ```
/// use basement_roomfiles::{Finding, FindingGroups, FindingKind};
///
/// let mut groups = FindingGroups::default();
/// for _ in 0..3 {
///     groups.add(&Finding::about_file(FindingKind::NoDoors), 2);
/// }
/// let found: Vec<_> = groups.iter().map(|it| (it.kind, it.count, it.first.len())).collect();
/// assert_eq!(found, [("no_doors", 3, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FindingGroups(BTreeMap<(Reverse<Severity>, &'static str), FindingGroup>);

/// The findings of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FindingGroup {
    /// How much they matter.
    pub severity: Severity,
    /// The name of the kind.
    pub kind: &'static str,
    /// How many they are.
    pub count: usize,
    /// The first of them, in words.
    pub first: Vec<String>,
}

impl FindingGroups {
    /// Adds a finding, in words if it is among the first `shown` of its kind.
    pub fn add(&mut self, finding: &Finding, shown: usize) {
        let (severity, kind) = (finding.severity(), finding.kind.name());
        let group = self.0.entry((Reverse(severity), kind));
        let group = group.or_insert(FindingGroup { severity, kind, count: 0, first: Vec::new() });
        group.count += 1;
        if group.first.len() < shown {
            group.first.push(finding.to_string());
        }
    }

    /// The groups in order.
    pub fn iter(&self) -> impl Iterator<Item = &FindingGroup> {
        self.0.values()
    }
}

/// What was found. [`Finding`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FindingKind {
    /// The file's name does not belong to a stage that has floors here.
    NoStage(NoStage),
    /// The file contains no rooms.
    NoRooms,
    /// The root element has an unusual name.
    Root {
        /// The name.
        given: String,
    },
    /// The file declares an encoding other than UTF-8.
    Encoding {
        /// The encoding declared.
        declared: String,
        /// The encoding that it was read in.
        read_as: &'static str,
    },
    /// Bytes follow the last room of a binary file.
    TrailingBytes {
        /// How many.
        bytes: usize,
    },
    /// There is text where only elements are allowed.
    Text {
        /// The name of the element around it.
        within: String,
        /// How many pieces.
        count: usize,
    },
    /// A placeholder named `(null)`, which the game never chooses.
    Placeholder,
    /// A room's name is not UTF-8: it may be cut inside a character.
    NameNotUtf8,
    /// No shape is given, or one below 1.
    Shape {
        /// What is given, or the size if the format has no shapes; empty if nothing is.
        given: String,
        /// The shape that it was read as.
        read_as: String,
        /// Whether the size decided the shape.
        has_size: bool,
    },
    /// An attribute is empty or left out.
    Attribute {
        /// The name of its element.
        element: &'static str,
        /// Its name.
        attribute: &'static str,
        /// What it was read as.
        read_as: &'static str,
        /// How many times.
        count: usize,
    },
    /// An unusual value says whether a door exists.
    DoorFlag {
        /// The first of the values.
        given: String,
        /// Whether it was read as a door that exists.
        read_as: bool,
        /// How many doors have such values.
        count: usize,
    },
    /// The size does not match the shape.
    Size {
        /// The width and height given.
        given: (u8, u8),
        /// The width and height of the shape.
        shape: (i16, i16),
    },
    /// There are doors where the shape has no door slot.
    StrayDoors {
        /// The tile of the first one.
        first: (i16, i16),
        /// How many.
        count: usize,
    },
    /// There are doors on the tile of another door.
    DoorsTwice {
        /// The tile of the first one.
        first: (i16, i16),
        /// Whether a door on that tile exists.
        is_open: bool,
        /// How many.
        count: usize,
    },
    /// The file says nothing about some door slots of the shape.
    MissingDoorSlots {
        /// The slots.
        slots: DoorSlots,
    },
    /// The room has no door.
    NoDoors,
    /// Something that cannot be destroyed is right behind a door.
    BlockedDoors {
        /// The slots of the doors.
        slots: DoorSlots,
    },
    /// Spawns are outside the room's walls.
    SpawnsOutside {
        /// The tile of the first one.
        first: (i16, i16),
        /// How many.
        count: usize,
    },
    /// The weight is 0.
    NoWeight,
    /// [L4](basement_model::rules#l4), [W8](basement_model::rules#w8),
    /// [W71](basement_model::rules#w71): no rule asks for a room of its type with its difficulty.
    Difficulty {
        /// Its difficulty.
        given: u8,
        /// The greatest that a rule asks for; the least is 1.
        most: u8,
    },
    /// With this room the weights of the file's rooms of its type have no finite sum.
    WeightsTooLarge,
    /// The game has no such type of rooms.
    UnknownType {
        /// Its number.
        given: u32,
    },
    /// Another room has the same type, variant and subtype.
    SameVariant {
        /// The number of the first such room.
        first: usize,
    },
    /// An XML file and the binary file of the same name differ.
    OutOfDate {
        /// How they differ, in a few words.
        how: String,
    },
    /// A binary file is older than the XML file of the same name, which has the same rooms.
    Older,
    /// A mod's file is in a format that the game does not read.
    NotForTheGame {
        /// The format.
        format: RoomFileFormat,
    },
    /// The name of a mod's file is a stage's, but not the one that the game looks for.
    WrongName {
        /// The name that the game looks for, without the ending.
        right: String,
    },
    /// [W70](basement_model::rules#w70): a list of boss pools has no pool for any stage.
    NoPools,
    /// [W70](basement_model::rules#w70): a boss pool's name is not a stage's.
    UnknownPool {
        /// Its line.
        line: usize,
        /// Its name.
        name: String,
    },
    /// [W70](basement_model::rules#w70): the game has no boss with an id in a boss pool.
    UnknownBoss {
        /// Its line.
        line: usize,
        /// Its id.
        id: u8,
    },
    /// [W70](basement_model::rules#w70): a stage has two boss pools.
    PoolTwice {
        /// The line of the second one.
        line: usize,
        /// Its name.
        name: String,
    },
}

impl FindingKind {
    /// The names of all kinds.
    ///
    /// ```
    /// assert!(basement_roomfiles::FindingKind::NAMES.contains(&"no_doors"));
    /// ```
    pub const NAMES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;

    /// Its name, in lower case with underscores.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// How much it matters.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoRooms
            | Self::NoStage(_)
            | Self::Shape { has_size: true, .. }
            | Self::Root { .. }
            | Self::Encoding { .. }
            | Self::Text { .. }
            | Self::Placeholder
            | Self::UnknownType { .. }
            | Self::Size { .. }
            | Self::MissingDoorSlots { .. }
            | Self::NoWeight
            | Self::Older
            | Self::NotForTheGame { .. }
            | Self::SameVariant { .. } => Severity::Note,
            // Tools leave out the name of a room that has none, and `exists` of a closed door.
            Self::Attribute { attribute, .. }
                if matches!(attribute.as_bytes(), b"name" | b"exists") =>
            {
                Severity::Note
            }
            _ => Severity::Warning,
        }
    }
}

impl FindingKind {
    /// Adds what a reader found, or counts it if it was found before.
    pub(crate) fn add_to(self, findings: &mut Vec<Self>) {
        if !findings.iter_mut().any(|known| known.counts(&self)) {
            findings.push(self);
        }
    }

    /// Counts another finding, if the two differ only in their examples.
    fn counts(&mut self, other: &Self) -> bool {
        let (is_same, count) = match (self, other) {
            (Self::DoorFlag { read_as, count, .. }, Self::DoorFlag { read_as: other, .. }) => {
                (read_as == other, count)
            }
            (
                Self::Attribute { element, attribute, count, .. },
                Self::Attribute { element: other, attribute: name, .. },
            ) => (element == other && attribute == name, count),
            (Self::Text { within, count }, Self::Text { within: other, .. }) => {
                (within == other, count)
            }
            _ => return false,
        };
        *count += usize::from(is_same);
        is_same
    }
}

/// A number of things, with the word for one of them.
fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("a {one}") } else { format!("{count} {one}s") }
}

/// The names of door slots.
pub(crate) fn names(slots: DoorSlots) -> String {
    let names: Vec<String> = slots.iter().map(|slot| slot.to_string()).collect();
    names.join(", ")
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStage(reason) => reason.fmt(f),
            Self::NoRooms => f.write_str("the file holds no rooms"),
            Self::Root { given } => write!(
                f,
                "the root element is <{}>, where tools write <rooms> or <stage>",
                printable(given)
            ),
            Self::Encoding { declared, read_as } if declared.eq_ignore_ascii_case(read_as) => {
                write!(f, "it is in {read_as}")
            }
            Self::Encoding { declared, read_as } => {
                write!(
                    f,
                    "it declares the encoding {}, and was read as {read_as}",
                    printable(declared)
                )
            }
            Self::TrailingBytes { bytes } => write!(
                f,
                "{} of no meaning {} the last room",
                counted(*bytes, "byte"),
                if *bytes == 1 { "follows" } else { "follow" }
            ),
            Self::Text { within, .. } => {
                write!(f, "text that means nothing stands inside <{}>", printable(within))
            }
            Self::Placeholder => f.write_str("a placeholder that the game never chooses"),
            Self::NameNotUtf8 => {
                f.write_str("its name is not UTF-8: it may be cut inside a character")
            }
            Self::Shape { given, read_as, .. } if given.is_empty() => {
                write!(f, "no shape is given; it was read as {read_as}")
            }
            Self::Shape { given, read_as, .. } => {
                write!(f, "its shape is given as {}, and was read as {read_as}", printable(given))
            }
            Self::Attribute { element, attribute, read_as, count } => {
                let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
                write!(f, "<{element}> lacks its {attribute}, which was read as {read_as}{times}")
            }
            Self::DoorFlag { given, read_as, count } => {
                let read_as = if *read_as { "open" } else { "closed" };
                let doors = counted(*count, "door");
                write!(f, "{doors} with exists=`{}` was read as {read_as}", printable(given))
            }
            Self::Size { given, shape } => {
                write!(
                    f,
                    "its size is {}x{}, and its shape's {}x{}",
                    given.0, given.1, shape.0, shape.1
                )
            }
            Self::StrayDoors { first: (x, y), count: 1 } => {
                write!(f, "its shape has no door slot at {x}, {y}")
            }
            Self::StrayDoors { first: (x, y), count } => {
                write!(
                    f,
                    "{count} doors stand where its shape has no door slot, the first at {x}, {y}"
                )
            }
            Self::DoorsTwice { first: (x, y), is_open, .. } => {
                let read_as = if *is_open { "open" } else { "closed" };
                write!(f, "the door at {x}, {y} is listed twice, and was read as {read_as}")
            }
            Self::MissingDoorSlots { slots } => {
                write!(f, "nothing is said about {}: no door is there", names(*slots))
            }
            Self::NoDoors => f.write_str("it has no open door, so no way leads into it"),
            Self::BlockedDoors { slots } => {
                write!(f, "a block, pillar or pit stands right behind {}", names(*slots))
            }
            Self::SpawnsOutside { first: (x, y), count } => {
                let stand = if *count == 1 { "stands" } else { "stand" };
                let first = if *count == 1 { "" } else { "the first " };
                let spawns = counted(*count, "spawn");
                write!(f, "{spawns} {stand} outside its walls, {first}at {x}, {y}")
            }
            Self::NoWeight => f.write_str("its weight is 0, so no choice takes it"),
            Self::Difficulty { given, most } => {
                write!(f, "no rule asks for difficulty {given} here: give 1 to {most}")
            }
            Self::WeightsTooLarge => f.write_str(
                "with it the weights of the rooms of its type add up to more than 3.4e38, and no choice \
                 among them works: give smaller weights",
            ),
            Self::UnknownType { given } => write!(
                f,
                "the game has no type {given}, only 0 to 30: no floor draws the room"
            ),
            Self::SameVariant { first } => {
                write!(f, "room {first} has the same type, variant and subtype")
            }
            Self::OutOfDate { how } => write!(
                f,
                "the XML file of the same name differs ({}), and the game reads this one: export again",
                printable(how)
            ),
            Self::Older => f.write_str(
                "it is older than the XML file of the same name, which has the same rooms: export again",
            ),
            Self::NotForTheGame { format } => {
                write!(f, "the game reads STB1 only, and this is {format}: export it for the game")
            }
            Self::WrongName { right } => write!(
                f,
                "the game looks for `{right}`, and ignores a mod's file of another name: rename it"
            ),
            Self::NoPools => f.write_str("the file lists no pool of any stage"),
            Self::UnknownPool { line, name } => write!(
                f,
                "line {line}: no stage is called `{}`, so its pool is left out",
                printable(name)
            ),
            Self::UnknownBoss { line, id } => write!(
                f,
                "line {line}: boss {id} is not one of the game's, whose ids are 1 to 102, with gaps"
            ),
            Self::PoolTwice { line, name } => write!(
                f,
                "line {line}: the pool of `{}` is listed twice; its bosses are taken together",
                printable(name)
            ),
        }
    }
}
