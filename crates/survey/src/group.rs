//! One series on one level: what is to be generated, and the result.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use basement_floors::{
    CatalogueGap, Chance, Curse, CurseChoice, Description, Floor, Generator, Request,
};

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::floor_file::{FileOrigin, FloorFile};
use crate::record::{FloorLines, FloorRecord, InvalidLines};
use crate::seeds::Seeds;
use crate::summary::Summary;

/// What the floors of a series on a level were made from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Origin {
    /// A generator, with seeds.
    Generator {
        /// The generator's description.
        description: Description,
        /// The seeds of the floors.
        seeds: Seeds,
    },
    /// A file.
    File(FileOrigin),
}

impl Origin {
    /// The generator's description; `None` for a file.
    #[must_use]
    pub const fn description(&self) -> Option<&Description> {
        match self {
            Self::Generator { description, .. } => Some(description),
            Self::File(_) => None,
        }
    }

    /// The seeds of the floors; `None` for a file.
    #[must_use]
    pub const fn seeds(&self) -> Option<&Seeds> {
        match self {
            Self::Generator { seeds, .. } => Some(seeds),
            Self::File(_) => None,
        }
    }

    /// The number of a floor, as text: a seed, or a line of the file.
    #[must_use]
    pub fn show(&self, number: u64) -> String {
        match self {
            Self::Generator { seeds, .. } => seeds.show(number),
            Self::File(_) => format!("line {number}"),
        }
    }
}

/// The source of the floors themselves.
#[derive(Clone)]
pub(crate) enum Floors {
    Generator { generator: Arc<dyn Generator>, seeds: Seeds },
    File(FloorFile),
}

/// One series on one level: what is to be generated or read.
pub struct Group {
    /// The series, by its place in the study.
    pub series: usize,
    /// What its floors are made from.
    pub origin: Origin,
    /// What the generator is asked for. Floors of a file count as floors of its level.
    pub request: Request,
    pub(crate) floors: Floors,
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("series", &self.series)
            .field("origin", &self.origin)
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}

/// The result of one series on one level.
#[derive(Clone)]
#[non_exhaustive]
pub struct GroupResult {
    /// The series, by its place in the study.
    pub series: usize,
    /// What its floors were made from.
    pub origin: Origin,
    /// What the generator was asked for. Floors of a file count as floors of its level.
    pub request: Request,
    /// The exact chances of its optional rooms, by their rules; none for a file.
    pub chances: Vec<Chance>,
    /// The counts. Measures that the floors do not have are empty.
    pub summary: Summary,
    /// The lines of its file that were skipped because they are not floors.
    pub invalid: Arc<InvalidLines>,
    pub(crate) floors: Floors,
}

/// A single floor of a series.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GroupFloor {
    /// A generated floor.
    Generated(Box<Floor>),
    /// A floor from a file.
    Read(FloorRecord),
}

impl Group {
    /// [W11](basement_floors::rules#w11): what the catalogue lacks for its floors. Empty if the
    /// request cannot be met at all, which the study reports when it runs.
    #[must_use]
    pub fn catalogue_gaps(&self) -> Vec<CatalogueGap> {
        match &self.floors {
            Floors::Generator { generator, .. } => {
                generator.catalogue_gaps(&self.request).unwrap_or_default()
            }
            Floors::File(_) => Vec::new(),
        }
    }

    /// The curse on its floors.
    #[must_use]
    pub const fn curse(&self) -> Option<Curse> {
        match self.request.curse {
            CurseChoice::Forced(curse) => curse,
            CurseChoice::Drawn | CurseChoice::NoRoll => None,
        }
    }

    /// How many floors it has.
    pub(crate) fn count(&self) -> u64 {
        match &self.origin {
            Origin::Generator { seeds, .. } => seeds.count,
            Origin::File(file) => file.lines,
        }
    }

    pub(crate) fn chances(&self) -> Result<Vec<Chance>, SurveyError> {
        match &self.floors {
            Floors::Generator { generator, .. } => {
                Ok(generator.chances(&self.request, self.curse())?)
            }
            Floors::File(_) => Ok(Vec::new()),
        }
    }

    /// What distinguishes it from every other group of its study.
    pub(crate) fn place(&self) -> (usize, u8, bool) {
        (self.series, self.request.level, is_labyrinth(&self.request))
    }
}

fn is_labyrinth(request: &Request) -> bool {
    request.curse == CurseChoice::Forced(Some(Curse::Labyrinth))
}

impl fmt::Debug for GroupResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupResult")
            .field("series", &self.series)
            .field("origin", &self.origin)
            .field("request", &self.request)
            .field("floors", &self.summary.floors)
            .finish_non_exhaustive()
    }
}

impl GroupResult {
    /// Whether its floors have Curse of the Labyrinth.
    #[must_use]
    pub fn is_labyrinth(&self) -> bool {
        is_labyrinth(&self.request)
    }

    /// What distinguishes it from every other group of its study.
    pub(crate) fn place(&self) -> (usize, u8, bool) {
        (self.series, self.request.level, self.is_labyrinth())
    }

    /// The floor of a seed number, generated again, or of a line, read again. `None` if there is no
    /// such floor.
    #[must_use]
    pub fn floor(&self, number: u64) -> Option<GroupFloor> {
        match &self.floors {
            Floors::Generator { generator, seeds } => {
                let seed = seeds.seed(number, self.request.level).ok()?;
                let floor = generator.generate(&self.request, seed).ok()?;
                Some(GroupFloor::Generated(Box::new(floor)))
            }
            Floors::File(file) => {
                let record = FloorLines::new(file.open().ok()?).at_line(number)?;
                record.ok().map(GroupFloor::Read)
            }
        }
    }

    /// The numbers of its floors: seeds, or lines of its file.
    pub(crate) fn numbers(&self) -> Range<u64> {
        match &self.origin {
            Origin::Generator { seeds, .. } => seeds.first..seeds.first.saturating_add(seeds.count),
            Origin::File(file) => 1..file.lines.saturating_add(1),
        }
    }

    /// The numbers of its first floors: seeds, or lines of its file.
    pub fn first_numbers(&self, count: usize) -> impl Iterator<Item = u64> + use<> {
        self.numbers().take(count)
    }

    /// Its first floors, each with its number.
    #[must_use]
    pub fn first_floors(&self, count: usize) -> Vec<(u64, GroupFloor)> {
        let floors = self.numbers().filter_map(|number| Some((number, self.floor(number)?)));
        floors.take(count).collect()
    }

    /// The game's name for a level beyond the eighth, such as "Cathedral"
    /// ([`Description::stage_name`]).
    #[must_use]
    pub fn stage_name(&self) -> Option<&'static str> {
        self.origin.description()?.stage_name(&self.request)
    }
}

impl GroupFloor {
    /// What its measures are read from.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        match self {
            Self::Generated(floor) => Analysis::from_floor(floor),
            Self::Read(record) => Analysis::from_record(record),
        }
    }
}
