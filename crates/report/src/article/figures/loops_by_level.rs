//! How many floors have a loop, level by level, and how many loops these have.

use basement_survey::{ArmResult, Interval, measure, wilson_interval};

use crate::article::Context;
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{FRAME, Hue, INK, NOTE, PAPER, QUIET, RULE, mix, shortened, text_width};
use crate::words::list;

/// Series with loops that are drawn.
const MOST: usize = 3;

/// One bar.
struct Bar {
    series: usize,
    level: u8,
    hue: Hue,
    /// The shares of floors with one, two, and more loops.
    parts: [f64; 3],
    any: Interval,
}

impl Bar {
    fn of(arm: &ArmResult, hue: Hue) -> Option<Self> {
        let values = arm.summary.values(measure::LOOPS);
        let total = values.total();
        let floors = |test: &dyn Fn(f64) -> bool| -> u64 {
            values.iter().filter(|(value, _)| test(*value)).map(|(_, floors)| floors).sum()
        };
        let share = |floors: u64| floors as f64 / total as f64;
        let counts = [floors(&|it| it == 1.0), floors(&|it| it == 2.0), floors(&|it| it > 2.0)];
        (total > 0).then(|| Self {
            series: arm.series,
            level: arm.request.level,
            hue,
            parts: counts.map(share),
            any: wilson_interval(counts.iter().sum(), total),
        })
    }

    fn shades(&self) -> [basement_survey::Color; 3] {
        [self.hue.area, self.hue.mark, mix(self.hue.text, INK, 0.55)]
    }
}

/// The figure, where a shown series has loops.
pub(in crate::article) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let of_series = |series: usize| {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        arms.filter_map(|arm| Bar::of(arm, hue_of(results, series))).collect::<Vec<_>>()
    };
    let all: Vec<(usize, Vec<Bar>)> =
        shown(results).into_iter().map(|series| (series, of_series(series))).collect();
    let all: Vec<(usize, Vec<Bar>)> =
        all.into_iter().filter(|(_, bars)| !bars.is_empty()).collect();
    let has_loops = |(_, bars): &&(usize, Vec<Bar>)| bars.iter().any(|bar| bar.any.estimate > 0.0);
    let with: Vec<usize> =
        all.iter().filter(has_loops).map(|(series, _)| *series).take(MOST).collect();
    let without: Vec<usize> =
        all.iter().filter(|of| !has_loops(of)).map(|(series, _)| *series).collect();
    if with.is_empty() {
        return None;
    }
    let mut table = Table::new(&[
        "series",
        "level",
        "one_loop",
        "two_loops",
        "more_loops",
        "any_loop",
        "lower",
        "upper",
        "any_loop_percent",
    ]);
    for bar in all.iter().flat_map(|(_, bars)| bars) {
        table.row([
            name_of(results, bar.series).to_owned(),
            bar.level.to_string(),
            exact(bar.parts[0]),
            exact(bar.parts[1]),
            exact(bar.parts[2]),
            exact(bar.any.estimate),
            exact(bar.any.lower),
            exact(bar.any.upper),
            fixed(100.0 * bar.any.estimate, 0),
        ]);
    }
    let most = |series: usize| {
        let bars = all.iter().filter(|(of, _)| *of == series).flat_map(|(_, bars)| bars);
        bars.map(|bar| bar.any.estimate).fold(0.0, f64::max)
    };
    let highest = with.iter().copied().max_by(|a, b| most(*a).total_cmp(&most(*b)))?;
    let title = title(
        name_of(results, highest),
        most(highest),
        all.iter().any(|(_, bars)| bars.len() > 1),
        &names_of(results, &without),
    );
    let bars: Vec<&Bar> = with
        .iter()
        .filter_map(|series| all.iter().find(|(of, _)| of == series))
        .flat_map(|(_, bars)| bars)
        .collect();
    let mut levels: Vec<u8> = bars.iter().map(|bar| bar.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let named: Vec<usize> = with.iter().chain(&without).copied().collect();
    let arms = named.iter().filter_map(|series| results.arms_of(*series).next());
    let none = match without.as_slice() {
        [] => String::new(),
        without => format!("{}: no loop on any floor", list(&names_of(results, without))),
    };
    let words = Words {
        name: "loops-by-level".to_owned(),
        subtitle: "Share of floors with a loop by level, without a curse, with 95 % intervals"
            .to_owned(),
        caption:
            "A bar is the share of a level's floors with at least one loop, split by how many \
                  loops they have. Secret rooms do not count: they are behind walls."
                .to_owned(),
        notes: origin_line(results, arms, None, ""),
        alt: format!("{title}. Stacked bars by level for {}.", list(&names_of(results, &with))),
        title,
    };
    let top = bars.iter().map(|bar| bar.any.upper).fold(0.0, f64::max);
    Some(compose_for_article(
        words,
        table,
        |width| if width > 400.0 { 250.0 } else { 240.0 },
        |drawing, area| {
            let narrow = is_narrow(area);
            let first = bars.first().map(|bar| (bar.shades(), bar.hue));
            let Some((shades, hue)) = first else { return };
            let name = match with.as_slice() {
                [only] => name_of(results, *only),
                _ => "",
            };
            let heading = key(drawing, area, (name, hue, &shades), &none, narrow);
            let plot =
                area.inset(38.0, heading + 18.0, 2.0, if with.len() > 1 { 52.0 } else { 36.0 });
            let y = Axis::new((0.0, limit_for(top)), (plot.bottom(), plot.y));
            for tick in y.ticks(4) {
                drawing.line(&[(plot.x, y.at(tick)), (plot.right(), y.at(tick))], 0.7, RULE);
                let look = Type::new(NOTE, QUIET).end();
                drawing.text(percent(tick, 0), plot.x - 5.0, y.at(tick) + 3.8, look);
            }
            let step = plot.width / levels.len() as f64;
            let width = (step * 0.72 / with.len() as f64).min(44.0);
            for bar in &bars {
                let column = levels.iter().position(|level| *level == bar.level).unwrap_or(0);
                let place = with.iter().position(|series| *series == bar.series).unwrap_or(0);
                let aside = (place as f64 - (with.len() as f64 - 1.0) / 2.0) * (width + 2.0);
                let middle = plot.x + (column as f64 + 0.5) * step + aside;
                let mut from = 0.0;
                for (part, shade) in bar.parts.iter().zip(bar.shades()) {
                    let (low, high) = (y.at(from), y.at(from + part));
                    drawing
                        .rectangle(Area::new(middle - width / 2.0, high, width, low - high), shade);
                    from += part;
                }
                let whole = y.at(bar.any.estimate);
                let whole = Area::new(middle - width / 2.0, whole, width, plot.bottom() - whole);
                if whole.height > 0.5 {
                    drawing.frame(whole, 0.8, bar.hue.text);
                }
                let (low, high) = (y.at(bar.any.lower), y.at(bar.any.upper));
                drawing.line(&[(middle, low), (middle, high)], 3.2, PAPER);
                drawing.line(&[(middle, low), (middle, high)], 1.3, INK);
                let text = percent(bar.any.estimate, 0);
                if text_width(&text, NOTE, true) <= width.max(step / with.len() as f64) + 1.0 {
                    let look = Type::new(NOTE, bar.hue.text).bold().middle().rimmed();
                    drawing.text(text, middle, high - 5.0, look);
                }
            }
            drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
            for (column, level) in levels.iter().enumerate() {
                let x = plot.x + (column as f64 + 0.5) * step;
                drawing.text(
                    level.to_string(),
                    x,
                    plot.bottom() + 15.0,
                    Type::new(NOTE, QUIET).middle(),
                );
            }
            drawing.text(
                "level",
                plot.middle(),
                plot.bottom() + 30.0,
                Type::new(NOTE, QUIET).middle(),
            );
            if with.len() > 1 {
                let text = format!("bars from left to right: {}", list(&names_of(results, &with)));
                let text = shortened(&text, NOTE, false, area.width);
                let look = Type::new(NOTE, QUIET).end();
                drawing.text(text, plot.right(), plot.bottom() + 46.0, look);
            }
        },
    ))
}

