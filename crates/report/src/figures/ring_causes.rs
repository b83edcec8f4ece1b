//! Which rules make rings and dead ends: one changed at a time.

use basement_floors::{Backend, Value};
use basement_survey::{Interval, Results, Summary, measure, wilson_interval};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::number::{fixed, share_of_all};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of, shown};
use crate::shape::middle_level;
use crate::table::{Table, exact};
use crate::theme::Hue;

/// Floors with each change.
const FLOORS: u64 = 20_000;
/// An outline that is drawn so rarely that it never comes up.
const NEVER: Value = Value::Whole(1_000_000);

/// The outlines of Rebirth's big rooms ([R11](basement_floors::rules#r11)).
const BIG: [(&str, Value); 12] = [
    ("rebirth.variants.along", NEVER),
    ("rebirth.variants.across", NEVER),
    ("rebirth.variants.across_aside", NEVER),
    ("rebirth.variants.square", NEVER),
    ("rebirth.variants.square_aside", NEVER),
    ("rebirth.variants.l1", NEVER),
    ("rebirth.variants.l2_aside", NEVER),
    ("rebirth.variants.l3", NEVER),
    ("rebirth.variants.l3_aside", NEVER),
    ("rebirth.variants.l4", NEVER),
    ("rebirth.variants.l4_aside", NEVER),
    ("rebirth.variants.narrow_long", NEVER),
];

const NO_BIG: &str = "no big ordinary rooms";
const TOUCH: &str = "rooms may touch two others";

