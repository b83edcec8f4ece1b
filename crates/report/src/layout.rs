//! The place of everything in a figure: the one home of margins, ticks, headings, keys and labels that must
//! not collide. What is laid out here is as wide as its page or phone.

mod key;
mod marks;

pub(crate) use self::key::{Key, Symbol};
pub(crate) use self::marks::RADIUS;
use self::marks::name_shapes;
use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::plot::{Facet, Plot, PlotMark, PlotRow, RowGroup, Scale, Y};
use crate::theme::{FRAME, INK, NOTE, PHONE_WIDTH, QUIET, RULE, TICK};

/// The space between facets, and the sizes of what is around them.
const GAP: f64 = 22.0;
const HEADING: f64 = 18.0;
const BELOW: f64 = 20.0;
const TITLE: f64 = 15.0;
/// The heights of a lane of a row, of the rest of the row, and of a group's name.
const LANE: f64 = 12.5;
const PAD: f64 = 9.0;
const GROUP: f64 = 20.0;

/// A part of a figure's body, in a strip as wide as the figure.
pub(crate) trait Part {
    /// Draws it from the top of an area down, as wide as the area, and returns the height that it takes.
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64;
}

/// Whether an area of this width is on a phone.
pub(crate) fn is_narrow(width: f64) -> bool {
    width <= PHONE_WIDTH
}

/// A part that is drawn by a function.
impl<D: Fn(&mut Drawing, Area) -> f64> Part for D {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        self(drawing, area)
    }
}

impl Part for Plot {
    fn draw(&self, drawing: &mut Drawing, area: Area) -> f64 {
        let fitted = Fitted::new(self, area.width);
        let mut y = area.y;
        for facets in &fitted.rows {
            let strip = Area::new(area.x, y, area.width, fitted.facet);
            for (place, facet) in facets.iter().enumerate() {
                let cell = fitted.cell(strip, place);
                fitted.draw(drawing, cell, strip.x, facet, place == 0);
            }
            y += fitted.facet + 8.0;
        }
        fitted.rows.len() as f64 * (fitted.facet + 8.0)
    }
}

impl Plot {
    /// The scale of a facet: its own, or the one that all share.
    fn scale_of<'a>(&'a self, facet: &'a Facet) -> &'a Scale {
        facet.scale.as_ref().unwrap_or(match &self.y {
            Y::Values(scale, _) => scale,
            Y::Rows(_) => &self.x,
        })
    }
}

/// A plot fitted to a width.
struct Fitted<'a> {
    plot: &'a Plot,
    is_narrow: bool,
    rows: Vec<Vec<&'a Facet>>,
    columns: usize,
    /// The room for names or ticks to the left of each row of facets.
    left: f64,
    /// Whether names of rows are above their marks, because there is no room beside them.
    is_above: bool,
    /// The heights of a facet's head and of the whole facet.
    head: f64,
    facet: f64,
}

