//! A study: generators side by side over levels, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{
    Backend, Chance, Change, Curse, CurseChoice, Description, Difficulty, Generator, Phase,
    Request, RngKind, RunState, Unlocks, Value,
};
use serde::{Deserialize, Serialize};

use crate::error::SurveyError;
use crate::measure::Measure;
use crate::sample::Sample;
use crate::seeds::{SeedKind, Seeds};
use crate::summary::Summary;

/// What is to be compared. The first two series are compared in depth; further
/// ones stand beside them.
///
/// ```
/// use basement_survey::Study;
///
/// let results = Study::flash_and_rebirth(100).run(&|_| {})?;
/// let flash = results.arm(0, 1, false).expect("Flash, level 1");
/// assert_eq!(flash.summary.floors, 100);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The report's title.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub question: String,
    /// Floors of each series on each level.
    pub floors: u64,
    /// Levels, without a curse.
    pub levels: Vec<u8>,
    /// Levels under Curse of the Labyrinth.
    #[serde(default)]
    pub labyrinth_levels: Vec<u8>,
    /// The measures whose distributions are shown; the usual ones when empty.
    #[serde(default)]
    pub measures: Vec<String>,
    /// Whether the report shows what cleared rooms give (A1-A4) too.
    #[serde(default)]
    pub awards: bool,
    /// Where the rooms of Rebirth's floors are: a room file or a folder of them, for the
    /// caller to load; the embedded rooms when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooms: Option<String>,
    /// Those rooms, loaded.
    #[serde(skip)]
    pub catalogue: Option<Arc<Catalogue>>,
    /// What every run brings.
    #[serde(default)]
    pub run: RunState,
    /// The generators.
    pub series: Vec<Series>,
}

/// One generator of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What the report calls it.
    pub name: String,
    /// The algorithm.
    pub backend: Backend,
    /// The preset of its rules; the default one when empty.
    #[serde(default)]
    pub edition: String,
    /// Rule parameters changed from it, by name.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    /// What the seeds are; by default those that the game's own generator takes
    /// for Rebirth (run seeds), and PCG's for Flash.
    #[serde(default)]
    pub seeds: Option<SeedKind>,
    /// The first seed; by default 1 for the game's and 0 for PCG's.
    #[serde(default)]
    pub first_seed: Option<u64>,
    /// Normal or hard mode.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// What is unlocked.
    #[serde(default)]
    pub unlocks: Unlocks,
    /// Its levels, where they are not the study's.
    #[serde(default)]
    pub levels: Option<Vec<u8>>,
    /// Its Labyrinth levels, where they are not the study's.
    #[serde(default)]
    pub labyrinth_levels: Option<Vec<u8>>,
}

/// One generator on one level.
pub struct Arm {
    /// The series, by its place in the study.
    pub series: usize,
    /// The generator.
    pub generator: Box<dyn Generator>,
    /// What it is asked for.
    pub request: Request,
    /// The seeds it goes through.
    pub seeds: Seeds,
}

/// What came of one generator on one level.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmResult {
    /// The series, by its place in the study.
    pub series: usize,
    /// What the generator is.
    pub description: Description,
    /// What it was asked for.
    pub request: Request,
    /// The seeds it went through.
    pub seeds: Seeds,
    /// The exact chances of its optional rooms, by their rules.
    pub chances: Vec<Chance>,
    /// The counts.
    pub summary: Summary,
}

/// What came of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The study.
    pub study: Study,
    /// Series by series, level by level.
    pub arms: Vec<ArmResult>,
}

impl Series {
    /// A series with the backend's default edition and seeds.
    #[must_use]
    pub fn new(name: &str, backend: Backend) -> Self {
        Self {
            name: name.to_owned(),
            backend,
            edition: String::new(),
            set: BTreeMap::new(),
            seeds: None,
            first_seed: None,
            difficulty: Difficulty::Normal,
            unlocks: Unlocks::All,
            levels: None,
            labyrinth_levels: None,
        }
    }

    /// The series on these levels only, and on no Labyrinth floors.
    #[must_use]
    fn on(self, levels: &[u8]) -> Self {
        Self { levels: Some(levels.to_vec()), labyrinth_levels: Some(Vec::new()), ..self }
    }

