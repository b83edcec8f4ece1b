//! How often each special room appears, beside the exact chance of its rule.

use basement_floors::RoomKind;
use basement_survey::{ArmResult, Results, wilson_interval};
use strum::VariantArray;

use super::cells::first_middle_last;
use crate::claims::is_slight;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::{Key, Symbol};
use crate::lexicon::request_in_words;
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Look, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of, shown};
use crate::table::{Table, exact};

/// One series' frequency of one kind on one level.
struct Share {
    level: u8,
    series: usize,
    kind: RoomKind,
    floors: u64,
    hits: u64,
    chance: f64,
}

/// The figure, where any room comes by chance.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let levels = first_middle_last(&results.study.levels);
    let has_chances = |series: &usize| results.arms_of(*series).any(|arm| !arm.chances.is_empty());
    let with_rules: Vec<usize> = shown(results).into_iter().filter(has_chances).collect();
    let arms = || {
        levels.iter().flat_map(|level| with_rules.iter().map(|s| results.arm(*s, *level, false)))
    };
    let shares: Vec<Share> = arms().flatten().flat_map(shares_of).collect();
    let kinds: Vec<RoomKind> = RoomKind::VARIANTS
        .iter()
        .copied()
        .filter(|kind| shares.iter().any(|share| share.kind == *kind && share.chance > 0.0))
        .collect();
    if kinds.is_empty() {
        return None;
    }
    let rows = shares.iter().filter(|share| kinds.contains(&share.kind));
    let table = Table::of(
        rows.map(|share| (share, wilson_interval(share.hits, share.floors))),
        &[
            ("series", &|(it, _)| name_of(results, it.series).to_owned()),
            ("level", &|(it, _)| it.level.to_string()),
            ("kind", &|(it, _)| it.kind.to_string()),
            ("floors", &|(it, _)| it.floors.to_string()),
            ("with", &|(it, _)| it.hits.to_string()),
            ("share", &|(_, share)| exact(share.estimate)),
            ("lower", &|(_, share)| exact(share.lower)),
            ("upper", &|(_, share)| exact(share.upper)),
            ("chance", &|(it, _)| exact(it.chance)),
            ("rule", &|(it, _)| rule_of(results, it)),
        ],
    );
    let reading = "Dots: share of floors that have such a room, with its 95 % interval (mostly narrower than \
                   the dot). Black ticks: the chance of the rule, given that a dead end is left for the \
                   room. Rooms that this run state cannot have are left out.";
    let notes = origin_line(results, arms().flatten(), None, "");
    let words = Words {
        name: "special-room-chances".to_owned(),
        title: title(&shares),
        subtitle: format!(
            "Share of floors with each optional room, %; {}, {}",
            request_in_words(results),
            health_in_words(results)
        ),
        caption: format!(
            "Measured frequencies of the optional rooms beside the chances of their rules. {reading}"
        ),
        notes,
        alt: "Dot plot of special-room frequencies by kind and level, with a tick at each rule's \
              exact chance."
            .to_owned(),
    };
    let lanes = with_rules.len();
    let facet = |level: &u8| {
        let own = shares.iter().filter(|share| share.level == *level && share.chance > 0.0);
        let marks = own.flat_map(|share| {
            let row = kinds.iter().position(|kind| *kind == share.kind).unwrap_or(0);
            let of = with_rules.iter().position(|series| *series == share.series).unwrap_or(0);
            let (y, interval) = (lane(row, of, lanes), wilson_interval(share.hits, share.floors));
            let hue = hue_of(results, share.series);
            let bounds = Some((interval.lower, interval.upper));
            let dot =
                Mark::Dot { x: interval.estimate, y, interval: bounds, hue, look: Look::Main };
            [Mark::Tick { x: share.chance, y }, dot]
        });
        Facet::new(format!("Level {level}"), marks.collect())
    };
    let row = |kind: &RoomKind| Row::new(kind.to_string().replace('_', " "), lanes);
    let rows = Group { name: String::new(), rows: kinds.iter().map(row).collect() };
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(1.0).ticks(2),
        y: Y::Rows(vec![rows]),
    };
    let key = Key::of_series(results, &with_rules)
        .and(Symbol::Tick, "chance by the rule, where a dead end is left for the room");
    Some(compose_parts(words, table, &[&key, &plot]))
}

fn shares_of(arm: &ArmResult) -> Vec<Share> {
    let floors = arm.summary.floors;
    arm.chances
        .iter()
        .map(|chance| Share {
            level: arm.request.level,
            series: arm.series,
            kind: chance.kind,
            floors,
            hits: arm.summary.kind(chance.kind).floors,
            chance: chance.chance,
        })
        .collect()
}

fn rule_of(results: &Results, share: &Share) -> String {
    let arm = results.arm(share.series, share.level, false);
    let chances = arm.into_iter().flat_map(|arm| &arm.chances);
    let rules = chances.filter(|chance| chance.kind == share.kind).map(|chance| chance.rule);
    rules.collect::<Vec<_>>().join(" ")
}

/// Whether rooms come as often as their rules' chances.
fn title(shares: &[Share]) -> String {
    let by_chance = shares.iter().filter(|share| share.chance > 0.0);
    let signs = by_chance.map(|share| {
        let interval = wilson_interval(share.hits, share.floors);
        let is_slight = is_slight([share.chance, share.hits as f64 / share.floors.max(1) as f64]);
        let sign =
            i8::from(interval.lower > share.chance) - i8::from(interval.upper < share.chance);
        if is_slight { 0 } else { sign }
    });
    title_of_signs(&signs.collect::<Vec<i8>>())
}

/// The same from the signs of what is told apart from its chance: one in twenty is so by chance.
fn title_of_signs(signs: &[i8]) -> String {
    let less = signs.iter().filter(|sign| **sign < 0).count();
    let of = signs.len();
    if less * 2 > of {
        "Most optional rooms come less often than their rules say"
    } else if less * 8 > of {
        "Some optional rooms come less often than their rules say"
    } else {
        "Optional rooms come as often as their rules say"
    }
    .to_owned()
}

fn health_in_words(results: &Results) -> String {
    let run = &results.study.run;
    format!(
        "{} health, {} coins, {} keys",
        if run.has_full_health() { "full" } else { "less than full" },
        run.coins,
        run.keys
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_goes_by_how_many_rooms_fall_short() {
        assert!(title_of_signs(&[-1, -1, 0]).starts_with("Most"));
        assert!(title_of_signs(&[-1, 0, 0, 0]).starts_with("Some"));
        assert!(title_of_signs(&[0, 0, 1]).contains("as often as"));
        assert!(title_of_signs(&[]).contains("as often as"));
    }
}
