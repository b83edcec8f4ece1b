//! Where everything of a figure stands: the one home of margins, ticks, headings, keys, and of
//! labels that must not collide. What is laid out here is as wide as its page or phone.

use basement_awards::Award;
use basement_floors::{RoomKind, Shape};

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::panel::floor_map::{award_mark, draw_symbol, is_hidden};
use crate::plot::{Facet, Group, Look, Mark, Plot, Row, Scale, Y};
use crate::theme::{
    FRAME, Hue, INK, NOTE, PAPER, PHONE_WIDTH, Paint, QUIET, RULE, TICK, room_color, shortened,
    text_width, wrapped,
};

/// A part of a figure's body: what stands in a strip as wide as the figure.
pub(crate) trait Part {
    /// The height that it needs at a width.
    fn height(&self, width: f64) -> f64;
    /// Draws it from the top of an area down.
    fn draw(&self, drawing: &mut Drawing, area: Area);
}

/// Whether an area is one of a phone.
pub(crate) fn is_narrow(width: f64) -> bool {
    width <= PHONE_WIDTH
}

/// A part that draws itself, such as maps.
pub(crate) struct Sketch<H, D> {
    pub(crate) height: H,
    pub(crate) draw: D,
}

impl<H: Fn(f64) -> f64, D: Fn(&mut Drawing, Area)> Part for Sketch<H, D> {
    fn height(&self, width: f64) -> f64 {
        (self.height)(width)
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        (self.draw)(drawing, area);
    }
}

/// A mark of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Symbol {
    Dot(Paint),
    Circle(Paint),
    Tick,
    /// A room of a map.
    Room(RoomKind),
    /// A tinted room of a map.
    Tinted(Paint),
    Award(Award),
}

/// What colours and marks mean, in lines.
pub(crate) struct Key {
    pub(crate) entries: Vec<(Symbol, String, Paint)>,
    /// Whether it stands on phones only, where names have no room beside their lines.
    pub(crate) is_for_phones: bool,
}

impl Key {
    /// The names of series, each behind a dot of its colour.
    pub(crate) fn of_series(series: impl IntoIterator<Item = (String, Hue)>) -> Self {
        let entry = |(name, hue): (String, Hue)| (Symbol::Dot(hue.mark), name, hue.text);
        Self { entries: series.into_iter().map(entry).collect(), is_for_phones: false }
    }

    /// What a circle and a dot stand for.
    pub(crate) fn of_pair([circle, dot]: [&str; 2]) -> Self {
        let entries = vec![
            (Symbol::Circle(INK), circle.to_owned(), INK),
            (Symbol::Dot(INK), dot.to_owned(), INK),
        ];
        Self { entries, is_for_phones: false }
    }

    /// What the marks of a map mean; `tinted` are rooms on a ring.
    pub(crate) fn of_rooms(mut kinds: Vec<RoomKind>, tinted: Option<Paint>) -> Self {
        kinds.retain(|kind| *kind != RoomKind::Normal);
        // Hidden rooms come last.
        kinds.sort_unstable_by_key(|kind| (is_hidden(*kind), *kind));
        kinds.dedup();
        let room = |kind: RoomKind| (Symbol::Room(kind), kind.to_string().replace('_', " "), QUIET);
        let ring = tinted.map(|paint| (Symbol::Tinted(paint), "on a ring".to_owned(), QUIET));
        let entries = kinds.into_iter().map(room).chain(ring).collect();
        Self { entries, is_for_phones: false }
    }

    /// What the marks of awards mean.
    pub(crate) fn of_awards(awards: &[Award]) -> Self {
        let award = |award: &Award| {
            let pickup = award.pickup.to_string().replace('_', " ");
            let copies =
                if award.count > 1 { format!(", {} copies", award.count) } else { String::new() };
            (Symbol::Award(*award), pickup + &copies, QUIET)
        };
        Self { entries: awards.iter().map(award).collect(), is_for_phones: false }
    }

    pub(crate) fn and(mut self, symbol: Symbol, text: &str) -> Self {
        self.entries.push((symbol, text.to_owned(), INK));
        self
    }

