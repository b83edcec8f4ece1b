//! Names beside what they name, kept apart from each other and from what they must not cover.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width, wrapped};
use crate::plot::{Facet, PlotMark};
use crate::theme::{Hue, NOTE, TICK};

/// The labels at the ends of lines: values and names, kept apart.
pub(super) struct Ends {
    labels: Vec<End>,
    /// Where the longest line ends.
    last: f64,
    pub(super) room: f64,
}

struct End {
    lines: Vec<String>,
    hue: Hue,
    value: f64,
}

impl Ends {
    pub(super) fn of(facet: &Facet, width: f64) -> Self {
        // Narrow plots have no room for names beside them: a key has them.
        let has_names = width > 260.0;
        let most = (width * 0.30).max(40.0);
        let end = |mark: &PlotMark| {
            let PlotMark::Line { points, hue, value, name } = mark else { return None };
            let text = match (value.is_empty(), has_names || value.is_empty()) {
                (true, _) => name.clone(),
                (false, true) => format!("{value}  {name}"),
                (false, false) => value.clone(),
            };
            let lines = wrapped(text.trim(), NOTE, true, most);
            let value = points.last()?.1.estimate;
            (!text.trim().is_empty()).then_some(End { lines, hue: *hue, value })
        };
        let labels: Vec<End> = facet.marks.iter().filter_map(end).collect();
        let widths = labels
            .iter()
            .flat_map(|end| end.lines.iter().map(|line| text_width(line, NOTE, true) + 12.0));
        let last = |mark: &PlotMark| match mark {
            PlotMark::Line { points, .. } => points.last().map(|(x, _)| *x),
            _ => None,
        };
        let last = facet.marks.iter().filter_map(last).fold(f64::MIN, f64::max);
        Self { room: widths.fold(2.0, f64::max), labels, last }
    }

    /// Where labels begin: at the end of the longest line, or at the plot's right.
    pub(super) fn begin(&self, plot: Area, x: &Axis) -> f64 {
        match self.labels.is_empty() {
            true => plot.right(),
            false => x.at(self.last).min(plot.right()),
        }
    }

    pub(super) fn draw(mut self, drawing: &mut Drawing, plot: Area, [x, y]: [&Axis; 2]) {
        const STEP: f64 = NOTE * 1.18;
        let begin = self.begin(plot, x);
        self.labels.sort_by(|a, b| b.value.total_cmp(&a.value));
        let height = |end: &End| end.lines.len() as f64 * STEP;
        let wanted =
            self.labels.iter().map(|end| (y.at(end.value) - height(end) / 2.0, height(end)));
        let tops = apart(wanted.collect(), (plot.y - 8.0, plot.bottom() + 8.0));
        for (end, top) in self.labels.iter().zip(tops) {
            let look = Type::new(NOTE, end.hue.text).bold();
            for (place, line) in end.lines.iter().enumerate() {
                let baseline = top + (place as f64 + 0.8) * STEP;
                drawing.text(line.as_str(), begin + 8.0, baseline, look);
            }
        }
    }
}

/// Places labels from the top down, each with its height, and moves them as little as keeps them apart and
/// within limits: neighbours that touch share the shift.
pub(crate) fn apart(wanted: Vec<(f64, f64)>, (least, most): (f64, f64)) -> Vec<f64> {
    const GAP: f64 = 2.0;
    // Groups of labels that touch: the group's top and height, and the tops of its labels within it.
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

/// The values of a shape, how wide each is, its colour, its name, and whether it is filled.
type Shape<'a> = (&'a [(f64, f64)], f64, Hue, &'a str, bool);

/// Names shapes as near to their highest points as bars and outlines allow.
pub(super) fn name_shapes(drawing: &mut Drawing, plot: Area, facet: &Facet, x: &Axis, y: &Axis) {
    const STEP: f64 = 3.0;
    let shapes: Vec<Shape<'_>> = facet
        .marks
        .iter()
        .filter_map(|mark| match mark {
            PlotMark::Shares { shares, width, hue, name, is_filled } => {
                Some((&shares[..], *width, *hue, &**name, *is_filled))
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
}
