//! The values of a census, and the floors with the extreme ones.

use basement_floors::{Floor, Generator, RunSeed};
use basement_survey::Values;
use basement_survey::census::Census;
use basement_survey::summary::Histogram;

use crate::frame::census::{is_of_layouts, run_of, seed_of};
use crate::prelude::*;
use crate::theme::Hue;

/// The first floor of a census that has a value.
pub(crate) struct Witness {
    pub(crate) value: u32,
    /// The number of the floor's seed, and the game's run that has this seed.
    pub(crate) number: u64,
    pub(crate) run: Option<RunSeed>,
    pub(crate) floor: Option<Floor>,
}

impl Witness {
    pub(crate) fn of(
        census: &Census,
        generator: Option<&dyn Generator>,
        measure: &'static Measure,
        value: u32,
    ) -> Option<Self> {
        let number = census.counts().summary.histogram(measure).witness(value)?;
        let (seed, request) = (seed_of(census, number)?, &census.address().request);
        let floor = generator.and_then(|generator| generator.generate(request, seed).ok());
        Some(Self { value, number, run: run_of(census, number), floor })
    }

    /// "run B911 99AC", "seed 17".
    pub(crate) fn seed(&self) -> String {
        let number = self.number;
        self.run.map_or_else(|| format!("seed {number}"), |run| format!("run {run}"))
    }
}

/// One measure of the figure.
pub(crate) struct MeasureRange<'a> {
    pub(crate) measure: &'static Measure,
    pub(crate) values: &'a Histogram,
    pub(crate) least: Witness,
    pub(crate) greatest: Witness,
}

impl<'a> MeasureRange<'a> {
    /// The row of a measure that has more than one value.
    pub(crate) fn of(
        census: &'a Census,
        generator: Option<&dyn Generator>,
        measure: &'static Measure,
    ) -> Option<Self> {
        let values = census.counts().summary.histogram(measure);
        let (least, greatest) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == greatest {
            return None;
        }
        let witness = |value: u32| Witness::of(census, generator, measure, value);
        Some(Self { measure, values, least: witness(least)?, greatest: witness(greatest)? })
    }

    fn mean(&self) -> String {
        let mean = Values::new(self.measure, self.values).mean().unwrap_or(0.0);
        fixed(mean, decimals_for(mean.max(0.1)).max(2))
    }

    pub(crate) fn in_words(&self) -> String {
        let [least, greatest] = [&self.least, &self.greatest].map(|it| self.measure.show(it.value));
        format!("{}: {least} to {greatest}, mean {}.", heading_of(self.measure), self.mean())
    }

    /// The shares of the values, and the number of floors with each, however small.
    pub(crate) fn plot(&self, floors: u64, noun: &str, hue: Hue) -> Plot {
        let values = Values::new(self.measure, self.values);
        let total = values.total() as f64;
        let bins: Vec<(f64, f64)> =
            values.iter().map(|(value, count)| (value, count as f64 / total)).collect();
        let most = bins.iter().map(|bin| bin.1).fold(0.0, f64::max);
        let unit = 1.0 / f64::from(self.measure.scale);
        let dot = |(x, count): (f64, u64)| PlotMark::Dot {
            x,
            y: (count as f64).log10(),
            interval: None,
            hue,
            look: Look::Side,
        };
        let dots = values.iter().map(dot).collect();
        let mean = values.mean().map(|x| PlotMark::Mean { x, hue });
        let bars = PlotMark::Shares {
            shares: bins,
            width: unit,
            hue,
            name: String::new(),
            is_filled: true,
        };
        let powers = (floors.max(10) as f64).log10();
        let (least, most_value) =
            (values.minimum().unwrap_or(0.0), values.maximum().unwrap_or(1.0));
        Plot {
            facets: vec![
                Facet::new(heading_of(self.measure), [bars].into_iter().chain(mean).collect())
                    .note(format!("share of {noun}s; mean {}", self.mean()))
                    .scale(Scale::shares(most).ticks(2)),
                Facet::new("", dots)
                    .note(format!("{noun}s, logarithmic"))
                    .scale(Scale::powers_of_ten(powers)),
            ],
            columns: [2, 2],
            x: Scale::new(least - 0.6 * unit, most_value + 0.6 * unit).decimals(0).ticks(6),
            y: Y::Values(Scale::new(0.0, 1.0), 76.0),
        }
    }

    /// The maps of the two extreme floors.
    pub(crate) fn sheets(&self) -> [Sheet; 2] {
        [("least", &self.least), ("greatest", &self.greatest)].map(|(which, witness)| {
            let value = self.measure.show(witness.value);
            let heading = format!("{}: {value}", heading_of(self.measure));
            let map = witness.floor.as_ref().map_or_else(DrawnFloor::default, DrawnFloor::from);
            Sheet::new(map, heading, INK).lines(vec![which.to_owned(), witness.seed()])
        })
    }
}

/// The measures of the rows. A layout has no boss yet: the way to its farthest room replaces the way to the
/// boss.
pub(crate) fn shown(census: &Census) -> [&'static Measure; 6] {
    let way = if is_of_layouts(census) { measure::ECCENTRICITY } else { measure::BOSS_DISTANCE };
    [
        measure::ROOMS,
        measure::DEAD_ENDS,
        measure::RINGS,
        way,
        measure::LARGE_ROOMS,
        measure::SECRET_NEIGHBOURS,
    ]
}
