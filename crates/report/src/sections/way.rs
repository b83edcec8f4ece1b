//! The way: to the boss, and through the whole floor.

use basement_survey::Values;
use basement_survey::statistics::Z;
use basement_survey::study::GroupFloor;

use super::answer::games;
use crate::figures;
use crate::prelude::*;

/// On this many floors the two ways are added up.
const FLOORS: usize = 1_000;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    Section::new("way", "The way, and the way back")
        .sentences([by_level(results)])
        .figure(figures::way::way(results))
        .text(of_each_one(results).unwrap_or_default())
        .sentences([whole_run(results), to_shop_and_treasure(results)])
        .text(saved(results))
        .unless_empty()
}

/// Where the doors go that a full clear of the second series saves; empty if it saves none.
fn saved(results: &Results) -> String {
    let always = || always_added_up(results).unwrap_or_default();
    Saved::of(results).map_or_else(String::new, |saved| saved.parts(&always()))
}

/// How sizes and full clears of the first two series go together.
fn by_level(results: &Results) -> Option<String> {
    let [rooms, walks] =
        [measure::ROOMS, measure::FULL_WALK].map(|measure| differences(results, BOTH, measure));
    larger(names(results), visible(results), &rooms, &walks)
}

/// The number of rooms that a full clear enters, if it is the same in both unchanged games: the start, and
/// one room for each door that is not walked back.
fn visible(results: &Results) -> Option<f64> {
    let level = games(results).and(level_of_equal_size(results))?;
    let rooms = |series| {
        let mean = |measure| results.group(series, level, false)?.summary.mean(measure);
        Some((1.0 + mean(measure::FULL_WALK)? - mean(measure::WALKED_AGAIN)?).round())
    };
    let [x, y] = BOTH.map(rooms);
    x.filter(|_| x == y)
}

/// The means of two series over their levels from the first on, added up: the doors to all bosses, and those
/// to clear everything; `None` for few levels.
fn whole_run(results: &Results) -> Option<String> {
    let [ways, back, walks] = [measure::BOSS_DISTANCE, measure::WALKED_AGAIN, measure::FULL_WALK]
        .map(|measure| differences(results, BOTH, measure));
    let is_run = |all: &[Difference]| all.iter().map(|it| it.level).eq(1..=all.len() as u8);
    let last = ways.last()?.level;
    if last < 5
        || ways.len() != walks.len()
        || ![&ways, &back, &walks].into_iter().all(|it| is_run(it))
    {
        return None;
    }
    let sum =
        |all: &[Difference], place: usize| fixed(all.iter().map(|it| it.means[place]).sum(), 0);
    let [x, y] = names(results);
    Some(format!(
        "Over levels 1 to {last}, the ways to the bosses add up to {} doors in {y} and {} in {x}, the doors walked back to {} and {}, \
         and full clears to {} and {}.",
        sum(&ways, 1),
        sum(&ways, 0),
        sum(&back, 1),
        sum(&back, 0),
        sum(&walks, 1),
        sum(&walks, 0)
    ))
}

/// How far shop and treasure room are on the story's level, if both are farther away in the second series,
/// and the walk through both to the boss.
fn to_shop_and_treasure(results: &Results) -> Option<String> {
    let level = story_level(results)?;
    let of = |measure| {
        difference_on(results, measure, level)
            .filter(|it| it.sign() > 0)
            .map(|it| it.means.map(|mean| fixed(mean, 1)))
    };
    let ([a, b], [c, d]) = (of(measure::SHOP_DISTANCE)?, of(measure::TREASURE_DISTANCE)?);
    let through = difference_on(results, measure::ITEMS_WALK, level);
    let [x, y] = names(results);
    let through = through.filter(|it| it.sign() != 0).map_or_else(String::new, |it| {
        let [a, b] = it.means.map(|mean| fixed(mean, 1));
        let but = if it.sign() < 0 { "Yet the" } else { "The" };
        format!(" {but} walk through both to the boss takes {b} doors in {y} and {a} in {x}.")
    });
    Some(format!(
        "On level {level}, shop and treasure room are also farther away: the shop is {b} doors away in {y} and {a} in {x}, the treasure room {d} and {c}.{through}"
    ))
}

