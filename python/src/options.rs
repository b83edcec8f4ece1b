//! Keyword arguments as the options of the command line: one list for every method.

use basement_floors::{
    AddressSeed, Backend, FloorAddress, OptionKind, REQUEST_OPTIONS, Request, RequestError,
    RngKind, RunSeed, Seed,
};
use basement_survey::Seeds;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString};

use crate::error::ToPython;

/// The options of a request by their names in Python, and `rng`.
fn options() -> impl Iterator<Item = (String, OptionKind)> {
    let options = REQUEST_OPTIONS.iter().map(|option| (option.name, option.kind));
    let options = options.chain([("rng", OptionKind::Word)]);
    options.map(|(name, kind)| (name.replace('-', "_"), kind))
}

/// The names of the options of a request.
#[pyfunction]
pub(crate) fn option_names() -> Vec<String> {
    options().map(|(name, _)| name).collect()
}

/// The kind of the option with a name in Python, of a request or its seed; `None` for a seed.
fn option_kind(name: &str) -> PyResult<Option<OptionKind>> {
    const SEEDS: [&str; 2] = ["seed", "run_seed"];
    match options().find(|(known, _)| known == name) {
        Some((_, kind)) => Ok(Some(kind)),
        None if SEEDS.contains(&name) => Ok(None),
        None => {
            let known = options().map(|(name, _)| name).chain(SEEDS.map(str::to_owned));
            let error = RequestError::unknown_name("option", name, known);
            Err(PyTypeError::new_err(error.to_string()))
        }
    }
}

/// Raises the error for an option that does not exist.
#[pyfunction]
pub(crate) fn check_option(name: &str) -> PyResult<()> {
    option_kind(name).map(|_| ())
}

/// The seed of the run with a number, from 1, as the game shows it.
#[pyfunction]
pub(crate) fn run_seed(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let digits = integer("number", number)?;
    let refused =
        || PyValueError::new_err(format!("there is no run {digits}: give 1 to {}", u32::MAX));
    let run = digits.parse().ok().and_then(|number| RunSeed::new(number).ok());
    run.map(|run| run.to_string()).ok_or_else(refused)
}

/// Which floor or floors: a request, and the first seed.
pub(crate) struct Asked {
    pub(crate) request: Request,
    pub(crate) seed: AddressSeed,
}

impl Asked {
    /// Reads the options of a request, including `seed` and `run_seed`. An option that is `None`
    /// has its default.
    pub(crate) fn read(backend: Backend, given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut pairs = vec![("backend".to_owned(), backend.to_string())];
        let mut is_run = false;
        let mut is_seed = false;
        for (name, value) in given.iter() {
            let name: String = name.extract()?;
            if value.is_none() {
                continue;
            }
            match &*name {
                "seed" => {
                    is_seed = true;
                    pairs.push((name, integer("seed", &value)?));
                }
                "run_seed" => {
                    is_run = true;
                    pairs.push(("run".to_owned(), text("run_seed", &value)?));
                }
                _ => read(&name, &value, &mut pairs)?,
            }
        }
        if is_run && is_seed {
            let message = "`seed` and `run_seed` both say which floor: give one of them";
            return Err(PyValueError::new_err(message));
        }
        let borrowed = pairs.iter().map(|(name, value)| (&**name, &**value));
        let rng = pairs.iter().find(|(name, _)| name == "rng").map(|(_, rng)| &**rng);
        let is_pcg = rng == Some("pcg");
        let has_pcg_seeds = rng.map_or(backend.default_rng() == RngKind::Pcg, |_| is_pcg);
        let address = FloorAddress::from_pairs(borrowed);
        let address = address.map_err(|error| in_python(error, has_pcg_seeds))?;
        if is_run && is_pcg {
            let message = "a run seed is the game's own: leave out rng=\"pcg\", or give `seed`";
            return Err(PyValueError::new_err(message));
        }
        Ok(Self { request: address.request, seed: address.seed })
    }

