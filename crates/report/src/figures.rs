//! The figures of a report: each a function from a study's results to a drawing,
//! its data, and a sentence computed from the data.

mod ablations;
pub(crate) mod awards;
mod awards_in_pairs;
mod cells;
pub(crate) mod census;
mod cost;
mod distribution;
mod gallery;
mod likeness;
mod overlaps;
mod overview;
mod rooms_by_level;
mod same_size;
mod shapes;
mod special;
mod variants;

pub use ablations::ablation_figure;
pub(crate) use cells::few_of;
pub use census::census_figure;
pub(crate) use likeness::page_table;

use basement_survey::Results;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::figure::Figure;

/// A figure's function. It gives nothing when the study has no data for it.
type Build = fn(&Results) -> Vec<Figure>;

/// All figures that a study has data for, in the order of the report.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Series, Study};
///
/// let study = Study::new("Loops").floors(20).levels([1]);
/// let study = study.series(Series::new("Flash", Backend::Flash));
/// let study = study.series(Series::new("Rebirth", Backend::Rebirth));
/// let figures = basement_report::figures(&study.run(&|_| {})?);
/// assert!(figures.iter().any(|figure| figure.name == "loops"));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn figures(results: &Results) -> Vec<Figure> {
    const BUILDS: [Build; 13] = [
        likeness::figures,
        gallery::figures,
        overview::figures,
        rooms_by_level::figures,
        distribution::figures,
        same_size::figures,
        cells::figures,
        special::figures,
        shapes::figures,
        overlaps::figures,
        variants::figures,
        awards::figures,
        cost::figures,
    ];
    BUILDS.par_iter().flat_map_iter(|build| build(results)).collect()
}
