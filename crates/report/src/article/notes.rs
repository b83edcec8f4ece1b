//! What makes a figure of the article repeatable, in one short line.

use basement_floors::Difficulty;
use basement_survey::{ArmResult, Origin, Results, SeedKind, Seeds};

use crate::number::{counted, whole};
use crate::series::name_of;
use crate::words::VERSION;

/// Number of floors, and each series' edition, changed parameters and seeds, and the version.
pub(super) fn short<'a>(
    results: &Results,
    floors: &str,
    arms: impl IntoIterator<Item = &'a ArmResult>,
) -> Vec<String> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    for arm in arms {
        if !parts.iter().any(|(series, _)| *series == arm.series) {
            parts.push((arm.series, part(results, arm)));
        }
    }
    let parts: Vec<String> = parts.into_iter().map(|(_, part)| part).collect();
    vec![format!("N = {floors}. {}. Basement Lab {VERSION}.", parts.join("; "))]
}

/// "20,000 floors each on every level", as a study asks for them.
pub(super) fn each(results: &Results) -> String {
    format!("{} floors each on every level", whole(results.study.floors))
}

fn part(results: &Results, arm: &ArmResult) -> String {
    let name = name_of(results, arm.series);
    match &arm.origin {
        Origin::File(file) => {
            format!("{name}: {} floors of {}", whole(arm.summary.floors), file.path)
        }
        Origin::Generator { description, seeds } => {
            let mut of = vec![description.edition.clone()];
            if !description.changed.is_empty() {
                of.push(format!(
                    "{} changed",
                    counted(description.changed.len() as u64, "parameter")
                ));
            }
            if arm.request.difficulty == Difficulty::Hard {
                of.push("hard mode".to_owned());
            }
            of.push(range(seeds));
            of.retain(|part| !part.is_empty());
            format!("{name}: {}", of.join(", "))
        }
        _ => name.to_owned(),
    }
}

fn range(seeds: &Seeds) -> String {
    let last = seeds.first + seeds.count.saturating_sub(1);
    match seeds.kind {
        SeedKind::Pcg => format!("seeds {}–{}", whole(seeds.first), whole(last)),
        SeedKind::Stage => format!("stage seeds {}–{}", whole(seeds.first), whole(last)),
        SeedKind::Run => format!("seeds {} to {}", seeds.show(seeds.first), seeds.show(last)),
    }
}
