//! How many floors a second, by backend, level and source of random numbers.
//!
//! `cargo bench --bench generation`; `-- "against the plain reading"` for how many
//! times faster the Flash backend is than the plain reading that the tests keep.

#[allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "the tests' module")]
#[path = "../tests/plain/mod.rs"]
mod plain;

use basement_floors::flash::{Edition, Flash, Rules};
use basement_lab::{Backend, Curse, Generator, Request, RngKind, Seed};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use strum::IntoEnumIterator;

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
    for backend in Backend::iter() {
        for edition in backend.editions() {
            let generator: Box<dyn Generator> =
                backend.generator(edition, &[]).expect("an edition of the list");
            let mut group = criterion.benchmark_group(format!("{backend} {edition}"));
            group.throughput(Throughput::Elements(1));
            for kind in RngKind::iter() {
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

/// The Flash backend, the plain reading of the same draws, and the plain reading
/// that takes every draw of which the rules speak: in one run, for their ratios.
fn against_the_plain_reading(criterion: &mut Criterion) {
    let edition = Edition::Article;
    let rules = edition.rules();
    let flash = Flash::new(edition);
    let mut group = criterion.benchmark_group("flash article against the plain reading");
    group.throughput(Throughput::Elements(1));
    for level in [1, 4, 8] {
        let request = Request::level(level).without_curse();
        let mut number = 0;
        group.bench_function(BenchmarkId::new("flash", level), |bencher| {
            bencher.iter(|| {
                let seed = next_seed(RngKind::Pcg, &mut number);
                flash.generate(black_box(&request), seed)
            });
        });
        for (name, generate) in PLAIN {
            let mut number = 0;
            group.bench_function(BenchmarkId::new(name, level), |bencher| {
                bencher.iter(|| {
                    let seed = next_seed(RngKind::Pcg, &mut number);
                    generate(&rules, black_box(&request), seed)
                });
            });
        }
    }
    group.finish();
}

type Plain = fn(&Rules, &Request, Seed) -> Result<plain::PlainFloor, plain::GaveUp>;

const PLAIN: [(&str, Plain); 2] =
    [("plain", plain::flash::generate), ("plain, every draw", plain::flash::generate_literally)];

criterion_group!(benches, generation, against_the_plain_reading);
criterion_main!(benches);
