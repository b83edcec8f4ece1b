use basement_floors::RoomKind;

use super::*;
use crate::measure;

/// Whether a condition holds by the first draws alone.
fn holds(condition: &Condition) -> Option<bool> {
    let first_draws = FirstDraws { curse: Some(Curse::Lost), wanted: 9, min_dead_ends: 5 };
    condition.holds(&Known { first_draws, analysis: None })
}

fn compare(quantity: Quantity, operator: Operator, number: f64) -> Condition {
    Condition::Compare { quantity, operator, number }
}

#[test]
fn a_condition_is_decided_as_far_as_its_parts_are_known() {
    let [unknown, yes, no] = [None, Some(true), Some(false)];
    let known = [
        (Condition::Curse { is: Some(Curse::Lost) }, yes),
        (Condition::Curse { is: None }, no),
        (compare(Quantity::Wanted, Operator::AtLeast, 9.0), yes),
        (compare(Quantity::MinDeadEnds, Operator::Less, 5.0), no),
        (compare(Quantity::Measure(measure::ROOMS), Operator::Equal, 10.0), unknown),
        (compare(Quantity::Kind(RoomKind::Shop), Operator::AtLeast, 0.0), unknown),
    ];
    for (one, holds_one) in &known {
        assert_eq!(holds(one), *holds_one, "{one:?}");
        assert_eq!(holds(&Condition::Not(Box::new(one.clone()))), holds_one.map(|it| !it));
        for (other, holds_other) in &known {
            let parts = || vec![one.clone(), other.clone()];
            let is_any = |holds| [holds_one, holds_other].contains(&&holds);
            let all = if is_any(no) {
                no
            } else if is_any(unknown) {
                unknown
            } else {
                yes
            };
            assert_eq!(holds(&Condition::All(parts())), all, "{one:?} and {other:?}");
            let any = if is_any(yes) {
                yes
            } else if is_any(unknown) {
                unknown
            } else {
                no
            };
            assert_eq!(holds(&Condition::Any(parts())), any, "{one:?} or {other:?}");
        }
    }
}
