//! Five measures pair by pair: the first series below the diagonal, the second above it.

use basement_survey::{ArmResult, Interval, Measure, PAIRS, Results};

use super::{counts, in_percent, shares};
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, percent};
use crate::panel::heatmap::{Scale, Tile, color_bar, draw_tile};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, NOTE, QUIET, TICK, sequential, text_width, tint};
use crate::words::{capital, conflicts_among, provenance, request_in_words};

/// The measures that are shown.
const SHOWN: [&str; 5] = ["rooms", "dead_ends", "boss_distance", "secret_neighbours", "loops"];

/// The figure of five measures, on one level of two series.
pub(super) fn figure(results: &Results, arms: [&ArmResult; 2]) -> Option<Figure> {
    let names = [name_of(results, 0), name_of(results, 1)];
    let level = arms[0].request.level;
    let limit = |measure: &str| {
        let ends = arms.iter().filter_map(|arm| {
            let histogram = arm.summary.histogram(Measure::from_name(measure)?);
            Some((histogram.raw_quantile(0.001)?, histogram.raw_quantile(0.999)?))
        });
        ends.fold((u32::MAX, 0), |(least, most), (low, high)| (least.min(low), most.max(high)))
    };
    let limits: Vec<(u32, u32)> = SHOWN.iter().map(|measure| limit(measure)).collect();
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
    for (row, up) in SHOWN.iter().enumerate() {
        for across in &SHOWN[..row] {
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
    notes.extend(conflicts_among(results, &SHOWN));
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
    for (row, up) in SHOWN.iter().enumerate() {
        for across in &SHOWN[..row] {
            for arm in arms {
                greatest = joint(arm, across, up)?.iter().map(|bin| bin.2).fold(greatest, f64::max);
            }
        }
    }
    let scale = Scale { most: limit_for(greatest * 100.0), is_signed: false };
    Some(compose(words, table, 670.0, |drawing, area| {
        let body = area.inset(28.0, 40.0, 22.0, 90.0);
        let rows = body.rows(SHOWN.len(), 20.0);
        for (series, side) in ["below the diagonal", "above the diagonal"].into_iter().enumerate() {
            let look = Type::new(LABEL, hue_of(results, series).text).bold();
            let (x, look) = if series == 0 { (body.x, look) } else { (body.right(), look.end()) };
            drawing.text(format!("{}: {side}", names[series]), x, area.y + 12.0, look);
        }
        for (row, up) in SHOWN.iter().enumerate() {
            for (column, (cell, across)) in
                rows[row].columns(SHOWN.len(), 8.0).into_iter().zip(&SHOWN).enumerate()
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
                if row + 1 == SHOWN.len() {
                    for tick in whole_ticks(limits[column]) {
                        drawing.text(fixed(tick, 0), x.at(tick), cell.bottom() + 14.0, look);
                    }
                }
                // The rows' names and values stand beside the first panel that has them.
                if column == 0 && row > 0 {
                    let heading = Type::new(TICK - 1.0, INK).bold();
                    drawing.text(format!("up: {}", words_of(up)), cell.x, cell.y - 5.0, heading);
                }
                if row == 0 && column + 1 == SHOWN.len() {
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
