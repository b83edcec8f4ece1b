//! How often each special room appears, beside the exact chance of its rule.

use basement_floors::RoomKind;
use basement_survey::{ArmResult, Results, wilson_interval};
use strum::VariantArray;

use super::cells::few_of;
use crate::article::claims::is_slight;
use crate::axis::Axis;
use crate::drawing::Type;
use crate::figure::{Figure, Words, compose};
use crate::number::percent;
use crate::origin::origin_line;
use crate::panel::key;
use crate::panel::rows::{estimate, exact as exact_mark, lying_axis, row_label};
use crate::series::{hue_of, name_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, RULE, TICK};
use crate::words::request_in_words;

/// Height of a row.
const ROW: f64 = 26.0;
/// What a black tick means, and the height of that line.
const TICK_MEANS: &str = "chance by the rule, where a dead end is left for the room";
const KEY: f64 = 20.0;

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
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let levels = few_of(&results.study.levels);
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
    let mut table = Table::new(&[
        "series", "level", "kind", "floors", "with", "share", "lower", "upper", "chance", "rule",
    ]);
    for share in shares.iter().filter(|share| kinds.contains(&share.kind)) {
        let interval = wilson_interval(share.hits, share.floors);
        table.row([
            name_of(results, share.series).to_owned(),
            share.level.to_string(),
            share.kind.to_string(),
            share.floors.to_string(),
            share.hits.to_string(),
            exact(interval.estimate),
            exact(interval.lower),
            exact(interval.upper),
            exact(share.chance),
            rule_of(results, share),
        ]);
    }
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
    // The first two stand where they would without further ones.
    let offset = |series: usize| {
        let place = with_rules.iter().position(|other| *other == series).unwrap_or(0);
        let count = with_rules.len().max(2);
        key::aside(
            if with_rules.len() < 2 { series.min(1) } else { place },
            count,
            22.0 / count as f64,
        )
    };
    let height = kinds.len() as f64 * ROW + 80.0 + KEY;
    Some(compose(words, table, height, |drawing, area| {
        let body = area.inset(112.0, 56.0 + KEY, 12.0, 24.0);
        for (column, (plot, level)) in
            body.columns(levels.len(), 38.0).into_iter().zip(&levels).enumerate()
        {
            let look = Type::new(LABEL, INK).bold().middle();
            drawing.text(format!("Level {level}"), plot.middle(), plot.y - 12.0, look);
            let axis = Axis::new((0.0, 100.0), (plot.x, plot.right()));
            lying_axis(drawing, plot, &axis, 2, |tick| percent(tick / 100.0, 0));
            for (row, kind) in kinds.iter().enumerate() {
                let y = plot.y + (row as f64 + 0.5) * ROW;
                if row > 0 {
                    let top = plot.y + row as f64 * ROW;
                    drawing.line(&[(plot.x, top), (plot.right(), top)], 0.5, RULE);
                }
                if column == 0 {
                    let name = kind.to_string().replace('_', " ");
                    row_label(drawing, &name, plot.x - 10.0, y, INK);
                }
                for share in shares
                    .iter()
                    .filter(|share| share.level == *level && share.kind == *kind)
                    .filter(|share| share.chance > 0.0)
                {
                    let y = y + offset(share.series);
                    let interval = wilson_interval(share.hits, share.floors);
                    exact_mark(drawing, y, axis.at(share.chance * 100.0));
                    let values = [interval.lower, interval.estimate, interval.upper];
                    let [lower, middle, upper] = values.map(|value| value * 100.0);
                    let hue = hue_of(results, share.series);
                    estimate(drawing, y, &axis, (lower, middle, upper), hue);
                }
            }
        }
        key::key(drawing, area, results, &with_rules);
        let y = area.y + key::HEIGHT + 8.0;
        exact_mark(drawing, y, area.x + 3.5);
        drawing.text(TICK_MEANS, area.x + 10.0, y + 4.5, Type::new(TICK, INK));
    }))
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
