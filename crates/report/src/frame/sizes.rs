//! Means of a measure among floors with equally many rooms.

use std::collections::BTreeMap;

use basement_survey::pairs::{PAIRS, Pair, PairCounts};
use basement_survey::study::Origin;
use basement_survey::{Measure, Results, measure};

use crate::series::plain_groups;

/// The fewest floors of a size that are shown.
pub(crate) const FEWEST: u64 = 100;

/// Floors of a series with one number of rooms: how many, the mean of a measure, and half its
/// 95 % interval.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    pub(crate) series: usize,
    pub(crate) rooms: usize,
    pub(crate) floors: u64,
    pub(crate) mean: f64,
    pub(crate) half: f64,
}

/// The points of a series in a measure, over all its levels without a curse. Floors of a file
/// that stands beside several levels are counted once.
pub(crate) fn points(results: &Results, series: usize, measure: &'static Measure) -> Vec<Point> {
    let is_pair = |pair: &Pair| pair.x.measure == measure::ROOMS && pair.y.measure == measure;
    let Some(place) = PAIRS.iter().position(is_pair) else { return Vec::new() };
    let mut sum = PairCounts::new(&PAIRS[place]);
    let mut read: Vec<&Origin> = Vec::new();
    for group in plain_groups(results, series) {
        if matches!(group.origin, Origin::File(_)) {
            if read.contains(&&group.origin) {
                continue;
            }
            read.push(&group.origin);
        }
        if let Some((_, counts)) = group.summary.pairs().nth(place) {
            sum.merge(counts);
        }
    }
    let mut by_rooms = BTreeMap::<usize, (u64, f64, f64)>::new();
    for (rooms, value, count) in sum.iter() {
        let entry = by_rooms.entry(rooms).or_default();
        let (value, weight) = (value as f64, count as f64);
        entry.0 += count;
        entry.1 += value * weight;
        entry.2 += value * value * weight;
    }
    let point = |(rooms, (floors, total, squares)): (usize, (u64, f64, f64))| {
        let n = floors as f64;
        let mean = total / n;
        let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        Point { series, rooms, floors, mean, half: 1.96 * (variance / n).sqrt() }
    };
    by_rooms.into_iter().filter(|(_, (floors, ..))| *floors >= FEWEST).map(point).collect()
}

/// The sizes that the first two series have, with both points.
pub(crate) fn shared(points: &[Point]) -> Vec<(Point, Point)> {
    let of = |series: usize| points.iter().filter(move |point| point.series == series);
    let other = |rooms: usize| of(1).find(|point| point.rooms == rooms);
    of(0).filter_map(|point| Some((*point, *other(point.rooms)?))).collect()
}
