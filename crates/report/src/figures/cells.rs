//! Where rooms stand: all of them, the boss, the secret room.

use basement_floors::RoomKind;
use basement_survey::{ArmResult, CellCounts, Interval, Results, Summary, normal_interval};

use crate::axis::limit_for;
use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{at_most, decimals_for, fixed, whole};
use crate::panel::heatmap::{REACH, Scale, Tile, color_bar, heatmap, tile_key};
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK, LABEL, MARGIN, WIDTH, sequential};
use crate::words::{conflicts, list, provenance, request_in_words};

/// Levels that one figure shows at most.
const MOST_LEVELS: usize = 4;
/// Space between two columns of maps.
const GAP: f64 = 14.0;
/// Height of the heading above a row of maps.
const HEADING: f64 = 22.0;

/// What a map counts.
struct Subject {
    name: &'static str,
    what: &'static str,
    /// The map shows the same notes on conflicting sources as this measure.
    measure: &'static str,
    cells: fn(&Summary) -> &CellCounts,
}

/// The maps: how often a cell holds any room (all levels), the boss or the secret room (a few).
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    let has_both =
        |level: &u8| [0, 1].iter().all(|series| results.arm(*series, *level, false).is_some());
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has_both).collect();
    let occupied = Subject {
        name: "occupancy",
        what: "a room of the plan",
        measure: "rooms",
        cells: |summary| &summary.occupied,
    };
    let boss = Subject {
        name: "boss-location",
        what: "a boss room",
        measure: "boss_distance",
        cells: |summary| &summary.kind(RoomKind::Boss).cells,
    };
    let secret = Subject {
        name: "secret-location",
        what: "the secret room",
        measure: "secret_neighbours",
        cells: |summary| &summary.kind(RoomKind::Secret).cells,
    };
    let parts: Vec<&[u8]> = levels.chunks(MOST_LEVELS).collect();
    let mut figures = Vec::new();
    for (part, levels) in parts.iter().enumerate() {
        let suffix = if parts.len() > 1 { format!("-{}", part + 1) } else { String::new() };
        figures.extend(figure(results, &occupied, levels, &suffix));
    }
    let few = few_of(&levels);
    figures.extend(figure(results, &boss, &few, ""));
    figures.extend(figure(results, &secret, &few, ""));
    figures
}

/// The first, middle and last of many levels.
pub(crate) fn few_of(levels: &[u8]) -> Vec<u8> {
    if levels.len() <= 3 {
        return levels.to_vec();
    }
    vec![levels[0], levels[(levels.len() - 1) / 2], levels[levels.len() - 1]]
}

/// The maps of one subject: the counts of each shown series on each level. The first two
/// are compared; a further one may lack a level.
struct Maps<'a> {
    subject: &'a Subject,
    shown: Vec<usize>,
    levels: Vec<(u8, Vec<Option<&'a ArmResult>>)>,
}

impl Maps<'_> {
    /// The counts of a series, by its place among the shown ones.
    fn summary(&self, series: usize, column: usize) -> Option<&Summary> {
        Some(&self.levels[column].1[series]?.summary)
    }

    fn floors(&self, series: usize, column: usize) -> f64 {
        self.summary(series, column).map_or(0.0, |summary| summary.floors as f64)
    }

    /// The share of floors that are counted on a cell. `None` if the grid has no such cell.
    fn share(&self, series: usize, column: usize, dx: i8, dy: i8) -> Option<f64> {
        let summary = self.summary(series, column)?;
        let count = (self.subject.cells)(summary).relative(dx, dy)?;
        Some(count as f64 / summary.floors as f64)
    }

    /// The difference of both shares and its standard error.
    fn difference(&self, column: usize, dx: i8, dy: i8) -> (f64, f64) {
        let [x, y] = [0, 1].map(|series| {
            let floors = self.floors(series, column);
            let share = self.share(series, column, dx, dy).unwrap_or(0.0);
            (share, share * (1.0 - share) / floors)
        });
        (y.0 - x.0, (x.1 + y.1).sqrt())
    }

    /// The mean distance of a subject's cells from the start, in cells.
    fn distance(&self, series: usize, column: usize) -> Interval {
        match self.summary(series, column) {
            Some(summary) => mean_distance((self.subject.cells)(summary), summary.floors),
            None => normal_interval(0.0, 0.0),
        }
    }

    fn tile(&self, series: usize, column: usize, dx: i8, dy: i8) -> Tile {
        match self.share(series, column, dx, dy) {
            None => Tile::OffGrid,
            Some(0.0) => Tile::Never,
            Some(share) => Tile::Value(share * 100.0),
        }
    }

    fn difference_tile(&self, column: usize, dx: i8, dy: i8) -> Tile {
        let reached =
            |series: &usize| self.share(*series, column, dx, dy).is_some_and(|share| share > 0.0);
        let (difference, error) = self.difference(column, dx, dy);
        if ![0, 1].iter().any(reached) {
            Tile::Never
        } else if difference.abs() <= 1.96 * error {
            Tile::Muted
        } else {
            Tile::Value(difference * 100.0)
        }
    }

    /// The greatest share apart from the start's, and the greatest difference.
    fn limits(&self) -> (f64, f64) {
        let mut limits = (0.0_f64, 0.0_f64);
        for column in 0..self.levels.len() {
            for (dx, dy) in offsets().filter(|offset| *offset != (0, 0)) {
                for series in 0..self.shown.len() {
                    limits.0 = limits.0.max(self.share(series, column, dx, dy).unwrap_or(0.0));
                }
                limits.1 = limits.1.max(self.difference(column, dx, dy).0.abs());
            }
        }
        limits
    }
}

