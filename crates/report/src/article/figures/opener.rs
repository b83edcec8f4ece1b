//! The opener: rooms, dead ends, the way to the boss and rings, level by level.

use basement_survey::{Interval, Results, measure};

use crate::article::Context;
use crate::article::claims::{Course, differences};
use crate::article::shape::{Sizes, ring_share};
use crate::drawing::Area;
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::panel::key;
use crate::panel::slopes::{Panel, Slope, slopes};
use crate::series::{hue_of, name_of, names_of, shown, side_lines};
use crate::table::{Table, exact};
use crate::words::list;

/// Series that a figure shows.
const MOST: usize = 4;

/// What is drawn: a heading, and its value on a level of a series.
struct Kind {
    name: &'static str,
    heading: &'static str,
    of: fn(&basement_survey::ArmResult) -> Option<Interval>,
    show: fn(f64) -> String,
    tick: fn(f64) -> String,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "rooms",
        heading: "Rooms",
        of: |arm| arm.summary.values(measure::ROOMS).mean_interval(),
        show: |value| fixed(value, 1),
        tick: |value| fixed(value, 0),
    },
    Kind {
        name: "dead_ends",
        heading: "Dead ends",
        of: |arm| arm.summary.values(measure::DEAD_ENDS).mean_interval(),
        show: |value| fixed(value, 1),
        tick: |value| fixed(value, 0),
    },
    Kind {
        name: "boss_distance",
        heading: "Steps to the boss",
        of: |arm| arm.summary.values(measure::BOSS_DISTANCE).mean_interval(),
        show: |value| fixed(value, 1),
        tick: |value| fixed(value, 0),
    },
    Kind {
        name: "floors_with_a_ring",
        heading: "Floors with a ring",
        of: ring_share,
        show: |value| percent(value, 0),
        tick: |value| percent(value, 0),
    },
];

/// The figure, where a series has floors.
pub(in crate::article) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let main: Vec<usize> = shown(results).into_iter().take(MOST).collect();
    let side: Vec<usize> = side_lines(results).into_iter().take(2).collect();
    let all: Vec<usize> = main.iter().chain(&side).copied().collect();
    let mut table = Table::new(&["what", "series", "level", "value", "lower", "upper", "shown"]);
    let mut panels = Vec::new();
    for kind in KINDS {
        let slope = |series: usize| {
            let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
            let dot = |arm: &basement_survey::ArmResult| {
                let interval = (kind.of)(arm)?;
                Some((arm.request.level, interval.estimate, interval.lower, interval.upper))
            };
            let mut dots: Vec<(u8, f64, f64, f64)> = arms.filter_map(dot).collect();
            dots.sort_by_key(|dot| dot.0);
            Slope {
                name: name_of(results, series).to_owned(),
                hue: hue_of(results, series),
                is_thin: side.contains(&series),
                dots,
            }
        };
        let slopes: Vec<Slope> = all.iter().map(|series| slope(*series)).collect();
        let slopes: Vec<Slope> =
            slopes.into_iter().filter(|slope| !slope.dots.is_empty()).collect();
        for slope in &slopes {
            for (level, value, lower, upper) in &slope.dots {
                table.row([
                    kind.name.to_owned(),
                    slope.name.clone(),
                    level.to_string(),
                    exact(*value),
                    exact(*lower),
                    exact(*upper),
                    (kind.show)(*value),
                ]);
            }
        }
        if !slopes.is_empty() {
            let heading = kind.heading.to_owned();
            panels.push(Panel { heading, slopes, show: kind.show, tick: kind.tick });
        }
    }
    if panels.is_empty() {
        return None;
    }
    let title = match main.as_slice() {
        [x, y, ..] => told(results, [*x, *y]).title(),
        _ => alone(&panels[0]),
    };
    let names = list(&names_of(results, &all));
    let thin = match side.as_slice() {
        [] => String::new(),
        side => format!(" Thin: {}.", list(&names_of(results, side))),
    };
    let headings: Vec<String> = panels.iter().map(|panel| panel.heading.to_lowercase()).collect();
    let arms = all.iter().filter_map(|series| results.arms_of(*series).next());
    let words = Words {
        name: "opener".to_owned(),
        subtitle: format!(
            "Means and shares by level, without a curse; strokes: 95 % intervals wider than the dots{}",
            of_whom(&names_of(results, &main), &names_of(results, &side))
        ),
        caption: format!(
            "Each dot is the mean of a level's floors, with the number of the last level beside it; the \
             start room counts as a room.{thin}"
        ),
        notes: origin_line(results, arms, None, ""),
        alt: format!("{title}. Line charts of {} by level for {names}.", list(&headings)),
        title,
    };
    let rows = panels.len().div_ceil(2);
    let height = |width: f64| {
        let narrow = width < 400.0;
        rows as f64 * if narrow { 158.0 } else { 188.0 }
            + if narrow { 2.0 * key::HEIGHT } else { 0.0 }
    };
    Some(compose_for_article(words, table, height, |drawing, area| {
        let narrow = is_narrow(area);
        let top = if narrow { 2.0 * key::HEIGHT } else { 0.0 };
        if narrow {
            let halves: Vec<&[usize]> = all.chunks(all.len().div_ceil(2).max(2)).collect();
            for (row, half) in halves.iter().enumerate() {
                let line = area.inset(0.0, row as f64 * key::HEIGHT * 0.8, 0.0, 0.0);
                key::key(drawing, line, results, half);
            }
        }
        let cells: Vec<Area> = area
            .inset(0.0, top, 0.0, 0.0)
            .rows(rows, 12.0)
            .into_iter()
            .flat_map(|row| row.columns(panels.len().min(2), if narrow { 10.0 } else { 18.0 }))
            .collect();
        for (panel, cell) in panels.iter().zip(cells) {
            slopes(drawing, cell, panel, !narrow);
        }
    }))
}

