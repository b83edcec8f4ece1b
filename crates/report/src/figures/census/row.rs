//! One measure of a census: its distribution twice, and the maps of its two extreme floors. Why
//! the logarithmic ticks are not of plotters: [the crate](crate) says.

use basement_floors::{Floor, Generator, RoomKind};
use basement_survey::{Census, Histogram, Measure, Values};

use super::{run_of, seed_of};
use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::lexicon::heading_of;
use crate::number::{decimals_for, fixed, percent};
use crate::panel::floor_map::FloorMap;
use crate::theme::{FRAME, Hue, INK, LABEL, NOTE, QUIET, RULE, TICK, text_width};

/// Height of a row, of its name, and of what stands below its plots.
pub(super) const ROW: f64 = 138.0;
const NAME: f64 = 26.0;
const BELOW: f64 = 34.0;

/// Where the four columns of a row lie.
pub(super) struct Columns {
    shares: Area,
    floors: Area,
    least: Area,
    greatest: Area,
}

impl Columns {
    pub(super) fn of(area: Area) -> Self {
        let column = |x: f64, width: f64| Area::new(area.x + x, area.y, width, 0.0);
        Self {
            shares: column(0.0, 146.0),
            floors: column(184.0, 146.0),
            least: column(352.0, 84.0),
            greatest: column(444.0, 84.0),
        }
    }

    pub(super) fn headings(&self, drawing: &mut Drawing, y: f64, noun: &str) {
        let look = Type::new(TICK, QUIET);
        drawing.text(format!("share of {noun}s"), self.shares.x, y, look);
        drawing.text(format!("{noun}s, log scale"), self.floors.x, y, look);
        drawing.text("least", self.least.middle(), y, look.middle());
        drawing.text("greatest", self.greatest.middle(), y, look.middle());
    }
}

/// A floor that has an extreme value.
pub(super) struct Witness {
    value: u32,
    seed: String,
    floor: Option<Floor>,
}

/// One measure of the page.
pub(super) struct Row<'a> {
    pub(super) measure: &'static Measure,
    pub(super) values: &'a Histogram,
    least: Witness,
    greatest: Witness,
}

impl<'a> Row<'a> {
    /// The row of a measure that has more than one value.
    pub(super) fn of(
        census: &'a Census,
        generator: Option<&dyn Generator>,
        measure: &'static Measure,
    ) -> Option<Self> {
        let values = census.counts().summary.histogram(measure);
        let (least, greatest) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == greatest {
            return None;
        }
        let request = &census.address().request;
        let witness = |value: u32| {
            let number = values.witness(value)?;
            let seed = seed_of(census, number)?;
            let floor = generator.and_then(|generator| generator.generate(request, seed).ok());
            let seed = run_of(census, number)
                .map_or_else(|| format!("seed {number}"), |run| format!("run {run}"));
            Some(Witness { value, seed, floor })
        };
        Some(Self { measure, values, least: witness(least)?, greatest: witness(greatest)? })
    }

    /// The kinds of rooms on its maps.
    pub(super) fn kinds(&self) -> impl Iterator<Item = RoomKind> {
        let floors = [&self.least.floor, &self.greatest.floor].into_iter().flatten();
        floors.flat_map(Floor::rooms).map(|room| room.kind)
    }

    pub(super) fn in_words(&self) -> String {
        let Self { measure, values, least, greatest } = self;
        format!(
            "{}: {} to {}, mean {}.",
            heading_of(*measure),
            measure.show(least.value),
            measure.show(greatest.value),
            fixed(Values::new(measure, values).mean().unwrap_or(0.0), 2)
        )
    }

    pub(super) fn draw(
        &self,
        drawing: &mut Drawing,
        columns: &Columns,
        top: f64,
        floors: u64,
        hue: Hue,
    ) {
        let name = heading_of(self.measure);
        let look = Type::new(LABEL, INK);
        drawing.line(&[(columns.shares.x, top), (columns.greatest.right(), top)], 0.7, RULE);
        let width = text_width(&name, LABEL, true);
        drawing.text(name, columns.shares.x, top + 17.0, look.bold());
        let mean = Values::new(self.measure, self.values).mean().unwrap_or(0.0);
        let text = format!("mean {}", fixed(mean, decimals_for(mean.max(0.1)).max(2)));
        let at = columns.shares.x + width + 8.0;
        drawing.text(text, at, top + 17.0, Type::new(TICK, QUIET));

        let plot =
            |column: Area| Area { y: top + NAME + 6.0, height: ROW - NAME - BELOW - 6.0, ..column };
        let ends = (f64::from(self.least.value) - 0.5, f64::from(self.greatest.value) + 0.5);
        self.draw_shares(drawing, plot(columns.shares), ends, hue);
        self.draw_floors(drawing, plot(columns.floors), ends, floors, hue);
        self.draw_extremes(drawing, columns, top);
    }

