//! What each rule causes: changes down, measures across.

use basement_floors::{Curse, CurseChoice, Description, Request};
use basement_survey::{Ablation, Comparison, Measure, Seeds, Summary};

use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::lexicon::{VERSION, title_of};
use crate::number::{signed, whole};
use crate::panel::heatmap::color_bar_of;
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, LESS_AND_MORE, MUTED, NOTE, QUIET, TICK, ink_on, shortened};

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

/// Height of a row.
const ROW: f64 = 34.0;

/// Draws the effects of changes against the edition as it is; `None` without any.
///
/// ```
/// use basement_floors::{Backend, Change, Request, Value};
/// use basement_survey::{Changed, Seeds, ablate};
///
/// let flash = Backend::Flash.generator("", &[])?;
/// let change = Change { path: "flash.growth.neighbour_limit".to_owned(), value: Value::Whole(2) };
/// let changed = Changed::each(Backend::Flash, "", &[change], None)?;
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
    let mut table = Table::new(&[
        "parameter",
        "rule",
        "from",
        "to",
        "measure",
        "mean_from",
        "mean_to",
        "difference",
        "difference_lower",
        "difference_upper",
        "cliffs_delta",
        "same_on_every_seed",
    ]);
    let mut largest: Option<(f64, &Ablation, &'static str)> = None;
    for ablation in ablations {
        for effect in ablation.effects(base) {
            let comparison = effect.comparison;
            let [parameter, rule, from, to] = match &ablation.parameter {
                Some((parameter, change)) => [
                    parameter.path.clone(),
                    parameter.rule.to_owned(),
                    parameter.value.to_string(),
                    change.value.to_string(),
                ],
                None => [ablation.name.clone(), String::new(), String::new(), String::new()],
            };
            table.row([
                parameter,
                rule,
                from,
                to,
                effect.measure.to_owned(),
                exact(comparison.mean_x),
                exact(comparison.mean_y),
                exact(comparison.difference),
                exact(comparison.difference_lower),
                exact(comparison.difference_upper),
                exact(comparison.cliffs_delta),
                comparison.same_on_every_seed.to_string(),
            ]);
            let is_shown = SHOWN.iter().any(|(name, _)| *name == effect.measure);
            let size = comparison.cliffs_delta.abs();
            if is_shown && largest.is_none_or(|(most, ..)| size > most + 0.005) {
                largest = Some((size, ablation, effect.measure));
            }
        }
    }
    let (_, ablation, measure) = largest?;
    let curse = match request.curse {
        CurseChoice::Forced(Some(Curse::Labyrinth)) => "Labyrinth of level",
        _ => "level",
    };
    let words = Words {
        name: "ablations".to_owned(),
        title: format!(
            "Of these changes, {} shows most: in {}",
            ablation.name,
            Measure::from_name(measure).map(title_of).unwrap_or_default()
        ),
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
        alt: "Table of the effects of rule changes on seven measures, coloured by size.".to_owned(),
    };
    let height = ablations.len() as f64 * ROW + 22.0 + 46.0;
    Some(compose(words, table, height, |drawing, area| {
        let grid = area.inset(206.0, 20.0, 0.0, 46.0);
        let width = grid.width / SHOWN.len() as f64;
        for (column, (_, name)) in SHOWN.iter().enumerate() {
            let x = grid.x + (column as f64 + 0.5) * width;
            drawing.text(*name, x, area.y + 12.0, Type::new(TICK, INK).bold().middle());
        }
        for (place, ablation) in ablations.iter().enumerate() {
            let y = grid.y + place as f64 * ROW;
            let name = shortened(&ablation.name, LABEL - 1.0, false, grid.x - area.x - 8.0);
            drawing.text(name, grid.x - 8.0, y + ROW * 0.44, Type::new(LABEL - 1.0, INK).end());
            if let Some((parameter, _)) = &ablation.parameter {
                let from = format!("{}, instead of {}", parameter.rule, parameter.value);
                drawing.text(from, grid.x - 8.0, y + ROW * 0.82, Type::new(NOTE, QUIET).end());
            }
            let effects = ablation.effects(base);
            for (column, (measure, _)) in SHOWN.iter().enumerate() {
                let cell = Area::new(grid.x + column as f64 * width, y, width, ROW);
                let effect = effects.iter().find(|effect| effect.measure == *measure);
                let Some(comparison) = effect.map(|effect| effect.comparison) else { continue };
                let delta = comparison.cliffs_delta;
                let fill =
                    if comparison.is_told_apart() { LESS_AND_MORE.at(delta).into() } else { MUTED };
                drawing.rectangle(cell.inset(0.75, 0.75, 0.75, 0.75), fill);
                let look = Type::new(TICK, ink_on(fill)).middle();
                drawing.text(said(&comparison), cell.middle(), y + ROW * 0.62, look);
            }
        }
        let bar = Area::new(grid.x, grid.bottom() + 20.0, grid.width, 0.0);
        let ticks = [-1.0, -0.5, 0.0, 0.5, 1.0];
        color_bar_of(drawing, bar, (-1.0, 1.0), &ticks, "less  −  the same  −  more", |share| {
            LESS_AND_MORE.at(share)
        });
    }))
}

/// What a cell says of an effect.
fn said(comparison: &Comparison) -> String {
    match comparison.same_on_every_seed {
        true => "same".to_owned(),
        false => signed(comparison.cliffs_delta, 2),
    }
}
