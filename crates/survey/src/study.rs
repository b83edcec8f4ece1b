//! A study: generators side by side over levels, as data.

pub use crate::color::{Color, ColorError};
pub use crate::format::ReportFormat;
pub use crate::group::{Group, GroupFloor, GroupResult, Origin};
pub use crate::print::{Language, Palette, Print};
pub use crate::results::{LevelLikeness, Results};
pub use crate::series::FloorSource;
pub use crate::trend::{Trend, TrendLine, TrendPoint};

use std::path::Path;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{
    Backend, Curse, CurseChoice, Difficulty, Generator, Phase, Request, RunState,
};
use serde::{Deserialize, Serialize};

use crate::error::SurveyError;
use crate::floor_file::FileOrigin;
use crate::group::Floors;
use crate::measure::Measure;
use crate::one_or_more;
use crate::record::{InvalidLines, LineError};
use crate::seeds::{SeedKind, Seeds};
use crate::series::{BackendRules, Series};
use crate::whole_number;

/// What is to be compared. The first two series are compared in depth; further ones are shown beside
/// them.
///
/// ```
/// use std::sync::Arc;
///
/// use basement_floors::{Backend, Generator};
/// use basement_survey::{Series, Study};
///
/// // Any generator joins a study; here an edition of Flash stands in for yours.
/// let yours: Arc<dyn Generator> = Arc::from(Backend::Flash.generator("wrath-of-the-lamb", &[])?);
/// let results = Study::new("How like Isaac is it?")
///     .floors(100)
///     .levels([1, 4])
///     .series(Series::new("Flash", Backend::Flash))
///     .series(Series::new("Rebirth", Backend::Rebirth))
///     .series(Series::new("Yours", yours))
///     .run(&|_| {})?;
/// let flash = results.group(0, 1, false).expect("Flash, level 1");
/// assert_eq!(flash.summary.floors, 100);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Study {
    /// The report's title.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub question: String,
    /// Floors of each series on each level. A file may write it as `10000` or `1e4`.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub floors: u64,
    /// Levels, without a curse.
    pub levels: Vec<u8>,
    /// Levels under Curse of the Labyrinth.
    #[serde(default)]
    pub labyrinth_levels: Vec<u8>,
    /// The measures whose distributions are shown; the usual ones if empty.
    #[serde(default)]
    pub measures: Vec<String>,
    /// The names of the figures that the report has; all if empty. A figure of one measure against
    /// another, such as `boss_distance-by-rooms`, is made only if it is named here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<String>,
    /// The kinds of files that the report has, besides its manifest; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub format: Vec<ReportFormat>,
    /// The width of the report's PNGs in pixels; two pixels per point if left out.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::deserialize_some"
    )]
    pub width: Option<u32>,
    /// How its pictures are made for print, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<Print>,
    /// Whether the report also shows the awards of cleared rooms
    /// ([A1-A4](basement_floors::rules#a1)).
    #[serde(default)]
    pub awards: bool,
    /// The sources of the rooms of Rebirth's floors: room files or folders of them, for the caller to
    /// load; the embedded rooms if left out. A study file may give one as a text or several as a
    /// list.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "one_or_more")]
    pub rooms: Vec<String>,
    /// Those rooms, loaded.
    #[serde(skip)]
    pub catalogue: Option<Arc<Catalogue>>,
    /// The state of every run when a floor is made.
    #[serde(default)]
    pub run: RunState,
    /// The generators.
    pub series: Vec<Series>,
}

