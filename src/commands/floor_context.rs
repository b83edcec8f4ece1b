//! What a floor and its generator give together: awards, JSON, and lines of text.

use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};

use basement_lab::awards::{Award, Procedure};
use basement_lab::floors::rooms::boss_name;
use basement_lab::floors::{Description, FloorDocument, FloorMap, Phase};
use basement_lab::report::rooms_in_words;
use basement_lab::survey::awards::FloorAwards;
use basement_lab::survey::{Analysis, measure};
use basement_lab::{Floor, Generator, Request, RoomKind};
use serde_json::Value;

use super::rules::shown;
use crate::failure::Failure;
use crate::notes::{counted, note};
use crate::output::OutputFormat;

/// The generator of a floor, and what gives the floor's awards.
pub(super) struct FloorContext<'a> {
    pub(super) generator: &'a dyn Generator,
    /// The procedure that gives the awards, if they are asked for.
    pub(super) procedure: Option<&'a Procedure>,
}

impl FloorContext<'_> {
    /// The awards of a floor, if they are asked for.
    pub(super) fn awards(&self, floor: &Floor) -> Result<Option<FloorAwards>, Failure> {
        let description = self.generator.describe();
        let of = |procedure| FloorAwards::of(floor, &description, procedure);
        Ok(self.procedure.map(of).transpose()?)
    }

    pub(super) fn document(
        &self,
        floor: &Floor,
        awards: Option<&FloorAwards>,
        run_seed: Option<String>,
    ) -> Result<Value, Failure> {
        let document = FloorDocument::new(self.generator, floor).with_run_seed(run_seed);
        let mut document = serde_json::to_value(document)?;
        if let Some(awards) = awards {
            awards.add_to(&mut document);
        }
        Ok(document)
    }
}

/// A generator and its changed rules, in words.
pub(super) fn generator_in_words(description: &Description) -> String {
    let Description { backend, edition, changed, .. } = description;
    let changed = changed.iter().map(|change| format!("{} = {}", change.path, shown(change.value)));
    let changed: Vec<String> = changed.collect();
    let with = if changed.is_empty() { "" } else { " with " };
    format!("{backend} {edition}{with}{}", changed.join(", "))
}

/// What floors were asked for, in words.
pub(super) fn request_in_words(description: &Description, request: &Request) -> String {
    let generator = generator_in_words(description);
    let place = description.place_in_words(request);
    let curse = request.curse.to_string().replace('_', " ");
    let layouts = if request.phase == Phase::Layout { ", layouts only" } else { "" };
    format!("{generator}, {place}, curse {curse}{layouts}")
}

/// How many rooms and dead ends a floor has.
pub(super) fn rooms_and_dead_ends(analysis: &Analysis, kinds: &[RoomKind]) -> String {
    let dead_ends = measure::DEAD_ENDS.raw_of(analysis).unwrap_or_default();
    format!("{}, {}", rooms_in_words(kinds.iter().copied()), counted(dead_ends.into(), "dead end"))
}

/// Prints remarks on a result in a format other than text, but only to a terminal: a pipe stays
/// quiet.
pub(crate) fn say_beside(format: OutputFormat, remarks: impl IntoIterator<Item = String>) {
    if format != OutputFormat::Text && stderr().is_terminal() {
        remarks.into_iter().for_each(|remark| note(&remark));
    }
}

/// Remarks on what is shown, one per line.
pub(crate) fn notes(remarks: impl IntoIterator<Item = String>) -> String {
    remarks.into_iter().map(|remark| format!("note: {remark}\n")).collect()
}

/// The marks of the kinds of rooms on a map, and what they mean.
pub(super) fn legend(kinds: &[RoomKind]) -> String {
    let mut kinds = kinds.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let marks = kinds
        .into_iter()
        .filter(|kind| *kind != RoomKind::Normal)
        .map(|kind| format!("{} {}", kind.mark(), kind.to_string().replace('_', " ")));
    marks.collect::<Vec<_>>().join("   ")
}

/// How many failed placing phases are named.
const FAILED_PLACINGS: usize = 5;

/// The bosses and the failed placing phases, one line each; empty for floors without a placing phase.
pub(super) fn placing_lines(floor: &Floor) -> String {
    let outcome = floor.outcome();
    let mut text = String::new();
    let named = outcome.bosses.iter().map(|boss| match boss_name(u32::from(*boss)) {
        Some(name) => format!("{boss} {name}"),
        None => format!("{boss} without a name"),
    });
    let bosses: Vec<String> = named.collect();
    if !bosses.is_empty() {
        let word = if bosses.len() == 1 { "boss" } else { "bosses" };
        let _ = writeln!(text, "{word}: {}", bosses.join(", "));
    }
    let failed = outcome.failed_placings.iter().map(|failed| {
        let (kind, reason) = (failed.kind.to_string(), failed.reason.to_string());
        let words = format!("attempt {} at {kind} ({reason})", failed.attempt);
        words.replace('_', " ")
    });
    let failed: Vec<String> = failed.collect();
    if let Some(shown) = failed.chunks(FAILED_PLACINGS).next() {
        let more = match failed.len() - shown.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let _ = writeln!(text, "placing phases that failed: {}{more}", shown.join(", "));
    }
    text
}

/// What the marks of awards mean.
pub(super) fn award_legend(awards: &[Award]) -> String {
    let words = |award: &Award| {
        let pickup = award.pickup.to_string().replace('_', " ");
        let count = if award.count > 1 { format!(" x{}", award.count) } else { String::new() };
        format!("{} {pickup}{count}", award.mark())
    };
    let marks: Vec<String> = awards.iter().map(words).collect();
    format!("awards: {}", marks.join("   "))
}

/// The map of a floor, with the marks of its awards if they are known.
pub(super) fn map<'a>(floor: &'a Floor, awards: Option<&FloorAwards>) -> FloorMap<'a> {
    let marked = awards.into_iter().flat_map(FloorAwards::iter);
    marked.fold(FloorMap::new(floor), |map, (room, award)| map.with_mark(room, award.mark()))
}