    /// The seed of the first floor.
    pub(crate) fn stage_seed(&self) -> Seed {
        self.seed.stage_seed(self.request.level)
    }

    /// The seeds of a number of floors.
    pub(crate) fn seeds(&self, count: u64) -> PyResult<Seeds> {
        let seeds = Seeds::from_first(self.seed, count);
        seeds.last().map_err(|error| error.to_python())?;
        Ok(seeds)
    }
}

/// The exception for a value that an option cannot have, with the option's name and its values as
/// Python has them.
fn in_python(error: RequestError, has_pcg_seeds: bool) -> PyErr {
    let RequestError::ParameterValue { path, given, allowed } = error else {
        return error.to_python();
    };
    let allowed = match &*path {
        "level" => "a level of the game, such as 1",
        "seed" if has_pcg_seeds => "0 to 18446744073709551615",
        "seed" => "1 to 4294967295, or give rng=\"pcg\" as well",
        "flags" => "whole numbers from 0 to 63",
        "bosses-met" => "whole numbers from 0 to 127",
        "achievements" => "whole numbers from 0 to 65535",
        _ => &*allowed,
    };
    let name = path.replace('-', "_");
    PyValueError::new_err(format!("`{name}` cannot be {given}: give {allowed}"))
}

/// Reads an option as the pairs that the command line would have.
fn read(name: &str, value: &Bound<'_, PyAny>, pairs: &mut Vec<(String, String)>) -> PyResult<()> {
    let Some(kind) = option_kind(name)? else { return Ok(()) };
    let mut add = |text| pairs.push((name.replace('_', "-"), text));
    match kind {
        OptionKind::Whole => add(integer(name, value)?),
        OptionKind::Real => add(real(name, value)?),
        OptionKind::Word => add(text(name, value)?),
        OptionKind::Switch => match value.extract::<bool>() {
            Ok(is_on) => add(is_on.to_string()),
            Err(_) => return Err(other_type(name, "True or False", value)),
        },
        OptionKind::Numbers => {
            let wanted = "an iterable of integers";
            let numbers = value.try_iter().map_err(|_| other_type(name, wanted, value))?;
            let numbers = numbers.map(|number| integer(name, &number?));
            let numbers = numbers.collect::<PyResult<Vec<String>>>()?;
            add(if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") });
        }
        OptionKind::Words => {
            if value.is_instance_of::<PyString>() {
                add(text(name, value)?);
                return Ok(());
            }
            let wanted = "a string or an iterable of strings";
            for item in value.try_iter().map_err(|_| other_type(name, wanted, value))? {
                add(text(name, &item?)?);
            }
        }
    }
    Ok(())
}

/// A whole number of any integer type, in decimal digits.
pub(crate) fn integer(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.extract::<bool>().is_ok() {
        return Err(other_type(name, "an integer", value));
    }
    let index = value.call_method0("__index__");
    let number = index.map_err(|_| other_type(name, "an integer", value))?;
    let number = number.cast_into::<PyInt>().map_err(|_| other_type(name, "an integer", value))?;
    Ok(number.str()?.to_string())
}

/// A number in the game's precision.
pub(crate) fn single(name: &str, number: f64) -> PyResult<f32> {
    let single = number as f32;
    if single.is_finite() {
        return Ok(single);
    }
    let most = f32::MAX;
    let message =
        format!("`{name}` cannot be {number:e}: give a number from {:e} to {most:e}", -most);
    Err(PyValueError::new_err(message))
}

fn real(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyFloat>() || value.hasattr("__float__")? {
        let number = value.extract::<f64>().unwrap_or(f64::INFINITY);
        return single(name, number).map(|number| number.to_string());
    }
    Err(other_type(name, "a number", value))
}

fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| other_type(name, "a string", value))?;
    Ok(text.to_cow()?.into_owned())
}

fn other_type(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let given = value.get_type();
    let given = given.name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("`{name}` must be {wanted}, not {given}"))
}
