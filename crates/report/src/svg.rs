//! A drawing as SVG: a backend of plotters that names colours by classes. The file, the picture
//! on a page and the PNG all come from this text.

use std::convert::Infallible;
use std::fmt::Write;

use basement_survey::study::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use crate::drawing::{Anchor, Drawing, Geometry, Mark};
use crate::error::ReportError;
use crate::font::{self, FAMILY};
use crate::theme::{PAPER, Paint, to_plotters};

/// Units per point: plotters draws in whole numbers.
const UNITS: f64 = 10.0;
/// The style rules of every picture, besides those of its colours.
const RULES: &str = ".l{fill:none}.m{text-anchor:middle}.e{text-anchor:end}.b{font-weight:bold}\
                     .r{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}";

/// What the SVG of a printed figure has besides the picture.
pub(crate) struct Paper<'a> {
    /// Its width in millimetres.
    pub(crate) width_mm: f64,
    /// What the figure is based on.
    pub(crate) metadata: &'a str,
}

/// How letters are written in an SVG.
#[derive(Clone, Copy)]
pub(crate) enum Letters {
    /// As text, which can be read, found and copied.
    Text,
    /// As outlines of the embedded font, which need no other font.
    Outlines,
}

/// The text of an SVG file, in the colours of light paper, with letters of a kind.
pub(crate) fn file(
    drawing: &Drawing,
    title: &str,
    description: &str,
    letters: Letters,
    paper: Option<Paper<'_>>,
) -> Result<String, ReportError> {
    let (body, paints) = body(drawing, letters)?;
    let (width, height) = (drawing.width.ceil(), drawing.height.ceil());
    let (size, metadata) = match paper {
        Some(Paper { width_mm, metadata }) => (
            format!("width=\"{width_mm}mm\" height=\"{:.2}mm\"", height * width_mm / width),
            format!("<metadata>{}</metadata>\n", escaped(metadata)),
        ),
        None => (format!("width=\"{width}\" height=\"{height}\""), String::new()),
    };
    let mut style = String::new();
    for paint in paints {
        style += &rule(&paint, paint.light);
    }
    Ok(format!(
        "<svg {size} viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{metadata}\
         <style>text{{font-family:{FAMILY}}}{RULES}\n{style}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" class=\"paper\"/>\n{body}\n</svg>\n",
        escaped(title),
        escaped(description),
    ))
}

/// The drawing as an element of a page, which has the colours in its style sheet. `class` says at which width
/// it is shown.
///
/// # Errors
///
/// [`ReportError::Drawing`] when the backend cannot draw.
pub(crate) fn inline(
    drawing: &Drawing,
    alt: &str,
    class: &str,
    palette: &mut Palette,
) -> Result<String, ReportError> {
    let (body, paints) = body(drawing, Letters::Text)?;
    paints.into_iter().for_each(|paint| palette.add(paint));
    let (width, height) = (drawing.width.ceil(), drawing.height.ceil());
    Ok(format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">{body}</svg>",
        escaped(alt)
    ))
}

/// The colours of a page's pictures.
#[derive(Default)]
pub(crate) struct Palette(Vec<Paint>);

impl Palette {
    fn add(&mut self, paint: Paint) {
        if !self.0.contains(&paint) {
            self.0.push(paint);
        }
    }

    /// The style rules of all colours, in light and dark mode.
    pub(crate) fn style(&self) -> String {
        let light: String = self.0.iter().map(|paint| rule(paint, paint.light)).collect();
        let turning = self.0.iter().filter(|paint| paint.light != paint.dark);
        let dark: String = turning.map(|paint| rule(paint, paint.dark)).collect();
        format!("{RULES}\n{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n")
    }
}

