//! A whole run on one sheet: the floor of each stage, to one scale.

use basement_awards::Award;
use basement_floors::rooms::boss_name;
use basement_floors::{Curse, Description, Difficulty, Floor, RoomKind, Run, RunStage};
use basement_survey::{Analysis, FloorAwards, Measure, measure};

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, finished};
use crate::layout::{Key, Part};
use crate::lexicon::{VERSION, capital, list};
use crate::panel::floor_map::{FloorMap, counted};
use crate::table::Table;
use crate::theme::{INK, LABEL, MARGIN, NOTE, QUIET, RULE, shortened};

/// The width of the sheet.
const SHEET: f64 = 1120.0;
/// The space between two floors of a row.
const GAP: f64 = 14.0;
/// The largest side of a cell.
const SIDE: f64 = 22.0;
/// The height of a floor's name above it, and of a line of words below it.
const NAME: f64 = 24.0;
const LINE: f64 = 15.0;
/// The space between two rows.
const BETWEEN: f64 = 22.0;

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
    let stages: Vec<Drawn> = run
        .stages
        .iter()
        .enumerate()
        .map(|(place, stage)| Drawn::new(stage, awards.get(place)))
        .collect();
    let width = SHEET - 2.0 * MARGIN;
    let rows = rows_of(&stages);
    let side = rows.iter().flatten().fold(SIDE, |side, (stage, columns)| {
        side.min(columns.area(width).width / stage.map.extent().0)
    });
    let lines = stages.iter().map(|stage| stage.lines.len()).max().unwrap_or(0) as f64;
    let below = lines * LINE + 6.0;
    let row_height = |row: &Vec<(&Drawn, Columns)>| {
        let tallest = row.iter().map(|(stage, _)| stage.map.extent().1).fold(1.0, f64::max);
        NAME + tallest * side + below
    };
    let kinds: Vec<RoomKind> = stages.iter().flat_map(|stage| stage.map.kinds()).collect();
    let mut given: Vec<Award> = awards.iter().flat_map(FloorAwards::distinct).collect();
    given.sort_unstable();
    given.dedup();
    let keys = [Key::of_rooms(kinds.clone(), None), Key::of_awards(&given)];
    let floors_height: f64 = rows.iter().map(|row| row_height(row) + BETWEEN).sum();
    let mut body =
        Drawing::new(SHEET, floors_height + keys.iter().map(|key| key.height(width)).sum::<f64>());
    let mut y = 0.0;
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            let middle = y - BETWEEN / 2.0;
            body.line(&[(MARGIN, middle), (SHEET - MARGIN, middle)], 0.8, RULE);
        }
        let height = row_height(row);
        for (stage, columns) in row {
            let columns = columns.area(width);
            stage.draw(
                &mut body,
                Area { x: MARGIN + columns.x, y, height, ..columns },
                side,
                below,
            );
        }
        y += height + BETWEEN;
    }
    for key in keys {
        key.draw(&mut body, Area::new(MARGIN, y, width, 0.0));
        y += key.height(width);
    }
    finished(words(run, awards, description, &kinds), table(run), body, None)
}

/// Where a floor stands in its row: the first of its columns, how many, and of how many.
#[derive(Clone, Copy)]
struct Columns {
    first: usize,
    count: usize,
    of: usize,
}

impl Columns {
    fn area(self, width: f64) -> Area {
        let columns = Area::new(0.0, 0.0, width, 0.0).columns(self.of, GAP);
        let (first, last) = (columns[self.first], columns[self.first + self.count - 1]);
        Area { width: last.right() - first.x, ..first }
    }
}

/// The rows of the sheet. A Labyrinth stands in the columns of both floors of its chapter.
fn rows_of(stages: &[Drawn]) -> Vec<Vec<(&Drawn, Columns)>> {
    let mut rows: Vec<Vec<(&Drawn, Columns)>> = vec![Vec::new(); 3];
    let mut branches = 0;
    for stage in stages {
        let level = usize::from(stage.level);
        let (row, columns) = match level {
            1..=8 => {
                let count = if stage.is_labyrinth { 2 } else { 1 };
                ((level - 1) / 4, Columns { first: (level - 1) % 4, count, of: 4 })
            }
            _ => {
                branches += 1;
                (2, Columns { first: branches - 1, count: 1, of: 5 })
            }
        };
        rows[row].push((stage, columns));
    }
    rows
}

/// A floor with the words around it.
struct Drawn {
    level: u8,
    is_labyrinth: bool,
    name: String,
    /// What stands below it.
    lines: Vec<String>,
    map: FloorMap,
}