/// How often the boss is farther away in the second series if one floor of each is drawn, and how often a full
/// clear is shorter if the mean is.
fn of_each_one(results: &Results) -> Option<String> {
    let level = story_level(results)?;
    let odds = |[x, y]: [usize; 2], measure| {
        let of = |series| Some(results.group(series, level, false)?.summary.values(measure));
        let (x, y) = (of(x)?, of(y)?);
        (x.total().min(y.total()) >= ENOUGH_FLOORS).then(|| Odds::of(x, y))?
    };
    let clears = difference_on(results, measure::FULL_WALK, level).filter(|it| it.sign() < 0);
    // How often that of the first series is longer.
    let clears = clears.and_then(|_| odds([1, 0], measure::FULL_WALK));
    Some(drawn_blindly(name_of(results, 1), level, odds([0, 1], measure::BOSS_DISTANCE)?, clears))
}

/// The odds of a draw: that the boss is farther away in the second series, and that a full clear is longer in
/// the first.
fn drawn_blindly(second: &str, level: u8, boss: Odds, clears: Option<Odds>) -> String {
    let shares = |of: [f64; 2]| of.map(|share| fixed(share * 100.0, 0));
    let half = |odds: &Odds| fixed(odds.half * 100.0, 1);
    let clears = clears.map_or_else(String::new, |odds| {
        let [more, less] = shares([odds.more, odds.less]);
        format!(
            " {} full clear is shorter in {more} % (± {}), longer in {less} %, and equally long in the rest.",
            possessive(second),
            half(&odds)
        )
    });
    let [more, less] = shares([boss.more, boss.less]);
    format!(
        "Pick one level-{level} floor of each game at random: {} boss is farther away in {more} % of such pairs (± {} points), nearer in {less} %, and \
         equally far in the rest.{clears}",
        possessive(second),
        half(&boss)
    )
}

/// That the doors to the boss and of a full clear of the first series always add up to the same number: those
/// of a tree with always as many rooms. `None` unless all floors have as many rooms, rings save nothing on
/// any, and the sum is the same on the first floors.
fn always_added_up(results: &Results) -> Option<String> {
    let level = level_of_equal_size(results)?;
    let group = results.group(0, level, false)?;
    let are_trees = group.summary.values(measure::ROOMS).iter().count() == 1
        && group.summary.mean(measure::SAVED_BY_LOOPS) == Some(0.0);
    let sum = |(_, floor): &(u64, GroupFloor)| {
        let floor = floor.analysis();
        let doors = |measure: &Measure| measure.raw_of(&floor);
        Some(doors(measure::BOSS_DISTANCE)? + doors(measure::FULL_WALK)?)
    };
    let floors = if are_trees { group.first_floors(FLOORS) } else { Vec::new() };
    let sums: Vec<Option<u32>> = floors.iter().map(sum).collect();
    let doors = sums.first().copied()??;
    sums.iter().all(|it| *it == Some(doors)).then(|| {
        format!(
            "On level {level} of {} a full clear passes each door twice, except those on the way to the boss, so that the two always add up to {doors} doors. ",
            name_of(results, 0)
        )
    })
}

/// The doors by which a full clear of the second series is shorter although its boss is farther away, and
/// what saves them. A full clear takes twice as many doors as rooms besides the start, minus the way to the
/// boss and what rings save.
pub(super) struct Saved<'a> {
    name: &'a str,
    doors: f64,
    way: f64,
    rings: f64,
}

impl<'a> Saved<'a> {
    /// On the level on which both are compared at the same size; `None` if there is none, or if it is not so
    /// there.
    pub(super) fn of(results: &'a Results) -> Option<Self> {
        let level = level_of_equal_size(results)?;
        let of = |measure| difference_on(results, measure, level);
        let walk = of(measure::FULL_WALK).filter(|it| it.sign() < 0)?;
        let way = of(measure::BOSS_DISTANCE).filter(|it| it.sign() > 0)?.value();
        let rings = of(measure::SAVED_BY_LOOPS)?.value();
        Some(Self { name: name_of(results, 1), doors: -walk.value(), way, rings })
    }

    /// Each part in a sentence; `always` comes first.
    fn parts(&self, always: &str) -> String {
        let rest = self.doors - self.way - self.rings;
        let whose = possessive(self.name);
        let rest = match (fixed(rest.abs(), 2).as_str(), rest > 0.0) {
            ("0.00", _) => String::new(),
            (rest, true) => format!("; fewer rooms save {rest}"),
            (rest, false) => format!("; {whose} few extra rooms cost {rest}"),
        };
        format!(
            "Where do the {} doors go? {}The longer way to the boss saves {}, because doors on it are passed once and doors off it twice. \
             Rings save another {}{rest}.",
            fixed(self.doors, 2),
            always,
            fixed(self.way, 2),
            fixed(self.rings, 2)
        )
    }

