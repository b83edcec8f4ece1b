//! The appendix: a chart of every measure, maps, other editions and modes, tables.

use std::collections::BTreeSet;

use basement_survey::MEASURES;

use crate::figures::awards;
use crate::figures::{cells, distribution, distributions, floors_by_level, special};
use crate::frame::Frame;
use crate::frame::awards::Luck;
use crate::prelude::*;
use crate::sections::findings::{self, headings, said};
use crate::sources::WIKI_AWARDS;

/// The sections of the appendix that the study has something for.
pub(super) fn sections(context: &Context<'_>) -> Vec<Section> {
    let results = context.results;
    let distributions = distributions::figures(results);
    let definitions = (!distributions.is_empty()).then(definitions);
    let measures = Section::new("measures", "Every measure, level by level")
        .all_figures(distribution::figures(results, &context.options.measures))
        .all_figures(distributions)
        .folded(definitions);
    let maps = Section::new("maps", "Where rooms are").all_figures(cells::figures(results));
    let floors =
        Section::new("floors", "Typical floors").all_figures(floors_by_level::figures(context));
    let rooms = Section::new("rooms-of-a-kind", "Special rooms").figure(special::figure(results));
    let variants = Section::new("variants", "Other seeds, and hard mode").table(variants(results));
    let numbers = Section::new("numbers", "Means and differences").table(numbers(results));
    let before = [measures, maps, floors, rooms].into_iter();
    let others =
        [super::curses::section, super::deep::section, cleared_rooms, super::census::section];
    let others = others.iter().filter_map(|build| build(context));
    let all = before.chain(others).chain([variants, numbers]);
    all.filter_map(Section::unless_empty).collect()
}

/// The awards of cleared rooms.
fn cleared_rooms(context: &Context<'_>) -> Option<Section> {
    if !context.results.study.awards {
        return None;
    }
    let rules = ["A1", "A2", "A3", "A4"].map(|id| context.rule(id)).join(", ");
    let section = Section::new("awards", "What a cleared room gives").text(format!(
        "A cleared room of Rebirth draws what it gives, whatever the floor looks like: nothing, a pickup, a chest \
         ({rules}). Each chance is exact. The rules are from {}, with pseudo-code by Blade, who reverse engineered the game.",
        WIKI_AWARDS.link()
    ));
    let section = section.figure(Luck::new().map(|luck| awards::figure(&luck)));
    section.table(awards::table()).unless_empty()
}

/// What each measure counts.
fn definitions() -> PageTable {
    let row = |measure: &'static Measure| {
        let definition = capital(measure.definition).replace(" - ", " − ");
        vec![title_of(measure), format!("`{}`", measure.name), measure.unit.to_owned(), definition]
    };
    let rows = MEASURES.iter().map(row).collect();
    PageTable::new("What each measure counts", &["measure", "name", "unit", "definition"], rows, "")
}

/// The table of the shown measures: the mean of each series by level, and if there are several series, how
/// the first two differ.
fn numbers(results: &Results) -> PageTable {
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
    let note = note_on_numbers(results, &columns, is_compared);
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
fn note_on_numbers(results: &Results, columns: &[usize], is_compared: bool) -> String {
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

/// Each series with the same rules as a shown series, compared with it.
fn variants(results: &Results) -> PageTable {
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
