//! The result of a census as JSON: the counts, from which results can be merged, and derived
//! figures for people to read.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use base64::Engine;
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use basement_floors::{Cell, Grid, RngKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::distinct::{Cardinality, EXACT, KeySet, Sketch};
use super::error::CensusError;
use super::range::{SeedRange, joined};
use super::{Census, CensusAddress, CensusCounts, FAILURES, Keys, json};
use crate::bosses::BossCounts;
use crate::cells::CellCounts;
use crate::histogram::Histogram;
use crate::measure::{ATTEMPTS, DRAWS, MEASURES, MEASURES_VERSION, Measure};
use crate::measure_set::MeasureSet;
use crate::pairs::{PAIRS, Pair, PairCounts};
use crate::summary::{KindCounts, Summary};
use crate::values::Values;

/// The format that every result names. The number increases when the document or the keys that
/// distinguish floors change.
const FORMAT: &str = "basement-lab census 2";

/// How to reproduce a result.
#[derive(Serialize)]
struct Manifest {
    program: &'static str,
    version: &'static str,
    /// One for each range of seeds.
    commands: Vec<String>,
}

/// A census in its written form. Parts that follow from others are written, but not read.
#[derive(Serialize, Deserialize)]
pub(super) struct Document {
    format: String,
    address: CensusAddress,
    #[serde(skip_deserializing)]
    rng: Option<RngKind>,
    grid: Grid,
    seeds: SeedsPart,
    floors: u64,
    failed: FailedPart,
    #[serde(skip_deserializing)]
    attempts: u128,
    #[serde(skip_deserializing)]
    draws: u128,
    distinct: DistinctPart,
    measures: BTreeMap<String, MeasurePart>,
    kinds: BTreeMap<String, KindPart>,
    occupied: Places,
    pairs: Vec<PairPart>,
    /// How many floors have each boss as their first, by its number.
    bosses: BossCounts,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    manifest: Option<Manifest>,
}

#[derive(Serialize, Deserialize)]
struct SeedsPart {
    whole: SeedRange,
    ranges: Vec<SeedRange>,
    #[serde(skip_deserializing)]
    counted: u64,
    #[serde(skip_deserializing)]
    complete: bool,
    #[serde(skip_deserializing)]
    missing: Vec<SeedRange>,
}

#[derive(Serialize, Deserialize)]
struct FailedPart {
    count: u64,
    /// The lowest failed seeds.
    seeds: BTreeSet<u64>,
}

#[derive(Serialize, Deserialize)]
struct DistinctPart {
    layouts: CardinalityPart,
    floors: CardinalityPart,
}

#[derive(Serialize, Deserialize)]
struct CardinalityPart {
    #[serde(skip_deserializing)]
    count: u64,
    #[serde(skip_deserializing)]
    certainty: String,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    registers: Packed,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keys: Option<Packed>,
}

#[derive(Serialize, Deserialize)]
struct MeasurePart {
    #[serde(skip_deserializing)]
    unit: &'static str,
    #[serde(skip_deserializing)]
    raw_values_per_unit: u32,
    #[serde(skip_deserializing)]
    floors: u64,
    #[serde(skip_deserializing)]
    sum_of_raw_values: u128,
    #[serde(skip_deserializing)]
    mean: Option<f64>,
    #[serde(skip_deserializing)]
    standard_deviation: Option<f64>,
    #[serde(skip_deserializing)]
    least: Option<Extreme>,
    #[serde(skip_deserializing)]
    greatest: Option<Extreme>,
    /// For each raw value, how many floors have it and the lowest of their seeds.
    values: Histogram,
}

/// The least or greatest value and the lowest seed that has it.
#[derive(Serialize)]
struct Extreme {
    value: f64,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
struct KindPart {
    floors: u64,
    rooms: u64,
    distance: Histogram,
    cells: Places,
}

#[derive(Serialize, Deserialize)]
struct PairPart {
    x: String,
    y: String,
    #[serde(skip_deserializing)]
    raw_values_per_bin: (u32, u32),
    bins: Places,
}

impl Census {
    /// Writes the result as JSON, with the commands that reproduce it and a line feed at its end.
    ///
    /// # Errors
    ///
    /// [`CensusError::Json`] when the writer fails.
    pub fn write_json(&self, writer: impl io::Write) -> Result<(), CensusError> {
        let mut document = Document::of(self);
        document.manifest = Some(Manifest {
            program: "basement-lab",
            version: env!("CARGO_PKG_VERSION"),
            commands: self.commands(),
        });
        Ok(json::write(&document, writer)?)
    }

    /// Reads what [`Census::write_json`] wrote.
    ///
    /// # Errors
    ///
    /// [`CensusError::NoResult`] when it is something else, [`CensusError::OtherVersion`]
    /// when another version of the program wrote it, [`CensusError::Inconsistent`] when its
    /// counts contradict each other.
    pub fn from_json(text: &[u8]) -> Result<Self, CensusError> {
        let wrong = |error: serde_json::Error| CensusError::NoResult(error.to_string());
        serde_json::from_slice::<Header>(text).map_err(wrong)?.check()?;
        serde_json::from_slice::<Document>(text).map_err(wrong)?.census()
    }
}

/// The part that says whether the rest can be read.
#[derive(Deserialize)]
pub(super) struct Header {
    format: String,
    address: Versions,
}

#[derive(Deserialize)]
struct Versions {
    measures_version: u32,
}

impl Header {
    /// Returns an error if this program cannot read the rest.
    pub(super) fn check(&self) -> Result<(), CensusError> {
        let known_version = MEASURES_VERSION.to_string();
        let version = self.address.measures_version.to_string();
        for (what, given, known) in [
            ("format", &self.format, FORMAT),
            ("version of the measures", &version, &known_version),
        ] {
            if given != known {
                return Err(CensusError::OtherVersion {
                    what,
                    given: given.to_owned(),
                    known: known.to_owned(),
                });
            }
        }
        Ok(())
    }
}

impl Document {
    pub(super) fn of(census: &Census) -> Self {
        let Census { address, whole, ranges, counts, keys, measures } = census;
        let CensusCounts { summary, failures, layouts, floors } = counts;
        let missing = census.missing();
        let total = |measure| summary.histogram(measure).raw_sum();
        let measures = measures.iter().map(|measure| {
            let values = summary.histogram(measure).clone();
            (measure.name.to_owned(), MeasurePart::of(measure, values))
        });
        let kinds = summary.kinds().iter().map(|counts| {
            let KindCounts { kind, floors, rooms, distance, cells } = counts;
            let (distance, cells) = (distance.clone(), Places::of_cells(cells));
            (kind.to_string(), KindPart { floors: *floors, rooms: *rooms, distance, cells })
        });
        let pairs = summary.pairs().map(|(pair, counts)| PairPart::of(pair, counts));
        Self {
            format: FORMAT.to_owned(),
            address: address.clone(),
            rng: Some(address.seeds.rng()),
            grid: *summary.grid(),
            seeds: SeedsPart {
                whole: *whole,
                ranges: ranges.clone(),
                counted: ranges.iter().map(SeedRange::count).sum(),
                complete: missing.is_empty(),
                missing,
            },
            floors: summary.floors,
            failed: FailedPart { count: summary.gave_up, seeds: failures.clone() },
            attempts: total(ATTEMPTS),
            draws: total(DRAWS),
            distinct: DistinctPart {
                layouts: CardinalityPart::of(census.distinct_layouts(), &keys.layouts, layouts),
                floors: CardinalityPart::of(census.distinct_floors(), &keys.floors, floors),
            },
            measures: measures.collect(),
            kinds: kinds.collect(),
            occupied: Places::of_cells(&summary.occupied),
            pairs: pairs.collect(),
            bosses: summary.bosses.clone(),
            manifest: None,
        }
    }

    /// The census that was written, if its [`Header`] can be read.
    pub(super) fn census(mut self) -> Result<Census, CensusError> {
        let wrong = |what: &str| CensusError::Inconsistent(what.to_owned());
        let SeedsPart { whole, ranges, .. } = self.seeds;
        let is_in_whole = |range: &SeedRange| whole.shared_with(range) == Some(*range);
        let are_joined = joined(&ranges, &[]).is_ok_and(|joined| joined == ranges);
        if !are_joined || !ranges.iter().all(is_in_whole) {
            return Err(wrong("the ranges of its seeds"));
        }
        let counted: u64 = ranges.iter().map(SeedRange::count).sum();
        let FailedPart { count: gave_up, seeds: failures } = self.failed;
        if failures.len() as u64 != gave_up.min(FAILURES as u64)
            || self.floors.checked_add(gave_up) != Some(counted)
        {
            return Err(wrong("its floors, failures and seeds"));
        }

        let mut summary = Summary::new(self.grid);
        (summary.floors, summary.gave_up) = (self.floors, gave_up);
        summary.gave_up_witness = failures.first().copied();
        // A measure that was added to the program later is missing.
        let mut measures = MeasureSet::NONE;
        for (measure, values) in MEASURES.iter().zip(&mut summary.measures) {
            if let Some(part) = self.measures.remove(measure.name) {
                measures = measures.with(measure);
                *values = part.values;
            }
        }
        if !self.measures.is_empty() {
            return Err(wrong("its measures"));
        }
        for counts in &mut summary.kinds {
            let part = self.kinds.remove(&counts.kind.to_string());
            let part = part.ok_or_else(|| wrong("its kinds of rooms"))?;
            part.cells.add_to(&mut counts.cells)?;
            (counts.floors, counts.rooms) = (part.floors, part.rooms);
            counts.distance = part.distance;
        }
        if !self.kinds.is_empty() {
            return Err(wrong("its kinds of rooms"));
        }
        self.occupied.add_to(&mut summary.occupied)?;
        if self.pairs.len() != PAIRS.len() {
            return Err(wrong("its pairs of measures"));
        }
        for ((pair, part), counts) in PAIRS.iter().zip(&self.pairs).zip(&mut summary.pairs) {
            let is_same = part.x == pair.x.measure.name && part.y == pair.y.measure.name;
            let fits = |(x, y, count): &(u32, u32, u64)| {
                counts.add_count((*x as usize, *y as usize), *count)
            };
            if !is_same || !part.bins.0.iter().all(fits) {
                return Err(wrong("its pairs of measures"));
            }
        }
        summary.bosses = self.bosses;
        summary.check().map_err(wrong)?;
        let (layout_keys, layouts) = self.distinct.layouts.read()?;
        let (floor_keys, floors) = self.distinct.floors.read()?;
        let keys = Keys { layouts: layout_keys, floors: floor_keys };
        let counts = CensusCounts { summary, failures, layouts, floors };
        Ok(Census { address: self.address, whole, ranges, counts, keys, measures })
    }
}

impl MeasurePart {
    fn of(measure: &'static Measure, values: Histogram) -> Self {
        let extreme = |raw: Option<u32>| {
            Some(Extreme { value: measure.value(raw?), seed: values.witness(raw?)? })
        };
        let in_unit = Values::new(measure, &values);
        Self {
            unit: measure.unit,
            raw_values_per_unit: measure.scale,
            floors: values.total(),
            sum_of_raw_values: values.raw_sum(),
            mean: in_unit.mean(),
            standard_deviation: in_unit.standard_deviation(),
            least: extreme(values.raw_minimum()),
            greatest: extreme(values.raw_maximum()),
            values,
        }
    }
}

impl PairPart {
    fn of(pair: &Pair, counts: &PairCounts) -> Self {
        let bins = counts.iter().map(|(x, y, count)| (x as u32, y as u32, count));
        Self {
            x: pair.x.measure.name.to_owned(),
            y: pair.y.measure.name.to_owned(),
            raw_values_per_bin: (pair.x.width, pair.y.width),
            bins: Places(bins.collect()),
        }
    }
}

impl CardinalityPart {
    fn of(cardinality: Cardinality, keys: &KeySet, sketch: &Sketch) -> Self {
        let bytes = |keys: Vec<u64>| keys.into_iter().flat_map(u64::to_le_bytes).collect();
        let (certainty, standard_error) = match cardinality {
            Cardinality::Exact(_) => ("exact", None),
            Cardinality::Estimated { standard_error, .. } => ("estimated", Some(standard_error)),
        };
        Self {
            count: cardinality.count(),
            certainty: certainty.to_owned(),
            standard_error,
            registers: Packed(sketch.registers()),
            keys: keys.sorted().map(|keys| Packed(bytes(keys))),
        }
    }

    fn read(self) -> Result<(KeySet, Sketch), CensusError> {
        let wrong = || CensusError::Inconsistent("its different floors".to_owned());
        let sketch = Sketch::from_registers(self.registers.0).ok_or_else(wrong)?;
        let Some(Packed(bytes)) = self.keys else { return Ok((KeySet::overflown(), sketch)) };
        let (keys, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() || keys.len() > EXACT {
            return Err(wrong());
        }
        let mut set = KeySet::new();
        set.add(keys.iter().map(|key| u64::from_le_bytes(*key)));
        Ok((set, sketch))
    }
}

/// Counts by two whole numbers, written as "x,y".
struct Places(Vec<(u32, u32, u64)>);

impl Places {
    fn of_cells(cells: &CellCounts) -> Self {
        let counted = cells.iter().filter(|(_, count)| *count > 0);
        Self(counted.map(|(cell, count)| (cell.x.into(), cell.y.into(), count)).collect())
    }

    fn add_to(&self, cells: &mut CellCounts) -> Result<(), CensusError> {
        let fits = |(x, y, count): &(u32, u32, u64)| {
            let (Ok(x), Ok(y)) = (u8::try_from(*x), u8::try_from(*y)) else { return false };
            cells.add_count(Cell::new(x, y), *count)
        };
        if self.0.iter().all(fits) {
            return Ok(());
        }
        Err(CensusError::Inconsistent("its cells".to_owned()))
    }
}

impl Serialize for Places {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(x, y, count)| (format!("{x},{y}"), count)))
    }
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = BTreeMap::<String, u64>::deserialize(deserializer)?;
        let place = |(key, count): (String, u64)| {
            let (x, y) = key.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?, count))
        };
        let places: Option<Vec<_>> = counts.into_iter().map(place).collect();
        places.map(Self).ok_or_else(|| serde::de::Error::custom("a place is not `x,y`"))
    }
}

/// Bytes, written in base 64 without a copy of the text.
struct Packed(Vec<u8>);

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(&self.0, &STANDARD))
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        STANDARD.decode(text.as_bytes()).map(Self).map_err(serde::de::Error::custom)
    }
}
