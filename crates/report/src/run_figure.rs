//! A whole run on one sheet: the floor of each stage, to one scale.

use basement_awards::Award;
use basement_floors::rooms::boss_name;
use basement_floors::{Description, Difficulty, Floor, Run, RunStage};
use basement_survey::Analysis;
use basement_survey::awards::FloorAwards;

use crate::frame::sample::hidden_in_words;
use crate::prelude::*;
use crate::theme::MARGIN;

/// The width of the sheet.
const SHEET: f64 = 1120.0;
/// Draws all stages of a run on one sheet: two chapters a row, and in the last row the branches
/// and The Void. `awards`, if there are any, are those of its floors, in their order.
///
/// ```
/// use basement_floors::{Backend, Request, Run, RunSeed, StageTypes};
///
/// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
/// let seed: RunSeed = "B911 99AC".parse()?;
/// let run = Run::new(&*rebirth, &Request::default(), StageTypes::DRAWN, seed)?;
/// let figure = basement_report::run_figure(&run, &[], &rebirth.describe());
/// assert_eq!(figure.title, "Run B911 99AC");
/// assert_eq!(figure.table.rows.len(), run.stages.len());
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[must_use]
pub fn run_figure(run: &Run, awards: &[FloorAwards], description: &Description) -> Figure {
    let sheet = |(place, stage): (usize, &RunStage)| {
        let map = DrawnFloor::from(&stage.floor);
        let map = match awards.get(place) {
            Some(awards) => map.with_awards(awards),
            None => map,
        };
        let sheet = Sheet::new(map, stage.name(), INK).lines(lines_of(&stage.floor));
        // Two chapters a row, and in the last row the branches and The Void.
        (usize::from(stage.level().min(9) - 1) / 4, sheet)
    };
    let mut rows: Vec<Vec<Sheet>> = (0..3).map(|_| Vec::new()).collect();
    for (row, sheet) in run.stages.iter().enumerate().map(sheet) {
        rows[row].push(sheet);
    }
    rows.retain(|row| !row.is_empty());
    let kinds: Vec<RoomKind> =
        rows.iter().flatten().flat_map(|sheet| sheet.map.kinds().collect::<Vec<_>>()).collect();
    let mut given: Vec<Award> = awards.iter().flat_map(FloorAwards::distinct).collect();
    given.sort_unstable();
    given.dedup();
    let (maps, key) = (Maps::new(rows, 2, 22.0), Key::of_awards(&given));
    let body = stacked(&[&maps, &key], SHEET, MARGIN);
    let mode = match run.stages.first().map(|stage| stage.floor.request().difficulty) {
        Some(Difficulty::Hard) => "hard mode",
        _ => "normal mode",
    };
    let floors = run.stages.len();
    let mut notes = vec![
        "A Labyrinth (XL) stands for both floors of its chapter. The branches and The Void begin with what stage 8 \
         left behind."
            .to_owned(),
    ];
    notes.extend(Some(hidden_in_words(kinds.into_iter())).filter(|it| !it.is_empty()));
    if !awards.is_empty() {
        let named = run.stages.iter().map(RunStage::name).zip(awards);
        notes.push(format!(
            "{}.",
            capital(&FloorAwards::dependence_of_floors(&named.collect::<Vec<_>>()))
        ));
    }
    notes.push(format!("Stream version {}. Basement Lab {VERSION}.", description.stream_version));
    let words = Words {
        name: "run".to_owned(),
        title: format!("Run {}", run.seed),
        subtitle: format!(
            "{} {}, {mode}: its {floors} floors, to one scale",
            description.backend, description.edition
        ),
        caption: "The floors of a run.".to_owned(),
        notes,
        alt: format!("Maps of {floors} floors: {}.", list(run.stages.iter().map(RunStage::name))),
    };
    finished(words, table(run), body, None)
}

/// The lines below a floor: its measures, its boss, its seed, its curse.
fn lines_of(floor: &Floor) -> Vec<String> {
    let analysis = Analysis::from_floor(floor);
    let count = |measure: &Measure, noun: &str| {
        counted(measure.raw_of(&analysis).unwrap_or_default().into(), noun)
    };
    let mut lines = vec![format!(
        "{}, {}, {}",
        count(measure::ROOMS, "room"),
        count(measure::DEAD_ENDS, "dead end"),
        count(measure::RINGS, "ring")
    )];
    if measure::BOSS_DISTANCE.raw_of(&analysis).is_some() {
        let bosses = &floor.outcome().bosses;
        let named = bosses.first().and_then(|boss| boss_name(u32::from(*boss)));
        let further = bosses.len().saturating_sub(1);
        let name = match (named, further) {
            (None, _) => String::new(),
            (Some(name), 0) => format!(": {name}"),
            (Some(name), further) => format!(": {name} and {further} more"),
        };
        let steps = count(measure::BOSS_DISTANCE, "step");
        lines.push(format!("boss {steps} away{name}"));
    }
    let seed = floor.seed().value();
    lines.push(match floor.curse() {
        Some(curse) => format!("seed {seed}, curse: {curse}"),
        None => format!("seed {seed}"),
    });
    lines
}

/// The stages, one row each.
fn table(run: &Run) -> Table {
    let stages = run.stages.iter().map(|stage| (stage, Analysis::from_floor(&stage.floor)));
    let mut rows = Table::of(stages)
        .column("stage", |(stage, _)| stage.level())
        .column("stage_type", |(stage, _)| stage.stage_type())
        .column("name", |(stage, _)| stage.name())
        .column("seed", |(stage, _)| stage.floor.seed().value())
        .column("curse", |(stage, _)| match stage.floor.curse() {
            Some(curse) => curse.to_string(),
            None => "none".to_owned(),
        });
    for measure in [measure::ROOMS, measure::DEAD_ENDS, measure::RINGS, measure::BOSS_DISTANCE] {
        rows = rows.optional(measure.name, |(_, analysis)| {
            measure.raw_of(analysis).map(|raw| measure.show(raw))
        });
    }
    rows.optional("boss", |(stage, _)| stage.floor.outcome().boss()).into()
}
