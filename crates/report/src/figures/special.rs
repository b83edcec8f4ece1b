//! How often each special room appears, beside the exact chance of its rule.

use strum::VariantArray;

use crate::frame::chances::{Share, shares_of, title};
use crate::prelude::*;

/// The figure, if any room appears by chance.
pub(crate) fn figure(results: &Results) -> Option<Figure> {
    let levels = first_middle_last(&results.study.levels);
    let has_chances =
        |series: &usize| results.groups_of(*series).any(|group| !group.chances.is_empty());
    let series: Vec<usize> = shown(results).into_iter().filter(has_chances).collect();
    let places = levels.iter().flat_map(|level| series.iter().map(move |it| (*it, *level)));
    let groups = places.filter_map(|(series, level)| results.group(series, level, false));
    let shares: Vec<Share<'_>> = groups.clone().flat_map(shares_of).collect();
    let by_chance = || shares.iter().filter(|share| share.chance > 0.0);
    let comes = |kind: &RoomKind| by_chance().any(|share| share.kind == *kind);
    let kinds: Vec<RoomKind> = RoomKind::VARIANTS.iter().copied().filter(comes).collect();
    kinds.first()?;
    let table = Table::of(shares.iter().filter(|share| kinds.contains(&share.kind)))
        .column("series", |it| name_of(results, it.group.series))
        .column("level", |it| it.group.request.level)
        .column("kind", |it| it.kind)
        .column("floors", |it| it.group.summary.floors)
        .column("with", |it| it.hits)
        .interval(["share", "lower", "upper"], |it| it.share)
        .number("chance", |it| it.chance)
        .column("rule", |it| it.rule);
    let run = &results.study.run;
    let words = Words {
        name: "special-room-chances".to_owned(),
        subtitle: format!(
            "Share of floors with each optional room, %; {}, {} health, {} coins, {} keys",
            request_in_words(results),
            if run.has_full_health() { "full" } else { "less than full" },
            run.coins,
            run.keys
        ),
        caption: "Where a dot is left of its tick, other rooms have often taken the last dead end. No dot: the level has no chance of the room. Rooms that this run state cannot have are left out."
            .to_owned(),
        notes: origin_line(results, groups, None, ""),
        alt: "Dot plot of the shares of floors by kind of room and level, with a tick at each rule's exact chance.".to_owned(),
        title: title(results, &shares),
    };
    let facet = |level: &u8| {
        let own = by_chance().filter(|share| share.group.request.level == *level);
        let marks = own.flat_map(|share| {
            let row = kinds.iter().position(|kind| *kind == share.kind).unwrap_or(0);
            let of = series.iter().position(|series| *series == share.group.series).unwrap_or(0);
            let y = lane(row, of, series.len());
            let dot = PlotMark::estimate(share.share, y, hue_of(results, share.group.series));
            [PlotMark::Tick { x: share.chance, y }, dot]
        });
        Facet::new(format!("Level {level}"), marks.collect())
    };
    let row = |kind: &RoomKind| PlotRow::new(spelled(*kind), series.len());
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(1.0).ticks(2),
        y: Y::Rows(vec![RowGroup::plain(kinds.iter().map(row))]),
    };
    let key = Key::of_series(results, &series)
        .and(Symbol::Tick, "the rule's chance, if a dead end is left for the room");
    Some(compose_finding(words, table, &[&key, &plot]))
}