    /// Each entry with its place and its text, shortened where a line has no room for it.
    fn places(&self, width: f64) -> Vec<(f64, f64, String)> {
        const GAP: f64 = 16.0;
        let (mut x, mut y) = (0.0, 0.0);
        let place = |(symbol, text, paint): &(Symbol, String, Paint)| {
            let is_bold = is_bold(*paint);
            let text = shortened(text, NOTE, is_bold, width - symbol.width());
            let wide = symbol.width() + text_width(&text, NOTE, is_bold);
            if x > 0.0 && x + wide > width {
                (x, y) = (0.0, y + LINE);
            }
            let at = (x, y, text);
            x += wide + GAP;
            at
        };
        self.entries.iter().map(place).collect()
    }
}

/// The height of a line of a key.
const LINE: f64 = 17.0;

/// Names in the colour of their series are bold.
fn is_bold(paint: Paint) -> bool {
    paint != INK && paint != QUIET
}

impl Symbol {
    /// The room that it takes before its text.
    const fn width(&self) -> f64 {
        match self {
            Self::Dot(_) | Self::Circle(_) | Self::Tick => 11.0,
            Self::Room(_) | Self::Tinted(_) | Self::Award(_) => 17.0,
        }
    }
}

impl Part for Key {
    fn height(&self, width: f64) -> f64 {
        match self.places(width).last() {
            Some((_, y, _)) if is_narrow(width) || !self.is_for_phones => y + LINE + 8.0,
            _ => 0.0,
        }
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        if self.is_for_phones && !is_narrow(area.width) {
            return;
        }
        for ((symbol, _, paint), (x, y, text)) in self.entries.iter().zip(self.places(area.width)) {
            let (x, y) = (area.x + x, area.y + y + 8.0);
            match symbol {
                Symbol::Dot(paint) => drawing.dot(x + 3.8, y, 3.8, *paint),
                Symbol::Circle(paint) => circle(drawing, (x + 3.8, y), 3.8, *paint),
                Symbol::Tick => tick(drawing, x + 3.8, y),
                Symbol::Room(kind) => draw_symbol(drawing, (x + 6.0, y), room_color(*kind), *kind),
                Symbol::Tinted(paint) => {
                    draw_symbol(drawing, (x + 6.0, y), *paint, RoomKind::Normal);
                }
                Symbol::Award(award) => award_mark(drawing, (x + 6.0, y), 6.5, *award),
            }
            let look = Type::new(NOTE, *paint);
            let look = if is_bold(*paint) { look.bold() } else { look };
            drawing.text(text, x + symbol.width(), y + 4.0, look);
        }
    }
}

/// The space between facets, and the sizes of what stands around them.
const GAP: f64 = 22.0;
const HEADING: f64 = 18.0;
const BELOW: f64 = 20.0;
const TITLE: f64 = 15.0;
/// A lane of a row, the rest of a row, and a group's name.
const LANE: f64 = 12.5;
const PAD: f64 = 9.0;
const GROUP: f64 = 20.0;
/// The radius of marks.
const RADIUS: f64 = 4.2;

impl Part for Plot {
    fn height(&self, width: f64) -> f64 {
        let frame = Frame::new(self, width);
        frame.rows.len() as f64 * (frame.facet + 8.0)
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let frame = Frame::new(self, area.width);
        let mut y = area.y;
        for facets in &frame.rows {
            let strip = Area::new(area.x, y, area.width, frame.facet);
            for (place, facet) in facets.iter().enumerate() {
                let cell = frame.cell(strip, place);
                frame.draw(drawing, cell, strip.x, facet, place == 0);
            }
            y += frame.facet + 8.0;
        }
    }
}

/// The measures of a plot at a width.
struct Frame<'a> {
    plot: &'a Plot,
    is_narrow: bool,
    rows: Vec<Vec<&'a Facet>>,
    columns: usize,
    /// The room of names or ticks left of each row of facets.
    left: f64,
    /// Whether names of rows stand above their marks, having no room beside them.
    is_above: bool,
    /// The head of a facet, and the height of all of it.
    head: f64,
    facet: f64,
}

