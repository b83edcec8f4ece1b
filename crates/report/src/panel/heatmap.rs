//! A grid of cells around the start, coloured by a value, and its colour bar. Why the ticks
//! are not of plotters: [the crate](crate) says.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::number::{decimals_for, fixed};
use crate::theme::{FRAME, INK, MUTED, NOTE, PAPER, QUIET, RULE, STRUCK, WHITE, text_width};
use basement_survey::Color;

/// Cells are shown up to this far from the start: Rebirth's whole grid.
pub(crate) const REACH: i8 = 6;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tile {
    /// The grid has no such cell.
    OffGrid,
    /// No floor ever had it.
    Never,
    /// A difference that cannot be told from zero.
    Muted,
    /// A value to be coloured.
    Value(f64),
}

/// Draws the cells around the start; the start is circled.
pub(crate) fn heatmap(
    drawing: &mut Drawing,
    area: Area,
    tile: impl Fn(i8, i8) -> Tile,
    color: impl Fn(f64) -> Color,
) {
    let side = area.width / f64::from(2 * REACH + 1);
    drawing.grouped(|drawing| {
        for dy in -REACH..=REACH {
            for dx in -REACH..=REACH {
                let x = area.x + f64::from(dx + REACH) * side;
                let y = area.y + f64::from(dy + REACH) * side;
                draw_tile(drawing, Area::new(x, y, side, side), tile(dx, dy), &color);
            }
        }
    });
    let start =
        Area::new(area.x + f64::from(REACH) * side, area.y + f64::from(REACH) * side, side, side);
    drawing.frame(start, 1.6, PAPER);
    drawing.frame(start, 0.8, INK);
}

/// Draws one tile. What never came up is struck out, so that nobody takes it for a
/// small value.
pub(crate) fn draw_tile(
    drawing: &mut Drawing,
    area: Area,
    tile: Tile,
    color: impl Fn(f64) -> Color,
) {
    let area = area.inset(0.25, 0.25, 0.25, 0.25);
    match tile {
        Tile::OffGrid => {}
        Tile::Never => {
            let (from, to) = ((area.x, area.bottom()), (area.right(), area.y));
            drawing.line(&[from, to], 0.7, STRUCK);
            drawing.frame(area, 0.4, RULE);
        }
        Tile::Muted => drawing.rectangle(area, MUTED),
        Tile::Value(value) => drawing.rectangle(area, color(value)),
    }
}

/// What the tiles without a value mean, in a line.
pub(crate) fn tile_key(drawing: &mut Drawing, area: Area, y: f64) {
    const SIDE: f64 = 11.0;
    let mut at = (area.x, y);
    for (tile, meaning) in
        [(Tile::Never, "no floor"), (Tile::Muted, "difference not told from 0 (95 %)")]
    {
        let width = SIDE + 5.0 + text_width(meaning, NOTE, false);
        draw_tile(drawing, Area::new(at.0, at.1 - 9.0, SIDE, SIDE), tile, |_| WHITE);
        drawing.text(meaning, at.0 + SIDE + 5.0, at.1, Type::new(NOTE, QUIET));
        at.0 += width + 18.0;
    }
}

/// A scale of colours. It tells small values apart, as the place of a value is its square root,
/// or is linear, from -1 to 1.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// The greatest value, which is also the least below zero if there is one.
    pub(crate) most: f64,
    /// Whether values below zero are shown.
    pub(crate) is_signed: bool,
    pub(crate) is_linear: bool,
}

impl Scale {
    /// The square roots of values from zero.
    pub(crate) const fn roots(most: f64) -> Self {
        Self { most, is_signed: false, is_linear: false }
    }

    /// The same to both sides of zero.
    pub(crate) const fn signed_roots(most: f64) -> Self {
        Self { most, is_signed: true, is_linear: false }
    }

    /// From -1 to 1.
    pub(crate) const LINEAR: Self = Self { most: 1.0, is_signed: true, is_linear: true };

