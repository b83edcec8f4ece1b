//! How the floors of two generators differ.

use arrow_array::ArrayRef;
use basement_floors::Generator as _;
use basement_survey::fold::CHUNK;
use basement_survey::likeness::MeasureRows;
use basement_survey::pairing::{PairedValues, Pairing};
use basement_survey::pairs::RankedPair;
use basement_survey::summary::Histogram;
use basement_survey::{Comparison, Sample, Seeds, SurveyError, Values, measure};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::ToPython;
use crate::generator::Generator;
use crate::given::number;
use crate::options::Asked;
use crate::summary::Summary;
use crate::table::{Table, reals, texts, truths};
use crate::work::{Parts, detached};

/// The measures of many floors, floor by floor.
#[pyclass(frozen, module = "basement_lab._engine")]
pub(crate) struct Rows {
    pub(crate) rows: MeasureRows,
}

/// The measures of the first floors of a generator.
#[pyfunction]
pub(crate) fn measure_rows(
    py: Python<'_>,
    generator: &Generator,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Rows> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = asked.seeds(number("count", count)?)?;
    generator.check(&asked)?;
    let sample = || Sample::of(&*generator.generator).request(&asked.request).seeds(seeds);
    let rows = detached(py, || MeasureRows::of(sample())).map_err(|error| error.to_python())?;
    py.check_signals()?;
    Ok(Rows { rows })
}

/// How alike two samples are, as JSON and in words; `None` if there are too few floors.
#[pyfunction]
pub(crate) fn likeness(py: Python<'_>, x: &Rows, y: &Rows) -> Option<(String, String)> {
    let found = detached(py, || basement_survey::likeness::likeness(&x.rows, &y.rows))?;
    let text = found.to_string();
    Some((serde_json::to_string(&found).ok()?, text))
}

/// All pairs of measures, beginning with those that best show how two samples differ.
#[pyfunction]
pub(crate) fn rank_pairs(py: Python<'_>, x: &Rows, y: &Rows) -> PyResult<Table> {
    let pairs = detached(py, || basement_survey::pairs::rank_pairs(&x.rows, &y.rows));
    let each = |of: fn(&RankedPair) -> f64| reals(pairs.iter().map(|pair| Some(of(pair))));
    Table::of_arrays(vec![
        ("x", texts(pairs.iter().map(|pair| pair.x))),
        ("y", texts(pairs.iter().map(|pair| pair.y))),
        ("difference", each(|pair| pair.difference)),
        ("alone", each(|pair| pair.alone)),
        ("gain", each(|pair| pair.gain)),
        ("score", each(|pair| pair.score)),
    ])
}

/// A user's own measure: its name, its unit, and its values on the floors of both samples.
pub(crate) type Own = (String, String, Vec<Option<f64>>, Vec<Option<f64>>);

/// How two summaries differ, one row for each measure with two or more values in both. Their floors
/// are treated as independent.
#[pyfunction]
pub(crate) fn compare(x: &Summary, y: &Summary, own: Vec<Own>) -> PyResult<Table> {
    comparisons(&x.summary, &y.summary, None, &own)
}

/// How the floors of two generators differ: seed by seed if both have the same seeds.
#[pyfunction]
pub(crate) fn compare_generators(
    py: Python<'_>,
    x: &Generator,
    y: &Generator,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    own: Vec<Own>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let asked = [x, y].map(|side| Asked::read(side.backend, options));
    let [x_asked, y_asked] = asked;
    let (x_asked, y_asked) = (x_asked?, y_asked?);
    let floors = number("count", count)?;
    let (seeds, other_seeds) = (x_asked.seeds(floors)?, y_asked.seeds(floors)?);
    if seeds != other_seeds || x_asked.request.level != y_asked.request.level {
        // Ctrl-C during the first must not begin the second.
        let x = x.summary(py, count, None, options, progress)?;
        let y = y.summary(py, count, None, options, progress)?;
        return compare(&x, &y, own);
    }
    x.check(&x_asked)?;
    y.check(&y_asked)?;
    let mut sum: Option<(basement_survey::Summary, basement_survey::Summary, Pairing)> = None;
    let mut parts = Parts::of(seeds.count, CHUNK);
    let mut first = seeds.first;
    while let Some(count) = parts.next() {
        let part = detached(py, || {
            let sample = Sample::of(&*x.generator).request(&x_asked.request);
            let sample = sample.seeds(Seeds { first, count, ..seeds });
            let (x, others) = sample.run_beside(&[(&*y.generator, y_asked.request)])?;
            let (y, pairing) = others.into_iter().next().unzip();
            Ok::<_, SurveyError>((x, y, pairing))
        });
        if let (x, Some(y), Some(pairing)) = part.map_err(|error| error.to_python())? {
            match &mut sum {
                Some(sum) => {
                    let merged = sum.0.merge(&x).and_then(|()| sum.1.merge(&y));
                    merged.map_err(|error| error.to_python())?;
                    sum.2.merge(&pairing);
                }
                None => sum = Some((x, y, pairing)),
            }
        }
        first = first.saturating_add(count);
        parts.done(py, count.saturating_mul(2), progress)?;
    }
    match sum {
        Some((x, y, pairing)) => comparisons(&x, &y, Some(&pairing), &own),
        None => {
            let [x, y] = [x, y].map(|side| basement_survey::Summary::new(side.generator.grid()));
            comparisons(&x, &y, None, &own)
        }
    }
}