impl<'a> Frame<'a> {
    fn new(plot: &'a Plot, width: f64) -> Self {
        let is_narrow = is_narrow(width);
        let columns = plot.columns[usize::from(is_narrow)].clamp(1, plot.facets.len().max(1));
        let facets: Vec<&Facet> = plot.facets.iter().collect();
        let rows: Vec<Vec<&Facet>> = facets.chunks(columns).map(<[&Facet]>::to_vec).collect();
        let any = |has: fn(&Facet) -> bool| plot.facets.iter().any(has);
        let head = if any(|it| !it.heading.is_empty()) { HEADING } else { 4.0 }
            + if any(|it| !it.note.is_empty()) { TITLE } else { 0.0 };
        let (left, is_above) = match &plot.y {
            Y::Values(scale, _) => {
                let scales = plot.facets.iter().map(|it| it.scale.as_ref().unwrap_or(scale));
                let ticks = scales.map(|scale| {
                    ticks(scale, &Axis::new(scale.limits, (0.0, 1.0)))
                        .iter()
                        .map(|(_, text)| text_width(text, NOTE, false))
                        .fold(0.0, f64::max)
                });
                (ticks.fold(0.0, f64::max) + 8.0, false)
            }
            Y::Rows(groups) => {
                let widest = groups.iter().map(Group::width).fold(0.0, f64::max) + 14.0;
                let is_above = widest > width * if is_narrow { 0.36 } else { 0.53 };
                (if is_above { 0.0 } else { widest }, is_above)
            }
        };
        let mut frame = Self { plot, is_narrow, rows, columns, left, is_above, head, facet: 0.0 };
        let body = match &plot.y {
            Y::Values(_, height) => *height,
            Y::Rows(groups) => groups.iter().map(|group| frame.group(group)).sum(),
        };
        let title = if plot.x.title.is_empty() { 0.0 } else { TITLE };
        frame.facet = head + body + BELOW + title;
        frame
    }

    /// The height of a group of rows.
    fn group(&self, group: &Group) -> f64 {
        let name = if group.name.is_empty() { 0.0 } else { GROUP };
        name + group.rows.iter().map(|row| self.row(row)).sum::<f64>()
    }

    fn row(&self, row: &Row) -> f64 {
        let name = if self.is_above { 16.0 } else { 0.0 };
        name + PAD + LANE * row.lanes as f64
    }

