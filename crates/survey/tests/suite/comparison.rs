//! Comparisons of two samples, against cases worked out by hand, and how often intervals hold the
//! truth.

use basement_survey::measure::{RINGS, ROOMS};
use basement_survey::pairing::PairedValues;
use basement_survey::statistics::wilson_interval;
use basement_survey::summary::Histogram;
use basement_survey::{Comparison, Values};

fn of(values: &[u32]) -> Histogram {
    let mut histogram = Histogram::default();
    values.iter().for_each(|value| histogram.add(*value, 0));
    histogram
}

fn compare(x: &[u32], y: &[u32]) -> Comparison {
    Comparison::of(Values::new(ROOMS, &of(x)), Values::new(ROOMS, &of(y))).unwrap()
}

#[test]
fn equal_distributions_do_not_differ() {
    let same = compare(&[1, 2, 2, 3], &[3, 2, 1, 2]);
    assert_eq!(same.difference, 0.0);
    assert_eq!(same.superiority_x, 0.5);
    assert_eq!(same.cliffs_delta, 0.0);
    assert_eq!(same.cliffs_delta_upper, same.cliffs_delta_lower.map(|lower| -lower));
    assert!(!same.paired && !same.same_on_every_seed);
    assert_eq!(same.wasserstein, 0.0);
    assert_eq!(same.kolmogorov_smirnov, 0.0);
    assert_eq!(same.jensen_shannon, 0.0);
}

#[test]
fn distributions_without_a_common_value_differ_as_much_as_can_be() {
    let apart = compare(&[1, 1], &[4, 4]);
    assert_eq!(apart.difference, 3.0);
    assert_eq!(apart.superiority_x, 0.0);
    assert_eq!(apart.cliffs_delta, 1.0);
    assert_eq!((apart.cliffs_delta_lower, apart.cliffs_delta_upper), (Some(1.0), Some(1.0)));
    assert_eq!(apart.wasserstein, 3.0);
    assert_eq!(apart.kolmogorov_smirnov, 1.0);
    assert_eq!(apart.jensen_shannon, 1.0);
}

#[test]
fn no_rounding_leads_out_of_a_range() {
    for size in 2..200 {
        let (low, high): (Vec<u32>, Vec<u32>) =
            ((0..size).collect(), (0..size).map(|value| 200 + value).collect());
        for (found, sign) in [(compare(&low, &high), 1.0), (compare(&high, &low), -1.0)] {
            let (superiority, delta) = (found.superiority_x, found.cliffs_delta);
            assert!((0.0..=1.0).contains(&superiority), "{size}: {superiority}");
            assert!((-1.0..=1.0).contains(&delta) && (delta - sign).abs() < 1e-12, "{size}");
            assert!((0.0..=1.0).contains(&found.kolmogorov_smirnov), "{size}");
        }
    }
}

#[test]
fn a_comparison_agrees_with_a_case_computed_by_hand() {
    // X: 1, 2, 3 and Y: 2, 3, 4, a third each.
    let shifted = compare(&[1, 2, 3], &[2, 3, 4]);
    assert!((shifted.difference - 1.0).abs() < 1e-12);
    // Of nine pairs X is larger in one and equal in two: (1 + 2/2) / 9.
    assert!((shifted.superiority_x - 2.0 / 9.0).abs() < 1e-12);
    assert!((shifted.wasserstein - 1.0).abs() < 1e-12);
    assert!((shifted.kolmogorov_smirnov - 1.0 / 3.0).abs() < 1e-12);
    // Both sides put a third on a value that the other lacks.
    assert!((shifted.jensen_shannon - 1.0 / 3.0).abs() < 1e-12);
    // Standard error: the variance of either side is 1, so sqrt(1/3 + 1/3).
    let half = 1.959_964 * (2.0_f64 / 3.0).sqrt();
    assert!((shifted.difference_upper - 1.0 - half).abs() < 1e-5);
    // Cliff's delta is 5/9. On balance, the values of X exceed Y by -1, -2/3, 0, and those of Y
    // exceed X by 0, 2/3, 1: either side has the variance 14/81, so 2 * 14/81 / (3 - 1).
    assert!((shifted.cliffs_delta - 5.0 / 9.0).abs() < 1e-12);
    let half = 1.959_964 * (14.0_f64 / 81.0).sqrt();
    assert!((shifted.cliffs_delta_lower.unwrap() - 5.0 / 9.0 + half).abs() < 1e-5);
    assert_eq!(shifted.cliffs_delta_upper, Some(1.0), "no delta is larger");
}

#[test]
fn too_few_values_cannot_be_compared() {
    let (none, one, two) = (of(&[]), of(&[1]), of(&[1, 2]));
    let [none, one, two] = [&none, &one, &two].map(|values| Values::new(ROOMS, values));
    assert_eq!(Comparison::of(one, two), None);
    assert_eq!(Comparison::of(two, none), None);
    // Nor can values of two measures.
    let other = of(&[1, 2]);
    assert_eq!(Comparison::of(two, Values::new(RINGS, &other)), None);
}

/// Compares the values of each seed (`None` for no floor with the measure) as floors of the
/// same seeds, and as independent floors.
fn both_ways(seeds: &[(Option<u32>, Option<u32>)]) -> (Comparison, Comparison) {
    let mut values = PairedValues::default();
    seeds.iter().for_each(|(x, y)| values.add(*x, *y));
    let x = of(&seeds.iter().filter_map(|(x, _)| *x).collect::<Vec<_>>());
    let y = of(&seeds.iter().filter_map(|(_, y)| *y).collect::<Vec<_>>());
    let (x, y) = (Values::new(ROOMS, &x), Values::new(ROOMS, &y));
    (Comparison::paired(x, y, values).unwrap(), Comparison::of(x, y).unwrap())
}

