//! The comparison of the engine with the real games, in words.

use std::collections::BTreeSet;

use basement_gamelog::EvidenceFloor;

use crate::frame::evidence::{
    Agreement, Log, has_big_rooms, has_layouts, has_start_seed, is_compared,
};
use crate::prelude::*;

/// A sentence on the study's edition of Rebirth, if no logged floor of it was compared.
fn not_logged(results: &Results, log: &Log<'_>) -> String {
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
    log: &Log<'_>,
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
    let [layouts, big_rooms, start_seeds] = [has_layouts, has_big_rooms, has_start_seed]
        .map(|fact| Agreement::of(&floors, fact).compared);
    format!(
        "{}{}{}{flash}",
        which_floors(log),
        what_logs_tell(layouts, big_rooms, start_seeds),
        not_logged(results, log)
    )
}

/// How many floors of each game were compared, and of which levels.
fn which_floors(log: &Log<'_>) -> String {
    let of_game = |(game, floors): (&String, &Vec<&EvidenceFloor>)| {
        let count = floors.iter().filter(|it| is_compared(it)).count() as u64;
        (count > 0)
            .then(|| format!("{} of {game} on {}", counted(count, "floor"), on_levels(floors)))
    };
    format!("The logs cover {}. ", list(log.iter().filter_map(of_game)))
}

/// The levels of the floors that were compared.
pub(crate) fn on_levels(floors: &[&EvidenceFloor]) -> String {
    let levels = floors.iter().filter(|it| is_compared(it)).map(|it| it.floor.stage);
    levels_in_words(levels.collect::<BTreeSet<u8>>())
}

/// What logs tell, and of how many floors.
fn what_logs_tell(layouts: u64, big_rooms: u64, start_seeds: u64) -> String {
    let big = match big_rooms == layouts {
        true => " and which of them are big".to_owned(),
        false => format!(", and for {} also which of them are big", whole(big_rooms)),
    };
    format!(
        "The game may try several layouts for a floor. For {} the logs say how many rooms each try has{big}. For {} they give the start room's seed; if \
         ours is the same, our program made the same random choices up to that room. No log says where the boss is. If a log does not name the mode, we tried both.",
        counted(layouts, "floor"),
        whole(start_seeds)
    )
}

/// The floors that were left out; of the layouts that the game tried, how many could be compared and how many
/// there are.
pub(crate) fn left_out(all: Agreement, [compared, attempts]: [u64; 2]) -> String {
    let tries = match attempts.saturating_sub(compared) {
        // After a difference nothing more is compared.
        0 => None,
        _ if all.same < all.compared => None,
        rest => Some(format!(
            "Of {} tries we compared {}; the other {} depend on the game's own rooms, which we do not have.",
            whole(attempts),
            whole(compared),
            whole(rest)
        )),
    };
    let floors = match all.left_out {
        0 => None,
        1 => Some("One more floor could not be compared.".to_owned()),
        count => {
            Some(format!("{} more floors could not be compared.", capital(&in_words(count as f64))))
        }
    };
    tries.into_iter().chain(floors).collect::<Vec<_>>().join(" ")
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
    }

    #[test]
    fn the_caption_says_how_much_was_compared() {
        assert_eq!(
            what_logs_tell(35, 34, 49),
            "The game may try several layouts for a floor. For 35 floors the logs say how many rooms each try has, and for 34 also which of them are big. For 49 they give \
             the start room's seed; if ours is the same, our program made the same random choices up to that room. No log says where the boss is. If a log does not name the \
             mode, we tried both."
        );
        assert!(what_logs_tell(35, 35, 49).contains("each try has and which of them are big. For"));
        let all = Agreement { same: 74, compared: 74, left_out: 2 };
        assert_eq!(
            left_out(all, [56, 66]),
            "Of 66 tries we compared 56; the other 10 depend on the game's own rooms, which we do not have. Two more floors could not be compared."
        );
        assert_eq!(left_out(Agreement { left_out: 0, ..all }, [56, 56]), "");
    }
}
