//! Awards of cleared rooms in normal and in hard mode, side by side.

use basement_awards::{Awards, Pickup};
use basement_floors::Difficulty;

use super::awards::{Case, pickup_name};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::number::{fixed, percent};
use crate::origin::chances_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::table::{Table, exact};
use crate::theme::REBIRTH;

/// A difference that is drawn: a twentieth of a percentage point.
const LEAST: f64 = 0.0005;

/// One panel: chances before and after.
struct Pair {
    name: String,
    before: Awards<f64>,
    after: Awards<f64>,
}

impl Pair {
    fn new(name: &str, before: Case<'_>, after: Case<'_>) -> Option<Self> {
        Some(Self { name: name.to_owned(), before: before.chances()?, after: after.chances()? })
    }

    fn of(&self, pickup: Pickup) -> (f64, f64) {
        (self.before.get(pickup), self.after.get(pickup))
    }

    fn changes(&self) -> impl Iterator<Item = (Pickup, f64, f64)> + '_ {
        Pickup::ALL.iter().filter_map(|pickup| {
            let (before, after) = self.of(*pickup);
            ((after - before).abs() >= LEAST).then_some((*pickup, before, after))
        })
    }
}

/// Normal against hard mode, at three lucks.
pub(crate) fn hard_mode() -> Option<Figure> {
    let pairs: Vec<Pair> = [0_u8, 5, 10]
        .into_iter()
        .map(|luck| {
            let normal = Case { luck: luck.into(), ..Case::BASE };
            let hard = Case { difficulty: Difficulty::Hard, ..normal };
            Pair::new(&format!("Luck {luck}"), normal, hard)
        })
        .collect::<Option<_>>()?;
    let (before, after) = pairs.first()?.of(Pickup::Heart);
    let others = pairs
        .iter()
        .flat_map(Pair::changes)
        .filter(|(pickup, ..)| !matches!(pickup, Pickup::Heart | Pickup::Nothing))
        .count();
    let alone = if others == 0 { " Nothing else changes." } else { "" };
    let title = format!(
        "At luck 0 hard mode gives hearts in {} of rooms, not {}",
        percent(after, 0),
        percent(before, 0)
    );
    let words = Words {
        name: "awards-hard-mode".to_owned(),
        title,
        subtitle: "Share of cleared rooms by what they give, %, in normal (circle) and hard mode (dot); no items"
            .to_owned(),
        caption: format!(
            "What a cleared room gives in normal and in hard mode, at three lucks. Circles: normal mode; dots: \
             hard mode; one number where both are the same. A heart that hard mode takes leaves nothing.{alone}"
        ),
        notes: chances_line(),
        alt: "Dot plots of awards by pickup in normal and hard mode at luck 0, 5 and 10; only hearts and \
              empty rooms differ."
            .to_owned(),
    };
    Some(drawn(words, ["normal", "hard"], &pairs))
}

fn drawn(words: Words, sides: [&str; 2], pairs: &[Pair]) -> Figure {
    let mut table = Table::new(&["panel", "pickup", "side", "chance"]);
    for pair in pairs {
        for pickup in Pickup::ALL {
            let (before, after) = pair.of(pickup);
            for (side, chance) in sides.into_iter().zip([before, after]) {
                table.row([pair.name.clone(), pickup.to_string(), side.to_owned(), exact(chance)]);
            }
        }
    }
    let shown: Vec<Pickup> = Pickup::ALL
        .iter()
        .copied()
        .filter(|pickup| pairs.iter().any(|pair| pair.of(*pickup) != (0.0, 0.0)))
        .collect();
    let row = |pickup: &Pickup| Row::new(pickup_name(*pickup), 1);
    let facet = |pair: &Pair| {
        let mark = |(at, pickup): (usize, &Pickup)| {
            let (before, after) = pair.of(*pickup);
            let say = |share: f64| (share, fixed(share * 100.0, 1));
            let before = if (after - before).abs() < LEAST { after } else { before };
            Mark::Pair { y: lane(at, 0, 1), before: say(before), after: say(after), hue: REBIRTH }
        };
        Facet::new(pair.name.as_str(), shown.iter().enumerate().map(mark).collect())
    };
    let most = pairs.iter().flat_map(|pair| shown.iter().map(|pickup| pair.of(*pickup)));
    let plot = Plot {
        facets: pairs.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(most.fold(0.0, |most: f64, (a, b)| most.max(a).max(b))).ticks(3),
        y: Y::Rows(vec![Group { name: String::new(), rows: shown.iter().map(row).collect() }]),
    };
    let key = Key::of_pair(["normal mode", "hard mode"]);
    compose_parts(words, table, &[&key, &plot])
}
