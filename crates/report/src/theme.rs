//! Sizes and colours, in one place. [The crate](crate) says which parts plotters lacks.

use basement_awards::Pickup;
use basement_floors::RoomKind;
use basement_survey::study::Color;
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::{ColorMap, DerivedColorMap, ViridisRGB};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Free space at the left and right edge.
pub(crate) const MARGIN: f64 = 16.0;
/// Width of a figure, in points of the drawing (1/96 inch on screen): 174 mm in print at 0.74
/// typographic points a point.
pub(crate) const ARTICLE_WIDTH: f64 = 672.0;
/// Width of the same figure on a phone.
pub(crate) const PHONE_WIDTH: f64 = 358.0;
/// Free space at the left and right edge there.
pub(crate) const PHONE_MARGIN: f64 = 4.0;

/// Size of titles.
pub(crate) const TITLE: f64 = 18.0;
/// Size of subtitles and of labels on the data.
pub(crate) const LABEL: f64 = 13.5;
/// Size of ticks.
pub(crate) const TICK: f64 = 12.5;
/// Size of the notes below a figure.
pub(crate) const FOOT: f64 = 12.0;
/// Size of small labels on the data.
pub(crate) const NOTE: f64 = 11.0;

/// The name of a class. serde would borrow a field of type `&str` from what it reads, but not this alias.
type Class = &'static str;

/// What a mark is painted with: a colour in light and dark mode, and the class that names it in an SVG. A
/// colour alone is the same in both modes, as those of scales and rooms are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paint {
    pub(crate) light: Color,
    pub(crate) dark: Color,
    #[serde(deserialize_with = "class_named")]
    class: Option<Class>,
    /// The level of grey that it is printed in, if that is not the grey of its luminance.
    grey: Option<u8>,
}

impl From<Color> for Paint {
    fn from(color: Color) -> Self {
        Self { light: color, dark: color, class: None, grey: None }
    }
}

impl Paint {
    const fn new(class: &'static str, light: Color, dark: Color) -> Self {
        Self { light, dark, class: Some(class), grey: None }
    }

    /// The paint with its own grey.
    const fn with_grey(self, grey: u8) -> Self {
        Self { grey: Some(grey), ..self }
    }

    /// The paint as it is printed in grey: a grey of the same luminance, except for series and maps of
    /// differences, whose colours are equally light.
    pub(crate) fn in_grey(&self) -> Color {
        let level = self.grey.unwrap_or_else(|| grey_of(self.light));
        Color(level, level, level)
    }

    /// The paint as a screen shows it, without its grey.
    pub(crate) const fn on_screen(self) -> Self {
        Self { grey: None, ..self }
    }

    /// Whether it is the same in light and dark mode and has no class.
    pub(crate) fn is_fixed(&self) -> bool {
        self.class.is_none() && self.light == self.dark
    }

    /// The class that names it in an SVG: by its meaning, or by its colours.
    pub(crate) fn class(&self) -> String {
        let own = || format!("c{}-{}", self.light, self.dark).replace('#', "");
        self.class.map_or_else(own, str::to_owned)
    }
}

/// The paper.
pub(crate) const PAPER: Paint = Paint::new("paper", WHITE, DARK_PAPER);
/// Titles and numbers.
pub(crate) const INK: Paint = Paint::new("ink", Color(26, 26, 26), Color(232, 232, 230));
/// Subtitles, ticks, notes: 4.5:1 on paper and more.
pub(crate) const QUIET: Paint = Paint::new("quiet", Color(89, 89, 89), Color(174, 177, 182));
/// Grid lines.
pub(crate) const RULE: Paint = Paint::new("grid", Color(222, 222, 222), Color(56, 59, 65));
/// Axis lines and frames.
pub(crate) const FRAME: Paint = Paint::new("frame", Color(140, 140, 140), Color(125, 128, 134));
/// The stroke through a cell that no floor has.
pub(crate) const STRUCK: Paint = Paint::new("struck", Color(146, 146, 146), Color(108, 111, 117));
/// Differences that cannot be distinguished from zero.
///
/// In grey they are as dark as zero on a map of differences.
pub(crate) const MUTED: Paint =
    Paint::new("muted", Color(214, 214, 214), Color(78, 81, 87)).with_grey(135);
