//! Where each section can be tried: links to the page of the lab, with the section's own games, levels,
//! rules and seeds.

use basement_floors::{AddressSeed, FloorAddress};
use basement_survey::census::Census;
use basement_survey::study::Origin;

use super::census::records;
use crate::article::Block;
use crate::frame::curse;
use crate::frame::ways::Ways;
use crate::prelude::*;

/// Adds to each section, at its end, links to where it can be tried.
pub(super) fn add<'a>(context: &Context<'_>, sections: impl IntoIterator<Item = &'a mut Section>) {
    let Some(lab) = &context.options.lab else { return };
    for section in sections {
        let links = links(context, section.id).unwrap_or_default();
        let links: Vec<String> = links
            .into_iter()
            .map(|(words, page, query)| format!("[{words}]({lab}#/{page}?{query})"))
            .collect();
        if !links.is_empty() {
            section.blocks.push(Block::Text(format!("Try it: {}.", links.join(", "))));
        }
    }
}

/// A link: its words, the page of the lab, and the query.
type Link = (&'static str, &'static str, String);

/// A game of the study with unchanged rules: its series, its backend and its edition.
type Game = (usize, Backend, String);

/// The links of a section; `None` if the study does not have what they show.
fn links(context: &Context<'_>, section: &str) -> Option<Vec<Link>> {
    let results = context.results;
    let game = |series: usize| {
        let backend = parameters::unchanged(results, series)?;
        let description = description_of(results, series)?;
        Some((series, backend, description.edition.clone()))
    };
    let games: Vec<Game> = shown(results).into_iter().filter_map(game).collect();
    let level = story_level(results)?;
    let rebirth = || {
        let (_, backend, edition) = games.iter().find(|game| game.1 == Backend::Rebirth)?;
        Some((edition, format!("backend={backend}&edition={edition}&level={level}&curse=none")))
    };
    let count = |measure: &str, level: u8, curse: &str| {
        let [(_, one, first), (_, other, second), ..] = &*games else { return None };
        let pair = format!("first={one}/{first}&second={other}/{second}");
        Some(format!("{pair}&level={level}&measure={measure}&curse={curse}&go=1"))
    };
    let rule = |words: &'static str, set: &str, measure: &str| {
        Some((words, "rule", format!("{}&set={set}&measure={measure}", rebirth()?.1)))
    };
    Some(match section {
        "way" => {
            let grown = typical(context, &games, level);
            let grown = grown.map(|both| ("watch both floors grow", "grow", both));
            let counted = count("walked_again", level, "none");
            let counted = counted.map(|query| ("count a million floors", "million", query));
            grown.into_iter().chain(counted).collect()
        }
        "rings" => {
            vec![rule("let rooms touch two others", "rebirth.growth.neighbour_limit%3D3", "rings")?]
        }
        "why" => {
            let back = "rebirth.growth.back_one_in%3D1";
            vec![rule("let no room jump the queue", back, "boss_distance")?]
        }
        "bomb" => {
            let (_, address) = rebirth()?;
            vec![
                ("guess where the secret room is", "guess", address.clone()),
                ("with the chances shown", "guess", format!("{address}&show=doors")),
            ]
        }
        "curses" => {
            let level = curse::middle_level(&curse::pairs(results, measure::RINGS))?;
            let query = count("rings", level, "labyrinth")?;
            vec![("count floors under Curse of the Labyrinth", "million", query)]
        }
        "awards" => {
            let query = format!("edition={}&run=B911+99AC&awards=1", rebirth()?.0);
            vec![("see what each room of a run gives", "run", query)]
        }
        "census" => {
            let where_ = "where=1%3A+rooms+%3D%3D+9".to_owned();
            let record = record(context.options.census.as_deref()?)
                .map(|query| ("open a record floor", "floor", query));
            record.into_iter().chain([("find a seed of your own", "find", where_)]).collect()
        }
        "evidence" => {
            let flash = FloorAddress::new(Backend::Flash);
            let edition = "wrath-of-the-lamb".to_owned();
            let both = side_by_side(&flash, &FloorAddress { edition, ..flash.clone() });
            vec![("watch Flash grow, as published and as released", "grow", both)]
        }
        "method" => vec![("measure floors of your own", "floors", format!("level={level}"))],
        _ => Vec::new(),
    })
}

/// The address of the last record of a census whose floor is in a run.
fn record(census: &Census) -> Option<String> {
    let generator = &census.address().generator;
    records(census).into_iter().rev().find_map(|record| {
        let floor = record.witness.floor?;
        let run = generator.run_of(floor.request().level, floor.seed())?;
        let address = FloorAddress::of(generator, floor.request(), AddressSeed::Run(run));
        Some(address.ok()??.to_string())
    })
}

/// The floors of the first picture, of the first two games, side by side.
fn typical(context: &Context<'_>, games: &[Game], level: u8) -> Option<String> {
    let address = |place: usize| {
        let group = context.results.group(games.get(place)?.0, level, false)?;
        floor_address(context, group, Ways::of(context.results, group)?.sample.number)
    };
    Some(side_by_side(&address(0)?, &address(1)?))
}

/// Two addresses, in the form that the page that grows floors reads.
fn side_by_side(left: &FloorAddress, right: &FloorAddress) -> String {
    let right = right.to_string();
    let right: Vec<String> = right.split('&').map(|pair| format!("right.{pair}")).collect();
    format!("{left}&{}", right.join("&"))
}

/// The address of a floor of a group; `None` if no backend makes it.
fn floor_address(context: &Context<'_>, group: &GroupResult, number: u64) -> Option<FloorAddress> {
    context.results.study.series.get(group.series)?.backend()?;
    let Origin::Generator { description, seeds } = &group.origin else { return None };
    FloorAddress::of(description, &group.request, seeds.kind.seed(number).ok()?).ok()?
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_survey::Study;

    #[test]
    fn sections_link_to_the_lab_only_if_its_address_is_known() {
        let results = Study::flash_and_rebirth(60).run(&|_| {}).unwrap();
        let told = |lab: Option<&str>| -> Vec<(&'static str, String)> {
            let mut context = Context::new(&results);
            context.options.lab = lab.map(str::to_owned);
            let sections = crate::sections::article(&context);
            let sections = sections.sections.into_iter().chain(sections.appendix);
            let last = sections.filter_map(|section| match section.blocks.last() {
                Some(Block::Text(text)) if text.starts_with("Try it: ") => {
                    Some((section.id, text.clone()))
                }
                _ => None,
            });
            last.collect()
        };
        assert_eq!(told(None), []);
        let told = told(Some("lab.html"));
        let ids: Vec<&str> = told.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, ["way", "why", "rings", "bomb", "evidence", "method", "curses", "awards"]);
        let (_, way) = &told[0];
        assert!(
            way.contains("lab.html#/grow?backend=flash&edition=wrath-of-the-lamb&level="),
            "{way}"
        );
        assert!(way.contains("right.backend=rebirth") && way.contains("#/million?first=flash/"));
    }
}
