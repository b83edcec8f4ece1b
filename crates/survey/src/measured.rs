//! The measures of a floor: only the facts that they read, and their values.

use basement_floors::Floor;

use crate::analysis::Analysis;
use crate::cell_floor::CellFloor;
use crate::measure::{self, MEASURES, RawValues};
use crate::measure_set::MeasureSet;

impl Analysis {
    /// The facts about a floor that these measures read. Only what they need is computed; other
    /// measures must not be read from it.
    ///
    /// ```
    /// use basement_floors::{Generator, Request, Seed, flash::Flash};
    /// use basement_survey::{Analysis, MeasureSet, measure};
    ///
    /// let floor = Flash::default().generate(&Request::level(1), Seed::Pcg(7))?;
    /// let rings = Analysis::for_measures(&floor, MeasureSet::NONE.with(measure::RINGS));
    /// assert_eq!(measure::RINGS.of(&rings), measure::RINGS.of(&Analysis::from_floor(&floor)));
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[must_use]
    pub fn for_measures(floor: &Floor, measures: MeasureSet) -> Self {
        // Analysing a floor of one-cell rooms in full is faster than analysing others in part.
        let needs = measures.needs();
        CellFloor::read(floor, |cells| cells.analysis(needs)).unwrap_or_else(|| {
            if measures.is_all() { Self::from_floor(floor) } else { Self::of_needs(floor, needs) }
        })
    }

    /// Calls `visit` for each of these measures that the floor has, with its place among them and its
    /// raw value, as [`Measure::raw_of`](crate::Measure::raw_of) returns it.
    ///
    /// ```
    /// use basement_floors::{Generator, Request, Seed, flash::Flash};
    /// use basement_survey::{Analysis, MEASURES, MeasureSet};
    ///
    /// let floor = Flash::default().generate(&Request::level(1), Seed::Pcg(7))?;
    /// let analysis = Analysis::from_floor(&floor);
    /// analysis.for_each_value(MeasureSet::ALL, |place, raw| {
    ///     assert_eq!(MEASURES[place].raw_of(&analysis), Some(raw));
    /// });
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[inline]
    pub fn for_each_value(&self, measures: MeasureSet, mut visit: impl FnMut(usize, u32)) {
        if measures.is_all() {
            return measure::for_each_value(self, visit);
        }
        for (place, measure) in measures.iter().enumerate() {
            if let Some(value) = measure.raw_of(self) {
                visit(place, value);
            }
        }
    }

    /// The raw values of these measures, each at its place in [`MEASURES`].
    pub(crate) fn values(&self, measures: MeasureSet) -> RawValues {
        if measures.is_all() {
            return measure::values(self);
        }
        let mut values = [None; MEASURES.len()];
        for measure in measures.iter() {
            values[measure.place] = measure.raw_of(self);
        }
        values
    }
}
