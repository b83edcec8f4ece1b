//! What luck does to the awards of cleared rooms.

use basement_awards::Pickup;

use super::awards::{CONFLICT, Case, pickup_name, provenance};
use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, percent};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, PAPER, QUIET, TICK, award_color};

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
pub(super) fn figure() -> Option<Figure> {
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
    let words = Words {
        name: "awards-by-luck".to_owned(),
        title: title(&shares)?,
        subtitle: "Share of cleared rooms by what they give, %, against luck; no items, normal mode"
            .to_owned(),
        caption: "What a cleared room gives, against luck.".to_owned(),
        notes: vec![
            "Left: shares at luck 0; right: at luck 10. Luck counts from 0 to 10. Luck adds a second random \
             number to the one that decides (A1), so a kind keeps its share as long as the second number \
             can still lift all lower sums past it."
                .to_owned(),
            CONFLICT.to_owned(),
            provenance(),
        ],
        alt: "Stacked areas of the awards of cleared rooms against luck 0 to 10: the share of empty rooms \
              falls, that of chests rises."
            .to_owned(),
    };
    Some(compose(words, table, 420.0, |drawing, area| {
        let plot = area.inset(44.0, 22.0, 171.0, 42.0);
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
            let look = Type::new(TICK, QUIET).middle();
            drawing.text(fixed(tick, 0), at, plot.bottom() + 18.0, look);
        }
        drawing.text("luck", plot.middle(), area.bottom() - 6.0, Type::new(LABEL, INK).middle());
        side(drawing, plot, &shares[0], false);
        side(drawing, plot, &shares[shares.len() - 1], true);
    }))
}

/// The shares at one end of the axis; names stand at the right one.
fn side(drawing: &mut Drawing, plot: Area, (luck, shares): &Shares, is_right: bool) {
    let heading = format!("luck {}", fixed(*luck, 0));
    let (at, look) = if is_right {
        (plot.right() + 10.0, Type::new(TICK, QUIET))
    } else {
        (plot.x - 6.0, Type::new(TICK, QUIET).end())
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
    for ((layer, share), y) in LAYERS.iter().zip(shares).zip(apart(&middles, plot)) {
        let number = fixed(share * 100.0, 1);
        if is_right {
            drawing.text(number, at + 28.0, y + 4.5, Type::new(LABEL, INK).end());
            let swatch = Area::new(at + 34.0, y - 5.0, 10.0, 10.0);
            drawing.rectangle(swatch, award_color(layer[0]));
            drawing.text(layer_name(layer), at + 49.0, y + 4.5, Type::new(LABEL, INK).bold());
        } else {
            drawing.text(number, at, y + 4.5, Type::new(LABEL, INK).end());
        }
    }
}

/// Places from the bottom up, moved so that lines of text stand apart and inside.
fn apart(middles: &[f64], plot: Area) -> Vec<f64> {
    const LINE: f64 = 16.0;
    let mut places = Vec::new();
    let mut limit = plot.bottom() - LINE / 2.0;
    for middle in middles {
        let place = middle.min(limit);
        limit = place - LINE;
        places.push(place);
    }
    let mut limit = plot.y + LINE / 2.0;
    for place in places.iter_mut().rev() {
        *place = place.max(limit);
        limit = *place + LINE;
    }
    places
}

fn layer_name(layer: &[Pickup]) -> String {
    layer.iter().map(|pickup| pickup_name(*pickup)).collect::<Vec<_>>().join(", ")
}

/// What luck gives and takes, and until when coins stay out of it.
fn title(shares: &[Shares]) -> Option<String> {
    let place = |pickup: Pickup| LAYERS.iter().position(|layer| layer[0] == pickup);
    let (chest, nothing, coin) =
        (place(Pickup::Chest)?, place(Pickup::Nothing)?, place(Pickup::Coin)?);
    let ((_, first), (_, last)) = (shares.first()?, shares.last()?);
    let steady = shares.iter().take_while(|(_, s)| (s[coin] - first[coin]).abs() < 1e-9).last()?.0;
    Some(format!(
        "Luck trades empty rooms for chests: chests go from {} of rooms to {}, empty rooms from {} to {}; \
         coins give way only from luck {} on",
        percent(first[chest], 1),
        percent(last[chest], 1),
        percent(first[nothing], 1),
        percent(last[nothing], 1),
        fixed(steady, 0)
    ))
}
