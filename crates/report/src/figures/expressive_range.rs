//! The expressive range of two generators: the pair of measures that shows most of what tells them
//! apart, as a heatmap of each and of their difference.

use basement_survey::{Measure, Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::pairs::Pairs;
use crate::lexicon::pairs::{leaning, plainly, title};
use crate::lexicon::{capital, title_of, with_request};
use crate::number::fixed;
use crate::origin::origin_line;
use crate::panel::heatmap::{Scales, minus};
use crate::panel::planes::{Plane, Planes};
use crate::series::{hue_of, name_of};
use crate::shape::story_level;
use crate::theme::INK;

/// The figure, where two series are there to be told apart.
pub(crate) fn expressive_range(results: &Results) -> Option<Figure> {
    let level = story_level(results)?;
    let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
    let likeness = results.likeness().iter().find(|it| !it.labyrinth && it.level == level)?;
    let pair = likeness.pairs.first()?;
    let pairs = Pairs::of(groups, [Measure::from_name(pair.x)?, Measure::from_name(pair.y)?])?;
    let names = [0, 1].map(|series| name_of(results, series));
    let plane = |side: usize| Plane {
        heading: names[side].to_owned(),
        paint: hue_of(results, side).text,
        scale: 0,
        tiles: pairs.bins().map(|bin| pairs.tile(side, bin)).collect(),
    };
    let difference = Plane {
        heading: minus(results),
        paint: INK,
        scale: 1,
        tiles: pairs.bins().map(|bin| pairs.difference_tile(bin)).collect(),
    };
    let most = pairs.greatest(|bin| pairs.share(0, bin).max(pairs.share(1, bin)));
    let maps = Planes {
        planes: vec![plane(0), plane(1), difference],
        x: pairs.x.axis(),
        y: pairs.y.axis(),
        scales: Scales::of_shares(results, [most, pairs.greatest(|bin| pairs.gap(bin).abs())]),
    };
    let [common, half] = pairs.overlap();
    let [one, other] = pairs.measures.map(title_of);
    let asymmetry = pairs.measures.iter().position(|it| *it == measure::ASYMMETRY);
    let title = asymmetry
        .and_then(|axis| leaning(names, pairs.means(axis)))
        .unwrap_or_else(|| title(names, [&one, &other], common));
    let floors = pairs.floors(0).max(pairs.floors(1)) as u64;
    let mut notes = with_request(results, origin_line(results, groups, Some(floors), ""));
    notes.push(
        "The overlap is the sum of the smaller of both shares, cell by cell. Labels give the lower edge of a cell; the outer \
         cells hold all beyond."
            .to_owned(),
    );
    let words = Words {
        name: "expressive-range".to_owned(),
        subtitle: format!(
            "Share of floors of level {level}, %. {}: {}. {}: {}",
            capital(&one),
            plainly(pairs.measures[0]),
            capital(&other),
            plainly(pairs.measures[1]),
        ),
        caption: format!(
            "The two maps share {} ± {} % (95 % interval). Of all pairs of measures, this one shows best what neither shows alone.",
            fixed(common * 100.0, 1),
            fixed(half * 100.0, 1),
        ),
        notes,
        alt: format!(
            "{title}. Heatmaps of {one} against {other} on level {level} for {} and {}, and of their difference.",
            names[0], names[1]
        ),
        title,
    };
    Some(compose_parts(words, pairs.table(likeness), &[&maps]))
}