    /// The cell of a facet. Ticks of values stand in each of them, where they may differ.
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
            Y::Values(scale, _) => {
                let scale = facet.scale.as_ref().unwrap_or(scale);
                self.draw_values(drawing, body, facet, scale, is_first);
            }
            Y::Rows(groups) => {
                let scale = facet.scale.as_ref().unwrap_or(&self.plot.x);
                self.draw_rows(drawing, body, left, facet, scale, groups, is_first);
            }
        }
    }

    /// A facet with values on both axes.
    fn draw_values(
        &self,
        drawing: &mut Drawing,
        body: Area,
        facet: &Facet,
        scale: &Scale,
        is_first: bool,
    ) {
        let ends = Ends::of(facet, body.width);
        let last = text_width(&self.plot.x.show(self.plot.x.limits.1), NOTE, false) / 2.0;
        let plot = body.inset(self.left, 6.0, ends.room.max(last), 0.0);
        let x = Axis::new(self.plot.x.limits, (plot.x, plot.right()));
        let y = Axis::new(scale.limits, (plot.bottom(), plot.y));
        for (value, text) in ticks(scale, &y) {
            let at = y.at(value);
            drawing.line(&[(plot.x, at), (plot.right(), at)], 0.7, RULE);
            // Facets of one scale have its ticks once.
            if is_first || facet.scale.is_some() {
                drawing.text(text, plot.x - 5.0, at + 3.8, Type::new(NOTE, QUIET).end());
            }
        }
        drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
        let below = facet.marks.iter().any(|mark| matches!(mark, Mark::Mean { .. }));
        let base = plot.bottom() + if below { 19.0 } else { 14.0 };
        let mut free = f64::NEG_INFINITY;
        for (value, text) in ticks(&self.plot.x, &x) {
            let half = text_width(&text, NOTE, false) / 2.0;
            if x.at(value) - half >= free {
                free = x.at(value) + half + 3.0;
                drawing.text(text, x.at(value), base, Type::new(NOTE, QUIET).middle());
            }
        }
        let title = &self.plot.x.title;
        drawing.text(title, plot.middle(), base + 14.0, Type::new(NOTE, QUIET).middle());
        for is_side in [true, false] {
            for mark in facet.marks.iter().filter(|mark| mark.is_side() == is_side) {
                mark.draw(drawing, plot, &x, &y, false);
            }
        }
        ends.draw(drawing, plot, &y);
        name_shapes(drawing, plot, facet, &x, &y);
    }

    /// A facet of rows along an axis.
    #[expect(clippy::too_many_arguments, reason = "a facet and where it stands")]
    fn draw_rows(
        &self,
        drawing: &mut Drawing,
        body: Area,
        left: f64,
        facet: &Facet,
        scale: &Scale,
        groups: &[Group],
        is_first: bool,
    ) {
        // All facets keep the same room for texts beside their axes, so that these agree.
        let own = |facet: &Facet| facet.scale.clone().unwrap_or_else(|| self.plot.x.clone());
        let (before, after) =
            self.plot.facets.iter().fold((0.0, 0.0), |room: (f64, f64), facet| {
                let scale = own(facet);
                let tick = |value| text_width(&scale.show(value), NOTE, false) / 2.0;
                let ends = (tick(scale.limits.0), tick(scale.limits.1));
                let marks = facet.marks.iter().map(|mark| mark.overhang(&scale, body.width));
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
        let has_names = is_first;
        for group in groups {
            if !group.name.is_empty() {
                if has_names {
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
                let name = if self.is_above { 16.0 } else { 0.0 };
                let lanes = LANE * row.lanes as f64;
                let start = top + name + (height - name - lanes) / 2.0;
                bands.push((start, lanes));
                if has_names {
                    let at = if self.is_above { top + 13.0 } else { top + height / 2.0 + 4.0 };
                    self.draw_name(drawing, row, (left, at));
                }
                top += height;
            }
        }
        for mark in &facet.marks {
            let at = |place: f64| {
                let (start, lanes) = bands.get(place as usize).copied().unwrap_or((plot.y, 0.0));
                start + place.fract() * lanes
            };
            let y = at(mark.lane());
            mark.draw(drawing, plot, &x, &Axis::new((0.0, 1.0), (y, y)), true);
        }
    }

    fn draw_name(&self, drawing: &mut Drawing, row: &Row, (left, y): (f64, f64)) {
        let look = Type::new(NOTE, row.paint);
        let look = if row.paint == INK { look } else { look.bold() };
        let room = if self.is_above { f64::INFINITY } else { self.left - 10.0 };
        let name = shortened(&row.name, NOTE, row.paint != INK, room);
        if let Some(shape) = row.icon {
            let right =
                if self.is_above { text_width(&name, NOTE, false) + 46.0 } else { self.left };
            icon(drawing, shape, left + right - 30.0, y - 4.0);
        }
        drawing.text(name, left, y, look);
    }
}

impl Group {
    /// The width of the names of its rows.
    fn width(&self) -> f64 {
        let rows = self.rows.iter().map(|row| {
            let icon = if row.icon.is_some() { ICON } else { 0.0 };
            text_width(&row.name, NOTE, row.paint != INK) + icon
        });
        rows.fold(text_width(&self.name, NOTE, true), f64::max)
    }
}

/// The ticks of a scale with their labels.
fn ticks(scale: &Scale, axis: &Axis) -> Vec<(f64, String)> {
    if scale.at.is_empty() {
        return axis.labelled_ticks(scale.ticks, |tick| scale.show(tick));
    }
    scale.at.iter().map(|tick| (*tick, scale.show(*tick))).collect()
}

/// The same, fewer where labels would touch.
fn fitting_ticks(scale: &Scale, axis: &Axis) -> Vec<(f64, String)> {
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

/// What stands at the ends of lines: values and names, kept apart.
struct Ends {
    labels: Vec<End>,
    room: f64,
}

struct End {
    lines: Vec<String>,
    hue: Hue,
    is_main: bool,
    value: f64,
}

impl Ends {
    fn of(facet: &Facet, width: f64) -> Self {
        // Beside narrow plots names have no room: a key has them.
        let has_names = width > 260.0;
        let most = (width * 0.30).max(40.0);
        let end = |mark: &Mark| {
            let Mark::Line { points, hue, look, value, name } = mark else { return None };
            let text = match (value.is_empty(), has_names || value.is_empty()) {
                (true, _) => name.clone(),
                (false, true) => format!("{value}  {name}"),
                (false, false) => value.clone(),
            };
            let is_main = *look == Look::Main;
            let lines = wrapped(text.trim(), NOTE, is_main, most);
            let value = points.last()?.1.estimate;
            (!text.trim().is_empty()).then_some(End { lines, hue: *hue, is_main, value })
        };
        let labels: Vec<End> = facet.marks.iter().filter_map(end).collect();
        let widths = labels.iter().flat_map(|end| {
            end.lines.iter().map(|line| text_width(line, NOTE, end.is_main) + 12.0)
        });
        Self { room: widths.fold(2.0, f64::max), labels }
    }

    fn draw(mut self, drawing: &mut Drawing, plot: Area, y: &Axis) {
        const STEP: f64 = NOTE * 1.18;
        self.labels.sort_by(|a, b| b.value.total_cmp(&a.value));
        let height = |end: &End| end.lines.len() as f64 * STEP;
        let wanted =
            self.labels.iter().map(|end| (y.at(end.value) - height(end) / 2.0, height(end)));
        let tops = apart(wanted.collect(), (plot.y - 8.0, plot.bottom() + 8.0));
        for (end, top) in self.labels.iter().zip(tops) {
            let look = Type::new(NOTE, end.hue.text);
            let look = if end.is_main { look.bold() } else { look };
            for (place, line) in end.lines.iter().enumerate() {
                let baseline = top + (place as f64 + 0.8) * STEP;
                drawing.text(line.as_str(), plot.right() + 8.0, baseline, look);
            }
        }
    }
}

/// Labels from the top down, each with its height, moved as little as keeps them apart and
/// within limits: neighbours that touch share the way.
pub(crate) fn apart(wanted: Vec<(f64, f64)>, (least, most): (f64, f64)) -> Vec<f64> {
    const GAP: f64 = 2.0;
    // Groups of labels that touch: the top of the first, and the places in the group.
    let mut groups: Vec<(f64, f64, Vec<f64>)> = Vec::new();
    for (top, height) in wanted {
        let mut group = (top, height, vec![0.0]);
        while let Some(before) = groups.last().filter(|it| it.0 + it.1 + GAP > group.0) {
            let shift = before.1 + GAP;
            let count = [before.2.len() as f64, group.2.len() as f64];
            let start =
                (before.0 * count[0] + (group.0 - shift) * count[1]) / (count[0] + count[1]);
            let places = before.2.iter().copied().chain(group.2.iter().map(|it| it + shift));
            group = (start, shift + group.1, places.collect());
            groups.pop();
        }
        group.0 = group.0.min(most - group.1).max(least);
        groups.push(group);
    }
    groups.iter().flat_map(|(top, _, places)| places.iter().map(move |it| top + it)).collect()
}

/// Names shapes as near to their highest points as bars and outlines leave room.
fn name_shapes(drawing: &mut Drawing, plot: Area, facet: &Facet, x: &Axis, y: &Axis) {
    const STEP: f64 = 3.0;
    let shapes: Vec<(&[(f64, f64)], f64, Hue, &str, bool)> = facet
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Bars { bars, width, hue, name } => Some((&bars[..], *width, *hue, &**name, true)),
            Mark::Steps { steps, width, hue, name } => {
                Some((&steps[..], *width, *hue, &**name, false))
            }
            _ => None,
        })
        .collect();
    // What a name must not cover: the bars, and the outline from value to value.
    let mut taken: Vec<Area> = Vec::new();
    for (values, width, _, _, is_filled) in &shapes {
        let mut before = plot.bottom();
        for (value, share) in *values {
            let (left, right) = (x.at(value - width / 2.0), x.at(value + width / 2.0));
            let top = y.at(*share);
            if *is_filled {
                taken.push(Area::new(left, top, right - left, plot.bottom() - top));
            } else {
                taken.push(Area::new(left, top, right - left, 0.0));
                taken.push(Area::new(left, top.min(before), 0.0, (top - before).abs()));
                taken.push(Area::new(right, top, 0.0, plot.bottom() - top));
            }
            before = top;
        }
    }
    for (values, _, hue, name, _) in shapes.iter().filter(|shape| !shape.3.is_empty()) {
        let Some((value, share)) = values.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
            continue;
        };
        let (at_x, at_y) = (x.at(*value), y.at(*share));
        let name = shortened(name, TICK, true, plot.width);
        let (width, height) = (text_width(&name, TICK, true), TICK * 0.96);
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
        let look = Type::new(TICK, hue.text).bold().rimmed();
        drawing.text(name, spot.x, spot.y + TICK * 0.74, look);
        taken.push(spot);
    }
}