/// The outline of a room on a map, and its doors.
pub(crate) const EDGE: Paint = Paint::new("edge", Color(82, 82, 82), Color(180, 183, 187));
/// A door that is walked back through: magenta, no game's colour.
pub(crate) const WALK: Paint = Paint::new("walk", Color(150, 30, 110), Color(236, 130, 204));
/// Changes towards a generator, and changes away from it: no game's colours.
pub(crate) const TOWARDS: Paint =
    Paint::new("towards", Color(0, 145, 135), Color(0, 145, 135)).with_grey(62);
pub(crate) const AGAINST: Paint =
    Paint::new("against", Color(140, 86, 172), Color(140, 86, 172)).with_grey(117);
/// The outline of a hidden room, and what it is filled with.
pub(crate) const HIDDEN: Paint = Paint::new("hidden", Color(110, 80, 150), Color(150, 126, 186));
pub(crate) const HIDDEN_AREA: Paint =
    Paint::new("hidden-area", Color(240, 235, 246), Color(57, 58, 63));
/// A door in the plan of a room.
pub(crate) const DOOR: Paint =
    Paint::new("series-2-area", Color(160, 203, 230), Color(13, 65, 96)).with_grey(160);
/// The tiles of a room's plan, which are the same on light and on dark pages.
pub(crate) mod tile {
    use super::Color;

    /// Walls, as thick as a tile.
    pub(crate) const WALL: Color = Color(92, 84, 78);
    pub(crate) const FLOOR: Color = Color(243, 238, 230);
    /// Lines between the tiles.
    pub(crate) const JOINT: Color = Color(226, 219, 208);
    pub(crate) const OBSTACLE: Color = Color(176, 164, 150);
    pub(crate) const CREATURE: Color = Color(196, 78, 66);
    pub(crate) const PICKUP: Color = Color(222, 165, 20);
}

/// An ordinary room of a map.
const ROOM: Paint = Paint::new("room", Color(226, 226, 226), Color(62, 65, 71));
/// Links of a page, and what is set off from its paper.
const LINK: Paint = Paint::new("link", Color(0, 90, 142), Color(140, 196, 234));
const SOFT: Paint = Paint::new("soft", Color(244, 244, 244), Color(34, 37, 42));
/// The colours of a page by the names of its style sheet.
const PAGE: [(&str, Paint); 6] = [
    ("paper", PAPER),
    ("ink", INK),
    ("quiet", QUIET),
    ("rule", RULE),
    ("soft", SOFT),
    ("link", LINK),
];

/// The colours of a page as properties of its style sheet, in light and dark mode.
pub(crate) fn page_colors() -> String {
    let all = |of: fn(Paint) -> Color| {
        let property = |(name, paint): &(&str, Paint)| format!("--{name}:{}", of(*paint));
        PAGE.iter().map(property).collect::<Vec<_>>().join(";")
    };
    format!(
        ":root{{color-scheme:light dark;{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        all(|paint| paint.light),
        all(|paint| paint.dark)
    )
}

/// Ink on colours that are the same in light and dark mode.
pub(crate) const DARK_INK: Color = Color(26, 26, 26);
pub(crate) const WHITE: Color = Color(255, 255, 255);
const BLACK: Color = Color(0, 0, 0);
/// The paper in dark mode, as in the page's style sheet.
const DARK_PAPER: Color = Color(23, 25, 29);

/// Reads the class of a paint, which must be a known one.
fn class_named<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Class>, D::Error> {
    let Some(name) = Option::<String>::deserialize(reader)? else { return Ok(None) };
    let paints = [
        PAPER,
        INK,
        QUIET,
        RULE,
        FRAME,
        STRUCK,
        MUTED,
        EDGE,
        WALK,
        TOWARDS,
        AGAINST,
        HIDDEN,
        HIDDEN_AREA,
        DOOR,
        ROOM,
    ];
    let games = [FLASH, REBIRTH].into_iter().flat_map(|game| [game.mark, game.text]);
    let classes = paints.into_iter().chain(games).filter_map(|paint| paint.class);
    let found = classes.chain(OTHER_CLASSES.into_iter().flatten()).find(|class| *class == name);
    found.map(Some).ok_or_else(|| D::Error::custom(format!("no paint has the class `{name}`")))
}