impl<'a> Fitted<'a> {
    fn new(plot: &'a Plot, width: f64) -> Self {
        let is_narrow = is_narrow(width);
        let columns = plot.columns[usize::from(is_narrow)].clamp(1, plot.facets.len().max(1));
        let facets: Vec<&Facet> = plot.facets.iter().collect();
        let rows: Vec<Vec<&Facet>> = facets.chunks(columns).map(<[&Facet]>::to_vec).collect();
        let any = |has: fn(&Facet) -> bool| plot.facets.iter().any(has);
        // A value at the top of its chart is written between the chart and its heading.
        let is_high = |facet: &Facet| {
            let top = 0.95 * plot.scale_of(facet).limits.1;
            let is_there =
                |it: &PlotMark| matches!(it, PlotMark::Label { y, is_above: true, .. } if *y > top);
            facet.marks.iter().any(is_there)
        };
        let above = if plot.facets.iter().any(is_high) { NOTE } else { 0.0 };
        let head = above
            + if any(|it| !it.heading.is_empty()) { HEADING } else { 4.0 }
            + if any(|it| !it.note.is_empty()) { TITLE } else { 0.0 };
        let (left, is_above) = match &plot.y {
            Y::Values(..) => {
                let ticks = plot.facets.iter().map(|facet| plot.scale_of(facet)).map(|scale| {
                    ticks(scale, &Axis::new(scale.limits, (0.0, 1.0)))
                        .iter()
                        .map(|(_, text)| text_width(text, NOTE, false))
                        .fold(0.0, f64::max)
                });
                (ticks.fold(0.0, f64::max) + 8.0, false)
            }
            Y::Rows(groups) => {
                let widest = groups.iter().map(RowGroup::width).fold(0.0, f64::max) + 14.0;
                let is_above = widest > width * if is_narrow { 0.36 } else { 0.53 };
                (if is_above { 0.0 } else { widest }, is_above)
            }
        };
        let mut fitted = Self { plot, is_narrow, rows, columns, left, is_above, head, facet: 0.0 };
        let body = match &plot.y {
            Y::Values(_, height) => *height,
            Y::Rows(groups) => groups.iter().map(|group| fitted.group(group)).sum(),
        };
        let title = if plot.x.title.is_empty() { 0.0 } else { TITLE };
        fitted.facet = head + body + BELOW + title;
        fitted
    }

    /// The height of a group of rows.
    fn group(&self, group: &RowGroup) -> f64 {
        let name = if group.name.is_empty() { 0.0 } else { GROUP };
        name + group.rows.iter().map(|row| self.row(row)).sum::<f64>()
    }

    fn row(&self, row: &PlotRow) -> f64 {
        self.above() + PAD + LANE * row.lanes as f64
    }

    /// The room for a name above the marks of its row.
    const fn above(&self) -> f64 {
        if self.is_above { 16.0 } else { 0.0 }
    }

    /// The cell of a facet. Ticks of values are inside each cell, because they may differ.
    fn cell(&self, strip: Area, place: usize) -> Area {
        let left = match &self.plot.y {
            Y::Rows(_) => self.left,
            Y::Values(..) => 0.0,
        };
        strip.inset(left, 0.0, 0.0, 0.0).columns(self.columns, GAP)[place]
    }

    fn draw(&self, drawing: &mut Drawing, cell: Area, left: f64, facet: &Facet, is_first: bool) {
        let size = if self.is_narrow { NOTE } else { TICK };
        let room = cell.width + if matches!(self.plot.y, Y::Rows(_)) { GAP } else { 0.0 };
        let heading = shortened(&facet.heading, size, true, room);
        drawing.text(heading, cell.x, cell.y + 12.0, Type::new(size, INK).bold());
        let note = shortened(&facet.note, NOTE, false, room);
        drawing.text(note, cell.x, cell.y + self.head - 6.0, Type::new(NOTE, QUIET));
        let height = self.facet - self.head - BELOW;
        let height = height - if self.plot.x.title.is_empty() { 0.0 } else { TITLE };
        let body = Area::new(cell.x, cell.y + self.head, cell.width, height);
        match &self.plot.y {
            Y::Values(..) => self.draw_values(drawing, body, facet, is_first),
            Y::Rows(groups) => self.draw_rows(drawing, body, left, facet, groups, is_first),
        }
    }

