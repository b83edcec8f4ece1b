//! Curses and hard mode.

use basement_floors::{Backend, Difficulty};
use basement_survey::{Interval, Results, measure};

use crate::article::{PageTable, Section};
use crate::context::Context;
use crate::figures::labyrinth::{self, change};
use crate::lexicon::capital;
use crate::number::{fixed, whole};
use crate::parameters;
use crate::series::{base_of, name_of};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = labyrinth::figure(context);
    let hard = hard_series(context.results);
    let heading = match (&figure, hard) {
        (Some(_), Some(_)) => "Curses and hard mode",
        (Some(_), None) => "Curse of the Labyrinth",
        _ => "Hard mode",
    };
    let mut section = Section::new("curses", heading);
    if let Some((figure, commands)) = figure {
        section = section.text(what_it_does(context)).figure(figure).text(why(context));
        if !commands.is_empty() {
            section = section.text("Draw the floors of the maps yourself:").list(commands);
        }
    }
    if let Some((series, base)) = hard {
        section =
            section.text(hard_rule(context, series, base)).table(hard_table(context, series, base));
    }
    section.unless_empty()
}

/// What becomes of a floor under the curse, in the series of the figure.
fn what_it_does(context: &Context<'_>) -> String {
    let results = context.results;
    let pairs = labyrinth::pairs(results, measure::RINGS);
    let Some(level) = labyrinth::middle_level(&pairs) else { return String::new() };
    let sentence = |series: usize| {
        let of = |measure| change(results, series, level, measure);
        let effect = Effect {
            name: name_of(results, series).to_owned(),
            rings: of(measure::RINGS)?,
            rooms: of(measure::ROOMS)?,
            steps: of(measure::BOSS_DISTANCE),
        };
        Some(effect.sentence())
    };
    let on_level: Vec<&labyrinth::Pair> = pairs.iter().filter(|pair| pair.level == level).collect();
    let mut sentences: Vec<String> =
        on_level.iter().filter_map(|pair| sentence(pair.series)).collect();
    if let [x, y, ..] = on_level.as_slice() {
        sentences.extend(turned([x, y].map(|pair| (name_of(results, pair.series), *pair))));
    }
    let is_game = |series: usize| results.study.series[series].backend().is_some();
    let start = if pairs.iter().all(|pair| is_game(pair.series)) {
        "Curse of the Labyrinth makes two floors into one, with two bosses. "
    } else {
        ""
    };
    sentences.extend(by_which_reading(context, &on_level));
    format!("{start}Take level {level}. {}", sentences.join(" "))
}

/// R6: on which reading of the sources the size of a Labyrinth of Rebirth rests.
fn by_which_reading(context: &Context<'_>, pairs: &[&labyrinth::Pair]) -> Option<String> {
    let results = context.results;
    let is_shown = |series: usize| pairs.iter().any(|pair| pair.series == series);
    let arms = results.arms.iter().filter(|arm| is_shown(arm.series));
    let remark = arms.filter_map(|arm| arm.origin.description()?.labyrinth_remark()).next()?;
    Some(format!("{}.", capital(&remark)))
}

/// Whether the series with more rings is another one under the curse, as far as the intervals
/// lie apart.
fn turned([x, y]: [(&str, &labyrinth::Pair); 2]) -> Option<String> {
    let is_above = |one: Interval, other: Interval| one.lower > other.upper;
    let was_y = is_above(y.1.plain, x.1.plain) && is_above(x.1.cursed, y.1.cursed);
    let was_x = is_above(x.1.plain, y.1.plain) && is_above(y.1.cursed, x.1.cursed);
    let (before, now) = match (was_x, was_y) {
        (true, _) => (x.0, y.0),
        (_, true) => (y.0, x.0),
        _ => return None,
    };
    Some(format!(
        "So the order turns round on this level: without the curse {before} has more rings, under it {now}."
    ))
}

/// Means without and with the curse, and whether they can be told apart.
type Change = ([f64; 2], bool);

/// What the curse does to a series on a level.
struct Effect {
    name: String,
    rings: Change,
    rooms: Change,
    steps: Option<Change>,
}

