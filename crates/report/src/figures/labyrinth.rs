//! What Curse of the Labyrinth does to a floor.

use basement_survey::{Interval, Measure, Results};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{at_most, fixed, within};
use crate::panel::key;
use crate::panel::rows::lying_axis;
use crate::series::{games, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, NOTE, PAPER, QUIET};
use crate::words::{capital, conflicts_among, list, provenance, request_in_words};

/// The measures that are shown.
const SHOWN: [&str; 6] =
    ["rooms", "dead_ends", "loops", "boss_distance", "degree_mean", "secret_neighbours"];

/// One series on one level: the mean without and with the curse.
struct Pair {
    series: usize,
    level: u8,
    plain: Interval,
    cursed: Interval,
}

impl Pair {
    /// The mean with the curse divided by the mean without it, with half its 95 % interval (normal,
    /// relative errors added in squares).
    fn ratio(&self) -> Option<(f64, f64)> {
        let (plain, cursed) = (self.plain, self.cursed);
        if plain.estimate <= 0.0 || cursed.estimate <= 0.0 {
            return None;
        }
        let ratio = cursed.estimate / plain.estimate;
        let relative = (plain.half() / plain.estimate).hypot(cursed.half() / cursed.estimate);
        Some((ratio, ratio * relative))
    }
}

/// The figure, where a level was generated with and without the curse.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn pairs(results: &Results, measure: &'static Measure) -> Vec<Pair> {
    let mean = |series: usize, level: u8, labyrinth: bool| {
        let arm = results.arm(series, level, labyrinth)?;
        arm.summary.values(measure).mean_interval()
    };
    let levels = &results.study.labyrinth_levels;
    levels
        .iter()
        .flat_map(|level| shown(results).into_iter().map(|series| (series, *level)))
        .filter_map(|(series, level)| {
            let (plain, cursed) = (mean(series, level, false)?, mean(series, level, true)?);
            Some(Pair { series, level, plain, cursed })
        })
        .collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let shown = shown(results);
    let panels: Vec<(&'static Measure, Vec<Pair>)> = SHOWN
        .into_iter()
        .filter_map(Measure::from_name)
        .map(|measure| (measure, pairs(results, measure)))
        .filter(|(_, pairs)| !pairs.is_empty())
        .collect();
    if panels.is_empty() {
        return None;
    }
    let mut table = Table::new(&[
        "measure",
        "series",
        "level",
        "mean_without",
        "half_width_without",
        "mean_with",
        "half_width_with",
        "ratio",
        "ratio_half_width",
    ]);
    for (measure, pairs) in &panels {
        for pair in pairs {
            table.row([
                measure.name.to_owned(),
                name_of(results, pair.series).to_owned(),
                pair.level.to_string(),
                exact(pair.plain.estimate),
                exact(pair.plain.half()),
                exact(pair.cursed.estimate),
                exact(pair.cursed.half()),
                pair.ratio().map_or_else(String::new, |(ratio, _)| exact(ratio)),
                pair.ratio().map_or_else(String::new, |(_, half)| exact(half)),
            ]);
        }
    }
    let widest = panels
        .iter()
        .flat_map(|(_, pairs)| pairs)
        .flat_map(|pair| [pair.plain, pair.cursed])
        .filter(|mean| mean.estimate > 0.0)
        .map(|mean| mean.half() / mean.estimate)
        .fold(0.0, f64::max);
    let widest_ratio = panels
        .iter()
        .flat_map(|(_, pairs)| pairs)
        .filter_map(|pair| Some(pair.ratio()?.1))
        .fold(0.0, f64::max);
    let mut notes = vec![format!(
        "Ring: mean without a curse. Dot: mean under Curse of the Labyrinth, on the same level. All 95 % \
             intervals (normal) are within ± {} % of the mean, narrower than the marks. ×: how many times the \
             mean without a curse, with 95 % intervals of at most ± {} (relative errors added in squares), \
             grey where it holds 1; there the ring lies under the dot.",
        at_most(widest * 100.0, 1),
        at_most(widest_ratio, 2)
    )];
    if !games(results).is_empty() {
        notes.push(
            "Sources: all give 1.8 times the rooms, at most 45 (F3, R6); the shipped Flash game counts a \
             level deeper (F20); one in ten candidates that would close a loop passes in Rebirth (R10)."
                .to_owned(),
        );
    }
    notes.extend(conflicts_among(results, &SHOWN));
    notes.extend(provenance(
        results,
        results.arms.iter().filter(|arm| {
            shown.contains(&arm.series)
                && results.study.labyrinth_levels.contains(&arm.request.level)
        }),
    ));
    let words = Words {
        name: "labyrinth".to_owned(),
        title: title(results, &panels),
        subtitle: format!(
            "Means per floor (rooms, dead ends, loops, steps to the boss, doors a room, rooms around the \
             secret room) by level; under Curse of the Labyrinth and {}",
            request_in_words(results)
        ),
        caption: format!(
            "What the curse does to six measures, for {}.",
            list(&names_of(results, &shown))
        ),
        notes,
        alt: "Dumbbell charts of six measures without and with Curse of the Labyrinth.".to_owned(),
    };
    let key_height = key::height_for(&shown);
    Some(compose(words, table, 3.0 * 158.0 + key_height, |drawing, area| {
        if shown.len() > 2 {
            key::key(drawing, area, results, &shown);
        }
        let rows = area.inset(0.0, key_height, 0.0, 0.0).rows(panels.len().div_ceil(2), 4.0);
        for (place, (measure, pairs)) in panels.iter().enumerate() {
            let cell = rows[place / 2].columns(2, 24.0)[place % 2];
            panel(drawing, cell, results, measure, pairs, place == 0);
        }
    }))
}

