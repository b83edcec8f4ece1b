//! The colours of a drawing by the light of its reader: on light paper as they are drawn, on
//! dark paper as this says.

use basement_survey::{Color, Results};

use crate::drawing::Mark;
use crate::series::hue_of;
use crate::theme::{FLASH, Hue, PAPER, REBIRTH, contrast, mix};

/// The paper of a reader who reads by dark.
pub(super) const DARK_PAPER: Color = Color(23, 25, 29);
/// What text and marks must stand out by.
const TEXT: f64 = 4.6;
const MARK: f64 = 3.1;
/// The middle of maps of differences, and the low end of others: part of a scale, which stays.
const NEUTRAL: u8 = 247;
/// How far a line along the edge of an area may stand out of it.
const EDGE: f64 = 1.5;
/// A colour that stands out of light paper by less is nearly paper, by dark too.
const FAINT: f64 = 1.25;
/// A colour that stands out of dark paper by less is the deepest of several: by dark, the
/// lightest.
const DEEP: f64 = 1.8;
/// A drawing with more colours of areas than this holds a scale of colours, and keeps it.
const SCALE: usize = 16;

/// A colour by light and by dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    pub(super) light: Color,
    pub(super) dark: Color,
}

impl Shade {
    const fn same(color: Color) -> Self {
        Self { light: color, dark: color }
    }

    pub(super) fn is_same(self) -> bool {
        self.light == self.dark
    }
}

/// The colours that figures give a meaning of their own.
pub(super) struct Shades {
    hues: Vec<Hue>,
}

impl Shades {
    pub(super) fn new(results: &Results) -> Self {
        let series = (0..results.study.series.len()).map(|series| hue_of(results, series));
        Self { hues: series.chain([FLASH, REBIRTH]).collect() }
    }

    /// The shade of each mark of a drawing, and of the rim of each text.
    pub(super) fn of(&self, marks: &[Mark]) -> Vec<(Shade, Shade)> {
        let mut fills: Vec<Color> = marks.iter().filter_map(fill_of).collect();
        fills.sort_unstable_by_key(|color| (color.0, color.1, color.2));
        fills.dedup();
        let has_scale = fills.len() > SCALE;
        let mut shades: Vec<(Shade, Shade)> = Vec::with_capacity(marks.len());
        for (place, mark) in marks.iter().enumerate() {
            let below = below(&marks[..place], mark);
            let paper = below.map_or(self.paper(), |below| shades[below].0);
            shades.push((self.shade(mark, paper, has_scale), paper_upon(paper)));
        }
        shades
    }

    fn paper(&self) -> Shade {
        Shade { light: PAPER, dark: DARK_PAPER }
    }

    /// The shade of a mark upon a ground.
    fn shade(&self, mark: &Mark, ground: Shade, has_scale: bool) -> Shade {
        let (color, ratio) = match mark {
            Mark::Text { color, .. } => (*color, Some(TEXT)),
            Mark::Line { color, .. } => (*color, Some(MARK)),
            Mark::Dot { fill, .. } => (*fill, Some(MARK)),
            Mark::Rectangle { fill, .. } | Mark::Polygon { fill, .. } => (*fill, None),
        };
        // A series keeps its colour upon its own marks and those of others.
        if ratio == Some(MARK) && self.is_of_series(color) && self.is_of_series(ground.light) {
            return Shade { light: color, dark: legible(color, DARK_PAPER, MARK) };
        }
        // What lies upon a colour that stays, stays too; what joins an area of its own colour
        // becomes one with it.
        if ground.is_same() {
            return Shade::same(color);
        }
        if ratio.is_none() && ground.light == color {
            return ground;
        }
        let dark = match (inverted(color), ratio) {
            (Some(grey), Some(TEXT)) => legible(grey, ground.dark, TEXT),
            (Some(grey), _) => grey,
            (None, Some(ratio)) => match self.tint(color) {
                Some(hue) => mix(ground.dark, hue.mark, 0.45),
                // What was faint by light may be so by dark.
                None => legible(color, ground.dark, ratio.min(contrast(color, ground.light))),
            },
            (None, None) if has_scale => color,
            (None, None) => match self.tint(color) {
                Some(hue) => mix(ground.dark, hue.mark, 0.45),
                None if self.is_of_series(color) => legible(color, ground.dark, MARK),
                None if contrast(color, PAPER) < FAINT => mix(ground.dark, color, 0.16),
                None if contrast(color, ground.dark) < DEEP => legible(color, ground.dark, 7.0),
                None => color,
            },
        };
        let dark = match mark {
            Mark::Text { .. } => legible(dark, ground.dark, TEXT),
            _ => dark,
        };
        Shade { light: color, dark }
    }

