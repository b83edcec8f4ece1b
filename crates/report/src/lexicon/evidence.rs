//! The comparison of the engine with the real games, in words.

use std::collections::BTreeMap;

use basement_survey::Results;
use basement_survey::study::GroupResult;

use crate::frame::evidence::Agreement;
use crate::lexicon::{capital, expansion_of, list};
use crate::number::{counted, percent, whole};
use crate::series::{description_of, shown};
use crate::shape::in_words;

/// A sentence on the study's edition of Rebirth, if no logged floor of it was compared.
fn not_logged(results: &Results, log: &BTreeMap<String, Agreement>) -> String {
    let edition = shown(results).into_iter().find_map(|series| {
        let description = description_of(results, series)?;
        (description.backend == "rebirth").then(|| description.edition.clone())
    });
    let expansion = edition.as_deref().and_then(|edition| expansion_of("rebirth", edition));
    match expansion.filter(|it| log.get(*it).is_none_or(|it| it.compared == 0)) {
        Some(expansion) => format!(" We know of no public log of {expansion}."),
        None => String::new(),
    }
}

/// When a floor agrees, and what could not be compared.
pub(crate) fn caption(
    results: &Results,
    log: &BTreeMap<String, Agreement>,
    all: Agreement,
    flash: Option<&(Agreement, Vec<&GroupResult>)>,
) -> String {
    let left_out = match all.left_out {
        0 => String::new(),
        1 => " One more log holds too little to check.".to_owned(),
        count => {
            format!(" {} more logs hold too little to check.", capital(&in_words(count as f64)))
        }
    };
    let flash = flash.map_or_else(String::new, |(all, groups)| {
        format!(
            " For Flash, only the number of rooms could be checked: {} floors of {} are in the range that players counted.",
            of_all(*all),
            levels(groups)
        )
    });
    format!(
        "The game may try several layouts for a floor, and logs each. A floor agrees if three things match in all tries: the number of rooms, \
         the number of big rooms and the start room's seed. That seed can match only if our program drew the same random numbers up to it. No log tells where the boss is.{left_out}{}{flash}",
        not_logged(results, log)
    )
}

/// A share rounded down.
pub(crate) fn at_least(share: f64) -> String {
    percent((share * 1000.0).floor() / 1000.0, 1)
}

/// "level 1", "levels 1 to 8".
pub(crate) fn levels(groups: &[&GroupResult]) -> String {
    let levels = || groups.iter().map(|group| group.request.level);
    match (levels().min(), levels().max()) {
        (Some(first), Some(last)) if first < last => format!("levels {first} to {last}"),
        (first, _) => format!("level {}", first.unwrap_or(1)),
    }
}

/// How many logged floors there are, from which games, and where their seeds are.
pub(crate) fn logs<'a>(log: Agreement, games: impl Iterator<Item = &'a String>) -> String {
    let (floors, games) = (counted(log.compared, "floor"), list(games));
    format!("{floors} of logs of {games}; their seeds in docs/evidence.md")
}

/// "all 74", "73 of 74".
fn of_all(Agreement { same, compared, .. }: Agreement) -> String {
    match same == compared {
        true => format!("all {}", whole(same)),
        false => format!("{} of {}", whole(same), whole(compared)),
    }
}

/// The result of the comparison with the log, or with what players counted.
pub(crate) fn title(log: Option<Agreement>, players: Option<Agreement>) -> String {
    match (log, players.map(of_all)) {
        (Some(log), _) => {
            format!("Rooms and seeds match on {} logged floors that can be checked", of_all(log))
        }
        (None, Some(floors)) => {
            format!("{} floors have as many rooms as players counted", capital(&floors))
        }
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
            "Rooms and seeds match on all 74 logged floors that can be checked"
        );
        assert_eq!(
            said(of(73, 74), None),
            "Rooms and seeds match on 73 of 74 logged floors that can be checked"
        );
        assert_eq!([0.208, 0.951, 0.99997].map(at_least), ["20.8 %", "95.1 %", "99.9 %"]);
        assert_eq!(said(None, of(9, 9)), "All 9 floors have as many rooms as players counted");
        assert_eq!(said(None, of(3, 4)), "3 of 4 floors have as many rooms as players counted");
    }
}
