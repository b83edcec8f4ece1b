//! How many floors a second, by backend, level and source of random numbers.
//!
//! `cargo bench --bench generation`

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

criterion_group!(benches, generation);
criterion_main!(benches);
