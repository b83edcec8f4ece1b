//! The STB reader: no bytes make it panic, and what it reads is written back byte by byte.

#![no_main]

use basement_rooms::RoomFileFormat;
use basement_roomfiles::{check, left_out, parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut told = String::new();
    let rooms = check("14.sheol.stb", bytes, &mut |finding| told.push_str(&finding.to_string()));
    assert!(!told.contains(char::is_control), "{told:?}");
    let Ok(file) = parse("14.sheol.stb", bytes) else {
        let error = rooms.expect_err("what cannot be read cannot be checked").to_string();
        assert!(!error.contains(char::is_control), "{error:?}");
        return;
    };
    assert_eq!(rooms, Ok(file.rooms.len()));
    assert!(left_out(&file, file.format).is_empty());
    assert_eq!(write(&file, file.format).expect("what was read can be written"), bytes);
    // XML cannot express some characters of a name.
    if let Ok(text) = write(&file, RoomFileFormat::Xml) {
        let again = parse("14.sheol.xml", &text).expect("what is written can be read");
        assert_eq!(write(&again, file.format).expect("it could before"), bytes);
    }
});