    /// The hue of which a colour is the light area.
    fn tint(&self, color: Color) -> Option<&Hue> {
        self.hues.iter().find(|hue| hue.area == color && hue.mark != color)
    }

    fn is_of_series(&self, color: Color) -> bool {
        self.hues.iter().any(|hue| hue.mark == color || hue.text == color)
    }
}

/// The rim of a text upon a ground.
fn paper_upon(ground: Shade) -> Shade {
    if ground.is_same() { Shade::same(PAPER) } else { Shade { light: PAPER, dark: DARK_PAPER } }
}

fn fill_of(mark: &Mark) -> Option<Color> {
    match mark {
        Mark::Rectangle { fill, .. } | Mark::Polygon { fill, .. } => Some(*fill),
        _ => None,
    }
}

/// The topmost area that a mark lies upon: a text by its middle, another mark as a whole, a
/// line along its edge too.
fn below(before: &[Mark], mark: &Mark) -> Option<usize> {
    let (left, top, right, bottom) = mark.bounds();
    let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let is_text = matches!(mark, Mark::Text { .. });
    let rim = if matches!(mark, Mark::Line { .. }) { EDGE } else { 0.0 };
    before.iter().rposition(|area| {
        // The widths of texts take long, and a drawing may have thousands of them.
        if matches!(area, Mark::Text { .. } | Mark::Line { .. }) {
            return false;
        }
        let (x0, y0, x1, y1) = area.bounds();
        let holds = |(x, y): (f64, f64), rim: f64| {
            x >= x0 - rim && x <= x1 + rim && y >= y0 - rim && y <= y1 + rim
        };
        let holds_all = holds((left, top), rim) && holds((right, bottom), rim);
        let is_in = if is_text { holds(middle, 0.0) } else { holds_all };
        is_in
            && match area {
                Mark::Rectangle { .. } | Mark::Dot { .. } => true,
                Mark::Polygon { points, .. } => contains(points, middle),
                _ => false,
            }
    })
}

/// Whether a polygon holds a point: a ray from it crosses an odd number of edges.
fn contains(points: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let crosses = |((x0, y0), (x1, y1)): &(&(f64, f64), &(f64, f64))| {
        (*y0 > y) != (*y1 > y) && x < (x1 - x0) * (y - y0) / (y1 - y0) + x0
    };
    edges.filter(crosses).count() % 2 == 1
}

/// The grey that stands for a grey by dark; `None` for colours, and the middle of scales.
fn inverted(color: Color) -> Option<Color> {
    /// Ink, quiet text, frames, strokes, what is muted, rooms, rules, paper.
    const STOPS: [(f64, Color); 9] = [
        (0.0, Color(240, 240, 238)),
        (26.0, Color(232, 232, 230)),
        (89.0, Color(174, 177, 182)),
        (140.0, Color(125, 128, 134)),
        (178.0, Color(96, 99, 105)),
        (214.0, Color(78, 81, 87)),
        (222.0, Color(56, 59, 65)),
        (226.0, Color(62, 65, 71)),
        (255.0, DARK_PAPER),
    ];
    let Color(red, green, blue) = color;
    if red != green || green != blue || red == NEUTRAL {
        return None;
    }
    let value = f64::from(red);
    let above = STOPS.iter().position(|(stop, _)| *stop >= value)?;
    let (high, end) = STOPS[above];
    let Some((low, start)) = above.checked_sub(1).map(|below| STOPS[below]) else {
        return Some(end);
    };
    Some(mix(start, end, (value - low) / (high - low)))
}

