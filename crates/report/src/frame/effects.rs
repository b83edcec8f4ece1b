//! The effects of changed rules on measures.

use basement_floors::{Change, Parameter};
use basement_survey::Comparison;
use basement_survey::ablation::{Ablation, Effect};

use crate::table::{Table, exact};

/// A change with its effects.
pub(crate) type Effects<'a> = (&'a Ablation, Vec<Effect>);

/// A change with one of its effects.
type Row<'a> = (&'a Ablation, &'a Effect);

/// All effects of all changes.
pub(crate) fn rows<'a>(effects: &'a [Effects<'_>]) -> impl Iterator<Item = Row<'a>> {
    effects.iter().flat_map(|(of, effects)| effects.iter().map(move |it| (*of, it)))
}

/// All effects of all changes as a table.
pub(crate) fn table(effects: &[Effects<'_>]) -> Table {
    let parameter = |say: fn(&Parameter, &Change) -> String| {
        move |(ablation, _): &Row<'_>| match &ablation.parameter {
            Some((parameter, change)) => say(parameter, change),
            None => String::new(),
        }
    };
    let number = |say: fn(&Comparison) -> f64| move |it: &Row<'_>| exact(say(&it.1.comparison));
    Table::of(
        rows(effects),
        &[
            ("parameter", &|(ablation, _)| match &ablation.parameter {
                Some((parameter, _)) => parameter.path.clone(),
                None => ablation.name.clone(),
            }),
            ("rule", &parameter(|parameter, _| parameter.rule.to_owned())),
            ("from", &parameter(|parameter, _| parameter.value.to_string())),
            ("to", &parameter(|_, change| change.value.to_string())),
            ("measure", &|(_, effect)| effect.measure.to_owned()),
            ("mean_from", &number(|it| it.mean_x)),
            ("mean_to", &number(|it| it.mean_y)),
            ("difference", &number(|it| it.difference)),
            ("difference_lower", &number(|it| it.difference_lower)),
            ("difference_upper", &number(|it| it.difference_upper)),
            ("cliffs_delta", &number(|it| it.cliffs_delta)),
            ("same_on_every_seed", &|(_, it)| it.comparison.same_on_every_seed.to_string()),
        ],
    )
}
