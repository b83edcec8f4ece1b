//! How do we know: the engine beside the real games.

use std::collections::BTreeMap;

use basement_floors::{Backend, Difficulty};
use basement_gamelog::Evidence;
use basement_survey::study::{FloorSource, GroupResult};
use basement_survey::{Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::evidence::{Agreement, COUNTED, logged};
use crate::lexicon::{VERSION, expansion_of};
use crate::number::{counted, percent, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Mark, Plot, Row, RowGroup, Scale, Y, lane};
use crate::series::{backend_hue, has_game, plain_groups, shown};
use crate::shape::{in_words, layout_means};
use crate::table::{Table, exact};
use crate::theme::INK;

/// A row: what is compared, of which game, and what came of it.
struct Known {
    group: &'static str,
    name: String,
    game: Backend,
    same: Agreement,
}

/// The fewest floors of which a bound is worth a word.
const FEWEST: u64 = 20;

/// The engine beside the real games: floors that Rebirth's log tells, and what players counted of Flash.
/// `None` where the results have no series of a game, or nothing is known to hold it against.
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
    let told = log.iter().filter(|(_, it)| it.compared > 0);
    let mut rows: Vec<Known> = told
        .map(|(game, it)| {
            row("Logged floors that come out the same", game.clone(), Backend::Rebirth, *it)
        })
        .collect();
    let all_logged = log.values().copied().reduce(Agreement::and).filter(|it| it.compared > 0);
    if let Some((all, groups)) = &flash {
        let players = "Floors of Flash with as many rooms as players counted";
        rows.push(row(players, levels(groups), Backend::Flash, *all));
    }
    rows.first()?;
    let table = Table::of(
        &rows,
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
        subtitle: "Share of floors, %; \"at least\": with 95 % certainty".to_owned(),
        caption: all_logged.map_or_else(String::new, |it| {
            let left_out = match it.left_out {
                0 => String::new(),
                1 => " Of one more floor the log says too little.".to_owned(),
                left_out => format!(" Of {} more floors the logs say too little.", in_words(left_out as f64)),
            };
            format!(
                "A floor is rebuilt if each draft in its log comes out the same: the number of rooms, the big rooms in their order, and \
                 the seed of the start room, which is right only if every random number before it was.{left_out}{}{}",
                not_logged(results, &log),
                match flash {
                    Some(_) => " Of Flash only the numbers of rooms could be checked, not the maps.",
                    None => "",
                }
            )
        }),
        notes: match flash.as_ref().map(|it| it.1.as_slice()) {
            Some(groups) => {
                let logs = logs(all_logged);
                let more = if logs.is_empty() { logs } else { format!("; {logs}") };
                origin_line(results, groups.iter().copied(), None, &more)
            },
            None => vec![format!("N = {}. Basement Lab {VERSION}.", logs(all_logged))],
        },
        alt: format!("{title}. Bars of the floors that agree."),
        title,
    };
    let mut groups: Vec<RowGroup> = Vec::new();
    for it in &rows {
        let row = Row { paint: INK, ..Row::new(it.name.clone(), 1) };
        match groups.last_mut().filter(|group| group.name == it.group) {
            Some(group) => group.rows.push(row),
            None => groups.push(RowGroup { name: it.group.to_owned(), rows: vec![row] }),
        }
    }
    let mark = |(place, it): (usize, &Known)| {
        let (hue, share) = (backend_hue(it.game), it.same.share());
        let counts = format!("{} of {}", whole(it.same.same), whole(it.same.compared));
        Mark::Bar {
            y: lane(place, 0, 1),
            x: share.estimate,
            interval: None,
            fill: hue.area,
            text: match it.same.compared >= FEWEST {
                true => format!("{counts}, at least {}", at_least(share.lower)),
                false => counts,
            },
            ink: hue.text,
        }
    };
    let plot = Plot {
        facets: vec![Facet::new("", rows.iter().enumerate().map(mark).collect())],
        columns: [1, 1],
        x: Scale::shares(1.0).ticks(4),
        y: Y::Rows(groups),
    };
    Some(compose_parts(words, table, &[&plot]))
}