impl Study {
    /// A study of levels 1 to 8, 10,000 floors each, without a series yet.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            question: String::new(),
            floors: 10_000,
            levels: (1..=8).collect(),
            labyrinth_levels: Vec::new(),
            measures: Vec::new(),
            figures: Vec::new(),
            format: Vec::new(),
            width: None,
            print: None,
            awards: false,
            rooms: Vec::new(),
            catalogue: None,
            run: RunState::DEFAULT,
            series: Vec::new(),
        }
    }

    /// The study with the question that it answers.
    #[must_use]
    pub fn question(self, question: &str) -> Self {
        Self { question: question.to_owned(), ..self }
    }

    /// The study with this number of floors of each series on each level.
    #[must_use]
    pub fn floors(self, floors: u64) -> Self {
        Self { floors, ..self }
    }

    /// The study on other seeds: every series that it has so far begins with this number.
    #[must_use]
    pub fn first_seed(mut self, first: u64) -> Self {
        self.series.iter_mut().for_each(|series| series.first_seed = Some(first));
        self
    }

    /// The study on these levels.
    #[must_use]
    pub fn levels(self, levels: impl Into<Vec<u8>>) -> Self {
        Self { levels: levels.into(), ..self }
    }

    /// The study, also with these levels under Curse of the Labyrinth.
    #[must_use]
    pub fn labyrinth_levels(self, levels: impl Into<Vec<u8>>) -> Self {
        Self { labyrinth_levels: levels.into(), ..self }
    }

    /// The study with one more series.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The project's own comparison: both games as they shipped on levels 1-8 and on their
    /// Labyrinth floors, Flash as it was published beside them, then the other editions, the
    /// other source of random numbers, and hard mode.
    #[must_use]
    pub fn flash_and_rebirth(floors: u64) -> Self {
        const FEW: &[u8] = &[1, 4, 8];
        /// Darker than the colour of Flash, so that the two can be distinguished in grey too.
        const BROWN: Color = Color(127, 74, 0);
        let flash = |name: &str, edition: &str| {
            Series::new(name, BackendRules::new(Backend::Flash).edition(edition))
        };
        let rebirth = |name: &str, edition: &str| {
            Series::new(name, BackendRules::new(Backend::Rebirth).edition(edition))
        };
        let few = |series: Series| series.levels(FEW);
        let published = flash("Flash (article)", "article").color(BROWN);
        let study = Self::new("Flash and Rebirth, floor by floor")
            .question(
                "How do the floors of The Binding of Isaac (2011) and of its remake differ, level by \
                 level, when both are generated by the rules of their games?",
            )
            .floors(floors)
            .labyrinth_levels([1, 3, 5, 7])
            .series(flash("Flash", "wrath-of-the-lamb"))
            .series(rebirth("Rebirth", "repentance"))
            .series(Series { labyrinth_levels: Some(Vec::new()), ..published })
            .series(few(rebirth("Rebirth (article)", "article")))
            .series(few(rebirth("Rebirth (Afterbirth+)", "afterbirth-plus")))
            .series(few(Series {
                seeds: Some(SeedKind::Run),
                ..flash("Flash (game generator)", "wrath-of-the-lamb")
            }))
            .series(few(Series {
                seeds: Some(SeedKind::Pcg),
                ..rebirth("Rebirth (PCG)", "repentance")
            }))
            .series(few(Series {
                difficulty: Difficulty::Hard,
                ..rebirth("Rebirth (hard)", "repentance")
            }));
        Self { awards: true, ..study }
    }

    /// The measures whose distributions are shown.
    #[must_use]
    pub fn shown_measures(&self) -> Vec<&str> {
        const USUAL: [&str; 5] =
            ["rooms", "dead_ends", "boss_distance", "rings", "secret_neighbours"];
        if self.measures.is_empty() {
            USUAL.to_vec()
        } else {
            self.measures.iter().map(String::as_str).collect()
        }
    }

    /// Every series on every one of its levels.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] for a measure, edition, parameter or seed that does not exist, for levels or
    /// names that are given twice, for rooms that are not loaded, for a file that cannot be read, is empty
    /// or is missing for a level, for a generator that is only described, for a study without any floor,
    /// and if the first two series have no level in common.
    pub fn groups(&self) -> Result<Vec<Group>, SurveyError> {
        for name in &self.measures {
            name.parse::<&Measure>()?;
        }
        let mut groups: Vec<Group> = Vec::new();
        for (place, series) in self.series.iter().enumerate() {
            if self.series[..place].iter().any(|other| other.name == series.name) {
                return Err(SurveyError::RepeatedSeries(series.name.clone()));
            }
            let (levels, labyrinths) = self.levels_of(series);
            for levels in [&levels, &labyrinths] {
                let is_repeated = |place: &usize| levels[..*place].contains(&levels[*place]);
                if let Some(place) = (0..levels.len()).find(is_repeated) {
                    return Err(SurveyError::RepeatedLevel(levels[place]));
                }
            }
            let curses = levels
                .iter()
                .map(|level| (level, None))
                .chain(labyrinths.iter().map(|level| (level, Some(Curse::Labyrinth))));
            let seeds = series.seeds(self.floors);
            let sources = self.floors_of(series, seeds)?;
            let with_origin = |(level, floors): (Option<u8>, Floors)| {
                let origin = origin_of(&floors)?;
                Ok((level, floors, origin))
            };
            let sources: Vec<(Option<u8>, Floors, Origin)> =
                sources.into_iter().map(with_origin).collect::<Result<_, SurveyError>>()?;
            for (level, curse) in curses {
                let is_of_level =
                    |(of, ..): &&(Option<u8>, Floors, Origin)| of.is_none_or(|of| of == *level);
                let Some((_, floors, origin)) = sources.iter().find(is_of_level) else {
                    let series = series.name.clone();
                    return Err(SurveyError::LevelWithoutFile(series, *level));
                };
                groups.push(Group {
                    series: place,
                    origin: origin.clone(),
                    floors: floors.clone(),
                    request: Request {
                        difficulty: series.difficulty,
                        unlocks: series.unlocks,
                        stage_type: series.stage_type,
                        phase: self.phase(series),
                        curse: CurseChoice::Forced(curse),
                        run: self.run,
                        ..Request::level(*level)
                    },
                });
            }
        }
        if groups.iter().all(|group| group.count() == 0) {
            return Err(SurveyError::NoFloors);
        }
        self.check_shared_level(&groups)?;
        Ok(groups)
    }

    /// Returns an error if the first two series cannot be compared on any level.
    fn check_shared_level(&self, groups: &[Group]) -> Result<(), SurveyError> {
        let [x, y, ..] = self.series.as_slice() else { return Ok(()) };
        let of = |series: usize| groups.iter().filter(move |group| group.series == series);
        let place = |group: &Group| (group.request.level, group.curse());
        if of(0).any(|group| of(1).any(|other| place(other) == place(group))) {
            return Ok(());
        }
        Err(SurveyError::NoSharedLevel(x.name.clone(), y.name.clone()))
    }

    /// How far the floors of a series are made. No measure reads the insides of normal rooms, and the
    /// embedded catalogue has one for every need, so they are left out. With the user's own rooms, an
    /// attempt may fail for lack of one (L3).
    fn phase(&self, series: &Series) -> Phase {
        match (series.backend(), self.rooms.is_empty()) {
            (Some(Backend::Flash), _) | (Some(Backend::Rebirth), true) => Phase::Special,
            _ => Phase::Full,
        }
    }

    /// The levels of a series without a curse, and those under Curse of the Labyrinth.
    fn levels_of(&self, series: &Series) -> (Vec<u8>, Vec<u8>) {
        let (plain, labyrinths) = match &series.source {
            // Floors of a file are under a curse only if the series says so.
            FloorSource::File(_) => (self.levels.clone(), Vec::new()),
            FloorSource::FilePerLevel(files) => (files.keys().copied().collect(), Vec::new()),
            _ => (self.levels.clone(), self.labyrinth_levels.clone()),
        };
        (
            series.levels.clone().unwrap_or(plain),
            series.labyrinth_levels.clone().unwrap_or(labyrinths),
        )
    }

    /// The sources of the floors of one of its series: one source for all levels, or one per level.
    fn floors_of(
        &self,
        series: &Series,
        seeds: Seeds,
    ) -> Result<Vec<(Option<u8>, Floors)>, SurveyError> {
        if !self.rooms.is_empty() && self.catalogue.is_none() {
            return Err(SurveyError::RoomsNotLoaded);
        }
        let generator: Arc<dyn Generator> = match &series.source {
            FloorSource::Backend(rules) => {
                Arc::from(rules.generator_with_rooms(self.catalogue.as_ref())?)
            }
            FloorSource::Generator(generator) => Arc::clone(generator),
            FloorSource::File(file) => return Ok(vec![(None, Floors::File(file.clone()))]),
            FloorSource::FilePerLevel(files) => {
                let files = files.iter();
                return Ok(files
                    .map(|(level, file)| (Some(*level), Floors::File(file.clone())))
                    .collect());
            }
            FloorSource::Described(_) => {
                return Err(SurveyError::GeneratorNotGiven(series.name.clone()));
            }
        };
        Ok(vec![(None, Floors::Generator { generator, seeds })])
    }

    /// The study, with its series' files looked for in this folder first, such as the folder of the
    /// study's own file.
    #[must_use]
    pub fn seen_from(mut self, folder: &Path) -> Self {
        self.series.iter_mut().for_each(|series| series.seen_from(folder));
        self
    }
}

/// The origin of floors. Returns an error for a file without lines and for seeds that do not exist.
fn origin_of(floors: &Floors) -> Result<Origin, SurveyError> {
    match floors {
        Floors::File(file) => match file.read()? {
            FileOrigin { lines: 0, .. } => {
                let nothing = LineError::NoFloors(InvalidLines::default());
                Err(nothing.in_file(&file.location()))
            }
            origin => Ok(Origin::File(origin)),
        },
        Floors::Generator { generator, seeds } => {
            seeds.last()?;
            Ok(Origin::Generator { description: generator.describe(), seeds: *seeds })
        }
    }
}
