//! Many floors, counted part by part: whoever asks adds up the parts.

use basement_floors::{
    AddressSeed, FloorAddress, Generator, Grid, Phase, Request, RngKind, RoomKind,
};
use basement_survey::measure::Scope;
use basement_survey::pairing::PairedValues;
use basement_survey::summary::{CellCounts, Histogram};
use basement_survey::{
    Comparison, Measure, MeasureSet, Sample, Seeds, Summary, SurveyError, Values,
};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Lab, json};

/// The counts of some floors. All are whole numbers: the sum of two parts is the whole.
#[derive(Serialize)]
pub(crate) struct SampleAnswer {
    /// Floors counted.
    pub floors: u64,
    /// Seeds for which the generator gave up.
    pub gave_up: u64,
    /// How many floors have each raw value of the measure, and the smallest seed among them.
    pub histogram: Histogram,
    /// The grid that cells are counted on.
    grid: Grid,
    /// For each cell of the grid, row by row, the floors with a room of the plan there.
    occupied: Vec<u64>,
    kinds: Vec<KindAnswer>,
}

/// How many rooms of a kind there are, and where.
#[derive(Serialize)]
struct KindAnswer {
    kind: RoomKind,
    floors: u64,
    rooms: u64,
    cells: Vec<u64>,
}

/// The counts of the floors of two addresses from the same seeds. All are whole numbers: the sum of
/// two parts is the whole.
#[derive(Serialize)]
pub(crate) struct PairAnswer {
    x: SampleAnswer,
    y: SampleAnswer,
    pairing: PairingAnswer,
}

/// Two addresses seed by seed.
#[derive(Serialize)]
struct PairingAnswer {
    /// Seeds on which at least one of the two has a floor.
    seeds: u64,
    /// Seeds on which both have the same floor.
    identical: u64,
    #[serde(flatten)]
    values: PairedValues,
}

/// What counts of a measure's values say, in its unit.
#[derive(Serialize)]
pub(crate) struct ValuesAnswer {
    total: u64,
    /// `None` where nothing was counted.
    mean: Option<f64>,
    /// The bounds of its 95 % interval; `None` for fewer than two floors.
    lower: Option<f64>,
    upper: Option<f64>,
    deviation: Option<f64>,
    least: Option<f64>,
    greatest: Option<f64>,
}

#[wasm_bindgen]
impl Lab {
    /// The counts of `count` floors of an address, as JSON: of its seeds in order, without the first
    /// `skipped`. The seeds are those that `basement-lab sample` goes through; the address's own is
    /// not read.
    ///
    /// # Errors
    ///
    /// The engine's sentence where there are no such floors.
    #[wasm_bindgen(js_name = sample)]
    pub fn sample_json(
        &self,
        address: &str,
        measure: &str,
        skipped: u32,
        count: u32,
    ) -> Result<String, JsValue> {
        json(self.sample(address, measure, skipped, count))
    }

    /// The same counts of two addresses whose floors are of the same seeds, made seed by seed, and what
    /// they have in common, as JSON.
    ///
    /// # Errors
    ///
    /// The engine's sentence where there are no such floors, or where their seeds are not the same.
    #[wasm_bindgen(js_name = pair)]
    pub fn pair_json(
        &self,
        x: &str,
        y: &str,
        measure: &str,
        skipped: u32,
        count: u32,
    ) -> Result<String, JsValue> {
        json(self.pair([x, y], measure, skipped, count))
    }

    /// The mean of counted values with its interval and so on, as JSON. The counts are written as
    /// the histogram of [`Lab::sample_json`] is.
    ///
    /// # Errors
    ///
    /// A sentence where there is no such measure or no such counts.
    #[wasm_bindgen(js_name = values)]
    pub fn values_json(&self, measure: &str, histogram: &str) -> Result<String, JsValue> {
        json(values(measure, histogram))
    }

    /// How two counts of a measure differ, as JSON; null where there are too few floors. `pairing` is
    /// that of [`Lab::pair_json`], or empty for floors that know nothing of each other.
    ///
    /// # Errors
    ///
    /// As [`Lab::values_json`].
    #[wasm_bindgen(js_name = comparison)]
    pub fn comparison_json(
        &self,
        measure: &str,
        x: &str,
        y: &str,
        pairing: &str,
    ) -> Result<String, JsValue> {
        json(comparison(measure, x, y, pairing))
    }

    /// The options of an address, as JSON, once its generator is known to take them: no floor is
    /// made.
    ///
    /// # Errors
    ///
    /// The engine's sentence for what it does not understand, such as a parameter out of its range.
    #[wasm_bindgen(js_name = options)]
    pub fn options_json(&self, address: &str) -> Result<String, JsValue> {
        json(
            address.parse().and_then(|address: FloorAddress| {
                self.generator(&address).map(|_| address.pairs())
            }),
        )
    }
}

