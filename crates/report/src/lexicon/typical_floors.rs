//! What is seen on typical floors, in words.

use crate::frame::sample::SampleFloor;

/// What is drawn: one floor, or one of each series.
pub(crate) fn alone_or_each(count: usize, level: u8) -> String {
    match count {
        1 => format!("A typical floor of level {level}"),
        _ => {
            format!("A typical floor of level {level} of each, drawn to one scale")
        }
    }
}

/// What a title needs to know of a drawn floor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FloorFacts {
    pub(crate) name: String,
    pub(crate) big: u32,
    pub(crate) rings: u32,
    pub(crate) boss: Option<u32>,
}

impl From<&SampleFloor> for FloorFacts {
    fn from(sample: &SampleFloor) -> Self {
        let SampleFloor { big, rings, boss, .. } = *sample;
        Self { name: sample.name.clone(), big, rings, boss }
    }
}

/// What is seen on the maps.
pub(crate) fn title(floors: &[FloorFacts], level: u8) -> String {
    match floors {
        [x, y] => {
            let farther = match (x.boss, y.boss) {
                (Some(a), Some(b)) if b > a => ", and the boss farther away",
                (Some(a), Some(b)) if b < a => ", and the boss nearer",
                _ => "",
            };
            let adds = match (x.big == 0 && y.big > 0, x.rings == 0 && y.rings > 0) {
                (true, true) => "big rooms, a ring",
                (true, false) => "big rooms",
                (false, true) => "a ring",
                _ => "",
            };
            match (adds, farther) {
                ("", "") => {
                    format!("A typical floor of level {level} of {} and {}", x.name, y.name)
                }
                ("", farther) => {
                    let place = farther.trim_start_matches(", and the boss ");
                    format!("In {} the boss is {place} than in {}", y.name, x.name)
                }
                (adds, farther) => format!("{} beside {}: {adds}{farther}", y.name, x.name),
            }
        }
        [only] => format!("A typical floor of level {level} of {}", only.name),
        _ => format!("Typical floors of level {level}, side by side"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, big: u32, rings: u32, boss: u32) -> FloorFacts {
        FloorFacts { name: name.to_owned(), big, rings, boss: Some(boss) }
    }

    #[test]
    fn a_title_names_what_the_maps_show_and_nothing_else() {
        let (x, y) = (told("A", 0, 0, 5), told("B", 2, 1, 7));
        assert_eq!(
            title(&[x.clone(), y.clone()], 4),
            "B beside A: big rooms, a ring, and the boss farther away"
        );
        assert_eq!(title(&[y.clone(), x.clone()], 4), "In A the boss is nearer than in B");
        assert_eq!(title(&[x.clone(), told("B", 2, 0, 5)], 4), "B beside A: big rooms");
        assert_eq!(title(&[x.clone(), x.clone()], 4), "A typical floor of level 4 of A and A");
        assert_eq!(title(std::slice::from_ref(&x), 2), "A typical floor of level 2 of A");
        assert_eq!(title(&[x.clone(), x, y], 2), "Typical floors of level 2, side by side");
    }
}
