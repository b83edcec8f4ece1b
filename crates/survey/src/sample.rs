//! Many floors of one generator, generated and counted on all cores.

use std::fmt;

use basement_floors::{Floor, Generator, Request};

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::measure_set::MeasureSet;
use crate::pairing::Pairing;
use crate::seeds::Seeds;
use crate::shared_seeds::{Each, SharedSeeds};
use crate::summary::Summary;

/// A sample of a generator's floors: what to generate, before it is generated.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Sample, Seeds, measure};
///
/// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
/// let summary =
///     Sample::of(&*rebirth).request(&Request::level(3)).seeds(Seeds::run(1, 500)).run()?;
/// assert_eq!(summary.floors, 500);
/// let share = summary.mean(measure::CRITICAL_SHARE).expect("every floor has a boss");
/// assert!((0.0..=1.0).contains(&share));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Sample<'a, G: ?Sized> {
    pub(crate) generator: &'a G,
    pub(crate) request: Request,
    pub(crate) seeds: Seeds,
    pub(crate) measures: MeasureSet,
    cells: bool,
    pub(crate) progress: &'a (dyn Fn(u64) + Sync),
    each: &'a Each<'a>,
}

impl<G: ?Sized> fmt::Debug for Sample<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sample")
            .field("request", &self.request)
            .field("seeds", &self.seeds)
            .field("measures", &self.measures)
            .field("cells", &self.cells)
            .finish_non_exhaustive()
    }
}

impl<'a, G: Generator + ?Sized> Sample<'a, G> {
    /// A sample of floors of level 1 as [`Request::default`] asks for them, from the PCG seeds
    /// 0 to 9,999.
    #[must_use]
    pub fn of(generator: &'a G) -> Self {
        let (request, seeds) = (Request::default(), Seeds::default());
        let measures = MeasureSet::ALL;
        let progress = &|_| {};
        Self { generator, request, seeds, measures, cells: false, progress, each: &|_, _, _| {} }
    }

    /// The sample for another request: another level, another curse, hard mode.
    #[must_use]
    pub const fn request(self, request: &Request) -> Self {
        Self { request: *request, ..self }
    }

    /// The sample from other seeds.
    #[must_use]
    pub const fn seeds(self, seeds: Seeds) -> Self {
        Self { seeds, ..self }
    }