/// The comparisons of two summaries, a row for each measure.
fn comparisons(
    x: &basement_survey::Summary,
    y: &basement_survey::Summary,
    pairing: Option<&Pairing>,
    own: &[Own],
) -> PyResult<Table> {
    let listed = basement_survey::compare(x, y, pairing);
    let listed = listed.into_iter().map(|(of, found)| (of.name, of.unit, found));
    let own = own.iter().filter_map(|(name, unit, x, y)| {
        Some((&**name, &**unit, compare_own(x, y, pairing.is_some())?))
    });
    let compared: Vec<(&str, &str, Comparison)> = listed.chain(own).collect();
    let mut columns = vec![
        ("measure", texts(compared.iter().map(|(name, ..)| name))),
        ("unit", texts(compared.iter().map(|(_, unit, _)| unit))),
    ];
    columns.extend(comparison_columns(compared.iter().map(|(.., found)| found)));
    Table::of_arrays(columns)
}

/// The columns of some comparisons.
pub(crate) fn comparison_columns<'a>(
    all: impl Iterator<Item = &'a Comparison> + Clone,
) -> [(&'static str, ArrayRef); 14] {
    let each = |of: fn(&Comparison) -> f64| reals(all.clone().map(|found| Some(of(found))));
    [
        ("mean_x", each(|found| found.mean_x)),
        ("mean_y", each(|found| found.mean_y)),
        ("difference", each(|found| found.difference)),
        ("difference_lower", each(|found| found.difference_lower)),
        ("difference_upper", each(|found| found.difference_upper)),
        ("paired", truths(all.clone().map(|found| found.paired))),
        ("same_on_every_seed", truths(all.clone().map(|found| found.same_on_every_seed))),
        ("superiority_x", each(|found| found.superiority_x)),
        ("cliffs_delta", each(|found| found.cliffs_delta)),
        ("cliffs_delta_lower", reals(all.clone().map(|found| found.cliffs_delta_lower))),
        ("cliffs_delta_upper", reals(all.clone().map(|found| found.cliffs_delta_upper))),
        ("wasserstein", each(|found| found.wasserstein)),
        ("kolmogorov_smirnov", each(|found| found.kolmogorov_smirnov)),
        ("jensen_shannon", each(|found| found.jensen_shannon)),
    ]
}

/// Compares the values of a user's own measure. Whole numbers are compared as they are, others in
/// 2^24 steps from the least to the greatest.
fn compare_own(x: &[Option<f64>], y: &[Option<f64>], is_paired: bool) -> Option<Comparison> {
    const STEPS: f64 = 16_777_216.0;
    let values = || x.iter().chain(y).flatten();
    let least = values().copied().fold(f64::INFINITY, f64::min).min(0.0);
    let most = values().copied().fold(0.0, f64::max);
    let is_whole = values().all(|value| value.fract() == 0.0) && most - least <= u32::MAX.into();
    let step = if is_whole { 1.0 } else { (most - least) / STEPS };
    let raw = |value: &Option<f64>| value.map(|value| ((value - least) / step).round() as u32);
    let histogram = |values: &[Option<f64>]| {
        let mut histogram = Histogram::default();
        values.iter().filter_map(raw).for_each(|value| histogram.add(value, 0));
        histogram
    };
    let histograms = [histogram(x), histogram(y)];
    let [of_x, of_y] = histograms.each_ref().map(|found| Values::new(measure::ROOMS, found));
    let mut found = if is_paired {
        let mut pairs = PairedValues::default();
        x.iter().zip(y).for_each(|(x, y)| pairs.add(raw(x), raw(y)));
        Comparison::paired(of_x, of_y, pairs)?
    } else {
        Comparison::of(of_x, of_y)?
    };
    // The means, and so the difference, are those of the values themselves.
    let [mean_x, mean_y] = [x, y].map(|values| {
        let known = || values.iter().flatten();
        known().sum::<f64>() / known().count() as f64
    });
    let difference = mean_y - mean_x;
    for bound in [&mut found.difference_lower, &mut found.difference_upper] {
        *bound = difference + (*bound - found.difference) * step;
    }
    (found.mean_x, found.mean_y, found.difference) = (mean_x, mean_y, difference);
    found.wasserstein *= step;
    Some(found)
}
