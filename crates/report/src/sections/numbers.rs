//! The table of means, level by level.

use std::collections::BTreeSet;

use crate::frame::Frame;
use crate::prelude::*;

/// The table of the shown measures: the mean of each series by level, and if there are several series, how
/// the first two differ.
pub(super) fn table(results: &Results) -> PageTable {
    let mut columns = shown(results);
    columns.extend(side_lines(results));
    let is_compared = shown(results).len() > 1;
    let levels: BTreeSet<u8> = columns.iter().flat_map(|it| levels_of(results, *it)).collect();
    let measures = results.study.shown_measures().into_iter().filter_map(Measure::from_name);
    let rows: Vec<Vec<String>> = measures
        .flat_map(|measure| {
            let compared = Frame::new(results, measure, &[0, 1])
                .map_or_else(Vec::new, |frame| frame.comparisons(results));
            let columns = &columns;
            levels.iter().filter_map(move |level| {
                let mean = |series: &usize| {
                    results.group(*series, *level, false)?.summary.values(measure).mean()
                };
                let means: Vec<Option<f64>> = columns.iter().map(mean).collect();
                if means.iter().all(Option::is_none) {
                    return None;
                }
                let mut row = vec![title_of(measure), level.to_string()];
                let mean = |mean: Option<f64>| mean.map_or_else(String::new, |m| fixed(m, 3));
                row.extend(means.into_iter().map(mean));
                if is_compared {
                    let own = compared.iter().find(|(other, _)| other == level);
                    row.extend(own.map_or_else(Default::default, |(_, own)| sizes(own)));
                }
                Some(row)
            })
        })
        .collect();
    let mut headings = vec!["measure".to_owned(), "level".to_owned()];
    headings.extend(columns.iter().map(|series| format!("mean, {}", name_of(results, *series))));
    if is_compared {
        headings.extend(["difference (95 %)", "Cliff's delta", "Wasserstein-1"].map(str::to_owned));
    }
    let note = note(results, &columns, is_compared);
    let caption = "In numbers".to_owned();
    PageTable { caption, headings, rows, note }
}

/// The sizes of a difference: of the means, with its interval, and of the distributions.
fn sizes(comparison: &Comparison) -> [String; 3] {
    let difference = if comparison.same_on_every_seed {
        "the same on every seed".to_owned()
    } else {
        let half = comparison.interval().half();
        format!("{} ± {}", signed(comparison.difference, 3), fixed(half, 3))
    };
    [difference, signed(comparison.cliffs_delta, 3), fixed(comparison.wasserstein, 3)]
}

/// What the columns mean.
fn note(results: &Results, columns: &[usize], is_compared: bool) -> String {
    const MEAN: &str = "Mean: over the floors that have the measure, in its unit";
    let [x, y, rest @ ..] = columns else {
        return format!("{MEAN}; the figures' data have the distributions.");
    };
    if !is_compared {
        return format!("{MEAN}; empty where a series has none.");
    }
    let (x, y) = (name_of(results, *x), name_of(results, *y));
    let which = if rest.is_empty() {
        String::new()
    } else {
        format!("The last three columns are of {x} and {y}. ")
    };
    format!(
        "{MEAN}; empty where a series has none. {which}Difference: the mean of {y} minus that of {x}. \
         Cliff's delta: how often a floor of {y} has the larger value, minus how often one of {x} has, −1 \
         to 1. Wasserstein-1: how far the distribution must be moved, in the measure's unit. All measures \
         and levels of {x} and {y} are in comparison.csv."
    )
}