/// A change, and what it is called.
type RuleChange = (&'static str, &'static [(&'static str, Value)]);

/// What is changed in each game.
const fn changes(backend: Backend) -> &'static [RuleChange] {
    match backend {
        Backend::Flash => &[
            (TOUCH, &[("flash.growth.neighbour_limit", Value::Whole(2))]),
            (
                "hardly a place skipped by chance",
                &[("flash.growth.skip_one_in", Value::Whole(1000))],
            ),
        ],
        Backend::Rebirth => &[
            (NO_BIG, &BIG),
            (TOUCH, &[("rebirth.growth.neighbour_limit", Value::Whole(3))]),
            ("rooms try fewer doors", &[("rebirth.growth.limit_coins", Value::Whole(2))]),
            ("rooms try more doors", &[("rebirth.growth.limit_coins", Value::Whole(8))]),
        ],
    }
}

/// The floors of a series as its rules are, or with a change.
struct Changed {
    series: usize,
    name: &'static str,
    /// The changed parameters.
    changed: String,
    hue: Hue,
    with_ring: Interval,
    dead_ends: Interval,
    big: f64,
    floors: u64,
}

impl Changed {
    fn of(series: usize, (name, changes): RuleChange, hue: Hue, summary: &Summary) -> Option<Self> {
        let rings = summary.values(measure::RINGS);
        let hits = rings.iter().filter(|(value, _)| *value > 0.0).map(|(_, floors)| floors).sum();
        (summary.floors > 0).then_some(())?;
        Some(Self {
            series,
            name,
            changed: changes
                .iter()
                .map(|(path, value)| format!("{path}={value}"))
                .collect::<Vec<_>>()
                .join(" "),
            hue,
            with_ring: wilson_interval(hits, rings.total()),
            dead_ends: summary.values(measure::DEAD_ENDS).mean_interval()?,
            big: summary.mean(measure::LARGE_ROOMS)?,
            floors: summary.floors,
        })
    }
}

/// The rows of a series: as it is, then changed.
fn rows_of(results: &Results, series: usize, level: u8) -> Vec<Changed> {
    let backend = results.study.series.get(series).and_then(basement_survey::Series::backend);
    let Some(backend) = backend else { return Vec::new() };
    let hue = hue_of(results, series);
    let place = (series, level, false);
    let asked = [measure::RINGS, measure::DEAD_ENDS, measure::LARGE_ROOMS].into_iter().collect();
    let all = changes(backend);
    let values: Vec<&[(&str, Value)]> = all.iter().map(|(_, changes)| *changes).collect();
    let Some((base, changed)) = results.with_changes(place, &values, FLOORS, asked) else {
        return Vec::new();
    };
    let base = Changed::of(series, ("as it is", &[]), hue, &base);
    let changed = all.iter().zip(&changed).filter_map(|((name, changes), (summary, _))| {
        Changed::of(series, (*name, *changes), hue, summary)
    });
    base.into_iter().chain(changed).collect()
}

/// The figure, where a shown series goes by the rules of a game.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let level = middle_level(results)?;
    let groups: Vec<Vec<Changed>> = shown(results)
        .into_iter()
        .take(3)
        .map(|series| rows_of(results, series, level))
        .filter(|rows| rows.len() > 1)
        .collect();
    if groups.is_empty() {
        return None;
    }
    let table = Table::of(
        groups.iter().flatten(),
        &[
            ("series", &|row| name_of(results, row.series).to_owned()),
            ("rules", &|row| row.name.to_owned()),
            ("changed", &|row| row.changed.clone()),
            ("floors", &|row| row.floors.to_string()),
            ("floors_with_a_ring", &|row| exact(row.with_ring.estimate)),
            ("lower", &|row| exact(row.with_ring.lower)),
            ("upper", &|row| exact(row.with_ring.upper)),
            ("dead_ends", &|row| exact(row.dead_ends.estimate)),
            ("dead_ends_lower", &|row| exact(row.dead_ends.lower)),
            ("dead_ends_upper", &|row| exact(row.dead_ends.upper)),
            ("big_rooms", &|row| exact(row.big)),
            ("rings_percent", &|row| share_of_all(row.with_ring.estimate, 0).replace(" %", "")),
            ("dead_ends_shown", &|row| fixed(row.dead_ends.estimate, 1)),
        ],
    );
    let told = groups.iter().filter_map(|rows| RingsFinding::of(results, rows));
    let mut told: Vec<RingsFinding> = told.collect();
    // Who has rings first: what makes them is the finding.
    told.sort_by(|a, b| b.with_ring.total_cmp(&a.with_ring));
    let title = told
        .iter()
        .find_map(RingsFinding::title)
        .unwrap_or_else(|| "Which rules make rings and dead ends".to_owned());
    let arms: Vec<_> =
        groups.iter().filter_map(|rows| results.arm(rows.first()?.series, level, false)).collect();
    let floors = groups.iter().flatten().map(|row| row.floors).max().unwrap_or(0);
    let parts: Vec<String> = groups
        .iter()
        .flatten()
        .map(|row| {
            format!(
                "{}, {}: {} of floors with a ring, {} dead ends",
                name_of(results, row.series),
                row.name,
                share_of_all(row.with_ring.estimate, 0),
                fixed(row.dead_ends.estimate, 1)
            )
        })
        .collect();
    let words = Words {
        name: "ring-causes".to_owned(),
        subtitle: format!(
            "Floors of level {level} as the rules are and with one rule changed; 95 % intervals"
        ),
        caption: "Each bar stands for floors of the same seeds: first as the rules are, then with one of \
                  them changed and all others kept. `basement-lab ablate` makes such comparisons."
            .to_owned(),
        notes: origin_line(results, arms, Some(floors), ""),
        alt: format!("{title}. Two columns of bars. {}.", parts.join("; ")),
        title,
    };
    let bars = |of: fn(&Changed) -> Interval, say: fn(f64) -> String| {
        let all = groups.iter().flatten().enumerate();
        all.map(move |(place, row)| {
            let Interval { estimate, lower, upper } = of(row);
            Mark::Bar {
                y: lane(place, 0, 1),
                x: estimate,
                interval: Some((lower, upper)),
                fill: if row.changed.is_empty() { row.hue.mark } else { row.hue.area },
                text: say(estimate),
                ink: row.hue.text,
            }
        })
    };
    let with_ring = bars(|row| row.with_ring, |share| share_of_all(share, 0));
    let dead_ends = bars(|row| row.dead_ends, |mean| fixed(mean, 1));
    let most = groups.iter().flatten().map(|row| row.dead_ends.upper);
    let group = |rows: &Vec<Changed>| Group {
        name: rows.first().map_or("", |row| name_of(results, row.series)).to_owned(),
        rows: rows.iter().map(|row| Row::new(row.name, 1)).collect(),
    };
    let plot = Plot {
        facets: vec![
            Facet::new("Floors with a ring", with_ring.collect())
                .scale(Scale::shares(1.0).ticks(2)),
            Facet::new("Dead ends, mean", dead_ends.collect()).scale(Scale::from_zero(most)),
        ],
        columns: [2, 2],
        x: Scale::new(0.0, 1.0),
        y: Y::Rows(groups.iter().map(group).collect()),
    };
    Some(compose_parts(words, table, &[&plot]))
}

/// What the title goes by: the share of floors with a ring, as the rules are and changed.
#[derive(Clone, Debug, PartialEq)]
struct RingsFinding {
    name: String,
    with_ring: f64,
    /// Without big ordinary rooms, where the game has them.
    without: Option<f64>,
    /// Where a room may touch one room more.
    touching: Option<f64>,
}

impl RingsFinding {
    fn of(results: &Results, rows: &[Changed]) -> Option<Self> {
        let base = rows.first()?;
        let of = |name: &str| Some(rows.iter().find(|row| row.name == name)?.with_ring.estimate);
        Some(Self {
            name: name_of(results, base.series).to_owned(),
            with_ring: base.with_ring.estimate,
            without: of(NO_BIG),
            touching: of(TOUCH),
        })
    }

    /// The finding, if there is one.
    fn title(&self) -> Option<String> {
        let name = &self.name;
        match (self.without, self.touching) {
            (Some(without), _) if self.with_ring >= 0.05 && without < 0.0005 => {
                Some(format!("Without big ordinary rooms, {name} has no rings"))
            }
            (Some(without), _) if self.with_ring >= 0.05 && without < 0.5 * self.with_ring => {
                let [from, to] = [self.with_ring, without].map(|share| share_of_all(share, 0));
                Some(format!(
                    "With fewer big rooms, rings in {name} fall from {from} of floors to {to}"
                ))
            }
            (None, Some(touching)) if self.with_ring < 0.005 && touching > 0.5 => {
                Some(format!("One rule keeps the floors of {name} trees"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_rooms_make_the_rings_only_where_rings_go_with_them() {
        let told = RingsFinding {
            name: "B".to_owned(),
            with_ring: 0.39,
            without: Some(0.0),
            touching: Some(1.0),
        };
        let title = told.title().unwrap();
        assert_eq!(title, "Without big ordinary rooms, B has no rings");
        let some = RingsFinding { without: Some(0.1), ..told.clone() };
        let title = some.title().unwrap();
        assert_eq!(title, "With fewer big rooms, rings in B fall from 39 % of floors to 10 %");
        assert_eq!(RingsFinding { without: Some(0.38), ..told.clone() }.title(), None);
        let tree = RingsFinding { with_ring: 0.0, without: None, ..told };
        assert_eq!(tree.title().unwrap(), "One rule keeps the floors of B trees");
        assert_eq!(RingsFinding { touching: Some(0.2), ..tree }.title(), None);
    }
}
