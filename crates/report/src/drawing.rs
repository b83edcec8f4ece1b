//! A drawing: marks in points, before any format. Panels make drawings; [`svg`](crate::svg) turns
//! them into SVG. [The crate](crate) says why they are not charts of plotters.

use serde::{Deserialize, Serialize};

use crate::font;
use crate::number::range_of;
use crate::theme::Paint;

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Anchor {
    /// The point is its left end.
    Start,
    /// The point is its middle.
    Middle,
    /// The point is its right end.
    End,
}

/// One mark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Its colour.
    pub paint: Paint,
    /// What is painted.
    pub geometry: Geometry,
}

/// What a mark paints. Coordinates run right and down from the top left corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Geometry {
    /// A filled rectangle.
    Rectangle {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Its width.
        width: f64,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners.
        points: Vec<(f64, f64)>,
    },
    /// A filled circle.
    Dot {
        /// Its centre.
        x: f64,
        /// Its centre.
        y: f64,
        /// Its radius.
        radius: f64,
    },
    /// A line of text.
    Text {
        /// The text.
        text: String,
        /// Its anchor's x.
        x: f64,
        /// Its baseline.
        y: f64,
        /// The height of its em.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// Which point of the text `x` is.
        anchor: Anchor,
        /// Whether a rim in the paper's colour sets it off from what is behind it.
        rimmed: bool,
    },
}

/// Marks on a page, drawn in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// A rectangle to draw in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(crate) fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }

    /// The area without a strip at each side.
    pub(crate) fn inset(&self, left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self::new(
            self.x + left,
            self.y + top,
            self.width - left - right,
            self.height - top - bottom,
        )
    }

    /// Whether another area is nearer than `gap`.
    pub(crate) fn touches(&self, other: &Self, gap: f64) -> bool {
        self.x < other.right() + gap
            && other.x < self.right() + gap
            && self.y < other.bottom() + gap
            && other.y < self.bottom() + gap
    }

    /// Columns of equal width with a gap between them.
    pub(crate) fn columns(&self, count: usize, gap: f64) -> Vec<Self> {
        let width = (self.width - gap * (count.max(1) - 1) as f64) / count.max(1) as f64;
        (0..count)
            .map(|column| {
                Self::new(self.x + column as f64 * (width + gap), self.y, width, self.height)
            })
            .collect()
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) color: Paint,
    pub(crate) anchor: Anchor,
    pub(crate) rimmed: bool,
}

impl Type {
    pub(crate) fn new(size: f64, color: impl Into<Paint>) -> Self {
        Self { size, bold: false, color: color.into(), anchor: Anchor::Start, rimmed: false }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// With a rim in the paper's colour: for labels on lines and bars.
    pub(crate) const fn rimmed(self) -> Self {
        Self { rimmed: true, ..self }
    }

    pub(crate) const fn middle(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    pub(crate) const fn end(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }
}

impl Drawing {
    pub(crate) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, marks: Vec::new() }
    }

    fn add(&mut self, paint: impl Into<Paint>, geometry: Geometry) {
        self.marks.push(Mark { paint: paint.into(), geometry });
    }

    pub(crate) fn rectangle(&mut self, area: Area, fill: impl Into<Paint>) {
        let Area { x, y, width, height } = area;
        self.add(fill, Geometry::Rectangle { x, y, width, height });
    }

    pub(crate) fn line(&mut self, points: &[(f64, f64)], width: f64, color: impl Into<Paint>) {
        self.add(color, Geometry::Line { points: points.to_vec(), width });
    }

