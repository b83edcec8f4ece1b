//! A census on one page: how often each value occurs, however rare it is, and the extreme floors.

use basement_floors::Generator;
use basement_survey::census::Census;

use crate::frame::census::{
    described_generator, notes, noun_of, run_of, seeds_in_words, subtitle, title,
};
use crate::frame::extremes::{MeasureRange, shown};
use crate::prelude::*;
use crate::theme::{Hue, OTHERS};

/// At most this many rows, for the first measures that have something to show.
const ROWS: usize = 5;

/// The figure of a census; `None` if none of its measures has two values. The floors on its maps come from
/// `generator`, or from the one that the census describes.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, census::CensusRun};
///
/// let rebirth = Backend::Rebirth.generator(None, &[])?;
/// let mut run = CensusRun::new(&*rebirth, &Request::level(1), Seeds::stage(1, 300), None)?;
/// run.advance(&*rebirth, &|| false, &|_| {})?;
/// let figure = basement_report::census_figure(run.census(), None).expect("measures that vary");
/// assert!(figure.table.columns.contains(&"first_seed".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn census_figure(census: &Census, generator: Option<&dyn Generator>) -> Option<Figure> {
    let summary = &census.counts().summary;
    let described = described_generator(census);
    let generator = generator.or(described.as_deref());
    let rows: Vec<MeasureRange<'_>> = shown(census)
        .into_iter()
        .filter_map(|measure| MeasureRange::of(census, generator, measure))
        .take(ROWS)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let bins = rows.iter().flat_map(|row| row.values.bins().map(move |bin| (row, bin)));
    let table = Table::of(bins)
        .column("measure", |(row, _)| row.measure.name)
        .column("value", |(row, (value, _))| row.measure.show(*value))
        .column("floors", |(_, (_, bin))| bin.count)
        .column("share", |(row, (_, bin))| {
            format!("{:.12}", bin.count as f64 / row.values.total() as f64)
        })
        .column("first_seed", |(_, (_, bin))| bin.witness)
        .optional("run", |(_, (_, bin))| run_of(census, bin.witness));
    let names = list(rows.iter().map(|row| title_of(row.measure)));
    let noun = noun_of(census);
    let has_maps = rows.iter().any(|row| row.least.floor.is_some());
    let words = Words {
        name: "census".to_owned(),
        subtitle: subtitle(census),
        caption: format!(
            "Every {noun} of {}, counted, with the lowest seeds that have the least and the greatest value{}. Dots: \
             how many {noun}s have each value, down to a single one.",
            seeds_in_words(census),
            if rows.iter().any(|row| row.least.run.is_some()) {
                ", named by the run of the game that has it"
            } else {
                ""
            }
        ),
        notes: notes(census),
        alt: format!(
            "For each of {names}: bars of the share of {noun}s by value, the numbers of {noun}s on a \
             logarithmic scale, and the {} of the two extreme {noun}s. {}",
            if has_maps { "maps" } else { "seeds" },
            rows.iter().map(MeasureRange::in_words).collect::<Vec<_>>().join(" ")
        ),
        title: title(census),
    };
    let hue = match census.address().generator.backend.parse::<Backend>() {
        Ok(backend) => backend_hue(backend),
        Err(_) => Hue::new(OTHERS[0]),
    };
    let plots: Vec<Plot> = rows.iter().map(|row| row.plot(summary.floors, noun, hue)).collect();
    let sheets: Vec<Sheet> = rows.iter().flat_map(MeasureRange::sheets).collect();
    let mut sheets = sheets.into_iter();
    let maps: Vec<Vec<Sheet>> =
        (0..rows.len().div_ceil(2)).map(|_| sheets.by_ref().take(4).collect()).collect();
    let maps = Maps::new(maps, 2, 12.0);
    let plots = plots.iter().map(|plot| plot as &dyn Part);
    let parts: Vec<&dyn Part> = plots.chain([&maps as &dyn Part]).collect();
    Some(compose_finding(words, table, &parts))
}