/// The style rules of a colour: its class fills, and its line class strokes. The colour of paper also strokes
/// rims.
fn rule(paint: &Paint, color: Color) -> String {
    let (class, color) = (paint.class(), hex(color));
    let rim = if *paint == PAPER { format!(".r{{stroke:{color}}}") } else { String::new() };
    format!(".{class}{{fill:{color}}}.{class}-line{{stroke:{color}}}{rim}")
}

/// All marks, and the colours that need a class.
fn body(drawing: &Drawing, letters: Letters) -> Result<(String, Vec<Paint>), ReportError> {
    let mut backend = Backend::new(drawing, letters);
    for mark in &drawing.marks {
        draw(&mut backend, mark).map_err(|error| ReportError::Drawing(error.to_string()))?;
    }
    backend.close();
    Ok((backend.text, backend.paints))
}

/// Draws a mark, as plotters' elements draw themselves.
fn draw(backend: &mut Backend, mark: &Mark) -> Drawn {
    let to = |value: f64| (value * UNITS).round() as i32;
    let place = |(x, y): &(f64, f64)| (to(*x), to(*y));
    backend.paint = mark.paint;
    let color = to_plotters(backend.paint.light);
    match &mark.geometry {
        Geometry::Rectangle { x, y, width, height } => {
            backend.draw_rect((to(*x), to(*y)), (to(x + width), to(y + height)), &color, true)
        }
        Geometry::Line { points, width } => {
            let style = color.filled().stroke_width(to(*width).max(1) as u32);
            backend.draw_path(points.iter().map(place), &style)
        }
        Geometry::Polygon { points } => backend.fill_polygon(points.iter().map(place), &color),
        Geometry::Dot { x, y, radius } => {
            backend.draw_circle((to(*x), to(*y)), to(*radius).max(1) as u32, &color, true)
        }
        Geometry::Text { text, x, y, size, bold, anchor, rimmed } => {
            backend.is_rimmed = *rimmed;
            let horizontal = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let style = if *bold { FontStyle::Bold } else { FontStyle::Normal };
            let font = FontDesc::new(FontFamily::SansSerif, size * UNITS, style);
            let style = TextStyle::from(font).pos(Pos::new(horizontal, VPos::Bottom));
            backend.draw_text(text, &style, (to(*x), to(*y)))
        }
    }
}

/// A backend of plotters that writes SVG. plotters' own backend writes fixed colours and one element per
/// mark; this one names colours by classes and joins successive marks that look the same.
struct Backend {
    size: (u32, u32),
    text: String,
    /// The attributes of the path that is being written, and its data.
    open: Option<(String, String)>,
    /// What the next mark is painted with: plotters' styles know no classes.
    paint: Paint,
    is_rimmed: bool,
    letters: Letters,
    paints: Vec<Paint>,
}

impl Backend {
    fn new(drawing: &Drawing, letters: Letters) -> Self {
        let units = |length: f64| (length.ceil() * UNITS) as u32;
        Self {
            size: (units(drawing.width), units(drawing.height)),
            text: String::new(),
            open: None,
            paint: PAPER,
            is_rimmed: false,
            letters,
            paints: vec![PAPER],
        }
    }

    /// The attributes that fill or stroke with the colour of the next mark.
    fn look(&mut self, more: &str, is_line: bool) -> String {
        let paint = self.paint;
        let of = if is_line { "stroke" } else { "fill" };
        let classes = |own: &str| {
            let all = [more, own].join(" ");
            match all.trim() {
                "" => String::new(),
                all => format!(" class=\"{all}\""),
            }
        };
        if paint.is_fixed() {
            return format!("{} {of}=\"{}\"", classes(""), hex(paint.light));
        }
        let on_screen = paint.on_screen();
        if !self.paints.contains(&on_screen) {
            self.paints.push(on_screen);
        }
        classes(&format!("{}{}", paint.class(), if is_line { "-line" } else { "" }))
    }

    /// Adds to the open path, or begins another one if the look differs.
    fn add(&mut self, look: String, path: &str) {
        match &mut self.open {
            Some((before, paths)) if *before == look => paths.push_str(path),
            _ => {
                self.close();
                self.open = Some((look, path.to_owned()));
            }
        }
    }