    /// The seeds for so many floors.
    #[must_use]
    pub fn seeds(&self, count: u64) -> Seeds {
        let kind = self.seeds.unwrap_or(match self.backend.default_rng() {
            RngKind::Pcg => SeedKind::Pcg,
            RngKind::Game => SeedKind::Run,
        });
        let first = self.first_seed.unwrap_or(match kind {
            SeedKind::Pcg => 0,
            SeedKind::Stage | SeedKind::Run => 1,
        });
        Seeds { kind, first, count }
    }

    /// Its generator.
    ///
    /// # Errors
    ///
    /// [`SurveyError::Request`] for an edition, parameter or value that does not
    /// exist.
    fn generator(&self, rooms: Option<&Arc<Catalogue>>) -> Result<Box<dyn Generator>, SurveyError> {
        let changes: Vec<Change> = self
            .set
            .iter()
            .map(|(path, value)| Change { path: path.clone(), value: *value })
            .collect();
        Ok(match (self.backend, rooms) {
            (Backend::Rebirth, Some(rooms)) => {
                self.backend.generator_of_rooms(&self.edition, &changes, Arc::clone(rooms))?
            }
            _ => self.backend.generator(&self.edition, &changes)?,
        })
    }
}

impl Study {
    /// The project's own comparison: levels 1-8 and the Labyrinth floors of both
    /// games, then the other editions, the other source of random numbers, and
    /// hard mode.
    #[must_use]
    pub fn flash_and_rebirth(floors: u64) -> Self {
        const FEW: &[u8] = &[1, 4, 8];
        let flash = |name: &str| Series::new(name, Backend::Flash);
        let rebirth = |name: &str| Series::new(name, Backend::Rebirth);
        let edition =
            |series: Series, edition: &str| Series { edition: edition.to_owned(), ..series };
        Self {
            title: "Flash and Rebirth, floor by floor".to_owned(),
            question: "How do the floors of The Binding of Isaac (2011) and of its remake differ, \
                       level by level, when both are generated by the rules of their games?"
                .to_owned(),
            floors,
            levels: (1..=8).collect(),
            labyrinth_levels: vec![1, 3, 5, 7],
            measures: Vec::new(),
            awards: true,
            rooms: None,
            catalogue: None,
            run: RunState::DEFAULT,
            series: vec![
                flash("Flash"),
                rebirth("Rebirth"),
                edition(flash("Flash (shipped)"), "wrath-of-the-lamb").on(FEW),
                edition(rebirth("Rebirth (article)"), "article").on(FEW),
                edition(rebirth("Rebirth (Afterbirth+)"), "afterbirth-plus").on(FEW),
                Series { seeds: Some(SeedKind::Run), ..flash("Flash (game generator)").on(FEW) },
                Series { seeds: Some(SeedKind::Pcg), ..rebirth("Rebirth (PCG)").on(FEW) },
                Series { difficulty: Difficulty::Hard, ..rebirth("Rebirth (hard)").on(FEW) },
            ],
        }
    }

    /// The measures whose distributions are shown.
    #[must_use]
    pub fn shown_measures(&self) -> Vec<&str> {
        const USUAL: [&str; 5] =
            ["rooms", "dead_ends", "boss_distance", "loops", "secret_neighbours"];
        if self.measures.is_empty() {
            USUAL.to_vec()
        } else {
            self.measures.iter().map(String::as_str).collect()
        }
    }

