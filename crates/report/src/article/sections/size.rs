//! How big the floors are.

use basement_floors::Backend;
use basement_survey::{Results, measure};

use crate::article::{Context, Section, figures, parameters, typical};
use crate::number::fixed;
use crate::series::{name_of, shown, side_lines};
use crate::words::list;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    Section::new("size", "How big the floors are")
        .figure(figures::opener::figure(context))
        .text(why(context))
        .folded(typical::table(context))
        .unless_empty()
}

/// How many rooms the rules of the games ask for, and where they stop.
fn why(context: &Context<'_>) -> String {
    let results = context.results;
    let series = shown(results).into_iter().chain(side_lines(results));
    let asked: Vec<(&str, (String, Asked))> = series
        .filter_map(|series| {
            let asked = Asked::of(results, series)?;
            let rules: Vec<String> = asked.rules().iter().map(|id| context.rule(id)).collect();
            let name = name_of(results, series);
            Some((name, (asked.sentence(name, &rules.join(", ")), asked)))
        })
        .collect();
    if asked.is_empty() {
        return String::new();
    }
    let mut sentences = vec![
        "The size is no accident: before a floor is built, a rule says how many \
                              rooms it gets."
            .to_owned(),
    ];
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
            let asked = Asked::of(results, series)?;
            asked.cap.and(Some((name_of(results, series), largest(series)?)))
        });
        sentences.push(more_than_planned(cap, &largest.collect::<Vec<_>>()));
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
        "That is what is planned; special cases come out larger. The largest floors counted have {} \
         rooms, the start room among them.",
        list(&above)
    )
}

/// What a series' rule asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    backend: Backend,
    base: f64,
    random: f64,
    per_level: f64,
    cap: Option<f64>,
    start_counts: bool,
    is_floored: bool,
}

impl Asked {
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
        let step = fixed(self.per_level, 2);
        let step = step.trim_end_matches('0').trim_end_matches('.');
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
    fn what_a_rule_asks_for_is_told_with_its_limit_or_without() {
        let asked = Asked {
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
        let published = Asked { cap: None, start_counts: true, is_floored: true, ..asked };
        assert!(published.sentence("A", "F2").contains("for each level, rounded down, the start"));
        assert_eq!(published.rules(), ["F2"]);
        assert!(published.sentence("A", "F2").contains("among them, without an upper limit (F2)"));
        let third = Asked { per_level: 10.0 / 3.0, random: 1.0, ..asked };
        assert!(third.sentence("A", "R6").starts_with("A wants 5 rooms and 3.33 more"));
    }
}
