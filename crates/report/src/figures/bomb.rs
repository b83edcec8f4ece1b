//! Where to put the bomb: guesses at the secret room by the rules, and by counting neighbours.

use std::collections::BTreeSet;

use basement_survey::{ArmResult, Calibration, Interval, Results, wilson_interval};

use super::first_middle_last;
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{levels_in_words, list, request_in_words};
use crate::number::{at_most, counted, fixed, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y};
use crate::series::{hue_of, name_of, plain_arms, shown, side_lines};
use crate::table::{Table, exact};

/// Bombs that are looked at.
const BOMBS: usize = 3;
/// Floors of each level.
const FLOORS: u64 = 4_000;
/// The levels that are shown where a study has them.
const LEVELS: [u8; 3] = [1, 4, 8];

/// The guesses of a series on its levels.
pub(crate) struct Guesses {
    pub(crate) series: usize,
    pub(crate) name: String,
    /// Levels with their counts.
    levels: Vec<(u8, Calibration)>,
}

/// What one bomb finds in a series, over all levels shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gain {
    pub(crate) name: String,
    /// The share of secret rooms found by the rules.
    pub(crate) by_rules: f64,
    /// The same by counting neighbours.
    pub(crate) by_neighbours: f64,
    /// Half the 95 % interval of the difference.
    pub(crate) half: f64,
    /// The levels, all of them together.
    pub(crate) levels: Vec<u8>,
}

impl Gain {
    fn value(&self) -> f64 {
        self.by_rules - self.by_neighbours
    }

    /// Whether the rules find more, beyond the interval.
    pub(crate) fn is_clear(&self) -> bool {
        self.value() > self.half
    }

    /// Whether it is greater than another one, beyond the intervals.
    fn is_above(&self, other: &Self) -> bool {
        self.value() - other.value() > self.half.hypot(other.half)
    }
}

impl Guesses {
    /// The floors of all its levels, and how many of their secret rooms one bomb finds by the
    /// rules and by counting neighbours.
    fn together(&self) -> (u64, u64, f64) {
        let counts = self.levels.iter().map(|(_, counts)| counts);
        let by_eye = counts.clone().map(|it| it.hit_rate_by_eye(1) * it.floors as f64);
        (counts.clone().map(|it| it.floors).sum(), counts.map(|it| it.found[0]).sum(), by_eye.sum())
    }

    /// What one bomb finds over all its levels.
    pub(crate) fn gain(&self) -> Gain {
        let (floors, found, by_eye) = self.together();
        let floors = floors.max(1) as f64;
        let (by_rules, by_neighbours) = (found as f64 / floors, by_eye / floors);
        let variance = |share: f64| share * (1.0 - share) / floors;
        // As if both guessed on floors of their own, which is wider than it has to be.
        let half = 1.96 * (variance(by_rules) + variance(by_neighbours)).sqrt();
        let levels = self.levels.iter().map(|(level, _)| *level).collect();
        Gain { name: self.name.clone(), by_rules, by_neighbours, half, levels }
    }
}

/// The finding, as a title.
fn title(gains: &[Gain]) -> String {
    const BEATS: &str = "Knowing the rules beats counting neighbours";
    let clear: Vec<String> =
        gains.iter().filter(|gain| gain.is_clear()).map(|gain| gain.name.clone()).collect();
    let best = gains.iter().max_by(|one, other| one.value().total_cmp(&other.value()));
    let is_best = |best: &&Gain| {
        let mut others = gains.iter().filter(|gain| gain.name != best.name);
        others.all(|other| best.is_above(other))
    };
    match (clear.len(), best.filter(is_best)) {
        (0, _) => "Counting neighbours finds secret rooms as well as knowing the rules".to_owned(),
        (some, _) if some < gains.len() => format!("{BEATS} in {}", list(&clear)),
        (1, _) => BEATS.to_owned(),
        (2, Some(best)) => {
            let other = clear.iter().find(|name| **name != best.name).map_or("", String::as_str);
            format!("{BEATS}, in {} more than in {other}", best.name)
        }
        (_, Some(best)) => format!("{BEATS}, in {} most of all", best.name),
        (_, None) => format!("{BEATS} everywhere"),
    }
}

