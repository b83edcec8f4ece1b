//! How many floors per second, by backend, level and source of random numbers; how many by phase;
//! how many are measured per second.
//!
//! `cargo bench --bench generation`; `-- "against the plain reading"` shows how many times faster
//! the backends are than the plain readings of `basement-reference`.

use basement_lab::floors::Phase;
use basement_lab::floors::flash::{self, Flash};
use basement_lab::floors::rebirth::{self, Rebirth};
use basement_lab::floors::{Description, GenerateError, Grid};
use basement_lab::survey::{MeasureSet, measure};
use basement_lab::{Backend, Curse, Floor, Generator, Request, RngKind, Sample, Seed, Seeds};
use basement_reference::{PlainFlash, PlainRebirth};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::ThreadPoolBuilder;
use std::hint::black_box;
use strum::VariantArray;

/// The levels that every group has.
const LEVELS: [u8; 3] = [1, 4, 8];

/// The floors that are timed: levels 1, 4 and 8, a Labyrinth, The Void.
fn requests(backend: Backend) -> Vec<(&'static str, Request)> {
    let plain = |level: u8| Request::level(level).without_curse();
    let mut requests = vec![
        ("level 1", plain(1)),
        ("level 4", plain(4)),
        ("level 8", plain(8)),
        ("labyrinth 1", Request::level(1).with_curse(Curse::Labyrinth)),
    ];
    if backend == Backend::Rebirth {
        requests.push(("the void", plain(12)));
    }
    requests
}

/// Seeds one after the other, so that no floor is generated twice.
fn next_seed(kind: RngKind, number: &mut u32) -> Seed {
    *number = number.wrapping_add(1).max(1);
    match kind {
        RngKind::Game => Seed::game(*number).unwrap_or(Seed::Pcg(0)),
        RngKind::Pcg => Seed::Pcg((*number).into()),
    }
}

fn generation(criterion: &mut Criterion) {
    for &backend in Backend::ALL {
        for edition in backend.editions() {
            let generator: Box<dyn Generator> =
                backend.generator(*edition, &[]).expect("an edition of the list");
            let mut group = criterion.benchmark_group(format!("{backend} {edition}"));
            group.throughput(Throughput::Elements(1));
            for &kind in RngKind::ALL {
                for (name, request) in requests(backend) {
                    let mut number = 0;
                    group.bench_function(BenchmarkId::new(name, kind), |bencher| {
                        bencher.iter(|| {
                            let seed = next_seed(kind, &mut number);
                            generator.generate(black_box(&request), seed)
                        });
                    });
                }
            }
            group.finish();
        }
    }
}

/// How many seeds a sample takes at a time.
const BATCH: usize = 1000;

/// The same floors, many seeds at a time, as samples make them.
fn in_batches(criterion: &mut Criterion) {
    for &backend in Backend::ALL {
        let kind = if backend == Backend::Rebirth { RngKind::Game } else { RngKind::Pcg };
        for edition in backend.editions() {
            let generator: Box<dyn Generator> =
                backend.generator(*edition, &[]).expect("an edition of the list");
            let mut group = criterion.benchmark_group(format!("{backend} {edition} in batches"));
            group.throughput(Throughput::Elements(BATCH as u64));
            for (name, request) in requests(backend) {
                let mut number = 0;
                group.bench_function(name, |bencher| {
                    bencher.iter(|| {
                        let seeds: Vec<Seed> =
                            (0..BATCH).map(|_| next_seed(kind, &mut number)).collect();
                        generator.generate_batch(black_box(&request), &seeds, &mut |floor| {
                            black_box(floor.is_ok());
                        });
                    });
                });
            }
            group.finish();
        }
    }
}

