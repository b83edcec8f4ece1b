//! The distributions of measures without their own figures: on one level as bars, on all levels as maps, a
//! strip for each measure.

use basement_survey::measure::Subject;

use crate::axis::limit_for;
use crate::frame::strips::{Strip, measures_of, same_in_words, shapes_in_words, table, title};
use crate::panel::heatmap::ColorScale;
use crate::panel::level_map::color_key;
use crate::panel::strip::MeasureStrip;
use crate::prelude::*;

/// The figures of a study that names no measures, and so wants the usual ones in detail and also all others.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    if !results.study.measures.is_empty() {
        return Vec::new();
    }
    Subject::ALL.iter().filter_map(|subject| figure(results, *subject)).collect()
}

fn figure(results: &Results, subject: Subject) -> Option<Figure> {
    let level = story_level(results)?;
    let all: Vec<Strip<'_>> = measures_of(&results.study, subject)
        .filter_map(|measure| Strip::of(results, measure))
        .collect();
    let (fixed_ones, strips): (Vec<Strip<'_>>, Vec<Strip<'_>>) =
        all.into_iter().partition(|strip| strip.only_value().is_some());
    let first = strips.first()?;
    let series: Vec<usize> = shown(results)
        .into_iter()
        .filter(|place| strips.iter().any(|strip| strip.frame.series.contains(place)))
        .collect();
    let levels = &first.frame.levels;
    let most = strips.iter().map(|strip| strip.bins.most).fold(0.0, f64::max);
    let shades = ColorScale::roots(limit_for(most * 100.0).min(100.0));
    let rows: Vec<MeasureStrip> = strips
        .iter()
        .map(|strip| MeasureStrip::of(results, strip, &series, level, shades))
        .collect();
    let bar = color_key(shades);
    let parts: Vec<&dyn Part> =
        std::iter::once(&bar as &dyn Part).chain(rows.iter().map(|row| row as &dyn Part)).collect();
    let names = names_of(results, &series);
    let cells = || strips.iter().flat_map(|strip| strip.frame.cells());
    let fewest = cells().map(|cell| cell.counts.total()).min().unwrap_or(0);
    let half = wilson_interval(fewest / 2, fewest).half() * 100.0;
    let none = wilson_interval(0, fewest).upper * 100.0;
    let (shapes, same) = (shapes_in_words(&names), same_in_words(&fixed_ones));
    let is_compared = names.len() > 1;
    let has_draws = strips.iter().any(|strip| strip.measure == measure::DRAWS);
    let besides = if has_draws { ", the random numbers drawn left out" } else { "" };
    let delta = match names.as_slice() {
        [x, y, ..] => format!("; Δ: {y} minus {x}, ± half its 95 % interval"),
        _ => String::new(),
    };
    let words = Words {
        name: format!("measures-{subject}"),
        subtitle: format!(
            "Share of floors, %, by value (95 % intervals: ± {} points at most, {} beside 0 and 100 %); triangles: means{delta}; {}",
            at_most(half, 1),
            at_most(none, 2),
            request_in_words(results)
        ),
        caption: format!(
            "{shapes}, on level {level}. Maps: a row for each level, a column for each value; a colour means the \
             same share in all maps; blank: no floor. Axes leave out the 0.05 % of floors with the least and the \
             greatest values.{same}"
        ),
        notes: origin_line(results, cells().map(|cell| cell.group), None, "")
            .into_iter()
            .chain(is_compared.then(|| {
                format!("The title: the measure with the largest Cliff's delta on level {level}{besides}.")
            }))
            .collect(),
        alt: format!(
            "For each of {} measures a chart of its distribution on level {level}, and a heatmap of it by \
             level for {}: {}.",
            strips.len(),
            list(&names),
            list(strips.iter().map(|strip| title_of(strip.measure)))
        ),
        title: title(results, subject, &strips, level),
    };
    Some(compose_finding(words, table(results, &strips, levels), &parts))
}

#[cfg(test)]
mod tests {
    use basement_survey::{MEASURES, Measure, Study, measure};

    use super::*;
    use crate::frame::strips::measures_of;

    #[test]
    fn every_measure_has_its_charts_in_exactly_one_figure() {
        let study = Study::new("");
        let charted = Subject::ALL.iter().flat_map(|subject| measures_of(&study, *subject));
        let elsewhere = study.shown_measures().into_iter().filter_map(Measure::from_name);
        let mut places: Vec<&Measure> =
            charted.chain(elsewhere).chain([measure::ROOMS_BESIDES_START]).collect();
        places.sort_by_key(|measure| measure.name);
        let mut all: Vec<&Measure> = MEASURES.iter().collect();
        all.sort_by_key(|measure| measure.name);
        assert_eq!(places, all);
    }
}
