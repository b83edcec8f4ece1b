//! The opener: rooms, dead ends, the way to the boss and rings, level by level.

use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use crate::claims::{Course, differences};
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{heading_of, list};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::plot::{ByLevel, Facet, Look, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, plain_arms, shown, side_lines};
use crate::shape::ring_share;
use crate::table::{Table, exact};

/// Series that the figure shows, and thin lines beside them.
const MOST: [usize; 2] = [4, 2];

/// What a facet shows: its name in the data, its heading, and its value on a level of a series.
struct Kind {
    name: &'static str,
    heading: String,
    of: fn(&ArmResult, &'static Measure) -> Option<Interval>,
    measure: &'static Measure,
}

impl Kind {
    fn all() -> [Self; 4] {
        let means = [measure::ROOMS, measure::DEAD_ENDS, measure::BOSS_DISTANCE];
        let [rooms, dead_ends, boss] = means.map(|measure| Self {
            name: measure.name,
            heading: heading_of(measure),
            of: |arm, measure| arm.summary.values(measure).mean_interval(),
            measure,
        });
        let of = |arm: &ArmResult, _: &'static Measure| ring_share(arm);
        let (name, heading) = ("floors_with_a_ring", "Floors with a ring".to_owned());
        [rooms, dead_ends, boss, Self { name, heading, of, measure: measure::RINGS }]
    }

    fn is_share(&self) -> bool {
        self.measure == measure::RINGS
    }

    fn show(&self, value: f64) -> String {
        if self.is_share() { percent(value, 0) } else { fixed(value, 1) }
    }
}

/// The figure, where a series has floors.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let main: Vec<usize> = shown(results).into_iter().take(MOST[0]).collect();
    let side: Vec<usize> = side_lines(results).into_iter().take(MOST[1]).collect();
    let all: Vec<usize> = main.iter().chain(&side).copied().collect();
    let line = |kind: &Kind, series: usize| ByLevel {
        series,
        name: name_of(results, series).to_owned(),
        hue: hue_of(results, series),
        look: if side.contains(&series) { Look::Side } else { Look::Main },
        points: plain_arms(results, series)
            .filter_map(|arm| Some((arm.request.level, (kind.of)(arm, kind.measure)?)))
            .collect(),
    };
    let lines = |kind: Kind| {
        let lines = all.iter().map(|series| line(&kind, *series));
        let lines: Vec<ByLevel> = lines.filter(|line| !line.points.is_empty()).collect();
        (kind, lines)
    };
    let panels: Vec<(Kind, Vec<ByLevel>)> =
        Kind::all().into_iter().map(lines).filter(|(_, lines)| !lines.is_empty()).collect();
    let first = panels.first()?;
    let rows = panels.iter().flat_map(|(kind, lines)| lines.iter().map(move |line| (kind, line)));
    let rows = rows.flat_map(|(kind, line)| line.points.iter().map(move |it| (kind, line, it)));
    let table = Table::of(
        rows,
        &[
            ("what", &|(kind, ..)| kind.name.to_owned()),
            ("series", &|(_, line, _)| line.name.clone()),
            ("level", &|(.., (level, _))| level.to_string()),
            ("value", &|(.., (_, value))| exact(value.estimate)),
            ("lower", &|(.., (_, value))| exact(value.lower)),
            ("upper", &|(.., (_, value))| exact(value.upper)),
            ("shown", &|(kind, _, (_, value))| kind.show(value.estimate)),
        ],
    );
    let title = match main.as_slice() {
        [x, y, ..] => LinesFinding::of(results, [*x, *y]).title(),
        _ => alone(first),
    };
    let headings: Vec<String> = panels.iter().map(|(it, _)| it.heading.to_lowercase()).collect();
    let words = Words {
        name: "opener".to_owned(),
        subtitle: format!(
            "Means and shares by level, without a curse; strokes: 95 % intervals wider than the dots{}",
            lines_of_the_title(&names_of(results, &main), &names_of(results, &side))
        ),
        caption: "The start room counts as a room, and a step is a door.".to_owned(),
        notes: origin_line(
            results,
            all.iter().filter_map(|it| results.arms_of(*it).next()),
            None,
            "",
        ),
        alt: format!(
            "{title}. Line charts of {} by level for {}.",
            list(&headings),
            list(&names_of(results, &all))
        ),
        title,
    };
    let facet = |(kind, lines): &(Kind, Vec<ByLevel>)| {
        let most = lines.iter().flat_map(|line| &line.points).map(|(_, value)| value.upper);
        let scale = match kind.is_share() {
            true => Scale::shares(most.fold(0.0, f64::max)),
            false => Scale::from_zero(most),
        };
        Facet::by_level(kind.heading.as_str(), lines, |value| kind.show(value)).scale(scale)
    };
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [2, 2],
        x: Scale::levels(panels.iter().flat_map(|(_, lines)| lines)),
        y: Y::Values(Scale::new(0.0, 1.0), 124.0),
    };
    let key = Key { is_for_phones: true, ..Key::of_series(results, &all) };
    Some(compose_parts(words, table, &[&key, &plot]))
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
    rooms: Option<Course>,
    boss: Option<Course>,
    /// The greatest share of floors with a ring, of each.
    with_ring: Option<[f64; 2]>,
}

