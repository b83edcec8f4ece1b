//! The appendix: a chart of every measure, maps, other editions and modes, tables.

use std::collections::BTreeSet;

use basement_survey::MEASURES;

use crate::figures::awards;
use crate::figures::{cells, distribution, distributions, floors_by_level, special};
use crate::frame::Frame;
use crate::frame::awards::Luck;
use crate::prelude::*;
use crate::sections::findings::{FINDINGS, said, with_findings};
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
    let table = Table::of(MEASURES.iter())
        .column("measure", |it| title_of(*it))
        .column("name", |it| format!("`{}`", it.name))
        .column("unit", |it| it.unit)
        .column("definition", |it| capital(it.definition).replace(" - ", " − "));
    PageTable::new("What each measure counts", table, "")
}

/// The table of the shown measures: the mean of each series by level, and if there are several series, how
/// the first two differ.
fn numbers(results: &Results) -> PageTable {
    let mut columns = shown(results);
    columns.extend(side_lines(results));
    let is_compared = shown(results).len() > 1;
    let levels: BTreeSet<u8> = columns.iter().flat_map(|it| levels_of(results, *it)).collect();
    let measures = results.study.shown_measures().into_iter().filter_map(Measure::from_name);
    let mean = |series: usize, level: u8, measure: &'static Measure| {
        results.group(series, level, false)?.summary.values(measure).mean()
    };
    let rows = measures.flat_map(|measure| {
        let frame = Frame::new(results, measure, &[0, 1]);
        let mut compared = frame.map_or_else(Vec::new, |frame| frame.comparisons(results));
        let is_there = |level: &&u8| columns.iter().any(|it| mean(*it, **level, measure).is_some());
        let row = |level: &u8| {
            let own = compared.iter().position(|(other, _)| other == level);
            (measure, *level, own.map(|place| compared.swap_remove(place).1))
        };
        levels.iter().filter(is_there).map(row).collect::<Vec<_>>()
    });
    let mut table = Table::of(rows)
        .column("measure", |(measure, ..)| title_of(*measure))
        .column("level", |(_, level, _)| *level);
    for series in &columns {
        table = table
            .optional(&format!("mean, {}", name_of(results, *series)), |(measure, level, _)| {
                Some(fixed(mean(*series, *level, measure)?, 3))
            });
    }
    if is_compared {
        table = table
            .optional("difference (95 %)", |(.., it)| it.as_ref().map(difference))
            .optional("Cliff's delta", |(.., it)| Some(signed(it.as_ref()?.cliffs_delta, 3)))
            .optional("Wasserstein-1", |(.., it)| Some(fixed(it.as_ref()?.wasserstein, 3)));
    }
    PageTable::new("In numbers", table, note_on_numbers(results, &columns, is_compared))
}

/// A difference of means with its interval.
fn difference(comparison: &Comparison) -> String {
    if comparison.same_on_every_seed {
        return "the same on every seed".to_owned();
    }
    let half = comparison.interval().half();
    format!("{} ± {}", signed(comparison.difference, 3), fixed(half, 3))
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
    let rows = (0..results.study.series.len()).filter_map(variant).flat_map(|(series, base)| {
        let levels = first_middle_last(&levels_of(results, series)).into_iter();
        let group = move |series: usize, level: u8| results.group(series, level, false);
        levels.filter_map(move |level| Some([group(base, level)?, group(series, level)?]))
    });
    let name = |group: &GroupResult| name_of(results, group.series);
    let table = Table::of(rows)
        .column("series", |[base, series]| format!("{} minus {}", name(series), name(base)))
        .column("level", |[_, series]| series.request.level);
    let table = with_findings(table, |[base, series], finding| {
        Some(said(&results.compare(base, series, FINDINGS[finding].0)?))
    });
    PageTable::new(
        "What changes, and what does not",
        table,
        "Differences of means with their 95 % intervals, on the same seeds where both have them. None: not \
         distinguishable from zero. Where nothing differs, one in twenty still appears to, by chance. Same: \
         no change on any seed.",
    )
}
