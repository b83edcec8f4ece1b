//! Many floors, counted part by part: the caller adds up the parts.

use std::collections::BTreeMap;
use std::sync::Mutex;

use basement_floors::{
    AddressSeed, FloorAddress, Generator, Grid, Phase, Request, RequestError, RngKind, RoomKind,
};
use basement_survey::measure;
use basement_survey::pairing::{PairedValues, Pairing};
use basement_survey::summary::{CellCounts, Histogram};
use basement_survey::{
    Analysis, Comparison, MEASURES, Measure, MeasureSet, Sample, Seeds, Summary, SurveyError,
    Values,
};
use serde::Serialize;

use crate::{Lab, Message};

/// What is counted on floors.
#[derive(Clone, Copy)]
struct Asked {
    measures: MeasureSet,
    /// Whether the insides of rooms are made, too: no measure looks at them, but they cost draws.
    insides: bool,
}

impl Asked {
    /// Reads the name of a measure, or a name for all of them: `all` leaves out the draws, which
    /// depend on the insides of rooms; `insides` includes them.
    fn new(name: &str) -> Result<Self, RequestError> {
        let all = MeasureSet::ALL.iter().filter(|measure| *measure != measure::DRAWS);
        Ok(match name {
            "all" => Self { measures: all.collect(), insides: false },
            "insides" => Self { measures: MeasureSet::ALL, insides: true },
            name => {
                let measure: &'static Measure = name.parse()?;
                let measures = MeasureSet::NONE.with(measure);
                Self { measures, insides: measure == measure::DRAWS }
            }
        })
    }

    /// What is counted in one pass: counting all measures is faster than all but one.
    fn counted(self) -> MeasureSet {
        if self.has_rows() { MeasureSet::ALL } else { self.measures }
    }

    fn has_rows(self) -> bool {
        self.measures.iter().count() > 1
    }
}

/// The measures of each seed's floor, one byte each: measure by measure in the order of
/// [`MEASURES`], seed by seed.
struct Rows {
    asked: Asked,
    seeds: Seeds,
    bytes: Mutex<Vec<u8>>,
}

/// The byte of a measure that the floor lacks, and of a seed without a floor.
const NONE: u8 = u8::MAX;

impl Rows {
    fn new(asked: Asked, seeds: Seeds, samples: usize) -> Self {
        let floors = if asked.has_rows() { seeds.count as usize } else { 0 };
        let bytes = Mutex::new(vec![NONE; samples * floors * MEASURES.len()]);
        Self { asked, seeds, bytes }
    }

    fn add(&self, sample: usize, number: u64, floor: &Analysis) {
        let Ok(mut bytes) = self.bytes.lock() else { return };
        if bytes.is_empty() {
            return;
        }
        let (count, row) = (self.seeds.count as usize, (number - self.seeds.first) as usize);
        floor.for_each_value(MeasureSet::ALL, |place, raw| {
            let measure = &MEASURES[place];
            if self.asked.measures.contains(measure) {
                let step = raw / step_of(measure);
                bytes[(sample * MEASURES.len() + place) * count + row] =
                    step.min(u32::from(NONE - 1)) as u8;
            }
        });
    }
}

/// How many raw values of a measure share a byte: a whole number has its own byte up to 253, a share
/// is in steps of 0.005.
pub(crate) fn step_of(measure: &Measure) -> u32 {
    if measure == measure::DRAWS {
        return 50;
    }
    let fits = |step: &u32| measure.scale <= 2 || measure.most / step < u32::from(NONE);
    [1, 5, 10, 50].into_iter().find(fits).unwrap_or(100)
}

