//! The comparison of the engine with the real games, in words.

use std::collections::BTreeMap;

use basement_gamelog::EvidenceFloor;
use basement_survey::Results;
use basement_survey::study::GroupResult;

use crate::frame::evidence::{Agreement, has_layouts, has_start_seed, is_compared};
use crate::lexicon::{capital, expansion_of, list};
use crate::number::{counted, percent, whole};
use crate::series::{description_of, shown};
use crate::shape::in_words;

/// A sentence on the study's edition of Rebirth, if no logged floor of it was compared.
fn not_logged(results: &Results, log: &BTreeMap<String, Vec<&EvidenceFloor>>) -> String {
    let edition = shown(results).into_iter().find_map(|series| {
        let description = description_of(results, series)?;
        (description.backend == "rebirth").then(|| description.edition.clone())
    });
    let expansion = edition.as_deref().and_then(|edition| expansion_of("rebirth", edition));
    let is_logged = |it: &str| log.get(it).is_some_and(|it| it.iter().any(|it| is_compared(it)));
    match expansion.filter(|it| !is_logged(it)) {
        Some(expansion) => format!(" We know of no public log of {expansion}."),
        None => String::new(),
    }
}

/// What logs tell, and what could not be compared.
pub(crate) fn caption(
    results: &Results,
    log: &BTreeMap<String, Vec<&EvidenceFloor>>,
    flash: Option<&(Agreement, Vec<&GroupResult>)>,
) -> String {
    let flash = flash.map_or_else(String::new, |(all, groups)| {
        format!(
            " For Flash, only the number of rooms could be checked: {} floors of {} are in the range that players counted.",
            of_all(*all),
            levels(groups)
        )
    });
    let floors: Vec<&EvidenceFloor> = log.values().flatten().copied().collect();
    let [all, layouts, start_seeds] =
        [is_compared, has_layouts, has_start_seed].map(|fact| Agreement::of(&floors, fact));
    let compared = floors.iter().map(|it| it.engine.attempts as u64).sum();
    let attempts = floors.iter().map(|it| it.logged_attempts() as u64).sum();
    let facts = [layouts.compared, start_seeds.compared];
    format!(
        "{}{}{flash}",
        what_logs_tell(all, facts, [compared, attempts]),
        not_logged(results, log)
    )
}

/// What logs tell, and of how many floors; of the layouts that the game tried, how many could be compared and how
/// many there are.
fn what_logs_tell(
    all: Agreement,
    [layouts, start_seeds]: [u64; 2],
    [compared, attempts]: [u64; 2],
) -> String {
    let both = (layouts + start_seeds).saturating_sub(all.compared);
    let tries = match attempts.saturating_sub(compared) {
        // After a difference nothing more is compared.
        0 => String::new(),
        _ if all.same < all.compared => String::new(),
        rest => format!(
            " Of {} tries we compared {}; the other {} depend on the game's own rooms, which we do not have.",
            whole(attempts),
            whole(compared),
            whole(rest)
        ),
    };
    let left_out = match all.left_out {
        0 => String::new(),
        1 => " One more floor could not be compared.".to_owned(),
        count => {
            format!(" {} more floors could not be compared.", capital(&in_words(count as f64)))
        }
    };
    format!(
        "The game may try several layouts for a floor. Logs tell the number of rooms and the big rooms of each try on {}, the start room's seed on {}, and both on {} of these. \
         An equal seed means that our program drew the same random numbers up to it. No log tells where the boss is. Where a log does not tell the mode, we tried normal and hard.{tries}{left_out}",
        counted(layouts, "floor"),
        whole(start_seeds),
        whole(both)
    )
}

/// A share rounded down.
pub(crate) fn at_least(share: f64) -> String {
    percent((share * 1000.0).floor() / 1000.0, 1)
}

/// "level 1", "levels 1 to 8".
fn levels(groups: &[&GroupResult]) -> String {
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

/// The result of the comparison with the logs.
pub(crate) fn title(log: Agreement) -> String {
    match log.same == log.compared {
        true => format!(
            "Nothing in the logs of {} contradicts our floors",
            counted(log.compared, "floor")
        ),
        false => format!("{} logged floors match ours in all that the logs tell", of_all(log)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_all_only_where_every_floor_agrees() {
        let said = |same, compared| title(Agreement { same, compared, left_out: 0 });
        assert_eq!(said(74, 74), "Nothing in the logs of 74 floors contradicts our floors");
        assert_eq!(said(73, 74), "73 of 74 logged floors match ours in all that the logs tell");
        assert_eq!([0.208, 0.951, 0.99997].map(at_least), ["20.8 %", "95.1 %", "99.9 %"]);
    }

    #[test]
    fn the_caption_says_how_much_was_compared() {
        let all = Agreement { same: 74, compared: 74, left_out: 2 };
        assert_eq!(
            what_logs_tell(all, [35, 49], [56, 66]),
            "The game may try several layouts for a floor. Logs tell the number of rooms and the big rooms of each try on 35 floors, the start room's seed on 49, and both on \
             10 of these. An equal seed means that our program drew the same random numbers up to it. No log tells where the boss is. \
             Where a log does not tell the mode, we tried normal and hard. Of 66 tries we compared 56; the other 10 depend on the game's own rooms, which we do not have. Two more floors could not be compared."
        );
    }
}
