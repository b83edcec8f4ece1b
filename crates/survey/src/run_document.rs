//! A run as JSON.

use basement_floors::{FloorDocument, Generator, Run, RunStage};
use serde_json::{Map, Value, json};

use crate::analysis::Analysis;
use crate::awards::FloorAwards;
use crate::measure::MEASURES;

/// A run as `basement-lab run --format json` writes it: its seed, its generator, and each stage as a
/// floor with its type, its name and its measures.
///
/// `awards` contains the awards of the stages in order, or is empty if they are not asked for.
///
/// ```
/// use basement_floors::{Backend, Request, Run, StageTypes};
///
/// let rebirth = Backend::Rebirth.generator(None, &[])?;
/// let run = Run::new(&*rebirth, &Request::level(1), StageTypes::DRAWN, "B911 99AC".parse()?)?;
/// let document = basement_survey::run_document(&run, &*rebirth, &[])?;
/// assert_eq!(document["run"], "B911 99AC");
/// assert!(document["stages"][0]["measures"]["rooms"].is_u64());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// None in practice: all keys are texts.
pub fn run_document(
    run: &Run,
    generator: &dyn Generator,
    awards: &[FloorAwards],
) -> serde_json::Result<Value> {
    let stage = |(place, stage): (usize, &RunStage)| -> serde_json::Result<Value> {
        let document = FloorDocument::new(generator, &stage.floor);
        let mut document =
            serde_json::to_value(document.with_run_seed(Some(run.seed.to_string())))?;
        if let Some(awards) = awards.get(place) {
            awards.add_to(&mut document);
        }
        let analysis = Analysis::from_floor(&stage.floor);
        let measured =
            MEASURES.iter().map(|measure| (measure.name.to_owned(), measure.json_of(&analysis)));
        document["stage_type"] = stage.stage_type().into();
        document["name"] = stage.name().into();
        document["measures"] = measured.collect::<Map<_, _>>().into();
        Ok(document)
    };
    let stages: Vec<Value> =
        run.stages.iter().enumerate().map(stage).collect::<serde_json::Result<_>>()?;
    let mut document = json!({ "run": run.seed.to_string(), "number": run.seed.get() });
    if let (Value::Object(document), Value::Object(described)) =
        (&mut document, serde_json::to_value(generator.describe())?)
    {
        document.extend(described);
    }
    document["stages"] = stages.into();
    Ok(document)
}
