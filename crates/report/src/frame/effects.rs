//! The effects of changed rules on measures.

use basement_survey::ablation::{Ablation, Effect};

use crate::prelude::*;

/// A change with its effects.
pub(crate) type Effects<'a> = (&'a Ablation, Vec<Effect>);

/// A change with one of its effects.
type Row<'a> = (&'a Ablation, &'a Effect);

/// All effects of all changes.
pub(crate) fn rows<'a>(effects: &'a [Effects<'_>]) -> impl Iterator<Item = Row<'a>> {
    effects.iter().flat_map(|(of, effects)| effects.iter().map(move |it| (*of, it)))
}

/// All effects of all changes as a table.
pub(crate) fn table<'a>(effects: &'a [Effects<'a>]) -> Table {
    Table::of(rows(effects))
        .column("parameter", |(ablation, _)| match &ablation.parameter {
            Some((parameter, _)) => &parameter.path,
            None => &ablation.name,
        })
        .optional("rule", |(ablation, _)| Some(ablation.parameter.as_ref()?.0.rule))
        .optional("from", |(ablation, _)| Some(&ablation.parameter.as_ref()?.0.value))
        .optional("to", |(ablation, _)| Some(&ablation.parameter.as_ref()?.1.value))
        .column("measure", |(_, effect)| effect.measure)
        .number("mean_from", |(_, it)| it.comparison.mean_x)
        .number("mean_to", |(_, it)| it.comparison.mean_y)
        .interval(DIFFERENCE, |(_, it)| it.comparison.interval())
        .number("cliffs_delta", |(_, it)| it.comparison.cliffs_delta)
        .column("same_on_every_seed", |(_, it)| it.comparison.same_on_every_seed)
        .into()
}
