//! What was published, and what shipped; what players say.

use basement_survey::{Measure, Results, measure};

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::figures::sayings;
use crate::frame::sayings::sayings as held_sayings;
use crate::lexicon::list;
use crate::number::fixed;
use crate::series::{base_of, first_middle_last, names_of, shown};

/// The measures of the table, with their headings.
const SHOWN: [(&Measure, &str); 6] = [
    (measure::ROOMS, "Rooms"),
    (measure::DEAD_ENDS, "Dead ends"),
    (measure::BOSS_DISTANCE, "Steps to the boss"),
    (measure::SECRET_NEIGHBOURS, "Rooms around the secret room"),
    (measure::SECRET_GUESS_RANK, "Guesses at the secret room"),
    (measure::ATTEMPTS, "Drafts per floor kept"),
];

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let with_levels = |all: &[usize]| -> Vec<u8> {
        let has_all = |level: &u8| all.iter().all(|it| results.group(*it, *level, false).is_some());
        first_middle_last(
            &results.study.levels.iter().copied().filter(has_all).collect::<Vec<u8>>(),
        )
    };
    let editions = editions(results);
    let heading = if editions.is_empty() {
        "What players say"
    } else {
        "What was published, and what shipped"
    };
    let mut section = Section::new("published", heading);
    if !editions.is_empty() {
        section = section.text(format!(
            "Rules are known from descriptions and from the games' code, and the two differ. {} {}.",
            list(&names_of(results, &editions)),
            if editions.len() == 1 {
                "follows another source than the edition that this page is about"
            } else {
                "follow other sources than the editions that this page is about"
            }
        ));
    }
    let common = with_levels(&editions);
    if let Some(level) = common.get(common.len().saturating_sub(1) / 2) {
        section = section.table(table(results, &editions, *level));
    }
    let levels = with_levels(&shown(results)[..1.min(shown(results).len())]);
    let held = held_sayings(results, &levels);
    if !held.is_empty() {
        let begins = if editions.is_empty() { "" } else { "**What players say.** " };
        section = section.text(format!(
            "{begins}Players and wikis have sayings about floors. Each of them can be asked of every \
             floor. One counterexample is enough to break it, and its seed is below."
        ));
    }
    section
        .figure(sayings::figure(results, &levels, &held))
        .folded(sayings::table(context, &held))
        .unless_empty()
}

/// Every later series that is of another edition than its game's first, and otherwise the same.
fn editions(results: &Results) -> Vec<usize> {
    let edition = |series: usize| {
        let description = results.groups_of(series).next()?.origin.description()?;
        let difficulty = results.study.series.get(series)?.difficulty;
        Some((&description.edition, (&description.changed, difficulty)))
    };
    let is_edition = |series: &usize| {
        let both = base_of(results, *series).and_then(edition).zip(edition(*series));
        both.is_some_and(|(base, own)| base.0 != own.0 && base.1 == own.1)
    };
    (0..results.study.series.len()).filter(is_edition).collect()
}

/// The means of some editions beside their games' first, in a table.
fn table(results: &Results, editions: &[usize], level: u8) -> PageTable {
    let mut columns: Vec<usize> = Vec::new();
    for series in editions {
        let base = base_of(results, *series).filter(|base| !columns.contains(base));
        columns.extend(base.into_iter().chain([*series]));
    }
    columns.retain(|series| results.group(*series, level, false).is_some());
    let cell = |series: usize, measure: &'static Measure| {
        let group = |series: usize| results.group(series, level, false);
        let mean = group(series)?.summary.values(measure).mean()?;
        let base = base_of(results, series).filter(|base| *base != series);
        let compared = base.and_then(|base| results.compare(group(base)?, group(series)?, measure));
        let remark = match compared {
            Some(it) if it.same_on_every_seed => " (same)",
            Some(it) if it.interval().contains(0.0) => " (alike)",
            _ => "",
        };
        Some(format!("{}{remark}", fixed(mean, 2)))
    };
    let row = |(measure, heading): (&'static Measure, &str)| {
        let cells: Vec<Option<String>> =
            columns.iter().map(|series| cell(*series, measure)).collect();
        cells.iter().any(Option::is_some).then(|| {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            std::iter::once(heading.to_owned()).chain(cells).collect()
        })
    };
    let mut headings = vec![format!("mean on level {level}")];
    headings.extend(names_of(results, &columns));
    PageTable {
        caption: "Each edition beside the one that the rest of this page is about.".to_owned(),
        headings,
        rows: SHOWN.into_iter().filter_map(row).collect(),
        note: "Alike: the 95 % interval of the difference from the game's first column holds zero. Same: so \
               on every seed."
            .to_owned(),
    }
}
