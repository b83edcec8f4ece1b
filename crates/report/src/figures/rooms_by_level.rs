//! How many rooms, level by level.

use basement_survey::{Results, Values, measure};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::at_most;
use crate::panel::key;
use crate::panel::range::{Range, standing};
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{FRAME, LABEL, QUIET, RULE, TICK};
use crate::words::{by_level, conflicts, finding, list, provenance, request_in_words};

/// The figure, where the study has at least two levels.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let comparisons = by_level(results, measure::ROOMS, false);
    if comparisons.len() < 2 {
        return None;
    }
    let study = &results.study;
    let shown = shown(results);
    let places: Vec<(u8, bool)> = (study.levels.iter().map(|level| (*level, false)))
        .chain(study.labyrinth_levels.iter().map(|level| (*level, true)))
        .collect();
    let mut table = Table::new(&[
        "series",
        "level",
        "labyrinth",
        "floors",
        "mean",
        "minimum",
        "q05",
        "median",
        "q95",
        "maximum",
    ]);
    let mut ranges = Vec::new();
    for series in shown.iter().copied() {
        for (place, (level, labyrinth)) in places.iter().enumerate() {
            let Some(arm) = results.arm(series, *level, *labyrinth) else { continue };
            let values = arm.summary.values(measure::ROOMS);
            let range = range_of(values)?;
            ranges.push((series, place, range));
            table.row([
                name_of(results, series).to_owned(),
                level.to_string(),
                labyrinth.to_string(),
                arm.summary.floors.to_string(),
                exact(values.mean()?),
                exact(range.minimum),
                exact(range.low),
                exact(range.median),
                exact(range.high),
                exact(range.maximum),
            ]);
        }
    }
    let widest =
        comparisons.iter().map(|level| level.comparison.interval().half()).fold(0.0, f64::max);
    let most = ranges.iter().map(|(_, _, range)| range.maximum).fold(0.0, f64::max);
    let mut notes = vec![format!(
        "Hairline: smallest to largest floor. Bar: the middle 90 %. Tick: the median. The start room \
             counts, secret and ultra secret rooms do not. Differences of the title: means, with 95 % \
             intervals (normal) of at most ± {}.",
        at_most(widest, 3)
    )];
    notes.extend(conflicts(results, measure::ROOMS.name));
    notes
        .extend(provenance(results, results.arms.iter().filter(|arm| shown.contains(&arm.series))));
    let words = Words {
        name: "rooms-by-level".to_owned(),
        title: finding(results, measure::ROOMS, &comparisons),
        subtitle: format!(
            "Rooms of the plan by level, {}{}",
            request_in_words(results),
            if study.labyrinth_levels.is_empty() { "" } else { ", and on Labyrinth floors" }
        ),
        caption: format!(
            "Each level's room count, smallest to largest, with the middle 90 % and the median, side by \
             side for {}{}.",
            list(&names_of(results, &shown)),
            if study.labyrinth_levels.is_empty() { "" } else { "; Labyrinth floors on the right" }
        ),
        notes,
        alt: format!(
            "Range chart of rooms by level for {}; the table of the same name has the numbers.",
            list(&names_of(results, &shown))
        ),
    };
    let key_height = key::height_for(&shown);
    Some(compose(words, table, 300.0 + key_height, |drawing, area| {
        let plot = area.inset(30.0, 8.0 + key_height, 4.0, 40.0);
        let y = Axis::new((0.0, limit_for(most)), (plot.bottom(), plot.y));
        for tick in y.ticks(6) {
            drawing.line(&[(plot.x, y.at(tick)), (plot.right(), y.at(tick))], 0.7, RULE);
            let look = Type::new(TICK, QUIET).end();
            drawing.text(format!("{tick:.0}"), plot.x - 6.0, y.at(tick) + 4.0, look);
        }
        let gap = if study.labyrinth_levels.is_empty() { 0.0 } else { 18.0 };
        let step = (plot.width - gap) / places.len() as f64;
        let x = |place: usize| {
            let shift = if places[place].1 { gap } else { 0.0 };
            plot.x + shift + (place as f64 + 0.5) * step
        };
        for (series, place, range) in &ranges {
            let beside = shown.iter().position(|other| other == series).unwrap_or(0);
            let between = (step * 0.85 / shown.len() as f64).min(14.0);
            let at = x(*place) + key::aside(beside, shown.len(), between);
            standing(drawing, at, &y, *range, hue_of(results, *series));
        }
        drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
        for (place, (level, _)) in places.iter().enumerate() {
            let look = Type::new(TICK, QUIET).middle();
            drawing.text(level.to_string(), x(place), plot.bottom() + 16.0, look);
        }
        group_label(drawing, "level", x(0), x(study.levels.len() - 1), plot.bottom() + 33.0);
        if !study.labyrinth_levels.is_empty() {
            let (first, last) = (x(study.levels.len()), x(places.len() - 1));
            group_label(drawing, "Labyrinth, level", first, last, plot.bottom() + 33.0);
        }
        if shown.len() > 2 {
            key::key(drawing, area, results, &shown);
        } else {
            label_series(results, drawing, &ranges, x, &y);
        }
    }))
}

/// Names each series beside its range on the last level without a curse.
fn label_series(
    results: &Results,
    drawing: &mut Drawing,
    ranges: &[(usize, usize, Range)],
    x: impl Fn(usize) -> f64,
    y: &Axis,
) {
    let last = results.study.levels.len() - 1;
    for series in [0, 1] {
        let own = ranges.iter().filter(|range| range.0 == series);
        // The first name goes below its range, the second above.
        let Some((_, place, range)) = own.clone().find(|range| range.1 == last / 2) else {
            continue;
        };
        let hue = hue_of(results, series);
        let (dx, value, dy) =
            if series == 0 { (4.0, range.minimum, 20.0) } else { (0.0, range.maximum, -9.0) };
        let look = Type::new(LABEL, hue.text).bold().middle().rimmed();
        drawing.text(name_of(results, series), x(*place) + dx, y.at(value) + dy, look);
    }
}

fn group_label(drawing: &mut Drawing, text: &str, from: f64, to: f64, y: f64) {
    drawing.text(text, (from + to) / 2.0, y, Type::new(TICK, QUIET).middle());
}

/// Extremes, middle 90 % and median of a measure's values.
pub(super) fn range_of(values: Values<'_>) -> Option<Range> {
    Some(Range {
        minimum: values.minimum()?,
        low: values.quantile(0.05)?,
        median: values.quantile(0.5)?,
        high: values.quantile(0.95)?,
        maximum: values.maximum()?,
    })
}
