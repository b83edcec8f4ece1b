//! The engine for Python: the native module of the package `basement_lab`. The package's own
//! classes and functions call these; they have the documentation and the types.
//!
//! Long work is done without the interpreter's lock, one part at a time: between two parts,
//! interrupts are checked and progress is reported. Errors have the engine's messages.

mod ablation;
mod arrays;
mod awards;
mod bridge;
mod census;
mod comparison;
mod error;
mod figure;
mod find;
mod floor;
mod generator;
mod given;
mod laws;
mod log;
mod options;
mod origin;
mod posterior;
mod records;
mod rooms;
mod run;
mod sample;
mod study;
mod summary;
mod table;
mod work;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::ablation::{Ablations, ablate};
    #[pymodule_export]
    use crate::arrays::{floor_arrays, floor_list, floor_seeds, grid_of, kind_names, origin_of};
    #[pymodule_export]
    use crate::awards::awards;
    #[pymodule_export]
    use crate::bridge::{Bridge, bridge};
    #[pymodule_export]
    use crate::census::{census, merge_census};
    #[pymodule_export]
    use crate::comparison::{
        Rows, compare, compare_generators, likeness, measure_rows, rank_pairs,
    };
    #[pymodule_export]
    use crate::error::GenerationError;
    #[pymodule_export]
    use crate::figure::{Figure, map_colors};
    #[pymodule_export]
    use crate::find::Search;
    #[pymodule_export]
    use crate::floor::Floor;
    #[pymodule_export]
    use crate::generator::Generator;
    #[pymodule_export]
    use crate::laws::laws;
    #[pymodule_export]
    use crate::log::{Follower, log};
    #[pymodule_export]
    use crate::options::{check_option, option_names, run_seed};
    #[pymodule_export]
    use crate::posterior::{Posterior, calibrate, posterior};
    #[pymodule_export]
    use crate::records::{floor_rows, normal_floor, sample_floors, summarise_floors};
    #[pymodule_export]
    use crate::rooms::{
        check_rooms, convert_rooms, diff_rooms, draw_room, list_rooms, room_frequency, room_sheet,
    };
    #[pymodule_export]
    use crate::run::{Run, run};
    #[pymodule_export]
    use crate::study::{Report, check_measure_name, study};
    #[pymodule_export]
    use crate::summary::{Summary, measures};
    #[pymodule_export]
    use crate::table::{Table, own_table};

    /// The version of the package, which is the engine's.
    #[pymodule_export]
    #[allow(non_upper_case_globals, missing_docs)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
