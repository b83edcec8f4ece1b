//! Rooms of a catalogue are counted as they stand on the floors.

use std::collections::BTreeMap;

use basement_floors::{Backend, Generator, Request};
use basement_survey::{Sample, Seeds, SurveyError};

use crate::on_threads;

#[test]
fn room_counts_agree_with_counting_floor_by_floor_on_any_number_of_threads() {
    let rebirth = Backend::Rebirth.generator("repentance", &[]).unwrap();
    let request = Request::level(2);
    let seeds = Seeds::run(1, 2500);
    let sample = || Sample::of(&*rebirth).request(&request).seeds(seeds);
    let (mut times, mut floors_with) = (BTreeMap::new(), BTreeMap::new());
    for number in 1..=2500 {
        let floor = rebirth.generate(&request, seeds.seed(number, 2).unwrap()).unwrap();
        let mut rooms: Vec<u16> = floor.rooms().iter().filter_map(|room| room.interior).collect();
        rooms.iter().for_each(|room| *times.entry(*room).or_insert(0) += 1);
        rooms.sort_unstable();
        rooms.dedup();
        rooms.iter().for_each(|room| *floors_with.entry(*room).or_insert(0) += 1);
    }
    let counted = sample().room_frequency().unwrap();
    assert_eq!((counted.floors, counted.gave_up), (2500, 0));
    for room in 0..counted.rooms() as u16 {
        assert_eq!(counted.times(room), times.get(&room).copied().unwrap_or(0));
        assert_eq!(counted.floors_with(room), floors_with.get(&room).copied().unwrap_or(0));
    }
    assert!(times.iter().any(|(room, times)| *times > floors_with[room]));
    for threads in [1, 3] {
        assert_eq!(on_threads(threads, || sample().room_frequency().unwrap()), counted);
    }
}

#[test]
fn a_generator_without_a_catalogue_is_refused() {
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    assert_eq!(Sample::of(&*flash).room_frequency(), Err(SurveyError::NoCatalogue));
}

#[test]
fn the_rule_of_three_bounds_the_share_of_an_unseen_room() {
    let rebirth = Backend::Rebirth.generator("repentance", &[]).unwrap();
    let none = Sample::of(&*rebirth).seeds(Seeds::run(1, 0));
    let mut frequency = none.room_frequency().unwrap();
    assert_eq!(frequency.share_when_unseen(), 1.0);
    frequency.floors = 100_000;
    assert_eq!(frequency.share_when_unseen(), 3e-5);
    assert_eq!(frequency.floors_with(u16::MAX), 0);
}
