//! How often each special room appears, beside the exact chance of its rule.

use basement_floors::RoomKind;
use basement_survey::Results;
use strum::VariantArray;

use crate::claims::is_slight;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::chances::{Share, shares_of};
use crate::layout::{Key, Symbol};
use crate::lexicon::{capital, first_fitting, possessive, request_in_words};
use crate::number::percent;
use crate::origin::origin_line;
use crate::plot::{Facet, Plot, PlotMark, PlotRow, RowGroup, Scale, Y, lane};
use crate::series::{first_middle_last, hue_of, name_of, shown};
use crate::table::{Table, exact};

/// The figure, if any room appears by chance.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
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
    let table = Table::of(
        shares.iter().filter(|share| kinds.contains(&share.kind)),
        &[
            ("series", &|it| name_of(results, it.group.series).to_owned()),
            ("level", &|it| it.group.request.level.to_string()),
            ("kind", &|it| it.kind.to_string()),
            ("floors", &|it| it.group.summary.floors.to_string()),
            ("with", &|it| it.hits.to_string()),
            ("share", &|it| exact(it.share.estimate)),
            ("lower", &|it| exact(it.share.lower)),
            ("upper", &|it| exact(it.share.upper)),
            ("chance", &|it| exact(it.chance)),
            ("rule", &|it| it.rule.to_owned()),
        ],
    );
    let title = title(results, &shares);
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
        caption: "A rule's chance applies only if a dead end is left for the room. Rooms that this run state cannot \
                  have are left out."
            .to_owned(),
        notes: origin_line(results, groups, None, ""),
        alt: format!(
            "{title}. Dot plot of the shares of floors by kind of room and level, with a tick at each rule's exact chance."
        ),
        title,
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
    let row = |kind: &RoomKind| PlotRow::new(name_of_kind(*kind), series.len());
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(1.0).ticks(2),
        y: Y::Rows(vec![RowGroup::plain(kinds.iter().map(row))]),
    };
    let key = Key::of_series(results, &series)
        .and(Symbol::Tick, "the rule's chance, if a dead end is left for the room");
    Some(compose_parts(words, table, &[&key, &plot]))
}

/// By how much a room falls short of its rule's chance.
fn gap(it: &Share<'_>) -> f64 {
    it.chance - it.share.estimate
}

/// Whether a room clearly appears less often than its rule says.
fn is_short(it: &Share<'_>) -> bool {
    it.share.upper < it.chance && !is_slight([it.chance, it.share.estimate])
}

/// The room that falls furthest short of its rule's chance, if one does.
fn title(results: &Results, shares: &[Share<'_>]) -> String {
    let short = shares.iter().filter(|it| is_short(it));
    let Some(it) = short.max_by(|a, b| gap(a).total_cmp(&gap(b))) else {
        return "Optional rooms come as often as their rules say".to_owned();
    };
    let (kind, level) = (capital(&name_of_kind(it.kind)), it.group.request.level);
    let [share, chance] = [it.share.estimate, it.chance].map(|share| percent(share, 0));
    let whose = possessive(name_of(results, it.group.series));
    first_fitting([
        format!("{kind} rooms come on {share} of {whose} level-{level} floors, not {chance}"),
        format!(
            "On level {level}, {} rooms come less often than their rule says",
            name_of_kind(it.kind)
        ),
    ])
}

/// A kind of room as a row names it.
fn name_of_kind(kind: RoomKind) -> String {
    kind.to_string().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    use super::*;

    #[test]
    fn the_title_names_the_room_that_falls_furthest_short() {
        let study = Study::new("Rebirth").floors(400).levels([1]);
        let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {}).unwrap();
        let shares: Vec<Share<'_>> = results.groups.iter().flat_map(shares_of).collect();
        // The rooms before it leave it no dead end on many floors.
        let said = title(&results, &shares);
        assert!(said.starts_with("Mini boss rooms come on 1"), "{said}");
        assert!(said.ends_with(" % of Rebirth's level-1 floors, not 50 %"), "{said}");
        let first: Vec<Share<'_>> =
            shares.into_iter().filter(|it| it.kind == RoomKind::Planetarium).collect();
        assert_eq!(title(&results, &first), "Optional rooms come as often as their rules say");
    }
}
