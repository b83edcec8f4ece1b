//! The way: steps to the boss, the walk through every room, and how much of it is walked again.

use basement_survey::{Measure, Results, measure};

use crate::claims::{Difference, differences};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, list, possessive, request_in_words};
use crate::number::fixed;
use crate::origin::origin_line;
use crate::plot::{ByLevel, Facet, Look, Mark, Plot, Scale, Y};
use crate::series::{hue_of, name_of, names_of, plain_groups, shown};
use crate::shape::{level_of_equal_size, middle_level};
use crate::table::{Table, exact};

/// The measures, with what a player calls them.
const SHOWN: [(&Measure, &str); 3] = [
    (measure::BOSS_DISTANCE, "Doors to the boss"),
    (measure::FULL_WALK, "Doors to clear all rooms"),
    (measure::WALKED_AGAIN, "Doors passed again"),
];
/// Series that the figure shows.
const MOST: usize = 4;

/// The figure, where a series has a boss to walk to.
pub(crate) fn way(results: &Results) -> Option<Figure> {
    let series: Vec<usize> = shown(results).into_iter().take(MOST).collect();
    let line = |measure: &'static Measure, series: usize| ByLevel {
        series,
        name: name_of(results, series).to_owned(),
        hue: hue_of(results, series),
        look: Look::Main,
        points: plain_groups(results, series)
            .filter_map(|it| Some((it.request.level, it.summary.values(measure).mean_interval()?)))
            .collect(),
    };
    let panel = |(measure, heading): (&'static Measure, &'static str)| {
        let lines = series.iter().map(|series| line(measure, *series));
        let lines: Vec<ByLevel> = lines.filter(|line| !line.points.is_empty()).collect();
        (measure, heading, lines)
    };
    let panels: Vec<(&'static Measure, &str, Vec<ByLevel>)> =
        SHOWN.into_iter().map(panel).filter(|(.., lines)| !lines.is_empty()).collect();
    panels.first().filter(|(measure, ..)| *measure == measure::BOSS_DISTANCE)?;
    let both = (series.len() > 1).then(|| [series[0], series[1]]);
    let equal = both.and_then(|both| level_of_equal_size(results, both));
    let level = equal.or(middle_level(results))?;
    let finding = both.and_then(|both| Finding::of(results, both, level));
    let title = match &finding {
        Some(finding) => finding.title(),
        None => format!(
            "How far the boss is in {}, and how long a full clear",
            list(&names_of(results, &series))
        ),
    };
    let place = match equal {
        Some(level) => {
            format!("by level; title and values: level {level}, on which both are of one size")
        }
        None if finding.is_some() => format!("by level; title and values: level {level}"),
        None => "by level".to_owned(),
    };
    let words = Words {
        name: "way".to_owned(),
        subtitle: format!(
            "Mean number of doors, {place}; 95 % intervals where they are wider than a dot; {}",
            request_in_words(results)
        ),
        caption: finding.as_ref().map(Finding::intervals).unwrap_or_default()
            + "A full clear enters every room that is not hidden, ends at the boss, and takes the shortest such walk.",
        notes: origin_line(
            results,
            series.iter().flat_map(|it| plain_groups(results, *it)),
            None,
            "",
        ),
        alt: format!(
            "{title}. Line charts by level for {}: doors to the boss, doors to clear all rooms, doors passed again.",
            list(&names_of(results, &series))
        ),
        title,
    };
    let kink = kink(results, &series);
    let facet = |(_, heading, lines): &(&Measure, &str, Vec<ByLevel>)| {
        let most = lines.iter().flat_map(|line| &line.points).map(|(_, value)| value.upper);
        let mut facet = Facet::by_level(*heading, lines, Some(level), |value| fixed(value, 1));
        facet.marks.extend(
            kink.map(|level| Mark::Divide { x: level.into(), text: "full size".to_owned() }),
        );
        facet.scale(Scale::from_zero(most).decimals(0))
    };
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::levels(panels.iter().flat_map(|(.., lines)| lines)),
        y: Y::Values(Scale::new(0.0, 1.0), 150.0),
    };
    let table = table(results, both, &panels);
    Some(compose_parts(words, table, &[&Key::of_series(results, &series), &plot]))
}

/// The level from which on no shown series has more rooms, where there are levels before and after.
fn kink(results: &Results, series: &[usize]) -> Option<u8> {
    let of = |series: &usize| {
        let sizes: Vec<(u8, f64)> = plain_groups(results, *series)
            .filter_map(|it| Some((it.request.level, it.summary.mean(measure::ROOMS)?)))
            .collect();
        let last = sizes.last()?.1;
        let grows = |it: &&(u8, f64)| (it.1 - last).abs() > 0.02 * last;
        let turn = sizes.iter().rposition(|it| grows(&it))? + 1;
        sizes.get(turn).filter(|_| turn + 1 < sizes.len()).map(|it| it.0)
    };
    let levels: Option<Vec<u8>> = series.iter().map(of).collect();
    levels?.into_iter().max()
}

