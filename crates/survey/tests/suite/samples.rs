//! Samples: what is counted does not depend on what else is counted, every seed is visited once, and
//! what is no floor is an error.

use basement_floors::{
    Backend, Description, Floor, FloorError, FloorParts, GenerateError, Generator, Grid, Request,
    Seed,
};
use basement_survey::{Analysis, MEASURES, MeasureSet, Sample, Seeds, SurveyError, measure};

#[test]
fn each_measure_alone_has_the_counts_and_cells_of_a_full_sample() {
    for backend in Backend::ALL {
        let generator = backend.generator(None, &[]).unwrap();
        let (request, seeds) = (Request::level(4), Seeds::pcg(3, 1010));
        let sample = || Sample::of(&*generator).request(&request).seeds(seeds);
        let all = sample().run().unwrap();
        for measure in &MEASURES {
            let asked = MeasureSet::NONE.with(measure);
            let counted = sample().measures(asked).cells().run().unwrap();
            assert_eq!(counted.histogram(measure), all.histogram(measure), "{}", measure.name);
            assert_eq!((counted.floors, counted.gave_up), (all.floors, all.gave_up));
            assert_eq!(counted.occupied, all.occupied);
            for (counted, all) in counted.kinds().iter().zip(all.kinds()) {
                assert_eq!(counted.cells, all.cells);
                assert_eq!((counted.rooms, counted.floors), (all.rooms, all.floors));
            }
        }
    }
}

#[test]
fn counting_two_generators_together_gives_their_own_counts_and_the_full_pairing() {
    let [x, y] = ["article", "repentance"].map(|e| Backend::Rebirth.generator(e, &[]).unwrap());
    let (request, seeds) = (Request::level(4).without_curse(), Seeds::run(9, 700));
    let of = |generator| Sample::of(generator).request(&request).seeds(seeds);
    let (_, among_all) = of(&*x).run_beside(&[(&*y, request)]).unwrap();
    for measure in [measure::DEAD_ENDS, measure::SHOP_DISTANCE] {
        let one = |generator| of(generator).measures(MeasureSet::NONE.with(measure)).cells();
        let (of_x, others) = one(&*x).run_beside(&[(&*y, request)]).unwrap();
        let ((of_y, pairing), (_, all)) = (&others[0], &among_all[0]);
        assert_eq!([&of_x, of_y], [&one(&*x).run().unwrap(), &one(&*y).run().unwrap()]);
        assert_eq!(pairing.values(measure), all.values(measure));
        assert_eq!((pairing.seeds, pairing.identical), (all.seeds, all.identical));
    }
}

#[test]
fn a_sample_ends_at_the_last_seed_and_one_beyond_it_is_refused() {
    let generator = Backend::Rebirth.generator(None, &[]).unwrap();
    let of = |first, count| Sample::of(&*generator).seeds(Seeds::run(first, count)).run();
    let last = u64::from(u32::MAX);
    assert_eq!(of(last, 1).unwrap().floors, 1);
    assert_eq!(of(last - 4, 5).unwrap().floors, 5);
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let summary = Sample::of(&*flash).seeds(Seeds::pcg(u64::MAX - 4, 5)).run().unwrap();
    assert_eq!(summary.floors, 5);
    assert_eq!(of(1, 0).unwrap().floors, 0);
    assert!(of(last, 2).is_err());
}

#[test]
fn a_fold_sees_each_seed_once_and_the_floors_of_a_run() {
    let generator = Backend::Rebirth.generator(None, &[]).unwrap();
    let sample = || Sample::of(&*generator).request(&Request::level(2)).seeds(Seeds::run(5, 3210));
    let mut found = sample()
        .fold(
            Vec::new,
            |found, number, floor| {
                let rooms = floor.and_then(|f| measure::ROOMS.raw_of(&Analysis::from_floor(f)));
                found.push((number, rooms));
            },
            |found, others| found.extend(others),
        )
        .unwrap();
    found.sort_unstable();
    let numbers = found.iter().map(|(number, _)| *number);
    assert!(numbers.eq(5..3215));
    let sum: u64 = found.iter().filter_map(|(_, rooms)| *rooms).map(u64::from).sum();
    let mean = sample().run().unwrap().mean(measure::ROOMS).unwrap();
    let floors = found.iter().filter(|(_, rooms)| rooms.is_some()).count();
    assert!((sum as f64 / floors as f64 - mean).abs() < 1e-9);
    let wrong = Sample::of(&*generator).seeds(Seeds::run(u32::MAX.into(), 2));
    assert!(wrong.fold(|| (), |(), _, _| (), |(), ()| ()).is_err());
}

/// A generator that forgets the rooms.
struct Forgetful;

impl Generator for Forgetful {
    fn describe(&self) -> Description {
        Description::new("forgetful", "first", 1)
    }

    fn grid(&self) -> Grid {
        Grid::REBIRTH
    }

    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        Ok(Floor::new(FloorParts::new(self.grid(), request, seed, &[]))?)
    }
}

#[test]
fn an_invalid_floor_is_an_error_and_not_a_generator_that_gave_up() {
    let error: FloorError = match Forgetful.generate(&Request::level(1), Seed::Pcg(0)) {
        Err(GenerateError::Floor(error)) => error,
        other => panic!("{other:?}"),
    };
    let sample = Sample::of(&Forgetful).request(&Request::level(1)).seeds(Seeds::pcg(0, 10));
    assert_eq!(sample.run().unwrap_err(), SurveyError::Floor(error));
}
