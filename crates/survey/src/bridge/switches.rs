//! Switches: the groups of rules in which two sets of rules differ.

use basement_floors::rebirth::{FLASH_SWITCHES, FlashSwitch};
use basement_floors::{Backend, Change, Parameter, RequestError, Value};
use serde::Serialize;

/// The limit on the switches of a bridge. Each switch doubles the number of combinations.
pub const MOST_SWITCHES: usize = 8;
const _: () = assert!(FLASH_SWITCHES.len() <= MOST_SWITCHES, "too many switches between the games");

/// A group of rules that is taken from one set of rules or from the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// The ids of its rules.
    pub rules: String,
    /// The rules on one side, and those on the other, in words.
    pub meaning: String,
    /// Its parameters as they are where the bridge begins.
    pub from: Vec<Change>,
    /// Its parameters as they are where the bridge ends.
    pub to: Vec<Change>,
}

impl Switch {
    /// A switch between the games, from Flash to Rebirth.
    pub(super) fn from_flash(switch: &FlashSwitch) -> Self {
        Self {
            name: switch.name.to_owned(),
            rules: switch.rules.to_owned(),
            meaning: switch.meaning.to_owned(),
            from: switch.changes().collect(),
            to: Vec::new(),
        }
    }
}

/// The parameters that are changed on both sides, and the switches between the sides. If both sides
/// have the same rules, there are no switches.
pub(super) fn switches_between(
    backend: Backend,
    (from, from_changes): (&str, &[Change]),
    (to, to_changes): (&str, &[Change]),
) -> Result<(Vec<Change>, Vec<Switch>), RequestError> {
    let [here, there] = [(from, from_changes), (to, to_changes)]
        .map(|(edition, changes)| backend.parameters(edition, changes));
    let (here, there) = (here?, there?);
    // The generators start from the edition at the end: only other values are changes.
    let of_edition = backend.parameters(to, &[])?;
    let (mut common, mut groups) = (Vec::new(), Vec::<ParameterGroup<'_>>::new());
    for ((parameter, end), edition) in here.iter().zip(&there).zip(&of_edition) {
        if parameter.value == end.value {
            if end.value != edition.value {
                common.push(change(end));
            }
            continue;
        }
        let name = group_of(&parameter.path);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.parameters.push((parameter, end)),
            None => groups.push(ParameterGroup { name, parameters: vec![(parameter, end)] }),
        }
    }
    Ok((common, joined(groups).iter().map(ParameterGroup::switch).collect()))
}

/// The parameters of a group in which the sides differ, with their values on each side.
struct ParameterGroup<'a> {
    name: String,
    parameters: Vec<(&'a Parameter, &'a Parameter)>,
}

/// The group of a parameter: "rebirth.dead_ends" for "rebirth.dead_ends.base".
fn group_of(path: &str) -> String {
    path.rsplit_once('.').map_or(path, |(group, _)| group).to_owned()
}

fn change(parameter: &Parameter) -> Change {
    Change::new(&parameter.path, parameter.value)
}

/// The groups. If there are too many, those with the fewest parameters are joined into one.
fn joined(groups: Vec<ParameterGroup<'_>>) -> Vec<ParameterGroup<'_>> {
    if groups.len() <= MOST_SWITCHES {
        return groups;
    }
    let mut sizes: Vec<(usize, usize)> =
        groups.iter().map(|group| group.parameters.len()).zip(0..).collect();
    sizes.sort_by_key(|(size, place)| (std::cmp::Reverse(*size), *place));
    let kept: Vec<usize> = sizes[..MOST_SWITCHES - 1].iter().map(|(_, place)| *place).collect();
    let (kept, others): (Vec<_>, Vec<_>) =
        groups.into_iter().enumerate().partition(|(place, _)| kept.contains(place));
    let names: Vec<&str> = others.iter().map(|(_, group)| &*group.name).collect();
    let name = names.join(", ");
    let parameters = others.into_iter().flat_map(|(_, group)| group.parameters).collect();
    kept.into_iter().map(|(_, group)| group).chain([ParameterGroup { name, parameters }]).collect()
}

impl ParameterGroup<'_> {
    fn switch(&self) -> Switch {
        let mut rules = Vec::new();
        for (parameter, _) in &self.parameters {
            if !rules.contains(&parameter.rule) {
                rules.push(parameter.rule);
            }
        }
        let meanings = self.parameters.iter().map(|(from, to)| {
            let field = from.path.rsplit('.').next().unwrap_or_default();
            let shown = |value: Value| match value {
                Value::Real(value) => format!("{}", (value * 1e4).round() / 1e4),
                value => value.to_string(),
            };
            format!("{field} {}; or {}", shown(from.value), shown(to.value))
        });
        Switch {
            name: self.name.replace("rebirth.", "").replace("flash.", ""),
            rules: rules.join(", "),
            meaning: meanings.collect::<Vec<_>>().join(", "),
            from: self.parameters.iter().map(|(from, _)| change(from)).collect(),
            to: self.parameters.iter().map(|(_, to)| change(to)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_of_parameters_are_joined_if_there_are_too_many() {
        let parameters = Backend::Rebirth.parameters("repentance", &[]).unwrap();
        let mut names: Vec<String> =
            parameters.iter().map(|parameter| group_of(&parameter.path)).collect();
        names.dedup();
        let groups: Vec<ParameterGroup<'_>> = names
            .into_iter()
            .map(|name| {
                let of_it = parameters.iter().filter(|p| group_of(&p.path) == name);
                let parameters = of_it.map(|parameter| (parameter, parameter)).collect();
                ParameterGroup { name, parameters }
            })
            .collect();
        let count = groups.len();
        assert!(count > MOST_SWITCHES);
        let joined = joined(groups);
        assert_eq!(joined.len(), MOST_SWITCHES);
        let all: usize = joined.iter().map(|group| group.parameters.len()).sum();
        assert_eq!(all, parameters.len());
        let last = &joined[MOST_SWITCHES - 1];
        assert_eq!(last.name.split(", ").count(), count - MOST_SWITCHES + 1);
        assert!(
            joined.iter().all(|group| group.parameters.len() >= 5),
            "the small ones are joined"
        );
    }
}
