//! Floors of equal size: what differs when the number of rooms does not.

use basement_survey::{Measure, Origin, PAIRS, PairCounts, Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, heading_of, list, request_in_words, title_of};
use crate::number::whole;
use crate::origin::origin_line;
use crate::plot::{Facet, Look, Mark, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};

/// The measures that are counted together with the rooms.
const SHOWN: [&str; 4] = ["boss_distance", "dead_ends", "rings", "secret_neighbours"];
/// The fewest floors of a size that are shown.
const FEWEST: u64 = 100;

/// Floors of one series with one number of rooms: how many, the mean of the
/// measure, and half its 95 % interval.
#[derive(Clone, Copy)]
struct Point {
    rooms: usize,
    floors: u64,
    mean: f64,
    half: f64,
}

/// A measure, and the points of each shown series in it.
type Panel = (&'static Measure, Vec<Vec<Point>>);

/// The figure, where the first two series have floors of equal size.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

/// The points of a series in a measure, over all its levels without a curse. Floors of a file are
/// the same on every level, and are counted once.
fn points(results: &Results, series: usize, measure: &str) -> Vec<Point> {
    let Some(place) = PAIRS
        .iter()
        .position(|pair| pair.x.measure == measure::ROOMS && pair.y.measure.name == measure)
    else {
        return Vec::new();
    };
    let mut sum = PairCounts::new(&PAIRS[place]);
    let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
    let is_file = results.arms_of(series).any(|arm| matches!(arm.origin, Origin::File(_)));
    for arm in arms.take(if is_file { 1 } else { usize::MAX }) {
        if let Some((_, counts)) = arm.summary.pairs().nth(place) {
            sum.merge(counts);
        }
    }
    let mut by_rooms = std::collections::BTreeMap::<usize, (u64, f64, f64)>::new();
    for (rooms, value, count) in sum.iter() {
        let entry = by_rooms.entry(rooms).or_default();
        let (value, count_real) = (value as f64, count as f64);
        entry.0 += count;
        entry.1 += value * count_real;
        entry.2 += value * value * count_real;
    }
    by_rooms
        .into_iter()
        .filter(|(_, (floors, ..))| *floors >= FEWEST)
        .map(|(rooms, (floors, total, squares))| {
            let n = floors as f64;
            let mean = total / n;
            let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0);
            Point { rooms, floors, mean, half: 1.96 * (variance / n).sqrt() }
        })
        .collect()
}

/// The sizes that the first two series have, with both points.
fn shared(points: &[Vec<Point>]) -> Vec<(Point, Point)> {
    let [first, second, ..] = points else { return Vec::new() };
    let other = |rooms: usize| second.iter().find(|point| point.rooms == rooms);
    first.iter().filter_map(|point| Some((*point, *other(point.rooms)?))).collect()
}

/// The levels whose floors are pooled, with blanks between them.
fn levels_of(results: &Results, series: usize) -> String {
    let arms = results.arms.iter().filter(|arm| arm.series == series && !arm.is_labyrinth());
    let levels: Vec<String> = arms.map(|arm| arm.request.level.to_string()).collect();
    levels.join(" ")
}

