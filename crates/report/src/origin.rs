//! The line below a figure: how many floors it shows, from which seeds and editions, and by which
//! version. For a figure of exact chances it names the rules.

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
    let (least, most) = groups
        .iter()
        .map(floors)
        .fold((u64::MAX, 0), |(least, most), floors| (least.min(floors), most.max(floors)));
    let floors =
        if least >= most { whole(most) } else { format!("{} to {}", whole(least), whole(most)) };
    let mut series: Vec<usize> = groups.iter().map(|group| group.series).collect();
    series.sort_unstable();
    series.dedup();
    let gave_up = groups.iter().map(|group| group.summary.gave_up).sum();
    let missing = match (count, gave_up) {
        (None, 1..) => format!(", except {} for which a generator gave up", whole(gave_up)),
        _ => String::new(),
    };
    let mut parts = vec![format!("N = {floors} floors a level{missing}{more}")];
    for place in series {
        let of_series = groups.iter().filter(|group| group.series == place);
        let mut of_series = of_series.copied().peekable();
        let Some(group) = of_series.peek().copied() else { continue };
        let name = name_of(results, place);
        let source = files(of_series).unwrap_or_else(|| source(name, group, count));
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

/// What a line gives after a series' name: the edition, or the generator if it has none; `None` if the name
/// says it already.
fn edition_beside(name: &str, backend: &str, edition: &str) -> Option<String> {
    let said = if edition.is_empty() { backend } else { edition };
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let of_name = words(name);
    let is_said = words(said).iter().all(|word| of_name.contains(word));
    (!is_said).then(|| said.to_owned())
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
pub(crate) fn source(name: &str, group: &GroupResult, count: Option<u64>) -> String {
    let (description, seeds) = match &group.origin {
        Origin::Generator { description, seeds } => (description, seeds),
        Origin::File(file) => {
            let digest = file.sha256.get(..12).unwrap_or_default();
            return format!("{}{} (SHA-256 {digest}…)", file.path, skipped(group));
        }
        _ => return "floors of another source".to_owned(),
    };
    let mut parts = Vec::new();
    parts.extend(edition_beside(name, &description.backend, &description.edition));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_series_name_is_said_again() {
        let beside = |name: &str, edition: &str| edition_beside(name, "flash", edition);
        assert_eq!(beside("Flash", "wrath-of-the-lamb").as_deref(), Some("wrath-of-the-lamb"));
        assert_eq!(beside("Flash", ""), None);
        assert_eq!(beside("Mine", "").as_deref(), Some("flash"));
        assert_eq!(beside("Flash, article", "article"), None);
        assert_eq!(beside("Wrath of the Lamb", "wrath-of-the-lamb"), None);
        assert_eq!(beside("Particle", "article").as_deref(), Some("article"));
    }
}
