//! Floors of equal size: what differs when the number of rooms does not.

use basement_survey::{Measure, Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::sizes::{FEWEST, Point, points, shared};
use crate::layout::Key;
use crate::lexicon::{first_fitting, heading_of, list, request_in_words, title_of};
use crate::number::whole;
use crate::origin::origin_line;
use crate::plot::{Facet, Look, Mark, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, plain_groups, shown};
use crate::table::{Table, exact};

/// The measures that are counted together with the rooms.
const SHOWN: [&Measure; 4] =
    [measure::BOSS_DISTANCE, measure::DEAD_ENDS, measure::RINGS, measure::SECRET_NEIGHBOURS];
/// A measure, and the points of the shown series in it.
type Panel = (&'static Measure, Vec<Point>);

/// The figure, where the first two series have floors of equal size.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let shown = shown(results);
    let panel = |measure| {
        (measure, shown.iter().flat_map(|series| points(results, *series, measure)).collect())
    };
    let panels: Vec<Panel> = SHOWN.into_iter().map(panel).collect();
    panels.iter().find(|(_, points)| !shared(points).is_empty())?;
    let levels = |series: usize| {
        let levels = plain_groups(results, series).map(|group| group.request.level.to_string());
        levels.collect::<Vec<_>>().join(" ")
    };
    let rows =
        panels.iter().flat_map(|(measure, points)| points.iter().map(move |it| (measure, it)));
    let table = Table::of(
        rows,
        &[
            ("measure", &|(measure, _)| measure.name.to_owned()),
            ("series", &|(_, point)| name_of(results, point.series).to_owned()),
            ("levels", &|(_, point)| levels(point.series)),
            ("rooms", &|(_, point)| point.rooms.to_string()),
            ("floors", &|(_, point)| point.floors.to_string()),
            ("mean", &|(_, point)| exact(point.mean)),
            ("half_width_95", &|(_, point)| exact(point.half)),
        ],
    );
    let names = list(&names_of(results, &shown));
    let groups = shown.iter().flat_map(|series| plain_groups(results, *series));
    let title = title(&verdicts(&panels), name_of(results, 0), name_of(results, 1));
    let words = Words {
        name: "same-size".to_owned(),
        subtitle: format!(
            "Means per floor, in steps, rooms and rings, among floors with equally many rooms; {}",
            request_in_words(results)
        ),
        caption: format!(
            "Floors of all levels, grouped by the rooms of their plan, so that a floor may come from another level \
             than its counterpart; groups of fewer than {} floors are left out. Strokes: 95 % intervals wider \
             than the dots.",
            whole(FEWEST)
        ),
        notes: origin_line(results, groups, None, ""),
        alt: format!("{title}. Four dot plots of means by number of rooms for {names}."),
        title,
    };
    let sizes = panels.iter().flat_map(|(_, points)| points).map(|point| point.rooms as f64);
    let (least, most) = sizes
        .fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(size), most.max(size)));
    let facet = |(measure, points): &Panel| {
        let dot = |point: &Point| {
            // A little beside each other, so that no series hides another.
            let place = shown.iter().position(|series| *series == point.series).unwrap_or(0) as f64;
            let beside = (place - (shown.len() as f64 - 1.0) / 2.0) * 0.8 / shown.len() as f64;
            Mark::Dot {
                x: point.rooms as f64 + beside,
                y: point.mean,
                interval: Some((point.mean - point.half, point.mean + point.half)),
                hue: hue_of(results, point.series),
                look: Look::Side,
            }
        };
        let most = points.iter().map(|point| point.mean + point.half);
        let marks = points.iter().map(dot).collect();
        Facet::new(heading_of(*measure), marks).scale(Scale::from_zero(most))
    };
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [2, 1],
        x: Scale::new(least - 1.0, most + 1.0).decimals(0).ticks(5).title("rooms of the plan"),
        y: Y::Values(Scale::new(0.0, 1.0), 124.0),
    };
    Some(compose_parts(words, table, &[&Key::of_series(results, &shown), &plot]))
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
    let is_clear = |one: usize, other: usize, of: usize| one * 10 >= of * 9 && other == 0;
    let clear = verdicts.iter().find_map(|(what, [more, less, of])| {
        let word = match (is_clear(*more, *less, *of), is_clear(*less, *more, *of)) {
            (true, _) => "more",
            (_, true) => "fewer",
            _ => return None,
        };
        Some(format!("At equal size {y} has {word} {what} than {x}"))
    });
    let sum = |of: fn(&[usize; 3]) -> usize| verdicts.iter().map(|it| of(&it.1)).sum::<usize>();
    // One interval in twenty leaves out zero where nothing differs.
    let is_same = sum(|it| it[0] + it[1]) * 5 <= sum(|it| it[2]);
    let long = clear.unwrap_or_else(|| match is_same {
        true => format!("Floors of equal size are alike in {x} and {y}"),
        false => format!("At some equal sizes {x} and {y} differ, at others not"),
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
