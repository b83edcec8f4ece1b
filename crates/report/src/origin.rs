//! The line below a figure: how many floors, of which seeds and editions, by which version.

use basement_floors::Difficulty;
use basement_survey::{ArmResult, Origin, Results, SeedKind};

use crate::number::whole;
use crate::series::name_of;
use crate::words::{VERSION, skipped};

/// The line of some arms. `count` is how many floors of each were looked at, where these are
/// not all of them; `more` is said after it.
pub(crate) fn origin_line<'a>(
    results: &Results,
    arms: impl IntoIterator<Item = &'a ArmResult>,
    count: Option<u64>,
    more: &str,
) -> Vec<String> {
    let arms: Vec<&ArmResult> = arms.into_iter().collect();
    let floors = |arm: &&ArmResult| count.map_or(arm.summary.floors, |n| n.min(arm.summary.floors));
    let (least, most) = arms
        .iter()
        .map(floors)
        .fold((u64::MAX, 0), |(least, most), floors| (least.min(floors), most.max(floors)));
    let floors =
        if least >= most { whole(most) } else { format!("{} to {}", whole(least), whole(most)) };
    let mut series: Vec<usize> = arms.iter().map(|arm| arm.series).collect();
    series.sort_unstable();
    series.dedup();
    let mut parts = vec![format!("N = {floors} floors a level{more}")];
    for place in series {
        let Some(arm) = arms.iter().find(|arm| arm.series == place) else { continue };
        parts.push(format!("{}: {}", name_of(results, place), source(arm, count)));
    }
    vec![format!("{}. Basement Lab {VERSION}.", parts.join(". "))]
}

/// "edition wrath-of-the-lamb, PCG seeds 0–19,999".
fn source(arm: &ArmResult, count: Option<u64>) -> String {
    let (description, seeds) = match &arm.origin {
        Origin::Generator { description, seeds } => (description, seeds),
        Origin::File(file) => {
            let digest = file.sha256.get(..12).unwrap_or_default();
            return format!("{}{} (SHA-256 {digest}…)", file.path, skipped(arm));
        }
        _ => return "floors of another source".to_owned(),
    };
    let mut parts = Vec::new();
    parts.push(match description.edition.as_str() {
        "" => description.backend.clone(),
        edition => edition.to_owned(),
    });
    parts.push(format!("stream {}", description.stream_version));
    match description.changed.as_slice() {
        [] => {}
        [changed] => parts.push(format!("{} = {}", changed.path, changed.value)),
        changed => parts.push(format!("{} parameters changed", changed.len())),
    }
    if arm.request.difficulty == Difficulty::Hard {
        parts.push("hard mode".to_owned());
    }
    let floors = count.map_or(seeds.count, |count| count.min(seeds.count));
    let kind = match seeds.kind {
        SeedKind::Pcg => "PCG",
        SeedKind::Stage => "stage",
        SeedKind::Run => "run",
    };
    let last = seeds.first + floors.saturating_sub(1);
    parts.push(format!("{kind} seeds {}–{}", whole(seeds.first), whole(last)));
    parts.join(", ")
}
