//! The effects of three rules of Rebirth: the fewest dead ends, the pool rule that the article
//! reports, and the exception for rings on Labyrinth floors.
//!
//! ```sh
//! cargo run --release --example ablate
//! cargo run --release --example ablate -- --rooms my-rooms   # with your own rooms
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::floors::rooms::Catalogue;
use basement_lab::roomfiles::load_with_base;
use basement_lab::survey::ablation::{Changed, ablate};
use basement_lab::{Backend, Change, Curse, Request, Seeds, Value};
use clap::Parser;

/// The effects of three rules of Rebirth.
#[derive(Parser)]
struct Arguments {
    /// Make the floors from these rooms: a file or a folder of files; may be repeated.
    #[arg(long, value_name = "PATH")]
    rooms: Vec<PathBuf>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths = Arguments::parse().rooms;
    let rooms = if paths.is_empty() {
        Arc::clone(Catalogue::embedded())
    } else {
        Arc::new(load_with_base(&paths)?.catalogue)
    };
    let first = Request::level(1).without_curse();
    let fourth = Request::level(4).without_curse();
    let labyrinth = Request::level(5).with_curse(Curse::Labyrinth);
    for (request, path, value, measure) in [
        (first, "rebirth.dead_ends.base", Value::Whole(0), "rings"),
        (fourth, "rebirth.growth.shape_removal", Value::Real(0.95), "large_rooms"),
        (labyrinth, "rebirth.growth.loop_one_in", Value::Whole(0), "rings"),
    ] {
        let change = Change::new(path, value);
        let seeds = Seeds::run(1, 20_000);
        let rebirth = Backend::Rebirth.generator_with_rooms("repentance", &[], Some(&rooms))?;
        let changed = Changed::each(Backend::Rebirth, "repentance", &[], &[change], Some(&rooms))?;
        let (base, ablations) = ablate(&*rebirth, changed, &request, seeds, &|_| {})?;
        for ablation in &ablations {
            let effects = ablation.effects(&base);
            let Some(effect) = effects.iter().find(|effect| effect.measure == measure) else {
                continue;
            };
            let Some((parameter, change)) = &ablation.parameter else { continue };
            println!(
                "{path} = {} instead of {}: {measure} {:.3} -> {:.3} ({:+.3}, 95 % {:+.3} to {:+.3})",
                change.value,
                parameter.value,
                effect.comparison.mean_x,
                effect.comparison.mean_y,
                effect.comparison.difference,
                effect.comparison.difference_lower,
                effect.comparison.difference_upper
            );
        }
    }
    Ok(())
}