fn panel(
    drawing: &mut Drawing,
    cell: Area,
    results: &Results,
    measure: &'static Measure,
    pairs: &[Pair],
    has_names: bool,
) {
    let name = capital(&measure.name.replace('_', " "));
    drawing.text(name, cell.x, cell.y + 12.0, Type::new(LABEL, INK).bold());
    let plot = cell.inset(34.0, 22.0, 40.0, 24.0);
    let most =
        pairs.iter().map(|pair| pair.plain.estimate.max(pair.cursed.estimate)).fold(0.1, f64::max);
    let axis = Axis::new((0.0, limit_for(most)), (plot.x, plot.right()));
    let decimals = usize::from(axis.most < 2.0);
    lying_axis(drawing, plot, &axis, 4, |tick| fixed(tick, decimals));
    if has_names {
        drawing.text("level", plot.x - 8.0, plot.y + 3.0, Type::new(NOTE, QUIET).end());
        // The key of the marks, beside the first heading.
        let (x, y) = (cell.x + 62.0, cell.y + 7.5);
        drawing.dot(x, y, 4.0, INK);
        drawing.dot(x, y, 2.5, PAPER);
        drawing.text("no curse", x + 8.0, y + 4.0, Type::new(NOTE, INK));
        drawing.dot(x + 70.0, y, 4.0, INK);
        drawing.text("Labyrinth", x + 78.0, y + 4.0, Type::new(NOTE, INK));
    }
    let shown = shown(results);
    let levels = &results.study.labyrinth_levels;
    let height = plot.height / levels.len() as f64;
    for (row, level) in levels.iter().enumerate() {
        let middle = plot.y + (row as f64 + 0.5) * height;
        drawing.text(level.to_string(), plot.x - 8.0, middle + 4.5, Type::new(NOTE, QUIET).end());
        for pair in pairs.iter().filter(|pair| pair.level == *level) {
            let place = shown.iter().position(|series| *series == pair.series).unwrap_or(0);
            let y = middle + key::aside(place, shown.len(), 22.0 / shown.len() as f64);
            let hue = hue_of(results, pair.series);
            let (from, to) = (axis.at(pair.plain.estimate), axis.at(pair.cursed.estimate));
            drawing.line(&[(from, y), (to, y)], 1.8, hue.mark);
            drawing.dot(from, y, 4.0, hue.mark);
            drawing.dot(from, y, 2.5, PAPER);
            drawing.dot(to, y, 4.0, hue.mark);
            if let Some((ratio, half)) = pair.ratio() {
                let color = if (ratio - 1.0).abs() > half { hue.text } else { QUIET };
                let text = format!("×{}", fixed(ratio, 2));
                drawing.text(text, plot.right() + 8.0, y + 4.0, Type::new(NOTE, color));
            }
            if has_names && row == 0 && shown.len() <= 2 {
                let look = Type::new(NOTE, hue.text).bold();
                drawing.text(name_of(results, pair.series), to + 8.0, y + 4.0, look);
            }
        }
    }
}

/// What the curse multiplies most and least on the first level.
fn title(results: &Results, panels: &[(&'static Measure, Vec<Pair>)]) -> String {
    let ratio = |measure: &str, series: usize| {
        let (_, pairs) = panels.iter().find(|(other, _)| other.name == measure)?;
        let pair = pairs.iter().find(|pair| pair.series == series)?;
        Some((pair.level, pair.ratio()?))
    };
    let part = |series: usize| {
        let (_, rooms) = ratio("rooms", series)?;
        let (_, way) = ratio("boss_distance", series)?;
        let name = name_of(results, series);
        Some(format!(
            "{} times the rooms but {} times the way to the boss in {name}",
            within(rooms.0, rooms.1),
            within(way.0, way.1)
        ))
    };
    let level = ratio("rooms", 0).map_or(0, |(level, _)| level);
    let parts: Vec<String> = [0, 1].into_iter().filter_map(part).collect();
    format!("A Labyrinth of level {level} has {}", parts.join(", "))
}
