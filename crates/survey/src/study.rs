//! A study: generators side by side over levels, as data.

pub use crate::color::{Color, ColorError};
pub use crate::format::ReportFormat;
pub use crate::group::{Group, GroupFloor, GroupResult, Origin};
pub use crate::print::{Language, Palette, Print};
pub use crate::series::FloorSource;
pub use crate::trend::{Trend, TrendLine, TrendPoint};

use std::path::Path;
use std::sync::{Arc, OnceLock};

use basement_floors::rooms::Catalogue;
use basement_floors::{
    Backend, Chance, Curse, CurseChoice, Difficulty, Generator, Phase, Request, RunState,
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::comparison::Comparison;
use crate::error::SurveyError;
use crate::floor_file::FileOrigin;
use crate::group::Floors;
use crate::guest_likeness::GuestLikeness;
use crate::likeness::{Likeness, likeness};
use crate::measure::Measure;
use crate::measure_set::MeasureSet;
use crate::one_or_more;
use crate::pairing::Pairing;
use crate::ranked_pairs::{RankedPair, rank_pairs};
use crate::record::{InvalidLines, LineError};
use crate::seeds::{SeedKind, Seeds};
use crate::series::{BackendRules, Series};
use crate::shared_seeds::SharedSeeds;
use crate::summary::Summary;
use crate::whole_number;

/// What is to be compared. The first two series are compared in depth; further
/// ones stand beside them.
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
    /// The measures whose distributions are shown; the usual ones when empty.
    #[serde(default)]
    pub measures: Vec<String>,
    /// The names of the figures that the report has; all when empty. One measure against another is
    /// such as `boss_distance-by-rooms`, and is made only where it is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<String>,
    /// The kinds of files that the report has, beside its manifest; all when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub format: Vec<ReportFormat>,
    /// The width of the report's PNGs in pixels; two pixels a point when left out.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "whole_number::deserialize_some"
    )]
    pub width: Option<u32>,
    /// How its pictures are made for print, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<Print>,
    /// Whether the report shows what cleared rooms give ([A1-A4](basement_floors::rules#a1)) too.
    #[serde(default)]
    pub awards: bool,
    /// Where the rooms of Rebirth's floors are: room files or folders of them, for the caller to
    /// load; the embedded rooms when left out. A file may give one as a text or more as a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "one_or_more")]
    pub rooms: Vec<String>,
    /// Those rooms, loaded.
    #[serde(skip)]
    pub catalogue: Option<Arc<Catalogue>>,
    /// What every run brings.
    #[serde(default)]
    pub run: RunState,
    /// The generators.
    pub series: Vec<Series>,
}

/// What came of a study.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Series, Study, measure};
///
/// let study = Study::new("Rings").floors(100).levels([1, 4]);
/// let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {})?;
/// let group = results.group(0, 4, false).expect("the first series on level 4");
/// assert_eq!(group.summary.mean(measure::RINGS), Some(0.0));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Results {
    /// The study.
    pub study: Study,
    /// Series by series, level by level.
    pub groups: Vec<GroupResult>,
    /// The groups that are of the same seeds, each two of them once.
    paired: Vec<PairedArms>,
    /// How alike the first two series are, once somebody asks.
    likeness: OnceLock<Vec<LevelLikeness>>,
    /// How like the games the others are, once somebody asks.
    pub(crate) guests: OnceLock<Vec<GuestLikeness>>,
}

/// How alike the first two series of a study are on a level, and which pairs of measures show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LevelLikeness {
    /// The level.
    pub level: u8,
    /// Whether the floors lie under Curse of the Labyrinth.
    pub labyrinth: bool,
    /// The distance, with its interval, and how many floors tell both apart.
    #[serde(flatten)]
    pub likeness: Likeness,
    /// All pairs of measures, those first that should be plotted.
    pub pairs: Vec<RankedPair>,
}

/// The floors of each series that [`Results::likeness`] and [`Results::guest_likeness`] look at, at
/// most.
pub(crate) const LIKENESS_FLOORS: usize = 20_000;

/// Two groups of the same seeds.
#[derive(Clone, Debug)]
struct PairedArms {
    /// The groups that are X and Y of the pairing: series, level, whether under Curse of the
    /// Labyrinth.
    places: [(usize, u8, bool); 2],
    pairing: Pairing,
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

    /// The study on other seeds: every series begins with this number.
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

    /// The study with these levels under Curse of the Labyrinth too.
    #[must_use]
    pub fn labyrinth_levels(self, levels: impl Into<Vec<u8>>) -> Self {
        Self { labyrinth_levels: levels.into(), ..self }
    }

