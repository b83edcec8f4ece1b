//! How big the floors are.

use basement_floors::{Backend, Value};
use basement_survey::{ArmResult, Results, measure};

use crate::article::Section;
use crate::context::Context;
use crate::figures;
use crate::lexicon::list;
use crate::number::fixed;
use crate::parameters;
use crate::series::{base_of, has_game, name_of, shown, side_lines};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    Section::new("size", "How big the floors are")
        .text(words_for_levels(context.results))
        .figure(figures::opener::figure(context))
        .text(why(context))
        .unless_empty()
}

/// What a level is, and what the description that was published is, where the study has both.
fn words_for_levels(results: &Results) -> String {
    let has = |backend: Backend| has_game(results, backend);
    let mut sentences = Vec::new();
    if has(Backend::Flash) && has(Backend::Rebirth) {
        sentences.push(
            "Levels are counted as in the games: 1 and 2 are the Basement or what stands in for it, 3 and 4 \
             the Caves, 5 and 6 the Depths, 7 and 8 the Womb."
                .to_owned(),
        );
    }
    // What is written down of a game differs from what shipped in how many rooms it wants.
    let is_capped =
        |series: usize| RoomsRule::of(results, series).and_then(|asked| asked.cap).is_some();
    let published = side_lines(results).into_iter().find(|series| {
        let base = base_of(results, *series);
        has(Backend::Flash)
            && base.is_some_and(|base| is_capped(base) && !is_capped(*series))
            && results.study.series[*series].backend() == Some(Backend::Flash)
    });
    sentences.extend(published.map(|published| {
        format!(
            "{} is the game as a well-known article describes it; what shipped differs.",
            name_of(results, published)
        )
    }));
    sentences.join(" ")
}

