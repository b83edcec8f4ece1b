//! The expressive range of two generators: the pair of measures that distinguishes them best, as a heatmap of
//! each generator and of the difference. If one measure alone distinguishes them well, a chart of it comes
//! first.

use crate::frame::pairs::{Pairs, beyond_the_line, title};
use crate::panel::heatmap::{Scales, minus};
use crate::panel::planes::{Plane, Planes};
use crate::prelude::*;

/// The figure of the first two series.
pub(crate) fn expressive_range(results: &Results, pairs: &Pairs<'_>) -> Figure {
    let rare = pairs.lopsided_from();
    let names = pairs.names;
    let plane = |side: usize| Plane {
        heading: names[side].to_owned(),
        paint: hue_of(results, side).text,
        scale: 0,
        tiles: pairs.bins().map(|bin| pairs.tile(side, bin)).collect(),
    };
    let difference = Plane {
        heading: minus(results),
        paint: INK,
        scale: 1,
        tiles: pairs.bins().map(|bin| pairs.difference_tile(bin)).collect(),
    };
    let most = pairs.greatest(|bin| pairs.share(0, bin).max(pairs.share(1, bin)));
    let maps = Planes {
        planes: vec![plane(0), plane(1), difference],
        x: pairs.x.axis(),
        y: pairs.y.axis(),
        size: [pairs.x.count, pairs.y.count],
        line: rare.map(|(value, _)| value),
        scales: Scales::of_shares(results, [most, pairs.greatest(|bin| pairs.gap(bin).abs())]),
    };
    let chart = rare.map(|(value, reach)| beside_the_line(results, pairs, value, reach));
    let title = title(names, pairs.measures, rare, pairs.overlap()[0]);
    let floors = pairs.floors(0).max(pairs.floors(1)) as u64;
    let mut notes = with_request(results, origin_line(results, pairs.groups, Some(floors), ""));
    notes.push(pairs.note());
    let words = Words {
        name: "expressive-range".to_owned(),
        subtitle: pairs.subtitle(),
        caption: pairs.caption(fuller(results, pairs)),
        notes,
        alt: pairs.alt(),
        title,
    };
    let mut parts: Vec<&dyn Part> = vec![&maps];
    if let Some(chart) = &chart {
        parts.insert(0, chart);
    }
    compose_finding(words, pairs.table(), &parts)
}

/// The side whose floors fill more of the box around them, if the maps show that.
fn fuller(results: &Results, pairs: &Pairs<'_>) -> Option<usize> {
    let shown = pairs.measures[1] == measure::COMPACTNESS;
    let difference = difference_on(results, measure::COMPACTNESS, pairs.level.level);
    match difference.filter(|_| shown)?.sign() {
        0 => None,
        sign => Some(usize::from(sign > 0)),
    }
}

/// The floors of both sides by the first measure, with the line that hardly any floor of one side crosses.
fn beside_the_line(results: &Results, pairs: &Pairs<'_>, line: f64, reach: [Interval; 2]) -> Plot {
    let shapes = [0, 1].map(|side| PlotMark::Shares {
        shares: pairs.columns(side),
        width: pairs.x.step(),
        hue: hue_of(results, side),
        name: name_of(results, side).to_owned(),
        is_filled: side == 0,
    });
    let most = [0, 1].into_iter().flat_map(|side| pairs.columns(side)).map(|it| it.1);
    let y = Scale::shares(most.fold(0.0, f64::max));
    let beyond = [0, 1].map(|side| PlotMark::Label {
        x: line,
        y: y.limits.1 * (0.97 - 0.24 * side as f64),
        text: beyond_the_line(name_of(results, side), reach[side]),
        paint: hue_of(results, side).text,
        is_above: false,
        is_left: false,
    });
    let divide = PlotMark::Divide { x: line, text: String::new(), is_left: false };
    let marks = shapes.into_iter().chain([divide]).chain(beyond).collect();
    Plot {
        facets: vec![Facet::new("", marks)],
        columns: [1, 1],
        x: pairs.x.axis().title("cells from start to middle; last bar: all beyond"),
        y: Y::Values(y.ticks(3), 120.0),
    }
}