    /// The sample with these measures only: only what they need is computed. In the summary, all
    /// other measures stay empty. Cells, distances of kinds of rooms and pairs of measures are
    /// counted only if all measures are asked for; floors, kinds of rooms and bosses always are.
    ///
    /// ```
    /// use basement_floors::Backend;
    /// use basement_survey::{Sample, Seeds, measure};
    ///
    /// let flash = Backend::Flash.generator(None, &[])?;
    /// let sample = || Sample::of(&*flash).seeds(Seeds::pcg(0, 100));
    /// let rings = sample().measures([measure::RINGS].into_iter().collect()).run()?;
    /// assert_eq!(rings.histogram(measure::RINGS), sample().run()?.histogram(measure::RINGS));
    /// assert_eq!(rings.values(measure::ROOMS).total(), 0);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub const fn measures(self, measures: MeasureSet) -> Self {
        Self { measures, ..self }
    }

    /// The sample in which cells (where rooms are) are counted even if not all measures are asked
    /// for.
    #[must_use]
    pub const fn cells(self) -> Self {
        Self { cells: true, ..self }
    }

    /// The sample with progress reports: `progress` is called from any thread with the number of
    /// seeds done since its last call. [`Sample::run_beside`] counts a seed once for each sample.
    #[must_use]
    pub const fn progress(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// The sample that calls `each` for every floor as it is counted, from any thread. The arguments
    /// are the place of the floor's generator (0, or from 1 for the others of
    /// [`Sample::run_beside`]), the seed's number, and the facts that the measures read.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// use basement_floors::Backend;
    /// use basement_survey::{Sample, Seeds, measure};
    ///
    /// let flash = Backend::Flash.generator(None, &[])?;
    /// let most = AtomicU32::new(0);
    /// let each = |_, _, floor: &_| {
    ///     most.fetch_max(measure::RINGS.raw_of(floor).unwrap_or(0), Ordering::Relaxed);
    /// };
    /// let counted = Sample::of(&*flash).seeds(Seeds::pcg(0, 100)).each(&each).run()?;
    /// let greatest = counted.values(measure::RINGS).maximum();
    /// assert_eq!(Some(f64::from(most.into_inner())), greatest);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub const fn each(self, each: &'a (dyn Fn(usize, u64, &Analysis) + Sync)) -> Self {
        Self { each, ..self }
    }

    /// Generates a floor for each seed and counts it. The summary does not depend on the
    /// number of threads.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] if the generator cannot meet the request, lacks rooms for a floor or makes an
    /// invalid one, or if a number is not a seed. Seeds for which the generator gives up are counted, not
    /// returned.
    pub fn run(self) -> Result<Summary, SurveyError> {
        self.run_beside(&[]).map(|(summary, _)| summary)
    }

    /// Generates a floor for each seed and folds the floors into a value of any type, on all cores.
    ///
    /// Each thread begins with `new` and hands `visit` the number of each seed with its floor, or
    /// `None` if the generator gives up; `merge` joins the values of two threads. The result is the
    /// same for any number of threads if neither `visit` nor `merge` depends on the order of the floors.
    ///
    /// ```
    /// use basement_floors::{Backend, Request, RoomKind};
    /// use basement_survey::{Sample, Seeds};
    ///
    /// let rebirth = Backend::Rebirth.generator(None, &[])?;
    /// let sample = Sample::of(&*rebirth).request(&Request::level(3)).seeds(Seeds::run(1, 500));
    /// let doors_of_shops = sample.fold(
    ///     || 0,
    ///     |doors, _, floor| {
    ///         let Some(floor) = floor else { return };
    ///         let shops: Vec<usize> = floor.all_of(RoomKind::Shop).collect();
    ///         *doors += floor.doors().iter().filter(|door| shops.contains(&door.to)).count();
    ///     },
    ///     |doors, others| *doors += others,
    /// )?;
    /// assert!(doors_of_shops > 200);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Sample::run`].
    pub fn fold<T: Send>(
        self,
        new: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u64, Option<&Floor>) + Sync,
        merge: impl Fn(&mut T, T),
    ) -> Result<T, SurveyError> {
        let Self { generator, request, seeds, progress, .. } = self;
        seeds.last()?;
        let (found, _) = Pass::over(seeds.first, seeds.count, progress).fold(
            new,
            |found, numbers| {
                each_floor(generator, &request, &seeds, numbers, |number, floor| {
                    visit(found, number, floor);
                    Ok::<(), SurveyError>(())
                })
            },
            merge,
        )?;
        Ok(found)
    }

    /// Generates its floors, and those of other generators and requests from the same seeds, in one
    /// pass, and counts them. Each of the others is returned with its pairing, in which the sample is
    /// X and the other is Y. Each of them makes one floor per seed.
    ///
    /// ```
    /// use basement_floors::{Backend, Difficulty, Request};
    /// use basement_survey::{Sample, Seeds};
    ///
    /// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
    /// let normal = Request::level(2);
    /// let hard = Request { difficulty: Difficulty::Hard, ..normal };
    /// let sample = || Sample::of(&*rebirth).request(&normal).seeds(Seeds::run(1, 100));
    /// let (summary, others) = sample().run_beside(&[(&*rebirth, normal), (&*rebirth, hard)])?;
    /// assert!(others[0].1.is_identical() && !others[1].1.is_identical());
    /// assert_eq!(summary, sample().run()?);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Sample::run`].
    pub fn run_beside(
        self,
        others: &[(&dyn Generator, Request)],
    ) -> Result<(Summary, Vec<(Summary, Pairing)>), SurveyError> {
        let Self { generator, request, seeds, measures, cells, progress, each } = self;
        let mut samples: Vec<(&dyn Generator, Request)> = vec![(&generator, request)];
        samples.extend(others);
        let pairs: Vec<[usize; 2]> = (1..samples.len()).map(|other| [0, other]).collect();
        let (samples, pairs) = (&samples[..], &pairs[..]);
        let shared = SharedSeeds { samples, pairs, seeds, measures, cells, progress, each };
        let (summaries, pairings) = shared.run()?;
        let mut summaries = summaries.into_iter();
        let first = summaries.next().unwrap_or_else(|| Summary::new(generator.grid()));
        Ok((first, summaries.zip(pairings).collect()))
    }
}
