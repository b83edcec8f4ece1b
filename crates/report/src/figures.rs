//! The figures of a report: each a function from a study's results to a drawing,
//! its data, and a sentence computed from the data.

pub(crate) mod a_ring;
pub(crate) mod ablations;
pub(crate) mod awards;
pub(crate) mod awards_by_item;
pub(crate) mod awards_by_luck;
pub(crate) mod awards_in_pairs;
pub(crate) mod bomb;
pub(crate) mod boss_cause;
pub(crate) mod bridge;
pub(crate) mod cells;
pub(crate) mod census;
pub(crate) mod distribution;
pub(crate) mod floors_by_level;
pub(crate) mod labyrinth;
pub(crate) mod likeness;
pub(crate) mod opener;
pub(crate) mod ring_causes;
pub(crate) mod same_size;
pub(crate) mod sayings;
pub(crate) mod shapes;
pub(crate) mod size_alone;
pub(crate) mod special;
pub(crate) mod typical_floors;
pub(crate) mod variants;

pub use ablations::ablation_figure;
pub use bridge::bridge_figure;
pub(crate) use cells::first_middle_last;
pub use census::census_figure;
pub use distribution::measure_figure;
pub(crate) use likeness::page_table;

use basement_survey::Results;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::article::{Article, Context};
use crate::figure::Figure;

/// A figure's function. It gives nothing when the study has no data for it.
type Build = fn(&Results) -> Vec<Figure>;

/// All figures that a study has data for, in the order of the report: those of its article,
/// then those of the appendix.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Series, Study};
///
/// let study = Study::new("Rings").floors(20).levels([1]);
/// let study = study.series(Series::new("Flash", Backend::Flash));
/// let study = study.series(Series::new("Rebirth", Backend::Rebirth));
/// let figures = basement_report::figures(&study.run(&|_| {})?);
/// assert!(figures.iter().any(|figure| figure.name == "rings"));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn figures(results: &Results) -> Vec<Figure> {
    Article::new(&Context::new(results)).figures().cloned().collect()
}

/// The figures that specialists want, and an article does not need.
pub(crate) fn appendix(context: &Context<'_>) -> Vec<Figure> {
    let results = context.results;
    const BUILDS: [Build; 7] = [
        likeness::figures,
        same_size::figures,
        cells::figures,
        special::figures,
        shapes::figures,
        variants::figures,
        awards::figures,
    ];
    let mut figures = distribution::figures(results, context.own);
    let others = BUILDS.par_iter().flat_map_iter(|build| build(results));
    figures.extend(others.collect::<Vec<_>>());
    figures
}