    /// The study with one series more.
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
        /// Darker than the mark of Flash, so that both are told apart in grey too.
        const BROWN: Color = Color(127, 74, 0);
        let flash = |name: &str, edition: &str| {
            Series::new(name, BackendRules::new(Backend::Flash).edition(edition))
        };
        let rebirth = |name: &str, edition: &str| {
            Series::new(name, BackendRules::new(Backend::Rebirth).edition(edition))
        };
        let few = |series: Series| series.levels(FEW);
        let published = flash("Flash (published)", "article").color(BROWN);
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
    /// [`SurveyError`] for what does not exist: a measure, an edition, a
    /// parameter, a seed, any floor; and for levels or names given twice.
    pub fn groups(&self) -> Result<Vec<Group>, SurveyError> {
        for name in &self.measures {
            name.parse::<&Measure>()?;
        }
        let mut groups: Vec<Group> = Vec::new();
        for (place, series) in self.series.iter().enumerate() {
            if self.series[..place].iter().any(|other| other.name == series.name) {
                return Err(SurveyError::RepeatedSeries { name: series.name.clone() });
            }
            let (levels, labyrinths) = self.levels_of(series);
            for levels in [&levels, &labyrinths] {
                let is_repeated = |place: &usize| levels[..*place].contains(&levels[*place]);
                if let Some(place) = (0..levels.len()).find(is_repeated) {
                    return Err(SurveyError::RepeatedLevel { level: levels[place] });
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
                    return Err(SurveyError::LevelWithoutFile { series, level: *level });
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

    /// Refuses a study whose first two series cannot be compared on any level.
    fn check_shared_level(&self, groups: &[Group]) -> Result<(), SurveyError> {
        let [x, y, ..] = self.series.as_slice() else { return Ok(()) };
        let of = |series: usize| groups.iter().filter(move |group| group.series == series);
        let place = |group: &Group| (group.request.level, group.curse());
        if of(0).any(|group| of(1).any(|other| place(other) == place(group))) {
            return Ok(());
        }
        Err(SurveyError::NoSharedLevel { x: x.name.clone(), y: y.name.clone() })
    }

    /// How far the floors of a series go: no measure looks at the insides of normal
    /// rooms, and the embedded catalogue has one for every need, so they are left
    /// out. Rooms of the user's own may fail an attempt (L3).
    fn phase(&self, series: &Series) -> Phase {
        match (series.backend(), self.rooms.is_empty()) {
            (Some(Backend::Flash), _) | (Some(Backend::Rebirth), true) => Phase::Special,
            _ => Phase::Full,
        }
    }

    /// The levels of a series without a curse, and those under Curse of the Labyrinth.
    fn levels_of(&self, series: &Series) -> (Vec<u8>, Vec<u8>) {
        let (plain, labyrinths) = match &series.source {
            // Floors of a file are under a curse only where the series says so.
            FloorSource::File(_) => (self.levels.clone(), Vec::new()),
            FloorSource::FilePerLevel(files) => (files.keys().copied().collect(), Vec::new()),
            _ => (self.levels.clone(), self.labyrinth_levels.clone()),
        };
        (
            series.levels.clone().unwrap_or(plain),
            series.labyrinth_levels.clone().unwrap_or(labyrinths),
        )
    }

    /// What gives the floors of one of its series: on all levels, or on one each.
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
                Arc::from(rules.generator_with(self.catalogue.as_ref())?)
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
                return Err(SurveyError::GeneratorNotGiven { series: series.name.clone() });
            }
        };
        Ok(vec![(None, Floors::Generator { generator, seeds })])
    }

    /// The study with the files of its series sought in a folder first, such as the one that
    /// the study's own file is in.
    #[must_use]
    pub fn seen_from(mut self, folder: &Path) -> Self {
        self.series.iter_mut().for_each(|series| series.seen_from(folder));
        self
    }

    /// How many floors [`Study::run`] generates, and reads from files.
    ///
    /// # Errors
    ///
    /// As [`Study::groups`].
    pub fn total_floors(&self) -> Result<u64, SurveyError> {
        let groups = self.groups()?;
        let counts = (0..groups.len())
            .filter(|place| twin(&groups[..*place], &groups[*place]).is_none())
            .map(|place| groups[place].count());
        Ok(counts.fold(0, u64::saturating_add))
    }

    /// Generates and counts all floors, on all cores. Series that have their seeds in common are
    /// made seed by seed in one pass: every floor is generated once. `progress` is told how many
    /// floors were done since it was last told.
    ///
    /// # Errors
    ///
    /// As [`Study::groups`] and [`Sample::run`](crate::Sample::run).
    pub fn run(self, progress: &(dyn Fn(u64) + Sync)) -> Result<Results, SurveyError> {
        let groups = self.groups()?;
        // What a generator cannot do is said before the first floor.
        let chances: Vec<Vec<Chance>> =
            groups.iter().map(Group::chances).collect::<Result<_, SurveyError>>()?;
        let mut counted: Vec<Option<Counted>> = vec![None; groups.len()];
        let mut paired = Vec::new();
        for place in 0..groups.len() {
            if counted[place].is_some() {
                continue;
            }
            match &groups[place].floors {
                Floors::File(file) => {
                    counted[place] = match twin(&groups[..place], &groups[place]) {
                        Some(first) => counted[first].clone(),
                        None => {
                            let counts = file.count(progress)?;
                            Some((counts.summary, Arc::new(counts.invalid)))
                        }
                    };
                }
                Floors::Generator { seeds, .. } => {
                    let group: Vec<usize> = (place..groups.len())
                        .filter(|other| shares_seeds(&groups[place], &groups[*other]))
                        .collect();
                    let (summaries, pairs) = count_group(&groups, &group, *seeds, progress)?;
                    for (member, summary) in group.into_iter().zip(summaries) {
                        counted[member] = Some((summary, Arc::default()));
                    }
                    paired.extend(pairs);
                }
            }
        }
        let results = groups.into_iter().zip(chances).zip(counted);
        let groups = results.filter_map(|((group, chances), counted)| {
            let Group { series, origin, request, floors } = group;
            let (summary, invalid) = counted?;
            Some(GroupResult { series, origin, request, chances, summary, invalid, floors })
        });
        let groups = groups.collect();
        Ok(Results {
            study: self,
            groups,
            paired,
            likeness: OnceLock::new(),
            guests: OnceLock::new(),
        })
    }
}

/// The counts of a group, and the lines of its file that are no floors.
type Counted = (Summary, Arc<InvalidLines>);

/// What floors are made from; an error for a file without a line and for seeds that do not exist.
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

/// The first of some groups that has the same floors from the same file, on another level.
fn twin(before: &[Group], group: &Group) -> Option<usize> {
    let is_twin = |other: &Group| {
        other.series == group.series
            && group.origin.seeds().is_none()
            && other.origin == group.origin
    };
    before.iter().position(is_twin)
}

/// Whether the floors of two groups are made from the same seeds: a number is the seed of both.
/// Floors of a file have no seed in common with anything.
fn shares_seeds(one: &Group, other: &Group) -> bool {
    one.origin.seeds().is_some()
        && one.origin.seeds() == other.origin.seeds()
        && one.request.level == other.request.level
}

/// Generates the floors of groups that share their seeds, and pairs those that are compared: of the
/// same curse, or of the same series with and without it.
fn count_group(
    groups: &[Group],
    group: &[usize],
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<Summary>, Vec<PairedArms>), SurveyError> {
    let members: Vec<&Group> = group.iter().filter_map(|place| groups.get(*place)).collect();
    let samples: Vec<(&dyn Generator, Request)> = members
        .iter()
        .filter_map(|group| match &group.floors {
            Floors::Generator { generator, .. } => Some((&**generator, group.request)),
            Floors::File(_) => None,
        })
        .collect();
    let are_compared = |[x, y]: &[usize; 2]| {
        let (x, y) = (members[*x], members[*y]);
        x.series == y.series || x.curse() == y.curse()
    };
    let pairs: Vec<[usize; 2]> = (0..members.len())
        .flat_map(|x| (x + 1..members.len()).map(move |y| [x, y]))
        .filter(are_compared)
        .collect();
    let measures = MeasureSet::ALL;
    let (samples, pairs) = (&samples[..], &pairs[..]);
    let each = &|_: usize, _: u64, _: &Analysis| {};
    let shared = SharedSeeds { samples, pairs, seeds, measures, cells: false, progress, each };
    let (summaries, pairings) = shared.run()?;
    let paired = pairs.iter().zip(pairings).map(|(pair, pairing)| PairedArms {
        places: pair.map(|member| members[member].place()),
        pairing,
    });
    Ok((summaries, paired.collect()))
}

impl Results {
    /// What came of a series on a level.
    #[must_use]
    pub fn group(&self, series: usize, level: u8, labyrinth: bool) -> Option<&GroupResult> {
        self.groups.iter().find(|group| {
            group.series == series
                && group.request.level == level
                && group.is_labyrinth() == labyrinth
                && group.summary.floors > 0
        })
    }

