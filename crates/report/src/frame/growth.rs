//! A floor in the steps in which it grows, and what the order of its rooms does to the way to the boss.

use basement_floors::Floor;
use basement_survey::Analysis;
use basement_survey::walk::{Route, Walk};

use crate::prelude::*;
use crate::theme::Hue;

/// The number of steps that are drawn.
pub(crate) const STEPS: usize = 3;

/// A floor as it is drawn, and how far away its boss is.
pub(crate) struct Drawn {
    pub(crate) map: DrawnFloor,
    pub(crate) way: Walk,
    pub(crate) rooms: u32,
    pub(crate) boss: u32,
}

impl Drawn {
    pub(crate) fn of(floor: &Floor) -> Option<Self> {
        let analysis = Analysis::from_floor(floor);
        Some(Self {
            map: floor.into(),
            way: Walk::of(floor, Route::Boss)?,
            rooms: measure::ROOMS.raw_of(&analysis)?,
            boss: measure::BOSS_DISTANCE.raw_of(&analysis)?,
        })
    }

    /// The floor after a step, counted from 1, and the rooms that are new in that step.
    pub(crate) fn step(&self, step: usize) -> (DrawnFloor, Vec<usize>) {
        let all = self.map.clone().of_plan().size().0;
        let [before, now] = [step - 1, step].map(|step| (all * step).div_ceil(STEPS));
        let map = self.map.grown(now);
        match step {
            STEPS => (map.with_ends_of(&self.map).with_way(&self.way), (before..now).collect()),
            _ => (map, (before..now).collect()),
        }
    }

    /// The map of a step, with the distance to the boss or to the farthest room. The first step
    /// carries the name of the order.
    pub(crate) fn sheet(&self, order: &str, step: usize, hue: Hue) -> Sheet {
        let (map, new) = self.step(step);
        let (rooms, far) = map.size();
        let (heading, paint) = if step == 1 { (order, hue.text) } else { ("", QUIET) };
        let far = match step {
            STEPS => format!("boss {} away", counted(self.boss.into(), "door")),
            _ => format!("farthest: {}", counted(far as u64, "door")),
        };
        let hidden = map.kinds().filter(|kind| kind.is_hidden()).count();
        let hidden = if hidden > 0 { format!(", {hidden} hidden") } else { String::new() };
        let lines = vec![far, counted(rooms as u64, "room") + &hidden];
        Sheet::new(map, heading, paint).tinted(new, hue.mark).lines(lines)
    }
}

/// The steps of floors that grow in two orders, with the mean ways to the boss and their difference.
pub(crate) fn table<'a>(
    orders: impl Iterator<Item = (&'a str, &'a Drawn)>,
    seed: &str,
    effect: &Difference,
    walks: [f64; 2],
) -> Table {
    let orders = orders.enumerate();
    let steps = orders.flat_map(|(place, (order, it))| {
        (1..=STEPS).map(move |step| (order, [effect.means[place], walks[place]], it, step))
    });
    let Difference { lower, upper, .. } = effect;
    let shorter = Interval { estimate: -effect.value(), lower: -upper, upper: -lower };
    Table::of(steps)
        .column("order", |(order, ..)| *order)
        .column("seed", |_| seed)
        .column("level", |_| effect.level)
        .column("step", |(.., step)| *step)
        .column("rooms", |(.., it, step)| it.step(*step).0.size().0)
        .column("farthest_room", |(.., it, step)| it.step(*step).0.size().1)
        .column("boss_distance", |(.., it, _)| it.boss)
        .number("mean_boss_distance", |(_, [boss, _], ..)| *boss)
        .number("mean_full_walk", |(_, [_, walk], ..)| *walk)
        .interval(DIFFERENCE, |_| shorter)
        .into()
}

/// What jumping the queue does to the way to the boss. The difference is the other order minus the jump.
pub(crate) fn title(name: &str, effect: &Difference) -> String {
    let by = fixed(effect.value().abs(), 1);
    match -effect.sign() {
        0 => first_fitting([
            format!("Jumping the queue hardly moves the boss of {name}"),
            "Jumping the queue hardly moves the boss".to_owned(),
        ]),
        sign => {
            let way = if sign > 0 { "nearer" } else { "farther" };
            first_fitting([
                format!(
                    "If no room jumped the queue, {} boss would be {by} doors {way}",
                    possessive(name)
                ),
                format!("If no room jumped the queue, the boss would be {by} doors {way}"),
            ])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_the_order_as_a_cause_only_if_it_moves_the_boss() {
        let told = |value| title("A", &Difference::within(4, [7.0, 7.0 + value], 0.1));
        assert_eq!(told(-2.0), "If no room jumped the queue, A's boss would be 2.0 doors nearer");
        assert_eq!(told(1.5), "If no room jumped the queue, A's boss would be 1.5 doors farther");
        assert_eq!(told(0.05), "Jumping the queue hardly moves the boss of A");
    }
}
