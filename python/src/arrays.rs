//! Many floors as one array of bytes: what is on each cell.

use std::sync::{Mutex, PoisonError};

use basement_floors::{Floor, Generator as _, Grid, RequestError, RoomKind, RoomSet};
use basement_survey::fold::each_floor;
use basement_survey::{Seeds, SurveyError};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use rayon::prelude::*;

use crate::error::ToPython;
use crate::generator::Generator;
use crate::given::number;
use crate::options::Asked;
use crate::work::{Parts, detached};

/// Floors that one task makes.
const CHUNK: usize = 512;

/// What a channel says about a cell; 0 if there is no room.
#[derive(Clone, Copy)]
pub(crate) enum Channel {
    /// 1 if there is a room.
    Occupied,
    /// The place of the room's kind among all kinds, from 1.
    Kind,
    /// The number of the room's outline.
    Shape,
    /// 1 plus the room's steps through doors from the start; secret and ultra secret rooms have 0.
    Distance,
    /// 1 plus the room's depth.
    Depth,
    /// The room's place among the floor's rooms, from 1.
    Room,
    /// The sides with a door: 1 left, 2 up, 4 right, 8 down.
    Doors,
    /// 1 if there is a room of this kind.
    Is(RoomKind),
}

const NAMES: [(&str, Channel); 7] = [
    ("occupied", Channel::Occupied),
    ("kind", Channel::Kind),
    ("shape", Channel::Shape),
    ("distance", Channel::Distance),
    ("depth", Channel::Depth),
    ("room", Channel::Room),
    ("doors", Channel::Doors),
];

impl Channel {
    pub(crate) fn named(name: &str) -> PyResult<Self> {
        let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, channel)| *channel);
        let known = || NAMES.iter().map(|(name, _)| (*name).to_owned()).chain(kind_names());
        let unknown = || RequestError::unknown_name("channel", name, known()).to_python();
        named.or_else(|| name.parse().ok().map(Self::Is)).ok_or_else(unknown)
    }

    const fn is_truth(self) -> bool {
        matches!(self, Self::Occupied | Self::Is(_))
    }
}

/// The kinds of rooms in the order in which the channel `kind` numbers them.
#[pyfunction]
pub(crate) fn kind_names() -> Vec<String> {
    RoomKind::ALL.iter().map(ToString::to_string).collect()
}

/// How the bytes of a floor are laid out.
pub(crate) struct Layout {
    pub(crate) grid: Grid,
    pub(crate) channels: Vec<Channel>,
    /// Whether each channel is packed by itself, eight cells per byte, the first in the highest bit.
    pub(crate) is_packed: bool,
}

impl Layout {
    /// The bytes of a floor.
    pub(crate) fn size(&self) -> usize {
        let cells = self.grid.len();
        let channel = if self.is_packed { cells.div_ceil(8) } else { cells };
        channel * self.channels.len()
    }

    /// Writes a floor into its bytes, which are all 0.
    pub(crate) fn write(&self, floor: &Floor, bytes: &mut [u8]) {
        let is_asked = |wanted: fn(&Channel) -> bool| self.channels.iter().any(wanted);
        let distances = is_asked(|channel| matches!(channel, Channel::Distance))
            .then(|| floor.graph(RoomSet::Plan).distances(0));
        let (each, row) = (self.channels.len(), self.grid.len().div_ceil(8));
        for (index, room) in floor.rooms().iter().enumerate() {
            let value = |of: &Channel| match of {
                Channel::Occupied => 1,
                Channel::Kind => room.kind as u8 + 1,
                Channel::Shape => room.shape.id(),
                Channel::Distance => {
                    let steps = distances.as_ref().and_then(|found| found.to(index));
                    steps.map_or(0, |steps| steps + 1)
                }
                Channel::Depth => room.depth.saturating_add(1),
                Channel::Room => index as u8 + 1,
                Channel::Doors => 0,
                Channel::Is(kind) => u8::from(room.kind == *kind),
            };
            let mut places = room.cells().filter_map(|cell| self.grid.index(cell));
            if self.is_packed {
                for place in places {
                    for (channel, of) in self.channels.iter().enumerate() {
                        bytes[channel * row + place / 8] |= value(of) << (7 - place % 8);
                    }
                }
                continue;
            }
            // All cells of a room have the bytes of its first cell.
            let Some(first) = places.next().map(|place| place * each) else { continue };
            for (byte, of) in bytes[first..][..each].iter_mut().zip(&self.channels) {
                *byte = value(of);
            }
            for place in places {
                bytes.copy_within(first..first + each, place * each);
            }
        }
        let doors = |channel: &Channel| matches!(channel, Channel::Doors);
        let Some(channel) = self.channels.iter().position(doors) else { return };
        for door in floor.doors() {
            for (room, slot) in [(door.from, door.slot), (door.to, door.facing)] {
                let cell = floor.rooms()[room].slot_cell(slot);
                if let Some(place) = cell.and_then(|cell| self.grid.index(cell)) {
                    bytes[place * each + channel] |= 1 << (slot.direction() as u8);
                }
            }
        }
    }
}

/// The columns and rows of a generator's grid, and its first column.
#[pyfunction]
pub(crate) fn grid_of(generator: &Generator) -> (u8, u8, u8) {
    let grid = generator.generator.grid();
    (grid.left, grid.width, grid.height)
}

