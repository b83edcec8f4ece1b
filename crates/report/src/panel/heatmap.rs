//! Grids of cells around the start, coloured by a value, and their colour bars. [The crate](crate) says why it draws
//! its own ticks.

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::layout::is_narrow;
use crate::prelude::*;
use crate::theme::{
    Diverging, FRAME, MUTED, NOTE, PAPER, Paint, RULE, STRUCK, TICK, WHITE, sequential,
};

/// Cells are shown up to this far from the start: Rebirth's whole grid.
pub(crate) const REACH: i8 = 6;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tile {
    /// The grid has no such cell.
    OffGrid,
    /// No floor ever had it.
    Never,
    /// A difference that cannot be distinguished from zero.
    Muted,
    /// A value to be coloured.
    Value(f64),
}

/// The places of a map, row by row: columns and rows from the start.
pub(crate) fn offsets() -> impl Iterator<Item = (i8, i8)> {
    (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)))
}

/// The tiles of a map, in the order of its places.
pub(crate) type Grid = Vec<Tile>;

/// Maps around the start: a row for each thing that is mapped, above the colour bars of their scales.
pub(crate) struct Heatmaps {
    /// The heading of each column.
    pub(crate) columns: Vec<String>,
    /// The name of each row, its colour, the index of its maps' scale, and the maps.
    pub(crate) rows: Vec<(String, Paint, usize, Vec<Grid>)>,
    pub(crate) scales: Scales,
}

/// The height of the headings of columns, and of the name above a row of maps.
const HEAD: f64 = 18.0;
const HEADING: f64 = 22.0;

impl Heatmaps {
    /// The space between maps, and the side of a map.
    fn layout(&self, width: f64) -> (f64, f64) {
        let columns = self.columns.len().max(3) as f64;
        let gap = if is_narrow(width) { 6.0 } else { 14.0 };
        (gap, (width - gap * (columns - 1.0)) / columns)
    }
}

impl Part for Heatmaps {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let (gap, side) = self.layout(area.width);
        let x = |column: usize| area.x + column as f64 * (side + gap);
        for (column, heading) in self.columns.iter().enumerate() {
            let look = Type::new(TICK, INK).bold().middle();
            drawing.text(heading, x(column) + side / 2.0, area.y + 11.0, look);
        }
        let mut y = area.y + HEAD;
        for (name, paint, scale, grids) in &self.rows {
            let name = shortened(name, TICK, true, area.width);
            drawing.text(name, area.x, y + HEADING - 5.0, Type::new(TICK, *paint).bold());
            for (column, grid) in grids.iter().enumerate() {
                let map = Area::new(x(column), y + HEADING, side, side);
                draw_grid(drawing, map, grid, |value| self.scales.paint(*scale, value));
            }
            y += side + HEADING;
        }
        let rows = self.rows.len() as f64 * (side + HEADING);
        HEAD + rows + self.scales.draw(drawing, Area { y, ..area })
    }
}

/// Draws the cells around the start; the start is outlined.
fn draw_grid(drawing: &mut Drawing, area: Area, grid: &Grid, color: impl Fn(f64) -> Paint) {
    let side = area.width / f64::from(2 * REACH + 1);
    let place = |(dx, dy): (i8, i8)| {
        let [right, down] = [dx, dy].map(|steps| f64::from(steps + REACH) * side);
        Area::new(area.x + right, area.y + down, side, side)
    };
    drawing.grouped(|drawing| {
        for (offset, tile) in offsets().zip(grid) {
            draw_tile(drawing, place(offset), *tile, &color);
        }
    });
    drawing.frame(place((0, 0)), 1.6, PAPER);
    drawing.frame(place((0, 0)), 0.8, INK);
}