/// The level of grey of a colour's luminance.
fn grey_of(color: Color) -> u8 {
    let wanted = luminance(color);
    let difference = |level: &u8| (luminance(Color(*level, *level, *level)) - wanted).abs();
    (0..=u8::MAX).min_by(|a, b| difference(a).total_cmp(&difference(b))).unwrap_or(0)
}

/// The greys of series, 4.5:1 on paper. Any two have a contrast of 1.3:1 or more.
const GREYS: [u8; 6] = [117, 98, 80, 62, 43, 19];
/// Which of these greys the other series have. Flash has the first, and Rebirth the fourth.
const OTHER_GREYS: [usize; 4] = [5, 1, 4, 2];

/// The shades of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hue {
    /// For marks: 3:1 on paper.
    pub(crate) mark: Paint,
    /// For text: 4.5:1 on paper.
    pub(crate) text: Paint,
    /// The shades of a map of differences, from a small difference to the greatest.
    shades: [Color; 4],
}

/// Flash.
pub(crate) const FLASH: Hue = Hue {
    mark: Paint::new("series-1", Color(204, 121, 0), Color(204, 121, 0)).with_grey(GREYS[0]),
    text: Paint::new("series-1-text", Color(180, 95, 6), Color(190, 115, 36)).with_grey(GREYS[0]),
    shades: [Color(246, 214, 158), Color(232, 170, 66), Color(189, 118, 0), Color(127, 74, 0)],
};
/// Rebirth.
pub(crate) const REBIRTH: Hue = Hue {
    mark: Paint::new("series-2", Color(0, 114, 178), Color(0, 114, 178)).with_grey(GREYS[3]),
    text: Paint::new("series-2-text", Color(0, 90, 142), Color(77, 140, 176)).with_grey(GREYS[3]),
    shades: [Color(176, 211, 234), Color(96, 164, 209), Color(14, 115, 176), Color(0, 68, 110)],
};
/// Marks of series of neither game, in the order in which they are assigned: Okabe and Ito's without the two
/// games'.
pub(crate) const OTHERS: [Color; 4] =
    [Color(0, 158, 115), Color(204, 121, 167), Color(213, 94, 0), Color(102, 102, 102)];
/// Their classes: marks and text.
const OTHER_CLASSES: [[&str; 2]; 4] = [
    ["series-3", "series-3-text"],
    ["series-4", "series-4-text"],
    ["series-5", "series-5-text"],
    ["series-6", "series-6-text"],
];

impl Hue {
    /// The shades of a mark's colour, as light and as dark as those of the games.
    pub(crate) fn new(mark: Color) -> Self {
        if let Some(game) = [FLASH, REBIRTH].into_iter().find(|game| game.mark.light == mark) {
            return game;
        }
        let shades = [0, 1, 2, 3].map(|step| {
            let of_game = |game: Hue| luminance(game.shades[step]);
            with_luminance(mark, f64::midpoint(of_game(FLASH), of_game(REBIRTH)))
        });
        let text = if contrast(mark, WHITE) >= 5.0 { mark } else { with_luminance(mark, 0.13) };
        let other = OTHERS.iter().position(|other| *other == mark);
        let [own, own_text] = other.map_or([None; 2], |at| OTHER_CLASSES[at].map(Some));
        let by_dark = |class, light, dark| {
            let paint = Paint { class, light, dark, grey: None };
            other.map_or(paint, |at| paint.with_grey(GREYS[OTHER_GREYS[at]]))
        };
        Self {
            mark: by_dark(own, mark, legible(mark, DARK_PAPER, 3.1)),
            text: by_dark(own_text, text, legible(text, DARK_PAPER, 4.6)),
            shades,
        }
    }
}

/// A colour, mixed with as little white or black as it needs to stand out from a ground.
fn legible(color: Color, ground: Color, ratio: f64) -> Color {
    const STEPS: u8 = 50;
    let end = if contrast(WHITE, ground) > contrast(BLACK, ground) { WHITE } else { BLACK };
    let mut mixed = (0..=STEPS).map(|step| mix(color, end, f64::from(step) / f64::from(STEPS)));
    mixed.find(|mixed| contrast(*mixed, ground) >= ratio).unwrap_or(end)
}

