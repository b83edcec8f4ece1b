//! A typical floor of each series on one level, side by side on one scale.

use basement_survey::study::GroupResult;
use basement_survey::typical::Median;

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::sample::{
    AMONG, SampleFloor, fewest_floors, hidden_in_words, measures_in_words, rule,
};
use crate::lexicon::{first_fitting, list};
use crate::origin::origin_line;
use crate::panel::maps::Maps;
use crate::series::shown;
use crate::shape::middle_level;
use crate::table::Table;

/// At most this many series are shown.
const MOST: usize = 4;

/// The figure, if a shown series has a floor.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let level = middle_level(results)?;
    let groups: Vec<&GroupResult> = shown(results)
        .into_iter()
        .take(MOST)
        .filter_map(|series| results.group(series, level, false))
        .collect();
    let typical =
        |group: &&GroupResult| SampleFloor::of(results, group, group.typical_floor(AMONG)?);
    let samples: Vec<SampleFloor> = groups.iter().filter_map(typical).collect();
    samples.first()?;
    let table = Table::of(
        &samples,
        &[
            ("series", &|it| it.name.clone()),
            ("level", &|_| level.to_string()),
            ("number", &|it| it.number.to_string()),
            ("seed", &|it| it.seed.trim_start_matches("seed ").to_owned()),
            ("rooms", &|it| it.rooms.to_string()),
            ("big_rooms", &|it| it.big.to_string()),
            ("rings", &|it| it.rings.to_string()),
            ("boss_distance", &|it| it.boss.map_or_else(String::new, |boss| boss.to_string())),
        ],
    );
    let a_floor = format!("A typical floor of level {level}");
    let names = list(samples.iter().map(|it| &it.name));
    let title = first_fitting([format!("{a_floor} of {names}"), a_floor.clone()]);
    let named = samples.iter().filter_map(|it| {
        Some((results.group(it.series, level, false)?, it.number, it.name.clone()))
    });
    let mut notes = origin_line(results, groups.iter().copied(), None, "");
    notes.extend(context.commands_line(named));
    let fewest = fewest_floors(groups.iter().copied());
    let medians: Vec<Median> = groups.iter().flat_map(|group| group.medians()).collect();
    let tinted = if samples.iter().any(|sample| !sample.on_ring.is_empty()) {
        "Tinted: rooms of a ring. "
    } else {
        ""
    };
    let described: Vec<String> =
        samples.iter().map(|it| format!("{}: {}", it.name, it.counts())).collect();
    let words = Words {
        name: "typical-floors".to_owned(),
        subtitle: match samples.len() {
            1 => a_floor,
            _ => format!("{a_floor} of each, drawn to one scale"),
        },
        caption: format!(
            "Typical: {}. {tinted}{}",
            rule(fewest, &measures_in_words(&medians)),
            hidden_in_words(samples.iter().flat_map(|sample| sample.map.kinds())),
        ),
        notes,
        alt: format!("{title}. Maps of one typical floor each. {}.", described.join(". ")),
        title,
    };
    let sheet = |sample: &SampleFloor| {
        let counts = sample.counts().replacen(", boss", "\nboss", 1);
        let lines = counts.split('\n').map(str::to_owned).chain([sample.seed.clone()]);
        sample.sheet(sample.name.as_str()).lines(lines.collect())
    };
    // The first picture must fit on the first screen, on phones too.
    let tallest = samples.iter().map(|sample| sample.map.extent().1).fold(1.0, f64::max);
    let side = (144.0 / tallest).min(24.0);
    let maps = Maps::new(vec![samples.iter().map(sheet).collect()], 2, side);
    Some(compose_parts(words, table, &[&maps]))
}