fn table(
    results: &Results,
    both: Option<[usize; 2]>,
    panels: &[(&'static Measure, &str, Vec<ByLevel>)],
) -> Table {
    let rows = panels.iter().flat_map(|(measure, _, lines)| {
        let gaps = both.map(|both| differences(results, both, measure)).unwrap_or_default();
        let rows = lines.iter().flat_map(|line| line.points.iter().map(move |it| (line, it)));
        let rows = rows.map(move |(line, (level, value))| {
            let is_second = both.is_some_and(|both| both[1] == line.series);
            let gap = gaps.iter().copied().find(|gap| is_second && gap.level == *level);
            (*measure, line, *level, *value, gap)
        });
        rows.collect::<Vec<_>>()
    });
    let of_gap = |gap: Option<Difference>, of: fn(&Difference) -> f64| {
        gap.as_ref().map_or_else(String::new, |gap| exact(of(gap)))
    };
    Table::of(
        rows,
        &[
            ("measure", &|(measure, ..)| measure.name.to_owned()),
            ("series", &|(_, line, ..)| line.name.clone()),
            ("level", &|(_, _, level, ..)| level.to_string()),
            ("mean", &|(_, _, _, value, _)| exact(value.estimate)),
            ("lower", &|(_, _, _, value, _)| exact(value.lower)),
            ("upper", &|(_, _, _, value, _)| exact(value.upper)),
            ("difference", &|(.., gap)| of_gap(*gap, Difference::value)),
            ("difference_lower", &|(.., gap)| of_gap(*gap, |gap| gap.lower)),
            ("difference_upper", &|(.., gap)| of_gap(*gap, |gap| gap.upper)),
        ],
    )
}

/// What one level says of the way to the boss and of a full clear.
#[derive(Clone, Debug, PartialEq)]
struct Finding {
    names: [String; 2],
    boss: Difference,
    walk: Option<Difference>,
    is_of_equal_size: bool,
}

impl Finding {
    fn of(results: &Results, both: [usize; 2], level: u8) -> Option<Self> {
        let at =
            |measure| differences(results, both, measure).into_iter().find(|it| it.level == level);
        let names = both.map(|series| name_of(results, series).to_owned());
        Some(Self {
            names,
            boss: at(measure::BOSS_DISTANCE)?,
            walk: at(measure::FULL_WALK),
            is_of_equal_size: at(measure::ROOMS).is_some_and(|rooms| rooms.is_slight()),
        })
    }

    /// The differences with their intervals, in a sentence.
    fn intervals(&self) -> String {
        let of = |it: &Difference| it.in_words("doors");
        let walk = self.walk.as_ref().map(|it| format!(", to clear the floor {}", of(it)));
        let [x, y] = &self.names;
        format!(
            "{y} minus {x} on level {}, with 95 % intervals: to the boss {}{}. ",
            self.boss.level,
            of(&self.boss),
            walk.unwrap_or_default()
        )
    }

    fn title(&self) -> String {
        let [x, y] = &self.names;
        let [x_has, y_has] = [x, y].map(|name| possessive(name));
        let size = |it: &Difference| fixed(it.value().abs(), 1);
        let way = |sign: i8| if sign > 0 { "farther" } else { "nearer" };
        let more = |sign: i8| if sign > 0 { "more" } else { "fewer" };
        let (boss, by) = (self.boss.sign(), size(&self.boss));
        let Some((walk, doors)) = self.walk.as_ref().map(|it| (it.sign(), size(it))) else {
            return match boss {
                0 => format!("The boss is about as far in {y} as in {x}"),
                _ => format!("{y_has} boss is {by} doors {} than {x_has}", way(boss)),
            };
        };
        let short = match (boss, walk) {
            (0, 0) => format!("{x} and {y}: boss about as far, full clear about as long"),
            (0, _) => format!("Boss as far in {y}, a full clear {doors} doors {}", more(walk)),
            (_, 0) => {
                format!("{y_has} boss is {by} doors {}, a full clear about as long", way(boss))
            }
            _ => format!(
                "{y}: boss {by} doors {}, a full clear {doors} doors {}",
                way(boss),
                more(walk)
            ),
        };
        let and = if boss == walk { "and" } else { "yet" };
        let long = match (boss, walk) {
            (0, _) | (_, 0) => short.clone(),
            _ if self.is_of_equal_size => format!(
                "At equal size {y_has} boss is {by} doors {}, {and} a full clear {doors} {}",
                way(boss),
                if walk > 0 { "longer" } else { "shorter" }
            ),
            _ => format!(
                "{y_has} boss is {by} doors {}, {and} clearing the floor takes {doors} doors {}",
                way(boss),
                more(walk)
            ),
        };
        first_fitting([long, short, "The way to the boss, and through all rooms".to_owned()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(boss: f64, walk: Option<f64>) -> String {
        let difference = |value: f64| Difference {
            level: 6,
            means: [10.0, 10.0 + value],
            lower: value - 0.1,
            upper: value + 0.1,
        };
        let names = ["A", "B"].map(str::to_owned);
        let walk = walk.map(difference);
        Finding { names, boss: difference(boss), walk, is_of_equal_size: false }.title()
    }

    #[test]
    fn the_title_goes_with_the_way_to_the_boss_and_the_full_clear() {
        let turned = title(1.3, Some(-2.0));
        assert_eq!(
            turned,
            "B's boss is 1.3 doors farther, yet clearing the floor takes 2.0 doors fewer"
        );
        let more = title(1.3, Some(2.0));
        assert_eq!(
            more,
            "B's boss is 1.3 doors farther, and clearing the floor takes 2.0 doors more"
        );
        assert_eq!(
            title(-1.3, Some(0.0)),
            "B's boss is 1.3 doors nearer, a full clear about as long"
        );
        assert_eq!(title(0.0, Some(2.0)), "Boss as far in B, a full clear 2.0 doors more");
        assert!(title(0.0, Some(0.05)).starts_with("A and B: boss about as far"));
        assert_eq!(title(1.3, None), "B's boss is 1.3 doors farther than A's");
    }
}
