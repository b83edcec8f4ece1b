//! The opener: rooms, dead ends, the way to the boss and rings, level by level.

use basement_survey::statistics::Interval;
use basement_survey::{Results, measure};

use crate::claims::{Course, differences};
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::kinds::Kind;
use crate::layout::Key;
use crate::lexicon::list;
use crate::origin::origin_line;
use crate::plot::{ByLevel, Facet, Look, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, plain_arms, shown, side_lines};
use crate::shape::ring_share;
use crate::table::{Table, exact};

/// Series that the figure shows, and thin lines beside them.
const MOST: [usize; 2] = [4, 2];

/// The figure, where a series has floors.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let main: Vec<usize> = shown(results).into_iter().take(MOST[0]).collect();
    let side: Vec<usize> = side_lines(results).into_iter().take(MOST[1]).collect();
    let all: Vec<usize> = main.iter().chain(&side).copied().collect();
    let line = |kind: Kind, series: usize| ByLevel {
        name: name_of(results, series).to_owned(),
        hue: hue_of(results, series),
        look: if side.contains(&series) { Look::Side } else { Look::Main },
        points: plain_arms(results, series)
            .filter_map(|group| Some((group.request.level, kind.of(group)?)))
            .collect(),
    };
    let lines = |kind: Kind| {
        let lines = all.iter().map(|series| line(kind, *series));
        let lines: Vec<ByLevel> = lines.filter(|line| !line.points.is_empty()).collect();
        (kind, lines)
    };
    let panels: Vec<(Kind, Vec<ByLevel>)> =
        Kind::ALL.into_iter().map(lines).filter(|(_, lines)| !lines.is_empty()).collect();
    let first = panels.first()?;
    let rows = panels.iter().flat_map(|(kind, lines)| lines.iter().map(move |line| (kind, line)));
    let rows = rows.flat_map(|(kind, line)| line.points.iter().map(move |it| (kind, line, it)));
    let table = Table::of(
        rows,
        &[
            ("what", &|(kind, ..)| kind.names().0.to_owned()),
            ("series", &|(_, line, _)| line.name.clone()),
            ("level", &|(.., (level, _))| level.to_string()),
            ("value", &|(.., (_, value))| exact(value.estimate)),
            ("lower", &|(.., (_, value))| exact(value.lower)),
            ("upper", &|(.., (_, value))| exact(value.upper)),
            ("shown", &|(kind, _, (_, value))| kind.show(value.estimate)),
        ],
    );
    let title = match main.as_slice() {
        [x, y, ..] => title_of_two(results, [*x, *y]),
        _ => alone(first),
    };
    let headings: Vec<String> = panels.iter().map(|(it, _)| it.names().1.to_lowercase()).collect();
    let words = Words {
        name: "opener".to_owned(),
        subtitle: format!(
            "Means and shares by level, without a curse; strokes: 95 % intervals wider than the dots{}",
            lines_of_the_title(&names_of(results, &main), &names_of(results, &side))
        ),
        caption: "The start room counts as a room, and a step is a door.".to_owned(),
        notes: origin_line(
            results,
            all.iter().filter_map(|it| results.groups_of(*it).next()),
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
        let facet = Facet::by_level(kind.names().1, lines, |value| kind.show(value));
        facet.scale(kind.scale(most))
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

/// What a facet shows of a single series on its first and its last level.
fn alone((kind, lines): &(Kind, Vec<ByLevel>)) -> String {
    let line = &lines[0];
    let what = kind.names().1.to_lowercase();
    let at = |(level, value): &(u8, Interval)| (kind.show(value.estimate), *level);
    match line.points.as_slice() {
        [first, .., last] => {
            let ((a, from), (b, to)) = (at(first), at(last));
            format!("{}: {a} {what} on level {from}, {b} on level {to}", line.name)
        }
        all => all
            .iter()
            .map(at)
            .map(|(a, level)| format!("{}: {a} {what} on level {level}", line.name))
            .collect(),
    }
}

/// The finding on two series: rooms, rings and boss of the second beside the first.
fn title_of_two(results: &Results, [x, y]: [usize; 2]) -> String {
    let course = |measure| Course::of(&differences(results, [x, y], measure));
    // The greatest share of floors with a ring.
    let with_ring = |series: usize| {
        let shares = plain_arms(results, series).filter_map(ring_share);
        shares.map(|share| share.estimate).reduce(f64::max)
    };
    let rings = [with_ring(x).unwrap_or(0.0), with_ring(y).unwrap_or(0.0)];
    let courses = [course(measure::ROOMS), course(measure::BOSS_DISTANCE)];
    title(name_of(results, y), courses, rings)
}

fn title(name: &str, [rooms, boss]: [Option<Course>; 2], rings: [f64; 2]) -> String {
    let boss = match boss {
        Some(Course::More) => Some("a boss farther away"),
        Some(Course::Less) => Some("a boss nearer by"),
        _ => None,
    };
    let rings = match rings {
        [x, y] if x < 0.005 && y >= 0.05 => Some("rings"),
        [x, y] if x >= 0.05 && y < 0.005 => Some("no rings"),
        _ => None,
    };
    let others: Vec<String> = rings.into_iter().chain(boss).map(str::to_owned).collect();
    let others = list(&others);
    let (rooms, and) = match (rooms, rooms.and_then(Course::told)) {
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
        let told = |rooms, boss, rings| title("B", [rooms, boss], rings);
        let (same, more, less) = (Some(Course::Same), Some(Course::More), Some(Course::Less));
        let far = told(same, more, [0.0, 0.4]);
        assert_eq!(far, "About as many rooms in B, but rings and a boss farther away");
        let near = told(same, less, [0.4, 0.0]);
        assert_eq!(near, "About as many rooms in B, but no rings and a boss nearer by");
        let bigger = told(Some(Course::MoreUpTo(5)), more, [0.0, 0.4]);
        assert_eq!(bigger, "More rooms in B up to level 5, rings and a boss farther away");
        assert_eq!(told(same, same, [0.0, 0.0]), "About as many rooms in B");
        assert_eq!(told(None, None, [0.0, 0.0]), "Floors, level by level");
    }
}
