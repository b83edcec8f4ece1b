//! Many floors as a table, one row per floor. All cores write into the columns in parallel.

use basement_floors::{Curse, Generator, Request, RoomKind};
use basement_survey::fold::each_floor;
use basement_survey::rows::Column as Heading;
use basement_survey::{Analysis, Measure, MeasureSet, Seeds, SurveyError};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::ToPython;
use crate::table::{Column, Table, Values, view};
use crate::work::{Parts, detached};

/// Rows that one task writes: the bits that say which values are missing fill whole bytes.
const CHUNK: usize = 1024;

/// The columns before those of kinds of rooms and of measures, in the order of `rows`. What is the same
/// on every row is in the table's metadata instead.
const ADDRESS: [&str; 4] = ["number", "run_seed", "seed", "curse"];

/// The rows of one task, in every column.
struct Rows<'a> {
    first: u64,
    columns: Vec<Part<'a>>,
    /// Whether the generator gave up.
    gave_up: &'a mut [bool],
}

/// The rows of one task in one column.
struct Part<'a> {
    values: PartValues<'a>,
    missing: &'a mut [u8],
}

enum PartValues<'a> {
    U8(&'a mut [u8]),
    U16(&'a mut [u16]),
    U32(&'a mut [u32]),
    U64(&'a mut [u64]),
    F64(&'a mut [f64]),
    Text(&'a mut [u128]),
}

/// The floors and measures of a sample.
pub(crate) struct Sampled<'a> {
    pub(crate) generator: &'a dyn Generator,
    pub(crate) request: Request,
    pub(crate) seeds: Seeds,
    pub(crate) measures: MeasureSet,
}

impl Sampled<'_> {
    /// The table of the floors. Seeds for which the generator gives up have no row.
    pub(crate) fn table(
        &self,
        py: Python<'_>,
        metadata: String,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Table> {
        let count = usize::try_from(self.seeds.count).map_err(|_| too_many())?;
        let mut columns = self.columns(count)?;
        let mut gave_up = vec![false; count];
        let mut tasks = tasks(&mut columns, &mut gave_up, self.seeds.first);
        let mut left = &mut tasks[..];
        let mut parts = Parts::of(left.len() as u64, 1);
        while let Some(size) = parts.next() {
            let (part, rest) = std::mem::take(&mut left).split_at_mut(size as usize);
            left = rest;
            detached(py, || part.par_iter_mut().try_for_each(|rows| self.write(rows)))
                .map_err(|error: SurveyError| error.to_python())?;
            let floors = part.iter().map(|rows| rows.gave_up.len() as u64).sum();
            parts.done(py, floors, progress)?;
        }
        drop(tasks);
        let rows = gave_up.iter().filter(|gave_up| !**gave_up).count();
        if rows < count {
            columns.iter_mut().for_each(|column| column.remove(&gave_up));
        }
        Table::of_columns(columns, rows, Some(metadata))
    }

    /// The columns with room for `count` rows.
    fn columns(&self, count: usize) -> PyResult<Vec<Column>> {
        let headings: Vec<Heading> = Heading::of_floors(self.measures).collect();
        let widths: usize = headings.iter().map(|heading| width(*heading)).sum();
        let bytes = widths.checked_mul(count).ok_or_else(too_many)?;
        // Columns get memory as they are written; this checks beforehand whether there is enough.
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| too_many())?;
        let column = |heading: Heading| {
            let metadata = match heading {
                Heading::Measure(measure) => vec![
                    ("unit", measure.unit.to_owned()),
                    ("definition", measure.definition.to_owned()),
                ],
                _ => Vec::new(),
            };
            Column {
                name: heading.name(),
                values: values(heading, count),
                missing: vec![0; count.div_ceil(8)],
                metadata,
            }
        };
        Ok(headings.into_iter().filter(|heading| is_shown(*heading)).map(column).collect())
    }

    /// Generates the floors of some rows and writes what is known about each.
    fn write(&self, rows: &mut Rows<'_>) -> Result<(), SurveyError> {
        let Rows { first, columns, gave_up } = rows;
        let numbers = *first..=*first + (gave_up.len() as u64 - 1);
        let description = self.generator.describe();
        // What is known about each floor is kept together here, and copied to the columns at the
        // end, so that each column's type is checked only once. Bit n of `found` says that the
        // floor has measure n of those that are asked for.
        let scales = RoomKind::ALL.iter().map(|_| 1).chain(self.measures.iter().map(|m| m.scale));
        let width = RoomKind::ALL.len() + self.measures.iter().count();
        let mut facts = vec![0_u32; width * gave_up.len()];
        let mut found = vec![u64::MAX; gave_up.len()];
        let curses_seen: Vec<u128> =
            Curse::ALL.iter().map(|curse| view(&curse.to_string())).collect();
        let no_curse = view("none");
        each_floor(self.generator, &self.request, &self.seeds, numbers, |number, floor| {
            let row = (number - *first) as usize;
            let Some(floor) = floor else {
                gave_up[row] = true;
                return Ok::<(), SurveyError>(());
            };
            if let [numbers, run_seeds, seeds, curses, ..] = &mut columns[..] {
                numbers.set_number(row, number);
                run_seeds.set_text(
                    row,
                    self.seeds.run_seed(number, floor, &description).map(|text| view(&text)),
                );
                seeds.set_number(row, floor.seed().value());
                let curse = floor.curse().map_or(no_curse, |curse| curses_seen[curse as usize]);
                curses.set_text(row, Some(curse));
            }
            let analysis = Analysis::for_measures(floor, self.measures);
            let facts = &mut facts[row * width..][..width];
            let (kinds, measured) = facts.split_at_mut(RoomKind::ALL.len());
            for (kind, rooms) in RoomKind::ALL.iter().zip(kinds) {
                *rooms = analysis.rooms_of(*kind);
            }
            let found = &mut found[row];
            *found = 0;
            analysis.for_each_value(self.measures, |place, raw| {
                *found |= 1 << place;
                measured[place] = raw;
            });
            Ok(())
        })?;
        for (place, (column, scale)) in
            columns.iter_mut().skip(ADDRESS.len()).zip(scales).enumerate()
        {
            column.set_facts(facts.iter().skip(place).step_by(width).copied(), scale);
        }
        let in_all = found.iter().fold(u64::MAX, |all, found| all & found);
        let measured = columns.iter_mut().skip(ADDRESS.len() + RoomKind::ALL.len()).enumerate();
        for (place, column) in measured.filter(|(place, _)| in_all >> place & 1 == 0) {
            for (row, _) in found.iter().enumerate().filter(|(_, found)| **found >> place & 1 == 0)
            {
                column.set_missing(row);
            }
        }
        Ok(())
    }
}

/// Whether a column of `rows` is in the table.
fn is_shown(heading: Heading) -> bool {
    matches!(heading, Heading::Kind(_) | Heading::Measure(_))
        || ADDRESS.contains(&heading.name().as_str())
}

/// The values of a column, in the narrowest type that holds them.
fn values(heading: Heading, count: usize) -> Values {
    match heading {
        Heading::Text(_) => Values::Text(vec![0; count]),
        Heading::Kind(_) => Values::U8(vec![0; count]),
        Heading::Measure(measure) if measure.scale > 1 => Values::F64(vec![0.0; count]),
        Heading::Measure(measure) if measure.most <= u8::MAX.into() => Values::U8(vec![0; count]),
        Heading::Measure(measure) if measure.most <= u16::MAX.into() => Values::U16(vec![0; count]),
        Heading::Measure(_) => Values::U32(vec![0; count]),
        _ => Values::U64(vec![0; count]),
    }
}

/// The size of a value in bytes.
fn width(heading: Heading) -> usize {
    match values(heading, 0) {
        Values::U8(_) => 1,
        Values::U16(_) => 2,
        Values::U32(_) => 4,
        Values::U64(_) | Values::F64(_) => 8,
        Values::Text(_) => 16,
    }
}

/// The rows of each task.
fn tasks<'a>(columns: &'a mut [Column], gave_up: &'a mut [bool], first: u64) -> Vec<Rows<'a>> {
    let mut tasks: Vec<Rows<'a>> = gave_up
        .chunks_mut(CHUNK)
        .enumerate()
        .map(|(place, gave_up)| {
            let first = first + (place * CHUNK) as u64;
            Rows { first, columns: Vec::new(), gave_up }
        })
        .collect();
    for Column { values, missing, .. } in columns {
        let missing = missing.chunks_mut(CHUNK / 8);
        let parts: Box<dyn Iterator<Item = PartValues<'a>>> = match values {
            Values::U8(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::U8)),
            Values::U16(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::U16)),
            Values::U32(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::U32)),
            Values::U64(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::U64)),
            Values::F64(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::F64)),
            Values::Text(values) => Box::new(values.chunks_mut(CHUNK).map(PartValues::Text)),
        };
        for ((values, missing), task) in parts.zip(missing).zip(&mut tasks) {
            task.columns.push(Part { values, missing });
        }
    }
    tasks
}