/// Where a Rebirth floor's time goes: each phase ends later than the one before.
fn phases(criterion: &mut Criterion) {
    let generator = Rebirth::new(rebirth::Edition::Repentance);
    let mut group = criterion.benchmark_group("rebirth repentance by phase");
    group.throughput(Throughput::Elements(1));
    for phase in Phase::VARIANTS {
        for level in LEVELS {
            let request = Request { phase: *phase, ..Request::level(level).without_curse() };
            let mut number = 0;
            group.bench_function(BenchmarkId::new(phase.to_string(), level), |bencher| {
                bencher.iter(|| {
                    let seed = next_seed(RngKind::Game, &mut number);
                    generator.generate(black_box(&request), seed)
                });
            });
        }
    }
    group.finish();
}

/// A generator that returns floors that were made before.
struct Prepared {
    floors: Vec<Floor>,
    grid: Grid,
}

impl Generator for Prepared {
    fn describe(&self) -> Description {
        Description::new("prepared", "none", 1)
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn generate(&self, _: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        Ok(self.floors[seed.value() as usize % self.floors.len()].clone())
    }

    fn generate_batch(
        &self,
        _: &Request,
        seeds: &[Seed],
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        for seed in seeds {
            visit(Ok(&self.floors[seed.value() as usize % self.floors.len()]));
        }
    }
}

/// The cost of measuring and counting a floor: all measures, and two of them.
fn measures(criterion: &mut Criterion) {
    const FLOORS: u64 = 20_000;
    let one_thread = ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of a thread");
    let mut group = criterion.benchmark_group("measures");
    group.throughput(Throughput::Elements(FLOORS));
    let two = MeasureSet::NONE.with(measure::LOOPS).with(measure::BOSS_DISTANCE);
    for (backend, kind) in [(Backend::Flash, RngKind::Pcg), (Backend::Rebirth, RngKind::Game)] {
        let generator = backend.generator(None, &[]).expect("the default edition");
        for level in LEVELS {
            let request = Request::level(level).without_curse();
            let mut number = 0;
            let seeds = std::iter::repeat_with(|| next_seed(kind, &mut number));
            let floors = seeds.filter_map(|seed| generator.generate(&request, seed).ok());
            let floors: Vec<Floor> = floors.take(BATCH).collect();
            let prepared = Prepared { grid: generator.grid(), floors };
            for (name, measures) in [("all", MeasureSet::ALL), ("two", two)] {
                let id = BenchmarkId::new(format!("{backend}, {name}"), level);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        let sample = Sample::of(black_box(&prepared)).measures(measures);
                        one_thread.install(|| sample.seeds(Seeds::pcg(0, FLOORS)).run())
                    });
                });
            }
        }
    }
    group.finish();
}

/// Both backends and the plain readings with the same draws, for Flash also the plain reading that
/// makes every draw of the rules: in one run, for their ratios.
fn against_the_plain_reading(criterion: &mut Criterion) {
    let (article, repentance) = (flash::Edition::Article, rebirth::Edition::Repentance);
    let (flash, rebirth) = (Flash::new(article), Rebirth::new(repentance));
    let (plain_flash, plain_rebirth) = (PlainFlash::new(article), PlainRebirth::new(repentance));
    let literal_flash = plain_flash.clone().literal();
    let flash: [(&str, &dyn Generator); 3] =
        [("engine", &flash), ("plain", &plain_flash), ("plain, every draw", &literal_flash)];
    let rebirth: [(&str, &dyn Generator); 2] = [("engine", &rebirth), ("plain", &plain_rebirth)];
    let sides = [
        ("flash article against the plain reading", RngKind::Pcg, &flash[..]),
        ("rebirth repentance against the plain reading", RngKind::Game, &rebirth[..]),
    ];
    for (name, kind, generators) in sides {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(1));
        for level in LEVELS {
            let request = Request::level(level).without_curse();
            for (name, generator) in generators {
                let mut number = 0;
                group.bench_function(BenchmarkId::new(*name, level), |bencher| {
                    bencher.iter(|| {
                        let seed = next_seed(kind, &mut number);
                        generator.generate(black_box(&request), seed)
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, generation, in_batches, phases, measures, against_the_plain_reading);
criterion_main!(benches);
