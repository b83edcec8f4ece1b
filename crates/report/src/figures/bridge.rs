//! The bridge: from one set of rules to another, switch by switch, as a walk.

use basement_floors::Backend;
use basement_survey::bridge::{BridgeEffect, BridgeLevel, BridgeRun};
use basement_survey::measure;
use basement_survey::statistics::Interval;

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::bridge::Panel;
use crate::layout::{Key, Part, Symbol};
use crate::lexicon::bridge::{Finding, ends_in_words, rule};
use crate::lexicon::{VERSION, heading_of};
use crate::number::{at_most, decimals_for, fixed, signed, whole};
use crate::plot::{Facet, Look, Mark, Plot, Row, RowGroup, Scale, Y, lane};
use crate::table::{Table, exact};
use crate::theme::{FLASH, Hue, INK, LABEL, MUTED, Paint, QUIET, REBIRTH};

/// What the part that no switch makes is called.
const NOT_EXPLAINED: &str = "not explained";

/// Draws the walk from one set of rules to another: for each measure and level the share of each
/// switch, the largest first; `None` for a run without a measure.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::Bridge;
///
/// let bridge = Bridge::between(Backend::Flash, "article", "wrath-of-the-lamb")?;
/// let run = bridge.floors(50).levels(&[1])?.run()?;
/// let figure = basement_report::bridge_figure(&run).expect("there are measures");
/// assert_eq!(figure.table.columns[2], "part");
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn bridge_figure(run: &BridgeRun) -> Option<Figure> {
    let panels = Panel::all(run);
    let main = panels.iter().find(|panel| panel.measure == measure::BOSS_DISTANCE);
    let finding = Finding::of(run, main.or(panels.first())?)?;
    let widest = panels
        .iter()
        .flat_map(|panel| &panel.effects)
        .flat_map(|(_, effect)| &effect.shares)
        .map(|share| share.interval().half())
        .fold(0.0, f64::max);
    let [from, to] = ends_in_words(run);
    let combinations = 1_u64 << run.switches.len();
    let words = Words {
        name: "bridge".to_owned(),
        title: finding.title(),
        subtitle: format!(
            "Means{}, from {from} to {to}, rule by rule; each bar ± {} at most (95 % interval); without a curse",
            match run.levels.as_slice() {
                [only] => format!(" on level {}", only.level),
                _ => String::new(),
            },
            at_most(widest, 2)
        ),
        caption: format!(
            "Each bar begins where the one above it ends. A bar is what its rule changes on average over all {} mixtures of both \
             sets of rules, so that the bars add up to the difference.",
            whole(combinations)
        ),
        notes: notes(run, combinations),
        alt: format!(
            "{}. Waterfall charts from {from} to {to}: {}.",
            finding.title(),
            panels.iter().map(Panel::in_words).collect::<Vec<_>>().join("; ")
        ),
    };
    let toward = format!("towards {to}");
    let key = Key { entries: Vec::new(), is_for_phones: false }
        .and(Symbol::Dot(TOWARDS), &toward)
        .and(Symbol::Dot(AWAY), "away from it")
        .and(Symbol::Dot(MUTED), "not told from zero");
    let plots: Vec<(Headline, Plot)> =
        panels.iter().map(|panel| (Headline(heading_of(panel.measure)), panel.plot(run))).collect();
    let mut parts: Vec<&dyn Part> = vec![&key];
    parts.extend(plots.iter().flat_map(|(head, plot)| [head as &dyn Part, plot as &dyn Part]));
    Some(compose_parts(words, table(run), &parts))
}

/// A measure's name above its panels.
struct Headline(String);

impl Part for Headline {
    fn height(&self, _: f64) -> f64 {
        22.0
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        drawing.text(self.0.as_str(), area.x, area.y + 14.0, Type::new(LABEL, INK).bold());
    }
}

/// The colours of bars.
const TOWARDS: Paint = REBIRTH.mark;
const AWAY: Paint = FLASH.mark;

/// The colours of both ends, and whether they are those of the games.
fn hues(run: &BridgeRun) -> [Hue; 2] {
    let of = |name: &str| match name.split(' ').next().and_then(|name| name.parse().ok()) {
        Some(Backend::Flash) => FLASH,
        _ => REBIRTH,
    };
    [of(&run.from), of(&run.to)]
}

fn notes(run: &BridgeRun, combinations: u64) -> Vec<String> {
    let streams = match run.ends.each_ref().map(|end| end.stream_version) {
        [one, other] if one == other => format!("version {one}"),
        [one, other] => format!("versions {one} and {other}"),
    };
    vec![format!(
        "From {} to {}; bars are Shapley values. N = {} floors of each of {} mixtures of rules, PCG seeds from {} on, no seed twice; stream \
         {streams}. Basement Lab {VERSION}.",
        run.from,
        run.to,
        whole(run.floors),
        whole(combinations),
        whole(run.first_seed)
    )]
}