    /// How two groups differ in a measure, Y being the second: seed by seed where both are of the same
    /// seeds. `None` when one of them has fewer than two values.
    ///
    /// ```
    /// use basement_floors::{Backend, Difficulty};
    /// use basement_survey::{Series, Study, measure};
    ///
    /// let rebirth = |name| Series::new(name, Backend::Rebirth);
    /// let mut hard = rebirth("Hard");
    /// hard.difficulty = Difficulty::Hard;
    /// let study = Study::new("Hard mode").floors(200).levels([2]);
    /// let results = study.series(rebirth("Normal")).series(hard).run(&|_| {})?;
    /// let [normal, hard] = [0, 1].map(|series| results.group(series, 2, false).expect("a group"));
    /// let rooms = results.compare(normal, hard, measure::ROOMS).expect("200 floors");
    /// assert!(rooms.paired && rooms.difference > 1.0);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn compare(
        &self,
        x: &GroupResult,
        y: &GroupResult,
        measure: &'static Measure,
    ) -> Option<Comparison> {
        let sides = (x.summary.values(measure), y.summary.values(measure));
        match self.pairing_of([x.place(), y.place()]) {
            Some((pairing, is_exchanged)) => {
                let values = pairing.values(measure);
                let values = if is_exchanged { values.exchanged() } else { values };
                Comparison::paired(sides.0, sides.1, values)
            }
            None => Comparison::of(sides.0, sides.1),
        }
    }

