//! Floors drawn in characters.

use basement_floors::{Backend, FloorMap, Posterior, Request, RoomKind, RunSeed};

#[test]
fn a_map_shows_walls_doors_marks_and_labels() {
    let rebirth = Backend::Rebirth.generator("repentance", &[]).unwrap();
    let run: RunSeed = "B911 99AC".parse().unwrap();
    let floor = rebirth.generate(&Request::level(3), run.stage_seed(3)).unwrap();
    let secret = floor.rooms().iter().find(|room| room.kind == RoomKind::Secret).unwrap();
    let map = floor.to_string();
    assert!(
        map.starts_with(
            "    ┌───┐   ┌───┐           ┌───────┐\n    │ * │   │   │           │ B     │\n"
        ),
        "{map}"
    );
    let shown = Posterior::shown(&floor, RoomKind::Secret);
    let map = FloorMap::new(&shown).with_label(secret.anchor, "42%").to_string();
    assert!(!map.contains('*') && !map.contains('?') && map.contains('!'), "{map}");
    assert!(map.contains("42%"), "{map}");
    let map = Posterior::shown(&floor, RoomKind::SuperSecret).to_string();
    assert!(!map.contains(['*', '?', '!']), "{map}");
}