impl Part<'_> {
    fn set_number(&mut self, row: usize, number: u64) {
        if let PartValues::U64(values) = &mut self.values {
            values[row] = number;
        }
    }

    fn set_text(&mut self, row: usize, text: Option<u128>) {
        match (&mut self.values, text) {
            (PartValues::Text(values), Some(text)) => values[row] = text,
            _ => self.set_missing(row),
        }
    }

    /// Writes the raw values of all rows, in steps of `1 / scale`.
    fn set_facts(&mut self, facts: impl Iterator<Item = u32>, scale: u32) {
        // Counts and measures fit, because their types are chosen by their greatest possible values.
        match &mut self.values {
            PartValues::U8(values) => set(values, facts.map(|raw| raw as u8)),
            PartValues::U16(values) => set(values, facts.map(|raw| raw as u16)),
            PartValues::U32(values) => set(values, facts),
            PartValues::U64(values) => set(values, facts.map(u64::from)),
            PartValues::F64(values) => {
                set(values, facts.map(|raw| f64::from(raw) / f64::from(scale)));
            }
            PartValues::Text(_) => {}
        }
    }

    fn set_missing(&mut self, row: usize) {
        self.missing[row / 8] |= 1 << (row % 8);
    }
}

fn set<T>(values: &mut [T], facts: impl Iterator<Item = T>) {
    for (value, fact) in values.iter_mut().zip(facts) {
        *value = fact;
    }
}

