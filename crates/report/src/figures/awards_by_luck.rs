//! What luck does to the awards of cleared rooms.

use basement_awards::Pickup;

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::figures::awards::{Case, pickup_name};
use crate::layout::{Sketch, apart, is_narrow};
use crate::number::{fixed, percent};
use crate::origin::chances_line;
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, NOTE, PAPER, QUIET, TICK, award_color};

/// The layers from the bottom up; those of one layer share the band of A2.
const LAYERS: [&[Pickup]; 9] = [
    &[Pickup::Chest],
    &[Pickup::Battery],
    &[Pickup::Sack],
    &[Pickup::Bomb],
    &[Pickup::Key],
    &[Pickup::Heart],
    &[Pickup::Coin],
    &[Pickup::Card, Pickup::Pill, Pickup::Trinket],
    &[Pickup::Nothing],
];

/// Steps of luck from 0 to 10.
const STEPS: u8 = 100;

/// The shares of the layers at one luck.
type Shares = (f64, [f64; LAYERS.len()]);

/// Awards against luck, stacked.
pub(crate) fn figure() -> Option<(Figure, Trade)> {
    let shares: Vec<Shares> = (0..=STEPS)
        .map(|step| {
            let luck = f32::from(step) * 10.0 / f32::from(STEPS);
            let chances = Case { luck, ..Case::BASE }.chances()?;
            let layer = |layer: &[Pickup]| layer.iter().map(|pickup| chances.get(*pickup)).sum();
            Some((f64::from(luck), LAYERS.map(layer)))
        })
        .collect::<Option<_>>()?;
    let mut table = Table::new(&["luck", "pickup", "chance"]);
    for (luck, layers) in &shares {
        for (layer, share) in LAYERS.iter().zip(layers) {
            table.row([exact(*luck), layer_name(layer), exact(*share)]);
        }
    }
    let trade = Trade::new(&shares)?;
    let title = trade.title();
    let words = Words {
        name: "awards-by-luck".to_owned(),
        subtitle: "Share of cleared rooms by what they give, %, against luck; exact chances, no items, normal \
                   mode"
            .to_owned(),
        caption: "Each band is a kind of award; its height is its share. Left: shares at luck 0; right: at \
                  luck 10. Luck counts from 0 to 10."
            .to_owned(),
        notes: chances_line(),
        alt: format!("{title}. Stacked bands of what cleared rooms give, against luck from 0 to 10."),
        title,
    };
    let height = |width: f64| if width < 400.0 { 380.0 } else { 400.0 };
    let draw = |drawing: &mut Drawing, area: Area| {
        let size = if is_narrow(area.width) { NOTE } else { TICK };
        let right = if is_narrow(area.width) { 148.0 } else { 178.0 };
        let plot = area.inset(36.0, 22.0, right, 42.0);
        let x = Axis::new((0.0, 10.0), (plot.x, plot.right()));
        let y = Axis::new((0.0, 1.0), (plot.bottom(), plot.y));
        let mut below = vec![0.0; shares.len()];
        for (place, layer) in LAYERS.iter().enumerate() {
            let above: Vec<f64> =
                below.iter().zip(&shares).map(|(below, (_, s))| below + s[place]).collect();
            let points = |heights: &[f64]| -> Vec<(f64, f64)> {
                shares.iter().zip(heights).map(|((luck, _), h)| (x.at(*luck), y.at(*h))).collect()
            };
            let (upper, mut lower) = (points(&above), points(&below));
            lower.reverse();
            drawing.polygon(&[upper.clone(), lower].concat(), award_color(layer[0]));
            if place + 1 < LAYERS.len() {
                drawing.line(&upper, 1.2, PAPER);
            }
            below = above;
        }
        for tick in x.ticks(10) {
            let at = x.at(tick);
            drawing.line(&[(at, plot.bottom()), (at, plot.bottom() + 4.0)], 1.0, FRAME);
            let look = Type::new(size, QUIET).middle();
            drawing.text(fixed(tick, 0), at, plot.bottom() + 18.0, look);
        }
        drawing.text("luck", plot.middle(), area.bottom() - 6.0, Type::new(size, INK).middle());
        side(drawing, plot, &shares[0], false, size);
        side(drawing, plot, &shares[shares.len() - 1], true, size);
    };
    Some((compose_parts(words, table, &[&Sketch { height, draw }]), trade))
}

/// The shares at one end of the axis; names stand at the right one.
fn side(drawing: &mut Drawing, plot: Area, (luck, shares): &Shares, is_right: bool, size: f64) {
    const LINE: f64 = 14.5;
    let heading = format!("luck {}, %", fixed(*luck, 0));
    let (at, look) = if is_right {
        (plot.right() + 10.0, Type::new(size, QUIET))
    } else {
        (plot.x + 22.0, Type::new(size, QUIET).end())
    };
    drawing.text(heading, at, plot.y - 8.0, look);
    let mut bottom = plot.bottom();
    let middles: Vec<f64> = shares
        .iter()
        .map(|share| {
            let height = share * plot.height;
            bottom -= height;
            bottom + height / 2.0
        })
        .collect();
    // Lines of text stand apart and inside.
    let wanted = middles.iter().rev().map(|middle| (middle - LINE / 2.0, LINE)).collect();
    let tops = apart(wanted, (plot.y, plot.bottom()));
    let places = tops.iter().rev().map(|top| top + LINE / 2.0);
    for ((layer, share), y) in LAYERS.iter().zip(shares).zip(places) {
        let number = fixed(share * 100.0, 1);
        if is_right {
            let swatch = Area::new(at, y - 5.0, 10.0, 10.0);
            drawing.rectangle(swatch, award_color(layer[0]));
            drawing.frame(swatch, 0.8, FRAME);
            let look = Type::new(size, INK);
            drawing.text(number, at + 14.0 + size * 2.2, y + 4.5, look.end());
            drawing.text(layer_name(layer), at + 19.0 + size * 2.2, y + 4.5, look.bold());
        } else {
            drawing.text(number, plot.x - 6.0, y + 4.5, Type::new(size, INK).end());
        }
    }
}

