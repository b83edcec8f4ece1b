//! A drawing as SVG within a page: small, and in the colours of the page's style sheet, which
//! turn with the reader's light. Why not by plotters, as the SVG files beside it:
//! [the crate](crate) says.

use std::fmt::Write;

use basement_survey::Color;

use super::shades::{Shade, Shades};
use crate::drawing::{Anchor, Drawing, Mark};
use crate::render::escaped;

/// The colours of a page that turn with the light, each a class of its style sheet.
#[derive(Default)]
pub(super) struct Palette {
    shades: Vec<Shade>,
}

impl Palette {
    fn place(&mut self, shade: Shade) -> usize {
        self.shades.iter().position(|other| *other == shade).unwrap_or_else(|| {
            self.shades.push(shade);
            self.shades.len() - 1
        })
    }

    /// The style of all these colours: classes to fill and to stroke, by light and by dark.
    pub(super) fn style(&self) -> String {
        let of = |color: fn(&Shade) -> Color| -> String {
            let shades = self.shades.iter().enumerate();
            shades.map(|(place, shade)| format!("--c{place}:{};", hex(color(shade)))).collect()
        };
        let classes = (0..self.shades.len()).map(|place| {
            format!(".f{place}{{fill:var(--c{place})}}.s{place}{{stroke:var(--c{place})}}")
        });
        format!(
            ":root{{{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n{}\n",
            of(|shade| shade.light),
            of(|shade| shade.dark),
            classes.collect::<String>()
        )
    }

    /// The classes and attributes that fill with a shade.
    fn fill(&mut self, shade: Shade) -> Paint {
        if shade.is_same() {
            return Paint {
                class: String::new(),
                attribute: format!(" fill=\"{}\"", hex(shade.light)),
            };
        }
        Paint { class: format!("f{}", self.place(shade)), attribute: String::new() }
    }

    /// The same for a stroke.
    fn stroke(&mut self, shade: Shade) -> Paint {
        if shade.is_same() {
            let attribute = format!(" stroke=\"{}\"", hex(shade.light));
            return Paint { class: String::new(), attribute };
        }
        Paint { class: format!("s{}", self.place(shade)), attribute: String::new() }
    }
}

/// What colours an element.
struct Paint {
    class: String,
    attribute: String,
}

impl Paint {
    /// Both as attributes, with more classes before.
    fn with(&self, more: &str) -> String {
        let classes = [more, &self.class].join(" ");
        match classes.trim() {
            "" => self.attribute.clone(),
            classes => format!(" class=\"{classes}\"{}", self.attribute),
        }
    }
}

/// The drawing as an element of a page. `class` says by which width it is shown.
pub(super) fn inline_svg(
    drawing: &Drawing,
    alt: &str,
    class: &str,
    shades: &Shades,
    palette: &mut Palette,
) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut text = format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">",
        escaped(alt)
    );
    // Rectangles and lines that follow one another in the same look become one path.
    let mut open: Option<(String, String)> = None;
    for (mark, (shade, rim)) in drawing.marks.iter().zip(shades.of(&drawing.marks)) {
        let (look, path) = match mark {
            Mark::Rectangle { x, y, width, height, .. } => {
                (palette.fill(shade).with(""), rectangle(*x, *y, x + width, y + height))
            }
            Mark::Line { points, width, .. } => {
                let look = palette.stroke(shade).with("l");
                (format!("{look} stroke-width=\"{}\"", fine(*width)), path(points, false))
            }
            _ => {
                close(&mut text, open.take());
                element(&mut text, mark, shade, rim, palette);
                continue;
            }
        };
        match &mut open {
            Some((before, paths)) if *before == look => paths.push_str(&path),
            _ => {
                close(&mut text, open.take());
                open = Some((look, path));
            }
        }
    }
    close(&mut text, open);
    text.push_str("</svg>");
    text
}

fn close(text: &mut String, open: Option<(String, String)>) {
    if let Some((look, path)) = open {
        let _ = write!(text, "<path{look} d=\"{path}\"/>");
    }
}