fn offsets() -> impl Iterator<Item = (i8, i8)> {
    (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)))
}

fn figure(results: &Results, subject: &Subject, levels: &[u8], suffix: &str) -> Option<Figure> {
    let shown = shown(results);
    let on_level = |level: &u8| {
        let arms: Vec<_> = shown.iter().map(|series| results.arm(*series, *level, false)).collect();
        let is_whole = arms.len() > 1 && arms.iter().take(2).all(Option::is_some);
        is_whole.then_some((*level, arms))
    };
    let levels = levels.iter().filter_map(on_level).collect();
    let maps = Maps { subject, levels, shown: shown.clone() };
    if maps.levels.is_empty() || maps.limits().0 == 0.0 {
        return None;
    }
    let (most, most_gap) = maps.limits();
    let scale = Scale { most: limit_for(most * 100.0), is_signed: false };
    let gap_scale = Scale { most: limit_for(most_gap * 100.0), is_signed: true };
    let names = names_of(results, &shown);
    let minus = format!("{} minus {}", names[1], names[0]);
    let diverging = Diverging(hue_of(results, 0), hue_of(results, 1));
    let rows = shown.len();
    let columns = maps.levels.len();
    let width = (WIDTH - 2.0 * MARGIN - GAP * (columns.max(3) - 1) as f64) / columns.max(3) as f64;
    let height = 18.0 + (rows + 1) as f64 * (width + HEADING) + 68.0;
    let words = words(results, &maps, suffix);
    Some(compose(words, table(&maps, &names), height, |drawing, area| {
        let x = |column: usize| area.x + column as f64 * (width + GAP);
        let y = |row: usize| area.y + 18.0 + row as f64 * (width + HEADING);
        for (column, (level, _)) in maps.levels.iter().enumerate() {
            let look = Type::new(LABEL, INK).bold().middle();
            drawing.text(format!("Level {level}"), x(column) + width / 2.0, area.y + 9.0, look);
            let map = |row: usize| Area::new(x(column), y(row) + HEADING, width, width);
            for series in 0..rows {
                let tile = |dx, dy| maps.tile(series, column, dx, dy);
                heatmap(drawing, map(series), tile, |share| sequential(scale.place(share)));
            }
            let tile = |dx, dy| maps.difference_tile(column, dx, dy);
            heatmap(drawing, map(rows), tile, |points| diverging.at(gap_scale.place(points)));
        }
        for (row, name) in names.iter().chain([&minus]).enumerate() {
            let color = shown.get(row).map_or(INK, |series| hue_of(results, *series).text);
            drawing.text(name, area.x, y(row) + HEADING - 5.0, Type::new(LABEL, color).bold());
        }
        let bar = Area::new(area.x, y(rows + 1) + 20.0, (area.width - 46.0) / 2.0, 0.0);
        color_bar(drawing, bar, &scale, "share of floors, %", sequential);
        let bar = Area { x: bar.right() + 46.0, ..bar };
        color_bar(drawing, bar, &gap_scale, &format!("{minus}, points"), |share| {
            diverging.at(share)
        });
        tile_key(drawing, area.x, y(rows + 1) + 62.0);
    }))
}

fn table(maps: &Maps<'_>, names: &[String]) -> Table {
    let mut table = Table::new(&["series", "level", "dx", "dy", "floors", "with", "share"]);
    for (column, (level, arms)) in maps.levels.iter().enumerate() {
        for (series, arm) in arms.iter().enumerate() {
            let Some(ArmResult { summary, .. }) = arm else { continue };
            for (dx, dy) in offsets() {
                let Some(share) = maps.share(series, column, dx, dy) else { continue };
                let count = (maps.subject.cells)(summary).relative(dx, dy).unwrap_or(0);
                table.row([
                    names[series].clone(),
                    level.to_string(),
                    dx.to_string(),
                    dy.to_string(),
                    summary.floors.to_string(),
                    count.to_string(),
                    exact(share),
                ]);
            }
        }
    }
    table
}