impl Effect {
    fn sentence(&self) -> String {
        let say = |values: [f64; 2]| values.map(|value| fixed(value, 1));
        let name = &self.name;
        let [rooms, rooms_then] = say(self.rooms.0);
        let [rings, rings_then] = say(self.rings.0);
        let rings = match self.rings {
            ([plain, _], true) if plain <= 0.0 => {
                format!("a floor without a single ring gets {rings_then} of them")
            }
            (_, true) => format!("rings go from {rings} to {rings_then}"),
            _ => format!("rings stay at {rings}"),
        };
        let way = match &self.steps {
            Some((values, true)) if say(*values)[0] != say(*values)[1] => {
                let [plain, cursed] = say(*values);
                let word = if values[1] > values[0] { "longer" } else { "shorter" };
                format!(
                    "; the way to the boss that is placed first gets {word}, from {plain} steps to {cursed}"
                )
            }
            Some(([plain, _], _)) => {
                format!(
                    "; the way to the boss that is placed first stays about as long, {} steps",
                    fixed(*plain, 1)
                )
            }
            None => String::new(),
        };
        format!("In {name} {rings}, and rooms go from {rooms} to {rooms_then}{way}.")
    }
}

/// Why, by the rules of the games of the study, where no parameter of theirs is changed.
fn why(context: &Context<'_>) -> String {
    let results = context.results;
    let pairs = labyrinth::pairs(results, measure::RINGS);
    let series_of = |backend: Backend| {
        let mut series = pairs.iter().map(|pair| pair.series);
        let is_it = |series: &usize| results.study.series[*series].backend() == Some(backend);
        let arm = results.arms_of(series.find(is_it)?).next()?;
        let description = arm.origin.description()?;
        description.changed.is_empty().then_some(arm.series)
    };
    let mut sentences = Vec::new();
    if let Some(series) = series_of(Backend::Flash) {
        let levels = parameters::number(results, series, "flash.rooms.labyrinth_levels");
        let deeper = match levels {
            Some(levels) if levels > 0.0 => {
                format!(", counted for a level deeper ({})", context.rule("F20"))
            }
            _ => String::new(),
        };
        sentences.push(format!(
            "Flash wants 1.8 times the rooms ({}){deeper}. It grows some of them as on any floor and drops the rest \
             into gaps between rooms that stand already, which closes rings ({}).",
            context.rule("F3"),
            context.rule("F17")
        ));
    }
    if series_of(Backend::Rebirth).is_some() {
        sentences.push(format!(
            "Rebirth wants 1.8 times the rooms too ({}), and keeps one in ten of the rooms whose entrance would \
             touch a second room; elsewhere only The Void keeps any ({}).",
            context.rule("R6"),
            context.rule("R10")
        ));
    }
    sentences.join(" ")
}

/// The first series in hard mode that is a variant of one in normal mode, and that one.
fn hard_series(results: &Results) -> Option<(usize, usize)> {
    let series = &results.study.series;
    (0..series.len()).find_map(|place| {
        let base = base_of(results, place)?;
        let is_hard = series[place].difficulty == Difficulty::Hard;
        let edition = |place: usize| {
            let arm = results.arms_of(place).next()?;
            arm.origin.description().map(|it| (it.edition.clone(), it.changed.clone()))
        };
        let is_like = edition(place).is_some() && edition(place) == edition(base);
        let is_variant = is_hard && is_like && series[base].difficulty == Difficulty::Normal;
        is_variant.then_some((place, base))
    })
}

/// The rule of hard mode.
fn hard_rule(context: &Context<'_>, series: usize, base: usize) -> String {
    let results = context.results;
    let levels = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
    let gain = |arm: &basement_survey::ArmResult| {
        let normal = results.arm(base, arm.request.level, false)?;
        Some(arm.summary.mean(measure::ROOMS)? - normal.summary.mean(measure::ROOMS)?)
    };
    let gains: Vec<f64> = levels.filter_map(gain).collect();
    let gained = gained(&gains);
    match context.results.study.series[series].backend() {
        Some(Backend::Rebirth) => {
            format!(
                "**Hard mode** asks for two or three rooms more ({}){gained}.",
                context.rule("R6")
            )
        }
        _ => String::new(),
    }
}

