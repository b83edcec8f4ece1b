//! What three rules of Rebirth cause: the fewest dead ends, the pool rule that the
//! article reports, and the exception for loops on Labyrinth floors.
//!
//! ```sh
//! cargo run --release --example ablate
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use basement_lab::floors::Change;
use basement_lab::survey::{Changed, SurveyError, ablate};
use basement_lab::{Backend, Curse, Request, Seeds};

fn main() -> Result<(), SurveyError> {
    let first = Request::level(1).without_curse();
    let fourth = Request::level(4).without_curse();
    let labyrinth = Request::level(5).with_curse(Curse::Labyrinth);
    for (request, path, value, measure) in [
        (first, "rebirth.dead_ends.base", "0", "loops"),
        (fourth, "rebirth.growth.shape_removal", "0.95", "large_rooms"),
        (labyrinth, "rebirth.growth.loop_one_in", "0", "loops"),
    ] {
        let Ok(value) = value.parse();
        let change = Change { path: path.to_owned(), value };
        let seeds = Seeds::run(1, 20_000);
        let rebirth = Backend::Rebirth.generator("repentance", &[])?;
        let changed = Changed::each(Backend::Rebirth, "repentance", &[change])?;
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