/// The arms of the levels that are shown.
fn arms(results: &Results, series: usize) -> Vec<&ArmResult> {
    let all: Vec<u8> = plain_arms(results, series).map(|arm| arm.request.level).collect();
    let usual = LEVELS.iter().all(|level| all.contains(level));
    let levels = if usual { LEVELS.to_vec() } else { first_middle_last(&all) };
    plain_arms(results, series).filter(|arm| levels.contains(&arm.request.level)).collect()
}

/// The guesses at the secret rooms of each series that has any and a posterior for them; the
/// sides as well.
pub(crate) fn guesses(results: &Results) -> Vec<Guesses> {
    let of_series = |series: usize| {
        let level = |arm: &ArmResult| Some((arm.request.level, arm.secret_guesses(FLOORS)?));
        let levels: Vec<_> = arms(results, series).into_iter().filter_map(level).collect();
        let name = name_of(results, series).to_owned();
        (!levels.is_empty()).then_some(Guesses { series, name, levels })
    };
    let all = shown(results).into_iter().chain(side_lines(results)).take(4);
    all.filter_map(of_series).collect()
}

/// The figure, where a shown series has secret rooms that can be guessed.
pub(crate) fn figure(context: &Context<'_>, guesses: &[Guesses]) -> Option<Figure> {
    let results = context.results;
    let shown = shown(results);
    let is_shown = |guesses: &&Guesses| shown.contains(&guesses.series);
    let gains: Vec<Gain> = guesses.iter().filter(is_shown).map(Guesses::gain).collect();
    gains.first()?;
    let all = || guesses.iter().flat_map(|it| &it.levels);
    let levels: BTreeSet<u8> = all().map(|(level, _)| *level).collect();
    let rows = rows(guesses);
    let widest = rows.iter().flat_map(|row| [row.by_rules, row.by_eye]).map(|it| it.half());
    let widest = widest.fold(0.0, f64::max);
    let table = Table::of(
        rows,
        &[
            ("series", &|it| it.series.clone()),
            ("level", &|it| it.level.map_or_else(String::new, |level| level.to_string())),
            ("bombs", &|it| it.bombs.to_string()),
            ("floors", &|it| it.floors.to_string()),
            ("found_by_rules", &|it| exact(it.by_rules.estimate)),
            ("lower_by_rules", &|it| exact(it.by_rules.lower)),
            ("upper_by_rules", &|it| exact(it.by_rules.upper)),
            ("found_by_neighbours", &|it| exact(it.by_eye.estimate)),
            ("lower_by_neighbours", &|it| exact(it.by_eye.lower)),
            ("upper_by_neighbours", &|it| exact(it.by_eye.upper)),
        ],
    );
    let title = title(&gains);
    let floors = all().map(|(_, counts)| counts.floors).min().unwrap_or(0);
    let more = match floors < FLOORS.min(results.study.floors) {
        true => format!(", at least {} with one secret room", whole(floors)),
        false => String::new(),
    };
    let of = guesses.iter().flat_map(|it| arms(results, it.series));
    let words = Words {
        name: "bomb".to_owned(),
        subtitle: format!(
            "Secret rooms found within one, two or three bombs, %; 95 % intervals at most ± {} points; {}",
            at_most(widest * 100.0, 1),
            request_in_words(results)
        ),
        caption: "Circle: bombs go where most rooms are around, ties by chance. Dot: bombs go where the secret \
                  room is likeliest by the exact rules, given the rest of the finished floor."
            .to_owned(),
        notes: origin_line(results, of, Some(FLOORS), &more),
        alt: format!(
            "{title}. Dumbbell charts of the share of secret rooms found within one to three bombs, on {}.",
            levels_in_words(levels.iter().copied())
        ),
        title,
    };
    // Not all is never written as all.
    let say = |share: f64| fixed(share * 100.0, usize::from((0.995..1.0).contains(&share)));
    let facet = |level: &u8| {
        let of_bombs = |bombs: usize| {
            let pair = move |(at, it): (usize, &Guesses)| {
                let (_, counts) = it.levels.iter().find(|(other, _)| other == level)?;
                let shares = [counts.hit_rate_by_eye(bombs), counts.hit_rate(bombs)];
                let row = (bombs - 1) * guesses.len() + at;
                Some(Mark::pair(row, shares, hue_of(results, it.series), say))
            };
            guesses.iter().enumerate().filter_map(pair)
        };
        Facet::new(format!("Level {level}"), (1..=BOMBS).flat_map(of_bombs).collect())
    };
    let group = |bombs: usize| Group {
        name: counted(bombs as u64, "bomb"),
        rows: guesses.iter().map(|it| Row::of_series(results, it.series)).collect(),
    };
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(1.0).ticks(3),
        y: Y::Rows((1..=BOMBS).map(group).collect()),
    };
    let key = Key::of_pair(["trying the most neighbours first", "knowing the rules"]);
    Some(compose_parts(words, table, &[&key, &plot]))
}

