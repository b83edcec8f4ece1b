//! The findings about the way to the boss and a full clear.

use basement_survey::{Results, measure};

use super::{first_fitting, possessive};
use crate::claims::{Difference, difference_on};
use crate::number::fixed;
use crate::series::name_of;

/// What one level shows about the way to the boss and a full clear.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WayAndWalk {
    names: [String; 2],
    boss: Difference,
    walk: Option<Difference>,
    again: Option<Difference>,
}

impl WayAndWalk {
    pub(crate) fn of(results: &Results, both: [usize; 2], level: u8) -> Option<Self> {
        let at = |measure| difference_on(results, both, measure, level);
        let names = both.map(|series| name_of(results, series).to_owned());
        Some(Self {
            names,
            boss: at(measure::BOSS_DISTANCE)?,
            walk: at(measure::FULL_WALK),
            again: at(measure::WALKED_AGAIN),
        })
    }

    /// The differences with their intervals, in a sentence.
    pub(crate) fn intervals(&self) -> String {
        let of = |it: &Difference| it.in_words("doors");
        let walk = self.walk.as_ref().map(|it| format!(", to clear the floor {}", of(it)));
        let again = self.again.as_ref().map(|it| format!(", walked back {}", of(it)));
        let [x, y] = &self.names;
        format!(
            "{y} minus {x} on level {}, with 95 % intervals: to the boss {}{}{}. ",
            self.boss.level,
            of(&self.boss),
            walk.unwrap_or_default(),
            again.unwrap_or_default()
        )
    }

    pub(crate) fn title(&self) -> String {
        let [x, y] = &self.names;
        let [x_has, y_has] = [x, y].map(|name| possessive(name));
        let size = |it: &Difference| fixed(it.value().abs(), 1);
        let way = |sign: i8| if sign > 0 { "farther" } else { "nearer" };
        let more = |sign: i8| if sign > 0 { "more" } else { "fewer" };
        let (boss, by) = (self.boss.sign(), size(&self.boss));
        let Some((walk, doors)) = self.walk.as_ref().map(|it| (it.sign(), size(it))) else {
            return match boss {
                0 => format!("The boss is about as far in {y} as in {x}"),
                _ => format!("{y_has} boss is {by} doors {} than {x_has}", way(boss)),
            };
        };
        let short = match (boss, walk) {
            (0, 0) => format!("{x} and {y}: boss about as far, full clear about as long"),
            (0, _) => format!("Boss as far in {y}, a full clear {doors} doors {}", more(walk)),
            (_, 0) => {
                format!("{y_has} boss is {by} doors {}, a full clear about as long", way(boss))
            }
            _ => format!(
                "{y}: boss {by} doors {}, a full clear {doors} doors {}",
                way(boss),
                more(walk)
            ),
        };
        let long = match (boss, walk) {
            (0, _) | (_, 0) => short.clone(),
            _ => format!(
                "On level {} {y_has} boss is {by} doors {}, a full clear {doors} doors {}",
                self.boss.level,
                way(boss),
                if walk > 0 { "longer" } else { "shorter" }
            ),
        };
        first_fitting([long, short, "The way to the boss, and through all rooms".to_owned()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(boss: f64, walk: Option<f64>) -> String {
        let difference = |value: f64| Difference {
            level: 6,
            means: [10.0, 10.0 + value],
            lower: value - 0.1,
            upper: value + 0.1,
        };
        let names = ["A", "B"].map(str::to_owned);
        let walk = walk.map(difference);
        WayAndWalk { names, boss: difference(boss), walk, again: None }.title()
    }

    #[test]
    fn the_title_goes_with_the_way_to_the_boss_and_the_full_clear() {
        let turned = title(1.3, Some(-2.0));
        assert_eq!(
            turned,
            "On level 6 B's boss is 1.3 doors farther, a full clear 2.0 doors shorter"
        );
        let more = title(1.3, Some(2.0));
        assert_eq!(more, "On level 6 B's boss is 1.3 doors farther, a full clear 2.0 doors longer");
        assert_eq!(
            title(-1.3, Some(0.0)),
            "B's boss is 1.3 doors nearer, a full clear about as long"
        );
        assert_eq!(title(0.0, Some(2.0)), "Boss as far in B, a full clear 2.0 doors more");
        assert!(title(0.0, Some(0.05)).starts_with("A and B: boss about as far"));
        assert_eq!(title(1.3, None), "B's boss is 1.3 doors farther than A's");
    }
}
