//! Awards of cleared rooms in normal and in hard mode, side by side.

use basement_awards::{Awards, Pickup};
use basement_floors::Difficulty;

use super::awards::{Case, pickup_name};
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, percent};
use crate::origin::chances_line;
use crate::panel::rows::{lying_axis, row_label};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, NOTE, PAPER, QUIET, REBIRTH, RULE, text_width};

/// Height of a row.
const ROW: f64 = 21.0;
/// Radius of a mark.
const RADIUS: f64 = 4.4;
/// Marks closer than this would hide each other: the numbers tell them apart.
const APART: f64 = 1.5 * RADIUS;
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
pub(super) fn hard_mode() -> Option<Figure> {
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
    let most = pairs
        .iter()
        .flat_map(|pair| shown.iter().map(|pickup| pair.of(*pickup)))
        .fold(0.0, |most: f64, (before, after)| most.max(before).max(after));
    let height = shown.len() as f64 * ROW + 50.0;
    compose(words, table, height, |drawing, area| {
        let columns = area.inset(92.0, 24.0, 14.0, 24.0).columns(pairs.len(), 34.0);
        for (place, (pair, plot)) in pairs.iter().zip(columns).enumerate() {
            drawing.text(&pair.name, plot.x, area.y + 14.0, Type::new(LABEL, INK).bold());
            let axis = Axis::new((0.0, limit_for(most * 100.0)), (plot.x, plot.right()));
            lying_axis(drawing, plot, &axis, 3, |tick| percent(tick / 100.0, 0));
            for (row, pickup) in shown.iter().enumerate() {
                let y = plot.y + (row as f64 + 0.5) * ROW;
                if row > 0 {
                    let top = plot.y + row as f64 * ROW;
                    drawing.line(&[(plot.x, top), (plot.right(), top)], 0.5, RULE);
                }
                if place == 0 {
                    row_label(drawing, &pickup_name(*pickup), plot.x - 10.0, y, INK);
                }
                dumbbell(drawing, plot, &axis, y, pair.of(*pickup));
            }
        }
    })
}

/// A circle and a dot with a line between them and their numbers beside them.
fn dumbbell(drawing: &mut Drawing, plot: Area, axis: &Axis, y: f64, chances: (f64, f64)) {
    let (before, after) = (chances.0 * 100.0, chances.1 * 100.0);
    let (from, to) = (axis.at(before), axis.at(after));
    let differs = (chances.1 - chances.0).abs() >= LEAST;
    let label = if differs {
        if (to - from).abs() >= APART {
            drawing.line(&[(from, y), (to, y)], 1.8, REBIRTH.mark);
            drawing.dot(from, y, RADIUS, REBIRTH.text);
            drawing.dot(from, y, RADIUS - 1.6, PAPER);
        }
        format!("{} → {}", fixed(before, 1), fixed(after, 1))
    } else {
        fixed(after, 1)
    };
    drawing.dot(to, y, RADIUS, REBIRTH.text);
    let look = Type::new(NOTE, if differs { INK } else { QUIET });
    let width = text_width(&label, NOTE, false);
    // On the right, a little beyond the plot, unless the left alone has room.
    let fits_right = from.max(to) + 9.0 + width <= plot.right() + 16.0;
    if fits_right || from.min(to) - 9.0 - width < plot.x {
        drawing.text(label, from.max(to) + 9.0, y + 4.0, look);
    } else {
        drawing.text(label, from.min(to) - 9.0, y + 4.0, look.end());
    }
}