/// A colour mixed with white or black until it has the wanted luminance.
fn with_luminance(color: Color, wanted: f64) -> Color {
    let end = if luminance(color) < wanted { WHITE } else { BLACK };
    let (mut near, mut far) = (0.0, 1.0);
    for _ in 0..20 {
        let share = f64::midpoint(near, far);
        let is_short = (luminance(mix(color, end, share)) < wanted) == (end == WHITE);
        if is_short { near = share } else { far = share }
    }
    mix(color, end, f64::midpoint(near, far))
}

/// The colour of a kind of room on a map, light enough for dark letters.
pub(crate) fn room_color(kind: RoomKind) -> Paint {
    match kind {
        RoomKind::Start => PAPER,
        RoomKind::Normal => ROOM,
        RoomKind::Boss => Color(228, 120, 108).into(),
        RoomKind::SuperSecret | RoomKind::Secret | RoomKind::UltraSecret => {
            Color(190, 174, 212).into()
        }
        RoomKind::Treasure => Color(253, 217, 104).into(),
        RoomKind::Shop => Color(168, 213, 150).into(),
        _ => Color(166, 206, 227).into(),
    }
}

/// The colours of a map on white paper by the names of what they paint: each kind of room, and `wall`.
pub fn map_colors() -> impl Iterator<Item = (String, Color)> {
    let rooms = RoomKind::ALL.iter().map(|kind| (kind.to_string(), room_color(*kind).light));
    rooms.chain([("wall".to_owned(), EDGE.light)])
}

/// The colour of an award's area. Neighbours of a stack also differ in lightness.
pub(crate) const fn award_color(pickup: Pickup) -> Color {
    match pickup {
        Pickup::Nothing => Color(226, 226, 226),
        Pickup::Card | Pickup::Pill | Pickup::Trinket => Color(204, 121, 167),
        Pickup::Coin => Color(240, 228, 66),
        Pickup::Heart => Color(213, 94, 0),
        Pickup::Key => Color(86, 180, 233),
        Pickup::Bomb => Color(128, 128, 128),
        Pickup::Chest | Pickup::LockedChest => Color(94, 60, 153),
        Pickup::Battery => Color(120, 205, 180),
        Pickup::Sack => Color(140, 96, 50),
    }
}

/// Viridis at 0 to 1: perceptually uniform, lightness rising throughout.
pub(crate) fn sequential(share: f64) -> Color {
    of_plotters(ViridisRGB::get_color(share.max(0.0)))
}

/// A map of differences: from the first series' colour at -1 over neutral at 0 to the second's at 1. Both
/// sides lose lightness equally.
#[derive(Clone, Copy)]
pub(crate) struct Diverging(pub(crate) Hue, pub(crate) Hue);

impl Diverging {
    /// The colour of a value. In grey it goes from light at -1 to dark at 1, with zero between them.
    pub(crate) fn at(self, share: f64) -> Paint {
        const NEUTRAL: Color = Color(247, 247, 247);
        const ENDS: [Color; 2] = [Color(238, 238, 238), Color(32, 32, 32)];
        let Self(Hue { shades: [a, b, c, d], .. }, Hue { shades: [e, f, g, h], .. }) = self;
        let share = (share + 1.0) / 2.0;
        let color = ramp(&[d, c, b, a, NEUTRAL, e, f, g, h], share);
        Paint { grey: Some(ramp(&ENDS, share).0), ..color.into() }
    }
}

/// The colour at a place, 0 to 1, along colours that are equally far apart.
fn ramp(stops: &[Color], share: f64) -> Color {
    let stops: Vec<RGBColor> = stops.iter().copied().map(to_plotters).collect();
    // The greater of the two is never NaN, for which plotters has no colour.
    of_plotters(DerivedColorMap::new(&stops).get_color(share.max(0.0)))
}

pub(crate) const fn to_plotters(Color(red, green, blue): Color) -> RGBColor {
    RGBColor(red, green, blue)
}

const fn of_plotters(RGBColor(red, green, blue): RGBColor) -> Color {
    Color(red, green, blue)
}

/// A colour between two: the first at 0, the second at 1.
pub(crate) fn mix(a: Color, b: Color, share: f64) -> Color {
    ramp(&[a, b], share)
}