    /// Every generator on every one of its levels.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] for what does not exist: a measure, an edition, a
    /// parameter, a seed, any floor.
    pub fn arms(&self) -> Result<Vec<Arm>, SurveyError> {
        for name in &self.measures {
            name.parse::<&Measure>()?;
        }
        let mut arms = Vec::new();
        for (place, series) in self.series.iter().enumerate() {
            let levels = series.levels.as_ref().unwrap_or(&self.levels);
            let labyrinths = series.labyrinth_levels.as_ref().unwrap_or(&self.labyrinth_levels);
            let curses = levels
                .iter()
                .map(|level| (level, None))
                .chain(labyrinths.iter().map(|level| (level, Some(Curse::Labyrinth))));
            for (level, curse) in curses {
                let seeds = series.seeds(self.floors);
                seeds.last()?;
                arms.push(Arm {
                    series: place,
                    generator: self.generator(series)?,
                    request: Request {
                        difficulty: series.difficulty,
                        unlocks: series.unlocks,
                        phase: self.phase(series.backend),
                        curse: CurseChoice::Forced(curse),
                        run: self.run,
                        ..Request::level(*level)
                    },
                    seeds,
                });
            }
        }
        if arms.iter().all(|arm| arm.seeds.count == 0) {
            return Err(SurveyError::NoFloors);
        }
        Ok(arms)
    }

    /// How far its floors go: no measure looks at the insides of Rebirth's normal
    /// rooms, and the embedded catalogue has one for every need, so that they are left
    /// out. Rooms of the user's own may fail an attempt (L3).
    const fn phase(&self, backend: Backend) -> Phase {
        match (backend, &self.rooms) {
            (Backend::Rebirth, None) => Phase::Special,
            _ => Phase::Full,
        }
    }

    /// The generator of one of its series.
    ///
    /// # Errors
    ///
    /// [`SurveyError::Request`] for an edition, parameter or value that does not
    /// exist, [`SurveyError::RoomsNotLoaded`].
    pub fn generator(&self, series: &Series) -> Result<Box<dyn Generator>, SurveyError> {
        if self.rooms.is_some() && self.catalogue.is_none() {
            return Err(SurveyError::RoomsNotLoaded);
        }
        series.generator(self.catalogue.as_ref())
    }

    /// How many floors [`Study::run`] generates.
    ///
    /// # Errors
    ///
    /// As [`Study::arms`].
    pub fn total_floors(&self) -> Result<u64, SurveyError> {
        let counts = self.arms()?.into_iter().map(|arm| arm.seeds.count);
        Ok(counts.fold(0, u64::saturating_add))
    }

    /// Generates and counts all floors, on all cores. `progress` is told how
    /// many seeds were done since it was last told.
    ///
    /// # Errors
    ///
    /// As [`Study::arms`] and [`Sample::run`].
    pub fn run(self, progress: &(dyn Fn(u64) + Sync)) -> Result<Results, SurveyError> {
        let mut results = Vec::new();
        let arms = self.arms()?;
        // What a generator cannot do is said before the first floor.
        for arm in &arms {
            arm.generator.chances(&arm.request, arm.curse())?;
        }
        for arm in arms {
            let sample = Sample::of(&*arm.generator).request(&arm.request).seeds(arm.seeds);
            let summary = sample.progress(progress).run()?;
            results.push(ArmResult {
                series: arm.series,
                description: arm.generator.describe(),
                chances: arm.generator.chances(&arm.request, arm.curse())?,
                request: arm.request,
                seeds: arm.seeds,
                summary,
            });
        }
        Ok(Results { study: self, arms: results })
    }
}

impl Arm {
    /// The curse that lies on its floors.
    #[must_use]
    pub const fn curse(&self) -> Option<Curse> {
        match self.request.curse {
            CurseChoice::Forced(curse) => curse,
            CurseChoice::Drawn | CurseChoice::NoRoll => None,
        }
    }
}

impl ArmResult {
    /// Whether its floors lie under Curse of the Labyrinth.
    #[must_use]
    pub fn is_labyrinth(&self) -> bool {
        self.request.curse == CurseChoice::Forced(Some(Curse::Labyrinth))
    }
}

impl Results {
    /// What came of a series on a level.
    #[must_use]
    pub fn arm(&self, series: usize, level: u8, labyrinth: bool) -> Option<&ArmResult> {
        self.arms.iter().find(|arm| {
            arm.series == series
                && arm.request.level == level
                && arm.is_labyrinth() == labyrinth
                && arm.summary.floors > 0
        })
    }

    /// The arms of a series.
    pub fn arms_of(&self, series: usize) -> impl Iterator<Item = &ArmResult> {
        self.arms.iter().filter(move |arm| arm.series == series)
    }
}
