//! A figure of your own measure: how many rooms of a floor are corridors, rooms with two neighbours.
//!
//! ```sh
//! cargo run --release --example own_figure    # writes to target/own-figure
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::fs;

use basement_lab::report::{OwnMeasure, measure_figure};
use basement_lab::survey::measure;
use basement_lab::{Backend, Series, Study};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What is counted: its name, its unit, what it is, and how it is read from a floor.
    let definition = "Rooms of the plan that have two neighbours";
    let corridors = OwnMeasure::new("corridors", "rooms", definition, |floor| {
        let analysis = floor.analysis();
        let share = measure::DEGREE_2_SHARE.value(measure::DEGREE_2_SHARE.raw_of(&analysis)?);
        Some((share * f64::from(measure::ROOMS.raw_of(&analysis)?)).round() as u32)
    });

    // Where: on these levels of both games.
    let study = Study::new("Corridors").floors(2_000).levels([1, 4, 8]);
    let study = study.series(Series::new("Flash", Backend::Flash));
    let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {})?;

    let figure = measure_figure(&results, &corridors).ok_or("the two share no level")?;
    println!("{}\n{}", figure.title, figure.alt);
    fs::create_dir_all("target/own-figure")?;
    fs::write("target/own-figure/corridors.csv", figure.table.to_csv())?;
    fs::write("target/own-figure/corridors.svg", figure.svg()?)?;
    fs::write("target/own-figure/corridors.png", figure.png()?)?;
    Ok(())
}