/// A polygon, a dot or a text.
fn element(text: &mut String, mark: &Mark, shade: Shade, rim: Shade, palette: &mut Palette) {
    match mark {
        Mark::Polygon { points, .. } => {
            let look = palette.fill(shade).with("");
            let _ = write!(text, "<path{look} d=\"{}\"/>", path(points, true));
        }
        Mark::Dot { x, y, radius, .. } => {
            let look = palette.fill(shade).with("");
            let (x, y, radius) = (number(*x), number(*y), fine(*radius));
            let _ = write!(text, "<circle{look} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
        Mark::Text { text: words, x, y, size, bold, anchor, rimmed, .. } => {
            let mut more = vec![match anchor {
                Anchor::Start => "",
                Anchor::Middle => "m",
                Anchor::End => "e",
            }];
            more.extend(bold.then_some("b"));
            let Paint { class, attribute } = palette.stroke(rim);
            let mut attributes = String::new();
            if *rimmed {
                more.extend(["r", &class]);
                attributes = attribute;
            }
            more.retain(|class| !class.is_empty());
            let look = palette.fill(shade).with(&more.join(" "));
            let _ = write!(
                text,
                "<text{look}{attributes} x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
                number(*x),
                number(*y),
                number(*size),
                escaped(words)
            );
        }
        Mark::Rectangle { .. } | Mark::Line { .. } => {}
    }
}

/// A rectangle as a path whose edges lie where those of its neighbours do.
fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> String {
    let (left, right) = (rounded(x0.min(x1)), rounded(x0.max(x1)));
    let (top, bottom) = (rounded(y0.min(y1)), rounded(y0.max(y1)));
    let (width, height) = (number(right - left), number(bottom - top));
    format!("M{} {}h{width}v{height}h-{width}z", number(left), number(top))
}

fn path(points: &[(f64, f64)], is_closed: bool) -> String {
    let mut text = String::new();
    for (place, (x, y)) in points.iter().enumerate() {
        let command = match place {
            0 => "M",
            1 => "L",
            _ => " ",
        };
        let _ = write!(text, "{command}{} {}", number(*x), number(*y));
    }
    if is_closed {
        text.push('z');
    }
    text
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A number with one decimal, or none where that says the same.
fn number(value: f64) -> String {
    // Adding 0 turns -0 into 0.
    format!("{}", rounded(value) + 0.0)
}

/// A number with two decimals at most.
fn fine(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0 + 0.0)
}

/// A colour as style sheets write it.
pub(super) fn hex(Color(red, green, blue): Color) -> String {
    let long = format!("#{red:02x}{green:02x}{blue:02x}");
    let is_short = [red, green, blue].iter().all(|value| value % 17 == 0);
    if is_short { format!("#{:x}{:x}{:x}", red / 17, green / 17, blue / 17) } else { long }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Area, Type};
    use crate::theme::{INK, PAPER};
    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    fn shades() -> Shades {
        let study = Study::new("Colours").floors(1).levels([1]);
        let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {}).unwrap();
        Shades::new(&results)
    }

    #[test]
    fn a_drawing_is_short_says_its_finding_and_names_its_colours() {
        let mut drawing = Drawing::new(90.0, 40.0);
        let red = Color(204, 0, 0);
        drawing.rectangle(Area::new(1.0, 2.04, 3.0, 4.0), red);
        drawing.rectangle(Area::new(4.0, 2.04, 3.0, 4.0), red);
        drawing.line(&[(0.0, 0.0), (5.0, 5.0), (6.0, 5.0)], 1.25, INK);
        drawing.text("a < b", 50.0, 20.0, Type::new(11.0, INK).middle().bold().rimmed());
        let mut palette = Palette::default();
        let svg = inline_svg(&drawing, "\"Red\" wins", "wide", &shades(), &mut palette);
        assert_eq!(
            svg,
            "<svg class=\"wide\" viewBox=\"0 0 90 40\" width=\"90\" height=\"40\" role=\"img\" \
             aria-label=\"&quot;Red&quot; wins\">\
             <path fill=\"#c00\" d=\"M1 2h3v4h-3zM4 2h3v4h-3z\"/>\
             <path class=\"l s0\" stroke-width=\"1.25\" d=\"M0 0L5 5 6 5\"/>\
             <text class=\"m b r s1 f0\" x=\"50\" y=\"20\" font-size=\"11\">a &lt; b</text></svg>"
        );
        let style = palette.style();
        assert!(style.starts_with(":root{--c0:#1a1a1a;--c1:#fff;}"), "{style}");
        assert!(style.contains(".f0{fill:var(--c0)}") && style.contains(".s1{stroke:var(--c1)}"));
        assert_eq!(hex(PAPER), "#fff");
    }

    #[test]
    fn numbers_have_no_needless_digits_and_no_negative_zero() {
        assert_eq!(number(2.0), "2");
        assert_eq!(number(-0.04), "0");
        assert_eq!(number(12.345), "12.3");
        assert_eq!(fine(0.666_6), "0.67");
    }
}