fn figure(results: &Results) -> Option<Figure> {
    let shown = shown(results);
    let panels: Vec<Panel> = SHOWN
        .into_iter()
        .filter_map(Measure::from_name)
        .map(|measure| {
            let of_series = |series: &usize| points(results, *series, measure.name);
            (measure, shown.iter().map(of_series).collect())
        })
        .collect();
    if panels.iter().all(|(_, points)| shared(points).is_empty()) {
        return None;
    }
    let rows = panels.iter().flat_map(|(measure, points)| {
        let own = shown.iter().zip(points);
        own.flat_map(move |(series, points)| points.iter().map(move |it| (*measure, *series, *it)))
    });
    let table = Table::of(
        rows,
        &[
            ("measure", &|(measure, ..)| measure.name.to_owned()),
            ("series", &|(_, series, _)| name_of(results, *series).to_owned()),
            ("levels", &|(_, series, _)| levels_of(results, *series)),
            ("rooms", &|(.., point)| point.rooms.to_string()),
            ("floors", &|(.., point)| point.floors.to_string()),
            ("mean", &|(.., point)| exact(point.mean)),
            ("half_width_95", &|(.., point)| exact(point.half)),
        ],
    );
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let names = list(&names_of(results, &shown));
    let all = || panels.iter().flat_map(|(_, points)| points.iter().flatten());
    let notes = origin_line(
        results,
        results.arms.iter().filter(|arm| shown.contains(&arm.series) && !arm.is_labyrinth()),
        None,
        "",
    );
    let title = title(&verdicts(&panels), x, y);
    let words = Words {
        name: "same-size".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Means per floor, in steps, rooms and rings, among floors with equally many rooms; {}",
            request_in_words(results)
        ),
        caption: format!(
            "What differs between {names} when floors have equally many rooms: steps to the boss, dead ends, \
             rings, and rooms around the secret room. Floors of all levels, grouped by the rooms of their \
             plan; groups of fewer than {} floors are left out. Dots: means; whiskers: 95 % intervals, mostly \
             narrower than the dot. A floor of one may come from another level than its counterpart.",
            whole(FEWEST)
        ),
        notes,
        alt: format!("{title}. Four dot plots of means by number of rooms for {names}."),
    };
    let sizes = all().map(|point| point.rooms as f64);
    let (least, most) = sizes
        .fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(size), most.max(size)));
    let facet = |(measure, points): &Panel| {
        // A little beside each other, so that no series hides another.
        let beside = |place: usize| {
            (place as f64 - (shown.len() as f64 - 1.0) / 2.0) * 0.8 / shown.len() as f64
        };
        let marks = shown.iter().zip(points).enumerate().flat_map(|(place, (series, points))| {
            let hue = hue_of(results, *series);
            points.iter().map(move |point| Mark::Dot {
                x: point.rooms as f64 + beside(place),
                y: point.mean,
                interval: Some((point.mean - point.half, point.mean + point.half)),
                hue,
                look: Look::Side,
            })
        });
        let most = points.iter().flatten().map(|point| point.mean + point.half);
        Facet::new(heading_of(*measure), marks.collect()).scale(Scale::from_zero(most))
    };
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [2, 1],
        x: Scale::new(least - 1.0, most + 1.0).decimals(0).ticks(5).title("rooms of the plan"),
        y: Y::Values(Scale::new(0.0, 1.0), 124.0),
    };
    let key = Key::of_series(results, &shown);
    Some(compose_parts(words, table, &[&key, &plot]))
}

/// A measure's heading with how many of the shared sizes have more in the second series, and
/// how many less, beyond the intervals, of how many.
type Counted = (String, [usize; 3]);

/// Size by size, which series has more.
fn verdicts(panels: &[Panel]) -> Vec<Counted> {
    let counted = |(measure, points): &Panel| {
        let shared = shared(points);
        let is_apart = |(x, y): &&(Point, Point)| (y.mean - x.mean).abs() > x.half.hypot(y.half);
        let apart = shared.iter().filter(is_apart);
        let more = apart.clone().filter(|(x, y)| y.mean > x.mean).count();
        (title_of(*measure), [more, apart.count() - more, shared.len()])
    };
    panels.iter().map(counted).filter(|(_, [_, _, of])| *of > 0).collect()
}

/// What the second series has more of, or less, at nine of ten sizes and at no size the other
/// way round: the first such measure.
fn title(verdicts: &[Counted], x: &str, y: &str) -> String {
    let is_clear = |[one, other, of]: [usize; 3]| one * 10 >= of * 9 && other == 0;
    let clear = verdicts.iter().find_map(|(what, [more, less, of])| {
        let word = if is_clear([*more, *less, *of]) {
            "more"
        } else if is_clear([*less, *more, *of]) {
            "fewer"
        } else {
            return None;
        };
        Some(format!("At equal size {y} has {word} {what} than {x}"))
    });
    let sum = |of: fn(&[usize; 3]) -> usize| verdicts.iter().map(|it| of(&it.1)).sum::<usize>();
    // One interval in twenty leaves out zero where nothing differs.
    let is_same = sum(|it| it[0] + it[1]) * 5 <= sum(|it| it[2]);
    let long = clear.unwrap_or_else(|| {
        if is_same {
            format!("Floors of equal size are alike in {x} and {y}")
        } else {
            format!("At some equal sizes {x} and {y} differ, at others not")
        }
    });
    first_fitting([long, "Floors with equally many rooms".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_takes_every_size_and_not_one_of_several() {
        let told = |verdicts: &[Counted]| title(verdicts, "A", "B");
        let of = |what: &str, counts| (what.to_owned(), counts);
        let (rings, steps) = (of("rings", [10, 0, 10]), of("steps to the boss", [6, 0, 10]));
        assert_eq!(told(&[steps.clone(), rings]), "At equal size B has more rings than A");
        let fewer = of("dead ends", [0, 9, 10]);
        assert_eq!(told(&[steps.clone(), fewer]), "At equal size B has fewer dead ends than A");
        assert!(told(&[of("dead ends", [1, 9, 10])]).contains("at others not"));
        assert!(told(&[steps]).contains("at others not"));
        assert!(told(&[of("rings", [0, 1, 10])]).contains("alike"));
    }
}
