//! Sets of measures are read from names and written as names.

use basement_survey::{MEASURES, MeasureSet};

#[test]
fn a_set_of_all_names_is_the_set_of_all_measures() {
    let names: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    let set: MeasureSet = names.join(", ").parse().unwrap();
    assert!(set.is_all());
    assert_eq!(set.to_string(), names.join(","));
    assert_eq!(set.iter().count(), MEASURES.len());
    assert_eq!(MeasureSet::NONE.iter().count(), 0);
}

#[test]
fn a_set_with_an_unknown_name_is_refused_with_the_nearest() {
    let error = "loops,rom".parse::<MeasureSet>().unwrap_err().to_string();
    assert!(error.contains("did you mean `rooms`"), "{error}");
    assert!("".parse::<MeasureSet>().is_err());
    assert!("loops,".parse::<MeasureSet>().is_err());
}