/// The room of an icon beside a name.
const ICON: f64 = 46.0;

/// A small picture of an outline: its cells, and a dot wherever it has a door.
fn icon(drawing: &mut Drawing, shape: Shape, x: f64, y: f64) {
    const SIDE: f64 = 9.0;
    let left = x - f64::from(shape.width()) * SIDE / 2.0;
    let top = y - f64::from(shape.height()) * SIDE / 2.0;
    for (column, row) in shape.cells() {
        let (x, y) = (left + f64::from(*column) * SIDE, top + f64::from(*row) * SIDE);
        drawing.rectangle(Area::new(x, y, SIDE, SIDE), FRAME);
    }
    for slot in shape.slots().iter() {
        let (Some((cx, cy)), (dx, dy)) = (shape.slot_cell(slot), slot.direction().offset()) else {
            continue;
        };
        let x = left + (f64::from(cx) + 0.5 + f64::from(dx) * 0.5) * SIDE;
        let y = top + (f64::from(cy) + 0.5 + f64::from(dy) * 0.5) * SIDE;
        drawing.dot(x, y, 1.5, INK);
    }
}

fn circle(drawing: &mut Drawing, (x, y): (f64, f64), radius: f64, paint: Paint) {
    drawing.dot(x, y, radius, paint);
    drawing.dot(x, y, radius - 1.6, PAPER);
}

