//! What each rule causes: changes down, measures across.

use basement_floors::{Curse, CurseChoice, Description, Request};
use basement_survey::ablation::Ablation;
use basement_survey::{Seeds, Summary};

use crate::frame::effects::{Effects, rows, table};
use crate::panel::tiles::Tiles;
use crate::prelude::*;
use crate::theme::{LESS_AND_MORE, MUTED, Paint};

/// The measures that are shown.
const SHOWN: [(&str, &str); 7] = [
    ("rooms", "rooms"),
    ("large_rooms", "big"),
    ("dead_ends", "ends"),
    ("rings", "rings"),
    ("boss_distance", "boss"),
    ("secret_neighbours", "secret"),
    ("spread", "spread"),
];

/// Draws the effects of changes on an unchanged edition; `None` if there are none.
///
/// ```
/// use basement_floors::{Backend, Change, Request, Value};
/// use basement_survey::{Seeds, ablation::{Changed, ablate}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let change = Change::new("flash.growth.neighbour_limit", 2);
/// let changed = Changed::each(Backend::Flash, None, &[], &[change], None)?;
/// let (request, seeds) = (Request::level(4).without_curse(), Seeds::pcg(0, 200));
/// let (base, ablations) = ablate(&*flash, changed, &request, seeds, &|_| {})?;
/// let description = flash.describe();
/// let figure =
///     basement_report::ablation_figure(&base, &ablations, &description, &request, &seeds);
/// assert!(figure.is_some_and(|figure| figure.table.columns[0] == "parameter"));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn ablation_figure(
    base: &Summary,
    ablations: &[Ablation],
    description: &Description,
    request: &Request,
    seeds: &Seeds,
) -> Option<Figure> {
    let effects: Vec<Effects<'_>> =
        ablations.iter().map(|ablation| (ablation, ablation.effects(base))).collect();
    let shown = rows(&effects).filter(|(_, it)| SHOWN.iter().any(|(name, _)| *name == it.measure));
    let mut largest: Option<(f64, &Ablation, &'static str)> = None;
    for (ablation, effect) in shown {
        let size = effect.comparison.cliffs_delta.abs();
        if largest.is_none_or(|(most, ..)| size > most + 0.005) {
            largest = Some((size, ablation, effect.measure));
        }
    }
    let (_, ablation, measure) = largest?;
    let curse = match request.curse {
        CurseChoice::Forced(Some(Curse::Labyrinth)) => "Labyrinth of level",
        _ => "level",
    };
    let of = Measure::from_name(measure).map(title_of).unwrap_or_default();
    let words = Words {
        name: "ablations".to_owned(),
        subtitle: format!(
            "Cliff's delta of changed over unchanged floors, {} {}, {curse} {}",
            description.backend, description.edition, request.level
        ),
        caption: "What changing one rule parameter at a time does to seven measures.".to_owned(),
        notes: vec![
            "+1: every changed floor has the larger value, −1: every unchanged one. Grey: the 95 % interval \
             of the difference of means on the same seeds holds 0; \"same\": the measure is the same on every seed. Columns: rooms, big rooms, dead ends, rings, steps to the boss, rooms \
             around the secret room, spread."
                .to_owned(),
            format!(
                "N = {} floors of each, from the same seeds ({} from {}). Stream version {}. Basement Lab \
                 {VERSION}.",
                whole(seeds.count),
                seeds.kind,
                seeds.show(seeds.first),
                description.stream_version
            ),
        ],
        alt: "Table of the effects on seven measures, coloured by size.".to_owned(),
        title: format!("Of these changes, {} shows most: in {of}", ablation.name),
    };
    let row = |(ablation, effects): &Effects<'_>| {
        let tile = |(measure, _): &(&str, &str)| {
            let effect = effects.iter().find(|effect| effect.measure == *measure)?;
            let fill: Paint = match effect.comparison.is_told_apart() {
                true => LESS_AND_MORE.at(effect.comparison.cliffs_delta),
                false => MUTED,
            };
            let said = match effect.comparison.same_on_every_seed {
                true => "same".to_owned(),
                false => signed(effect.comparison.cliffs_delta, 2),
            };
            Some((fill, said))
        };
        let from = ablation.parameter.as_ref().map_or_else(String::new, |(parameter, _)| {
            format!("{}, instead of {}", parameter.rule, parameter.value)
        });
        (ablation.name.clone(), from, SHOWN.iter().map(tile).collect())
    };
    let tiles = Tiles {
        columns: SHOWN.map(|(_, name)| name).to_vec(),
        rows: effects.iter().map(row).collect(),
    };
    Some(compose_finding(words, table(&effects), &[&tiles]))
}