    /// A sentence that leads to the rings, if big rooms make them.
    pub(super) fn leads_to_rings(&self) -> String {
        let rest = if self.way > 0.5 * self.doors { "the rest" } else { "more" };
        format!(
            "The longer way to the boss is not all that shortens a full clear. Rings do {rest}."
        )
    }
}

/// The levels up to which the second series has more rooms, and what it takes to clear these; `None` unless
/// levels with equally many rooms follow.
fn larger(
    [x, y]: [&str; 2],
    visible: Option<f64>,
    rooms: &[Difference],
    walks: &[Difference],
) -> Option<String> {
    let first_equal = rooms.iter().position(|it| it.sign() == 0).filter(|place| *place > 0)?;
    let (more, equal) = rooms.split_at(first_equal);
    if !more.iter().all(|it| it.sign() > 0) || !equal.iter().all(|it| it.sign() == 0) {
        return None;
    }
    let last = more.last()?.level;
    let (longer, others): (Vec<Difference>, Vec<Difference>) =
        walks.iter().filter(|it| it.level <= last).partition(|it| it.sign() > 0);
    let takes = if others.iter().any(|it| it.sign() < 0) || longer.len() <= others.len() {
        String::new()
    } else {
        let on = levels_in_words(others.iter().map(|it| it.level));
        let hardly = match others.as_slice() {
            [] => String::new(),
            all if all.iter().all(|it| it.lower > 0.0) => format!(" (only slightly more on {on})"),
            _ => format!(" (about as many on {on})"),
        };
        format!(", and take more doors to clear{hardly}")
    };
    let first = equal.first()?;
    let rooms = match visible {
        Some(rooms) => format!("{} rooms besides hidden ones", fixed(rooms, 0)),
        None => fixed(first.means[0], 0),
    };
    Some(format!(
        "Up to level {last}, {} floors have more rooms than {}{takes}. From level {} on, both have about {rooms}, so we compare them there. \
         We count doors, not distance: a big room takes longer to cross.",
        possessive(y),
        possessive(x),
        first.level
    ))
}

/// The odds of a draw: the chances that of one floor of each of two series the second has more of a measure
/// than the first, as much, or less.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odds {
    more: f64,
    same: f64,
    less: f64,
    /// Half the 95 % interval of `more`.
    half: f64,
}