#[test]
fn a_paired_comparison_agrees_with_cases_computed_by_hand() {
    const Z: f64 = 1.959_964;
    // The differences on the three seeds are 1, 0, 2: their mean is 1, their variance 1.
    let (paired, unpaired) =
        both_ways(&[(Some(1), Some(2)), (Some(2), Some(2)), (Some(3), Some(5))]);
    assert!((paired.difference - 1.0).abs() < 1e-12);
    assert!((paired.interval().half() - Z * (1.0_f64 / 3.0).sqrt()).abs() < 1e-5);
    assert!(paired.paired && !paired.same_on_every_seed && paired.delta().is_none());
    // The variances of the sides are 1 and 3.
    assert!((unpaired.interval().half() - Z * (4.0_f64 / 3.0).sqrt()).abs() < 1e-5);
    assert!(!unpaired.paired && unpaired.delta().is_some());
    assert_eq!(paired.cliffs_delta, unpaired.cliffs_delta);

    // The means are 2 and 3. The seeds add 0, -1/3, 1/3 and 0 to their difference. The squares
    // add up to 2/9, on 4 seeds.
    let (some_missing, _) =
        both_ways(&[(Some(1), Some(2)), (Some(3), None), (None, Some(4)), (Some(2), Some(3))]);
    assert!((some_missing.difference - 1.0).abs() < 1e-12);
    let half = Z * (2.0_f64 / 9.0 * 4.0 / 3.0).sqrt();
    assert!((some_missing.interval().half() - half).abs() < 1e-5);
}

#[test]
fn values_equal_on_every_seed_have_no_interval_but_values_equal_on_average_do() {
    let (same, unpaired) = both_ways(&[(Some(1), Some(1)), (None, None), (Some(7), Some(7))]);
    assert!(same.same_on_every_seed && !same.is_told_apart());
    assert_eq!((same.difference, same.difference_lower, same.difference_upper), (0.0, 0.0, 0.0));
    assert!(unpaired.interval().half() > 1.0);
    let (alike, _) = both_ways(&[(Some(1), Some(7)), (Some(7), Some(1))]);
    assert!(!alike.same_on_every_seed && alike.interval().half() > 1.0);
    // Equally many floors have the measure, but not on the same seeds.
    let moved = [(Some(1), None), (None, Some(1)), (Some(7), Some(7)), (Some(7), Some(7))];
    assert!(!both_ways(&moved).0.same_on_every_seed);
    // A difference that is the same on every seed is certain.
    let (shifted, _) = both_ways(&[(Some(1), Some(2)), (Some(5), Some(6)), (Some(8), Some(9))]);
    assert!(shifted.is_told_apart() && shifted.interval().half() < 1e-6);
}

/// How many of 1,000 intervals of the difference of two means, paired and unpaired, contain the
/// true one. `seed` makes the values of a seed from uniform draws of 0 to 9.
fn coverage(
    truth: f64,
    seed: impl Fn(&mut dyn FnMut() -> u32) -> (Option<u32>, Option<u32>),
) -> (usize, usize) {
    let mut below = crate::split_mix(0);
    let mut draw = || below(10);
    let holds = (0..1000).map(|_| {
        let seeds: Vec<_> = (0..200).map(|_| seed(&mut draw)).collect();
        let (paired, unpaired) = both_ways(&seeds);
        (paired.interval().contains(truth), unpaired.interval().contains(truth))
    });
    holds.fold((0, 0), |(paired, unpaired), (one, other)| {
        (paired + usize::from(one), unpaired + usize::from(other))
    })
}

#[test]
fn a_paired_interval_holds_the_true_difference_in_95_of_100_cases() {
    // Of 1,000 intervals that each contain it with chance 95 %, 950 ± 4 standard deviations of
    // 6.9 do: only one test in 15,000 would fail. The seeds are fixed.
    let is_fair = |holding: usize| (922..=978).contains(&holding);
    // Y is X, plus 1 on three seeds of ten.
    let (paired, unpaired) = coverage(0.3, |draw| {
        let x = draw();
        (Some(x), Some(x + u32::from(draw() < 3)))
    });
    assert!(is_fair(paired), "{paired}");
    assert_eq!(unpaired, 1000, "an interval that takes them for independent is far too wide");
    // Y is large if X is small: an interval that treats them as independent is too narrow.
    let (paired, unpaired) = coverage(0.5, |draw| {
        let x = draw();
        (Some(x), Some(9 - x + u32::from(draw() < 5)))
    });
    assert!(is_fair(paired) && unpaired < 900, "{paired}, {unpaired}");
    // Some floors lack the measure: those of X on two seeds of ten, those of Y on three others.
    // The means over the floors that have it are 4.5 and 4.8.
    let (paired, _) = coverage(0.3, |draw| {
        let (x, more, missing) = (draw(), u32::from(draw() < 3), draw());
        ((missing > 1).then_some(x), (missing < 7).then_some(x + more))
    });
    assert!(is_fair(paired), "{paired}");
}

#[test]
fn wilson_intervals_stay_within_0_and_1() {
    let none = wilson_interval(0, 20);
    assert_eq!(none.lower, 0.0);
    assert!((none.upper - 0.1611).abs() < 1e-4);
    let all = wilson_interval(20, 20);
    assert!((all.lower - 0.8389).abs() < 1e-4);
    assert_eq!(all.upper, 1.0);
    assert!(wilson_interval(0, 0).contains(0.7));
}