impl Lab {
    /// The counts of `count` floors of an address.
    ///
    /// # Errors
    ///
    /// [`SurveyError`] where there are no such floors.
    pub(crate) fn sample(
        &self,
        address: &str,
        measure: &str,
        skipped: u32,
        count: u32,
    ) -> Result<SampleAnswer, SurveyError> {
        let measure: &'static Measure = measure.parse()?;
        let sampled = self.sampled(address, measure, skipped, count)?;
        Ok(SampleAnswer::new(&sampled.sample(measure).run()?, measure))
    }

    /// The counts of `count` floors of each of two addresses, and what they have in common.
    ///
    /// # Errors
    ///
    /// A sentence where there are no such floors, or where their seeds are not the same.
    pub(crate) fn pair(
        &self,
        addresses: [&str; 2],
        measure: &str,
        skipped: u32,
        count: u32,
    ) -> Result<PairAnswer, String> {
        let measure = named(measure)?;
        let asked = |address| {
            let asked = self.sampled(address, measure, skipped, count);
            asked.map_err(|error| error.to_string())
        };
        let [x, y] = addresses.map(asked);
        let (x, y) = (x?, y?);
        if x.seeds != y.seeds || x.request.level != y.request.level {
            return Err(
                "the floors of the two addresses are of different seeds: give the same game, \
                        level and generator of draws"
                    .to_owned(),
            );
        }
        let counted = x.sample(measure).run_beside(&[(&*y.generator, y.request)]);
        let (of_x, others) = counted.map_err(|error| error.to_string())?;
        let [(of_y, pairing)] = &others[..] else {
            return Err("one of the two addresses has no floors".to_owned());
        };
        Ok(PairAnswer {
            x: SampleAnswer::new(&of_x, measure),
            y: SampleAnswer::new(of_y, measure),
            pairing: PairingAnswer {
                seeds: pairing.seeds,
                identical: pairing.identical,
                values: pairing.values(measure),
            },
        })
    }

    /// What makes the floors of an address, and their seeds.
    fn sampled(
        &self,
        address: &str,
        measure: &Measure,
        skipped: u32,
        count: u32,
    ) -> Result<Sampled, SurveyError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let mut request = address.request;
        // No measure looks inside rooms, but making their insides costs draws.
        if request.phase == Phase::Full && measure.scope != Scope::Generator {
            request.phase = Phase::Special;
        }
        let (skipped, count) = (u64::from(skipped), u64::from(count));
        let seeds = match address.seed {
            AddressSeed::Floor(seed) if seed.kind() == RngKind::Pcg => Seeds::pcg(skipped, count),
            _ => Seeds::run(1 + skipped, count),
        };
        Ok(Sampled { generator, request, seeds })
    }
}

/// What makes some floors, and their seeds.
struct Sampled {
    generator: Box<dyn Generator>,
    request: Request,
    seeds: Seeds,
}

impl Sampled {
    /// The sample, with what the page shows: one measure, and where rooms are.
    fn sample(&self, measure: &'static Measure) -> Sample<'_, dyn Generator> {
        let sample = Sample::of(&*self.generator).request(&self.request).seeds(self.seeds);
        sample.measures(MeasureSet::NONE.with(measure)).cells()
    }
}

impl SampleAnswer {
    fn new(counted: &Summary, measure: &'static Measure) -> Self {
        let places = |cells: &CellCounts| cells.iter().map(|(_, count)| count).collect();
        let present = counted.kinds().iter().filter(|counts| counts.rooms > 0);
        Self {
            floors: counted.floors,
            gave_up: counted.gave_up,
            grid: *counted.grid(),
            occupied: places(&counted.occupied),
            kinds: present
                .map(|counts| KindAnswer {
                    kind: counts.kind,
                    floors: counts.floors,
                    rooms: counts.rooms,
                    cells: places(&counts.cells),
                })
                .collect(),
            histogram: counted.histogram(measure).clone(),
        }
    }
}

/// What counts of a measure's values say.
///
/// # Errors
///
/// A sentence where there is no such measure or no such counts.
pub(crate) fn values(measure: &str, histogram: &str) -> Result<ValuesAnswer, String> {
    let (measure, histogram) = (named(measure)?, read(histogram)?);
    let values = Values::new(measure, &histogram);
    let interval = values.mean_interval();
    Ok(ValuesAnswer {
        total: values.total(),
        mean: values.mean(),
        lower: interval.map(|interval| interval.lower),
        upper: interval.map(|interval| interval.upper),
        deviation: values.standard_deviation(),
        least: values.minimum(),
        greatest: values.maximum(),
    })
}

/// How two counts of a measure differ.
///
/// # Errors
///
/// As [`values`].
pub(crate) fn comparison(
    measure: &str,
    x: &str,
    y: &str,
    pairing: &str,
) -> Result<Option<Comparison>, String> {
    let (measure, x, y) = (named(measure)?, read(x)?, read(y)?);
    let (x, y) = (Values::new(measure, &x), Values::new(measure, &y));
    if pairing.is_empty() {
        return Ok(Comparison::of(x, y));
    }
    let values = serde_json::from_str(pairing).map_err(|error| error.to_string())?;
    Ok(Comparison::paired(x, y, values))
}

fn named(measure: &str) -> Result<&'static Measure, String> {
    measure.parse().map_err(|error: basement_floors::RequestError| error.to_string())
}