/// Draws one tile. A cell that no floor had is struck out, so that nobody takes it for a small value.
pub(super) fn draw_tile(
    drawing: &mut Drawing,
    area: Area,
    tile: Tile,
    color: impl Fn(f64) -> Paint,
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
fn tile_key(drawing: &mut Drawing, area: Area, y: f64) {
    const SIDE: f64 = 11.0;
    let mut at = (area.x, y);
    for (tile, meaning) in
        [(Tile::Never, "no floor"), (Tile::Muted, "no clear difference from 0 (95 %)")]
    {
        let width = SIDE + 5.0 + text_width(meaning, NOTE, false);
        draw_tile(drawing, Area::new(at.0, at.1 - 9.0, SIDE, SIDE), tile, |_| WHITE.into());
        drawing.text(meaning, at.0 + SIDE + 5.0, at.1, Type::new(NOTE, QUIET));
        at.0 += width + 18.0;
    }
}

/// A scale of colours: either of square roots, which separates small values, or linear from -1 to 1.
#[derive(Clone, Copy)]
pub(crate) struct ColorScale {
    /// The greatest value. On a signed scale, the least value is its negative.
    pub(crate) most: f64,
    /// Whether values below zero are shown.
    pub(crate) is_signed: bool,
    pub(crate) is_linear: bool,
}

impl ColorScale {
    /// The square roots of values from zero.
    pub(crate) const fn roots(most: f64) -> Self {
        Self { most, is_signed: false, is_linear: false }
    }

    /// Square roots on both sides of zero.
    pub(crate) const fn signed_roots(most: f64) -> Self {
        Self { most, is_signed: true, is_linear: false }
    }

    /// From -1 to 1.
    pub(crate) const LINEAR: Self = Self { most: 1.0, is_signed: true, is_linear: true };

    /// The place of a value: 0 to 1, or -1 to 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = (value.abs() / self.most).min(1.0);
        (if self.is_linear { place } else { place.sqrt() }).copysign(value)
    }

    /// Round values to label, as many as fit.
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

/// The scales of maps, with their units: of shares, and of differences, which have the colours of two series.
/// A colour bar for each, above a legend of the tiles without a value.
pub(crate) struct Scales {
    scales: [(ColorScale, String); 2],
    differences: Diverging,
}

/// The height of a colour bar with its unit and its ticks.
const BAR: f64 = 48.0;

impl Scales {
    /// The scales of shares and of their differences, up to these values, in per cent.
    pub(crate) fn of_shares(results: &Results, [most, most_gap]: [f64; 2]) -> Self {
        let points = format!("{}, points", minus(results));
        Self {
            scales: [
                (ColorScale::roots(limit_for(most)), "share of floors, %".to_owned()),
                (ColorScale::signed_roots(limit_for(most_gap)), points),
            ],
            differences: Diverging(hue_of(results, 0), hue_of(results, 1)),
        }
    }

    /// The colour of a value on one of the scales.
    pub(super) fn paint(&self, scale: usize, value: f64) -> Paint {
        self.paint_at(scale, self.scales[scale].0.place(value))
    }

    fn paint_at(&self, scale: usize, place: f64) -> Paint {
        if scale == 0 { sequential(place).into() } else { self.differences.at(place) }
    }
}

impl Part for Scales {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        // Side by side, or on a phone one below the other.
        let is_narrow = is_narrow(area.width);
        let height = 30.0 + BAR * if is_narrow { 2.0 } else { 1.0 };
        let bars = match is_narrow {
            true => vec![area.inset(6.0, 20.0, 18.0, 0.0); 2],
            false => area.inset(6.0, 20.0, 6.0, 0.0).columns(2, 34.0),
        };
        for (place, ((scale, unit), bar)) in self.scales.iter().zip(bars).enumerate() {
            let y = bar.y + if is_narrow { BAR * place as f64 } else { 0.0 };
            color_bar(drawing, Area { y, ..bar }, scale, unit, |at| self.paint_at(place, at));
        }
        tile_key(drawing, area, area.y + height - 14.0);
        height
    }
}

/// "Rebirth minus Flash".
pub(crate) fn minus(results: &Results) -> String {
    format!("{} minus {}", name_of(results, 1), name_of(results, 0))
}

/// A horizontal colour bar with ticks below it and its unit above.
pub(crate) fn color_bar(
    drawing: &mut Drawing,
    area: Area,
    scale: &ColorScale,
    unit: &str,
    color: impl Fn(f64) -> Paint,
) {
    const STEPS: usize = 96;
    const HEIGHT: f64 = 9.0;
    let least = if scale.is_signed { -1.0 } else { 0.0 };
    let step = area.width / STEPS as f64;
    for place in 0..STEPS {
        let value = least + (1.0 - least) * (place as f64 + 0.5) / STEPS as f64;
        let x = area.x + place as f64 * step;
        // Steps overlap, so that no seam shows.
        let width = (step + 0.8).min(area.right() - x);
        drawing.rectangle(Area::new(x, area.y, width, HEIGHT), color(value));
    }
    drawing.frame(Area { height: HEIGHT, ..area }, 0.6, FRAME);
    let axis = Axis::new((least, 1.0), (area.x, area.right()));
    let (below, look) = (area.y + HEIGHT, Type::new(NOTE, QUIET));
    for tick in scale.ticks() {
        let x = axis.at(scale.place(tick));
        drawing.line(&[(x, below), (x, below + 3.5)], 0.8, FRAME);
        drawing.text(in_two_digits(tick), x, below + 15.0, look.middle());
    }
    drawing.text(unit, area.x, area.y - 4.5, look);
}

/// A tick in at most two digits, without needless ones.
fn in_two_digits(tick: f64) -> String {
    let scale = Scale::new(tick, tick).decimals(decimals_for(tick.abs()));
    scale.show_with(tick, scale.decimals_of(&[tick]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_has_the_decimals_that_it_needs() {
        let told = [0.0, 20.0, 30.747, 1.5, 0.5, -0.25, 0.02].map(in_two_digits);
        assert_eq!(told, ["0", "20", "31", "1.5", "0.5", "\u{2212}0.25", "0.02"]);
    }

    #[test]
    fn scales_go_with_the_square_root_and_label_round_values() {
        let scale = ColorScale::signed_roots(16.0);
        assert_eq!(scale.place(16.0), 1.0);
        assert_eq!(scale.place(-4.0), -0.5);
        assert_eq!(scale.place(0.0), 0.0);
        assert_eq!(scale.place(99.0), 1.0);
        let mut ticks = scale.ticks();
        ticks.sort_by(f64::total_cmp);
        assert_eq!(ticks, [-16.0, -10.0, -5.0, -2.0, 0.0, 2.0, 5.0, 10.0, 16.0]);
    }
}
