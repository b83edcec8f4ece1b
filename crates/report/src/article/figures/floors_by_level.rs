//! The typical floor and the first seeds of every level, one figure for each series, all at
//! one scale.

use std::collections::HashSet;

use basement_survey::{ArmResult, Median, TYPICAL_MEASURES, distance_from_medians};

use super::typical_floors::{Sample, hidden_in_words, key_tiles};
use crate::article::Context;
use crate::article::typical::{FIRST, LevelFloors, measures_in_words, rule};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::lexicon::{capital, first_fitting, request_in_words};
use crate::number::counted;
use crate::origin::origin_line;
use crate::panel::plan_map::{key_height, key_of_tiles};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, NOTE, QUIET, RULE, TICK, shortened, text_width};

/// The largest side of a cell.
const LARGEST: f64 = 13.5;
/// Space between maps.
const GAP: f64 = 10.0;
/// Space between the typical floors and the first seeds, which a line parts.
const PARTED: f64 = 26.0;
/// What the levels' names take on a wide page, and above a row on a phone.
const SIDE: f64 = 52.0;
const ABOVE: f64 = 19.0;
/// The names of the columns.
const HEAD: f64 = 20.0;
/// A seed below a map.
const SEED: f64 = 15.0;
/// Space below a row.
const BELOW: f64 = 9.0;

/// The figures, one for each shown series.
pub(in crate::article) fn figures(context: &Context<'_>) -> Vec<Figure> {
    let all = context.floors_by_level();
    let mut taken = HashSet::new();
    let mut figures = Vec::new();
    for levels in all {
        let Some(first) = levels.first() else { continue };
        let name = name_for(&first.typical.name, first.typical.series, &mut taken);
        figures.extend(figure(context, levels, name, all));
    }
    figures
}

