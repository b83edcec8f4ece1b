//! What a floor costs its generator: layouts begun, draws taken. Why the ticks are
//! not of plotters: [the crate](crate) says.

use basement_floors::{Backend, Phase};
use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{about, fixed, whole};
use crate::origin::origin_line;
use crate::panel::key;
use crate::series::{has_game, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, QUIET, RULE, TICK};
use crate::words::{first_fitting, list, request_in_words};

/// One series on one level, in one measure.
struct Cost {
    series: usize,
    level: u8,
    mean: Interval,
    low: f64,
    high: f64,
}

/// The figure, where the study has at least two levels.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn costs(results: &Results, measure: &'static Measure) -> Vec<Cost> {
    let levels = results.study.levels.iter();
    let cost = |(series, level): (usize, u8)| {
        let values = results.arm(series, level, false)?.summary.values(measure);
        Some(Cost {
            series,
            level,
            mean: values.mean_interval()?,
            low: values.quantile(0.05)?,
            high: values.quantile(0.95)?,
        })
    };
    levels
        .flat_map(|level| shown(results).into_iter().map(|series| (series, *level)))
        .filter_map(cost)
        .collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let panels = [
        ("attempts", costs(results, measure::ATTEMPTS)),
        ("draws", costs(results, measure::DRAWS)),
    ];
    if results.study.levels.len() < 2 || panels.iter().any(|(_, costs)| costs.is_empty()) {
        return None;
    }
    let mut table =
        Table::new(&["measure", "series", "level", "mean", "lower", "upper", "q05", "q95"]);
    for (measure, costs) in &panels {
        for cost in costs {
            table.row([
                (*measure).to_owned(),
                name_of(results, cost.series).to_owned(),
                cost.level.to_string(),
                exact(cost.mean.estimate),
                exact(cost.mean.lower),
                exact(cost.mean.upper),
                exact(cost.low),
                exact(cost.high),
            ]);
        }
    }
    let last = *results.study.levels.last()?;
    let drafts: Vec<(&str, Interval)> = shown(results)
        .into_iter()
        .filter_map(|series| {
            let is_it = |cost: &&Cost| cost.series == series && cost.level == last;
            let cost = panels[0].1.iter().find(is_it)?;
            Some((name_of(results, series), cost.mean))
        })
        .collect();
    let title = title(last, &drafts);
    let mut shown = shown(results);
    shown.retain(|series| panels[0].1.iter().any(|cost| cost.series == *series));
    let names = names_of(results, &shown);
    let draws_of_program = if has_game(results, Backend::Flash) {
        " Layouts are of the rules; draws are of this program too, which draws Flash's searches from their \
         exact distributions."
    } else {
        ""
    };
    let in_special = |arm: &ArmResult| arm.request.phase == Phase::Special;
    let left_out = if results.arms.iter().any(|arm| shown.contains(&arm.series) && in_special(arm))
    {
        " The draws for the insides of rooms are left out."
    } else {
        ""
    };
    let notes = origin_line(
        results,
        results.arms.iter().filter(|arm| shown.contains(&arm.series) && !arm.is_labyrinth()),
        None,
        "",
    );
    let words = Words {
        name: "cost".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Means (dots) and the middle 90 % of floors (bars), by level, on logarithmic scales; {}",
            request_in_words(results)
        ),
        caption: format!(
            "A generator begins a new layout until one has everything that its rules ask for; a draw is one \
             random number. Dots: means, with 95 % intervals narrower than the dots. Bars: the middle 90 %. \
             Scales are logarithmic.{draws_of_program}{left_out}"
        ),
        notes,
        alt: format!(
            "{title}. Two charts of layouts begun and random numbers drawn by level for {}.",
            list(&names)
        ),
    };
    Some(compose(words, table, 230.0 + key::HEIGHT, |drawing, area| {
        key::key(drawing, area, results, &shown);
        let area = area.inset(0.0, key::HEIGHT, 0.0, 0.0);
        for ((measure, costs), cell) in panels.iter().zip(area.columns(2, 30.0)) {
            let heading = match *measure {
                "attempts" => "Layouts begun per floor",
                _ => "Random numbers drawn per floor",
            };
            drawing.text(heading, cell.x, cell.y + 12.0, Type::new(LABEL, INK).bold());
            panel(drawing, cell.inset(38.0, 24.0, 4.0, 36.0), results, &shown, costs);
        }
    }))
}

/// How many layouts each series begins for a floor that it keeps.
fn title(level: u8, drafts: &[(&str, Interval)]) -> String {
    let short = "What a floor costs its generator".to_owned();
    let amount = |mean: &Interval| about(*mean, |mean| fixed(mean, 1));
    let long = match drafts {
        [(x, of_x), (y, of_y), ..] => format!(
            "{x} begins {} layouts for a floor of level {level}, {y} {}",
            amount(of_x),
            amount(of_y)
        ),
        [(x, of_x)] => {
            format!("{x} begins {} layouts for a floor of level {level}", amount(of_x))
        }
        [] => short.clone(),
    };
    first_fitting([long, short])
}

fn panel(drawing: &mut Drawing, plot: Area, results: &Results, shown: &[usize], costs: &[Cost]) {
    let least = costs.iter().map(|cost| cost.low).fold(f64::INFINITY, f64::min).max(1.0);
    let most = costs.iter().map(|cost| cost.high).fold(1.0, f64::max);
    // A little room below the least, so that no dot lies on the axis.
    let (low, high) = (floor_of(least).log10() - 0.08, ceiling_of(most).log10());
    let y = |value: f64| {
        plot.bottom() - (value.max(1.0).log10() - low) / (high - low).max(0.3) * plot.height
    };
    for power in 0..7 {
        for digit in [1.0, 2.0, 5.0] {
            let tick = digit * 10_f64.powi(power);
            if tick.log10() < low - 1e-9 || tick.log10() > high + 1e-9 {
                continue;
            }
            drawing.line(&[(plot.x, y(tick)), (plot.right(), y(tick))], 0.7, RULE);
            let look = Type::new(TICK, QUIET).end();
            drawing.text(whole(tick as u64), plot.x - 5.0, y(tick) + 4.0, look);
        }
    }
    drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
    let levels = &results.study.levels;
    let step = plot.width / levels.len() as f64;
    for (place, level) in levels.iter().enumerate() {
        let x = plot.x + (place as f64 + 0.5) * step;
        drawing.text(level.to_string(), x, plot.bottom() + 15.0, Type::new(TICK, QUIET).middle());
        for cost in costs.iter().filter(|cost| cost.level == *level) {
            let place = shown.iter().position(|series| *series == cost.series).unwrap_or(0);
            let count = shown.len().max(2);
            let x = x + key::aside(place, count, 16.0 / count as f64);
            let hue = hue_of(results, cost.series);
            drawing.line(&[(x, y(cost.low)), (x, y(cost.high))], 2.2, hue.mark);
            drawing.dot(x, y(cost.mean.estimate), 3.4, hue.text);
        }
    }
    drawing.text("level", plot.right(), plot.bottom() + 31.0, Type::new(TICK, QUIET).end());
}

/// The greatest 1, 2 or 5 times a power of ten that is not above a value.
fn floor_of(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= value * (1.0 + 1e-9));
    digit.unwrap_or(1.0) * power
}

/// The least such number that is not below a value.
fn ceiling_of(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let digit =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * power >= value * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}
