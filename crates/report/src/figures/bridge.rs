//! The bridge: from one set of rules to another, switch by switch, as a walk.

use basement_survey::MEASURES;
use basement_survey::bridge::BridgeRun;

use crate::drawing::{Area, Drawing, Type};
use crate::frame::bridge::{Panel, ends_in_words, notes, table, title};
use crate::prelude::*;
use crate::theme::{AGAINST, LABEL, MUTED, TOWARDS};

/// Draws the walk from one set of rules to another: for each measure and level the share of each
/// switch, the largest first; `None` for a run without a measure.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::Bridge;
///
/// let bridge = Bridge::between(Backend::Flash, "article", "wrath-of-the-lamb")?;
/// let run = bridge.floors(50).levels(&[1])?.run()?;
/// let figure = basement_report::bridge_figure(&run).expect("there are measures");
/// assert_eq!(figure.table.columns[2], "part");
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn bridge_figure(run: &BridgeRun) -> Option<Figure> {
    let panels: Vec<_> = MEASURES.iter().filter_map(|it| Panel::of(run, it)).collect();
    let main = panels.iter().find(|panel| panel.measure == measure::BOSS_DISTANCE);
    let effects = panels.iter().flat_map(|panel| &panel.effects);
    let mut rests = effects.filter_map(|(_, effect)| effect.not_explained.as_ref()).peekable();
    let is_chance = rests.peek().is_some() && rests.all(|it| it.interval().contains(0.0));
    let plots: Vec<_> =
        panels.iter().map(|panel| (headline(heading_of(panel.measure)), panel.plot(run))).collect();
    let mut scales = plots.iter().flat_map(|(_, plot)| &plot.facets).map(|facet| &facet.scale);
    let is_cut = scales.all(|scale| scale.as_ref().is_some_and(|scale| scale.limits.0 > 0.0));
    let [from, to] = ends_in_words(run);
    let words = Words {
        name: "bridge".to_owned(),
        subtitle: format!(
            "{}{}. Each bar: what a change adds on the way from {from} to {to}, averaged over all mixtures. Lines: 95 % intervals",
            match panels.as_slice() {
                [only] => capital(&title_of(only.measure)),
                _ => "Means".to_owned(),
            },
            match run.levels.as_slice() {
                [only] => format!(" on level {}", only.level),
                _ => String::new(),
            },
        ),
        caption: format!(
            "Each bar begins where the one above it ends.{}{}",
            if is_cut { " The axis does not begin at 0." } else { "" },
            if is_chance { " The small rest that no change explains may be chance." } else { "" }
        ),
        notes: notes(run),
        alt: format!(
            "Waterfall charts from {from} to {to}: {}.",
            panels.iter().map(Panel::in_words).collect::<Vec<_>>().join("; ")
        ),
        title: title(run, main.or(panels.first())?)?,
    };
    let [toward, away] = ["towards", "away from"].map(|way| format!("{way} {to}"));
    let key = Key::default()
        .and(Symbol::Tinted(TOWARDS), &toward)
        .and(Symbol::Tinted(AGAINST), &away)
        .and(Symbol::Tinted(MUTED), "too small to tell from zero");
    let mut parts: Vec<&dyn Part> = vec![&key];
    parts.extend(plots.iter().flat_map(|(head, plot)| [head as &dyn Part, plot as &dyn Part]));
    Some(compose_finding(words, table(run), &parts))
}

/// A measure's name above its panels.
fn headline(name: String) -> impl Part {
    move |drawing: &mut Drawing, area: Area| {
        drawing.text(name.as_str(), area.x, area.y + 14.0, Type::new(LABEL, INK).bold());
        22.0
    }
}