/// The counts of some floors. All are whole numbers: the sum of two parts is the whole.
#[derive(Serialize)]
pub(crate) struct SampleAnswer {
    /// Floors counted.
    pub floors: u64,
    /// Seeds for which the generator gave up.
    pub gave_up: u64,
    /// For each measure, how many floors have each raw value, and the smallest seed among them.
    pub histograms: BTreeMap<&'static str, Histogram>,
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

/// The counts of the floors of one address, or of two from the same seeds. All are whole numbers: the
/// sum of two parts is the whole.
#[derive(Serialize)]
pub(crate) struct CountAnswer {
    x: SampleAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<SampleAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairing: Option<PairingAnswer>,
    /// The bytes of [`Rows`]: those of the first address, then those of the second.
    #[serde(skip)]
    pub rows: Vec<u8>,
}

/// Two addresses compared seed by seed.
#[derive(Serialize)]
struct PairingAnswer {
    /// Seeds on which at least one of the two has a floor.
    seeds: u64,
    /// Seeds on which both have the same floor.
    identical: u64,
    /// What the values of each measure have in common.
    values: BTreeMap<&'static str, PairedValues>,
}

/// What the counts of a measure's values say, in its unit.
#[derive(Serialize)]
pub(crate) struct ValuesAnswer {
    /// `None` if nothing was counted.
    mean: Option<f64>,
    /// The bounds of its 95 % interval; `None` for fewer than two floors.
    lower: Option<f64>,
    upper: Option<f64>,
    least: Option<f64>,
    greatest: Option<f64>,
}

impl Lab {
    /// The counts of `count` floors of an address: those of its seeds in order, after the first
    /// `skipped`. The seeds are those of `basement-lab sample`; the address's own is not read. `other`,
    /// if it is not empty, is a second address, whose floors are made from the same seeds. `measures`
    /// is the name of one measure, `all` for all but the draws, or `insides` for the draws too.
    pub(crate) fn count(
        &self,
        address: &str,
        other: &str,
        measures: &str,
        skipped: u32,
        count: u32,
    ) -> Result<CountAnswer, Message> {
        let asked = Asked::new(measures)?;
        let sampled = |address| self.sampled(address, asked, skipped, count);
        let x = sampled(address)?;
        let y = (!other.is_empty()).then(|| sampled(other)).transpose()?;
        if y.as_ref().is_some_and(|y| x.seeds != y.seeds || x.request.level != y.request.level) {
            let text = "the floors of the two addresses are of different seeds: give the same game, \
                        level and generator of draws";
            return Err(Message(text.to_owned()));
        }
        let others: Vec<_> = y.iter().map(|y| (&*y.generator, y.request)).collect();
        let rows = Rows::new(asked, x.seeds, 1 + others.len());
        let each = |sample: usize, number: u64, floor: &_| rows.add(sample, number, floor);
        let sample = Sample::of(&*x.generator).request(&x.request).seeds(x.seeds);
        let sample = sample.measures(asked.counted()).cells().each(&each);
        let (of_x, others) = sample.run_beside(&others)?;
        let (y, pairing) = others
            .first()
            .map(|(of_y, pairing)| {
                let values = asked.measures.iter();
                let values =
                    values.map(|measure| (measure.name, pairing.values(measure))).collect();
                let Pairing { seeds, identical, .. } = *pairing;
                (SampleAnswer::new(of_y, asked), PairingAnswer { seeds, identical, values })
            })
            .unzip();
        let x = SampleAnswer::new(&of_x, asked);
        Ok(CountAnswer { x, y, pairing, rows: rows.bytes.into_inner().unwrap_or_default() })
    }

