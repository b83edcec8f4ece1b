//! Finding the boss without a map: the doors that it takes, how much of a floor is seen by then, and what
//! the treasure room and the shop cost on the way.

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Measure, Results, measure};

use crate::claims::{Difference, differences};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, list, possessive, request_in_words};
use crate::number::{fixed, percent};
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
    (Kind::Mean(measure::SEARCH_WALK), "search_walk", "Doors until the boss is found"),
    (Kind::Seen, "share_of_rooms_entered", "Share of rooms entered by then"),
    (Kind::Mean(measure::ITEMS_WALK), "items_walk", "Treasure, shop and boss"),
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
    panels.first().filter(|(kind, ..)| *kind == Kind::Mean(measure::SEARCH_WALK))?;
    let both = (series.len() > 1).then(|| [series[0], series[1]]);
    let equal = both.and_then(|both| level_of_equal_size(results, both));
    let level = equal.or(middle_level(results))?;
    let difference = |measure| {
        let all = both.map(|both| differences(results, both, measure)).unwrap_or_default();
        all.into_iter().find(|it| it.level == level)
    };
    let names = both.map(|both| both.map(|series| name_of(results, series)));
    let title = match names.zip(difference(measure::SEARCH_WALK)) {
        Some((names, found)) => title(names, &found),
        None => first_fitting([
            format!(
                "{}: the doors until the boss is found without a map",
                list(&names_of(results, &series))
            ),
            "The doors until the boss is found without a map".to_owned(),
        ]),
    };
    let gap = |kind: &Kind, series: usize, level: u8| match (kind, both) {
        (Kind::Mean(measure), Some(both)) if series == both[1] => {
            differences(results, both, measure).into_iter().find(|it| it.level == level)
        }
        _ => None,
    };
    let rows = panels.iter().flat_map(|(kind, name, _, lines)| {
        let of = move |line: &'_ ByLevel| {
            let row = |(level, value): &(u8, Interval)| {
                let gap = gap(kind, line.series, *level);
                (*name, line.name.clone(), *level, *value, gap)
            };
            line.points.iter().map(row).collect::<Vec<_>>()
        };
        lines.iter().flat_map(of)
    });
    let of_gap = |gap: &Option<Difference>, of: fn(&Difference) -> f64| {
        gap.as_ref().map_or_else(String::new, |gap| exact(of(gap)))
    };
    let table = Table::of(
        rows,
        &[
            ("what", &|(name, ..)| (*name).to_owned()),
            ("series", &|(_, series, ..)| series.clone()),
            ("level", &|(_, _, level, ..)| level.to_string()),
            ("value", &|(_, _, _, value, _)| exact(value.estimate)),
            ("lower", &|(_, _, _, value, _)| exact(value.lower)),
            ("upper", &|(_, _, _, value, _)| exact(value.upper)),
            ("difference", &|(.., gap)| of_gap(gap, Difference::value)),
            ("difference_lower", &|(.., gap)| of_gap(gap, |gap| gap.lower)),
            ("difference_upper", &|(.., gap)| of_gap(gap, |gap| gap.upper)),
        ],
    );
    let ways = [
        (measure::SEARCH_WALK, "until the boss is found"),
        (measure::ITEMS_WALK, "for treasure room, shop and boss in one walk"),
    ];
    let way = |(measure, what): (&'static Measure, &str)| {
        Some(format!("{what} {}", difference(measure)?.in_words("doors")))
    };
    let ways: Vec<String> = ways.into_iter().filter_map(way).collect();
    let caption = match (names, ways.as_slice()) {
        (Some([x, y]), [_, ..]) => {
            format!(" {y} minus {x} on level {level}, with 95 % intervals: {}.", list(&ways))
        }
        _ => String::new(),
    };
    let words = Words {
        name: "search".to_owned(),
        subtitle: format!(
            "Means by level; title and values: level {level}; 95 % intervals where they are wider than a dot; {}",
            request_in_words(results)
        ),
        caption: format!(
            "Left and middle: the player knows nothing of the floor and always enters the nearest room that she has seen a door to. \
             Right: the shortest walk of one who knows the floor. Hidden rooms do not count.{caption}"
        ),
        notes: origin_line(
            results,
            series.iter().flat_map(|it| plain_groups(results, *it)),
            None,
            "",
        ),
        alt: format!(
            "{title}. Line charts by level for {}: the doors until the boss is found, the share of rooms entered by \
             then, and the doors of a walk to treasure room, shop and boss.",
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
            (Some(last), Some(deepest)) if last < deepest => {
                format!("no treasure room after level {last}")
            }
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

/// How many doors it takes to find the boss.
fn title([x, y]: [&str; 2], doors: &Difference) -> String {
    let [a, b] = doors.means;
    let plain = "Without a map: the doors until the boss is found".to_owned();
    let said = match doors.sign() {
        0 => format!(
            "On level {}, finding the boss without a map takes {} doors in both",
            doors.level,
            fixed(b, 0)
        ),
        sign => format!(
            "On level {}, finding {} boss without a map takes {} doors {} than {}",
            doors.level,
            possessive(y),
            fixed((b - a).abs(), 1),
            if sign > 0 { "more" } else { "fewer" },
            possessive(x)
        ),
    };
    first_fitting([said, plain])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_tells_the_doors_apart_only_where_they_differ() {
        let of = |value: f64| Difference {
            level: 6,
            means: [18.7, 18.7 + value],
            lower: value - 0.1,
            upper: value + 0.1,
        };
        let told = |value| title(["A", "B"], &of(value));
        assert_eq!(told(0.02), "On level 6, finding the boss without a map takes 19 doors in both");
        assert_eq!(
            told(2.0),
            "On level 6, finding B's boss without a map takes 2.0 doors more than A's"
        );
        assert_eq!(
            told(-2.0),
            "On level 6, finding B's boss without a map takes 2.0 doors fewer than A's"
        );
    }
}