    fn close(&mut self) {
        if let Some((look, path)) = self.open.take() {
            let _ = write!(self.text, "<path{look} d=\"{path}\"/>");
        }
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Backend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        self.close();
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        let (red, green, blue) = color.rgb;
        self.paint = Color(red, green, blue).into();
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (x0, y0): BackendCoord,
        (x1, y1): BackendCoord,
        _: &S,
        _: bool,
    ) -> Drawn {
        let (left, top) = (x0.min(x1), y0.min(y1));
        let [x, y, width, height] = [left, top, (x1 - x0).abs(), (y1 - y0).abs()].map(number);
        let look = self.look("", false);
        self.add(look, &format!("M{x} {y}h{width}v{height}h-{width}z"));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let width = number(style.stroke_width() as i32);
        let look = format!("{} stroke-width=\"{width}\"", self.look("l", true));
        self.add(look, &path_of(path));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        _: &S,
        _: bool,
    ) -> Drawn {
        self.close();
        let look = self.look("", false);
        let [x, y, radius] = [center.0, center.1, radius as i32].map(number);
        let _ = write!(self.text, "<circle{look} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        _: &S,
    ) -> Drawn {
        let look = self.look("", false);
        self.add(look, &format!("{}z", path_of(corners)));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn {
        self.close();
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => "m",
            HPos::Right => "e",
        };
        let bold = if matches!(style.style(), FontStyle::Bold) { "b" } else { "" };
        let rim = if self.is_rimmed { "r" } else { "" };
        let more: Vec<&str> = [anchor, bold, rim].into_iter().filter(|it| !it.is_empty()).collect();
        let look = self.look(&more.join(" "), false);
        let size = style.size().round() as i32;
        let _ = match self.letters {
            Letters::Text => {
                let [x, y, size] = [x, y, size].map(number);
                let text = escaped(text);
                write!(
                    self.text,
                    "<text{look} x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>"
                )
            }
            Letters::Outlines => {
                let [x, y, size] = [x, y, size].map(|it| f64::from(it) / UNITS);
                let bold = !bold.is_empty();
                let before = match style.anchor().h_pos {
                    HPos::Left => 0.0,
                    HPos::Center => font::text_width(text, size, bold) / 2.0,
                    HPos::Right => font::text_width(text, size, bold),
                };
                let path = font::outlines(text, size, bold, (x - before, y));
                write!(self.text, "<path{look} d=\"{path}\"/>")
            }
        };
        Ok(())
    }
}

fn path_of(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut text = String::new();
    for (place, (x, y)) in points.into_iter().enumerate() {
        let command = match place {
            0 => "M",
            1 => "L",
            _ => " ",
        };
        let _ = write!(text, "{command}{} {}", number(x), number(y));
    }
    text
}

/// Units in points, with one decimal if it is needed.
fn number(units: i32) -> String {
    format!("{}", f64::from(units) / UNITS)
}

/// A colour as style sheets write it.
pub(crate) fn hex(Color(red, green, blue): Color) -> String {
    let long = format!("#{red:02x}{green:02x}{blue:02x}");
    let is_short = [red, green, blue].iter().all(|value| value % 17 == 0);
    if is_short { format!("#{:x}{:x}{:x}", red / 17, green / 17, blue / 17) } else { long }
}

/// Text escaped for XML and HTML, with U+FFFD in place of the characters that XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let is_forbidden = |character: char| {
        matches!(character, '\u{FFFE}' | '\u{FFFF}')
            || (character < ' ' && !matches!(character, '\t' | '\n' | '\r'))
    };
    text.replace(is_forbidden, "\u{FFFD}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Area, Type};
    use crate::theme::{FLASH, INK};
    use basement_survey::study::Color;

    #[test]
    fn a_drawing_is_short_says_its_finding_and_names_its_colours() {
        let mut drawing = Drawing::new(90.0, 40.0);
        let red = Color(204, 0, 0);
        drawing.rectangle(Area::new(1.0, 2.04, 3.0, 4.0), red);
        drawing.rectangle(Area::new(4.0, 2.04, 3.0, 4.0), red);
        drawing.line(&[(0.0, 0.0), (5.0, 5.0), (6.0, 5.0)], 1.2, INK);
        drawing.dot(3.0, 3.0, 2.5, FLASH.mark);
        drawing.text("a < b", 50.0, 20.0, Type::new(11.0, INK).middle().bold().rimmed());
        let mut palette = Palette::default();
        let svg = inline(&drawing, "\"Red\" wins", "wide", &mut palette).unwrap();
        assert_eq!(
            svg,
            "<svg class=\"wide\" viewBox=\"0 0 90 40\" width=\"90\" height=\"40\" role=\"img\" \
             aria-label=\"&quot;Red&quot; wins\">\
             <path fill=\"#c00\" d=\"M1 2h3v4h-3zM4 2h3v4h-3z\"/>\
             <path class=\"l ink-line\" stroke-width=\"1.2\" d=\"M0 0L5 5 6 5\"/>\
             <circle class=\"series-1\" cx=\"3\" cy=\"3\" r=\"2.5\"/>\
             <text class=\"m b r ink\" x=\"50\" y=\"20\" font-size=\"11\">a &lt; b</text></svg>"
        );
        let style = palette.style();
        let (light, dark) = style.split_once("@media").unwrap();
        assert!(light.contains(".ink{fill:#1a1a1a}.ink-line{stroke:#1a1a1a}"), "{style}");
        assert!(light.contains(".r{stroke:#fff}") && dark.contains(".r{stroke:#17191d}"));
        assert!(dark.contains(".ink{fill:#e8e8e6}"), "{style}");
    }

    #[test]
    fn outlines_of_letters_are_where_the_text_is() {
        // An H is as wide on both sides of its middle.
        let across = |anchor: fn(Type) -> Type| {
            let mut drawing = Drawing::new(80.0, 16.0);
            drawing.text("H", 40.0, 12.0, anchor(Type::new(10.0, INK)));
            let svg = file(&drawing, "", "", Letters::Outlines, None).unwrap();
            let (_, path) = svg.rsplit_once("d=\"M").unwrap();
            let path = path.split_once('"').unwrap().0;
            let points = path.split(|it: char| it.is_ascii_alphabetic());
            let x = points.map(|point| point.split(' ').next().unwrap().parse::<f64>().unwrap());
            x.fold([f64::MAX, f64::MIN], |[least, most], x| [least.min(x), most.max(x)])
        };
        let width = font::text_width("H", 10.0, false);
        let [left, right] = across(Type::middle);
        assert!((left + right - 80.0).abs() < 0.1 && right - left > width / 2.0, "{left} {right}");
        assert!(across(|it| it)[0] > 40.0 && across(|it| it)[1] < 40.0 + width);
        assert!(across(Type::end)[0] > 40.0 - width && across(Type::end)[1] < 40.0);
    }

    #[test]
    fn an_svg_keeps_letters_of_every_script_and_no_character_that_xml_forbids() {
        let mut drawing = Drawing::new(80.0, 16.0);
        drawing.text("<魔> & \u{1}\u{FFFF}", 4.0, 12.0, Type::new(11.0, INK));
        let svg = file(&drawing, "\u{2}", "魔", Letters::Text, None).unwrap();
        assert!(svg.contains("&lt;魔&gt; &amp; \u{FFFD}\u{FFFD}"), "{svg}");
        assert!(!svg.contains(['\u{1}', '\u{2}', '\u{FFFF}']));
        assert!(crate::picture::pixels(&drawing, None).is_ok());
    }
}
