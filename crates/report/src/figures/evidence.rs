//! How we know: the engine compared with the real games.

use basement_gamelog::{Evidence, EvidenceFloor};

use crate::frame::evidence::{
    Agreement, caption, counted_by_players, has_layouts, has_start_seed, is_compared, left_out,
    logged, logs, on_levels, title,
};
use crate::prelude::*;
use crate::theme::REBIRTH;

/// The engine compared with floors in Rebirth's logs, and in a sentence with what players counted in Flash.
/// `None` if the results have no series of Rebirth, or if the logs tell nothing that can be compared.
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
    let log = has_game(results, Backend::Rebirth).then(|| logged(evidence))?;
    let floors: Vec<&EvidenceFloor> = log.values().flatten().copied().collect();
    let all = Some(Agreement::of(&floors, is_compared)).filter(|it| it.compared > 0)?;
    let flash = counted_by_players(results);
    let rows: Vec<Row> = log.iter().flat_map(by_fact).collect();
    let total =
        Row { game: "all".to_owned(), compared: "all that the log tells".to_owned(), floors: all };
    let table = Table::of(rows.iter().chain([&total]))
        .column("game", |it| &it.game)
        .column("compared", |it| &it.compared)
        .interval(["share", "lower", "upper"], |it| it.floors.share())
        .column("same", |it| it.floors.same)
        .column("floors", |it| it.floors.compared)
        .column("not_compared", |it| it.floors.left_out);
    let version = match flash {
        Some(_) => String::new(),
        None => format!(" Basement Lab {VERSION}."),
    };
    let mut notes = vec![format!("N = {}.{version}", logs(all, log.keys()))];
    let compared = floors.iter().map(|it| it.engine.attempts as u64).sum();
    let attempts = floors.iter().map(|it| it.logged_attempts() as u64).sum();
    notes.extend(Some(left_out(all, [compared, attempts])).filter(|it| !it.is_empty()));
    notes.extend(flash.iter().flat_map(|it| origin_line(results, it.1.iter().copied(), None, "")));
    let words = Words {
        name: "evidence".to_owned(),
        subtitle:
            "Share of logged floors that match ours, by what the log tells; lines: 95 % intervals"
                .to_owned(),
        caption: caption(results, &log, flash.as_ref()),
        notes,
        alt: "The shares of floors that match, each with its 95 % interval.".to_owned(),
        title: title(all),
    };
    let marks = |(place, Row { floors, .. }): (usize, &Row)| {
        let share = floors.share();
        let text = format!("{} of {}", whole(floors.same), whole(floors.compared));
        PlotMark::named_estimate(share, lane(place, 0, 1), REBIRTH, text)
    };
    let groups = rows.chunk_by(|a, b| a.game == b.game).map(|rows| RowGroup {
        name: format!("{}, {}", rows[0].game, on_levels(&log[&rows[0].game])),
        rows: rows.iter().map(|it| PlotRow::new(it.compared.clone(), 1)).collect(),
    });
    let plot = Plot {
        facets: vec![Facet::new("", rows.iter().enumerate().flat_map(marks).collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(4),
        y: Y::Rows(groups.collect()),
    };
    Some(compose_finding(words, table, &[&plot]))
}

/// A row: floors of a game, by what is compared.
struct Row {
    game: String,
    compared: String,
    floors: Agreement,
}

/// The rows of a game that wrote logs.
fn by_fact((game, floors): (&String, &Vec<&EvidenceFloor>)) -> impl Iterator<Item = Row> + use<> {
    let layouts = match floors.iter().any(|it| it.engine.shapes) {
        true => "Rooms and big rooms of its layouts",
        false => "Rooms of its layouts",
    };
    let row = |compared: &str, fact| Row {
        game: game.clone(),
        compared: compared.to_owned(),
        // What a log does not tell was not left out.
        floors: Agreement { left_out: 0, ..Agreement::of(floors, fact) },
    };
    let rows = [row(layouts, has_layouts), row("Seed of its start room", has_start_seed)];
    rows.into_iter().filter(|it| it.floors.compared > 0)
}
