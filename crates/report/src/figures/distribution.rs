//! The distribution of each shown measure, level by level. Why the names are kept apart by
//! hand: [the crate](crate) says.

use basement_survey::{Measure, Results, Values};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{decimals_for, fixed, percent, signed};
use crate::origin::origin_line;
use crate::panel::bars::{Limits, Shares, distribution};
use crate::panel::key;
use crate::panel::samples::Strips;
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, MARGIN, QUIET, TICK, WIDTH, text_width};
use crate::words::{ByLevel, by_level, capital, finding, list, request_in_words, title_of};

/// Bins that one panel shows at most.
const MOST_BINS: f64 = 32.0;
/// The share that may lie beyond the shown values, on either side.
const TAIL: f64 = 0.0005;

/// A figure for each measure.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    let measures = results.study.shown_measures();
    measures.into_iter().filter_map(|name| figure(results, Measure::from_name(name)?)).collect()
}

fn figure(results: &Results, measure: &'static Measure) -> Option<Figure> {
    let levels = by_level(results, measure, false);
    if levels.is_empty() {
        return None;
    }
    let shown: Vec<usize> = shown(results)
        .into_iter()
        .filter(|series| has_values(results, *series, &levels, measure))
        .collect();
    let limits = limits(results, &shown, measure, &levels)?;
    let mut table = Table::new(&["series", "level", "value", "floors", "share"]);
    for series in &shown {
        for ByLevel { level, .. } in &levels {
            let Some(arm) = results.arm(*series, *level, false) else { continue };
            let histogram = arm.summary.histogram(measure);
            let total = histogram.total() as f64;
            for (value, bin) in histogram.bins() {
                table.row([
                    name_of(results, *series).to_owned(),
                    level.to_string(),
                    measure.show(value),
                    bin.count.to_string(),
                    exact(bin.count as f64 / total),
                ]);
            }
        }
    }
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let outlined = list(&names_of(results, &shown[1..]));
    let beyond = beyond(results, &shown, measure, &levels, &limits);
    let reading = format!(
        "Triangles: means. Δ: mean of {y} minus mean of {x}, with half its 95 % interval. Shares are of all \
         floors that have the measure; the axes are the same in every panel{beyond}. Maps, all at one \
         scale: the first seed with the least, median and greatest value, once where it is two of them."
    );
    let title = finding(results, measure, &levels);
    let notes = origin_line(results, shown_arms(results, &shown, &levels), None, "");
    let words = Words {
        name: measure.name.replace('_', "-"),
        title: title.clone(),
        subtitle: format!(
            "{} ({}); share of floors, %; {}",
            capital(&measure.definition.replace(" - ", " − ")),
            measure.unit,
            request_in_words(results)
        ),
        caption: format!(
            "The distribution of {} on each level: share of floors by value, {x} as bars and {outlined} \
             as {}. {reading}",
            title_of(measure),
            if shown.len() > 2 { "outlines" } else { "an outline" }
        ),
        notes,
        alt: format!(
            "{title}. Small multiples of the distribution of {} on {} levels for {}.",
            title_of(measure),
            levels.len(),
            list(&names_of(results, &shown))
        ),
    };
    let columns = levels.len().min(4);
    let rows = levels.len().div_ceil(columns);
    let sampled = levels[(levels.len() - 1) / 2].level;
    let panels = 150.0 * rows as f64;
    let strips = Strips::new(results, &shown, measure, sampled);
    let strips_height = strips.height(WIDTH - 2.0 * MARGIN);
    let key_height = key::height_for(&shown);
    Some(compose(words, table, key_height + panels + strips_height + 14.0, |drawing, area| {
        if shown.len() > 2 {
            key::key(drawing, area, results, &shown);
        }
        let area = area.inset(0.0, key_height, 0.0, 0.0);
        let body = Area { height: panels, ..area }.inset(42.0, 0.0, 2.0, 0.0);
        let panel_rows = body.rows(rows, 0.0);
        for (place, ByLevel { level, comparison }) in levels.iter().enumerate() {
            let cell = panel_rows[place / columns].columns(columns, 14.0)[place % columns];
            let plot = cell.inset(0.0, 34.0, 0.0, 28.0);
            let shares = shown.iter().map(|series| {
                let of_series = shares_of(results, *series, *level, measure, &limits);
                of_series.unwrap_or_else(|| Shares::none(hue_of(results, *series)))
            });
            let series: Vec<Shares> = shares.collect();
            let (x, y) = distribution(drawing, plot, &limits, &series, place % columns == 0);
            let half = comparison.interval().half();
            let decimals = decimals_for(half.max(0.005)).min(3);
            let title = Type::new(LABEL, INK).bold();
            drawing.text(format!("Level {level}"), plot.x, cell.y + 11.0, title);
            let delta = if comparison.same_on_every_seed {
                "the same on every seed".to_owned()
            } else {
                let difference = signed(comparison.difference, decimals);
                format!("Δ {difference} ± {}", fixed(half, decimals))
            };
            drawing.text(delta, plot.x, cell.y + 26.0, Type::new(TICK, QUIET));
            if place == 0 && shown.len() == 2 {
                name_series(results, drawing, plot, &series, (&x, &y), &limits);
            }
        }
        let below = Area::new(area.x, body.bottom() + 14.0, area.width, strips_height);
        strips.draw(drawing, below, results);
    }))
}