/// Relative luminance, 0 to 1, as WCAG defines it.
fn luminance(color: Color) -> f64 {
    let channel = |value: u8| {
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(color.0) + 0.7152 * channel(color.1) + 0.0722 * channel(color.2)
}

/// Contrast ratio of two colours, 1 to 21, as WCAG defines it.
pub(crate) fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Less on one side, more on the other.
pub(crate) const LESS_AND_MORE: Diverging = Diverging(FLASH, REBIRTH);

/// The ink, black or white, that is easier to read on a colour.
pub(crate) fn ink_on(fill: impl Into<Paint>) -> Paint {
    let fill = fill.into();
    let on = |fill| if contrast(fill, BLACK) >= contrast(fill, WHITE) { BLACK } else { WHITE };
    let [light, dark, grey] = [fill.light, fill.dark, fill.in_grey()].map(on);
    Paint { class: None, light, dark, grey: (grey != light).then_some(grey.0) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::*;

    /// The colours of the lab's page, in light or dark mode.
    fn palette(of: impl Fn(Paint) -> Color) -> Value {
        let hex = |paint| of(paint).to_string();
        let steps = (0..=16).map(|step| sequential(f64::from(step) / 16.0).to_string());
        json!({
            "paper": hex(PAPER), "ink": hex(INK), "quiet": hex(QUIET), "grid": hex(RULE),
            "frame": hex(FRAME), "wall": hex(EDGE), "mark": DARK_INK.to_string(),
            "flash": hex(FLASH.text), "rebirth": hex(REBIRTH.text),
            "normal": hex(room_color(RoomKind::Normal)), "start": hex(room_color(RoomKind::Start)),
            "boss": hex(room_color(RoomKind::Boss)), "hidden": hex(room_color(RoomKind::Secret)),
            "treasure": hex(room_color(RoomKind::Treasure)), "shop": hex(room_color(RoomKind::Shop)),
            "other": hex(room_color(RoomKind::Library)), "soft": hex(SOFT), "link": hex(LINK),
            "tile-wall": tile::WALL.to_string(), "tile-ground": tile::FLOOR.to_string(),
            "tile-joint": tile::JOINT.to_string(), "tile-door": hex(DOOR),
            "tile-obstacle": tile::OBSTACLE.to_string(), "tile-creature": tile::CREATURE.to_string(),
            "tile-pickup": tile::PICKUP.to_string(), "tile-thing": hex(REBIRTH.mark),
            "sequential": steps.collect::<Vec<_>>(),
        })
    }

    #[test]
    fn palette_of_the_page_is_up_to_date() {
        let [light, dark] = [palette(|paint| paint.light), palette(|paint| paint.dark)];
        let palette = json!({ "light": light, "dark": dark });
        let palette = serde_json::to_string_pretty(&palette).expect("a palette") + "\n";
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/page/palette.json");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&file, &palette).expect("the page's folder");
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(
            written, palette,
            "UPDATE_GOLDEN=1 cargo test -p basement-report palette writes it"
        );
    }

    #[test]
    fn every_paint_round_trips() {
        let others = OTHERS.map(Hue::new);
        let hues = [FLASH, REBIRTH].into_iter().chain(others).chain([Hue::new(Color(1, 2, 3))]);
        let of_series = hues.flat_map(|hue| [hue.mark, hue.text, ink_on(hue.mark)]);
        let of_rooms = RoomKind::ALL.iter().map(|kind| room_color(*kind));
        let others =
            [PAPER, INK, QUIET, RULE, FRAME, STRUCK, MUTED, EDGE, HIDDEN, HIDDEN_AREA, DOOR];
        for paint in of_series.chain(of_rooms).chain(others).chain([LESS_AND_MORE.at(0.3)]) {
            let written = serde_json::to_string(&paint).unwrap();
            assert_eq!(serde_json::from_str::<Paint>(&written).unwrap(), paint, "{written}");
        }
        let unknown = r##"{"light":"#000000","dark":"#000000","class":"spoon","grey":null}"##;
        let error = serde_json::from_str::<Paint>(unknown).unwrap_err().to_string();
        assert!(error.contains("no paint has the class `spoon`"), "{error}");
    }

    #[test]
    fn text_colours_have_a_contrast_of_4_5_and_more_by_light_and_by_dark() {
        let chosen = ["#ffff00", "#000000", "#ffffff", "#777777", "#ff00ff"];
        let chosen = chosen.iter().map(|color| color.parse().unwrap());
        for mark in OTHERS.into_iter().chain(chosen).chain([FLASH.mark.light, REBIRTH.mark.light]) {
            let hue = Hue::new(mark);
            assert!(contrast(hue.text.light, WHITE) >= 4.5, "{hue:?}");
            assert!(contrast(hue.text.dark, DARK_PAPER) >= 4.5, "{hue:?}");
            assert!(contrast(hue.mark.dark, DARK_PAPER) >= 3.0, "{hue:?}");
        }
        for paint in [INK, QUIET] {
            assert!(contrast(paint.light, WHITE) >= 4.5 && contrast(paint.dark, DARK_PAPER) >= 4.5);
        }
    }

    #[test]
    fn the_sequential_map_gains_lightness_throughout_and_the_diverging_loses_it_alike() {
        let lightness: Vec<f64> =
            (0..=100).map(|step| luminance(sequential(f64::from(step) / 100.0))).collect();
        assert!(lightness.is_sorted());
        let hues = OTHERS.map(Hue::new);
        for (one, other) in [(FLASH, REBIRTH), (REBIRTH, hues[0]), (hues[1], FLASH)] {
            let at = |share: f64| luminance(Diverging(one, other).at(share).light);
            for step in 1..=20 {
                let share = f64::from(step) / 20.0;
                let (left, right) = (at(-share), at(share));
                assert!((left.cbrt() - right.cbrt()).abs() < 0.12, "{share}: {left} {right}");
                assert!(right < at(share - 0.05));
            }
        }
    }

    #[test]
    fn greys_of_series_differ_and_maps_lose_lightness_throughout() {
        let hues = [FLASH, REBIRTH].into_iter().chain(OTHERS.map(Hue::new));
        let hues: Vec<Hue> = hues.collect();
        for (place, hue) in hues.iter().enumerate() {
            let [mark, text] = [hue.mark, hue.text].map(|paint| paint.in_grey());
            assert!(contrast(mark, WHITE) >= 3.0 && contrast(text, WHITE) >= 4.5, "{hue:?}");
            for before in &hues[..place] {
                for of in [|it: &Hue| it.mark, |it: &Hue| it.text] {
                    let [one, other] = [of(before).in_grey(), of(hue).in_grey()];
                    assert!(contrast(one, other) >= 1.3, "{one} and {other}");
                }
            }
        }
        let greys = |at: &dyn Fn(f64) -> Paint| -> Vec<f64> {
            (0..=40).map(|step| luminance(at(f64::from(step) / 40.0).in_grey())).collect()
        };
        let sequential = greys(&|share| sequential(share).into());
        assert!(sequential.is_sorted_by(|a, b| a < b), "{sequential:?}");
        let diverging = greys(&|share| Diverging(FLASH, REBIRTH).at(2.0 * share - 1.0));
        assert!(diverging.is_sorted_by(|a, b| a > b), "{diverging:?}");
        assert_eq!(LESS_AND_MORE.at(0.0).in_grey(), MUTED.in_grey());
        for share in [-1.0, -0.4, 0.0, 0.4, 1.0] {
            let fill = LESS_AND_MORE.at(share);
            assert!(contrast(fill.in_grey(), ink_on(fill).in_grey()) >= 4.5, "{share}");
        }
        for color in [Color(204, 121, 0), Color(0, 114, 178), WHITE, BLACK] {
            assert!(
                (luminance(Paint::from(color).in_grey()) - luminance(color)).abs() < 0.005,
                "{color}"
            );
        }
    }

    #[test]
    fn colour_maps_clamp_to_their_end_colours() {
        assert_eq!(sequential(0.0), Color(68, 1, 84));
        assert_eq!(sequential(7.0), sequential(1.0));
        assert_eq!(sequential(f64::NAN), sequential(0.0));
        let map = Diverging(FLASH, REBIRTH);
        let ends = [map.at(-1.0).light, map.at(1.0).light];
        assert_eq!(ends, [FLASH.shades[3], REBIRTH.shades[3]]);
        assert_eq!(map.at(0.0).light, Color(247, 247, 247));
        assert_eq!(mix(BLACK, WHITE, 0.2), Color(51, 51, 51));
    }
}
