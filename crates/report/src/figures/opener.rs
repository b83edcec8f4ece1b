//! The opener: rooms, dead ends, the way to the boss and rings, level by level.

use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use crate::claims::{Course, differences};
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{heading_of, list};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::plot::{Facet, Look, Mark, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, shown, side_lines};
use crate::shape::{Sizes, ring_share};
use crate::table::{Table, exact};

/// Series that a figure shows.
const MOST: usize = 4;

/// The measures whose means are drawn; floors with a ring come last.
const SHOWN: [&Measure; 3] = [measure::ROOMS, measure::DEAD_ENDS, measure::BOSS_DISTANCE];

/// Reads a value of a series on a level.
type ValueOf = dyn Fn(&ArmResult) -> Option<Interval>;

/// What a facet shows: its name in the data, its heading, and its value on a level of a series.
struct Kind {
    name: &'static str,
    heading: String,
    of: Box<ValueOf>,
    is_share: bool,
}

impl Kind {
    fn all() -> Vec<Self> {
        let of = |measure: &'static Measure| Self {
            name: measure.name,
            heading: heading_of(measure),
            of: Box::new(move |arm| arm.summary.values(measure).mean_interval()),
            is_share: false,
        };
        let with_ring = Self {
            name: "floors_with_a_ring",
            heading: "Floors with a ring".to_owned(),
            of: Box::new(ring_share),
            is_share: true,
        };
        SHOWN.into_iter().map(of).chain([with_ring]).collect()
    }

    fn show(&self, value: f64) -> String {
        if self.is_share { percent(value, 0) } else { fixed(value, 1) }
    }
}

/// The values of a kind in a series, level by level.
type Line = (usize, Vec<(u8, Interval)>);

/// The figure, where a series has floors.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let main: Vec<usize> = shown(results).into_iter().take(MOST).collect();
    let side: Vec<usize> = side_lines(results).into_iter().take(2).collect();
    let all: Vec<usize> = main.iter().chain(&side).copied().collect();
    let line = |kind: &Kind, series: usize| -> Line {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        let mut points: Vec<(u8, Interval)> =
            arms.filter_map(|arm| Some((arm.request.level, (kind.of)(arm)?))).collect();
        points.sort_by_key(|(level, _)| *level);
        (series, points)
    };
    let lines = |kind: Kind| {
        let lines = all.iter().map(|series| line(&kind, *series));
        let lines: Vec<Line> = lines.filter(|(_, points)| !points.is_empty()).collect();
        (kind, lines)
    };
    let panels: Vec<(Kind, Vec<Line>)> =
        Kind::all().into_iter().map(lines).filter(|(_, lines)| !lines.is_empty()).collect();
    if panels.is_empty() {
        return None;
    }
    let rows = panels.iter().flat_map(|(kind, lines)| {
        let own = lines.iter();
        own.flat_map(move |(series, points)| points.iter().map(move |it| (kind, *series, it)))
    });
    let table = Table::of(
        rows,
        &[
            ("what", &|(kind, ..)| kind.name.to_owned()),
            ("series", &|(_, series, _)| name_of(results, *series).to_owned()),
            ("level", &|(.., (level, _))| level.to_string()),
            ("value", &|(.., (_, value))| exact(value.estimate)),
            ("lower", &|(.., (_, value))| exact(value.lower)),
            ("upper", &|(.., (_, value))| exact(value.upper)),
            ("shown", &|(kind, _, (_, value))| kind.show(value.estimate)),
        ],
    );
    let title = match main.as_slice() {
        [x, y, ..] => told(results, [*x, *y]).title(),
        _ => alone(results, &panels[0]),
    };
    let names = list(&names_of(results, &all));
    let thin = match side.as_slice() {
        [] => String::new(),
        side => format!(" Thin: {}.", list(&names_of(results, side))),
    };
    let headings: Vec<String> = panels.iter().map(|(it, _)| it.heading.to_lowercase()).collect();
    let arms = all.iter().filter_map(|series| results.arms_of(*series).next());
    let words = Words {
        name: "opener".to_owned(),
        subtitle: format!(
            "Means and shares by level, without a curse; strokes: 95 % intervals wider than the dots{}",
            lines_of_the_title(&names_of(results, &main), &names_of(results, &side))
        ),
        caption: format!(
            "Each dot is the mean of a level's floors, with the number of the last level beside it; the \
             start room counts as a room.{thin}"
        ),
        notes: origin_line(results, arms, None, ""),
        alt: format!("{title}. Line charts of {} by level for {names}.", list(&headings)),
        title,
    };
    let facet = |(kind, lines): &(Kind, Vec<Line>)| {
        let mark = |(series, points): &Line| Mark::Line {
            points: points.iter().map(|(level, value)| (f64::from(*level), *value)).collect(),
            hue: hue_of(results, *series),
            look: if side.contains(series) { Look::Side } else { Look::Main },
            value: points.last().map_or_else(String::new, |(_, last)| kind.show(last.estimate)),
            name: name_of(results, *series).to_owned(),
        };
        let most = lines.iter().flat_map(|(_, points)| points).map(|(_, value)| value.upper);
        let scale = match kind.is_share {
            true => Scale::shares(most.fold(0.0, f64::max)),
            false => Scale::from_zero(most),
        };
        Facet::new(kind.heading.as_str(), lines.iter().map(mark).collect()).scale(scale)
    };
    let levels = panels.iter().flat_map(|(_, lines)| lines).flat_map(|(_, points)| points);
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [2, 2],
        x: Scale::levels(levels.map(|(level, _)| *level)),
        y: Y::Values(Scale::new(0.0, 1.0), 124.0),
    };
    let hues = all.iter().map(|series| hue_of(results, *series));
    let key = Key::of_series(names_of(results, &all).into_iter().zip(hues));
    Some(compose_parts(words, table, &[&Key { is_for_phones: true, ..key }, &plot]))
}

