//! How often each room of a catalogue is on a floor.

use basement_floors::{Floor, Generator, NeverReason};

use crate::error::SurveyError;
use crate::sample::Sample;
use crate::statistics::{Interval, wilson_interval};

/// How often each room of a generator's catalogue, by its index, is on the floors of a sample: on
/// how many floors at least once, and how many times in all. [`Sample::room_frequency`] counts it.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Sample, Seeds};
///
/// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
/// let sample = Sample::of(&*rebirth).request(&Request::level(3)).seeds(Seeds::run(1, 200));
/// let frequency = sample.room_frequency()?;
/// // The start room is on every floor once.
/// let (start, _) = rebirth.catalogue().unwrap().first_normal(0, 2).unwrap();
/// assert_eq!((frequency.floors_with(start), frequency.times(start)), (200, 200));
/// assert_eq!(frequency.share(start).estimate, 1.0);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomFrequency {
    /// How many floors were made.
    pub floors: u64,
    /// How many seeds have no floor, because the generator gave up.
    pub gave_up: u64,
    rooms: Vec<RoomCount>,
}

/// How often a room is on floors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RoomCount {
    floors: u64,
    times: u64,
}

impl RoomFrequency {
    fn new(rooms: usize) -> Self {
        Self { floors: 0, gave_up: 0, rooms: vec![RoomCount::default(); rooms] }
    }

    /// How many rooms the catalogue has.
    #[must_use]
    pub const fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// On how many floors a room is at least once. 0 for an index that the catalogue does not have.
    #[must_use]
    pub fn floors_with(&self, room: u16) -> u64 {
        self.count(room).floors
    }

    /// How many times a room is on the floors in all.
    #[must_use]
    pub fn times(&self, room: u16) -> u64 {
        self.count(room).times
    }

    fn count(&self, room: u16) -> RoomCount {
        self.rooms.get(usize::from(room)).copied().unwrap_or_default()
    }

    /// The share of floors on which a room is at least once, with its 95 % interval.
    #[must_use]
    pub fn share(&self, room: u16) -> Interval {
        wilson_interval(self.floors_with(room), self.floors)
    }

    /// The share of floors on which a room is at least once, with its 95 % interval. The rules say more
    /// than the sample: without a reason why the room never appears, a room that was not seen has
    /// [`share_when_unseen`](Self::share_when_unseen) as its upper bound, and with one, 0.
    #[must_use]
    pub fn share_by_rules(&self, room: u16, never: Option<NeverReason>) -> Interval {
        match (self.floors_with(room), never) {
            (0, Some(_)) => Interval { estimate: 0.0, lower: 0.0, upper: 0.0 },
            (0, None) => Interval { estimate: 0.0, lower: 0.0, upper: self.share_when_unseen() },
            _ => self.share(room),
        }
    }

    /// How many times a room is on a floor, on average.
    #[must_use]
    pub fn times_per_floor(&self, room: u16) -> f64 {
        self.times(room) as f64 / self.floors.max(1) as f64
    }

    /// An upper bound, at 95 % confidence, for the share of floors with a room that was never seen:
    /// three divided by the number of floors (the rule of three), at most 1.
    ///
    /// ```
    /// use basement_floors::Backend;
    /// use basement_survey::{Sample, Seeds};
    ///
    /// let rebirth = Backend::Rebirth.generator("repentance", &[])?;
    /// let frequency = Sample::of(&*rebirth).seeds(Seeds::pcg(0, 300)).room_frequency()?;
    /// assert_eq!(frequency.share_when_unseen(), 0.01);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn share_when_unseen(&self) -> f64 {
        (3.0 / self.floors.max(1) as f64).min(1.0)
    }

    /// Adds the counts of other floors of the same catalogue.
    fn merge(&mut self, other: &Self) {
        self.floors += other.floors;
        self.gave_up += other.gave_up;
        for (count, more) in self.rooms.iter_mut().zip(&other.rooms) {
            count.floors += more.floors;
            count.times += more.times;
        }
    }
}

/// The counts of a thread.
struct Part {
    frequency: RoomFrequency,
    /// The last floor, numbered from 1, on which each room was found: a room that is on a floor twice
    /// is thus counted once without searching the floor.
    last_found: Vec<u64>,
}

impl Part {
    fn new(rooms: usize) -> Self {
        Self { frequency: RoomFrequency::new(rooms), last_found: vec![0; rooms] }
    }

    fn add(&mut self, floor: &Floor) {
        self.frequency.floors += 1;
        let number = self.frequency.floors;
        for room in floor.rooms().iter().filter_map(|room| room.interior) {
            let index = usize::from(room);
            let counted = self.frequency.rooms.get_mut(index).zip(self.last_found.get_mut(index));
            let Some((count, last_found)) = counted else { continue };
            count.times += 1;
            count.floors += u64::from(*last_found != number);
            *last_found = number;
        }
    }
}

impl<G: Generator + ?Sized> Sample<'_, G> {
    /// Generates a floor for each seed and counts the rooms of the catalogue on it. The counts do
    /// not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// [`SurveyError::NoCatalogue`] for a generator that does not choose rooms of a catalogue, and
    /// otherwise as [`Sample::run`].
    pub fn room_frequency(self) -> Result<RoomFrequency, SurveyError> {
        let catalogue = self.generator.catalogue().ok_or(SurveyError::NoCatalogue)?;
        let rooms = catalogue.rooms().len();
        let part = self.fold(
            || Part::new(rooms),
            |part, _, floor| match floor {
                Some(floor) => part.add(floor),
                None => part.frequency.gave_up += 1,
            },
            |part, other| part.frequency.merge(&other.frequency),
        )?;
        Ok(part.frequency)
    }
}
