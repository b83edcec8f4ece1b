//! How we know: what the engine was compared with, and what other readings change.

use basement_floors::Difficulty;
use basement_gamelog::{PlayerReport, player_reports};
use basement_survey::statistics::Z;

use crate::article::NOTES;
use crate::figures::evidence_figure;
use crate::frame::evidence::{RUNS, around_secret_rooms};
use crate::prelude::*;
use crate::sections::readings;
use crate::sources::{FLASH_ARTICLE, PORTS};

/// The measures of the table, with their headings.
const SHOWN: [(&Measure, &str); 6] = [
    (measure::ROOMS, "Rooms"),
    (measure::DEAD_ENDS, "Dead ends"),
    (measure::BOSS_DISTANCE, "Doors to the boss"),
    (measure::SECRET_NEIGHBOURS, "Rooms around the secret room"),
    (measure::SECRET_GUESS_RANK, "Bombs until the secret room is found"),
    (measure::ATTEMPTS, "Layouts begun per floor"),
];

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let ports = parameters::shows(results, Backend::Rebirth).then(|| against_ports(context));
    // Where the released Flash differs from what was published, its floors follow it.
    let follows = |series| parameters::is_on(results, series, "flash.secret.shipped_test");
    let released = shown(results).into_iter().any(follows).then(|| of_released_flash(context));
    let logged = context.options.evidence.clone().unwrap_or_default();
    let figure = evidence_figure(results, &logged);
    let around = figure.is_some().then(around);
    let (turned, readings) =
        context.makes_floors.then(|| readings::table(context)).flatten().unzip();
    Section::new("evidence", "How we know")
        .of(NOTES)
        .sentences([ports, released])
        .figure(figure)
        .sentences([around.as_ref().map(|_| reported(context))])
        .folded(around)
        .folded(table(results))
        .sentences([turned])
        .folded(readings)
        .unless_empty()
}

/// What Rebirth's rules were compared with.
fn against_ports(context: &Context<'_>) -> String {
    let ports: Vec<String> = PORTS.iter().map(|port| port.link()).collect();
    format!(
        "Players found Rebirth's rules in the game's code. Three open-source programs rebuild these rules: {}. They mostly agree, and we mostly follow them; {} lists the exceptions. \
         AIsaac was checked against the running game; we compared our floors with logs of Afterbirth+ and Repentance+.",
        list(ports),
        context.page("the rules page", "rules.md#choices")
    )
}

/// How many facts that players reported are true of our floors.
fn reported(context: &Context<'_>) -> String {
    let reports = player_reports();
    let (secret, other): (Vec<_>, Vec<_>) =
        reports.iter().partition(|it| it.is_about_a_secret_room);
    let true_of = |all: &[&PlayerReport]| {
        format!(
            "{} of {}",
            in_words(all.iter().filter(|it| it.agrees).count() as f64),
            in_words(all.len() as f64)
        )
    };
    format!(
        "Players have also {} about seeds of Repentance and Repentance+. Our floors agree with {} reports about seeds and stages, and with {} \
         about secret rooms (in both modes): where these rooms are depends on the game's own rooms, which we do not have.",
        context.page("reported facts", "evidence.md#reported-by-players"),
        true_of(&other),
        true_of(&secret)
    )
}

/// Where the rules of the released Flash are from.
fn of_released_flash(context: &Context<'_>) -> String {
    format!(
        "For Flash we start from the rules published by {}. Where the released game differs ({} to {}), we follow what modders found in its code.",
        FLASH_ARTICLE.in_short(),
        context.rule("F20"),
        context.rule("F25")
    )
}

