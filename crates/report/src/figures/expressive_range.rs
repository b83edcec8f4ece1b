//! The expressive range of two generators: the pair of measures that shows most of what tells them
//! apart, as a heatmap of each and of their difference.

use std::collections::HashMap;

use basement_survey::study::LevelLikeness;
use basement_survey::{Measure, Results, measure};

use crate::axis::limit_for;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::pairs::{Binned, overlap_half, values};
use crate::lexicon::pairs::{leaning, plainly, title};
use crate::lexicon::{capital, request_in_words, title_of};
use crate::number::fixed;
use crate::origin::origin_line;
use crate::panel::heatmap::{Colors, Scale, Tile};
use crate::panel::planes::{Plane, Planes};
use crate::series::{hue_of, name_of};
use crate::shape::story_level;
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK};

/// The figure, where two series are there to be told apart.
pub(crate) fn expressive_range(results: &Results) -> Option<Figure> {
    let level = story_level(results)?;
    let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
    let all = results.likeness().iter().filter(|it| !it.labyrinth);
    let likeness = all.clone().find(|it| it.level == level)?;
    let pair = likeness.pairs.first()?;
    let measures = [Measure::from_name(pair.x)?, Measure::from_name(pair.y)?];
    let values = groups.map(|group| values(group, measures));
    let [x, y] = [0, 1]
        .map(|axis| Binned::of(measures[axis], values.iter().flatten().map(|value| value[axis])));
    let (x, y) = (x?, y?);
    let places = || (0..y.count).flat_map(|row| (0..x.count).map(move |column| (column, row)));
    let counts: [HashMap<(u32, u32), u64>; 2] = [0, 1].map(|side: usize| {
        let mut counts = HashMap::new();
        for [a, b] in &values[side] {
            *counts.entry((x.bin(*a), y.bin(*b))).or_default() += 1;
        }
        counts
    });
    let floors = [0, 1].map(|side: usize| values[side].len() as f64);
    let count = |side: usize, place| counts[side].get(&place).copied().unwrap_or(0) as f64;
    let share = |side: usize, place| 100.0 * count(side, place) / floors[side];
    let gap = |place| share(1, place) - share(0, place);
    // Two binomial shares, told apart by the normal interval of their difference.
    let error = |place| {
        let part = |side: usize| {
            let share = count(side, place) / floors[side];
            share * (1.0 - share) / floors[side]
        };
        196.0 * (part(0) + part(1)).sqrt()
    };
    let greatest = |of: &dyn Fn((u32, u32)) -> f64| limit_for(places().map(of).fold(0.0, f64::max));
    let most = greatest(&|place| share(0, place).max(share(1, place)));
    let most_gap = greatest(&|place| gap(place).abs());
    let names = [0, 1].map(|series| name_of(results, series));
    let plane = |side: usize| {
        let tile = |place| match count(side, place) {
            0.0 => Tile::Never,
            _ => Tile::Value(share(side, place)),
        };
        Plane {
            heading: names[side].to_owned(),
            paint: hue_of(results, side).text,
            scale: 0,
            tiles: places().map(tile).collect(),
        }
    };
    let difference = |place| match gap(place) {
        _ if count(0, place) + count(1, place) == 0.0 => Tile::Never,
        gap if gap.abs() <= error(place) => Tile::Muted,
        gap => Tile::Value(gap),
    };
    let minus = format!("{} minus {}", names[1], names[0]);
    let maps = Planes {
        planes: vec![
            plane(0),
            plane(1),
            Plane {
                heading: minus.clone(),
                paint: INK,
                scale: 1,
                tiles: places().map(difference).collect(),
            },
        ],
        x: x.axis(),
        y: y.axis(),
        scales: vec![
            (Scale::roots(most), Colors::Sequential, "share of floors, %".to_owned()),
            (
                Scale::signed_roots(most_gap),
                Colors::Diverging(Diverging(hue_of(results, 0), hue_of(results, 1))),
                format!("{minus}, points"),
            ),
        ],
    };
    let of_both = |of: fn(&LevelLikeness) -> String| {
        let text = of(likeness);
        move || text.clone()
    };
    let distance = of_both(|it| exact(it.likeness.distance));
    let [lower, upper] =
        [of_both(|it| exact(it.likeness.lower)), of_both(|it| exact(it.likeness.upper))];
    let to_tell =
        of_both(|it| it.likeness.floors_to_tell.map_or_else(String::new, |it| it.to_string()));
    let common = places().map(|place| share(0, place).min(share(1, place))).sum::<f64>() / 100.0;
    let half = overlap_half(places().map(|place| [share(0, place), share(1, place)]), floors);
    let table = Table::of(
        places(),
        &[
            ("level", &|_| level.to_string()),
            ("distance", &|_| distance()),
            ("distance_lower", &|_| lower()),
            ("distance_upper", &|_| upper()),
            ("floors_to_tell", &|_| to_tell()),
            ("overlap", &|_| exact(common)),
            ("overlap_half_interval", &|_| exact(half)),
            (measures[0].name, &|(column, _)| exact(x.value(*column))),
            (measures[1].name, &|(_, row)| exact(y.value(*row))),
            ("share_x_percent", &|place| exact(share(0, *place))),
            ("share_y_percent", &|place| exact(share(1, *place))),
            ("difference_points", &|place| exact(gap(*place))),
            ("half_interval_points", &|place| exact(error(*place))),
        ],
    );
    let [one, other] = measures.map(title_of);
    let mean = |axis: usize| {
        values.each_ref().map(|values| {
            let sum: f64 = values.iter().map(|value| measures[axis].value(value[axis])).sum();
            sum / values.len().max(1) as f64
        })
    };
    let asymmetry = measures.iter().position(|it| *it == measure::ASYMMETRY);
    let title = asymmetry
        .and_then(|axis| leaning(names, mean(axis)))
        .unwrap_or_else(|| title(names, [&one, &other], common));
    let words = Words {
        name: "expressive-range".to_owned(),
        subtitle: format!(
            "Share of floors of level {level}, %; both maps overlap by {} ± {} % (95 % interval); {}",
            fixed(common * 100.0, 1),
            fixed(half * 100.0, 1),
            request_in_words(results)
        ),
        caption: format!(
            "{}: {}. {}: {}. The overlap is the sum of the smaller of both shares, cell by cell. Of all pairs of measures this one \
             shows most that neither shows alone. The axes name the least value of a cell; the outer cells hold all beyond.",
            capital(&one),
            plainly(measures[0]),
            capital(&other),
            plainly(measures[1]),
        ),
        notes: origin_line(results, groups, Some(floors[0].max(floors[1]) as u64), ""),
        alt: format!(
            "{title}. Heatmaps of {one} against {other} on level {level} for {} and {}, and of their difference.",
            names[0], names[1]
        ),
        title,
    };
    Some(compose_parts(words, table, &[&maps]))
}
