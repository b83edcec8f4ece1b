//! The figures of a report: each a function from a study's results to a drawing,
//! its data, and a sentence computed from the data.

pub(crate) mod a_ring;
pub(crate) mod ablations;
pub(crate) mod awards;
pub(crate) mod bomb;
pub(crate) mod boss_cause;
pub(crate) mod bridge;
pub(crate) mod cells;
pub(crate) mod census;
pub(crate) mod distribution;
pub(crate) mod evidence;
pub(crate) mod expressive_range;
pub(crate) mod floors_by_level;
pub(crate) mod hero;
pub(crate) mod labyrinth;
pub(crate) mod level_floors;
pub(crate) mod likeness;
pub(crate) mod opener;
pub(crate) mod order;
pub(crate) mod same_size;
pub(crate) mod sample;
pub(crate) mod sayings;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod special;
pub(crate) mod typical_floors;
pub(crate) mod variants;
pub(crate) mod way;

pub use ablations::ablation_figure;
pub use bridge::bridge_figure;
pub use census::census_figure;
pub use distribution::measure_figure;

use basement_survey::Results;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::context::Context;
use crate::figure::Figure;

/// A figure's function. It gives nothing when the study has no data for it.
type Build = fn(&Results) -> Vec<Figure>;

/// A figure's function that gives one figure, or none when the study has no data for it.
type Story = fn(&Results) -> Option<Figure>;

/// The figures of the article's story: each one, or none where the study has no data for it.
pub(crate) const STORY: [Story; 6] = [
    hero::hero,
    way::way,
    search::search,
    order::order,
    expressive_range::expressive_range,
    evidence::evidence,
];

/// The figures that specialists want, and an article does not need.
pub(crate) fn appendix(context: &Context<'_>) -> Vec<Figure> {
    let results = context.results;
    const BUILDS: [Build; 6] = [
        likeness::figures,
        same_size::figures,
        cells::figures,
        special::figures,
        shapes::figures,
        variants::figures,
    ];
    let mut figures = floors_by_level::figures(context);
    figures.extend(distribution::figures(results, context.own));
    figures.extend(STORY.par_iter().filter_map(|build| build(results)).collect::<Vec<_>>());
    let others = BUILDS.par_iter().flat_map_iter(|build| build(results));
    figures.extend(others.collect::<Vec<_>>());
    figures
}
