//! How we know: the engine compared with the real games.

use std::collections::BTreeMap;

use basement_floors::Backend;
use basement_gamelog::Evidence;
use basement_survey::Results;

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::evidence::{Agreement, counted_by_players, logged};
use crate::lexicon::VERSION;
use crate::lexicon::evidence::{at_least, caption, levels, logs, title};
use crate::number::whole;
use crate::origin::origin_line;

use crate::plot::{Facet, Plot, PlotMark, PlotRow, RowGroup, Scale, Y, lane};
use crate::series::{backend_hue, has_game};
use crate::table::{Table, exact};

/// The engine compared with the real games: floors in Rebirth's logs, and what players counted in Flash.
/// `None` if the results have no series of a game, or if there is nothing to compare it with.
///
/// ```
/// use basement_floors::Backend;
/// use basement_gamelog::{Evidence, LogEngine};
/// use basement_survey::{Series, Study};
///
/// let log = b"Level::Init m_Stage 1, m_StageType 0 Seed 3615137577\n";
/// let evidence = Evidence::of_log(log, &mut LogEngine::new(None, None, None));
/// let study = Study::new("Rebirth").floors(10).levels([1]);
/// let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {})?;
/// // The log says nothing about this floor that can be compared.
/// assert!(basement_report::evidence_figure(&results, &evidence).is_none());
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn evidence_figure(results: &Results, evidence: &Evidence) -> Option<Figure> {
    let is_rebirth = has_game(results, Backend::Rebirth);
    let log = if is_rebirth { logged(evidence) } else { BTreeMap::default() };
    let flash = counted_by_players(results);
    let all_logged = log.values().copied().reduce(Agreement::and).filter(|it| it.compared > 0);
    let with_name = |(name, it): (&String, &Agreement)| (name.clone(), *it);
    let (what, game, rows): (&str, Backend, Vec<(String, Agreement)>) = match (all_logged, &flash) {
        // Logs prove more: if there are any, a sentence gives the result for Flash instead.
        (Some(_), _) => (
            "Logged floors that match in all three",
            Backend::Rebirth,
            log.iter().filter(|(_, it)| it.compared > 0).map(with_name).collect(),
        ),
        (None, Some((all, groups))) => (
            "Floors of Flash in the range of rooms that players counted",
            Backend::Flash,
            vec![(levels(groups), *all)],
        ),
        (None, None) => return None,
    };
    let total = all_logged.filter(|_| log.len() > 1).map(|all| ("all".to_owned(), all));
    let table = Table::of(
        rows.iter().chain(&total),
        &[
            ("what", &|_| what.to_owned()),
            ("row", &|(name, _)| name.clone()),
            ("share", &|(_, it)| exact(it.share().estimate)),
            ("lower", &|(_, it)| exact(it.share().lower)),
            ("upper", &|(_, it)| exact(it.share().upper)),
            ("same", &|(_, it)| it.same.to_string()),
            ("floors", &|(_, it)| it.compared.to_string()),
            ("not_compared", &|(_, it)| it.left_out.to_string()),
        ],
    );
    let title = title(all_logged, flash.as_ref().map(|it| it.0));
    let words = Words {
        name: "evidence".to_owned(),
        subtitle: match all_logged {
            Some(_) => "Share of logged floors that match in rooms, big rooms and start seed, %; lines: 95 % intervals",
            None => "Share of floors in the range of rooms that players counted, %; lines: 95 % intervals",
        }
        .to_owned(),
        caption: all_logged
            .map_or_else(String::new, |it| caption(results, &log, it, flash.as_ref())),
        notes: all_logged
            .map(|all| {
                let version = match flash {
                    Some(_) => String::new(),
                    None => format!(" Basement Lab {VERSION}."),
                };
                format!("N = {}.{version}", logs(all, log.keys()))
            })
            .into_iter()
            .chain(flash.iter().flat_map(|(_, groups)| origin_line(results, groups.iter().copied(), None, "")))
            .collect(),
        alt: format!("{title}. The shares that agree, with lines down to what is certain."),
        title,
    };
    let marks = |(place, (_, it)): (usize, &(String, Agreement))| {
        let share = it.share();
        let counts = format!("{} of {}", whole(it.same), whole(it.compared));
        let text = format!("{counts}, at least {}", at_least(share.lower));
        PlotMark::named_estimate(share, lane(place, 0, 1), backend_hue(game), text)
    };
    let named = |(name, _): &(String, Agreement)| PlotRow::new(name.clone(), 1);
    let group = RowGroup { name: what.to_owned(), rows: rows.iter().map(named).collect() };
    let plot = Plot {
        facets: vec![Facet::new("", rows.iter().enumerate().flat_map(marks).collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(4),
        y: Y::Rows(vec![group]),
    };
    Some(compose_parts(words, table, &[&plot]))
}