    /// A facet with values on both axes.
    fn draw_values(&self, drawing: &mut Drawing, body: Area, facet: &Facet, is_first: bool) {
        let scale = self.plot.scale_of(facet);
        let last = text_width(&self.plot.x.show(self.plot.x.limits.1), NOTE, false) / 2.0;
        let plot = body.inset(self.left, 6.0, last, 0.0);
        let x = Axis::new(self.plot.x.limits, (plot.x, plot.right()));
        let y = Axis::new(scale.limits, (plot.bottom(), plot.y));
        for (value, text) in ticks(scale, &y) {
            let at = y.at(value);
            drawing.line(&[(plot.x, at), (plot.right(), at)], 0.7, RULE);
            // Facets that share a scale show its ticks once.
            if is_first || facet.scale.is_some() {
                drawing.text(text, plot.x - 5.0, at + 3.8, Type::new(NOTE, QUIET).end());
            }
        }
        drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
        let below = facet.marks.iter().any(|mark| matches!(mark, PlotMark::Mean { .. }));
        let base = plot.bottom() + if below { 19.0 } else { 14.0 };
        for (value, text) in spaced(ticks(&self.plot.x, &x), &x) {
            drawing.text(text, x.at(value), base, Type::new(NOTE, QUIET).middle());
        }
        let title = &self.plot.x.title;
        drawing.text(title, plot.middle(), base + 14.0, Type::new(NOTE, QUIET).middle());
        for is_side in [true, false] {
            for mark in facet.marks.iter().filter(|mark| mark.is_side() == is_side) {
                mark.draw(drawing, plot, &x, &|value| y.at(value), false);
            }
        }
        name_shapes(drawing, plot, facet, &x, &y);
    }

    /// A facet of rows along an axis.
    fn draw_rows(
        &self,
        drawing: &mut Drawing,
        body: Area,
        left: f64,
        facet: &Facet,
        groups: &[RowGroup],
        is_first: bool,
    ) {
        let scale = self.plot.scale_of(facet);
        // All facets keep the same room for texts beside their axes, so that the axes agree.
        let (before, after) =
            self.plot.facets.iter().fold((0.0, 0.0), |room: (f64, f64), facet| {
                let scale = self.plot.scale_of(facet);
                let tick = |value| text_width(&scale.show(value), NOTE, false) / 2.0;
                let ends = (tick(scale.limits.0), tick(scale.limits.1));
                let marks = facet.marks.iter().map(|mark| mark.overhang(scale, body.width));
                marks.chain([ends, room]).fold((0.0, 0.0), |a, b| (a.0.max(b.0), a.1.max(b.1)))
            });
        let plot = body.inset(before, 0.0, after, 0.0);
        let x = Axis::new(scale.limits, (plot.x, plot.right()));
        for (value, text) in fitting_ticks(scale, &x) {
            drawing.line(&[(x.at(value), plot.y), (x.at(value), plot.bottom())], 0.7, RULE);
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(text, x.at(value), plot.bottom() + 15.0, look);
        }
        if scale.limits.0 < 0.0 {
            drawing.line(&[(x.at(0.0), plot.y), (x.at(0.0), plot.bottom())], 1.0, FRAME);
        }
        let title = &self.plot.x.title;
        let look = Type::new(NOTE, QUIET).middle();
        drawing.text(title, plot.middle(), plot.bottom() + 29.0, look);
        let mut top = plot.y;
        let mut bands: Vec<(f64, f64)> = Vec::new();
        for group in groups {
            if !group.name.is_empty() {
                if is_first {
                    let look = Type::new(NOTE, INK).bold();
                    let room = if self.is_above { body.width } else { self.left - 8.0 };
                    let name = shortened(&group.name, NOTE, true, room);
                    drawing.text(name, left, top + 15.0, look);
                }
                top += GROUP;
            }
            for (place, row) in group.rows.iter().enumerate() {
                let height = self.row(row);
                if place > 0 {
                    drawing.line(&[(plot.x, top), (plot.right(), top)], 0.5, RULE);
                }
                let lanes = LANE * row.lanes as f64;
                let start = top + self.above() + (height - self.above() - lanes) / 2.0;
                bands.push((start, lanes));
                if is_first {
                    let at = if self.is_above { top + 13.0 } else { top + height / 2.0 + 4.0 };
                    self.draw_name(drawing, row, (left, at));
                }
                top += height;
            }
        }
        let y = |place: f64| {
            let (start, lanes) = bands.get(place as usize).copied().unwrap_or((plot.y, 0.0));
            start + place.fract() * lanes
        };
        for mark in &facet.marks {
            mark.draw(drawing, plot, &x, &y, true);
        }
    }