    /// Bars of shares, the highest with its number, and the mean.
    fn draw_shares(&self, drawing: &mut Drawing, plot: Area, ends: (f64, f64), hue: Hue) {
        let x = Axis::new(ends, (plot.x, plot.right()));
        let total = self.values.total() as f64;
        let most = self.values.bins().map(|(_, bin)| bin.count).max().unwrap_or(1) as f64;
        let y = Axis::new((0.0, most), (plot.bottom(), plot.y + 12.0));
        let gap = if ends.1 - ends.0 > 40.0 { 0.0 } else { 0.06 };
        let mut mode = None;
        for (value, bin) in self.values.bins() {
            let value = f64::from(value);
            let (left, right) = (x.at(value - 0.5 + gap), x.at(value + 0.5 - gap));
            let height = y.at(bin.count as f64);
            drawing
                .rectangle(Area::new(left, height, right - left, plot.bottom() - height), hue.mark);
            if bin.count as f64 == most && mode.is_none() {
                mode = Some(value);
            }
        }
        if let Some(value) = mode {
            let text = percent(most / total, 1);
            let half = text_width(&text, TICK, false) / 2.0;
            let at = x.at(value).clamp(plot.x + half, plot.right() - half);
            drawing.text(text, at, plot.y + 8.0, Type::new(TICK, INK).middle());
        }
        base(drawing, plot, &x, self.measure);
        if let Some(mean) = self.values.raw_mean() {
            let (at, tip) = (x.at(mean), plot.bottom() + 1.5);
            let corners = [(at, tip), (at - 4.2, tip + 6.5), (at + 4.2, tip + 6.5)];
            drawing.polygon(&corners, hue.text);
        }
    }

    /// Dots on stems: how many floors have a value, down to a single one.
    fn draw_floors(
        &self,
        drawing: &mut Drawing,
        plot: Area,
        ends: (f64, f64),
        floors: u64,
        hue: Hue,
    ) {
        let x = Axis::new(ends, (plot.x, plot.right()));
        let powers = (floors.max(10) as f64).log10();
        // The dot of a value that only one floor has lies a little above the base.
        let y = Axis::new((-0.35, powers), (plot.bottom(), plot.y + 3.0));
        let step = (powers / 4.0).ceil();
        for tick in (0..).map(|tick| f64::from(tick) * step).take_while(|tick| *tick <= powers) {
            let at = y.at(tick);
            drawing.line(&[(plot.x, at), (plot.right(), at)], 0.7, RULE);
            let look = Type::new(NOTE, QUIET).end();
            drawing.text(power_of_ten(tick as u32), plot.x - 4.0, at + NOTE * 0.34, look);
        }
        for (value, bin) in self.values.bins() {
            let (at, height) = (x.at(f64::from(value)), y.at((bin.count as f64).log10()));
            drawing.line(&[(at, plot.bottom()), (at, height)], 1.2, hue.area);
            drawing.dot(at, height, 2.6, hue.text);
        }
        base(drawing, plot, &x, self.measure);
    }

    /// Maps of the two extreme floors, at one scale.
    fn draw_extremes(&self, drawing: &mut Drawing, columns: &Columns, top: f64) {
        let sides = [(&self.least, columns.least), (&self.greatest, columns.greatest)];
        let height = ROW - BELOW - 8.0;
        let side = sides.iter().filter_map(|(witness, column)| {
            let (across, down) = FloorMap::from(witness.floor.as_ref()?).extent();
            Some((column.width / across).min(height / down))
        });
        let side = side.fold(10.0, f64::min);
        for (witness, column) in sides {
            if let Some(floor) = &witness.floor {
                let map = Area::new(column.x, top + 5.0, column.width, height);
                FloorMap::from(floor).draw(drawing, map, side, (&[], INK));
            }
            let look = Type::new(NOTE, INK).bold().middle();
            let value = self.measure.show(witness.value);
            let text = match self.measure.unit {
                "rooms" | "rings" | "steps" if value == "1" => {
                    format!("1 {}", self.measure.unit.trim_end_matches('s'))
                }
                unit => format!("{value} {unit}"),
            };
            drawing.text(text, column.middle(), top + ROW - 18.0, look);
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(witness.seed.as_str(), column.middle(), top + ROW - 5.0, look);
        }
    }
}

/// The axis below a plot, with whole values.
fn base(drawing: &mut Drawing, plot: Area, x: &Axis, measure: &Measure) {
    drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
    for tick in x.ticks(6).into_iter().filter(|tick| tick.fract() == 0.0) {
        let look = Type::new(TICK, QUIET).middle();
        drawing.text(measure.show(tick as u32), x.at(tick), plot.bottom() + 21.0, look);
    }
}

/// 1, 10, 10², 10³ ...
fn power_of_ten(power: u32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        power => {
            let digits = power.to_string();
            let raised = digits.bytes().map(|digit| RAISED[usize::from(digit - b'0') % 10]);
            format!("10{}", raised.collect::<String>())
        }
    }
}