/// The edition of Rebirth that a study is about, where no floor of it is among the logged ones.
fn not_logged(results: &Results, log: &BTreeMap<String, Agreement>) -> String {
    let edition = shown(results).into_iter().find_map(|series| {
        let description = results.groups_of(series).next()?.origin.description()?;
        (description.backend == "rebirth").then(|| description.edition.clone())
    });
    let expansion = edition.as_deref().and_then(|edition| expansion_of("rebirth", edition));
    match expansion.filter(|it| log.get(*it).is_none_or(|it| it.compared == 0)) {
        Some(expansion) => format!(" No log of {expansion} itself is public that we know of."),
        None => String::new(),
    }
}

/// A share rounded down.
fn at_least(share: f64) -> String {
    let decimals = usize::from(share > 0.99);
    let unit = 10_f64.powi(2 + decimals as i32);
    percent((share * unit).floor() / unit, decimals)
}

/// "level 1", "levels 1 to 8".
fn levels(groups: &[&GroupResult]) -> String {
    let levels = || groups.iter().map(|group| group.request.level);
    match (levels().min(), levels().max()) {
        (Some(first), Some(last)) if first < last => format!("levels {first} to {last}"),
        (first, _) => format!("level {}", first.unwrap_or(1)),
    }
}

/// How many floors of logs there are, and where their seeds are.
fn logs(log: Option<Agreement>) -> String {
    let of_logs = |log: Agreement| {
        format!("{} of logs, their seeds in docs/evidence.md", counted(log.compared, "floor"))
    };
    log.map_or_else(String::new, of_logs)
}

/// The floors of the shipped Flash game with as many rooms as players counted on their level, and the
/// groups that they are of.
fn counted_by_players(results: &Results) -> Option<(Agreement, Vec<&GroupResult>)> {
    let is_shipped = |series: &usize| {
        matches!(&results.study.series[*series].source, FloorSource::Backend(rules)
            if rules.backend == Backend::Flash && rules.set.is_empty())
    };
    let series = shown(results).into_iter().find(is_shipped)?;
    let is_plain = |group: &&GroupResult| {
        group.origin.description().is_some_and(|it| it.edition == "wrath-of-the-lamb")
            && group.request.difficulty == Difficulty::Normal
            && (1..=8).contains(&group.request.level)
    };
    let mut groups: Vec<&GroupResult> = plain_groups(results, series).filter(is_plain).collect();
    // Levels that ask for the same have the same layouts, seed by seed: they count once.
    let mut seen = Vec::new();
    groups.retain(|group| {
        let means = layout_means(group);
        let is_new = !seen.contains(&means);
        seen.push(means);
        is_new
    });
    let mut all = Agreement::default();
    for group in &groups {
        let place = usize::from(group.request.level).min(COUNTED.len()) - 1;
        let (fewest, most) = COUNTED[place];
        for (rooms, floors) in group.summary.values(measure::ROOMS_BESIDES_START).iter() {
            let is_same = (f64::from(fewest)..=f64::from(most)).contains(&rooms);
            all.same += if is_same { floors } else { 0 };
            all.compared += floors;
        }
    }
    (all.compared > 0).then_some((all, groups))
}

/// What came of the comparison with the log, or with what players counted.
fn title(log: Option<Agreement>, players: Option<Agreement>) -> String {
    let all = |it: Agreement| it.same == it.compared;
    match (log, players) {
        (Some(log), _) if all(log) => {
            format!("Basement Lab rebuilds all {} logged floors that can be checked", log.same)
        }
        (Some(log), _) => {
            format!(
                "Basement Lab rebuilds {} of {} logged floors that can be checked",
                log.same, log.compared
            )
        }
        (None, Some(players)) if all(players) => {
            "Every floor has as many rooms as players counted".to_owned()
        }
        (None, Some(players)) => format!(
            "{} of floors have as many rooms as players counted",
            percent(players.share().estimate, 0)
        ),
        (None, None) => "The engine beside the real games".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_all_only_where_every_floor_agrees() {
        let of = |same, compared| Some(Agreement { same, compared, left_out: 0 });
        let said = |log, players| title(log, players);
        assert_eq!(
            said(of(74, 74), None),
            "Basement Lab rebuilds all 74 logged floors that can be checked"
        );
        assert_eq!(
            said(of(73, 74), None),
            "Basement Lab rebuilds 73 of 74 logged floors that can be checked"
        );
        assert_eq!([0.208, 0.951, 0.99997].map(at_least), ["20 %", "95 %", "99.9 %"]);
        assert_eq!(said(None, of(9, 9)), "Every floor has as many rooms as players counted");
        assert_eq!(said(None, of(3, 4)), "75 % of floors have as many rooms as players counted");
    }
}