/// Of which series the title speaks, where thin lines may say something else.
fn lines_of_the_title(main: &[String], side: &[String]) -> String {
    match (main, side) {
        ([x, y, ..], [_, ..]) => {
            format!(". The title is about the thick lines, {x} and {y}; thin: {}", list(side))
        }
        _ => String::new(),
    }
}

/// What the title of two series goes by.
#[derive(Clone, Debug, PartialEq)]
struct LinesFinding {
    name: String,
    sizes: Option<Sizes>,
    boss: Option<Course>,
    /// The greatest share of floors with a ring, of each.
    with_ring: Option<[f64; 2]>,
}

fn told(results: &Results, [x, y]: [usize; 2]) -> LinesFinding {
    let with_ring = |series: usize| {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        arms.filter_map(ring_share).map(|share| share.estimate).reduce(f64::max)
    };
    LinesFinding {
        name: name_of(results, y).to_owned(),
        sizes: Sizes::of(&differences(results, [x, y], measure::ROOMS)),
        boss: Course::of(&differences(results, [x, y], measure::BOSS_DISTANCE)),
        with_ring: with_ring(x).zip(with_ring(y)).map(|(x, y)| [x, y]),
    }
}

impl LinesFinding {
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
fn alone(results: &Results, (kind, lines): &(Kind, Vec<Line>)) -> String {
    let ends = lines.first().and_then(|(series, it)| Some((*series, it.first()?, it.last()?)));
    let Some((series, first, last)) = ends else { return "Floors, level by level".to_owned() };
    let (name, what) = (name_of(results, series), kind.heading.to_lowercase());
    let [a, b] = [first, last].map(|(_, value)| kind.show(value.estimate));
    match first.0 == last.0 {
        true => format!("{name}: {a} {what} on level {}", first.0),
        false => format!("{name}: {a} {what} on level {}, {b} on level {}", first.0, last.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subtitle_names_the_lines_of_which_the_title_speaks_where_there_are_others() {
        let [x, y, z] = ["A", "B", "A (old)"].map(str::to_owned);
        assert_eq!(lines_of_the_title(&[x.clone(), y.clone()], &[]), "");
        assert_eq!(lines_of_the_title(std::slice::from_ref(&x), std::slice::from_ref(&z)), "");
        let said = lines_of_the_title(&[x, y], &[z]);
        assert_eq!(said, ". The title is about the thick lines, A and B; thin: A (old)");
    }

    #[test]
    fn the_title_goes_with_the_sizes_the_boss_and_the_rings() {
        let told = LinesFinding {
            name: "B".to_owned(),
            sizes: Some(Sizes::Alike),
            boss: Some(Course::More),
            with_ring: Some([0.0, 0.4]),
        };
        assert_eq!(told.title(), "About as many rooms in B, but rings and a boss farther away");
        let turned =
            LinesFinding { with_ring: Some([0.4, 0.0]), boss: Some(Course::Less), ..told.clone() };
        assert_eq!(turned.title(), "About as many rooms in B, but no rings and a boss nearer by");
        let bigger = LinesFinding { sizes: Some(Sizes::Bigger), ..told.clone() };
        assert_eq!(bigger.title(), "More rooms in B, rings and a boss farther away");
        let same =
            LinesFinding { boss: Some(Course::Same), with_ring: Some([0.0, 0.0]), ..told.clone() };
        assert_eq!(same.title(), "About as many rooms in B");
        let bare = LinesFinding { sizes: None, boss: None, with_ring: None, ..told };
        assert_eq!(bare.title(), "Floors, level by level");
    }
}