fn read(histogram: &str) -> Result<Histogram, String> {
    serde_json::from_str(histogram).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const REBIRTH: &str = "backend=rebirth&edition=repentance&level=3";
    const FLASH: &str = "backend=flash&edition=wrath-of-the-lamb&level=4";

    fn merged(one: &SampleAnswer, other: &SampleAnswer) -> Histogram {
        let mut histogram = one.histogram.clone();
        histogram.merge(&other.histogram);
        histogram
    }

    #[test]
    fn the_parts_of_a_sample_are_the_whole() {
        let lab = Lab::new();
        for address in [REBIRTH, FLASH] {
            let part = |skipped, count| lab.sample(address, "loops", skipped, count).unwrap();
            let (whole, first, second) = (part(0, 300), part(0, 100), part(100, 200));
            assert_eq!(merged(&first, &second), whole.histogram);
            assert_eq!(first.floors + second.floors, whole.floors);
            let cells = first.occupied.iter().zip(&second.occupied);
            assert!(cells.map(|(one, other)| one + other).eq(whole.occupied));
        }
    }

    #[test]
    fn floors_without_insides_have_the_measures_of_whole_floors() {
        let lab = Lab::new();
        let whole: FloorAddress = REBIRTH.parse().unwrap();
        let generator = whole.generator().unwrap();
        let all = Sample::of(&*generator)
            .request(&whole.request)
            .seeds(Seeds::run(1, 300))
            .run()
            .unwrap();
        for (measure, histogram) in all.histograms() {
            let counted = lab.sample(REBIRTH, measure.name, 0, 300).unwrap();
            assert_eq!(&counted.histogram, histogram, "{}", measure.name);
            for kind in counted.kinds {
                let expected = all.kind(kind.kind);
                assert_eq!((kind.floors, kind.rooms), (expected.floors, expected.rooms));
                assert!(kind.cells.into_iter().eq(expected.cells.iter().map(|(_, count)| count)));
            }
        }
    }

    #[test]
    fn two_addresses_of_the_same_seeds_are_compared_seed_by_seed() {
        let lab = Lab::new();
        let changed = format!("{REBIRTH}&set=rebirth.secret.penalty_one_neighbour=0");
        let compared = |measure: &str| {
            let both = lab.pair([REBIRTH, &changed], measure, 0, 300).unwrap();
            let alone = lab.sample(&changed, measure, 0, 300).unwrap();
            assert_eq!(both.y.histogram, alone.histogram);
            let histograms =
                [&both.x, &both.y].map(|side| serde_json::to_string(&side.histogram).unwrap());
            let pairing = serde_json::to_string(&both.pairing).unwrap();
            comparison(measure, &histograms[0], &histograms[1], &pairing).unwrap().unwrap()
        };
        let rooms = compared("rooms");
        assert!(rooms.paired && rooms.same_on_every_seed);
        let around = compared("secret_neighbours");
        assert!(around.paired && !around.same_on_every_seed && around.difference_upper < 0.0);
        let error = lab.pair([REBIRTH, FLASH], "rooms", 0, 10).err().unwrap();
        assert!(error.contains("different seeds"), "{error}");
    }

    #[test]
    fn counts_that_were_written_give_their_mean_and_difference() {
        let lab = Lab::new();
        let histogram = |address| {
            let counted = lab.sample(address, "rooms", 0, 200).unwrap();
            serde_json::to_string(&counted.histogram).unwrap()
        };
        let (flash, rebirth) = (histogram(FLASH), histogram(REBIRTH));
        let mean = |histogram: &str| values("rooms", histogram).unwrap().mean.unwrap();
        let differs = comparison("rooms", &flash, &rebirth, "").unwrap().unwrap();
        assert_eq!(differs.difference, mean(&rebirth) - mean(&flash));
        assert!(!differs.paired);
        assert_eq!(values("rooms", "{}").unwrap().mean, None);
        assert!(values("room", "{}").err().unwrap().contains("did you mean `rooms`"));
    }
}
