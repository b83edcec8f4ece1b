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
use crate::theme::INK;

/// A row: what is compared, of which game, and the result.
struct Known {
    group: &'static str,
    name: String,
    game: Backend,
    same: Agreement,
}

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
/// // The log tells nothing of this floor that can be compared.
/// assert!(basement_report::evidence_figure(&results, &evidence).is_none());
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn evidence_figure(results: &Results, evidence: &Evidence) -> Option<Figure> {
    let is_rebirth = has_game(results, Backend::Rebirth);
    let log = if is_rebirth { logged(evidence) } else { BTreeMap::default() };
    let flash = counted_by_players(results);
    let row = |group, name, game, same| Known { group, name, game, same };
    let logged = "Logged floors that match in all three";
    let told = log.iter().filter(|(_, it)| it.compared > 0);
    let told = told.map(|(game, it)| row(logged, game.clone(), Backend::Rebirth, *it));
    let mut rows: Vec<Known> = told.collect();
    let all_logged = log.values().copied().reduce(Agreement::and).filter(|it| it.compared > 0);
    // If there are logs, which prove more, a sentence gives this result instead.
    if let (Some((all, groups)), None) = (&flash, all_logged) {
        let players = "Floors of Flash in the range of rooms that players counted";
        rows.push(row(players, levels(groups), Backend::Flash, *all));
    }
    rows.first()?;
    let total = all_logged.filter(|_| log.len() > 1);
    let total = total.map(|all| row(logged, "all".to_owned(), Backend::Rebirth, all));
    let table = Table::of(
        rows.iter().chain(&total),
        &[
            ("what", &|it| it.group.to_owned()),
            ("row", &|it| it.name.clone()),
            ("share", &|it| exact(it.same.share().estimate)),
            ("lower", &|it| exact(it.same.share().lower)),
            ("upper", &|it| exact(it.same.share().upper)),
            ("same", &|it| it.same.same.to_string()),
            ("floors", &|it| it.same.compared.to_string()),
            ("not_compared", &|it| it.same.left_out.to_string()),
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
            .map(|all| format!("N = {}. Basement Lab {VERSION}.", logs(all, log.keys())))
            .into_iter()
            .chain(flash.iter().flat_map(|(_, groups)| origin_line(results, groups.iter().copied(), None, "")))
            .collect(),
        alt: format!("{title}. The shares that agree, with lines down to what is certain."),
        title,
    };
    let mut groups: Vec<RowGroup> = Vec::new();
    for it in &rows {
        let row = PlotRow { paint: INK, ..PlotRow::new(it.name.clone(), 1) };
        match groups.last_mut().filter(|group| group.name == it.group) {
            Some(group) => group.rows.push(row),
            None => groups.push(RowGroup { name: it.group.to_owned(), rows: vec![row] }),
        }
    }
    let marks = |(place, it): (usize, &Known)| {
        let (hue, share) = (backend_hue(it.game), it.same.share());
        let counts = format!("{} of {}", whole(it.same.same), whole(it.same.compared));
        let text = format!("{counts}, at least {}", at_least(share.lower));
        PlotMark::named_estimate(share, lane(place, 0, 1), hue, text)
    };
    let plot = Plot {
        facets: vec![Facet::new("", rows.iter().enumerate().flat_map(marks).collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(4),
        y: Y::Rows(groups),
    };
    Some(compose_parts(words, table, &[&plot]))
}