    /// How alike the first two series are, on each level that both have: what to read first of a
    /// comparison. Levels without enough floors ([`LIKENESS_LEAST`](crate::likeness::LIKENESS_LEAST)) are left
    /// out.
    ///
    /// It is computed when it is first asked for, from the rows of the first 20,000 floors of either
    /// series at most, which are made again.
    ///
    /// ```
    /// use basement_floors::Backend;
    /// use basement_survey::{Series, Study};
    ///
    /// let study = Study::new("Likeness").floors(400).levels([4]);
    /// let study = study.series(Series::new("Flash", Backend::Flash));
    /// let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {})?;
    /// let first = &results.likeness()[0];
    /// println!("level {}: {}", first.level, first.likeness);
    /// println!("plot {} against {}", first.pairs[0].x, first.pairs[0].y);
    /// # assert!(first.likeness.is_told_apart());
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn likeness(&self) -> &[LevelLikeness] {
        if let Some(known) = self.likeness.get() {
            return known;
        }
        let of_group = |x: &GroupResult| {
            let (_, level, labyrinth) = x.place();
            // What could not be made again has been changed since: there is nothing to say.
            let [x, y] = [Some(x), self.group(1, level, labyrinth)]
                .map(|group| group?.measure_rows(LIKENESS_FLOORS).ok());
            let (x, y) = (x?, y?);
            let (likeness, pairs) = (likeness(&x, &y)?, rank_pairs(&x, &y));
            Some(LevelLikeness { level, labyrinth, likeness, pairs })
        };
        // Not while the cell is locked: a thread of rayon that waits for its part of this work can
        // take up other work that asks for the same, and would wait for itself.
        let groups: Vec<&GroupResult> = self.groups_of(0).collect();
        let computed = groups.into_par_iter().filter_map(of_group).collect();
        self.likeness.get_or_init(|| computed)
    }

    /// Two groups seed by seed, in either order: how many of their floors are the same. `None` where
    /// they are not of the same seeds.
    #[must_use]
    pub fn pairing(&self, x: &GroupResult, y: &GroupResult) -> Option<&Pairing> {
        self.pairing_of([x.place(), y.place()]).map(|(pairing, _)| pairing)
    }

    /// The pairing of two groups, and whether its X is the second of them.
    fn pairing_of(&self, [x, y]: [(usize, u8, bool); 2]) -> Option<(&Pairing, bool)> {
        let found = self.paired.iter().find(|it| it.places == [x, y] || it.places == [y, x])?;
        Some((&found.pairing, found.places != [x, y]))
    }

    /// The lines that are no floors and were skipped, in sentences, series by series.
    #[must_use]
    pub fn skipped_lines(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut told: Vec<(usize, &str)> = Vec::new();
        for group in &self.groups {
            let Origin::File(file) = &group.origin else { continue };
            // Levels that share a file have the same lines.
            if !told.contains(&(group.series, &file.path)) {
                told.push((group.series, &file.path));
                sentences.extend(group.invalid.sentences(&file.path));
            }
        }
        sentences
    }

    /// The groups of a series.
    pub fn groups_of(&self, series: usize) -> impl Iterator<Item = &GroupResult> {
        self.groups.iter().filter(move |group| group.series == series)
    }
}