impl Panel<'_> {
    fn plot(&self, run: &BridgeRun) -> Plot {
        let [from, to] = hues(run);
        let rest = self.has_rest().then(|| Row { paint: QUIET, ..Row::new(NOT_EXPLAINED, 1) });
        let switches = self.order.iter().map(|switch| Row::new(rule(run, *switch)[0], 1));
        let [begin, end] = ends_in_words(run);
        let [begin, end] = [(begin, from), (end, to)]
            .map(|(name, hue)| Row { paint: hue.text, ..Row::new(name, 1) });
        let rows = std::iter::once(begin).chain(rest).chain(switches).chain([end]).collect();
        let facet = |(level, effect): &(u8, &BridgeEffect)| self.facet(run, *level, effect);
        Plot {
            facets: self.effects.iter().map(facet).collect(),
            columns: [self.effects.len().clamp(1, 3), 1],
            x: Scale::new(0.0, 1.0),
            y: Y::Rows(vec![RowGroup { name: String::new(), rows }]),
        }
    }

    fn facet(&self, run: &BridgeRun, level: u8, effect: &BridgeEffect) -> Facet {
        let walk = self.walk(effect);
        let (mut least, mut most) = (effect.from.value, effect.from.value);
        let mut at = effect.from.value;
        let mut marks = Vec::new();
        let difference = effect.to.value - effect.from.value;
        for (place, share) in walk.iter().enumerate() {
            let (begin, end) = (at, at + share.value);
            let half = share.interval().half();
            let is_told = !share.interval().contains(0.0);
            let (fill, ink) = match is_told {
                false => (MUTED, QUIET),
                true if share.value * difference >= 0.0 => (TOWARDS, INK),
                true => (AWAY, INK),
            };
            marks.push(Mark::Step {
                y: lane(place + 1, 0, 1),
                from: begin,
                to: end,
                interval: (end - half, end + half),
                fill,
                text: signed(share.value, 2),
                ink,
            });
            (least, most) = (least.min(end - half), most.max(end + half));
            at = end;
        }
        let [from, to] = hues(run);
        for (place, estimate, hue) in [(0, &effect.from, from), (walk.len() + 1, &effect.to, to)] {
            let y = lane(place, 0, 1);
            let Interval { lower, upper, .. } = estimate.interval();
            let (look, x) = (Look::Main, estimate.value);
            marks.push(Mark::Step {
                y,
                from: x,
                to: x,
                interval: (lower, upper),
                fill: hue.area,
                text: fixed(x, 2),
                ink: hue.text,
            });
            marks.push(Mark::Dot { x, y, interval: None, hue, look });
            (least, most) = (least.min(lower), most.max(upper));
        }
        let aside = 0.04 * (most - least).max(0.05);
        let scale = Scale::new((least - aside).max(0.0), most + aside);
        let decimals = decimals_for((most - least) / 3.0);
        let heading = match run.levels.as_slice() {
            [_] => String::new(),
            _ => format!("Level {level}"),
        };
        Facet::new(heading, marks).scale(scale.ticks(3).decimals(decimals))
    }
}

/// Each end and each part, level by level and measure by measure.
fn table(run: &BridgeRun) -> Table {
    struct Line<'a> {
        level: u8,
        measure: &'a str,
        part: &'a str,
        rules: &'a str,
        value: f64,
        interval: Interval,
    }
    let mut lines = Vec::new();
    for BridgeLevel { level, effects, .. } in &run.levels {
        for effect in effects {
            let mut line = |part, rules, value, interval| {
                let measure = effect.measure;
                lines.push(Line { level: *level, measure, part, rules, value, interval });
            };
            let (from, to) = (&effect.from, &effect.to);
            line(run.from.as_str(), "", from.value, from.interval());
            if let Some(rest) = &effect.not_explained {
                line(NOT_EXPLAINED, "", rest.value, rest.interval());
            }
            for (switch, share) in run.switches.iter().zip(&effect.shares) {
                line(&switch.name, &switch.rules, share.value, share.interval());
            }
            line(&run.to, "", to.value, to.interval());
        }
    }
    Table::of(
        &lines,
        &[
            ("level", &|line| line.level.to_string()),
            ("measure", &|line| line.measure.to_owned()),
            ("part", &|line| line.part.to_owned()),
            ("rules", &|line| line.rules.to_owned()),
            ("value", &|line| exact(line.value)),
            ("lower", &|line| exact(line.interval.lower)),
            ("upper", &|line| exact(line.interval.upper)),
        ],
    )
}