impl LinesFinding {
    fn of(results: &Results, [x, y]: [usize; 2]) -> Self {
        let with_ring = |series: usize| {
            let shares = plain_arms(results, series).filter_map(ring_share);
            shares.map(|share| share.estimate).reduce(f64::max)
        };
        Self {
            name: name_of(results, y).to_owned(),
            rooms: Course::of(&differences(results, [x, y], measure::ROOMS)),
            boss: Course::of(&differences(results, [x, y], measure::BOSS_DISTANCE)),
            with_ring: with_ring(x).zip(with_ring(y)).map(|(x, y)| [x, y]),
        }
    }

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
        let (rooms, and) = match (self.rooms, self.rooms.and_then(Course::told)) {
            (_, Some((is_more, place))) => {
                let rooms = if is_more { "More rooms" } else { "Fewer rooms" };
                (format!("{rooms} in {name}{place}"), ", ")
            }
            (Some(Course::Mixed), None) => {
                (format!("Rooms in {name}: more or fewer, by the level"), ", ")
            }
            (Some(_), None) => (format!("About as many rooms in {name}"), ", but "),
            (None, _) if others.is_empty() => return "Floors, level by level".to_owned(),
            (None, _) => return format!("In {name}: {others}"),
        };
        if others.is_empty() { rooms } else { format!("{rooms}{and}{others}") }
    }
}

/// The title of a single series.
fn alone((kind, lines): &(Kind, Vec<ByLevel>)) -> String {
    let ends =
        lines.first().and_then(|line| Some((line, line.points.first()?, line.points.last()?)));
    let Some((line, first, last)) = ends else { return "Floors, level by level".to_owned() };
    let (name, what) = (&line.name, kind.heading.to_lowercase());
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
            rooms: Some(Course::Same),
            boss: Some(Course::More),
            with_ring: Some([0.0, 0.4]),
        };
        assert_eq!(told.title(), "About as many rooms in B, but rings and a boss farther away");
        let turned =
            LinesFinding { with_ring: Some([0.4, 0.0]), boss: Some(Course::Less), ..told.clone() };
        assert_eq!(turned.title(), "About as many rooms in B, but no rings and a boss nearer by");
        let bigger = LinesFinding { rooms: Some(Course::MoreUpTo(5)), ..told.clone() };
        assert_eq!(bigger.title(), "More rooms in B up to level 5, rings and a boss farther away");
        let same =
            LinesFinding { boss: Some(Course::Same), with_ring: Some([0.0, 0.0]), ..told.clone() };
        assert_eq!(same.title(), "About as many rooms in B");
        let bare = LinesFinding { rooms: None, boss: None, with_ring: None, ..told };
        assert_eq!(bare.title(), "Floors, level by level");
    }
}