fn tick(drawing: &mut Drawing, x: f64, y: f64) {
    drawing.line(&[(x, y - 6.0), (x, y + 6.0)], 1.6, INK);
}

impl Mark {
    const fn is_side(&self) -> bool {
        matches!(self, Self::Line { look: Look::Side, .. } | Self::Dot { look: Look::Side, .. })
    }

    /// The lane that it lies in, on an axis of rows.
    const fn lane(&self) -> f64 {
        match self {
            Self::Dot { y, .. }
            | Self::Bar { y, .. }
            | Self::Track { y, .. }
            | Self::Pair { y, .. }
            | Self::Tick { y, .. }
            | Self::Stem { y, .. }
            | Self::Words { y, .. } => *y,
            Self::Line { .. } | Self::Bars { .. } | Self::Steps { .. } | Self::Mean { .. } => 0.0,
        }
    }

    /// The room that its texts need left and right of an axis in so much space.
    fn overhang(&self, scale: &Scale, width: f64) -> (f64, f64) {
        let (least, most) = scale.limits;
        let share = |value: f64| ((value - least) / (most - least)).clamp(0.0, 1.0);
        let right = |value: f64, text: &str, bold: bool| {
            let text = text_width(text, NOTE, bold) + RADIUS + 5.0;
            (text - (1.0 - share(value)) * width).max(0.0) / share(value).max(0.05)
        };
        let left = |value: f64, text: &str| {
            let text = text_width(text, NOTE, false) + RADIUS + 5.0;
            (text - share(value) * width).max(0.0) / (1.0 - share(value)).max(0.05)
        };
        match self {
            Self::Bar { x, interval, text, .. } => {
                (0.0, right(interval.map_or(*x, |it| it.1.max(*x)), text, true))
            }
            Self::Track { text, .. } => (0.0, right(most, text, true)),
            Self::Pair { before, after, .. } => {
                let (low, high) =
                    if before.0 <= after.0 { (before, after) } else { (after, before) };
                (left(low.0, &low.1), right(high.0, &high.1, false))
            }
            _ => (RADIUS, RADIUS),
        }
    }