    /// Where a value lies: 0 to 1, or -1 to 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = (value.abs() / self.most).min(1.0);
        (if self.is_linear { place } else { place.sqrt() }).copysign(value)
    }

    /// Round values to label, as many as have room.
    fn ticks(&self) -> Vec<f64> {
        if self.is_linear {
            return vec![-1.0, -0.5, 0.0, 0.5, 1.0];
        }
        let apart = if self.is_signed { 0.2 } else { 0.12 };
        let power = 10_f64.powf(self.most.log10().floor());
        let round = [5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01].map(|digit| digit * power);
        let mut ticks = vec![self.most];
        for tick in round.into_iter().filter(|tick| *tick < self.most) {
            let last = ticks.last().map_or(1.0, |last| self.place(*last));
            if last - self.place(tick) >= apart && self.place(tick) >= apart {
                ticks.push(tick);
            }
        }
        if self.is_signed {
            ticks.extend(ticks.clone().iter().map(|tick| -tick));
        }
        ticks.push(0.0);
        ticks
    }
}

/// A horizontal colour bar with ticks below it and its unit above.
pub(crate) fn color_bar(
    drawing: &mut Drawing,
    area: Area,
    scale: &Scale,
    unit: &str,
    color: impl Fn(f64) -> Color,
) {
    let least = if scale.is_signed { -1.0 } else { 0.0 };
    let axis = bar(drawing, area, (least, 1.0), color);
    for tick in scale.ticks() {
        bar_tick(drawing, area, axis.at(scale.place(tick)), tick);
    }
    drawing.text(unit, area.x, area.y - 4.5, Type::new(NOTE, QUIET));
}

const BAR_HEIGHT: f64 = 9.0;

fn bar(
    drawing: &mut Drawing,
    area: Area,
    (least, most): (f64, f64),
    color: impl Fn(f64) -> Color,
) -> Axis {
    const STEPS: usize = 96;
    let step = area.width / STEPS as f64;
    for place in 0..STEPS {
        let value = least + (most - least) * (place as f64 + 0.5) / STEPS as f64;
        let x = area.x + place as f64 * step;
        // Steps lie over each other, so that no seam is seen.
        let width = (step + 0.8).min(area.right() - x);
        drawing.rectangle(Area::new(x, area.y, width, BAR_HEIGHT), color(value));
    }
    drawing.frame(Area { height: BAR_HEIGHT, ..area }, 0.6, FRAME);
    Axis::new((least, most), (area.x, area.right()))
}

fn bar_tick(drawing: &mut Drawing, area: Area, x: f64, value: f64) {
    let below = area.y + BAR_HEIGHT;
    drawing.line(&[(x, below), (x, below + 3.5)], 0.8, FRAME);
    drawing.text(
        fixed(value, decimals_of(value)),
        x,
        below + 15.0,
        Type::new(NOTE, QUIET).middle(),
    );
}

/// The decimals that a tick needs: those of two digits at most.
fn decimals_of(value: f64) -> usize {
    let most = decimals_for(value.abs());
    let is_enough = |decimals: &usize| {
        let scaled = value * 10_f64.powi(*decimals as i32);
        (scaled - scaled.round()).abs() < 1e-6
    };
    (0..most).find(is_enough).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_has_the_decimals_that_it_needs() {
        let told = [0.0, 20.0, 30.747, 1.5, 0.5, -0.25, 0.02]
            .map(|value| fixed(value, decimals_of(value)));
        assert_eq!(told, ["0", "20", "31", "1.5", "0.5", "\u{2212}0.25", "0.02"]);
    }

    #[test]
    fn scales_go_with_the_square_root_and_label_round_values() {
        let scale = Scale::signed_roots(16.0);
        assert_eq!(scale.place(16.0), 1.0);
        assert_eq!(scale.place(-4.0), -0.5);
        assert_eq!(scale.place(0.0), 0.0);
        assert_eq!(scale.place(99.0), 1.0);
        let mut ticks = scale.ticks();
        ticks.sort_by(f64::total_cmp);
        assert_eq!(ticks, [-16.0, -10.0, -5.0, -2.0, 0.0, 2.0, 5.0, 10.0, 16.0]);
    }
}
