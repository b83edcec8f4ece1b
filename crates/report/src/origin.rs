//! The line below a figure: how many floors it shows, from which seeds and editions, and by which
//! version. For a figure of exact chances it names the rules.

use std::collections::BTreeSet;

use basement_floors::Difficulty;
use basement_survey::study::{FloorSource, GroupResult, Origin};
use basement_survey::{Results, SeedKind, Series};

use crate::lexicon::{VERSION, list, skipped};
use crate::number::whole;
use crate::series::name_of;

/// The line of some groups. `count` is how many floors of each were looked at, if not all; `more` follows the
/// number of floors.
pub(crate) fn origin_line<'a>(
    results: &Results,
    groups: impl IntoIterator<Item = &'a GroupResult>,
    count: Option<u64>,
    more: &str,
) -> Vec<String> {
    let groups: Vec<&GroupResult> = groups.into_iter().collect();
    let asked = |group: &&GroupResult| group.summary.floors + group.summary.gave_up;
    let floors = |group: &&GroupResult| count.map_or(asked(group), |n| n.min(group.summary.floors));
    let least = groups.iter().map(floors).min().unwrap_or(0);
    let most = groups.iter().map(floors).max().unwrap_or(0);
    let floors =
        if least >= most { whole(most) } else { format!("{} to {}", whole(least), whole(most)) };
    let series: BTreeSet<usize> = groups.iter().map(|group| group.series).collect();
    let gave_up = groups.iter().map(|group| group.summary.gave_up).sum();
    let missing = match (count, gave_up) {
        (None, 1..) => format!(", except {} for which a generator gave up", whole(gave_up)),
        _ => String::new(),
    };
    let mut parts = vec![format!("N = {floors} floors a level{missing}{more}")];
    for place in series {
        let of_series = || groups.iter().copied().filter(|group| group.series == place);
        let name = name_of(results, place);
        let source = files(of_series()).or_else(|| Some(source(of_series().next()?, count)));
        let source = source.unwrap_or_default();
        parts.push(format!("{name}: {source}"));
    }
    vec![format!("{}. Basement Lab {VERSION}.", parts.join(". "))]
}

/// The line of exact chances, which need neither seeds nor floors.
pub(crate) fn chances_line() -> Vec<String> {
    vec![format!(
        "Exact chances by the rules (A1–A4) of The Binding of Isaac: Rebirth, nothing sampled: no seeds, no error. \
         Pseudo-code account, Basement Lab {VERSION}."
    )]
}

/// The files of some groups, if there are several: "1.jsonl and 4.jsonl".
pub(crate) fn files<'a>(groups: impl Iterator<Item = &'a GroupResult>) -> Option<String> {
    let path = |group: &GroupResult| match &group.origin {
        Origin::File(file) => Some(file.path.clone()),
        _ => None,
    };
    let mut paths: Vec<String> = groups.filter_map(path).collect();
    paths.dedup();
    (paths.len() > 1).then(|| list(&paths))
}

/// "wrath-of-the-lamb, stream 3, PCG seeds 0–19,999".
pub(crate) fn source(group: &GroupResult, count: Option<u64>) -> String {
    let (description, seeds) = match &group.origin {
        Origin::Generator { description, seeds } => (description, seeds),
        Origin::File(file) => {
            let digest = file.sha256.get(..12).unwrap_or_default();
            return format!("{}{} (SHA-256 {digest}…)", file.path, skipped(group));
        }
        _ => return "floors of another source".to_owned(),
    };
    // A generator without editions has an empty one.
    let edition =
        [&description.edition, &description.backend].into_iter().find(|it| !it.is_empty());
    let mut parts = Vec::from_iter(edition.cloned());
    parts.push(format!("stream {}", description.stream_version));
    match description.changed.as_slice() {
        [] => {}
        [changed] => parts.push(format!("{} = {}", changed.path, changed.value)),
        changed => parts.push(format!("{} parameters changed", changed.len())),
    }
    if group.request.difficulty == Difficulty::Hard {
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

/// Why a manifest of these results cannot reproduce them.
pub(crate) fn not_repeatable(results: &Results) -> Option<String> {
    let is_given = |series: &&Series| matches!(series.source, FloorSource::Generator(_));
    let names = results.study.series.iter().filter(is_given);
    let names = list(names.map(|series| format!("`{}`", series.name)));
    (!names.is_empty()).then(|| {
        format!(
            "{names} came from a generator given from Rust: this file describes it, but only the program that \
             made the report can make it again."
        )
    })
}