fn words(results: &Results, maps: &Maps<'_>, suffix: &str) -> Words {
    let names = [name_of(results, 0), name_of(results, 1)];
    let all = list(&names_of(results, &maps.shown));
    let what = maps.subject.what;
    let mut notes = vec![
        "Every map is centred on the start room (ringed). Struck out: no floor ever had it there; blank: \
         the grid has no such cell, which counts as never in the difference. Grey: within 1.96 standard \
         errors of zero. Colours go with the square root, with the same limits in all maps of a kind."
            .to_owned(),
    ];
    if maps.subject.name != "occupancy" {
        let halves = (0..maps.levels.len()).flat_map(|column| [(0, column), (1, column)]);
        let widest =
            halves.map(|(series, column)| maps.distance(series, column).half()).fold(0.0, f64::max);
        notes.push(format!(
            "The mean distances of the title are over all cells of the room; their 95 % intervals (normal) \
             are of at most ± {} cells.",
            at_most(widest, 3)
        ));
    }
    notes.extend(conflicts(results, maps.subject.measure));
    notes.extend(provenance(
        results,
        maps.levels.iter().flat_map(|(_, arms)| arms.iter().copied().flatten()),
    ));
    let levels: Vec<String> = maps.levels.iter().map(|(level, _)| level.to_string()).collect();
    Words {
        name: format!("{}{suffix}", maps.subject.name),
        title: title(maps, names),
        subtitle: format!(
            "Share of floors on which a cell belongs to {what}, %; {}",
            request_in_words(results)
        ),
        caption: format!(
            "How often each cell, seen from the start room, belongs to {what}: {all}, and the difference \
             of {} and {}, on levels {}.",
            names[1],
            names[0],
            levels.join(", ")
        ),
        notes,
        alt: format!(
            "Heatmaps of {what} around the start room for {all}, with the difference of {} and {}.",
            names[1], names[0]
        ),
    }
}

fn title(maps: &Maps<'_>, names: [&str; 2]) -> String {
    let last = maps.levels.len() - 1;
    let cells = |series: usize, column: usize| maps.summary(series, column).map(maps.subject.cells);
    let level = |column: usize| maps.levels[column].0;
    if maps.subject.name == "occupancy" {
        // The number of cells that hold half of all rooms.
        let core = |series: usize, column: usize| {
            let Some(counts) = cells(series, column) else { return 0 };
            let mut sorted: Vec<u64> = counts.iter().map(|(_, count)| count).collect();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let half = counts.total() / 2;
            let mut sum = 0;
            let within = sorted.iter().take_while(|count| {
                let goes_on = sum < half;
                sum += **count;
                goes_on
            });
            within.count() as u64
        };
        let size = |series: usize| cells(series, last).map_or(0, |cells| cells.grid().len() as u64);
        return format!(
            "Half of the room cells of {} lie within {} of its {} cells on level {}, those of {} within {} \
             of {}",
            names[0],
            whole(core(0, last)),
            whole(size(0)),
            level(last),
            names[1],
            whole(core(1, last)),
            whole(size(1)),
        );
    }
    // 1 if the distance is greater on a level, -1 if it is smaller, 0 if the error leaves that
    // open.
    let sign = |column: usize| {
        let (x, y) = (maps.distance(0, column), maps.distance(1, column));
        let difference = y.estimate - x.estimate;
        if difference.abs() > x.half().hypot(y.half()) { difference.signum() as i32 } else { 0 }
    };
    let distance = |series: usize, column: usize| maps.distance(series, column).estimate;
    let place = match (sign(0), sign(last)) {
        (1, 1) => "lies farther from the start on average:",
        (-1, -1) => "lies nearer to the start on average:",
        (0, 0) => "lies as far from the start on average, within the error:",
        _ => "lies from the start on average",
    };
    let what = if maps.subject.name == "boss-location" { "boss" } else { "secret room" };
    let both = |column: usize| {
        let (x, y) = (distance(0, column), distance(1, column));
        let decimals = decimals_for((y - x).abs().max(0.01)).clamp(1, 2);
        format!("{} cells against {}", fixed(y, decimals), fixed(x, decimals))
    };
    let rest = if last == 0 {
        String::new()
    } else {
        format!(", {} on level {}", both(last), level(last))
    };
    format!(
        "In a straight line the {what} of {} {place} {} on level {}{rest}",
        names[1],
        both(0),
        level(0),
    )
}

/// The mean distance of the counted cells from the start cell, in a straight line, in cells. The
/// cells of one floor depend on each other, so the interval counts floors, not cells.
fn mean_distance(counts: &CellCounts, floors: u64) -> Interval {
    let start = counts.grid().start;
    let (mut sum, mut squares, mut total) = (0.0, 0.0, 0.0);
    for (cell, count) in counts.iter().filter(|(cell, _)| *cell != start) {
        let dx = f64::from(cell.x) - f64::from(start.x);
        let dy = f64::from(cell.y) - f64::from(start.y);
        sum += count as f64 * dx.hypot(dy);
        squares += count as f64 * (dx * dx + dy * dy);
        total += count as f64;
    }
    if total == 0.0 {
        return normal_interval(0.0, 0.0);
    }
    let mean = sum / total;
    let variance = (squares / total - mean * mean).max(0.0);
    normal_interval(mean, (variance / total.min(floors as f64)).sqrt())
}