/// "coins", "keys", "batteries".
fn plural(name: &str) -> String {
    match name.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ => format!("{name}s"),
    }
}

fn layer_name(layer: &[Pickup]) -> String {
    layer.iter().map(|pickup| pickup_name(*pickup)).collect::<Vec<_>>().join(", ")
}

/// What the most luck gives, and what it takes for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trade {
    /// The most luck that counts.
    pub(crate) luck: f64,
    /// The share of rooms with a chest without luck, and with it.
    pub(crate) chests: [f64; 2],
    /// The share of empty rooms.
    pub(crate) empty: [f64; 2],
    /// How much of their shares all other pickups that lose some lose together.
    pub(crate) taken: f64,
    /// The most luck at which no pickup has lost any of its share yet.
    pub(crate) free_up_to: f64,
    /// The other layers' shares without luck and with it.
    pub(crate) others: [[f64; 2]; LAYERS.len()],
}

/// Pickups that lose, and what becomes of their share.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loser {
    pub(crate) names: Vec<String>,
    pub(crate) shares: [f64; 2],
}

impl Trade {
    fn new(shares: &[Shares]) -> Option<Self> {
        let place = |pickup: Pickup| LAYERS.iter().position(|layer| layer[0] == pickup);
        let (chest, nothing) = (place(Pickup::Chest)?, place(Pickup::Nothing)?);
        let ((_, first), (luck, last)) = (shares.first()?, shares.last()?);
        let loses = |shares: &[f64; LAYERS.len()]| -> f64 {
            let others = (0..LAYERS.len()).filter(|layer| ![chest, nothing].contains(layer));
            others.map(|layer| (first[layer] - shares[layer]).max(0.0)).sum()
        };
        let free = shares.iter().take_while(|(_, shares)| loses(shares) < 1e-6).last();
        Some(Self {
            luck: *luck,
            chests: [first[chest], last[chest]],
            empty: [first[nothing], last[nothing]],
            taken: loses(last),
            free_up_to: free.map_or(0.0, |(luck, _)| *luck),
            others: std::array::from_fn(|layer| {
                let is_other = ![chest, nothing].contains(&layer);
                if is_other { [first[layer], last[layer]] } else { [0.0; 2] }
            }),
        })
    }

    /// The pickups that the most luck makes rarer, those first that lose most in proportion.
    pub(crate) fn losers(&self) -> Vec<Loser> {
        let mut losers: Vec<Loser> = LAYERS
            .iter()
            .zip(self.others)
            .filter(|(_, [before, after])| before - after > 1e-6)
            .map(|(layer, shares)| Loser {
                names: layer.iter().map(|pickup| plural(&pickup_name(*pickup))).collect(),
                shares,
            })
            .collect();
        let left = |loser: &Loser| loser.shares[1] / loser.shares[0];
        losers.sort_by(|one, other| left(one).total_cmp(&left(other)));
        losers
    }

    /// The finding, as a title.
    pub(crate) fn title(&self) -> String {
        let chests = percent(self.chests[1], 0);
        let start =
            format!("At luck {}, {chests} of cleared rooms give a chest", fixed(self.luck, 0));
        let filled = self.empty[0] - self.empty[1];
        if self.chests[1] <= self.chests[0] {
            start
        } else if self.taken > filled {
            format!("{start}, mostly replacing other pickups")
        } else {
            format!("{start}, mostly where rooms were empty")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_awards_are_named_in_the_plural() {
        assert_eq!(["coin", "key", "battery"].map(plural), ["coins", "keys", "batteries"]);
    }

    #[test]
    fn the_title_of_luck_follows_from_the_rules() {
        let (figure, trade) = figure().unwrap();
        assert_eq!(
            figure.title,
            "At luck 10, 51 % of cleared rooms give a chest, mostly replacing other pickups"
        );
        let gained = trade.chests[1] - trade.chests[0];
        let filled = trade.empty[0] - trade.empty[1];
        assert!(trade.taken > filled && trade.taken + filled >= gained - 1e-9);
        assert!(trade.free_up_to > 1.0 && trade.free_up_to < 4.0, "{trade:?}");
        let losers = trade.losers();
        assert_eq!(losers[0].names, ["cards", "pills", "trinkets"]);
        assert!(losers[0].shares[1] < 0.5 * losers[0].shares[0], "{losers:?}");
        assert!(losers.iter().any(|loser| loser.names == ["bombs"]), "{losers:?}");
        let other = Trade { taken: filled / 2.0, ..trade };
        assert!(other.title().ends_with("mostly where rooms were empty"));
        let none = Trade { chests: [0.1, 0.1], ..trade };
        assert!(none.title().ends_with("give a chest"));
    }

    #[test]
    fn the_shares_add_up_at_every_luck() {
        let (figure, _) = figure().unwrap();
        for rows in figure.table.rows.chunks(LAYERS.len()) {
            let sum: f64 = rows.iter().map(|row| row[2].parse::<f64>().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{rows:?}");
        }
    }
}
