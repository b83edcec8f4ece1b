//! The XML reader: no bytes make it panic, and what it reads is the same once written and read again.

#![no_main]

use basement_rooms::RoomFileFormat;
use basement_roomfiles::{check, left_out, parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut told = String::new();
    let rooms = check("14.sheol.xml", bytes, &mut |finding| told.push_str(&finding.to_string()));
    assert!(!told.contains(char::is_control), "{told:?}");
    let Ok(file) = parse("14.sheol.xml", bytes) else {
        let error = rooms.expect_err("what cannot be read cannot be checked").to_string();
        assert!(!error.contains(char::is_control), "{error:?}");
        return;
    };
    assert_eq!(rooms, Ok(file.rooms.len()));
    let text = write(&file, RoomFileFormat::Xml).expect("what XML says, XML can say");
    let again = parse("14.sheol.xml", &text).expect("what is written can be read");
    assert_eq!(again, file);
    let _ = left_out(&file, RoomFileFormat::Stb1);
    if let Ok(bytes) = write(&file, RoomFileFormat::Stb2) {
        let stb = parse("14.sheol.stb", &bytes).expect("what is written can be read");
        assert_eq!(stb.rooms.len(), file.rooms.len());
        for (stb, xml) in stb.rooms.iter().zip(&file.rooms) {
            assert_eq!(stb.room, xml.room);
            assert_eq!(stb.interior.spawns, xml.interior.spawns);
        }
    }
});
