//! Writes the JavaScript that calls the engine's WebAssembly, as `wasm-bindgen --target web` does, in
//! the version that the workspace uses.
//!
//!     basement-web-bindgen FILE.wasm FOLDER

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("give a WebAssembly file and a folder".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.typescript(false).omit_default_module_path(true);
    Ok(bindgen.generate(folder)?)
}
