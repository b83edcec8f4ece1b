//! The appendix: a chart of every measure, maps, other editions and modes, tables.

use basement_survey::MEASURES;

use crate::figures::{cells, distribution, distributions, floors_by_level, special};
use crate::prelude::*;

use super::numbers;

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
    let numbers = Section::new("numbers", "Means and differences").table(numbers::table(results));
    let before = [measures, maps, floors, rooms].into_iter();
    let others = [
        super::curses::section,
        super::deep::section,
        super::awards::section,
        super::census::section,
        super::variants::section,
    ];
    let others = others.iter().filter_map(|build| build(context));
    let all = before.chain(others).chain([numbers]);
    all.filter_map(Section::unless_empty).collect()
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
