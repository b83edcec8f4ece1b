//! Where to put the bomb: guesses at the secret room by the rules, and by counting neighbours.

use basement_survey::{ArmResult, Calibration, Interval, Results, wilson_interval};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{list, request_in_words};
use crate::number::{at_most, counted, fixed, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of, shown, side_lines};
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
    pub(crate) fn value(&self) -> f64 {
        self.by_rules - self.by_neighbours
    }

    /// Whether the rules find more, beyond the interval.
    pub(crate) fn is_clear(&self) -> bool {
        self.value() > self.half
    }

    /// Whether it is greater than another one, beyond the intervals.
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        self.value() - other.value() > self.half.hypot(other.half)
    }
}

impl Guesses {
    fn of_level(&self, level: u8) -> Option<&Calibration> {
        self.levels.iter().find(|(other, _)| *other == level).map(|(_, counts)| counts)
    }

    /// What one bomb finds over all its levels.
    pub(crate) fn gain(&self) -> Gain {
        let floors: u64 = self.levels.iter().map(|(_, counts)| counts.floors).sum();
        let floors = floors.max(1) as f64;
        let mean = |share: fn(&Calibration, usize) -> f64| {
            let found = self.levels.iter().map(|(_, it)| share(it, 1) * it.floors as f64);
            found.sum::<f64>() / floors
        };
        let (rules, neighbours) = (mean(Calibration::hit_rate), mean(Calibration::hit_rate_by_eye));
        let variance = |share: f64| share * (1.0 - share) / floors;
        // As if both guessed on floors of their own, which is wider than it has to be.
        let half = 1.96 * (variance(rules) + variance(neighbours)).sqrt();
        let levels = self.levels.iter().map(|(level, _)| *level).collect();
        let name = self.name.clone();
        Gain { name, by_rules: rules, by_neighbours: neighbours, half, levels }
    }
}

/// The finding, as a title.
pub(crate) fn title(gains: &[Gain]) -> String {
    let clear: Vec<&Gain> = gains.iter().filter(|gain| gain.is_clear()).collect();
    if clear.is_empty() {
        return "Counting neighbours finds secret rooms as well as knowing the rules".to_owned();
    }
    if clear.len() < gains.len() {
        let names: Vec<String> = clear.iter().map(|gain| gain.name.clone()).collect();
        return format!("Knowing the rules beats counting neighbours in {}", list(&names));
    }
    let best = clear.iter().max_by(|one, other| one.value().total_cmp(&other.value()));
    let others =
        |best: &Gain| gains.iter().filter(|gain| gain.name != best.name).collect::<Vec<_>>();
    match best.map(|best| (*best, others(best))) {
        Some((best, others)) if others.iter().all(|other| best.is_above(other)) => {
            match others.as_slice() {
                [] => "Knowing the rules beats counting neighbours".to_owned(),
                [other] => format!(
                    "Knowing the rules beats counting neighbours, in {} more than in {}",
                    best.name, other.name
                ),
                _ => format!(
                    "Knowing the rules beats counting neighbours, in {} most of all",
                    best.name
                ),
            }
        }
        _ => "Knowing the rules beats counting neighbours everywhere".to_owned(),
    }
}