/// The bytes of `count` floors after the first `skipped`, and for which of them the generator gave up.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "which floors, and how they are written")]
pub(crate) fn floor_arrays<'py>(
    py: Python<'py>,
    generator: &Generator,
    skipped: u64,
    count: &Bound<'_, PyAny>,
    channels: Vec<String>,
    is_packed: bool,
    options: &Bound<'_, PyDict>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Bound<'py, PyByteArray>, Vec<u64>)> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = seeds_after(&asked, skipped, number("count", count)?)?;
    generator.check(&asked)?;
    let channels = channels.iter().map(|name| Channel::named(name));
    let channels: Vec<Channel> = channels.collect::<PyResult<_>>()?;
    if is_packed && !channels.iter().all(|channel| channel.is_truth()) {
        let message = "only truths are packed into bits: `channels` can be \"occupied\" and kinds of \
                       rooms, such as \"boss\"";
        return Err(PyValueError::new_err(message));
    }
    let floors = &*generator.generator;
    let layout = Layout { grid: floors.grid(), channels, is_packed };
    let size = layout.size();
    let bytes = usize::try_from(seeds.count).ok().and_then(|count| count.checked_mul(size));
    let too_many =
        || PyMemoryError::new_err("this number of floors does not fit into memory: ask for fewer");
    let bytes = bytes.filter(|bytes| *bytes < isize::MAX as usize).ok_or_else(too_many)?;
    let gave_up = Mutex::new(Vec::new());
    let array = PyByteArray::new_with(py, bytes, |mut left| {
        let mut parts = Parts::of(seeds.count, CHUNK as u64);
        let mut first = seeds.first;
        while let (Some(count), false) = (parts.next(), size == 0) {
            let (part, rest) = std::mem::take(&mut left).split_at_mut(count as usize * size);
            left = rest;
            let written = detached(py, || {
                let chunks = part.par_chunks_mut(CHUNK * size).enumerate();
                chunks.try_for_each(|(place, chunk)| {
                    let first = first + (place * CHUNK) as u64;
                    let last = first + (chunk.len() / size) as u64 - 1;
                    each_floor(floors, &asked.request, &seeds, first..=last, |number, floor| {
                        let bytes = &mut chunk[(number - first) as usize * size..][..size];
                        match floor {
                            Some(floor) => layout.write(floor, bytes),
                            None => gave_up
                                .lock()
                                .unwrap_or_else(PoisonError::into_inner)
                                .push(number - seeds.first),
                        }
                        Ok::<(), SurveyError>(())
                    })
                })
            });
            written.map_err(|error| error.to_python())?;
            first = first.saturating_add(count);
            parts.done(py, count, progress)?;
        }
        Ok(())
    })?;
    let mut gave_up = gave_up.into_inner().unwrap_or_else(PoisonError::into_inner);
    gave_up.sort_unstable();
    Ok((array, gave_up))
}

/// `count` floors after the first `skipped`; those for which the generator gives up are left out.
#[pyfunction]
pub(crate) fn floor_list(
    py: Python<'_>,
    generator: &Generator,
    skipped: u64,
    count: u64,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<crate::floor::Floor>> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = seeds_after(&asked, skipped, count)?;
    let Some(last) = seeds.count.checked_sub(1) else { return Ok(Vec::new()) };
    let numbers = seeds.first..=seeds.first + last;
    let mut found = Vec::new();
    let made = detached(py, || {
        let floors = &*generator.generator;
        each_floor(floors, &asked.request, &seeds, numbers, |number, floor| {
            found.extend(floor.cloned().map(|floor| (number, floor)));
            Ok::<(), SurveyError>(())
        })
    });
    made.map_err(|error| error.to_python())?;
    let whole = |(number, floor)| generator.numbered(floor, &seeds, number);
    Ok(found.into_iter().map(whole).collect())
}

/// The seeds of `count` floors after the first `skipped`.
#[pyfunction]
pub(crate) fn floor_seeds(
    generator: &Generator,
    skipped: u64,
    count: u64,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<u64>> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = seeds_after(&asked, skipped, count)?;
    let numbers = (seeds.first..).zip(0..seeds.count).map(|(number, _)| number);
    let seed = |number| seeds.seed(number, asked.request.level).map(|seed| seed.value());
    numbers.map(|number| seed(number).map_err(|error| error.to_python())).collect()
}

/// Where a sample of these floors comes from, as JSON.
#[pyfunction]
#[pyo3(signature = (generator, count, options, verb, measures=None))]
pub(crate) fn origin_of(
    generator: &Generator,
    count: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    verb: &str,
    measures: Option<Vec<String>>,
) -> PyResult<String> {
    let asked = Asked::read(generator.backend, options)?;
    let seeds = asked.seeds(number("count", count)?)?;
    generator.check(&asked)?;
    Ok(generator.origin(&asked, &seeds, verb, measures.as_deref()).to_string())
}

/// The seeds of `count` floors after the first `skipped`.
fn seeds_after(asked: &Asked, skipped: u64, count: u64) -> PyResult<Seeds> {
    let seeds = asked.seeds(skipped.saturating_add(count))?;
    Ok(Seeds { first: seeds.first.saturating_add(skipped), count, ..seeds })
}
