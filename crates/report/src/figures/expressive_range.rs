//! The expressive range of two generators: the pair of measures that shows most of what tells them
//! apart, as a heatmap of each and of their difference.

use basement_survey::{Measure, Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::pairs::Pairs;
use crate::lexicon::pairs::{in_cells, leaning, plainly, title};
use crate::lexicon::{capital, title_of, with_request};
use crate::number::{fixed, percent};
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
    let mut measures = [Measure::from_name(pair.x)?, Measure::from_name(pair.y)?];
    // How far floors lean is told from below to above.
    measures.sort_by_key(|it| *it == measure::ASYMMETRY);
    let pairs = Pairs::of(groups, measures)?;
    let rare = pairs.rare_from().filter(|_| measures[1] == measure::ASYMMETRY);
    let names = [0, 1].map(|series| name_of(results, series));
    let plane = |side: usize| Plane {
        heading: match rare {
            Some((_, reach)) => {
                let decimals = usize::from(reach[side] < 0.01);
                format!("{}: {} above", names[side], percent(reach[side], decimals))
            }
            None => names[side].to_owned(),
        },
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
        line: rare.map(|(row, _)| row),
        scales: Scales::of_shares(results, [most, pairs.greatest(|bin| pairs.gap(bin).abs())]),
    };
    let [common, half] = pairs.overlap();
    let [one, other] = pairs.measures.map(title_of);
    let title = match rare {
        Some((_, reach)) => leaning(names, reach),
        None => title(names, [&one, &other], common),
    };
    let floors = pairs.floors(0).max(pairs.floors(1)) as u64;
    let mut notes = with_request(results, origin_line(results, groups, Some(floors), ""));
    notes.push(format!(
        "Of all pairs of measures, this one shows best what neither shows alone. They share {} ± {} % (95 % interval): the sum of \
         the smaller of both shares, cell by cell. In the cells by which measure-pairs.csv ranks, whose columns and rows hold a tenth of all floors each, they share {} %. \
         Labels give the lower edge of a cell; the outer cells hold all beyond.",
        fixed(common * 100.0, 1),
        fixed(half * 100.0, 1),
        fixed((1.0 - pair.difference) * 100.0, 1)
    ));
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
            "{}All measures together put the two {} apart (95 % interval {} to {}; 0 is alike, 1 has nothing in common).",
            match rare {
                Some((row, reach)) => format!(
                    "Above the line the middle of a floor lies {} or more from its start: almost surely a floor of {}. ",
                    in_cells(pairs.y.value(row)),
                    names[usize::from(reach[1] > reach[0])]
                ),
                None => String::new(),
            },
            fixed(likeness.likeness.distance.max(0.0), 3),
            fixed(likeness.likeness.lower.max(0.0), 3),
            fixed(likeness.likeness.upper, 3)
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
