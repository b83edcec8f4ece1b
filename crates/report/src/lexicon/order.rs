//! The effect of the order in which rooms grow, in words.

use crate::prelude::*;

/// What jumping the queue does to the way to the boss. The difference is the other order minus the jump.
pub(crate) fn title(name: &str, effect: &Difference) -> String {
    let by = fixed(effect.value().abs(), 1);
    match -effect.sign() {
        0 => first_fitting([
            format!("Jumping the queue hardly moves the boss of {name}"),
            "Jumping the queue hardly moves the boss".to_owned(),
        ]),
        sign => {
            let way = if sign > 0 { "nearer" } else { "farther" };
            first_fitting([
                format!(
                    "If no room jumped the queue, {} boss would be {by} doors {way}",
                    possessive(name)
                ),
                format!("If no room jumped the queue, the boss would be {by} doors {way}"),
            ])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_the_order_as_a_cause_only_if_it_moves_the_boss() {
        let told = |value| title("A", &Difference::within(4, [7.0, 7.0 + value], 0.1));
        assert_eq!(told(-2.0), "If no room jumped the queue, A's boss would be 2.0 doors nearer");
        assert_eq!(told(1.5), "If no room jumped the queue, A's boss would be 1.5 doors farther");
        assert_eq!(told(0.05), "Jumping the queue hardly moves the boss of A");
    }
}
