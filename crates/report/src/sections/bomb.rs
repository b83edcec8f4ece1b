//! Where to put the bomb.

use std::collections::BTreeSet;

use crate::article::NEXT_RUN;
use crate::frame::guesses::{Advice, FLOORS, Guesses, guesses};
use crate::prelude::*;

/// Secret rooms are often lacking if this share of a level's floors has none.
const OFTEN: f64 = 0.01;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let guesses = guesses(context.results);
    guesses.first()?;
    Section::new("bomb", "Where to put the bomb")
        .of(NEXT_RUN)
        .text(
            "The secret room hides behind a wall. The simplest plan is to bomb the spot with the most rooms around it. The rules give a \
             better one:",
        )
        .list(rules(context, &guesses))
        .table(one_bomb(context, &guesses))
        .sentences([without_one(context.results, &guesses)])
        .unless_empty()
}

/// On which level a game most often has no secret room at all, if a game often lacks one.
fn without_one(results: &Results, guesses: &[Guesses]) -> Option<String> {
    let most = |series: usize| {
        let share = |group: &GroupResult| {
            let (with, all) = (group.summary.kind(RoomKind::Secret).floors, group.summary.floors);
            (group.request.level, (all - with) as f64 / all.max(1) as f64)
        };
        plain_groups(results, series).map(share).max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let found =
        guesses.iter().filter_map(|it| Some((name_of(results, it.series), most(it.series)?)));
    let found: Vec<(&str, (u8, f64))> = found.collect();
    let lacking =
        found.iter().filter(|(_, (_, share))| *share >= OFTEN).map(|(name, (level, share))| {
            format!(
                "Some floors of {name} have no secret room, most often on level {level} ({} of the floors there).",
                percent(*share, 1)
            )
        });
    let lacking: Vec<String> = lacking.collect();
    let always = list(found.iter().filter(|(_, (_, share))| *share == 0.0).map(|(name, _)| *name));
    (!lacking.is_empty()).then(|| match always.is_empty() {
        true => lacking.join(" "),
        false => format!("{} All our floors of {always} have a secret room.", lacking.join(" ")),
    })
}

/// What one bomb finds, series by series.
fn one_bomb(context: &Context<'_>, guesses: &[Guesses]) -> PageTable {
    let results = context.results;
    let row = |of: &Guesses| {
        let shares = [Some(of.by_neighbours), of.by_advice, Some(of.by_rules)];
        let shares = shares.map(|share| share.map_or_else(String::new, |it| share_of_all(it, 0)));
        std::iter::once(name_of(results, of.series).to_owned()).chain(shares).collect()
    };
    let levels: BTreeSet<u8> = guesses.iter().flat_map(|of| &of.levels).copied().collect();
    // A share of one half has the widest interval.
    let fewest = guesses.iter().map(|of| of.floors).min().unwrap_or(0);
    let half = wilson_interval(fewest / 2, fewest).half();
    let has_rebirth =
        guesses.iter().any(|of| Advice::of(results, of.series) == Some(Advice::Rebirth));
    let inside = match has_rebirth {
        true => format!(
            " Rebirth's floors are made of our own rooms, and a big room counts once for each side of the spot that it touches. Its players can do better than its map: the secret room is never behind a wall \
             where rocks or a pit leave no place for a door. The page on {} says how much this helps.",
            context.page("guesses", "guesses.md")
        ),
        false => String::new(),
    };
    PageTable::new(
        &format!("Secret rooms found with one bomb on {}", levels_in_words(levels)),
        &["game", "most rooms", "this advice", "best from the map"],
        guesses.iter().map(row).collect(),
        &format!(
            "{} floors of each level, taken together, those without a secret room left out, ± {} points at most (95 % interval). For the first two columns \
             you see every room that is not hidden. The last uses the exact chances of the rule that places the room, and knows where the super secret room is.{inside}",
            whole(FLOORS.min(results.study.floors)),
            at_most(half * 100.0, 1)
        ),
    )
}

/// The advice for each game of the study.
fn rules(context: &Context<'_>, guesses: &[Guesses]) -> Vec<String> {
    let is_given = |advice: &Advice| {
        guesses.iter().any(|guesses| Advice::of(context.results, guesses.series) == Some(*advice))
    };
    let card = |advice: Advice| match advice {
        Advice::Shipped => format!(
            "**Flash** ({}): bomb a spot that touches three rooms or more but no dead end. Shop, treasure room and boss room are dead ends. If every spot \
             fails this, look at the spots that touch two rooms or more. Check their sides in this order: right, left, below, above. Bomb a spot where a \
             dead end comes before any empty side and before the boss room. If several spots pass, or if all fail again, bomb the one that touches \
             the most rooms.",
            context.rule("F23")
        ),
        Advice::Published => format!(
            "**Flash** ({}): choose a spot with three rooms or more around it, or else two, none of them a dead end. Failing that, any \
             spot beside a room will do, but never one beside the boss room.",
            context.rule("F9")
        ),
        Advice::Rebirth => format!(
            "**Rebirth** ({}): skip every spot beside the boss room or at the long side of a narrow room, where no door fits. Of the \
             others, bomb the one with the most rooms around it.",
            context.rule("R33")
        ),
    };
    [Advice::Shipped, Advice::Published, Advice::Rebirth]
        .into_iter()
        .filter(is_given)
        .map(card)
        .collect()
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{BackendRules, Series, Study};

    use super::*;

    #[test]
    fn one_bomb_has_a_row_for_each_game_with_all_shares() {
        let results = Study::flash_and_rebirth(1).run(&|_| {}).unwrap();
        let guesses = |series, by_rules| Guesses {
            series,
            levels: vec![1, 4],
            floors: 100,
            by_rules,
            by_advice: (series == 0).then_some(0.7),
            by_neighbours: 0.4,
        };
        let table = one_bomb(&Context::new(&results), &[guesses(0, 0.8), guesses(1, 0.41)]);
        assert_eq!(table.caption, "Secret rooms found with one bomb on levels 1 and 4");
        assert_eq!(table.rows[0], ["Flash", "40 %", "70 %", "80 %"]);
        assert_eq!(table.rows[1][1..], ["40 %", "", "41 %"]);
    }

    #[test]
    fn f22_only_deeper_floors_of_the_shipped_flash_lack_a_secret_room() {
        let told = |edition: &str, levels: [u8; 2]| {
            let flash = BackendRules::new(Backend::Flash).edition(edition);
            let study = Study::new("Secret rooms").floors(1_000).levels(levels);
            let results = study.series(Series::new("Flash", flash)).run(&|_| {}).unwrap();
            without_one(&results, &guesses(&results))
        };
        let said = told("wrath-of-the-lamb", [1, 3]).unwrap();
        assert!(
            said.starts_with("Some floors of Flash have no secret room, most often on level 3 ("),
            "{said}"
        );
        assert!(said.ends_with(" of the floors there)."), "{said}");
        assert_eq!(told("wrath-of-the-lamb", [1, 2]), None);
        assert_eq!(told("article", [1, 3]), None);
    }
}
