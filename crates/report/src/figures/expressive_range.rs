//! Two measures at once: the room that a generator leaves for variety, and how
//! much of it two generators share.

use basement_survey::{
    ArmResult, Axis as PairAxis, Interval, Measure, PAIRS, Pair, PairCounts, Results,
};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, percent, within};
use crate::panel::heatmap::{Scale, Tile, color_bar, draw_tile, tile_key};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{Diverging, FRAME, INK, LABEL, NOTE, QUIET, TICK, sequential, text_width, tint};
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
    figures.extend(corner(results, [x, y]));
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
            pair.x.measure.name, pair.y.measure.name, names[0], names[1]
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

/// The measures of the corner.
const CORNER: [&str; 5] = ["rooms", "dead_ends", "boss_distance", "secret_neighbours", "loops"];

/// Five measures pair by pair: the first series below the diagonal, the second
/// above it.
fn corner(results: &Results, arms: [&ArmResult; 2]) -> Option<Figure> {
    let names = [name_of(results, 0), name_of(results, 1)];
    let level = arms[0].request.level;
    let limit = |measure: &str| {
        let ends = arms.iter().filter_map(|arm| {
            let histogram = arm.summary.histogram(Measure::from_name(measure)?);
            Some((histogram.raw_quantile(0.001)?, histogram.raw_quantile(0.999)?))
        });
        ends.fold((u32::MAX, 0), |(least, most), (low, high)| (least.min(low), most.max(high)))
    };
    let limits: Vec<(u32, u32)> = CORNER.iter().map(|measure| limit(measure)).collect();
    // The counts of two measures, whichever way round the pair has them.
    let joint = |arm: &ArmResult, across: &str, up: &str| -> Option<Vec<(u32, u32, f64)>> {
        let place = place_of(across, up)?;
        let is_straight = PAIRS[place].x.measure.name == across;
        let shares = shares(counts(arm, place)?).into_iter();
        let turned = shares.map(|(x, y, share)| {
            let (x, y) = (x as u32, y as u32);
            if is_straight { (x, y, share) } else { (y, x, share) }
        });
        Some(turned.collect())
    };
    let mut table = Table::new(&["series", "across", "up", "x", "y", "share", "overlap"]);
    let mut overlaps = Vec::new();
    for (row, up) in CORNER.iter().enumerate() {
        for across in &CORNER[..row] {
            let place = place_of(across, up)?;
            let overlap = counts(arms[0], place)?.overlap(counts(arms[1], place)?);
            overlaps.push((overlap, *across, *up));
            for (series, arm) in arms.iter().enumerate() {
                for (x, y, share) in joint(arm, across, up)? {
                    table.row([
                        names[series].to_owned(),
                        (*across).to_owned(),
                        (*up).to_owned(),
                        x.to_string(),
                        y.to_string(),
                        exact(share),
                        exact(overlap.estimate),
                    ]);
                }
            }
        }
    }
    let by_overlap =
        |a: &&(Interval, _, _), b: &&(Interval, _, _)| a.0.estimate.total_cmp(&b.0.estimate);
    let least = overlaps.iter().min_by(by_overlap)?;
    let most = overlaps.iter().max_by(by_overlap)?;
    let words_of = |measure: &str| measure.replace('_', " ");
    let mut notes = vec![
        format!(
            "The level is the one on which both have most nearly equally many rooms. Below the diagonal: {}. \
             Above it: {}. On it: the share of floors by value, {} filled, {} as an outline, with the \
             greatest share written above. Struck out: no floor. Colours go with the square root, with the same limits in all \
             panels. Values beyond a thousandth at either end are not shown, but counted.",
            names[0], names[1], names[0], names[1]
        ),
        "Overlap: the sum over all pairs of values of the smaller of both shares, with its 95 % interval \
         (normal)."
            .to_owned(),
    ];
    notes.extend(conflicts_among(results, &CORNER));
    notes.extend(provenance(results, arms));
    let words = Words {
        name: "corner".to_owned(),
        title: capital(&format!(
            "{} and {} set the two apart most (overlap {} %), {} and {} least ({} %), on level {level}",
            words_of(least.1),
            words_of(least.2),
            in_percent(least.0),
            words_of(most.1),
            words_of(most.2),
            in_percent(most.0)
        )),
        subtitle: format!(
            "Five measures of the same floor, pair by pair, in rooms, steps (boss distance) and loops, \
             share of floors, %; level {level}, {}",
            request_in_words(results)
        ),
        caption: format!(
            "Joint distributions of five measures: {} below, {} above the diagonal.",
            names[0], names[1]
        ),
        notes,
        alt: format!("Corner plot of five measures for {} and {}.", names[0], names[1]),
    };
    let mut greatest = 0.0_f64;
    for (row, up) in CORNER.iter().enumerate() {
        for across in &CORNER[..row] {
            for arm in arms {
                greatest = joint(arm, across, up)?.iter().map(|bin| bin.2).fold(greatest, f64::max);
            }
        }
    }
    let scale = Scale { most: limit_for(greatest * 100.0), is_signed: false };
    Some(compose(words, table, 670.0, |drawing, area| {
        let body = area.inset(28.0, 40.0, 22.0, 90.0);
        let rows = body.rows(CORNER.len(), 20.0);
        for (series, side) in ["below the diagonal", "above the diagonal"].into_iter().enumerate() {
            let look = Type::new(LABEL, hue_of(results, series).text).bold();
            let (x, look) = if series == 0 { (body.x, look) } else { (body.right(), look.end()) };
            drawing.text(format!("{}: {side}", names[series]), x, area.y + 12.0, look);
        }
        for (row, up) in CORNER.iter().enumerate() {
            for (column, (cell, across)) in
                rows[row].columns(CORNER.len(), 8.0).into_iter().zip(&CORNER).enumerate()
            {
                drawing.frame(cell, 0.6, FRAME);
                let x = unit_axis(limits[column], (cell.x, cell.right()));
                if row == column {
                    diagonal(drawing, cell, results, arms, across, &x);
                } else {
                    let series = usize::from(row < column);
                    let y = unit_axis(limits[row], (cell.bottom(), cell.y));
                    let bins = joint(arms[series], across, up).unwrap_or_default();
                    strike_out(drawing, &x, &y);
                    let hue = hue_of(results, series);
                    for (at_x, at_y, share) in bins {
                        let (left, right) =
                            (x.at(f64::from(at_x) - 0.5), x.at(f64::from(at_x) + 0.5));
                        let (bottom, top) =
                            (y.at(f64::from(at_y) - 0.5), y.at(f64::from(at_y) + 0.5));
                        let square = Area::new(left, top, right - left, bottom - top);
                        let inside = left >= cell.x - 0.01
                            && right <= cell.right() + 0.01
                            && top >= cell.y - 0.01
                            && bottom <= cell.bottom() + 0.01;
                        if inside {
                            drawing.rectangle(square, tint(hue, scale.place(share * 100.0)));
                        }
                    }
                }
                let look = Type::new(TICK - 1.0, QUIET).middle();
                if row == 0 {
                    let heading = Type::new(TICK - 1.0, INK).bold().middle();
                    drawing.text(words_of(across), cell.middle(), cell.y - 7.0, heading);
                }
                if row + 1 == CORNER.len() {
                    for tick in whole_ticks(limits[column]) {
                        drawing.text(fixed(tick, 0), x.at(tick), cell.bottom() + 14.0, look);
                    }
                }
                // The rows' names and values stand beside the first panel that has them.
                if column == 0 && row > 0 {
                    let heading = Type::new(TICK - 1.0, INK).bold();
                    drawing.text(format!("up: {}", words_of(up)), cell.x, cell.y - 5.0, heading);
                }
                if row == 0 && column + 1 == CORNER.len() {
                    let y = unit_axis(limits[row], (cell.bottom(), cell.y));
                    for tick in whole_ticks(limits[row]) {
                        let look = Type::new(TICK - 1.0, QUIET);
                        drawing.text(fixed(tick, 0), cell.right() + 4.0, y.at(tick) + 4.0, look);
                    }
                }
                if column == 0 && row > 0 {
                    let y = unit_axis(limits[row], (cell.bottom(), cell.y));
                    for tick in whole_ticks(limits[row]) {
                        let look = Type::new(TICK - 1.0, QUIET).end();
                        drawing.text(fixed(tick, 0), cell.x - 4.0, y.at(tick) + 4.0, look);
                    }
                }
            }
        }
        let bars = Area::new(area.x, area.bottom() - 34.0, area.width, 0.0).columns(2, 46.0);
        for (series, bar) in bars.into_iter().enumerate() {
            let unit = format!("{}: share of floors, %", names[series]);
            color_bar(drawing, bar, &scale, &unit, |share| tint(hue_of(results, series), share));
        }
    }))
}