/// A file's name from a series' name: small letters, digits and hyphens, and none twice.
fn name_for(series: &str, place: usize, taken: &mut HashSet<String>) -> String {
    let plain: String = series
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut words = plain.split_whitespace().collect::<Vec<_>>().join("-");
    words.truncate(40);
    let words = match words.trim_end_matches('-') {
        "" => format!("{}", place + 1),
        words => words.to_owned(),
    };
    let names =
        std::iter::once(words.clone()).chain((2..).map(|number| format!("{words}-{number}")));
    let mut names = names.map(|name| format!("floors-by-level-{name}"));
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

/// The figure of a series. `all` are the floors of every series, for one scale.
fn figure(
    context: &Context<'_>,
    levels: &[LevelFloors],
    name: String,
    all: &[Vec<LevelFloors>],
) -> Option<Figure> {
    let results = context.results;
    let series = levels.first()?.typical.series;
    let arms: Vec<&ArmResult> =
        levels.iter().filter_map(|it| results.arm(series, it.level, false)).collect();
    let is_file = arms.iter().all(|arm| arm.origin.seeds().is_none());
    let sizes: Vec<(u8, u32)> = levels.iter().map(|it| (it.level, it.typical.rooms)).collect();
    let title = title(&levels[0].typical.name, &sizes, is_file);
    let command = context.floor_command(arms.first()?, levels[0].typical.number);
    let samples = || levels.iter().flat_map(LevelFloors::samples);
    let fewest = arms.iter().map(|arm| arm.summary.floors).min().unwrap_or_default();
    let measures = measures_in_words(levels.iter().flat_map(|it| &it.medians));
    let seeds = if is_file { "lines" } else { "seeds" };
    let words = Words {
        name,
        subtitle: match is_file {
            true => format!(
                "Typical floor and first lines of {}, one map scale",
                levels[0].typical.name
            ),
            false => format!(
                "Typical floor and first seeds of each level, one map scale; {}",
                request_in_words(results)
            ),
        },
        caption: format!(
            "Typical: {}; each difference counts in standard deviations, and of equals the lower \
             number wins. Beside it the first {seeds} that are not drawn yet: none stands here \
             twice, and no plan. {}{}{}",
            rule(fewest, &measures),
            match samples().any(|sample| !sample.on_ring.is_empty()) {
                true => "Tinted: rooms of a ring. ",
                false => "",
            },
            hidden_in_words(samples().flat_map(|sample| sample.map.kinds())),
            command.map_or_else(String::new, |command| to_draw(&command, is_file)),
        )
        .trim_end()
        .to_owned(),
        notes: origin_line(results, arms.iter().copied(), None, ""),
        alt: format!(
            "{title}. Maps, level by level. {}.",
            levels.iter().map(in_words).collect::<Vec<_>>().join(". ")
        ),
        title,
    };
    let tiles = key_tiles(samples());
    let height = |width: f64| {
        let layout = Layout::new(width, all);
        let rows: f64 = levels.iter().map(|it| layout.height(it)).sum();
        layout.head() + rows + 4.0 + key_height(width, &tiles)
    };
    Some(compose_for_article(words, table(levels), height, |drawing, area| {
        let layout = Layout::new(area.width, all);
        let key = key_height(area.width, &tiles);
        let rows = area.inset(0.0, 0.0, 0.0, key + 4.0);
        layout.draw(drawing, rows, levels, is_file);
        key_of_tiles(drawing, Area::new(area.x, area.bottom() - key, area.width, key), &tiles);
    }))
}

/// How a floor of the figure is drawn from the command line.
fn to_draw(command: &str, is_file: bool) -> String {
    let rest = if is_file { "The others by their numbers" } else { "The others by level and seed" };
    format!(" To draw the first one: `{command}`. {rest}.")
}

/// A level in words, for those who do not see its maps.
fn in_words(floors: &LevelFloors) -> String {
    let LevelFloors { heading, typical, first, .. } = floors;
    let others: Vec<String> = first.iter().map(|sample| sample.rooms.to_string()).collect();
    let beside = match others.as_slice() {
        [] => String::new(),
        others => format!("; beside it {}", others.join(", ")),
    };
    format!("{heading}: {}, {}{beside}", typical.seed, counted(typical.rooms.into(), "room"))
}

/// The finding: how the typical floor grows.
fn title(name: &str, sizes: &[(u8, u32)], is_file: bool) -> String {
    let short = match (sizes, is_file) {
        (_, true) => {
            return first_fitting([
                format!("A typical floor of {name}, and the first ones"),
                "A typical floor, and the first ones".to_owned(),
            ]);
        }
        ([_], _) => "A typical floor, and those of the first seeds",
        _ => "Typical floors, level by level",
    };
    let (Some((from, few)), Some((to, many))) = (sizes.first(), sizes.last()) else {
        return short.to_owned();
    };
    let long = match few.cmp(many) {
        _ if from == to => format!("A typical floor of {name} on level {from}: {few} rooms"),
        std::cmp::Ordering::Equal => {
            format!("A typical floor of {name} has {few} rooms on levels {from} and {to}")
        }
        std::cmp::Ordering::Less => {
            let rooms = match f64::from(*many) / f64::from(*few).max(1.0) {
                ratio if ratio < 1.75 => "more rooms than on",
                ratio if ratio < 2.5 => "about twice the rooms of",
                ratio if ratio < 3.5 => "three times the rooms of",
                _ => "many more rooms than on",
            };
            format!("On level {to} a typical {name} floor has {rooms} level {from}")
        }
        std::cmp::Ordering::Greater => {
            format!(
                "From level {from} to {to} a typical {name} floor shrinks from {few} rooms to {many}"
            )
        }
    };
    first_fitting([long, format!("{name}: {}", short.to_lowercase()), short.to_owned()])
}

/// The floors, with all that the choice goes by.
fn table(levels: &[LevelFloors]) -> Table {
    let mut columns: Vec<String> =
        ["level", "series", "which", "number", "seed"].map(str::to_owned).into();
    for measure in TYPICAL_MEASURES {
        let name = measure.name;
        columns.extend([name.to_owned(), format!("{name}_median"), format!("{name}_sd")]);
    }
    columns.push("distance".to_owned());
    let mut table = Table { columns, rows: Vec::new() };
    for floors in levels {
        for (place, sample) in floors.samples().enumerate() {
            let which = if place == 0 { "typical" } else { "first" };
            let mut row = vec![
                floors.level.to_string(),
                sample.name.clone(),
                which.to_owned(),
                sample.number.to_string(),
                sample.seed.trim_start_matches("seed ").to_owned(),
            ];
            for measure in TYPICAL_MEASURES {
                let usual = floors.medians.iter().find(|median| median.measure == measure);
                let of = |value: &dyn Fn(&Median) -> f64| {
                    usual.map_or_else(String::new, |median| exact(value(median)))
                };
                let own = measure.of(&sample.analysis);
                row.push(own.map_or_else(String::new, exact));
                row.extend([of(&|median| median.median), of(&|median| median.deviation)]);
            }
            let distance = distance_from_medians(&floors.medians, &sample.analysis);
            row.push(exact(distance));
            table.rows.push(row);
        }
    }
    table
}

/// Where the maps stand.
struct Layout {
    is_narrow: bool,
    /// The width of a map's column.
    column: f64,
    /// The side of a cell, the same for every series.
    side: f64,
}

impl Layout {
    fn new(width: f64, all: &[Vec<LevelFloors>]) -> Self {
        let is_narrow = is_narrow(Area::new(0.0, 0.0, width, 0.0));
        let column = match is_narrow {
            true => (width - PARTED) / 2.0,
            false => {
                let gaps = PARTED + GAP * (FIRST - 1) as f64;
                (width - SIDE - gaps) / (FIRST + 1) as f64
            }
        };
        let samples = all.iter().flatten().flat_map(LevelFloors::samples);
        let widest = samples.map(|sample| sample.map.extent().0).fold(1.0, f64::max);
        Self { is_narrow, column, side: (column / widest).min(LARGEST) }
    }

    /// The height of the names of the columns.
    fn head(&self) -> f64 {
        if self.is_narrow { 0.0 } else { HEAD }
    }

    /// The samples of a level in rows: all in one, on a phone two by two.
    fn rows<'a>(&self, floors: &'a LevelFloors) -> Vec<Vec<&'a Sample>> {
        let samples: Vec<&Sample> = floors.samples().collect();
        let count = if self.is_narrow { 2 } else { FIRST + 1 };
        samples.chunks(count).map(<[&Sample]>::to_vec).collect()
    }

    /// The height of the maps of a row.
    fn maps(&self, samples: &[&Sample]) -> f64 {
        samples.iter().map(|sample| sample.map.extent().1).fold(1.0, f64::max) * self.side
    }

    /// The height of a level.
    fn height(&self, floors: &LevelFloors) -> f64 {
        let above = if self.is_narrow { ABOVE } else { 0.0 };
        let row = |samples: &Vec<&Sample>| self.maps(samples) + SEED + BELOW;
        above + self.rows(floors).iter().map(row).sum::<f64>()
    }

    /// The left edge of a column.
    fn left(&self, area: Area, place: usize) -> f64 {
        let start = area.x + if self.is_narrow { 0.0 } else { SIDE };
        let gaps = match place {
            0 => 0.0,
            place => PARTED + GAP * (place - 1) as f64,
        };
        start + place as f64 * self.column + gaps
    }

    /// What stands below a map: as much as fits below all of them.
    fn says(&self, levels: &[LevelFloors]) -> fn(&Sample) -> String {
        let ways: [fn(&Sample) -> String; 3] = [
            |it| format!("{}: {}", capital(&it.seed), counted(it.rooms.into(), "room")),
            |it| {
                format!(
                    "{}: {}",
                    it.seed.trim_start_matches("seed "),
                    counted(it.rooms.into(), "room")
                )
            },
            |it| it.seed.trim_start_matches("seed ").to_owned(),
        ];
        let fits = |says: &fn(&Sample) -> String| {
            let mut samples = levels.iter().flat_map(LevelFloors::samples);
            samples.all(|sample| text_width(&says(sample), NOTE, true) <= self.column)
        };
        ways.into_iter().find(fits).unwrap_or(ways[2])
    }

    fn draw(&self, drawing: &mut Drawing, area: Area, levels: &[LevelFloors], is_file: bool) {
        let Some(hue) = levels.first().map(|floors| floors.typical.hue) else { return };
        let first = if is_file { "the first lines" } else { "the first seeds" };
        let line = self.left(area, 1) - PARTED / 2.0;
        if !self.is_narrow {
            let y = area.y + 11.0;
            let middle = self.left(area, 0) + self.column / 2.0;
            drawing.text("typical", middle, y, Type::new(TICK, hue.text).bold().middle());
            let middle = f64::midpoint(self.left(area, 1), area.right());
            drawing.text(first, middle, y, Type::new(TICK, QUIET).middle());
            drawing.line(&[(line, area.y), (line, area.bottom() - BELOW)], 1.0, FRAME);
        }
        let says = self.says(levels);
        let mut y = area.y + self.head();
        for (place, floors) in levels.iter().enumerate() {
            if place > 0 {
                let y = y - BELOW / 2.0;
                drawing.line(&[(area.x, y), (line - 4.0, y)], 1.0, RULE);
                drawing.line(&[(line + 4.0, y), (area.right(), y)], 1.0, RULE);
            }
            let heading = Type::new(TICK, INK).bold();
            if self.is_narrow {
                let and = if floors.first.is_empty() { "" } else { first };
                drawing.text(&floors.heading, area.x, y + 12.0, heading);
                let at = area.x + text_width(&floors.heading, TICK, true) + 8.0;
                drawing.text("typical", at, y + 12.0, Type::new(NOTE, hue.text).bold());
                let at = self.left(area, 1);
                drawing.text(and, at, y + 12.0, Type::new(NOTE, QUIET));
                y += ABOVE;
            }
            for (place, samples) in self.rows(floors).iter().enumerate() {
                let maps = self.maps(samples);
                if place == 0 && self.is_narrow {
                    let around = Area::new(area.x, y - 3.0, self.column, maps + SEED + 5.0);
                    drawing.frame(around, 1.0, FRAME);
                }
                if place == 0 && !self.is_narrow {
                    let at = Area::new(area.x, y + maps / 2.0 - 8.0, SIDE - 2.0, 0.0);
                    drawing.paragraph(&floors.heading, at, heading);
                }
                for (column, sample) in samples.iter().enumerate() {
                    let cell = Area::new(self.left(area, column), y, self.column, maps);
                    self.draw_sample(drawing, cell, sample, column + place == 0, says);
                }
                y += maps + SEED + BELOW;
            }
        }
    }

    /// A map above its seed.
    fn draw_sample(
        &self,
        drawing: &mut Drawing,
        cell: Area,
        sample: &Sample,
        is_typical: bool,
        says: fn(&Sample) -> String,
    ) {
        sample.map.draw_tiles(drawing, cell, self.side, &sample.on_ring, sample.tint());
        let look = Type::new(NOTE, if is_typical { INK } else { QUIET }).middle();
        let look = if is_typical { look.bold() } else { look };
        let text = shortened(&says(sample), NOTE, is_typical, cell.width);
        drawing.text(text, cell.middle(), cell.bottom() + 12.0, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_follows_the_size_of_the_typical_floors() {
        let told = |sizes: &[(u8, u32)]| title("A", sizes, false);
        assert_eq!(
            told(&[(1, 10), (4, 18), (8, 21)]),
            "On level 8 a typical A floor has about twice the rooms of level 1"
        );
        assert_eq!(
            told(&[(1, 10), (2, 12)]),
            "On level 2 a typical A floor has more rooms than on level 1"
        );
        assert_eq!(
            told(&[(1, 21), (8, 10)]),
            "From level 1 to 8 a typical A floor shrinks from 21 rooms to 10"
        );
        assert_eq!(told(&[(1, 9), (2, 9)]), "A typical floor of A has 9 rooms on levels 1 and 2");
        assert_eq!(told(&[(4, 9)]), "A typical floor of A on level 4: 9 rooms");
        assert_eq!(told(&[]), "Typical floors, level by level");
        assert_eq!(title("A", &[(4, 9)], true), "A typical floor of A, and the first ones");
        let long = title("A generator of my own", &[(1, 9), (8, 12)], false);
        assert_eq!(long, "A generator of my own: typical floors, level by level");
    }

    #[test]
    fn names_of_figures_are_plain_and_none_is_given_twice() {
        let mut taken = HashSet::new();
        let mut name = |series: &str, place| name_for(series, place, &mut taken);
        assert_eq!(name("Flash", 0), "floors-by-level-flash");
        assert_eq!(name("flash", 1), "floors-by-level-flash-2");
        assert_eq!(name("Flash, as \"shipped\"/../x", 2), "floors-by-level-flash-as-shipped-x");
        assert_eq!(name("箱", 3), "floors-by-level-4");
        assert_eq!(name("4", 4), "floors-by-level-4-2");
        assert!(name(&"long ".repeat(40), 5).len() <= 60);
    }
}