/// The rooms around the secret room on floors of Basement I, beside published shares.
fn around() -> PageTable {
    let all = around_secret_rooms();
    let mut table = Table::of(1..=4).column("around it", |rooms| counted(*rooms as u64, "room"));
    for mode in [Difficulty::Normal, Difficulty::Hard] {
        let of = |rooms: usize| all.iter().find(|it| (it.0, it.1) == (mode, rooms));
        table = table
            .optional(&format!("{mode}, published"), |rooms| Some(percent(of(*rooms)?.2, 1)))
            .optional(&format!("{mode}, here"), |rooms| {
                let engine = of(*rooms)?.3;
                let half = fixed(engine.half() * 100.0, 1);
                Some(format!("{} ± {half}", percent(engine.estimate, 1)))
            });
    }
    PageTable::new(
        "Rooms around the secret room of Basement I, published and here",
        table,
        format!(
            "{} floors of Afterbirth+ on each side, with the curses that their seeds draw. This is not proof: the built-in rooms were chosen to come near the published \
             shares.{}",
            whole(RUNS.into()),
            apart(&all)
        ),
    )
}

/// The published shares that chance alone does not explain, with all comparisons counted (Bonferroni).
fn apart(all: &[(Difficulty, usize, f64, Interval)]) -> String {
    /// The point of the normal distribution with 5 % / 8 of it beyond its two sides, for eight comparisons.
    const Z_OF_EIGHT: f64 = 2.734_368_8;
    let is_apart = |(_, _, published, engine): &(Difficulty, usize, f64, Interval)| {
        // The published shares are of equally many floors, and have equally wide intervals.
        (engine.estimate - published).abs() > engine.half() * 2.0_f64.sqrt() * Z_OF_EIGHT / Z
    };
    let told = (1..=4).filter_map(|rooms| {
        let mut modes = all.iter().filter(|it| it.1 == rooms && is_apart(it)).map(|it| it.0);
        let modes = match (modes.next()?, modes.next()) {
            (only, None) => format!("{only} mode"),
            _ => "both modes".to_owned(),
        };
        Some(format!("{} in {modes}", counted(rooms as u64, "room")))
    });
    match list(told) {
        none if none.is_empty() => none,
        told => {
            format!(" Of the eight pairs of shares, those for {told} differ by more than chance.")
        }
    }
}

/// Every later series with another edition than its game's first series, and otherwise the same.
fn editions(results: &Results) -> Vec<usize> {
    let is_edition = |series: usize| {
        let base = rules_of(results, base_of(results, series)?)?;
        let own = rules_of(results, series)?;
        Some(base.0 != own.0 && (base.1, base.2) == (own.1, own.2))
    };
    (0..results.study.series.len()).filter(|it| is_edition(*it) == Some(true)).collect()
}

/// The means of other editions beside their games' first, on the middle one of the levels that all have.
fn table(results: &Results) -> Option<PageTable> {
    let editions = editions(results);
    editions.first()?;
    let has_all =
        |level: &u8| editions.iter().all(|it| results.group(*it, *level, false).is_some());
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has_all).collect();
    let level = *levels.get(levels.len().checked_sub(1)? / 2)?;
    let mut columns: Vec<usize> = Vec::new();
    for series in &editions {
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
            Some(it) if it.interval().contains(0.0) || is_slight([it.mean_x, it.mean_y]) => {
                " (alike)"
            }
            _ => "",
        };
        Some(format!("{}{remark}", fixed(mean, 2)))
    };
    let is_there = |(measure, _): &(&'static Measure, &str)| {
        columns.iter().any(|series| cell(*series, measure).is_some())
    };
    let mut table = Table::of(SHOWN.into_iter().filter(is_there))
        .column(&format!("mean on level {level}"), |(_, heading)| *heading);
    for series in &columns {
        table = table.optional(name_of(results, *series), |(measure, _)| cell(*series, measure));
    }
    Some(PageTable::new(
        "What other accounts of the rules change",
        table,
        "Alike: the difference from the game's first column is below 2 %, or its 95 % interval contains zero. \
         Floors of Flash (article) have no super secret room, which counts as a room and a dead end elsewhere.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_that_differ_as_one_of_eight_may_by_chance_are_not_told_apart() {
        let one = |rooms, published, hits| {
            (Difficulty::Hard, rooms, published, wilson_interval(hits, RUNS.into()))
        };
        // 2.2 and 5.6 standard errors of the difference.
        assert_eq!(apart(&[one(3, 0.628, 6130)]), "");
        let said = apart(&[one(3, 0.628, 6130), one(1, 0.014, 250)]);
        assert!(said.contains("those for 1 room in hard mode differ by more"), "{said}");
    }
}
