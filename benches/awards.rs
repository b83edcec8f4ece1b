//! How many awards per second, by setting, account of the awards and source of random numbers; and
//! how long an exact distribution takes.
//!
//! `cargo bench --bench awards`

use basement_lab::awards::{AwardItem, AwardItems, Preset, Procedure, RandomNumbers, Setting};
use basement_lab::{Difficulty, RngKind, Seed};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Awards in one iteration: enough that the processor learns no branch by heart.
const AWARDS: u64 = 10_000;

/// The settings that are timed.
fn settings() -> [(&'static str, Setting); 2] {
    let all: AwardItems = AwardItem::ALL.into_iter().collect();
    let all = Setting::new(3.0, all, Difficulty::Hard).expect("finite luck");
    [("no item", Setting::default()), ("every item", all)]
}

fn awards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("awards");
    group.throughput(Throughput::Elements(AWARDS));
    for (name, setting) in settings() {
        for preset in Preset::ALL {
            let procedure = Procedure::new(&setting, &preset.rules());
            for &kind in RngKind::ALL {
                let id = BenchmarkId::new(name, format!("{preset} {kind}"));
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        let mut counts = black_box(&procedure).empty_counts();
                        for number in 1..=AWARDS {
                            let seed = Seed::new(kind, number).unwrap_or(Seed::Pcg(number));
                            counts.add(procedure.award_from_seed(seed), 1);
                        }
                        counts
                    });
                });
            }
        }
    }
    group.finish();
}

fn distributions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("award distribution");
    for (name, setting) in settings() {
        let procedure = Procedure::new(&setting, &Preset::PseudoCode.rules());
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&procedure).distribution(RandomNumbers::Ideal));
        });
    }
    group.finish();
}

criterion_group!(benches, awards, distributions);
criterion_main!(benches);
