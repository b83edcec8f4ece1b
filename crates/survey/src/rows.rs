//! Tidy data: one row per floor, one column per measure.

use std::io::BufRead;

use basement_floors::{Floor, Generator, RoomKind};
use strum::VariantArray;

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::measure::Measure;
use crate::measure_set::MeasureSet;
use crate::record::{InvalidLines, LineError, RecordGraph, RecordSample};
use crate::sample::Sample;

/// How many rows one task makes.
const CHUNK: u64 = 250;
/// How many rows are in memory at a time.
const BATCH: u64 = 16 * CHUNK;

/// The row of one floor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The number of the seed, as in [`Seeds`](crate::Seeds), or of the line.
    pub number: u64,
    /// The floor's value in each column.
    pub fields: Vec<Field>,
}

/// A column of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// Words.
    Text(&'static str),
    /// Whole numbers with a sign.
    Integer(&'static str),
    /// Whole numbers of up to 64 bits, without a sign: names of floors, not amounts.
    Identifier(&'static str),
    /// How many rooms of a kind the floor has.
    Kind(RoomKind),
    /// A measure's values.
    Measure(&'static Measure),
}

/// One floor's value in one column.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Field {
    /// A word.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// The number of a seed or of a line.
    Identifier(u64),
    /// A measure's raw value.
    Measured(&'static Measure, u32),
    /// The floor does not have it.
    Missing,
}

impl Column {
    /// The columns of floors that a generator makes: where a floor comes from, how many rooms of each
    /// kind it has, and the measures that are asked for.
    pub fn of_floors(measures: MeasureSet) -> impl Iterator<Item = Self> {
        const ADDRESS: [Column; 10] = [
            Column::Text("backend"),
            Column::Text("edition"),
            Column::Integer("level"),
            Column::Text("difficulty"),
            Column::Text("options"),
            Column::Text("rng"),
            Column::Identifier("number"),
            Column::Text("run_seed"),
            Column::Identifier("seed"),
            Column::Text("curse"),
        ];
        let kinds = RoomKind::VARIANTS.iter().map(|kind| Self::Kind(*kind));
        ADDRESS.into_iter().chain(kinds).chain(measures.iter().map(Self::Measure))
    }

    /// The columns of floors from elsewhere: the file, the number of the line, the seed as written
    /// there, how many rooms of each kind, and those of the measures asked for that records have.
    pub fn of_records(measures: MeasureSet) -> impl Iterator<Item = Self> {
        let address = [Self::Text("file"), Self::Identifier("number"), Self::Text("seed")];
        let kinds = RoomKind::VARIANTS.iter().map(|kind| Self::Kind(*kind));
        let measures = measures.of_records().iter();
        address.into_iter().chain(kinds).chain(measures.map(Self::Measure))
    }

    /// Its heading. A kind of room has its name as its heading, except that curse rooms have
    /// `curse_room`: the curse of a floor has its own column.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Text(name) | Self::Integer(name) | Self::Identifier(name) => (*name).to_owned(),
            Self::Kind(RoomKind::Curse) => "curse_room".to_owned(),
            Self::Kind(kind) => kind.to_string(),
            Self::Measure(measure) => measure.name.to_owned(),
        }
    }
}

impl Field {
    /// The field as text, empty if the floor does not have it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Identifier(number) => number.to_string(),
            Self::Measured(measure, raw) => measure.show(*raw),
            Self::Missing => String::new(),
        }
    }

    fn of_text(text: Option<String>) -> Self {
        text.map_or(Self::Missing, Self::Text)
    }
}

/// The fields that follow the address: kinds of rooms, then the measures that are asked for.
fn facts(analysis: &Analysis, measures: MeasureSet) -> impl Iterator<Item = Field> {
    let kinds = RoomKind::VARIANTS.iter().map(|kind| analysis.rooms_of(*kind).into());
    let kinds = kinds.map(Field::Integer);
    kinds.chain(measures.iter().map(|measure| {
        measure.raw_of(analysis).map_or(Field::Missing, |raw| Field::Measured(measure, raw))
    }))
}