impl Column {
    /// Removes rows.
    fn remove(&mut self, removed: &[bool]) {
        let kept = || removed.iter().enumerate().filter(|(_, removed)| !**removed);
        let mut missing = vec![0; self.missing.len()];
        for (place, (row, _)) in kept().enumerate() {
            missing[place / 8] |= (self.missing[row / 8] >> (row % 8) & 1) << (place % 8);
        }
        self.missing = missing;
        match &mut self.values {
            Values::U8(values) => keep(values, removed),
            Values::U16(values) => keep(values, removed),
            Values::U32(values) => keep(values, removed),
            Values::U64(values) => keep(values, removed),
            Values::F64(values) => keep(values, removed),
            Values::Text(values) => keep(values, removed),
        }
    }
}

fn keep<T>(values: &mut Vec<T>, removed: &[bool]) {
    let mut removed = removed.iter();
    values.retain(|_| removed.next() == Some(&false));
}

fn too_many() -> PyErr {
    PyMemoryError::new_err(
        "a table of this number of floors does not fit into memory: ask for fewer",
    )
}

/// The name of the type of a measure's column.
pub(crate) fn type_of(measure: &'static Measure) -> &'static str {
    match values(Heading::Measure(measure), 0) {
        Values::U8(_) => "uint8",
        Values::U16(_) => "uint16",
        Values::U32(_) => "uint32",
        Values::U64(_) => "uint64",
        Values::F64(_) => "float64",
        Values::Text(_) => "string",
    }
}