impl Odds {
    /// The odds of two groups' values; `None` if one of them has none.
    fn of(x: Values<'_>, y: Values<'_>) -> Option<Self> {
        let all = x.total() as f64 * y.total() as f64;
        let count = |of: &Values<'_>, is_wanted: &dyn Fn(f64) -> bool| {
            of.iter().filter(|it| is_wanted(it.0)).map(|it| it.1).sum::<u64>() as f64
        };
        let sum = |of: &Values<'_>, value: &dyn Fn(f64) -> f64| {
            of.iter().map(|(it, floors)| floors as f64 * value(it)).sum::<f64>()
        };
        let share =
            |is_wanted: fn(f64, f64) -> bool| sum(&x, &|x| count(&y, &|y| is_wanted(x, y))) / all;
        // The variance of a share of pairs, from how it varies with each of the two floors (DeLong and
        // others, 1988).
        let more = share(|x, y| y > x);
        let variance = |own: &Values<'_>, beats: &dyn Fn(f64) -> f64| {
            let floors = own.total() as f64;
            sum(own, &|it| (beats(it) - more).powi(2)) / (floors * (floors - 1.0).max(1.0))
        };
        (all > 0.0).then(|| Self {
            more,
            same: share(|x, y| y == x),
            less: share(|x, y| y < x),
            half: Z
                * (variance(&x, &|x| count(&y, &|y| y > x) / y.total() as f64)
                    + variance(&y, &|y| count(&x, &|x| y > x) / x.total() as f64))
                .sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{BackendRules, Series, Study, measure};

    use super::*;
    use crate::frame::histogram_of;

    fn differences(values: &[(u8, f64)]) -> Vec<Difference> {
        let of =
            |(level, value): &(u8, f64)| Difference::within(*level, [20.0, 20.0 + value], 0.05);
        values.iter().map(of).collect()
    }

    #[test]
    fn the_odds_include_ties_and_an_interval() {
        let boss = Odds { more: 0.62, same: 0.15, less: 0.23, half: 0.006 };
        let alone = "Pick one level-6 floor of each game at random: B's boss is farther away in 62 % of such pairs (± 0.6 points), nearer in 23 %, and \
                     equally far in the rest.";
        assert_eq!(drawn_blindly("B", 6, boss, None), alone);
        let clears = Odds { more: 0.72, same: 0.12, less: 0.16, half: 0.005 };
        let both = drawn_blindly("B", 6, boss, Some(clears));
        let clears = " B's full clear is shorter in 72 % (± 0.5), longer in 16 %, and equally long in the rest.";
        assert_eq!(both.strip_prefix(alone), Some(clears));
    }

    #[test]
    fn the_two_ways_always_add_up_only_on_trees_of_one_size() {
        let told = |games: [(Backend, &str); 2]| {
            let mut study = Study::new("").floors(60).levels([6]);
            for (backend, edition) in games {
                study =
                    study.series(Series::new(edition, BackendRules::new(backend).edition(edition)));
            }
            always_added_up(&study.run(&|_| {}).unwrap())
        };
        let shipped = (Backend::Flash, "wrath-of-the-lamb");
        let (published, rebirth) = ((Backend::Flash, "article"), (Backend::Rebirth, "repentance"));
        // 20 rooms that can be seen: 19 doors, twice.
        let always = "so that the two always add up to 38 doors. ";
        assert!(told([shipped, rebirth]).unwrap().ends_with(always));
        // Rings save doors, and sizes differ.
        assert_eq!(told([rebirth, shipped]), None);
        assert_eq!(told([published, rebirth]), None);
    }

    #[test]
    fn the_parts_of_what_is_saved_add_up() {
        let parts = |doors, way, rings| Saved { name: "B", doors, way, rings }.parts("");
        assert_eq!(
            parts(1.92, 1.29, 0.66),
            "Where do the 1.92 doors go? The longer way to the boss saves 1.29, because doors on it are passed once and doors off it \
             twice. Rings save another 0.66; B's few extra rooms cost 0.03."
        );
        assert!(parts(2.0, 1.3, 0.7).ends_with("save another 0.70."));
        assert!(parts(2.1, 1.3, 0.7).ends_with("; fewer rooms save 0.10."));
    }

    #[test]
    fn larger_floors_are_mentioned_only_where_floors_of_one_size_follow() {
        let rooms = differences(&[(4, 2.0), (5, 1.5), (6, 0.0)]);
        let walks = differences(&[(4, 1.8), (5, 0.6), (6, -2.0)]);
        assert_eq!(
            larger(["A", "B"], None, &rooms, &walks).unwrap(),
            "Up to level 5, B's floors have more rooms than A's, and take more doors to clear. From level 6 on, both have about 20, so we \
             compare them there. We count doors, not distance: a big room takes longer to cross."
        );
        assert!(
            larger(["A", "B"], Some(19.0), &rooms, &walks)
                .unwrap()
                .contains("about 19 rooms besides hidden ones, so")
        );
        let most = differences(&[(3, 0.6), (4, 0.2), (5, 0.6)]);
        let most = larger(["A", "B"], None, &rooms, &most).unwrap();
        assert!(
            most.contains(", and take more doors to clear (only slightly more on level 4)."),
            "{most}"
        );
        let alike = differences(&[(3, 0.6), (4, -0.2), (5, 0.6)]);
        let alike = larger(["A", "B"], None, &rooms, &alike).unwrap();
        assert!(alike.contains("to clear (about as many on level 4)."), "{alike}");
        let fewer = differences(&[(4, -1.8), (5, 0.6)]);
        assert!(!larger(["A", "B"], None, &rooms, &fewer).unwrap().contains("to clear"));
        assert_eq!(larger(["A", "B"], None, &rooms[..2], &walks), None);
        assert_eq!(larger(["A", "B"], None, &rooms[2..], &walks), None);
    }

    #[test]
    fn the_odds_count_all_pairs() {
        let (x, y) = (histogram_of(&[(1, 1), (2, 1)]), histogram_of(&[(1, 1), (2, 2), (3, 1)]));
        let [x, y] = [&x, &y].map(|it| Values::new(measure::ROOMS, it));
        // Of the 8 pairs 2-2 twice and 1-1 once are ties, and 1 of Y against 2 is less.
        let odds = Odds::of(x, y).unwrap();
        assert_eq!([odds.more, odds.same, odds.less], [0.5, 0.375, 0.125]);
        // 1 is beaten by three of four and 2 by one, 2 beats one of two twice, 3 both, and 1 none:
        // 2 (1/4)^2 / 2 + 2 (1/2)^2 / 12.
        assert!((odds.half - Z * (0.0625_f64 + 0.5 / 12.0).sqrt()).abs() < 1e-12);
    }
}