/// A colour, mixed with white or black as little as it takes to stand out from a ground.
fn legible(color: Color, ground: Color, ratio: f64) -> Color {
    const STEPS: u8 = 50;
    let (white, black) = (PAPER, Color(0, 0, 0));
    let end = if contrast(white, ground) > contrast(black, ground) { white } else { black };
    let mixed = (0..=STEPS).map(|step| mix(color, end, f64::from(step) / f64::from(STEPS)));
    mixed.into_iter().find(|mixed| contrast(*mixed, ground) >= ratio).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Area, Drawing, Type};
    use crate::theme::{FRAME, INK, OTHERS, QUIET};

    fn shades() -> Shades {
        let others = OTHERS.iter().map(|color| Hue::new(*color));
        Shades { hues: others.chain([FLASH, REBIRTH]).collect() }
    }

    #[test]
    fn text_and_marks_of_every_colour_stand_out_by_dark() {
        let shades = shades();
        let hues = shades.hues.clone();
        for color in hues.iter().flat_map(|hue| [hue.mark, hue.text]).chain([INK, QUIET, FRAME]) {
            let mut drawing = Drawing::new(100.0, 100.0);
            drawing.text("text", 10.0, 50.0, Type::new(12.0, color));
            drawing.line(&[(0.0, 0.0), (9.0, 9.0)], 1.0, color);
            drawing.rectangle(Area::new(0.0, 0.0, 9.0, 9.0), color);
            let of = shades.of(&drawing.marks);
            assert!(contrast(of[0].0.dark, DARK_PAPER) >= 4.5, "{color:?}: {of:?}");
            if hues.iter().any(|hue| hue.mark == color) {
                assert!(contrast(of[1].0.dark, DARK_PAPER) >= 3.0, "{color:?}: {of:?}");
                assert_eq!(of[1].0.dark, of[2].0.dark, "bars and lines of a series are alike");
            }
        }
    }

    #[test]
    fn a_dot_keeps_the_colour_of_its_series_upon_its_own_rim_and_other_dots() {
        let brown = Hue::new(Color(122, 70, 0));
        let shades = Shades { hues: vec![brown, FLASH, REBIRTH] };
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.dot(20.0, 20.0, 4.0, brown.mark);
        drawing.dot(20.0, 20.0, 3.0, brown.text);
        drawing.dot(20.0, 20.0, 2.0, brown.mark);
        drawing.dot(60.0, 20.0, 4.0, FLASH.mark);
        drawing.dot(60.0, 20.0, 3.0, brown.mark);
        let of = shades.of(&drawing.marks);
        for place in [0, 1, 2, 4] {
            assert_eq!(of[place].0.dark, of[0].0.dark, "{place}");
        }
        assert!(contrast(of[0].0.dark, DARK_PAPER) >= 3.0);
    }

    #[test]
    fn what_lies_upon_a_colour_that_stays_stays_with_it() {
        let mut drawing = Drawing::new(100.0, 100.0);
        let yellow = Color(253, 217, 104);
        drawing.rectangle(Area::new(0.0, 0.0, 50.0, 50.0), yellow);
        let ink = Color(26, 26, 26);
        drawing.text("T", 20.0, 25.0, Type::new(12.0, ink).rimmed());
        drawing.dot(30.0, 30.0, 3.0, ink);
        drawing.dot(80.0, 30.0, 3.0, ink);
        let of = shades().of(&drawing.marks);
        assert_eq!(of[0].0, Shade::same(yellow));
        assert_eq!(of[1], (Shade::same(ink), Shade::same(PAPER)));
        assert_eq!(of[2].0, Shade::same(ink));
        assert!(contrast(of[3].0.dark, DARK_PAPER) > 10.0);
    }

    #[test]
    fn nearly_paper_stays_so_and_the_deepest_colour_is_the_lightest_by_dark() {
        let mut drawing = Drawing::new(100.0, 100.0);
        let colors = [Color(240, 235, 250), Color(12, 40, 70)];
        for (place, color) in colors.into_iter().enumerate() {
            drawing.rectangle(Area::new(30.0 * place as f64, 0.0, 20.0, 20.0), color);
        }
        let of = shades().of(&drawing.marks);
        assert!(contrast(of[0].0.dark, DARK_PAPER) < 1.6, "{of:?}");
        assert!(contrast(of[1].0.dark, DARK_PAPER) > 6.0, "{of:?}");
    }

    #[test]
    fn areas_of_one_colour_that_join_stay_one_area_by_dark() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.rectangle(Area::new(0.0, 0.0, 40.0, 40.0), REBIRTH.mark);
        drawing.rectangle(Area::new(10.0, 10.0, 20.0, 20.0), REBIRTH.mark);
        let of = shades().of(&drawing.marks);
        assert_eq!(of[0].0, of[1].0);
    }

    #[test]
    fn a_scale_of_colours_is_the_same_by_dark() {
        let mut drawing = Drawing::new(100.0, 100.0);
        for step in 0..40_u8 {
            let fill = crate::theme::sequential(f64::from(step) / 39.0);
            drawing.rectangle(Area::new(f64::from(step), 0.0, 1.0, 9.0), fill);
        }
        assert!(shades().of(&drawing.marks).iter().all(|(shade, _)| shade.is_same()));
    }

    #[test]
    fn a_grey_area_turns_with_the_paper_and_its_text_with_it() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.rectangle(Area::new(0.0, 0.0, 50.0, 50.0), Color(226, 226, 226));
        drawing.text("T", 20.0, 25.0, Type::new(12.0, Color(0, 0, 0)));
        let of = shades().of(&drawing.marks);
        assert!(contrast(of[0].0.dark, of[1].0.dark) >= 4.5, "{of:?}");
        assert!(contrast(of[0].0.dark, DARK_PAPER) < 3.0);
    }
}
