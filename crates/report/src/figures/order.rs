//! The one mechanism: which room grows next, on one seed in three steps.

use basement_survey::study::GroupFloor;

use crate::frame::growth::{Drawn, STEPS, table, title};
use crate::frame::queue::RULE;
use crate::frame::sample::{AMONG, hidden_in_words};
use crate::prelude::*;

/// The figure; `None` if no series of Rebirth has the usual rule, or no seed shows what the means say.
pub(crate) fn order(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let jump = context.waiting()?;
    let (series, level) = (jump.series, jump.level);
    let group = results.group(series, level, false)?;
    let effect = Difference::of(level, &jump.boss);
    let (floors, name) = (jump.waiting.floors, name_of(results, series));
    let (changed, seeds) =
        (parameters::generator(results, series, &[RULE], None)?, group.origin.seeds()?);
    let both = |number: u64| {
        let GroupFloor::Generated(usual) = group.floor(number)? else { return None };
        let waiting = changed.generate(&group.request, seeds.seed(number, level).ok()?).ok()?;
        Some((number, [Drawn::of(&usual)?, Drawn::of(&waiting)?]))
    };
    // Bosses as far away as the means say, rounded, and the same number of rooms in both.
    let wanted = effect.means.map(|mean| mean.round() as u32);
    let is_typical = |(_, [usual, waiting]): &(u64, [Drawn; 2])| {
        [usual.boss, waiting.boss] == wanted && usual.rooms == waiting.rooms
    };
    let (number, drawn) = group.first_numbers(AMONG).filter_map(both).find(is_typical)?;
    let orders = ["new rooms jump", "new rooms wait"];
    let seed = group.origin.show(number);
    let table = table(
        orders.iter().copied().zip(&drawn),
        &seed,
        &effect,
        [jump.walk.mean_x, jump.walk.mean_y],
    );
    let [lower, upper] = [-effect.upper, -effect.lower].map(|end| fixed(end, 2));
    let command = context.floor_command(group, number);
    let mut notes = with_request(
        results,
        origin_line(results, [group], Some(floors), ", with the rule as it is and changed"),
    );
    notes.extend(command.map(|command| {
        format!(
            "To draw both: `{command}`, and the same with `--set {}={}`. This is the first seed on which each boss is as far away as its \
             rounded mean and both floors have the same number of rooms.",
            RULE.0, RULE.1
        )
    }));
    let kinds = drawn.iter().flat_map(|it| it.step(STEPS).0.kinds().collect::<Vec<_>>());
    let hidden = hidden_in_words(kinds);
    notes.push(format!("Other special rooms are drawn as rooms. {hidden}").trim_end().to_owned());
    let words = Words {
        name: "order".to_owned(),
        subtitle: format!(
            "Mean doors to the boss on level {level}, {} seeds: {} with the jump, {} without; difference {lower} to {upper} (95 % interval). Drawn: \
             {name}, seed {seed}",
            whole(floors),
            fixed(effect.means[0], 2),
            fixed(effect.means[1], 2),
        ),
        caption: format!(
            "On this seed the jump moves the boss by {}. The secret room is left out.",
            counted(drawn[0].boss.abs_diff(drawn[1].boss).into(), "door")
        ),
        notes,
        alt: format!(
            "Six small maps of one seed, three steps each. New rooms jumping the queue: the boss ends {} away; \
             waiting: {} away.",
            counted(drawn[0].boss.into(), "door"),
            counted(drawn[1].boss.into(), "door")
        ),
        title: title(name, &effect),
    };
    let hue = hue_of(results, series);
    let row =
        |(order, it): (&&str, &Drawn)| (1..=STEPS).map(|step| it.sheet(order, step, hue)).collect();
    let rows: Vec<Vec<Sheet>> = orders.iter().zip(&drawn).map(row).collect();
    let maps = Maps::new(rows, STEPS, 16.0).marks(vec![
        (Symbol::Tinted(hue.mark), "new in this step"),
        (Symbol::Way, "shortest way to the boss"),
    ]);
    Some(compose_finding(words, table, &[&maps]))
}