/// How many rooms the rules of the games ask for, and where they stop.
fn why(context: &Context<'_>) -> String {
    let results = context.results;
    let series = shown(results).into_iter().chain(side_lines(results));
    let asked: Vec<(&str, (String, RoomsRule))> = series
        .filter_map(|series| {
            let asked = RoomsRule::of(results, series)?;
            let rules: Vec<String> = asked.rules().iter().map(|id| context.rule(id)).collect();
            let name = name_of(results, series);
            Some((name, (asked.sentence(name, &rules.join(", ")), asked)))
        })
        .collect();
    if asked.is_empty() {
        return String::new();
    }
    let mut sentences =
        vec!["Before a floor is built, a rule says how many rooms it gets.".to_owned()];
    sentences.extend(asked.iter().map(|(_, (sentence, _))| sentence.clone()));
    if let [(x, a), (y, b), ..] = asked.as_slice()
        && a.1.cap.is_some()
        && a.1.cap == b.1.cap
    {
        sentences.push(format!("So {x} and {y} stop growing at the same number of rooms."));
    }
    let capped = asked.iter().filter_map(|(_, (_, asked))| asked.cap).reduce(f64::max);
    if let Some(cap) = capped {
        let largest = |series: usize| {
            let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
            arms.filter_map(|arm| arm.summary.values(measure::ROOMS).maximum()).reduce(f64::max)
        };
        let largest = shown(results).into_iter().filter_map(|series| {
            let asked = RoomsRule::of(results, series)?;
            asked.cap.and(Some((name_of(results, series), largest(series)?)))
        });
        let largest: Vec<_> = largest.collect();
        sentences.extend(shown(results).into_iter().filter_map(|series| added(context, series)));
        sentences.push(more_than_planned(cap, &largest));
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// That floors come out larger than planned, where some do.
fn more_than_planned(cap: f64, largest: &[(&str, f64)]) -> String {
    let above = largest.iter().filter(|(_, rooms)| *rooms > cap + 1.5);
    let above: Vec<String> =
        above.map(|(name, rooms)| format!("{} ({name})", fixed(*rooms, 0))).collect();
    if above.is_empty() {
        return String::new();
    }
    format!(
        "Without a curse the largest floors counted have {} rooms, the start room among them.",
        list(&above)
    )
}

/// How many rooms a series of Rebirth gets because its floors need more dead ends (R15): with and
/// without that rule, on its first and its last level.
fn added(context: &Context<'_>, series: usize) -> Option<String> {
    const RULE: &str = "rebirth.dead_ends.most_added";
    const FLOORS: u64 = 5_000;
    let results = context.results;
    let arms: Vec<_> = results.arms_of(series).filter(|arm| !arm.is_labyrinth()).collect();
    let (first, last) = (arms.first()?, arms.last()?);
    let rooms = |arm: &ArmResult| {
        let (level, none) = (arm.request.level, Value::Whole(0));
        let place = (series, level, false);
        let asked = [measure::ROOMS].into_iter().collect();
        let (_, without) = results.with_changes(place, &[&[(RULE, none)]], FLOORS, asked)?;
        let (without, _) = without.first()?;
        Some((level, [arm.summary.mean(measure::ROOMS)?, without.mean(measure::ROOMS)?]))
    };
    added_in_words(name_of(results, series), &context.rule("R15"), [rooms(first)?, rooms(last)?])
}

/// The sentence of [`added`], from a level's means with the rule and without it.
fn added_in_words(
    name: &str,
    rule: &str,
    [(first, [with, without]), (last, [later, later_without])]: [(u8, [f64; 2]); 2],
) -> Option<String> {
    if with - without < 0.1 {
        return None;
    }
    let start = format!(
        "To the planned rooms {name} adds others until a floor has enough dead ends ({rule}): on level {first} it \
         has {} rooms, without that rule {}",
        fixed(with, 1),
        fixed(without, 1)
    );
    Some(match later - later_without {
        _ if first == last => format!("{start}."),
        more if more < 0.1 => format!("{start}; on level {last} hardly any is added."),
        _ => format!(
            "{start}; on level {last} it has {} and {}.",
            fixed(later, 1),
            fixed(later_without, 1)
        ),
    })
}

/// What a series' rule asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RoomsRule {
    backend: Backend,
    base: f64,
    random: f64,
    per_level: f64,
    cap: Option<f64>,
    start_counts: bool,
    is_floored: bool,
}

impl RoomsRule {
    fn of(results: &Results, series: usize) -> Option<Self> {
        let backend = results.study.series.get(series)?.backend()?;
        let number =
            |name: &str| parameters::number(results, series, &format!("{backend}.rooms.{name}"));
        let per_level = match backend {
            Backend::Flash => number("per_level")?,
            Backend::Rebirth => number("per_stage")?,
        };
        Some(Self {
            backend,
            base: number("base")?,
            random: number("random")?,
            per_level,
            cap: number("cap").filter(|cap| *cap > 0.0),
            start_counts: backend == Backend::Flash
                && parameters::is_on(results, series, "flash.rooms.start_counts"),
            is_floored: parameters::is_on(results, series, "flash.rooms.floored"),
        })
    }

    /// The rules that say it.
    fn rules(&self) -> Vec<&'static str> {
        match (self.backend, self.cap) {
            (Backend::Flash, Some(_)) => vec!["F2", "F20"],
            (Backend::Flash, None) => vec!["F2"],
            (Backend::Rebirth, _) => vec!["R6"],
        }
    }

    fn sentence(&self, name: &str, rules: &str) -> String {
        let base = match self.random {
            random if random <= 1.0 => fixed(self.base, 0),
            random if random <= 2.0 => {
                format!("{} or {}", fixed(self.base, 0), fixed(self.base + 1.0, 0))
            }
            random => format!("{} to {}", fixed(self.base, 0), fixed(self.base + random - 1.0, 0)),
        };
        let start =
            if self.start_counts { "the start room among them" } else { "besides the start room" };
        let cap = match self.cap {
            Some(cap) => format!(", at most {}", fixed(cap, 0)),
            None => ", without an upper limit".to_owned(),
        };
        let rounded = match (self.backend, self.is_floored) {
            (Backend::Rebirth, _) | (_, true) => ", rounded down",
            _ => ", rounded up",
        };
        // Two decimals of a third, rounded down, would give a room less on every third level.
        let thirds = self.per_level * 3.0;
        let is_of_thirds = (thirds - thirds.round()).abs() < 1e-9 && self.per_level.fract() > 1e-9;
        let step = match is_of_thirds {
            true => format!("{}/3", fixed(thirds, 0)),
            false => fixed(self.per_level, 2),
        };
        let step = if step.contains('.') {
            step.trim_end_matches('0').trim_end_matches('.')
        } else {
            &step
        };
        format!(
            "{name} wants {base} rooms and {step} more for each level{rounded}, {start}{cap} ({rules})."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_above_the_limit_are_told_only_where_there_are_any() {
        let said = more_than_planned(20.0, &[("A", 26.0), ("B", 21.0)]);
        assert!(said.contains("have 26 (A) rooms"), "{said}");
        assert!(!said.contains("(B)"), "{said}");
        assert_eq!(more_than_planned(20.0, &[("B", 21.0)]), "");
    }

    #[test]
    fn rooms_that_are_added_are_told_only_where_they_show() {
        let said =
            |first: [f64; 2], last: [f64; 2]| added_in_words("A", "R15", [(1, first), (8, last)]);
        assert_eq!(
            said([10.5, 9.5], [21.0, 21.0]).unwrap(),
            "To the planned rooms A adds others until a floor has enough dead ends (R15): on level 1 it has 10.5 \
             rooms, without that rule 9.5; on level 8 hardly any is added."
        );
        assert!(
            said([10.5, 9.5], [12.0, 11.5]).unwrap().ends_with("on level 8 it has 12.0 and 11.5.")
        );
        assert_eq!(said([9.5, 9.5], [21.0, 20.0]), None);
    }

    #[test]
    fn what_a_rule_asks_for_is_told_with_its_limit_or_without() {
        let asked = RoomsRule {
            backend: Backend::Flash,
            base: 5.0,
            random: 2.0,
            per_level: 2.6,
            cap: Some(20.0),
            start_counts: false,
            is_floored: false,
        };
        assert_eq!(
            asked.sentence("A", "F2, F20"),
            "A wants 5 or 6 rooms and 2.6 more for each level, rounded up, besides the start room, at most 20 \
             (F2, F20)."
        );
        let published = RoomsRule { cap: None, start_counts: true, is_floored: true, ..asked };
        assert!(published.sentence("A", "F2").contains("for each level, rounded down, the start"));
        assert_eq!(published.rules(), ["F2"]);
        assert!(published.sentence("A", "F2").contains("among them, without an upper limit (F2)"));
        let third = RoomsRule { per_level: 10.0 / 3.0, random: 1.0, ..asked };
        assert!(third.sentence("A", "R6").starts_with("A wants 5 rooms and 10/3 more"));
    }
}