/// The shares and the mean of a series on a level.
fn shares_of(
    results: &Results,
    series: usize,
    level: u8,
    measure: &'static Measure,
    limits: &Limits,
) -> Option<Shares> {
    let values = results.arm(series, level, false)?.summary.values(measure);
    Some(Shares {
        hue: hue_of(results, series),
        shares: shares(values, limits),
        mean: values.mean()?,
    })
}

/// Names each series as near to its highest point as bars and outline leave room.
fn name_series(
    results: &Results,
    drawing: &mut Drawing,
    plot: Area,
    series: &[Shares],
    (x, y): (&Axis, &Axis),
    limits: &Limits,
) {
    const STEP: f64 = 3.0;
    let half = limits.step / 2.0;
    let top = |share: f64| y.at(share.min(limits.share));
    // What a name must not cover: the bars, and the outline from value to value.
    let mut taken: Vec<Area> = Vec::new();
    for (place, shares) in series.iter().enumerate() {
        let mut before = plot.bottom();
        for (value, share) in &shares.shares {
            let (left, right, top) = (x.at(value - half), x.at(value + half), top(*share));
            if place == 0 {
                taken.push(Area::new(left, top, right - left, plot.bottom() - top));
            } else {
                taken.push(Area::new(left, top, right - left, 0.0));
                taken.push(Area::new(left, top.min(before), 0.0, (top - before).abs()));
                taken.push(Area::new(right, top, 0.0, plot.bottom() - top));
            }
            before = top;
        }
    }
    for (place, shares) in series.iter().enumerate() {
        let mode = shares.shares.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((value, share)) = mode else { continue };
        let (at_x, at_y) = (x.at(*value), top(*share));
        let name = name_of(results, place);
        let (width, height) = (text_width(name, LABEL, true), LABEL * 0.96);
        let columns = ((plot.width - width) / STEP).max(0.0) as u32;
        let rows = ((plot.height - height) / STEP).max(0.0) as u32;
        let spots = (0..=columns).flat_map(|column| (0..=rows).map(move |row| (column, row)));
        let spots = spots.map(|(column, row)| {
            let (dx, dy) = (f64::from(column) * STEP, f64::from(row) * STEP);
            Area::new(plot.x + dx, plot.y + dy, width, height)
        });
        let far = |spot: &Area| {
            let dx = (spot.x - at_x).max(at_x - spot.right()).max(0.0);
            let dy = (spot.y - at_y).max(at_y - spot.bottom()).max(0.0);
            dx.hypot(dy)
        };
        let covered = |spot: &Area| taken.iter().filter(|area| area.touches(spot, 3.0)).count();
        let by_room =
            |a: &Area, b: &Area| covered(a).cmp(&covered(b)).then(far(a).total_cmp(&far(b)));
        let Some(spot) = spots.min_by(by_room) else { continue };
        let look = Type::new(LABEL, hue_of(results, place).text).bold().rimmed();
        drawing.text(name, spot.x, spot.y + LABEL * 0.74, look);
        taken.push(spot);
    }
}

