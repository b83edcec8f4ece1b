//! Two measures at once: the room that a generator leaves for variety, and how
//! much of it two generators share.

mod corner;

use basement_survey::{
    ArmResult, Axis as PairAxis, Interval, Measure, PAIRS, Pair, PairCounts, Results,
};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, within};
use crate::panel::heatmap::{Scale, Tile, color_bar, draw_tile, tile_key};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{Diverging, FRAME, INK, LABEL, QUIET, TICK, sequential};
use crate::words::{ByLevel, by_level, capital, conflicts_among, provenance, request_in_words};

/// The first pairs are the expressive ranges.
const RANGES: usize = 3;

/// A figure for each expressive range, then the corner of five measures.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    let Some(level) = closest_level(results) else { return Vec::new() };
    let (Some(x), Some(y)) = (results.arm(0, level, false), results.arm(1, level, false)) else {
        return Vec::new();
    };
    let mut figures: Vec<Figure> =
        (0..RANGES).filter_map(|place| figure(results, place, [x, y])).collect();
    figures.extend(corner::figure(results, [x, y]));
    figures
}

/// The level on which both series have most nearly equally many rooms: there the
/// ranges differ by more than size.
fn closest_level(results: &Results) -> Option<u8> {
    let measure = Measure::from_name("rooms")?;
    let levels = by_level(results, measure, false);
    let gap = |level: &&ByLevel| level.comparison.difference.abs();
    levels.iter().min_by(|a, b| gap(a).total_cmp(&gap(b))).map(|level| level.level)
}

fn counts(arm: &ArmResult, place: usize) -> Option<&PairCounts> {
    arm.summary.pairs().nth(place).map(|(_, counts)| counts)
}

/// Shares by bin, with the bins that came up.
fn shares(counts: &PairCounts) -> Vec<(usize, usize, f64)> {
    let total = counts.total().max(1) as f64;
    counts.iter().map(|(x, y, count)| (x, y, count as f64 / total)).collect()
}

/// The least and greatest bin that either side uses, along both axes, without the
/// outermost thousandth at either end.
fn window(sides: [&PairCounts; 2]) -> [(usize, usize); 2] {
    let along = |coordinate: fn(&(usize, usize, f64)) -> usize| {
        let (mut least, mut most) = (usize::MAX, 0);
        for side in sides {
            let mut by_bin = std::collections::BTreeMap::<usize, f64>::new();
            for bin in shares(side) {
                *by_bin.entry(coordinate(&bin)).or_default() += bin.2;
            }
            let (mut below, mut first, mut last) = (0.0, None, 0);
            for (bin, share) in by_bin {
                if below + share > 0.001 && first.is_none() {
                    first = Some(bin);
                }
                if below < 0.999 {
                    last = bin;
                }
                below += share;
            }
            least = least.min(first.unwrap_or(0));
            most = most.max(last);
        }
        (least.min(most), most)
    };
    [along(|bin| bin.0), along(|bin| bin.1)]
}

/// A bin's place in the measure's unit.
fn value_of(axis: &PairAxis, bin: usize) -> f64 {
    bin as f64 * f64::from(axis.width) / f64::from(axis.measure.scale)
}

fn name(axis: &PairAxis) -> String {
    match axis.measure.name {
        "critical_share" => "linearity (critical share)".to_owned(),
        other => other.replace('_', " "),
    }
}

/// A measure's name with its unit, or with what it is where it has none.
fn described(axis: &PairAxis) -> String {
    match axis.measure.name {
        "critical_share" => "linearity (steps to the boss per room besides the start)".to_owned(),
        "compactness" => "compactness (cells per cell of the bounding box)".to_owned(),
        _ => match axis.measure.unit {
            unit if unit != name(axis) => format!("{} ({unit})", name(axis)),
            _ => name(axis),
        },
    }
}

/// A share with its interval, in per cent.
fn in_percent(share: Interval) -> String {
    within(share.estimate * 100.0, (share.half() * 100.0).max(0.1))
}