/// Of which series the title speaks, where thin lines may say something else.
fn of_whom(main: &[String], side: &[String]) -> String {
    match (main, side) {
        ([x, y, ..], [_, ..]) => {
            format!(". The title is about the thick lines, {x} and {y}; thin: {}", list(side))
        }
        _ => String::new(),
    }
}

/// What the title of two series goes by.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    name: String,
    sizes: Option<Sizes>,
    boss: Option<Course>,
    /// The greatest share of floors with a ring, of each.
    with_ring: Option<[f64; 2]>,
}

fn told(results: &Results, [x, y]: [usize; 2]) -> Told {
    let with_ring = |series: usize| {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        arms.filter_map(ring_share).map(|share| share.estimate).reduce(f64::max)
    };
    Told {
        name: name_of(results, y).to_owned(),
        sizes: Sizes::of(&differences(results, [x, y], measure::ROOMS)),
        boss: Course::of(&differences(results, [x, y], measure::BOSS_DISTANCE)),
        with_ring: with_ring(x).zip(with_ring(y)).map(|(x, y)| [x, y]),
    }
}

impl Told {
    fn title(&self) -> String {
        let boss = match self.boss {
            Some(Course::More) => Some("a boss farther away"),
            Some(Course::Less) => Some("a boss nearer by"),
            _ => None,
        };
        let rings = match self.with_ring {
            Some([x, y]) if x < 0.005 && y >= 0.05 => Some("rings"),
            Some([x, y]) if x >= 0.05 && y < 0.005 => Some("no rings"),
            _ => None,
        };
        let others: Vec<String> = rings.into_iter().chain(boss).map(str::to_owned).collect();
        let (name, others) = (&self.name, list(&others));
        let rooms = match self.sizes {
            Some(Sizes::Equal | Sizes::Alike) => format!("About as many rooms in {name}"),
            Some(Sizes::Bigger) => format!("More rooms in {name}"),
            Some(Sizes::Smaller) => format!("Fewer rooms in {name}"),
            Some(Sizes::Mixed) => format!("Rooms in {name}: more or fewer, by the level"),
            None if others.is_empty() => return "Floors, level by level".to_owned(),
            None => return format!("In {name}: {others}"),
        };
        let and = match self.sizes {
            Some(Sizes::Equal | Sizes::Alike) => ", but ",
            _ => ", ",
        };
        if others.is_empty() { rooms } else { format!("{rooms}{and}{others}") }
    }
}

/// The title of a single series.
fn alone(rooms: &Panel) -> String {
    let Some(slope) = rooms.slopes.first() else { return "Floors, level by level".to_owned() };
    let (Some(first), Some(last)) = (slope.dots.first(), slope.dots.last()) else {
        return "Floors, level by level".to_owned();
    };
    let what = rooms.heading.to_lowercase();
    let [a, b] = [first, last].map(|dot| (rooms.show)(dot.1));
    if first.0 == last.0 {
        format!("{}: {a} {what} on level {}", slope.name, first.0)
    } else {
        format!("{}: {a} {what} on level {}, {b} on level {}", slope.name, first.0, last.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subtitle_names_the_lines_of_which_the_title_speaks_where_there_are_others() {
        let [x, y, z] = ["A", "B", "A (old)"].map(str::to_owned);
        assert_eq!(of_whom(&[x.clone(), y.clone()], &[]), "");
        assert_eq!(of_whom(std::slice::from_ref(&x), std::slice::from_ref(&z)), "");
        let said = of_whom(&[x, y], &[z]);
        assert_eq!(said, ". The title is about the thick lines, A and B; thin: A (old)");
    }

    #[test]
    fn the_title_goes_with_the_sizes_the_boss_and_the_rings() {
        let told = Told {
            name: "B".to_owned(),
            sizes: Some(Sizes::Alike),
            boss: Some(Course::More),
            with_ring: Some([0.0, 0.4]),
        };
        assert_eq!(told.title(), "About as many rooms in B, but rings and a boss farther away");
        let turned = Told { with_ring: Some([0.4, 0.0]), boss: Some(Course::Less), ..told.clone() };
        assert_eq!(turned.title(), "About as many rooms in B, but no rings and a boss nearer by");
        let bigger = Told { sizes: Some(Sizes::Bigger), ..told.clone() };
        assert_eq!(bigger.title(), "More rooms in B, rings and a boss farther away");
        let same = Told { boss: Some(Course::Same), with_ring: Some([0.0, 0.0]), ..told.clone() };
        assert_eq!(same.title(), "About as many rooms in B");
        let bare = Told { sizes: None, boss: None, with_ring: None, ..told };
        assert_eq!(bare.title(), "Floors, level by level");
    }
}