    /// Draws it. On an axis of rows, `y` is where its lane lies.
    fn draw(&self, drawing: &mut Drawing, plot: Area, x: &Axis, y: &Axis, is_in_row: bool) {
        let lane = y.at(0.0);
        match self {
            Self::Dot { x: value, y: height, interval, hue, look } => {
                let at = (x.at(*value), if is_in_row { lane } else { y.at(*height) });
                if let Some((lower, upper)) = interval {
                    let ends = match is_in_row {
                        true => [(x.at(*lower), lane), (x.at(*upper), lane)],
                        false => [(at.0, y.at(*lower)), (at.0, y.at(*upper))],
                    };
                    drawing.line(&ends, 1.8, hue.mark);
                }
                let radius = if *look == Look::Side { 2.7 } else { RADIUS };
                if *look == Look::Hollow {
                    circle(drawing, at, radius, hue.mark);
                } else {
                    drawing.dot(at.0, at.1, radius, hue.mark);
                }
            }
            Self::Line { points, hue, look, .. } => {
                let width = if *look == Look::Main { 2.2 } else { 1.2 };
                let line: Vec<(f64, f64)> =
                    points.iter().map(|(at, mean)| (x.at(*at), y.at(mean.estimate))).collect();
                if line.len() > 1 {
                    drawing.line(&line, width, hue.mark);
                }
                for (at, mean) in points {
                    let interval = Some((mean.lower, mean.upper));
                    let (hue, look) = (*hue, *look);
                    let dot = Self::Dot { x: *at, y: mean.estimate, interval, hue, look };
                    dot.draw(drawing, plot, x, y, false);
                }
            }
            Self::Bars { bars, width, hue, .. } => {
                let gap = if x.at(*width) - x.at(0.0) > 4.0 { 0.5 } else { 0.0 };
                for (value, share) in bars {
                    let left = x.at(value - width / 2.0) + gap;
                    let right = x.at(value + width / 2.0) - gap;
                    let top = y.at(*share);
                    let bar = Area::new(left, top, right - left, plot.bottom() - top);
                    drawing.rectangle(bar, hue.mark);
                }
            }
            Self::Steps { steps, width, hue, .. } => {
                let mut points = Vec::new();
                let mut last = None;
                for (value, share) in steps {
                    let (left, right) = (x.at(value - width / 2.0), x.at(value + width / 2.0));
                    if last.is_none_or(|last: f64| (left - last).abs() > 1e-6) {
                        points.extend(last.map(|last| (last, plot.bottom())));
                        points.push((left, plot.bottom()));
                    }
                    points.extend([(left, y.at(*share)), (right, y.at(*share))]);
                    last = Some(right);
                }
                points.extend(last.map(|last| (last, plot.bottom())));
                if !points.is_empty() {
                    drawing.line(&points, 1.8, hue.mark);
                }
            }
            Self::Mean { x: value, hue } => {
                let at = x.at(value.clamp(x.least, x.most));
                let top = plot.bottom() + 1.5;
                let corners = [(at, top), (at - 4.2, top + 6.5), (at + 4.2, top + 6.5)];
                drawing.polygon(&corners, hue.text);
            }
            Self::Track { text, ink, .. } => {
                drawing.rectangle(Area::new(plot.x, lane - 5.0, plot.width, 10.0), RULE);
                let look = Type::new(NOTE, *ink).bold();
                drawing.text(text.as_str(), plot.right() + 8.0, lane + 4.0, look);
            }
            Self::Bar { x: value, interval, fill, text, ink, .. } => {
                let (from, to) = (x.at(0.0), x.at(*value));
                let bar = Area::new(from, lane - 5.0, to - from, 10.0);
                drawing.rectangle(bar, *fill);
                if bar.width > 1.0 && fill != ink {
                    drawing.frame(bar, 0.8, *ink);
                }
                let mut end = to;
                if let Some((lower, upper)) = interval {
                    drawing.line(&[(x.at(*lower), lane), (x.at(*upper), lane)], 1.4, INK);
                    end = end.max(x.at(*upper));
                }
                let look = Type::new(NOTE, *ink).bold();
                drawing.text(text.as_str(), end + 5.0, lane + 4.0, look);
            }
            Self::Pair { before, after, hue, .. } => {
                draw_pair(drawing, x, lane, before, after, *hue)
            }
            Self::Tick { x: value, .. } => tick(drawing, x.at(*value), lane),
            Self::Stem { x: value, hue, .. } => {
                drawing.line(&[(x.at(0.0), lane), (x.at(*value), lane)], 1.6, hue.mark);
                drawing.dot(x.at(*value), lane, 3.6, hue.mark);
            }
            Self::Words { x: value, text, .. } => {
                let width = text_width(text, NOTE, false) + 6.0;
                let at = x.at(*value);
                drawing.rectangle(Area::new(at - width / 2.0, lane - 5.5, width, 11.0), PAPER);
                let look = Type::new(NOTE, QUIET).middle();
                drawing.text(text.as_str(), at, lane + 4.0, look);
            }
        }
    }
}

