//! The results of a study: the counts of each series on each level, and how they compare.

use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::comparison::Comparison;
use crate::group::{GroupResult, Origin};
use crate::likeness::{Likeness, likeness};
use crate::measure::Measure;
use crate::pairing::Pairing;
use crate::ranked_pairs::{RankedPair, rank_pairs};
use crate::study::Study;

/// [`Results::likeness`] and [`Results::game_likeness`] look at no more than this many floors of each
/// series.
pub(crate) const LIKENESS_FLOORS: usize = 20_000;

/// The results of a study.
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
    /// The pairings of groups from the same seeds, one per pair of groups.
    paired: Vec<PairedGroups>,
    /// How alike the first two series are, computed on the first call.
    likeness: OnceLock<Vec<LevelLikeness>>,
    /// How similar other series are to the games, computed on the first call.
    pub(crate) game_likeness: OnceLock<Vec<GameLikeness>>,
}

/// How alike the first two series of a study are on a level, and which pairs of measures show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LevelLikeness {
    /// The level.
    pub level: u8,
    /// Whether the floors are under Curse of the Labyrinth.
    pub labyrinth: bool,
    /// The distance with its interval, and how many floors it takes to distinguish the two.
    #[serde(flatten)]
    pub likeness: Likeness,
    /// All pairs of measures; the pairs to plot come first.
    pub pairs: Vec<RankedPair>,
}

/// How similar a series that is neither game is to one of the games, on a level.
///
/// The series' floors come from a file or from the user's own generator. It is compared with the
/// first series of each game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GameLikeness {
    /// The series, by its place in the study.
    pub series: usize,
    /// The game's first series, by its place in the study.
    pub game: usize,
    /// The level.
    pub level: u8,
    /// Whether the floors are under Curse of the Labyrinth.
    pub labyrinth: bool,
    /// The distance of the series from the game.
    pub likeness: Likeness,
}

/// Two groups from the same seeds.
#[derive(Clone, Debug)]
pub(crate) struct PairedGroups {
    /// The groups that are X and Y of the pairing: series, level, whether under Curse of the
    /// Labyrinth.
    pub places: [(usize, u8, bool); 2],
    pub pairing: Pairing,
}

impl Results {
    pub(crate) fn new(study: Study, groups: Vec<GroupResult>, paired: Vec<PairedGroups>) -> Self {
        Self { study, groups, paired, likeness: OnceLock::new(), game_likeness: OnceLock::new() }
    }

    /// The result of a series on a level; `None` if it has no floors there.
    #[must_use]
    pub fn group(&self, series: usize, level: u8, labyrinth: bool) -> Option<&GroupResult> {
        self.groups.iter().find(|group| {
            group.series == series
                && group.request.level == level
                && group.is_labyrinth() == labyrinth
                && group.summary.floors > 0
        })
    }

    /// How two groups, X and Y, differ in a measure: seed by seed if they have a
    /// [`pairing`](Self::pairing). `None` if one of them has fewer than two values.
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
        let pairing = self.pairing_of([x.place(), y.place()]);
        let pairs = pairing.map(|(pairing, is_exchanged)| {
            let values = pairing.values(measure);
            if is_exchanged { values.exchanged() } else { values }
        });
        Comparison::new(x.summary.values(measure), y.summary.values(measure), pairs)
    }

    /// How alike the first two series are, on each level that both have: the first thing to read in a
    /// comparison. Levels without enough floors ([`LIKENESS_LEAST`](crate::likeness::LIKENESS_LEAST))
    /// are left out.
    ///
    /// It is computed on the first call, from at most the first 20,000 floors of each series, which
    /// are generated or read again.
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
            // Floors that cannot be made again have changed since: the level is left out.
            let [x, y] = [Some(x), self.group(1, level, labyrinth)]
                .map(|group| group?.measure_rows(LIKENESS_FLOORS).ok());
            let (x, y) = (x?, y?);
            let (likeness, pairs) = (likeness(&x, &y)?, rank_pairs(&x, &y));
            Some(LevelLikeness { level, labyrinth, likeness, pairs })
        };
        // Computed before the cell is locked: a rayon thread that waits for its part of this work can
        // take up other work that calls this function, and would wait for itself.
        let groups: Vec<&GroupResult> = self.groups_of(0).collect();
        let computed = groups.into_par_iter().filter_map(of_group).collect();
        self.likeness.get_or_init(|| computed)
    }

    /// Two groups seed by seed, in either order: how many of their floors are the same. `None` if
    /// they differ in level or seeds, or in both series and curse.
    #[must_use]
    pub fn pairing(&self, x: &GroupResult, y: &GroupResult) -> Option<&Pairing> {
        self.pairing_of([x.place(), y.place()]).map(|(pairing, _)| pairing)
    }

    /// The pairing of two groups, and whether its X is the second of them.
    fn pairing_of(&self, [x, y]: [(usize, u8, bool); 2]) -> Option<(&Pairing, bool)> {
        let found = self.paired.iter().find(|it| it.places == [x, y] || it.places == [y, x])?;
        Some((&found.pairing, found.places != [x, y]))
    }

    /// Sentences about the lines that were skipped because they are not floors, series by series.
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
