//! Generators that grow the same layouts, and differ only in what is done with a grown layout.

use std::sync::Arc;

use basement_model::{Floor, Request, Seed};
use basement_rooms::Weights;

use super::layout::Layout;
use super::making::Making;
use super::outline::ShapeSet;
use super::rules::RebirthRules;
use super::target::{self, Target};
use super::{NAME, Rebirth};
use crate::draws::{Draws, Order, PcgStream};
use crate::error::GenerateError;

/// Rebirth generators whose layouts grow by the same rules ([R5](crate::rules#r5),
/// [R6](crate::rules#r6), [R9-R13](crate::rules#r9)), so that one layout serves them all. They differ
/// in what happens to a grown layout: how many dead ends it must have, and where the rooms go.
///
/// A layout is grown once for all of them. Each settles its dead ends and places its rooms in its
/// own copy, and takes layout after layout until one of its attempts passes. A lone generator does
/// the same, so each keeps the distribution of its floors. But the floors of one seed resemble each
/// other, and differ from the floors of lone generators.
///
/// ```
/// use basement_floors::rebirth::{Edition, GrowthGroup, Rebirth};
/// use basement_floors::{Change, Request, RoomKind, Value};
///
/// let last = Change::new("rebirth.boss.last_end_room", true);
/// let generators = [Rebirth::default(), Rebirth::changed(Edition::Repentance, &[last])?];
/// let groups = GrowthGroup::of(generators);
/// assert_eq!(groups.len(), 1);
/// let mut starts = Vec::new();
/// groups[0].generate(&Request::level(1), 7, &mut |place, floor| {
///     let rooms = floor.expect("level 1 has floors").rooms().to_vec();
///     starts.push((place, rooms[0].kind));
/// });
/// starts.sort_by_key(|(place, _)| *place);
/// assert_eq!(starts, [(0, RoomKind::Start), (1, RoomKind::Start)]);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrowthGroup {
    members: Vec<(usize, Rebirth)>,
}

/// A layout that the members share.
struct SharedLayout<'a> {
    layout: Layout<'a>,
    /// The number of its attempt. The attempts since the layout before it grew too few rooms.
    attempt: u32,
    /// The number of draws of all growth up to this layout.
    drawn: u64,
    /// The stream from which each member draws. The next layout's growth uses none of these draws.
    stream: PcgStream,
}

impl GrowthGroup {
    /// Groups the generators that grow the same layouts.
    #[must_use]
    pub fn of(generators: impl IntoIterator<Item = Rebirth>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (place, rebirth) in generators.into_iter().enumerate() {
            match groups.iter_mut().find(|group| grow_alike(&group.members[0].1, &rebirth)) {
                Some(group) => group.members.push((place, rebirth)),
                None => groups.push(Self { members: vec![(place, rebirth)] }),
            }
        }
        groups
    }

    /// The generators, each with its place among those that were given.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (usize, &Rebirth)> {
        self.members.iter().map(|(place, rebirth)| (*place, rebirth))
    }

    /// Makes each generator's floor from a PCG seed and calls `visit` with it and with the
    /// generator's place among the [members](Self::members), in any order.
    pub fn generate(
        &self,
        request: &Request,
        seed: u64,
        visit: &mut dyn FnMut(usize, Result<&Floor, GenerateError>),
    ) {
        let (_, first) = &self.members[0];
        let mut level = PcgStream::new(seed);
        let (target, side) = first.target(request, &mut level);
        let mut stream = level.seeded_stream();
        let mut layouts: Vec<SharedLayout<'_>> = Vec::new();
        let (mut attempt, mut growth_drawn) = (0, 0);
        let mut grow = |shapes: ShapeSet, most: u32| {
            while attempt < most {
                attempt += 1;
                let Rebirth { rules, tables, .. } = first;
                let mut layout = Layout::empty(rules, tables, shapes, request.level, target.curse);
                layout.put_start(request.level);
                let before = stream.drawn();
                let grown = layout.grow_rooms(target.rooms as usize, &mut stream, &mut ());
                growth_drawn += stream.drawn() - before;
                if grown.is_ok() {
                    let stream = stream.seeded_stream();
                    return Some(SharedLayout { layout, attempt, drawn: growth_drawn, stream });
                }
            }
            None
        };
        for (place, (_, rebirth)) in self.members.iter().enumerate() {
            if let Err(error) = rebirth.check(request) {
                visit(place, Err(error.into()));
                continue;
            }
            let dead_ends = target::dead_ends(&rebirth.rules, request, target.curse);
            let target = Target { dead_ends, ..target };
            let (seed, mut level) = (Seed::Pcg(seed), level.clone());
            let mut weights = Weights::new(&rebirth.catalogue);
            let ordinary_rooms = rebirth.ordinary_rooms(request, target.curse);
            let shapes = rebirth.shapes(&ordinary_rooms);
            let mut run = rebirth.run(request, seed, Order::new());
            let mut making = Making {
                rebirth,
                request,
                seed,
                target,
                level: &mut level,
                weights: &mut weights,
                ordinary_rooms,
                run: &mut run,
                failed_placings: Vec::new(),
            };
            let attempts = rebirth.rules.dead_ends.attempts;
            let (mut number, mut drawn) = (0, side.drawn());
            let made = loop {
                if number == layouts.len() {
                    layouts.extend(grow(shapes, attempts));
                }
                let Some(shared) = layouts.get(number).filter(|one| one.attempt <= attempts) else {
                    break Err(GenerateError::gave_up(NAME, request, seed, attempts));
                };
                number += 1;
                let mut layout = shared.layout.clone();
                layout.rules = &rebirth.rules;
                let mut stream = shared.stream.clone();
                let placed = layout
                    .settle_dead_ends(dead_ends as usize, &mut stream, &mut ())
                    .and_then(|dead_ends| {
                        let bosses = making.place(&mut layout, &dead_ends, &mut stream, &mut ())?;
                        Ok((dead_ends, bosses))
                    });
                drawn += stream.drawn();
                match placed {
                    Ok((dead_ends, bosses)) => {
                        let (attempt, drawn) = (shared.attempt, drawn + shared.drawn);
                        let visit = |floor: &Floor| visit(place, Ok(floor));
                        making.finish(attempt, drawn, &layout, &dead_ends, bosses, &mut (), visit);
                        break Ok(());
                    }
                    Err(stop) => {
                        if let Err(error) = making.failed(shared.attempt, stop, &mut ()) {
                            break Err(error);
                        }
                    }
                }
            };
            made.unwrap_or_else(|error| visit(place, Err(error)));
        }
    }
}

/// Whether the layouts of two generators grow by the same rules. Parameters that only later rules
/// read may differ.
fn grow_alike(one: &Rebirth, other: &Rebirth) -> bool {
    let RebirthRules { dead_ends, boss, boss_choice, special, planetarium, secret, .. } = one.rules;
    let growth_of_other =
        RebirthRules { dead_ends, boss, boss_choice, special, planetarium, secret, ..other.rules };
    growth_of_other == one.rules && Arc::ptr_eq(&one.catalogue, &other.catalogue)
}
