//! What a pilot says of a search before it begins, in words.

use std::time::Duration;

use basement_lab::survey::search::Pilot;
use indicatif::{HumanCount, HumanDuration};

/// A search before it begins.
pub(super) struct Outlook {
    /// What its candidates are called, such as "runs".
    pub(super) what: &'static str,
    /// How many candidates are not done.
    pub(super) left: u64,
    /// How many hits are still wanted, if the search stops before the last candidate.
    pub(super) wanted: Option<u64>,
    pub(super) has_conditions: bool,
}

impl Outlook {
    /// How rare the conditions are and how long the search takes, from a pilot and its seconds.
    pub(super) fn sentence(&self, pilot: Pilot, seconds: f64) -> String {
        let Self { what, left, .. } = *self;
        let takes = |candidates: f64| {
            let seconds = seconds / pilot.tried as f64 * candidates;
            match Duration::try_from_secs_f64(seconds.round()) {
                Ok(Duration::ZERO) => "less than a second".to_owned(),
                Ok(time) => format!("about {}", HumanDuration(time)),
                Err(_) => "longer than anybody can wait".to_owned(),
            }
        };
        let time = takes(left as f64);
        if !self.has_conditions {
            return format!("no condition leaves any of the {} {what} out", HumanCount(left));
        }
        let all = format!("all {} take {time}", HumanCount(left));
        let tried = HumanCount(pilot.tried);
        let Some(one_of) = pilot.one_of() else {
            let least = rounded(pilot.one_of_at_least());
            return format!(
                "none of {tried} {what} tried meets the conditions: fewer than 1 of {least} does \
                 (95 %); {all}"
            );
        };
        let met = HumanCount(pilot.met);
        let rarity = if one_of < 10.0 {
            format!("about {:.0} % of the {what} meet", 100.0 / one_of)
        } else {
            format!("about 1 of {} {what} meets", rounded(one_of))
        };
        let expected = left as f64 / one_of;
        let cost = match self.wanted {
            Some(1) if expected >= 1.0 => format!("1 hit takes {}", takes(one_of)),
            Some(wanted) if expected >= wanted as f64 => {
                format!("{} hits take {}", HumanCount(wanted), takes(one_of * wanted as f64))
            }
            _ => format!("{all}, with about {} hits", rounded(expected)),
        };
        format!("{rarity} the conditions ({met} of {tried} tried); {cost}")
    }
}

/// A number rounded to two significant digits: more would claim too much.
fn rounded(number: f64) -> HumanCount {
    let unit = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    HumanCount(((number / unit).round() * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Outlook =
        Outlook { what: "runs", left: 4_294_967_295, wanted: None, has_conditions: true };

    #[test]
    fn a_pilot_estimates_how_rare_hits_are_and_how_long_the_search_takes() {
        let pilot = |met| Pilot { tried: 10_000, met };
        let limited = |wanted| Outlook { wanted: Some(wanted), ..ALL };
        let table = [
            (
                limited(20).sentence(pilot(4), 0.5),
                "about 1 of 2,500 runs meets the conditions (4 of 10,000 tried); 20 hits take about 3 \
                 seconds",
            ),
            (
                limited(1).sentence(pilot(3), 0.5),
                "about 1 of 3,300 runs meets the conditions (3 of 10,000 tried); 1 hit takes less than \
                 a second",
            ),
            (
                limited(20).sentence(pilot(0), 0.05),
                "none of 10,000 runs tried meets the conditions: fewer than 1 of 3,300 does (95 %); all \
                 4,294,967,295 take about 6 hours",
            ),
            (
                Outlook { left: 100_000, ..limited(20) }.sentence(pilot(1), 0.3),
                "about 1 of 10,000 runs meets the conditions (1 of 10,000 tried); all 100,000 take about \
                 3 seconds, with about 10 hits",
            ),
            (
                ALL.sentence(pilot(1250), 0.1),
                "about 12 % of the runs meet the conditions (1,250 of 10,000 tried); all 4,294,967,295 \
                 take about 12 hours, with about 540,000,000 hits",
            ),
            (
                Outlook { has_conditions: false, left: 1_000_000, ..ALL }
                    .sentence(pilot(10_000), 0.1),
                "no condition leaves any of the 1,000,000 runs out",
            ),
        ];
        for (sentence, expected) in table {
            assert_eq!(sentence, expected);
        }
    }
}
