//! The expressive range of two generators: the pair of measures that shows most of what tells them
//! apart, as a heatmap of each and of their difference.

use std::collections::HashMap;

use basement_survey::study::{GroupResult, LevelLikeness, Origin};
use basement_survey::{Measure, Results, measure};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::axis::limit_for;
use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{capital, first_fitting, possessive, request_in_words, title_of};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::panel::heatmap::{Colors, Scale, Tile};
use crate::panel::planes::{Bins, Plane, Planes};
use crate::series::{hue_of, name_of};
use crate::shape::story_level;
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK};

/// Floors of each series: of a generator, and of a file.
const FLOORS: [usize; 2] = [20_000, 1_000];
/// The most bins of a measure.
const MOST: u32 = 16;

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

/// What a measure is, in a player's words where there are some.
fn plainly(measure: &'static Measure) -> &'static str {
    match measure.name {
        "compactness" => "how much of the box around it a floor fills",
        "asymmetry" => "how far the middle of a floor lies from its start, in cells",
        _ => measure.definition,
    }
}

/// Both measures on the first floors of a group that have them.
fn values(group: &GroupResult, measures: [&'static Measure; 2]) -> Vec<[u32; 2]> {
    let count = FLOORS[usize::from(matches!(group.origin, Origin::File(_)))];
    let numbers: Vec<u64> = group.first_numbers(count).collect();
    let value = |number: u64| {
        let analysis = group.floor(number)?.analysis();
        let [x, y] = measures.map(|measure| measure.raw_of(&analysis));
        Some([x?, y?])
    };
    numbers.into_par_iter().filter_map(value).collect()
}

/// A measure in bins of equal width. What lies beyond them is in the outer ones.
struct Binned {
    measure: &'static Measure,
    first: u32,
    width: u32,
    count: u32,
}

impl Binned {
    /// Bins from the least value to the greatest, one of two hundred at each end left out.
    fn of(measure: &'static Measure, values: impl Iterator<Item = u32>) -> Option<Self> {
        let mut all: Vec<u32> = values.collect();
        all.sort_unstable();
        let beyond = all.len() / 200;
        let (least, most) = (*all.get(beyond)?, *all.get(all.len() - 1 - beyond)?);
        let span = most - least + 1;
        let width = match span.div_ceil(MOST) {
            // Shares are counted in thousandths, and a bin begins at a round one.
            width if measure.scale > 1 => width.next_multiple_of((measure.scale / 20).max(1)),
            width => width,
        };
        let first = least / width * width;
        Some(Self { measure, first, width, count: (most - first) / width + 1 })
    }

    fn bin(&self, raw: u32) -> u32 {
        (raw.max(self.first) - self.first).div_euclid(self.width).min(self.count - 1)
    }

    /// The least value of a bin.
    fn value(&self, bin: u32) -> f64 {
        self.measure.value(self.first + bin * self.width)
    }

    fn axis(&self) -> Bins {
        let decimals = usize::from(self.measure.scale > 1) * 2;
        let name = |bin| fixed(self.value(bin), decimals);
        let title = capital(&title_of(self.measure));
        Bins { title, names: (0..self.count).map(name).collect() }
    }
}

/// Half the 95 % interval of what two maps have in common, from their shares in per cent of `floors` floors each:
/// the variance of the share that counts of each.
fn overlap_half(shares: impl Iterator<Item = [f64; 2]>, floors: [f64; 2]) -> f64 {
    let mut counted = [0.0; 2];
    for [x, y] in shares {
        counted[usize::from(y < x)] += x.min(y) / 100.0;
    }
    let variance = |of: usize| counted[of] * (1.0 - counted[of]) / floors[of].max(1.0);
    1.96 * (variance(0) + variance(1)).sqrt()
}

/// Whose floors lie to one side of their start, where the mean of one's asymmetry, in cells, is over half
/// again the other's. Floors whose middle is less than a cell from their start lie round it.
fn leaning([x, y]: [&str; 2], [of_x, of_y]: [f64; 2]) -> Option<String> {
    let (one, other) = if of_x < of_y { (y, x) } else { (x, y) };
    let (more, less) = (of_x.max(of_y), of_x.min(of_y));
    let [one, other] = [one, other].map(possessive);
    (more > 1.5 * less).then(|| {
        if less >= 1.0 {
            return format!("{one} floors lean farther to one side than {other}");
        }
        first_fitting([
            format!("{one} floors lean to one side; {other} lie round their start"),
            "Floors of one lean to one side, the other's lie round their start".to_owned(),
        ])
    })
}

/// How much of both maps is the same.
fn title([x, y]: [&str; 2], [one, other]: [&str; 2], common: f64) -> String {
    first_fitting([
        format!("In {one} and {other}, {x} and {y} overlap by {}", percent(common, 0)),
        format!("In {one} and {other}, they overlap by {}", percent(common, 0)),
        format!("Both maps overlap by {}", percent(common, 0)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_what_both_have_in_common() {
        let told = title(["A", "B"], ["size", "spread"], 0.171);
        assert_eq!(told, "In size and spread, A and B overlap by 17 %");
    }

    #[test]
    fn floors_lean_where_their_middle_is_clearly_farther_from_the_start() {
        assert_eq!(
            leaning(["A", "B"], [0.8, 2.1]).unwrap(),
            "B's floors lean to one side; A's lie round their start"
        );
        assert_eq!(
            leaning(["A", "B"], [2.1, 0.8]).unwrap(),
            "A's floors lean to one side; B's lie round their start"
        );
        assert_eq!(
            leaning(["A", "B"], [2.1, 4.0]).unwrap(),
            "B's floors lean farther to one side than A's"
        );
        assert_eq!(leaning(["A", "B"], [1.0, 1.4]), None);
        assert_eq!(leaning(["A", "B"], [0.0, 0.0]), None);
    }

    #[test]
    fn what_is_in_common_varies_with_the_floors_that_it_counts() {
        let half = overlap_half([[80.0, 10.0], [20.0, 90.0]].into_iter(), [100.0, 400.0]);
        let of = 0.2 * 0.8 / 100.0 + 0.1 * 0.9 / 400.0_f64;
        assert!((half - 1.96 * of.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_in_a_bin_and_bins_are_no_more_than_asked_for() {
        let bins = Binned::of(measure::FULL_WALK, 10..60).unwrap();
        assert!(bins.count <= MOST + 1 && bins.first <= 10);
        assert_eq!([bins.bin(0), bins.bin(1_000)], [0, bins.count - 1]);
        assert_eq!(bins.bin(bins.first + bins.width), 1);
    }
}
