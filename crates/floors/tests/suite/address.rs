//! Addresses of floors: they read what they write, and refuse what is wrong.

use basement_floors::{
    Achievements, AddressSeed, Backend, Change, Character, Curse, Difficulty, FloorAddress, Item,
    Items, Phase, Request, RunSeed, RunState, Seed, Unlocks,
};

fn read(text: &str) -> FloorAddress {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn an_address_round_trips() {
    let run = RunState {
        character: Character::Cain,
        red_half_hearts: 3,
        soul_half_hearts: 1,
        container_half_hearts: 8,
        bone_hearts: 1,
        coins: 300,
        keys: 2,
        devil_room_entered: true,
        book_carried: true,
        treasure_rooms_skipped: 2,
        planetarium_entered: true,
        victory_lap: 1,
        luck: -1.5,
        items: Items::NONE.with(Item::Magic8Ball).with(Item::Luna).with(Item::Luna),
        achievements: Some(Achievements::from_numbers([4, 5]).unwrap()),
        flags: [9, 28].into_iter().collect(),
        bosses_met: [17].into_iter().collect(),
        bosses_chosen: 2,
    };
    let request = Request {
        stage_type: 1,
        difficulty: Difficulty::Hard,
        unlocks: Unlocks::Fresh,
        phase: Phase::Special,
        run,
        ..Request::level(5).with_curse(Curse::Labyrinth)
    };
    let change = Change::new("rebirth.secret.weight", 3);
    for seed in [
        AddressSeed::Run(RunSeed::new(7).unwrap()),
        AddressSeed::Floor(Seed::game(7).unwrap()),
        AddressSeed::Floor(Seed::Pcg(7)),
    ] {
        let changes = vec![change.clone()];
        let address =
            FloorAddress { changes, request, seed, ..FloorAddress::new(Backend::Rebirth) };
        assert_eq!(read(&address.to_string()), address, "{address}");
    }
    let flash = FloorAddress::new(Backend::Flash);
    assert_eq!(flash.to_string(), "backend=flash&edition=article&level=1&seed=0");
    assert_eq!(read(&flash.to_string()), flash);
}

#[test]
fn missing_parts_of_an_address_have_their_defaults() {
    assert_eq!(read(""), FloorAddress::new(Backend::Rebirth));
    assert_eq!(read("backend=flash"), FloorAddress::new(Backend::Flash));
    let hurt = read("containers=4");
    assert_eq!(hurt.request.run.red_half_hearts, 4, "full health");
    let stage = read("level=3&seed=16385");
    assert_eq!(stage.stage_seed(), Seed::game(16385).unwrap());
    assert_eq!(stage.stage_seed(), read("stage=3&run=b91199ac").stage_seed());
    assert_eq!(read("rng=pcg").stage_seed(), Seed::Pcg(0));
}

#[test]
fn an_invalid_address_is_refused_with_the_allowed_form() {
    for (text, expected) in [
        ("backend=flush", "did you mean `flash`"),
        ("edition=rebirth", "no edition `rebirth`"),
        ("lavel=3", "did you mean `level`"),
        ("level=three", "`level` cannot be `three`: give a whole number from 0 to 255"),
        ("run=B911+99AB", "check does not fit"),
        ("seed=0", "seed 0 is not a seed"),
        ("seed=-1", "`seed` cannot be `-1`"),
        ("curse=labirinth", "did you mean `labyrinth`"),
        ("hard=perhaps", "give true or false"),
        ("flags=4;5", "numbers with commas"),
        ("set=rebirth.secret.weight", "NAME=VALUE"),
        ("item=lucky", "no item `lucky`"),
    ] {
        let error = text.parse::<FloorAddress>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let unknown = read("set=rebirth.secret.wait%3D3").generator();
    assert!(unknown.is_err_and(|error| error.to_string().contains("rebirth.secret.weight")));
}