/// Strikes out all pairs of values of a panel, to be drawn over where they came up.
fn strike_out(drawing: &mut Drawing, x: &Axis, y: &Axis) {
    for column in 0..(x.most - x.least).round() as usize {
        for row in 0..(y.most - y.least).round() as usize {
            let (left, right) =
                (x.at(x.least + column as f64), x.at(x.least + (column + 1) as f64));
            let (bottom, top) = (y.at(y.least + row as f64), y.at(y.least + (row + 1) as f64));
            let tile = Area::new(left, top, right - left, bottom - top);
            draw_tile(drawing, tile, Tile::Never, sequential);
        }
    }
}

/// The index in `PAIRS` of the pair of these two measures, in either order.
fn place_of(one: &str, other: &str) -> Option<usize> {
    PAIRS.iter().position(|pair| {
        let names = [pair.x.measure.name, pair.y.measure.name];
        names == [one, other] || names == [other, one]
    })
}

/// An axis with half a step of room at either end.
fn unit_axis((least, most): (u32, u32), places: (f64, f64)) -> Axis {
    Axis::new((f64::from(least) - 0.5, f64::from(most) + 0.5), places)
}

/// Whole numbers at which an axis of whole numbers is labelled.
fn whole_ticks((least, most): (u32, u32)) -> Vec<f64> {
    let axis = Axis::new((f64::from(least), f64::from(most)), (0.0, 1.0));
    axis.ticks(3).into_iter().filter(|tick| tick.fract() == 0.0).collect()
}

