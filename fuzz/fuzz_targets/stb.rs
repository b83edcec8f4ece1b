//! The STB reader: no bytes make it panic, and what it reads comes back byte by byte.

#![no_main]

use basement_rooms::Format;
use basement_roomfiles::{findings, parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = parse("14.sheol.stb", bytes) else { return };
    assert_eq!(write(&file, file.format).expect("what was read can be written"), bytes);
    let _ = findings(&file);
    // XML has no words for some characters of a name.
    if let Ok(text) = write(&file, Format::Xml) {
        let again = parse("14.sheol.xml", &text).expect("what is written can be read");
        assert_eq!(write(&again, file.format).expect("it could before"), bytes);
    }
});