    fn draw_name(&self, drawing: &mut Drawing, row: &PlotRow, (left, y): (f64, f64)) {
        let look = Type { bold: row.paint != INK, ..Type::new(NOTE, row.paint) };
        let room = if self.is_above { f64::INFINITY } else { self.left - 10.0 };
        let name = shortened(&row.name, NOTE, row.paint != INK, room);
        drawing.text(name, left, y, look);
    }
}

impl RowGroup {
    /// The width of the names of its rows.
    fn width(&self) -> f64 {
        let rows = self.rows.iter().map(|row| text_width(&row.name, NOTE, row.paint != INK));
        rows.fold(text_width(&self.name, NOTE, true), f64::max)
    }
}

/// The ticks of a scale with their labels, which have no more decimals than the ticks need.
fn ticks(scale: &Scale, axis: &Axis) -> Vec<(f64, String)> {
    let all = if scale.at.is_empty() { axis.ticks(scale.ticks) } else { scale.at.clone() };
    let decimals = scale.decimals_of(&all);
    let told = all.into_iter().filter(|tick| scale.is_told(*tick, decimals));
    told.map(|tick| (tick, scale.show_with(tick, decimals))).collect()
}

/// The ticks whose labels do not touch those before them.
pub(crate) fn spaced(mut ticks: Vec<(f64, String)>, axis: &Axis) -> Vec<(f64, String)> {
    let mut free = f64::NEG_INFINITY;
    ticks.retain(|(value, text)| {
        let (at, half) = (axis.at(*value), text_width(text, NOTE, false) / 2.0);
        let fits = at - half >= free;
        free = if fits { at + half + 3.0 } else { free };
        fits
    });
    ticks
}

/// The ticks, fewer of them if labels would touch.
pub(crate) fn fitting_ticks(scale: &Scale, axis: &Axis) -> Vec<(f64, String)> {
    let fits = |ticks: &Vec<(f64, String)>| {
        ticks.windows(2).all(|pair| {
            let half = |it: &(f64, String)| text_width(&it.1, NOTE, false) / 2.0;
            (axis.at(pair[1].0) - axis.at(pair[0].0)).abs() > half(&pair[0]) + half(&pair[1]) + 4.0
        })
    };
    let fewer = |count: usize| ticks(&Scale { ticks: count, ..scale.clone() }, axis);
    let all = (1..=scale.ticks).rev().map(fewer);
    let mut all = all.filter(|ticks| ticks.len() > 1);
    all.find(fits).unwrap_or_else(|| fewer(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_decimals_only_where_they_need_them() {
        let labels = |scale: &Scale| {
            let ticks = ticks(scale, &Axis::new(scale.limits, (0.0, 1.0)));
            ticks.into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(&Scale::new(5.6, 8.4).decimals(2).ticks(3)), "6 7 8");
        assert_eq!(labels(&Scale::new(0.0, 1.5).decimals(2).ticks(3)), "0.0 0.5 1.0 1.5");
        assert_eq!(labels(&Scale::new(0.0, 1.5).decimals(0).ticks(3)), "0 1");
        // No two labels are the same, and each is its tick's value.
        let whole = |least, most, count| labels(&Scale::new(least, most).decimals(0).ticks(count));
        assert_eq!(whole(0.0, 2.0, 4), "0 1 2");
        assert_eq!(whole(0.0, 1.0, 4), "0 1");
        assert_eq!(whole(0.0, 20.0, 4), "0 5 10 15 20");
        assert_eq!(whole(0.5, 3.0, 5), "1 2 3");
        assert_eq!(labels(&Scale::shares(0.03)), "0 % 1 % 2 % 3 %");
        let at = Scale { at: vec![1.0, 4.0], ..Scale::new(0.0, 2.0) };
        assert_eq!(labels(&at), "1 4");
    }
}