fn figure(results: &Results, place: usize, arms: [&ArmResult; 2]) -> Option<Figure> {
    let pair = PAIRS.get(place)?;
    let sides = [counts(arms[0], place)?, counts(arms[1], place)?];
    let overlap = sides[0].overlap(sides[1]);
    let [columns, rows] = window(sides);
    let names = [name_of(results, 0), name_of(results, 1)];
    let level = arms[0].request.level;
    let mut table = Table::new(&[
        pair.x.measure.name,
        pair.y.measure.name,
        "series",
        "floors",
        "share",
        "overlap",
    ]);
    for (side, counts) in sides.iter().enumerate() {
        let total = counts.total() as f64;
        for (x, y, count) in counts.iter() {
            table.row([
                exact(value_of(&pair.x, x)),
                exact(value_of(&pair.y, y)),
                names[side].to_owned(),
                count.to_string(),
                exact(count as f64 / total),
                exact(overlap.estimate),
            ]);
        }
    }
    let most = sides.iter().flat_map(|side| shares(side)).map(|bin| bin.2).fold(0.0, f64::max);
    let scale = Scale { most: limit_for(most * 100.0), is_signed: false };
    let minus = format!("{} minus {}", names[1], names[0]);
    let diverging = Diverging(hue_of(results, 0), hue_of(results, 1));
    let mut notes = vec![
        "The level is the one on which both have most nearly equally many rooms. Each tile is one bin of \
         both measures; its colour is the share of floors that fall into it, with the square root. Both \
         share: the sum over all bins of the smaller share, with its 95 % interval (normal). Struck out: \
         no floor. Bins beyond a thousandth at either end are not shown, but counted."
            .to_owned(),
    ];
    notes.extend(conflicts_among(results, &[pair.x.measure.name, pair.y.measure.name]));
    notes.extend(provenance(results, arms));
    let words = Words {
        name: format!("range-{}-{}", pair.x.measure.name, pair.y.measure.name).replace('_', "-"),
        title: title(results, pair, sides, overlap, level),
        subtitle: format!(
            "{} and {} of the same floor, share of floors, %; level {level}, {}",
            capital(&described(&pair.x)),
            described(&pair.y),
            request_in_words(results)
        ),
        caption: format!(
            "The expressive range of {} and {} in {} and {}, on the same bins, and their difference.",
            names[0],
            names[1],
            name(&pair.x),
            name(&pair.y)
        ),
        notes,
        alt: format!(
            "Two-dimensional histograms of {} and {} for {} and {}.",
            name(&pair.x),
            name(&pair.y),
            names[0],
            names[1]
        ),
    };
    let bins = (columns.1 - columns.0 + 1, rows.1 - rows.0 + 1);
    Some(compose(words, table, 314.0, |drawing, area| {
        let gap_scale = Scale { is_signed: true, ..scale };
        let body = area.inset(32.0, 0.0, 0.0, 0.0);
        for (panel, cell) in body.columns(3, 22.0).into_iter().enumerate() {
            let plot = cell.inset(0.0, 24.0, 0.0, 116.0);
            let side = (plot.width / bins.0 as f64, plot.height / bins.1 as f64);
            let at = |x: usize, y: usize| {
                Area::new(
                    plot.x + (x - columns.0) as f64 * side.0,
                    plot.bottom() - (y - rows.0 + 1) as f64 * side.1,
                    side.0,
                    side.1,
                )
            };
            for x in columns.0..=columns.1 {
                for y in rows.0..=rows.1 {
                    draw_tile(drawing, at(x, y), Tile::Never, sequential);
                }
            }
            let is_shown = |x: usize, y: usize| {
                (columns.0..=columns.1).contains(&x) && (rows.0..=rows.1).contains(&y)
            };
            if panel < 2 {
                for (x, y, share) in shares(sides[panel]) {
                    if is_shown(x, y) {
                        let tile = Tile::Value(scale.place(share * 100.0));
                        draw_tile(drawing, at(x, y), tile, sequential);
                    }
                }
            } else {
                for (x, y, points, is_apart) in differences(sides) {
                    if is_shown(x, y) {
                        let value = Tile::Value(gap_scale.place(points));
                        let tile = if is_apart { value } else { Tile::Muted };
                        draw_tile(drawing, at(x, y), tile, |share| diverging.at(share));
                    }
                }
            }
            drawing.frame(plot, 0.6, FRAME);
            let (heading, color) = match panel {
                2 => (minus.clone(), INK),
                series => (names[series].to_owned(), hue_of(results, series).text),
            };
            drawing.text(heading, plot.x, cell.y + 14.0, Type::new(LABEL, color).bold());
            bin_ticks(drawing, plot, pair, columns, rows, panel == 0);
        }
        let y = area.bottom() - 68.0;
        let look = Type::new(TICK, QUIET);
        drawing.text(format!("across: {}, up: {}", name(&pair.x), name(&pair.y)), area.x, y, look);
        let bar = Area::new(area.x, y + 22.0, (area.width - 46.0) / 2.0, 0.0);
        color_bar(drawing, bar, &scale, "share of floors, %", sequential);
        let bar = Area { x: bar.right() + 46.0, ..bar };
        color_bar(drawing, bar, &gap_scale, &format!("{minus}, points"), |share| {
            diverging.at(share)
        });
        tile_key(drawing, area.x, area.bottom() - 4.0);
    }))
}