    /// A line along the edges of an area.
    pub(crate) fn frame(&mut self, area: Area, width: f64, color: impl Into<Paint>) {
        let color = color.into();
        let (x0, y0, x1, y1) = (area.x, area.y, area.right(), area.bottom());
        self.line(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], width, color);
        // The corner where the line begins and ends is closed by a square.
        let half = width / 2.0;
        self.rectangle(Area::new(x0 - half, y0 - half, width, width), color);
    }

    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], fill: impl Into<Paint>) {
        self.add(fill, Geometry::Polygon { points: points.to_vec() });
    }

    pub(crate) fn dot(&mut self, x: f64, y: f64, radius: f64, fill: impl Into<Paint>) {
        self.add(fill, Geometry::Dot { x, y, radius });
    }

    pub(crate) fn text(&mut self, text: impl Into<String>, x: f64, y: f64, look: Type) {
        let (Type { size, bold, color, anchor, rimmed }, text) = (look, text.into());
        if !text.is_empty() {
            self.add(color, Geometry::Text { text, x, y, size, bold, anchor, rimmed });
        }
    }

    /// Groups the marks that `draw` adds by look, which keeps an SVG short. This may change which of two
    /// marks of different looks is on top.
    pub(crate) fn grouped(&mut self, draw: impl FnOnce(&mut Self)) {
        let from = self.marks.len();
        draw(self);
        let looks: Vec<Look> = self.marks[from..].iter().map(Mark::look).collect();
        self.marks[from..]
            .sort_by_cached_key(|mark| looks.iter().position(|look| *look == mark.look()));
    }

    /// Lines of text, one below the other; returns the baseline after the last.
    pub(crate) fn paragraph(&mut self, text: &str, area: Area, look: Type) -> f64 {
        let mut y = area.y;
        for line in font::wrapped(text, look.size, look.bold, area.width) {
            y += look.size * 1.28;
            self.text(line, area.x, y - look.size * 0.28, look);
        }
        y
    }

    /// A paragraph with the same number of lines, but of about equal length, so that the last one is not a
    /// single word.
    pub(crate) fn balanced(&mut self, text: &str, area: Area, look: Type) -> f64 {
        let lines = |width: f64| font::wrapped(text, look.size, look.bold, width).len();
        let (all, mut width) = (lines(area.width), area.width);
        while all > 1 && width > area.width * 0.5 && lines(width - 6.0) == all {
            width -= 6.0;
        }
        self.paragraph(text, Area { width, ..area }, look)
    }
}

/// What the marks in one path of an SVG have in common: whether it is a line, its width in units, and its
/// colour.
type Look = (bool, u32, Paint);

impl Mark {
    fn look(&self) -> Look {
        let (is_line, width) = match &self.geometry {
            Geometry::Line { width, .. } => (true, (width * 10.0).round() as u32),
            Geometry::Text { .. } => (false, 1),
            _ => (false, 0),
        };
        (is_line, width, self.paint)
    }

    /// The same mark, moved down.
    #[must_use]
    pub(crate) fn lowered(&self, by: f64) -> Self {
        let mut mark = self.clone();
        match &mut mark.geometry {
            Geometry::Rectangle { y, .. } | Geometry::Dot { y, .. } | Geometry::Text { y, .. } => {
                *y += by;
            }
            Geometry::Line { points, .. } | Geometry::Polygon { points } => {
                points.iter_mut().for_each(|(_, y)| *y += by);
            }
        }
        mark
    }

    /// The rectangle that the mark covers: left, top, right, bottom.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        let around = |points: &[(f64, f64)], rim: f64| {
            let (left, right) = range_of(points.iter().map(|point| point.0));
            let (top, bottom) = range_of(points.iter().map(|point| point.1));
            (left - rim, top - rim, right + rim, bottom + rim)
        };
        match &self.geometry {
            Geometry::Rectangle { x, y, width, height } => (*x, *y, x + width, y + height),
            Geometry::Line { points, width } => around(points, width / 2.0),
            Geometry::Polygon { points } => around(points, 0.0),
            Geometry::Dot { x, y, radius } => (x - radius, y - radius, x + radius, y + radius),
            Geometry::Text { text, x, y, size, bold, anchor, .. } => {
                let width = font::text_width(text, *size, *bold);
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                (left, y - size * 0.74, left + width, y + size * 0.22)
            }
        }
    }
}
