//! What another source of random numbers changes, and what hard mode does: means, in a table.

use crate::prelude::*;
use crate::sections::findings::{self, headings, said};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    Section::new("variants", "Other seeds, and hard mode")
        .table(table(context.results))
        .unless_empty()
}

/// Each series with the same rules as a shown series, compared with it.
fn table(results: &Results) -> PageTable {
    let variant = |series: usize| {
        let base = base_of(results, series)?;
        let [x, y] = [rules_of(results, base)?, rules_of(results, series)?];
        (base != series && (x.0, x.1) == (y.0, y.1)).then_some((series, base))
    };
    let rows: Vec<Vec<String>> = (0..results.study.series.len())
        .filter_map(variant)
        .flat_map(|(series, base)| {
            first_middle_last(&levels_of(results, series))
                .into_iter()
                .filter_map(move |level| row(results, [base, series], level))
        })
        .collect();
    let note = "Differences of means with their 95 % intervals, on the same seeds where both have them. None: not \
                distinguishable from zero. Where nothing differs, one in twenty still appears to, by chance. Same: \
                no change on any seed.";
    let caption = "What changes, and what does not".to_owned();
    let (headings, note) = (headings(&["series", "level"]), note.to_owned());
    PageTable { caption, headings, rows, note }
}

/// A series minus its base on a level.
fn row(results: &Results, [base, series]: [usize; 2], level: u8) -> Option<Vec<String>> {
    let groups = [results.group(base, level, false)?, results.group(series, level, false)?];
    let [base, series] = [base, series].map(|series| name_of(results, series));
    let first = [format!("{series} minus {base}"), level.to_string()];
    let say = |measure| Some(said(&results.compare(groups[0], groups[1], measure)?));
    Some(findings::row(first, say))
}