    /// The generator, request and seeds of an address.
    fn sampled(
        &self,
        address: &str,
        asked: Asked,
        skipped: u32,
        count: u32,
    ) -> Result<Sampled, SurveyError> {
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let mut request = address.request;
        if request.phase == Phase::Full && !asked.insides {
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

/// The generator of some floors, their request and their seeds.
struct Sampled {
    generator: Box<dyn Generator>,
    request: Request,
    seeds: Seeds,
}

impl SampleAnswer {
    fn new(counted: &Summary, asked: Asked) -> Self {
        let places = |cells: &CellCounts| cells.iter().map(|(_, count)| count).collect();
        let present = counted.kinds().iter().filter(|counts| counts.rooms > 0);
        let histograms = asked.measures.iter();
        let histograms =
            histograms.map(|measure| (measure.name, counted.histogram(measure).clone()));
        Self {
            floors: counted.floors,
            gave_up: counted.gave_up,
            histograms: histograms.collect(),
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
        }
    }
}

impl Lab {
    /// The options of an address, if its generator accepts them. No floor is made.
    pub(crate) fn options(
        &self,
        address: &str,
    ) -> Result<Vec<(&'static str, String)>, RequestError> {
        let address: FloorAddress = address.parse()?;
        self.generator(&address)?;
        Ok(address.pairs())
    }

    /// The mean of counted values, its interval and so on. The counts are written as those of [`Lab::count`].
    pub(crate) fn values(&self, measure: &str, histogram: &str) -> Result<ValuesAnswer, Message> {
        let measure = measure.parse()?;
        let histogram = serde_json::from_str(histogram)?;
        let values = Values::new(measure, &histogram);
        let interval = values.mean_interval();
        Ok(ValuesAnswer {
            mean: values.mean(),
            lower: interval.map(|interval| interval.lower),
            upper: interval.map(|interval| interval.upper),
            least: values.minimum(),
            greatest: values.maximum(),
        })
    }

    /// How two counts of a measure differ; `None` if there are too few floors. `pairing` is that of
    /// [`Lab::count`], or empty if the seeds of both are not the same.
    pub(crate) fn comparison(
        &self,
        measure: &str,
        x: &str,
        y: &str,
        pairing: &str,
    ) -> Result<Option<Comparison>, Message> {
        let measure = measure.parse()?;
        let [x, y] = [serde_json::from_str(x)?, serde_json::from_str(y)?];
        let (x, y) = (Values::new(measure, &x), Values::new(measure, &y));
        Ok(if pairing.is_empty() {
            Comparison::of(x, y)
        } else {
            Comparison::paired(x, y, serde_json::from_str(pairing)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REBIRTH: &str = "backend=rebirth&edition=repentance&level=3";
    const FLASH: &str = "backend=flash&edition=wrath-of-the-lamb&level=4";

    fn counted(address: &str, measures: &str, skipped: u32, count: u32) -> CountAnswer {
        Lab::default().count(address, "", measures, skipped, count).unwrap()
    }

    #[test]
    fn the_parts_of_a_sample_add_up_to_the_whole() {
        for address in [REBIRTH, FLASH] {
            let part = |skipped, count| counted(address, "loops", skipped, count).x;
            let (whole, first, second) = (part(0, 300), part(0, 100), part(100, 200));
            let mut merged = first.histograms["loops"].clone();
            merged.merge(&second.histograms["loops"]);
            assert_eq!(merged, whole.histograms["loops"]);
            assert_eq!(first.floors + second.floors, whole.floors);
            let cells = first.occupied.iter().zip(&second.occupied);
            assert!(cells.map(|(one, other)| one + other).eq(whole.occupied));
        }
    }

    #[test]
    fn floors_without_insides_have_the_measures_of_whole_floors() {
        let whole: FloorAddress = REBIRTH.parse().unwrap();
        let generator = whole.generator().unwrap();
        let sample = Sample::of(&*generator).request(&whole.request).seeds(Seeds::run(1, 300));
        let whole = sample.run().unwrap();
        let all = counted(REBIRTH, "all", 0, 300).x;
        for (measure, histogram) in whole.histograms() {
            let alone = counted(REBIRTH, measure.name, 0, 300).x;
            assert_eq!(&alone.histograms[measure.name], histogram, "{}", measure.name);
            assert_eq!(measure == measure::DRAWS, !all.histograms.contains_key(measure.name));
            let among = all.histograms.get(measure.name).unwrap_or(histogram);
            assert_eq!(among, histogram, "{}", measure.name);
            for kind in alone.kinds {
                let expected = whole.kind(kind.kind);
                assert_eq!((kind.floors, kind.rooms), (expected.floors, expected.rooms));
                assert!(kind.cells.into_iter().eq(expected.cells.iter().map(|(_, count)| count)));
            }
        }
        let insides = counted(REBIRTH, "insides", 0, 300).x;
        assert!(whole.histograms().all(|(it, bins)| &insides.histograms[it.name] == bins));
    }

    #[test]
    fn rows_have_the_counts_of_each_measure() {
        let (lab, count) = (Lab::default(), 200);
        let changed = format!("{REBIRTH}&set=rebirth.growth.neighbour_limit=3");
        let both = lab.count(REBIRTH, &changed, "insides", 40, count as u32).unwrap();
        assert_eq!(both.rows.len(), 2 * count * MEASURES.len());
        for (sample, counts) in [both.x, both.y.unwrap()].iter().enumerate() {
            for (place, measure) in MEASURES.iter().enumerate() {
                let mut bytes = [0; 256];
                let first = (sample * MEASURES.len() + place) * count;
                both.rows[first..first + count].iter().for_each(|byte| bytes[*byte as usize] += 1);
                let histogram = &counts.histograms[measure.name];
                let mut expected = [0; 256];
                for (raw, bin) in histogram.bins() {
                    expected[(raw / step_of(measure)).min(254) as usize] += bin.count;
                }
                expected[255] = count as u64 - expected.iter().sum::<u64>();
                assert_eq!(bytes, expected, "{}", measure.name);
            }
        }
        assert!(counted(FLASH, "rings", 0, 10).rows.is_empty());
        // Draws for the insides are not part of a floor that is made without them.
        let without = counted(REBIRTH, "all", 0, 10).rows;
        let draws = MEASURES.iter().position(|measure| measure == measure::DRAWS).unwrap();
        assert!(without[draws * 10..][..10].iter().all(|byte| *byte == 255));
    }

    #[test]
    fn two_addresses_of_the_same_seeds_are_compared_seed_by_seed() {
        let lab = Lab::default();
        let changed = format!("{REBIRTH}&set=rebirth.secret.penalty_one_neighbour=0");
        let compared = |measure: &str, counted: &str| {
            let both = lab.count(REBIRTH, &changed, counted, 0, 300).unwrap();
            let y = both.y.unwrap();
            let alone = lab.count(&changed, "", measure, 0, 300).unwrap();
            assert_eq!(y.histograms[measure], alone.x.histograms[measure]);
            let histograms =
                [&both.x, &y].map(|side| serde_json::to_string(&side.histograms[measure]).unwrap());
            let pairing = both.pairing.unwrap();
            let pairing = serde_json::to_string(&pairing.values[measure]).unwrap();
            lab.comparison(measure, &histograms[0], &histograms[1], &pairing).unwrap().unwrap()
        };
        for counted in ["rooms", "all"] {
            let rooms = compared("rooms", counted);
            assert!(rooms.paired && rooms.same_on_every_seed);
        }
        for counted in ["secret_neighbours", "all"] {
            let around = compared("secret_neighbours", counted);
            assert!(around.paired && !around.same_on_every_seed && around.difference_upper < 0.0);
        }
        let error = lab.count(REBIRTH, FLASH, "rooms", 0, 10).err().unwrap().0;
        assert!(error.contains("different seeds"), "{error}");
    }

    #[test]
    fn serialized_counts_give_their_mean_and_difference() {
        let histogram = |address| {
            let counted = counted(address, "rooms", 0, 200).x;
            serde_json::to_string(&counted.histograms["rooms"]).unwrap()
        };
        let (flash, rebirth) = (histogram(FLASH), histogram(REBIRTH));
        let lab = Lab::default();
        let mean = |histogram: &str| lab.values("rooms", histogram).unwrap().mean.unwrap();
        let differs = lab.comparison("rooms", &flash, &rebirth, "").unwrap().unwrap();
        assert_eq!(differs.difference, mean(&rebirth) - mean(&flash));
        assert!(!differs.paired);
        assert_eq!(lab.values("rooms", "{}").unwrap().mean, None);
        let error = lab.values("room", "{}").err().unwrap().0;
        assert!(error.contains("did you mean `rooms`"));
    }
}
