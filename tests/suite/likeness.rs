//! `likeness` as its users run it.

use basement_lab::survey::likeness::{MeasureRows, likeness};
use basement_lab::{Backend, Request, Sample, Seeds};

use crate::program::{json, printed, refused};

#[test]
fn likeness_writes_the_librarys_numbers_in_every_format() {
    let options = ["likeness", "--level", "4", "--count", "400"];
    let rows = |backend: Backend, edition, seeds| {
        let generator = backend.generator(edition, &[]).unwrap();
        let request = Request::level(4).without_curse();
        MeasureRows::of(Sample::of(&*generator).request(&request).seeds(seeds)).unwrap()
    };
    let flash = rows(Backend::Flash, "wrath-of-the-lamb", Seeds::pcg(0, 400));
    let rebirth = rows(Backend::Rebirth, "repentance", Seeds::run(1, 400));
    let expected = likeness(&flash, &rebirth).unwrap();
    let sentence = printed(&options);
    let mut lines = sentence.lines();
    let names = "flash/wrath-of-the-lamb and rebirth/repentance, level 4";
    assert_eq!(lines.next(), Some(&*format!("{names}: {expected}")));
    assert_eq!(lines.filter(|line| line.contains("shows it with a score of")).count(), 5);
    let json = json(&[&options[..], &["--format", "json", "--pairs", "2"]].concat());
    assert_eq!(json[0]["distance"].as_f64(), Some(expected.distance));
    assert_eq!(json[0]["pairs"].as_array().unwrap().len(), 2);
    let csv = printed(&[&options[..], &["--format", "csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 2);
    let fields: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(fields.len(), lines[0].split(',').count());
    assert_eq!(fields[3].parse(), Ok(expected.distance));
    assert_eq!(Some(fields[8]), json[0]["pairs"][0]["x"].as_str());
}

#[test]
fn levels_may_be_a_range_and_measures_have_blanks_between_them() {
    let likeness = |levels| printed(&["likeness", "--level", levels, "--count", "200"]);
    assert_eq!(likeness("1-2"), likeness("1,2"));
    let rows = |measures| printed(&["rows", "--measures", measures, "--count", "2"]);
    assert_eq!(rows("rings, rooms"), rows("rings,rooms"));
}

#[test]
fn a_generator_has_no_distance_from_itself() {
    let same = ["--from", "flash", "--to", "flash/article", "--level", "1", "--count", "300"];
    let said = printed(&[&["likeness"], &same[..]].concat());
    assert!(said.contains("distance 0.000"), "{said}");
    assert!(said.contains("these floors are not enough to tell them apart"), "{said}");
    assert_eq!(said.lines().count(), 1, "no pair shows a difference: {said}");
}

#[test]
fn an_unknown_or_ambiguous_generator_and_too_few_floors_are_refused() {
    refused(&["likeness", "--from", "article"], "flash/article or rebirth/article");
    refused(&["likeness", "--from", "repentence"], "rebirth/repentance");
    refused(&["likeness", "--count", "100"], "--count 200");
    // The error comes before the first floor: all floors would take days.
    refused(&["likeness", "--level", "1,9", "--count", "1e12"], "has no level 9");
}
