//! How similar a series of neither game is to each game, measure by measure.

use std::collections::BTreeSet;

use basement_survey::MEASURES;
use basement_survey::measure::Scope;

use crate::frame::distances::{ASPECTS, Average, Distances, table, title};
use crate::prelude::*;

/// A figure for each series that is not a game's, if the study has a game to compare it with.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let others = other_generators(results);
    let name = |place: usize| match others.len() {
        1 => "likeness".to_owned(),
        _ => format!("likeness-{}", place + 1),
    };
    let figures = others.iter().enumerate();
    figures.filter_map(|(place, series)| figure(results, *series, name(place))).collect()
}

fn figure(results: &Results, own: usize, name: String) -> Option<Figure> {
    let measures = || MEASURES.iter().filter(|measure| measure.scope != Scope::Generator);
    let groups = results.groups_of(own);
    let places = groups.flat_map(|group| measures().map(move |measure| (group, measure)));
    let all: Vec<Distances<'_>> =
        places.filter_map(|(group, measure)| Distances::of(results, group, measure)).collect();
    let compared = games(results);
    let averages: Vec<Average> =
        ASPECTS.into_iter().filter_map(|it| Average::of(&all, it, &compared)).collect();
    averages.first()?;
    let plain = || all.iter().filter(|it| !it.group.is_labyrinth());
    let levels: BTreeSet<u8> = plain().map(|it| it.group.request.level).collect();
    let levels = first_middle_last(&levels.into_iter().collect::<Vec<_>>());
    let own_name = name_of(results, own).to_owned();
    let games = list(names_of(results, &compared));
    let noise = averages.iter().map(|average| average.noise).fold(0.0, f64::max);
    let series = compared.iter().chain([&own]);
    let words = Words {
        name,
        subtitle: format!(
            "Distance of {own_name} from {games} in each measure (Jensen-Shannon, 0 to 1); {}",
            request_in_words(results)
        ),
        caption: format!(
            "Dots: the Jensen-Shannon divergence of two distributions of a measure, in bits. 0: they are the \
             same; 1: they have no value in common. Two samples of one generator would be up to {} apart here; \
             games less apart than that are equally near. The data have all measures and levels, and the \
             Wasserstein-1 distance in each measure's unit. The title averages over the levels.",
            at_most(noise, 3)
        ),
        notes: origin_line(results, series.flat_map(|it| plain_groups(results, *it)), None, ""),
        alt: format!(
            "Dot plot of the distances of {own_name} from {games} in {} measures, level by level.",
            averages.len()
        ),
        title: title(results, own, &averages),
    };
    let facet = |level: &u8| {
        let own = plain().filter(|it| it.group.request.level == *level);
        let stems = own.flat_map(|it| {
            let row = averages.iter().position(|average| average.measure == it.measure);
            it.games.iter().filter_map(move |game| Some((row?, game)))
        });
        let stem = |(row, (game, comparison)): (usize, &(usize, Comparison))| {
            let of = compared.iter().position(|other| other == game).unwrap_or(0);
            let y = lane(row, of, compared.len());
            PlotMark::Stem { x: comparison.jensen_shannon, y, hue: hue_of(results, *game) }
        };
        Facet::new(format!("Level {level}"), stems.map(stem).collect())
    };
    let row = |average: &Average| PlotRow::new(title_of(average.measure), compared.len());
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::new(0.0, 1.0).ticks(2),
        y: Y::Rows(vec![RowGroup::plain(averages.iter().map(row))]),
    };
    let key = Key::of_series(results, &compared);
    Some(compose_finding(words, table(results, &all), &[&key, &plot]))
}