fn shown_arms<'a>(
    results: &'a Results,
    shown: &'a [usize],
    levels: &'a [ByLevel],
) -> impl Iterator<Item = &'a basement_survey::ArmResult> {
    let levels = levels.iter().flat_map(move |level| shown.iter().map(|s| (*s, level.level)));
    levels.filter_map(|(series, level)| results.arm(series, level, false))
}

/// The values of the series that have the measure.
fn all_values<'a>(
    results: &'a Results,
    shown: &'a [usize],
    levels: &'a [ByLevel],
    measure: &'static Measure,
) -> impl Iterator<Item = Values<'a>> {
    let values = shown_arms(results, shown, levels).map(move |arm| arm.summary.values(measure));
    values.filter(|values| values.total() > 0)
}

/// Whether a series has the measure on any of the levels.
fn has_values(
    results: &Results,
    series: usize,
    levels: &[ByLevel],
    measure: &'static Measure,
) -> bool {
    shown_arms(results, &[series], levels).any(|arm| arm.summary.values(measure).total() > 0)
}

/// Axes that hold all panels: the values except thin tails, the greatest share.
fn limits(
    results: &Results,
    shown: &[usize],
    measure: &'static Measure,
    levels: &[ByLevel],
) -> Option<Limits> {
    let scale = f64::from(measure.scale);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for values in all_values(results, shown, levels, measure) {
        least = least.min(values.quantile(TAIL)?);
        most = most.max(values.quantile(1.0 - TAIL)?);
    }
    // Fractions and wide ranges are gathered into wider bins.
    let unit = 1.0 / scale;
    let mut step = if measure.scale <= 2 { unit } else { 0.05_f64.max(unit) };
    while (most - least) / step > MOST_BINS {
        step *= if (step / unit).round() % 5.0 == 0.0 { 2.0 } else { 5.0 };
    }
    let round = |value: f64| (value / step).round() * step;
    let mut limits = Limits { values: (round(least), round(most)), share: 0.0, step };
    for values in all_values(results, shown, levels, measure) {
        let largest =
            shares(values, &limits).into_iter().map(|(_, share)| share).fold(0.0, f64::max);
        limits.share = limits.share.max(largest);
    }
    limits.share = limit_for(limits.share).min(1.0);
    Some(limits)
}

/// The shares of the shown values, gathered into the bins of the axis.
fn shares(values: Values<'_>, limits: &Limits) -> Vec<(f64, f64)> {
    let total = values.total() as f64;
    let mut shares: Vec<(f64, f64)> = Vec::new();
    for (value, floors) in values.iter() {
        let value = (value / limits.step).round() * limits.step;
        if value < limits.values.0 - 1e-9 || value > limits.values.1 + 1e-9 {
            continue;
        }
        let share = floors as f64 / total;
        match shares.last_mut() {
            Some(last) if (last.0 - value).abs() < 1e-9 => last.1 += share,
            _ => shares.push((value, share)),
        }
    }
    shares
}

/// What the notes say of values beyond the axis.
fn beyond(
    results: &Results,
    shown: &[usize],
    measure: &'static Measure,
    levels: &[ByLevel],
    limits: &Limits,
) -> String {
    let most = all_values(results, shown, levels, measure)
        .map(|values| 1.0 - shares(values, limits).into_iter().map(|(_, share)| share).sum::<f64>())
        .fold(0.0, f64::max);
    if most > 1e-9 {
        format!("; values beyond them hold at most {} of a panel", percent(most, 2))
    } else {
        String::new()
    }
}
