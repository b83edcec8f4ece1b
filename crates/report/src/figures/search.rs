//! Finding the boss without a map: how much of a floor is seen by then, and how far the treasure room
//! and the shop are.

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Measure, Results, measure};

use crate::claims::{Difference, differences};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, list, possessive, request_in_words};
use crate::number::{fixed, percent, signed};
use crate::origin::origin_line;
use crate::plot::{ByLevel, Facet, Look, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, plain_groups, shown};
use crate::shape::{level_of_equal_size, middle_level};
use crate::table::{Table, exact};

/// Series that the figure shows.
const MOST: usize = 4;

/// What a facet shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Rooms entered by the time the boss is found, as a share of the mean of all visible rooms.
    Seen,
    Mean(&'static Measure),
}

const KINDS: [(Kind, &str, &str); 3] = [
    (Kind::Seen, "share_of_rooms_entered", "Share of rooms entered"),
    (Kind::Mean(measure::TREASURE_DISTANCE), "treasure_distance", "Doors to the treasure room"),
    (Kind::Mean(measure::SHOP_DISTANCE), "shop_distance", "Doors to the shop"),
];

impl Kind {
    fn of(self, group: &GroupResult) -> Option<Interval> {
        match self {
            Self::Mean(measure) => group.summary.values(measure).mean_interval(),
            Self::Seen => seen(group),
        }
    }

    fn show(self, value: f64) -> String {
        match self {
            Self::Mean(_) => fixed(value, 1),
            Self::Seen => percent(value, 0),
        }
    }
}

/// The mean of the rooms entered over that of all visible rooms, which `full_walk` and
/// `walked_again` give. The interval is that of the rooms entered.
fn seen(group: &GroupResult) -> Option<Interval> {
    let mean = |measure| group.summary.values(measure).mean_interval();
    let (entered, walk, again) =
        (mean(measure::SEARCH_ROOMS)?, mean(measure::FULL_WALK)?, mean(measure::WALKED_AGAIN)?);
    let rooms = walk.estimate - again.estimate + 1.0;
    let share = |rooms_entered: f64| rooms_entered / rooms;
    (rooms > 0.0).then(|| Interval {
        estimate: share(entered.estimate),
        lower: share(entered.lower),
        upper: share(entered.upper),
    })
}

/// The figure, where a series has a boss to look for.
pub(crate) fn search(results: &Results) -> Option<Figure> {
    let series: Vec<usize> = shown(results).into_iter().take(MOST).collect();
    let line = |kind: Kind, series: usize| ByLevel {
        series,
        name: name_of(results, series).to_owned(),
        hue: hue_of(results, series),
        look: Look::Main,
        points: plain_groups(results, series)
            .filter_map(|group| Some((group.request.level, kind.of(group)?)))
            .collect(),
    };
    let panel = |(kind, name, heading): (Kind, &'static str, &'static str)| {
        let lines = series.iter().map(|series| line(kind, *series));
        let lines: Vec<ByLevel> = lines.filter(|line| !line.points.is_empty()).collect();
        (kind, name, heading, lines)
    };
    let panels: Vec<_> =
        KINDS.into_iter().map(panel).filter(|(.., lines)| !lines.is_empty()).collect();
    panels.first().filter(|(kind, ..)| *kind == Kind::Seen)?;
    let both = (series.len() > 1).then(|| [series[0], series[1]]);
    let equal = both.and_then(|both| level_of_equal_size(results, both));
    let level = equal.or(middle_level(results))?;
    let found = |series: usize| results.group(series, level, false).and_then(seen);
    let title = match both.map(|both| (both, both.map(found))) {
        Some((both, [Some(x), Some(y)])) => {
            title(both.map(|series| name_of(results, series)), [x, y])
        }
        _ => first_fitting([
            format!(
                "{}: the rooms entered when the boss is found",
                list(&names_of(results, &series))
            ),
            "The rooms entered when the boss is found".to_owned(),
        ]),
    };
    let rows = panels.iter().flat_map(|(_, name, _, lines)| {
        lines.iter().flat_map(move |line| line.points.iter().map(move |it| (name, line, it)))
    });
    let table = Table::of(
        rows,
        &[
            ("what", &|(name, ..)| (**name).to_owned()),
            ("series", &|(_, line, _)| line.name.clone()),
            ("level", &|(.., (level, _))| level.to_string()),
            ("value", &|(.., (_, value))| exact(value.estimate)),
            ("lower", &|(.., (_, value))| exact(value.lower)),
            ("upper", &|(.., (_, value))| exact(value.upper)),
        ],
    );
    let caption = both.and_then(|both| ways(results, both, level)).unwrap_or_default();
    let words = Words {
        name: "search".to_owned(),
        subtitle: format!(
            "Means by level; title and values: level {level}; 95 % intervals where they are wider than a dot; {}",
            request_in_words(results)
        ),
        caption: format!(
            "The player has no map and always enters the nearest room that she has seen a door to. Hidden rooms are not counted.{caption}"
        ),
        notes: origin_line(
            results,
            series.iter().flat_map(|it| plain_groups(results, *it)),
            None,
            "",
        ),
        alt: format!(
            "{title}. Line charts by level for {}: the share of rooms entered when the boss is found, and the \
             doors to the treasure room and to the shop.",
            list(&names_of(results, &series))
        ),
        title,
    };
    let points = || panels.iter().flat_map(|(.., lines)| lines).flat_map(|line| &line.points);
    let deepest = points().map(|(level, _)| *level).max();
    let facet = |(kind, _, heading, lines): &(Kind, &str, &str, Vec<ByLevel>)| {
        let most = lines.iter().flat_map(|line| &line.points).map(|(_, value)| value.upper);
        let scale = match kind {
            Kind::Seen => Scale::shares(1.0),
            Kind::Mean(_) => Scale::from_zero(most).decimals(0),
        };
        let last = lines.iter().flat_map(|line| &line.points).map(|(level, _)| *level).max();
        let note = match (last, deepest) {
            (Some(last), Some(deepest)) if last < deepest => format!("none after level {last}"),
            _ => String::new(),
        };
        Facet::by_level(*heading, lines, Some(level), |value| kind.show(value))
            .scale(scale)
            .note(note)
    };
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::levels(panels.iter().flat_map(|(.., lines)| lines)),
        y: Y::Values(Scale::new(0.0, 1.0), 150.0),
    };
    Some(compose_parts(words, table, &[&Key::of_series(results, &series), &plot]))
}