/// The arms of the levels that are shown.
fn arms(results: &Results, series: usize) -> Vec<&ArmResult> {
    let arms: Vec<&ArmResult> = results.arms_of(series).filter(|arm| !arm.is_labyrinth()).collect();
    let usual: Vec<&ArmResult> =
        arms.iter().copied().filter(|arm| LEVELS.contains(&arm.request.level)).collect();
    if usual.len() == LEVELS.len() || arms.len() <= LEVELS.len() {
        if usual.len() == LEVELS.len() { usual } else { arms }
    } else {
        vec![arms[0], arms[arms.len() / 2], arms[arms.len() - 1]]
    }
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
    if gains.is_empty() {
        return None;
    }
    let mut levels: Vec<u8> =
        guesses.iter().flat_map(|guesses| &guesses.levels).map(|(level, _)| *level).collect();
    levels.sort_unstable();
    levels.dedup();
    let (table, widest) = table(guesses);
    let title = title(&gains);
    let floors = guesses.iter().flat_map(|guesses| &guesses.levels);
    let floors = floors.map(|(_, counts)| counts.floors).min().unwrap_or(0);
    let asked = FLOORS.min(results.study.floors);
    let more = if floors < asked {
        format!(", at least {} with one secret room", whole(floors))
    } else {
        String::new()
    };
    let is_asked = |arm: &&ArmResult| {
        levels.contains(&arm.request.level)
            && !arm.is_labyrinth()
            && guesses.iter().any(|guesses| guesses.series == arm.series)
    };
    let of = results.arms.iter().filter(is_asked);
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
            "{title}. Dumbbell charts of the share of secret rooms found within one to three bombs, on level {}.",
            list(&levels.iter().map(u8::to_string).collect::<Vec<_>>())
        ),
        title,
    };
    let facet = |level: &u8| {
        let own: Vec<Option<&Calibration>> = guesses.iter().map(|it| it.of_level(*level)).collect();
        let marks = (0..BOMBS).flat_map(|bombs| {
            let pair = |(at, (guesses, counts)): (usize, (&Guesses, &Option<&Calibration>))| {
                let counts = (*counts)?;
                let before = counts.hit_rate_by_eye(bombs + 1);
                let after = counts.hit_rate(bombs + 1);
                // Not all is never written as all.
                let say = |share: f64| {
                    let is_nearly_all = (0.995..1.0).contains(&share);
                    (share, fixed(share * 100.0, usize::from(is_nearly_all)))
                };
                let y = lane(bombs * own.len() + at, 0, 1);
                let hue = hue_of(results, guesses.series);
                Some(Mark::Pair { y, before: say(before), after: say(after), hue })
            };
            guesses.iter().zip(&own).enumerate().filter_map(pair).collect::<Vec<_>>()
        });
        Facet::new(format!("Level {level}"), marks.collect())
    };
    let row = |guesses: &Guesses| {
        Row::new(guesses.name.as_str(), 1).paint(hue_of(results, guesses.series).text)
    };
    let group = |bombs: usize| Group {
        name: counted(bombs as u64, "bomb"),
        rows: guesses.iter().map(row).collect(),
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

/// A share of secret rooms found by counting neighbours, with its 95 % interval. On a floor with ties
/// it is a chance, so that it varies less than a share of floors: the interval is no narrower than
/// it must be.
fn share_by_neighbours(share: f64, floors: u64) -> Interval {
    let half = 1.96 * (share * (1.0 - share) / floors.max(1) as f64).sqrt();
    let (lower, upper) = ((share - half).max(0.0), (share + half).min(1.0));
    Interval { estimate: share, lower, upper }
}

/// The data, and half the widest interval.
fn table(guesses: &[Guesses]) -> (Table, f64) {
    let mut table = Table::new(&[
        "series",
        "level",
        "bombs",
        "floors",
        "found_by_rules",
        "lower_by_rules",
        "upper_by_rules",
        "found_by_neighbours",
        "lower_by_neighbours",
        "upper_by_neighbours",
    ]);
    let mut widest = 0.0_f64;
    for guesses in guesses {
        let mut row = |level: String, bombs: usize, floors: u64, found: u64, by_eye: Interval| {
            let by_rules: Interval = wilson_interval(found, floors);
            table.row([
                guesses.name.clone(),
                level,
                bombs.to_string(),
                floors.to_string(),
                exact(by_rules.estimate),
                exact(by_rules.lower),
                exact(by_rules.upper),
                exact(by_eye.estimate),
                exact(by_eye.lower),
                exact(by_eye.upper),
            ]);
            by_rules
        };
        for (level, counts) in &guesses.levels {
            for bombs in 1..=BOMBS {
                let by_eye = share_by_neighbours(counts.hit_rate_by_eye(bombs), counts.floors);
                let found = counts.found[bombs - 1];
                let by_rules = row(level.to_string(), bombs, counts.floors, found, by_eye);
                widest = widest.max(by_rules.half()).max(by_eye.half());
            }
        }
        if guesses.levels.len() > 1 {
            // One bomb, all levels together, as texts say it: of no one level.
            let counts = guesses.levels.iter().map(|(_, counts)| counts);
            let floors: u64 = counts.clone().map(|counts| counts.floors).sum();
            let found: u64 = counts.map(|counts| counts.found[0]).sum();
            let by_eye = share_by_neighbours(guesses.gain().by_neighbours, floors);
            row(String::new(), 1, floors, found, by_eye);
        }
    }
    (table, widest)
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