/// Ticks at round values of both axes.
fn bin_ticks(
    drawing: &mut Drawing,
    plot: Area,
    pair: &Pair,
    columns: (usize, usize),
    rows: (usize, usize),
    has_labels: bool,
) {
    let limits = |axis: &PairAxis, (least, most): (usize, usize)| {
        (value_of(axis, least), value_of(axis, most + 1))
    };
    let x = Axis::new(limits(&pair.x, columns), (plot.x, plot.right()));
    let y = Axis::new(limits(&pair.y, rows), (plot.bottom(), plot.y));
    // A bin that holds one whole number is labelled in its middle.
    let half = |axis: &PairAxis| if axis.width == 1 { 0.5 } else { 0.0 };
    let decimals = |axis: &PairAxis| usize::from(axis.width > 1);
    for tick in x.ticks(4).into_iter().filter(|tick| tick + half(&pair.x) <= x.most) {
        let at = x.at(tick + half(&pair.x));
        let look = Type::new(TICK, QUIET).middle();
        drawing.text(fixed(tick, decimals(&pair.x)), at, plot.bottom() + 15.0, look);
    }
    if has_labels {
        for tick in y.ticks(4).into_iter().filter(|tick| tick + half(&pair.y) <= y.most) {
            let at = y.at(tick + half(&pair.y));
            let look = Type::new(TICK, QUIET).end();
            drawing.text(fixed(tick, decimals(&pair.y)), plot.x - 5.0, at + 4.0, look);
        }
    }
}

/// The difference of shares in percentage points, bin by bin, and whether it can
/// be told from zero.
fn differences(sides: [&PairCounts; 2]) -> Vec<(usize, usize, f64, bool)> {
    let mut bins = std::collections::BTreeMap::<(usize, usize), [f64; 2]>::new();
    for (side, counts) in sides.iter().enumerate() {
        for (x, y, share) in shares(counts) {
            bins.entry((x, y)).or_default()[side] = share;
        }
    }
    let floors = sides.map(|side| side.total().max(1) as f64);
    bins.into_iter()
        .map(|((x, y), shares)| {
            let variance: f64 =
                shares.iter().zip(floors).map(|(share, n)| share * (1.0 - share) / n).sum();
            let difference = shares[1] - shares[0];
            (x, y, difference * 100.0, difference.abs() > 1.96 * variance.sqrt())
        })
        .collect()
}

fn title(
    results: &Results,
    pair: &Pair,
    sides: [&PairCounts; 2],
    overlap: Interval,
    level: u8,
) -> String {
    // How many bins hold 90 % of the floors: the width of a range.
    let core = |counts: &PairCounts| {
        let mut sorted: Vec<f64> = shares(counts).into_iter().map(|bin| bin.2).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let mut sum = 0.0;
        sorted
            .into_iter()
            .take_while(|share| {
                let goes_on = sum < 0.9;
                sum += share;
                goes_on
            })
            .count()
    };
    let [x, y] = sides.map(core);
    format!(
        "In {} and {} both share {} % of their range on level {level}; 90 % of floors take {x} bins in \
         {}, {y} in {}",
        name(&pair.x),
        name(&pair.y),
        in_percent(overlap),
        name_of(results, 0),
        name_of(results, 1)
    )
}