fn diagonal(
    drawing: &mut Drawing,
    cell: Area,
    results: &Results,
    arms: [&ArmResult; 2],
    measure: &str,
    x: &Axis,
) {
    let histograms = arms.map(|arm| Some(arm.summary.histogram(Measure::from_name(measure)?)));
    let shares = histograms.map(|histogram| {
        let Some(histogram) = histogram else { return Vec::new() };
        let total = histogram.total().max(1) as f64;
        histogram.bins().map(|(value, bin)| (value, bin.count as f64 / total)).collect::<Vec<_>>()
    });
    let most = shares.iter().flatten().map(|(_, share)| *share).fold(0.0, f64::max);
    // Room above the greatest share for its number.
    let y = Axis::new((0.0, most * 1.25), (cell.bottom(), cell.y));
    let is_shown = |value: u32| {
        f64::from(value) - 0.5 >= x.least - 1e-9 && f64::from(value) + 0.5 <= x.most + 1e-9
    };
    for (value, share) in shares[0].iter().filter(|(value, _)| is_shown(*value)) {
        let (left, right) = (x.at(f64::from(*value) - 0.5), x.at(f64::from(*value) + 0.5));
        let bar = Area::new(left, y.at(*share), right - left, cell.bottom() - y.at(*share));
        drawing.rectangle(bar, hue_of(results, 0).mark);
    }
    let mut points = Vec::new();
    for (value, share) in shares[1].iter().filter(|(value, _)| is_shown(*value)) {
        let (left, right) = (x.at(f64::from(*value) - 0.5), x.at(f64::from(*value) + 0.5));
        if points.is_empty() {
            points.push((left, cell.bottom()));
        }
        points.extend([(left, y.at(*share)), (right, y.at(*share))]);
    }
    if let Some(last) = points.last().copied() {
        points.push((last.0, cell.bottom()));
        drawing.line(&points, 1.5, hue_of(results, 1).mark);
    }
    let greatest = (0..2)
        .flat_map(|series| {
            shares[series].iter().map(move |(value, share)| (*value, *share, series))
        })
        .max_by(|one, other| one.1.total_cmp(&other.1));
    if let Some((value, share, series)) = greatest {
        let look = Type::new(NOTE, hue_of(results, series).text).bold().middle();
        let label = percent(share, 0);
        let half = text_width(&label, NOTE, true) / 2.0 + 2.0;
        let at = x.at(f64::from(value)).clamp(cell.x + half, cell.right() - half);
        drawing.text(label, at, y.at(share) - 4.0, look);
    }
}