/// What the shades mean, and which series has no loops; gives the height that it takes.
fn key(
    drawing: &mut Drawing,
    area: Area,
    (name, hue, shades): (&str, Hue, &[basement_survey::Color; 3]),
    none: &str,
    narrow: bool,
) -> f64 {
    let mut x = area.x;
    if !name.is_empty() {
        let name = shortened(name, NOTE, true, area.width * 0.3);
        let width = text_width(&name, NOTE, true);
        drawing.text(name, x, area.y + 12.0, Type::new(NOTE, hue.text).bold());
        x += width + 12.0;
    }
    for (shade, text) in shades.iter().zip(["one loop", "two", "three or more"]) {
        drawing.rectangle(Area::new(x, area.y + 2.0, 11.0, 11.0), *shade);
        drawing.text(text, x + 16.0, area.y + 12.0, Type::new(NOTE, QUIET));
        x += 16.0 + text_width(text, NOTE, false) + 14.0;
    }
    if none.is_empty() {
        return 16.0;
    }
    let look = Type::new(NOTE, INK);
    let none = shortened(none, NOTE, false, area.width * if narrow { 1.0 } else { 0.5 });
    if narrow {
        drawing.text(none, area.x, area.y + 29.0, look);
        return 33.0;
    }
    drawing.text(none, area.right(), area.y + 12.0, look.end());
    18.0
}

/// Where loops are most frequent, and who has none.
fn title(name: &str, most: f64, has_levels: bool, without: &[String]) -> String {
    let up_to = if has_levels { "up to " } else { "" };
    let share = format!("{up_to}{}", percent(most, 0));
    let start = if most < 0.005 {
        format!("Hardly a floor with a loop in {name}")
    } else if most > 0.995 {
        format!("Loops on nearly every floor in {name}")
    } else {
        format!("Loops on {share} of floors in {name}")
    };
    match without {
        [] => start,
        [only] => format!("{start}, none in {only}"),
        _ => format!("{start}, none in others"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_how_often_and_who_has_none() {
        let none = ["A".to_owned()];
        assert_eq!(title("B", 0.42, true, &none), "Loops on up to 42 % of floors in B, none in A");
        assert_eq!(title("B", 0.42, false, &[]), "Loops on 42 % of floors in B");
        assert_eq!(title("B", 0.001, true, &[]), "Hardly a floor with a loop in B");
        assert_eq!(title("B", 1.0, true, &none), "Loops on nearly every floor in B, none in A");
    }
}