impl Drawn {
    fn new(stage: &RunStage, awards: Option<&FloorAwards>) -> Self {
        let floor = &stage.floor;
        let map = FloorMap::from(floor);
        Self {
            level: stage.level(),
            is_labyrinth: floor.curse() == Some(Curse::Labyrinth),
            name: stage.name(),
            lines: lines_of(floor),
            map: match awards {
                Some(awards) => map.with_awards(awards),
                None => map,
            },
        }
    }

    fn draw(&self, drawing: &mut Drawing, area: Area, side: f64, below: f64) {
        let middle = area.middle();
        drawing.text(&*self.name, middle, area.y + 15.0, Type::new(LABEL, INK).bold().middle());
        self.map.draw(drawing, area.inset(0.0, NAME, 0.0, below), side, (&[], INK));
        let first = area.bottom() - below + LINE;
        for (number, line) in self.lines.iter().enumerate() {
            let ink = if number == 0 { INK } else { QUIET };
            let line = shortened(line, NOTE, false, area.width);
            let y = first + number as f64 * LINE;
            drawing.text(line, middle, y, Type::new(NOTE, ink).middle());
        }
    }
}

/// What stands below a floor: its measures, its boss, its seed, its curse.
fn lines_of(floor: &Floor) -> Vec<String> {
    let analysis = Analysis::from_floor(floor);
    let counted = |measure: &Measure, one: &str, many: &str| {
        let count = measure.raw_of(&analysis).unwrap_or_default();
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let mut lines = vec![format!(
        "{}, {}, {}",
        counted(measure::ROOMS, "room", "rooms"),
        counted(measure::DEAD_ENDS, "dead end", "dead ends"),
        counted(measure::RINGS, "ring", "rings")
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
        let steps = counted(measure::BOSS_DISTANCE, "step", "steps");
        lines.push(format!("boss {steps} away{name}"));
    }
    let seed = floor.seed().value();
    lines.push(match floor.curse() {
        Some(curse) => format!("seed {seed}, curse: {curse}"),
        None => format!("seed {seed}"),
    });
    lines
}

fn words(
    run: &Run,
    awards: &[FloorAwards],
    description: &Description,
    kinds: &[RoomKind],
) -> Words {
    let mode = match run.stages.first().map(|stage| stage.floor.request().difficulty) {
        Some(Difficulty::Hard) => "hard mode",
        _ => "normal mode",
    };
    let floors = run.stages.len();
    let mut notes = vec![format!(
        "A Labyrinth (XL) stands for both floors of its chapter. The branches and The Void begin with what \
         stage 8 left behind.{}",
        counted(kinds.iter().copied())
    )];
    if !awards.is_empty() {
        let named = run.stages.iter().map(RunStage::name).zip(awards);
        notes.push(format!(
            "{}.",
            capital(&FloorAwards::source_of_floors(&named.collect::<Vec<_>>()))
        ));
    }
    notes.push(format!("Stream version {}. Basement Lab {VERSION}.", description.stream_version));
    let names: Vec<String> = run.stages.iter().map(RunStage::name).collect();
    Words {
        name: "run".to_owned(),
        title: format!("Run {}", run.seed),
        subtitle: format!(
            "{} {}, {mode}: its {floors} floors, to one scale",
            description.backend, description.edition
        ),
        caption: "The floors of a run.".to_owned(),
        notes,
        alt: format!("Maps of {floors} floors: {}.", list(&names)),
    }
}

/// The stages, a row each.
fn table(run: &Run) -> Table {
    const MEASURES: [&Measure; 4] =
        [measure::ROOMS, measure::DEAD_ENDS, measure::RINGS, measure::BOSS_DISTANCE];
    let first = ["stage", "stage_type", "name", "seed", "curse"];
    let names: Vec<&str> =
        first.into_iter().chain(MEASURES.map(|measure| measure.name)).chain(["boss"]).collect();
    let mut table = Table::new(&names);
    for stage in &run.stages {
        let floor = &stage.floor;
        let analysis = Analysis::from_floor(floor);
        let mut row = vec![
            stage.level().to_string(),
            stage.stage_type().to_string(),
            stage.name(),
            floor.seed().value().to_string(),
            floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string()),
        ];
        row.extend(MEASURES.map(|measure| {
            measure.raw_of(&analysis).map_or_else(String::new, |raw| measure.show(raw))
        }));
        row.push(floor.outcome().boss().map_or_else(String::new, |boss| boss.to_string()));
        table.rows.push(row);
    }
    table
}
