//! A floor before and after Curse of the Labyrinth: maps, rings and rooms.

use std::collections::BTreeSet;

use crate::frame::curse::{CurseEffect, maps, middle_level, pairs, table, title};
use crate::frame::sample::among_in_words;
use crate::prelude::*;

/// The figure, if a shown series has a level both without and with the curse.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let all = [measure::RINGS, measure::ROOMS].map(|measure| (measure, pairs(results, measure)));
    let rings = &all[0].1;
    let level = middle_level(rings)?;
    let on_level: Vec<&CurseEffect> = rings.iter().filter(|pair| pair.level == level).collect();
    let (sheets, mapped): (Vec<_>, Vec<_>) = maps(results, &on_level).into_iter().unzip();
    let pairs = all.iter().flat_map(|(_, pairs)| pairs);
    let halves = pairs.flat_map(|pair| [pair.plain.half(), pair.cursed.half()]);
    let widest = halves.fold(0.0, f64::max);
    let is_drawn = |kind| sheets.iter().any(|sheet| sheet.map.kinds().any(|it| it == kind));
    let counted = match is_drawn(RoomKind::SuperSecret) {
        true => "; super secret rooms (!, dashed) count as rooms and are drawn",
        false => "",
    };
    let seeds = match sheets.is_empty() {
        true => String::new(),
        false => format!(
            " Maps: of {}, those nearest the medians, at one scale, without secret rooms{counted}.",
            among_in_words(results.study.floors)
        ),
    };
    let is_shown = |group: &&GroupResult| {
        rings.iter().any(|pair| (pair.series, pair.level) == (group.series, group.request.level))
    };
    let mut notes = origin_line(results, results.groups.iter().filter(is_shown), None, "");
    notes.extend(context.commands_line(mapped));
    let words = Words {
        name: "labyrinth".to_owned(),
        subtitle: format!(
            "Mean rings and rooms per floor, by level; 95 % intervals at most ± {}; with Curse of the Labyrinth, and {}",
            at_most(widest, 2),
            request_in_words(results)
        ),
        caption: format!(
            "Circle: no curse. Dot: the same level under Curse of the Labyrinth.{seeds}"
        ),
        notes,
        alt: format!(
            "Maps of typical floors of level {level} without and with the curse, and dumbbell charts of \
             rings and rooms by level, for {}.",
            list(on_level.iter().map(|pair| &pair.name))
        ),
        title: title(level, &on_level),
    };
    let levels: BTreeSet<u8> = rings.iter().map(|pair| pair.level).collect();
    let of_level = |level: u8| rings.iter().filter(move |pair| pair.level == level);
    let group = |level: &u8| RowGroup {
        name: format!("level {level}"),
        rows: of_level(*level).map(|pair| PlotRow::of_series(results, pair.series)).collect(),
    };
    let order: Vec<(usize, u8)> =
        levels.iter().flat_map(|level| of_level(*level)).map(|it| (it.series, it.level)).collect();
    let facet = |(measure, pairs): &(&'static Measure, Vec<CurseEffect>)| {
        let mark = |pair: &CurseEffect| {
            let row = order.iter().position(|it| *it == (pair.series, pair.level))?;
            let means = [pair.plain.estimate, pair.cursed.estimate];
            Some(PlotMark::pair(row, means, hue_of(results, pair.series), |mean| fixed(mean, 1)))
        };
        let most = pairs.iter().flat_map(|pair| [pair.plain.estimate, pair.cursed.estimate]);
        let scale = Scale::from_zero(most.chain([0.5])).ticks(3).decimals(0);
        let heading = format!("{} per floor", heading_of(*measure));
        Facet::new(heading, pairs.iter().filter_map(mark).collect()).scale(scale)
    };
    let plot = Plot {
        facets: all.iter().map(facet).collect(),
        columns: [2, 1],
        x: Scale::new(0.0, 1.0),
        y: Y::Rows(levels.iter().map(group).collect()),
    };
    let maps = Maps::new(vec![sheets], 2, 20.0);
    let key = Key::of_pair(["no curse", "Curse of the Labyrinth"]);
    Some(compose_finding(words, table(&all), &[&maps, &key, &plot]))
}