/// How the ways to the treasure room and the shop differ on a level, with intervals.
fn ways(results: &Results, both: [usize; 2], level: u8) -> Option<String> {
    let way = |(measure, place): (&'static Measure, &str)| {
        let all = differences(results, both, measure);
        let it: &Difference = all.iter().find(|it| it.level == level)?;
        let [lower, upper] = [it.lower, it.upper].map(|end| signed(end, 2));
        Some(format!("{place} {} doors ({lower} to {upper})", signed(it.value(), 1)))
    };
    let ways: Vec<String> = [
        (measure::TREASURE_DISTANCE, "to the treasure room"),
        (measure::SHOP_DISTANCE, "to the shop"),
    ]
    .into_iter()
    .filter_map(way)
    .collect();
    let [x, y] = both.map(|series| name_of(results, series));
    (!ways.is_empty())
        .then(|| format!(" {y} minus {x} on level {level}, with 95 % intervals: {}.", list(&ways)))
}

/// How much of the floor both have seen when the boss is found.
fn title([x, y]: [&str; 2], [a, b]: [Interval; 2]) -> String {
    let [first, second] = [a, b].map(|it| percent(it.estimate, 0));
    let is_sure = a.upper < b.lower || b.upper < a.lower;
    match is_sure && first != second {
        true => first_fitting([
            format!(
                "Finding the boss takes you through {second} of {} rooms, {first} of {}",
                possessive(y),
                possessive(x)
            ),
            format!("Rooms entered when the boss is found: {x} {first}, {y} {second}"),
            "Rooms entered when the boss is found: not as many in both".to_owned(),
        ]),
        false => first_fitting([
            format!("Finding the boss takes you through as much of {y} as of {x}"),
            "Rooms entered when the boss is found: as many in both".to_owned(),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_tells_shares_apart_only_where_their_intervals_do() {
        let of =
            |estimate: f64| Interval { estimate, lower: estimate - 0.01, upper: estimate + 0.01 };
        let apart = title(["A", "B"], [of(0.67), of(0.71)]);
        assert_eq!(apart, "Finding the boss takes you through 71 % of B's rooms, 67 % of A's");
        let alike = title(["A", "B"], [of(0.67), of(0.68)]);
        assert_eq!(alike, "Finding the boss takes you through as much of B as of A");
    }
}
