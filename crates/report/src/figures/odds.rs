//! One floor of each of two series, drawn blindly: how often the boss of the second is the farther one.

use basement_survey::{Results, measure};

use crate::figure::{Figure, Words, compose_parts};
use crate::frame::bins::Bins;
use crate::frame::odds::Odds;
use crate::frame::{Cell, Frame};
use crate::lexicon::odds::title;
use crate::lexicon::{list, possessive, with_request};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::plot::{Facet, Plot, Scale, Y};
use crate::quantity::Quantity;
use crate::series::{name_of, names_of, shown};
use crate::shape::story_level;
use crate::table::{Table, exact};

/// The figure, where two series have a boss to walk to on a level that both have.
pub(crate) fn odds(results: &Results) -> Option<Figure> {
    let both = shown(results).get(..2)?.to_vec();
    let frame = Frame::new(results, Quantity::Listed(measure::BOSS_DISTANCE), &both)?;
    let bins = Bins::of(&frame)?;
    let on_level = |level: u8| {
        let [x, y] = [frame.cell(both[0], level)?, frame.cell(both[1], level)?];
        Some((level, Odds::of(x.group, y.group, measure::BOSS_DISTANCE)?))
    };
    let all: Vec<(u8, Odds)> = frame.levels.iter().copied().filter_map(on_level).collect();
    let main = story_level(results)?;
    let (_, told) = *all.iter().find(|(level, _)| *level == main)?;
    let levels: Vec<u8> = all.iter().map(|(level, _)| *level).collect();
    let levels: Vec<u8> =
        levels.iter().copied().filter(|level| *level == main || *level == levels[0]).collect();
    let names = names_of(results, &both);
    let [x, y] = [&names[0], &names[1]];
    let x_has = possessive(x);
    let title = title([x, y], main, told);
    let words = Words {
        name: "farther-boss".to_owned(),
        subtitle: format!(
            "Share of floors, %, by doors to the boss; share of pairs ± {} points (95 % interval); triangles: means",
            fixed(told.half * 100.0, 1)
        ),
        caption: format!(
            "{x_has} boss is farther in {} of the pairs of level {main}; {} are ties.",
            percent(told.less, 0),
            percent(1.0 - told.more - told.less, 0)
        ),
        notes: with_request(
            results,
            origin_line(results, frame.cells().map(|cell| cell.group), None, ""),
        ),
        alt: format!("{title}. Distributions of the doors to the boss for {}.", list(&names)),
        title,
    };
    let facet = |level: &u8| {
        let cells = both.iter().filter_map(|series| frame.cell(*series, *level));
        let marks =
            cells.flat_map(|cell| bins.marks(results, cell, cell.group.series == both[0], true));
        let odds = all.iter().find(|(it, _)| it == level).map(|(_, odds)| odds);
        let note = odds.map(|odds| {
            format!("{} farther: {}", name_of(results, both[1]), percent(odds.more, 0))
        });
        Facet::new(format!("Level {level}"), marks.collect()).note(note.unwrap_or_default())
    };
    let (least, most) = bins.values;
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [levels.len(), 1],
        x: Scale::new(least - bins.step / 2.0, most + bins.step / 2.0)
            .decimals(0)
            .title("doors to the boss"),
        y: Y::Values(Scale::shares(bins.most).ticks(3), 130.0),
    };
    Some(compose_parts(words, table(results, &frame, &all), &[&plot]))
}

fn table(results: &Results, frame: &Frame<'_>, all: &[(u8, Odds)]) -> Table {
    let rows = frame.cells().flat_map(|cell| cell.counts.bins().map(move |bin| (cell, bin)));
    let total = |cell: &Cell<'_>| cell.counts.total() as f64;
    let of_odds = |cell: &Cell<'_>, of: fn(&Odds) -> f64| {
        let odds = all.iter().find(|(level, _)| *level == cell.group.request.level);
        odds.map_or_else(String::new, |(_, odds)| exact(of(odds)))
    };
    Table::of(
        rows,
        &[
            ("series", &|(cell, _)| name_of(results, cell.group.series).to_owned()),
            ("level", &|(cell, _)| cell.group.request.level.to_string()),
            ("value", &|(_, (value, _))| frame.quantity.steps().show(*value)),
            ("floors", &|(_, (_, bin))| bin.count.to_string()),
            ("share", &|(cell, (_, bin))| exact(bin.count as f64 / total(cell))),
            ("second_is_farther", &|(cell, _)| of_odds(cell, |odds| odds.more)),
            ("half_interval", &|(cell, _)| of_odds(cell, |odds| odds.half)),
            ("as_far", &|(cell, _)| of_odds(cell, |odds| odds.same)),
            ("first_is_farther", &|(cell, _)| of_odds(cell, |odds| odds.less)),
        ],
    )
}