/// Generates the floors of a sample and hands their rows to `sink`, in the order of the seeds. The
/// columns are [`Column::of_floors`] with the sample's measures. Seeds for which the generator gives
/// up have no row. `options` says what else was asked for, in the user's words; it may be empty.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{MeasureSet, Sample, Seeds, SurveyError, rows::{Column, rows}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let sample = Sample::of(&*flash).request(&Request::level(2)).seeds(Seeds::pcg(1, 3));
/// let mut columns = Column::of_floors(MeasureSet::ALL);
/// let rooms = columns.position(|column| column.name() == "rooms");
/// rows(sample, "", |row| {
///     println!("seed {}: {} rooms", row.number, row.fields[rooms.unwrap_or(0)].text());
///     Ok::<(), SurveyError>(())
/// })?;
/// # Ok::<(), SurveyError>(())
/// ```
///
/// # Errors
///
/// The errors of `sink`, and [`SurveyError`] as from [`Sample::run`].
pub fn rows<G: Generator + ?Sized, E: From<SurveyError>>(
    sample: Sample<'_, G>,
    options: &str,
    mut sink: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    let Sample { generator, request, seeds, measures, progress, .. } = sample;
    let last = seeds.last()?;
    let description = generator.describe();
    let row = |floor: &Floor, number: u64| {
        let seed = floor.seed();
        let run_seed = seeds.run_seed(number, floor, &description);
        let curse = floor.curse().map_or_else(|| "none".to_owned(), |curse| curse.to_string());
        let address = [
            Field::Text(description.backend.clone()),
            Field::Text(description.edition.clone()),
            Field::Integer(request.level.into()),
            Field::Text(request.difficulty.to_string()),
            Field::of_text((!options.is_empty()).then(|| options.to_owned())),
            Field::Text(seed.kind().to_string()),
            Field::Identifier(number),
            Field::of_text(run_seed),
            Field::Identifier(seed.value()),
            Field::Text(curse),
        ];
        let analysis = Analysis::of_needs(floor, measures.needs());
        let facts = facts(&analysis, measures);
        Row { number, fields: address.into_iter().chain(facts).collect() }
    };
    let mut left = seeds.count;
    while let Some(rest) = left.checked_sub(1) {
        let (first, count) = (last - rest, left.min(BATCH));
        let (mut done, _) = Pass::over(first, count, progress).in_chunks_of(CHUNK).fold(
            Vec::new,
            |rows, numbers| {
                each_floor(generator, &request, &seeds, numbers, |number, floor| {
                    rows.extend(floor.map(|floor| row(floor, number)));
                    Ok::<(), SurveyError>(())
                })
            },
            |rows, part| rows.extend(part),
        )?;
        done.sort_unstable_by_key(|row| row.number);
        done.iter().try_for_each(&mut sink)?;
        left -= count;
    }
    Ok(())
}

/// Reads floors from elsewhere and hands their rows to `sink`, in the order of the lines. The columns
/// are [`Column::of_records`] with the sample's measures. `file` says where they come from. Returns
/// the lines that were skipped.
///
/// ```
/// use basement_survey::{record::{FloorLines, LineError, RecordSample}, rows::record_rows};
///
/// let text = r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}]}"#;
/// let mut rows = Vec::new();
/// let skipped = record_rows(
///     RecordSample::of(FloorLines::new(text.as_bytes())),
///     "floors.jsonl",
///     |row| {
///         rows.push(row.number);
///         Ok::<(), LineError>(())
///     },
/// )?;
/// assert_eq!((rows, skipped.count), (vec![1], 0));
/// # Ok::<(), LineError>(())
/// ```
///
/// # Errors
///
/// The errors of `sink`, and [`LineError`] as from [`RecordSample::run`].
pub fn record_rows<R: BufRead, E: From<LineError>>(
    sample: RecordSample<'_, R>,
    file: &str,
    mut sink: impl FnMut(&Row) -> Result<(), E>,
) -> Result<InvalidLines, E> {
    let measures = sample.measures.of_records();
    sample.each_batch(
        Vec::new,
        |rows, number, record| {
            let address = [
                Field::Text(file.to_owned()),
                Field::Identifier(number),
                Field::of_text(record.seed()),
            ];
            let graph = RecordGraph::of(record);
            let analysis = Analysis::of_graph(record, &graph, measures.needs());
            let facts = facts(&analysis, measures);
            rows.push(Row { number, fields: address.into_iter().chain(facts).collect() });
        },
        |parts| {
            let mut rows: Vec<Row> = parts.into_iter().flatten().collect();
            rows.sort_unstable_by_key(|row| row.number);
            rows.iter().try_for_each(&mut sink)
        },
    )
}