/// What so many bombs find on a level; without a level, on all of them together.
struct Found {
    series: String,
    level: Option<u8>,
    bombs: usize,
    floors: u64,
    by_rules: Interval,
    by_eye: Interval,
}

impl Found {
    fn new(
        of: &Guesses,
        level: Option<u8>,
        bombs: usize,
        floors: u64,
        found: u64,
        by_eye: f64,
    ) -> Self {
        // On a floor with ties it is a chance, so that it varies less than a share of floors: the
        // interval is no narrower than it must be.
        let half = 1.96 * (by_eye * (1.0 - by_eye) / floors.max(1) as f64).sqrt();
        let (lower, upper) = ((by_eye - half).max(0.0), (by_eye + half).min(1.0));
        let by_eye = Interval { estimate: by_eye, lower, upper };
        let by_rules = wilson_interval(found, floors);
        Self { series: of.name.clone(), level, bombs, floors, by_rules, by_eye }
    }
}

/// The data: each level, and one bomb on all levels together.
fn rows(guesses: &[Guesses]) -> Vec<Found> {
    let of_series = |of: &Guesses| {
        let bombs = of.levels.iter().flat_map(|level| (1..=BOMBS).map(move |bombs| (level, bombs)));
        let found = |((level, counts), bombs): (&(u8, Calibration), usize)| {
            let found = (counts.found[bombs - 1], counts.hit_rate_by_eye(bombs));
            Found::new(of, Some(*level), bombs, counts.floors, found.0, found.1)
        };
        let (floors, hits, _) = of.together();
        let all = Found::new(of, None, 1, floors, hits, of.gain().by_neighbours);
        bombs.map(found).chain((of.levels.len() > 1).then_some(all)).collect::<Vec<_>>()
    };
    guesses.iter().flat_map(of_series).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(name: &str, by_rules: f64, by_neighbours: f64) -> Gain {
        Gain { name: name.to_owned(), by_rules, by_neighbours, half: 0.02, levels: vec![1] }
    }

    #[test]
    fn the_title_says_where_the_rules_help_and_where_they_help_more() {
        let (a, b, c) = (gain("A", 0.8, 0.4), gain("B", 0.4, 0.3), gain("C", 0.3, 0.3));
        let of = |gains: &[&Gain]| title(&gains.iter().copied().cloned().collect::<Vec<_>>());
        assert!(of(&[&a, &b]).ends_with("in A more than in B"));
        assert!(of(&[&b, &a]).ends_with("in A more than in B"));
        assert_eq!(of(&[&a, &c]), "Knowing the rules beats counting neighbours in A");
        assert!(of(&[&c]).starts_with("Counting neighbours finds secret rooms as well"));
        assert_eq!(of(&[&b]), "Knowing the rules beats counting neighbours");
        let like_b = gain("D", 0.41, 0.305);
        assert!(of(&[&b, &like_b]).ends_with("everywhere"));
        assert!(of(&[&a, &b, &like_b]).ends_with("in A most of all"));
    }
}