/// What floors gain on average, from the level with the least to that with the most.
fn gained(gains: &[f64]) -> String {
    let bounds = gains.iter().copied().reduce(f64::min).zip(gains.iter().copied().reduce(f64::max));
    match bounds.map(|(least, most)| [least, most].map(|gain| fixed(gain, 1))) {
        None => String::new(),
        Some([least, most]) if least == most => {
            format!("; floors end up with {most} more on average")
        }
        Some([least, most]) => {
            format!("; floors end up with {least} to {most} more on average, by level")
        }
    }
}

/// Normal and hard mode, level by level.
fn hard_table(context: &Context<'_>, hard: usize, normal: usize) -> PageTable {
    const SHOWN: [(&basement_survey::Measure, &str); 3] = [
        (measure::ROOMS, "Rooms"),
        (measure::DEAD_ENDS, "Dead ends"),
        (measure::BOSS_DISTANCE, "Steps to the boss"),
    ];
    let results = context.results;
    let levels = results.arms_of(hard).filter(|arm| !arm.is_labyrinth());
    let row = |level: u8| {
        let both = [results.arm(normal, level, false)?, results.arm(hard, level, false)?];
        let mut row = vec![level.to_string()];
        for (measure, _) in SHOWN {
            let means = both.map(|arm| arm.summary.mean(measure));
            let [Some(normal), Some(hard)] = means else { return None };
            row.push(format!("{} → {}", fixed(normal, 1), fixed(hard, 1)));
        }
        Some(row)
    };
    let mut headings = vec!["Level".to_owned()];
    headings.extend(SHOWN.map(|(_, name)| name.to_owned()));
    PageTable {
        caption: format!(
            "{} and {}: means per floor, normal → hard mode",
            name_of(results, normal),
            name_of(results, hard)
        ),
        headings,
        rows: levels.filter_map(|arm| row(arm.request.level)).collect(),
        note: format!("{} floors of each on each level.", whole(results.study.floors)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_told_only_where_it_can_be_told() {
        let effect = |rings: Change, steps: Option<Change>| {
            let rooms = ([19.5, 38.9], true);
            Effect { name: "A".to_owned(), rings, rooms, steps }.sentence()
        };
        assert_eq!(
            effect(([0.0, 8.4], true), Some(([5.8, 7.0], true))),
            "In A a floor without a single ring gets 8.4 of them, and rooms go from 19.5 to 38.9; the way to \
             the boss that is placed first gets longer, from 5.8 steps to 7.0."
        );
        let same = effect(([0.8, 5.5], true), Some(([7.5, 7.5], false)));
        assert!(same.contains("rings go from 0.8 to 5.5"), "{same}");
        assert!(same.contains("stays about as long, 7.5 steps"), "{same}");
        let pair = |plain: f64, cursed: f64| {
            let of = |estimate| Interval { estimate, lower: estimate - 0.1, upper: estimate + 0.1 };
            labyrinth::Pair { series: 0, level: 4, plain: of(plain), cursed: of(cursed), half: 0.1 }
        };
        let order =
            |x: [f64; 2], y: [f64; 2]| turned([("A", &pair(x[0], x[1])), ("B", &pair(y[0], y[1]))]);
        assert!(
            order([0.0, 8.5], [0.8, 5.5]).unwrap().contains("curse B has more rings, under it A")
        );
        assert!(
            order([0.8, 5.5], [0.0, 8.5]).unwrap().contains("curse A has more rings, under it B")
        );
        assert_eq!(order([0.0, 5.5], [0.8, 8.5]), None);
        assert_eq!(
            gained(&[1.84, 2.5]),
            "; floors end up with 1.8 to 2.5 more on average, by level"
        );
        assert_eq!(gained(&[]), "");
        let none = effect(([0.8, 0.8], false), None);
        assert!(none.starts_with("In A rings stay at 0.8, and rooms"), "{none}");
    }
}
