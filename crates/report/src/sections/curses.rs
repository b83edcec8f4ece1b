//! Curses and hard mode.

use basement_floors::Difficulty;

use crate::figures::labyrinth;
use crate::frame::curse::{self, DrawnCurse};
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = labyrinth::figure(context);
    let hard = hard_series(context.results).map(|hard| hard_rule(context, hard));
    let heading = match (&figure, &hard) {
        (Some(_), Some(_)) => "Curses and hard mode",
        (Some(_), None) => "Curse of the Labyrinth",
        _ => "Hard mode",
    };
    let mut section = Section::new("curses", heading);
    if let Some(figure) = figure {
        section = section.text(what_it_does(context)).figure(figure);
    }
    section.text(hard.unwrap_or_default()).unless_empty()
}

/// What the curse does to a floor, by the rules of the study's games that have no changed parameters.
fn what_it_does(context: &Context<'_>) -> String {
    let results = context.results;
    let pairs = curse::pairs(results, measure::RINGS);
    let is_shown = |series: usize| pairs.iter().any(|pair| pair.series == series);
    let has = |backend: Backend| {
        pairs.iter().find(|it| parameters::unchanged(results, it.series) == Some(backend))
    };
    let mut sentences = Vec::new();
    if pairs.iter().all(|pair| results.study.series[pair.series].backend().is_some()) {
        sentences
            .push("Curse of the Labyrinth makes two floors into one, with two bosses.".to_owned());
    }
    if let Some(pair) = has(Backend::Flash) {
        let levels = parameters::number(results, pair.series, "flash.rooms.labyrinth_levels");
        let deeper = match levels {
            Some(levels) if levels > 0.0 => {
                format!(" of the next level ({}, {})", context.rule("F3"), context.rule("F20"))
            }
            _ => format!(" ({})", context.rule("F3")),
        };
        sentences.push(format!(
            "Flash wants 1.8 times the rooms{deeper}. It grows some of them as on any floor and drops the rest \
             into gaps between rooms that are already there, which closes rings ({}).",
            context.rule("F17")
        ));
    }
    if has(Backend::Rebirth).is_some() {
        sentences.push(format!(
            "Rebirth also wants 1.8 times the rooms ({}). On other floors a room is dropped if its entrance would touch a \
             second room; a Labyrinth, like The Void, keeps one in ten of these ({}).",
            context.rule("R6"),
            context.rule("R10")
        ));
    }
    // R6: the reading of the sources that the size of Rebirth's Labyrinths depends on.
    let groups = results.groups.iter().filter(|group| is_shown(group.series));
    let remark = groups.filter_map(|group| group.origin.description()?.labyrinth_remark()).next();
    sentences.extend(remark.map(|remark| format!("{}.", capital(&remark))));
    let drawn = context.makes_floors.then(|| curse::drawn(results)).flatten();
    sentences.extend(drawn.map(|DrawnCurse { level, put, drawn }| {
        format!(
            "Here every seed gets the curse. In the game one draw decides about the curse and about the number of rooms ({}): floors of level {level} \
             whose own seed draws the curse have {} rooms on average, not {}.",
            context.rule("R5"),
            about(drawn, |rooms| fixed(rooms, 1)),
            about(put, |rooms| fixed(rooms, 1))
        )
    }));
    sentences.join(" ")
}

/// The first series in hard mode that is a variant of one in normal mode, and the latter.
pub(super) fn hard_series(results: &Results) -> Option<(usize, usize)> {
    (0..results.study.series.len()).find_map(|place| {
        let base = base_of(results, place)?;
        let [normal, hard] = [rules_of(results, base)?, rules_of(results, place)?];
        let is_variant = (normal.0, normal.1) == (hard.0, hard.1)
            && (normal.2, hard.2) == (Difficulty::Normal, Difficulty::Hard);
        is_variant.then_some((place, base))
    })
}

/// The rule of hard mode, and what floors gain by it.
fn hard_rule(context: &Context<'_>, (hard, normal): (usize, usize)) -> String {
    let results = context.results;
    if results.study.series[hard].backend() != Some(Backend::Rebirth) {
        return String::new();
    }
    let gain = |group: &GroupResult| {
        let normal = results.group(normal, group.request.level, false)?;
        Some(group.summary.mean(measure::ROOMS)? - normal.summary.mean(measure::ROOMS)?)
    };
    let gains: Vec<f64> = plain_groups(results, hard).filter_map(gain).collect();
    format!(
        "**Hard mode** asks for two or three more rooms ({}){}.",
        context.rule("R6"),
        gained(&gains)
    )
}

/// What floors gain on average, from the level with the least to that with the most.
fn gained(gains: &[f64]) -> String {
    let (least, most) = range_of(gains.iter().copied());
    match [least, most].map(|gain| fixed(gain, 1)) {
        _ if gains.is_empty() => String::new(),
        [least, most] if least == most => format!("; floors end up with {most} more on average"),
        [least, most] => {
            format!("; floors end up with {least} to {most} more on average, by level")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_additions_of_hard_mode_are_ordered_from_least_to_most() {
        let range = "; floors end up with 1.8 to 2.5 more on average, by level";
        assert_eq!(gained(&[1.84, 2.5]), range);
        assert_eq!(gained(&[2.5]), "; floors end up with 2.5 more on average");
        assert_eq!(gained(&[]), "");
    }
}