/// A circle and a dot with their numbers; where both are the same, the dot with one number.
fn draw_pair(
    drawing: &mut Drawing,
    x: &Axis,
    y: f64,
    before: &(f64, String),
    after: &(f64, String),
    hue: Hue,
) {
    let (from, to) = (x.at(before.0), x.at(after.0));
    let is_same = before.1 == after.1 && (to - from).abs() < 1.0;
    if !is_same {
        drawing.line(&[(from, y), (to, y)], 1.8, hue.mark);
        circle(drawing, (from, y), RADIUS, hue.text);
    }
    drawing.dot(to, y, RADIUS, hue.text);
    let look = |is_after: bool| Type::new(NOTE, if is_after { INK } else { QUIET }).rimmed();
    let is_forward = from <= to;
    let (left, right) = if is_forward { (before, after) } else { (after, before) };
    let beside = RADIUS + 3.0;
    if !is_same {
        let at = from.min(to) - beside;
        drawing.text(left.1.as_str(), at, y + 4.0, look(!is_forward).end());
    }
    drawing.text(right.1.as_str(), from.max(to) + beside, y + 4.0, look(is_forward));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_equal_values_stand_apart_within_their_limits() {
        let tops =
            apart(vec![(50.0, 13.0), (50.0, 13.0), (51.0, 13.0), (99.0, 13.0)], (0.0, 100.0));
        assert!(tops.windows(2).all(|pair| pair[1] - pair[0] >= 13.0), "{tops:?}");
        assert!(tops.iter().all(|top| (0.0..=87.0).contains(top)), "{tops:?}");
        assert!((tops[0] + tops[2] - 2.0 * tops[1]).abs() < 1e-9, "{tops:?}");
    }

    #[test]
    fn a_key_breaks_into_lines_and_stands_on_phones_only_where_it_is_asked_to() {
        let of = |name: &str| (name.to_owned(), crate::theme::FLASH);
        let key = Key::of_series([of("A name"), of("Another name"), of("A third name")]);
        assert!(key.height(120.0) > key.height(600.0));
        let key = Key { is_for_phones: true, ..key };
        assert_eq!(key.height(600.0), 0.0);
        assert!(key.height(PHONE_WIDTH) > 0.0);
    }
}
