//! Tidy data: one row a floor, one column a measure.

use basement_floors::{Curse, Description, Floor, Generator, Request, Seed};

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::fold::{CHUNK, Pass, each_floor};
use crate::measure::{MEASURES, Measure, values};
use crate::seeds::{SeedKind, Seeds};

/// Chunks that are generated at a time: memory stays bounded whatever the number
/// of floors.
const CHUNKS: u64 = 16;

/// One floor's row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The seed's number, as [`Seeds`] counts.
    pub number: u64,
    /// The seed that the floor was drawn from.
    pub seed: Seed,
    /// The curse that lies on it.
    pub curse: Option<Curse>,
    /// The raw value of each of [`MEASURES`]; `None` where the floor has no such
    /// thing.
    pub values: [Option<u32>; MEASURES.len()],
}

/// A column of a [`Table`].
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// Of words.
    Text(&'static str),
    /// Of whole numbers.
    Whole(&'static str),
    /// Of a measure's values.
    Measure(&'static Measure),
}

impl Column {
    /// Its heading.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text(name) | Self::Whole(name) => name,
            Self::Measure(measure) => measure.name,
        }
    }
}

/// What one column says of one floor.
#[derive(Clone, Debug)]
pub enum Field {
    /// A word.
    Text(String),
    /// A whole number: a level, or a seed of up to 64 bits.
    Whole(u64),
    /// A measure's raw value.
    Measured(&'static Measure, u32),
    /// The floor has no such thing.
    Missing,
}

/// The columns of the rows of a sample: where the floors come from, then the measures.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Row, Seeds, SurveyError, Table, rows};
///
/// let (generator, request) = (Backend::Flash.generator("", &[])?, Request::level(2));
/// let seeds = Seeds::pcg(1, 3);
/// let table = Table::of(&*generator, &request, seeds, String::new());
/// rows(&*generator, &request, seeds, &|_| {}, |row: &Row| {
///     assert_eq!(table.fields(row).count(), Table::columns().count());
///     Ok::<(), SurveyError>(())
/// })?;
/// # Ok::<(), SurveyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    description: Description,
    request: Request,
    options: String,
    seeds: Seeds,
}

impl Table {
    /// The columns that say where a floor comes from, before those of [`MEASURES`].
    const ADDRESS: [Column; 10] = [
        Column::Text("backend"),
        Column::Text("edition"),
        Column::Whole("level"),
        Column::Text("difficulty"),
        Column::Text("options"),
        Column::Text("rng"),
        Column::Whole("number"),
        Column::Text("run_seed"),
        Column::Whole("seed"),
        Column::Text("curse"),
    ];

    /// The table of these floors. `options` is what else was asked for, in the words of
    /// whoever asked; nothing by default.
    #[must_use]
    pub fn of(generator: &dyn Generator, request: &Request, seeds: Seeds, options: String) -> Self {
        Self { description: generator.describe(), request: *request, options, seeds }
    }

    /// All columns, in their order.
    pub fn columns() -> impl Iterator<Item = Column> {
        Self::ADDRESS.into_iter().chain(MEASURES.iter().map(Column::Measure))
    }

    /// A floor's fields, one a column.
    pub fn fields(&self, row: &Row) -> impl Iterator<Item = Field> {
        let level = self.request.level;
        let run_seed = match self.seeds.kind {
            SeedKind::Run => Some(self.seeds.show(row.number)),
            _ => self.description.run_of(level, row.seed).map(|run| run.to_string()),
        };
        let options = (!self.options.is_empty()).then(|| self.options.clone());
        let text = |text: Option<String>| text.map_or(Field::Missing, Field::Text);
        let address: [Field; Self::ADDRESS.len()] = [
            Field::Text(self.description.backend.clone()),
            Field::Text(self.description.edition.clone()),
            Field::Whole(level.into()),
            Field::Text(self.request.difficulty.to_string()),
            text(options),
            Field::Text(row.seed.kind().to_string()),
            Field::Whole(row.number),
            text(run_seed),
            Field::Whole(row.seed.value()),
            Field::Text(row.curse.map_or_else(|| "none".to_owned(), |curse| curse.to_string())),
        ];
        let measures = MEASURES.iter().zip(row.values);
        address.into_iter().chain(measures.map(|(measure, value)| {
            value.map_or(Field::Missing, |value| Field::Measured(measure, value))
        }))
    }
}

/// Generates a floor for each seed and hands its row to `sink`, in the order of
/// the seeds. Seeds for which the generator gives up have no row. `progress` is
/// told how many seeds were done since it was last told.
///
/// # Errors
///
/// `sink`'s own, and [`SurveyError`] when the request cannot be met or a number
/// is no seed.
pub fn rows<E: From<SurveyError>>(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
    mut sink: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    let last = seeds.last()?;
    let mut left = seeds.count;
    while let Some(rest) = left.checked_sub(1) {
        let (first, count) = (last - rest, left.min(CHUNKS * CHUNK));
        let (mut done, _) = Pass::over(first, count, progress).fold(
            Vec::new,
            |rows: &mut Vec<Row>, numbers| {
                each_floor(generator, request, &seeds, numbers, |number, floor| {
                    rows.extend(floor.map(|floor| Row::of(floor, number)));
                    Ok::<(), SurveyError>(())
                })
            },
            |rows, part| {
                rows.extend(part);
                Ok(())
            },
        )?;
        done.sort_unstable_by_key(|row| row.number);
        done.iter().try_for_each(&mut sink)?;
        left -= count;
    }
    Ok(())
}

impl Row {
    fn of(floor: &Floor, number: u64) -> Self {
        let values = values(&Analysis::of(floor));
        Self { number, seed: floor.seed(), curse: floor.curse(), values }
    }
}
