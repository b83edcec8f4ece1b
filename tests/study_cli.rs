//! The `study` command as its users run it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_basement-lab")).args(arguments).output().unwrap()
}

#[test]
fn a_study_says_where_its_file_is_wrong_and_its_manifest_makes_the_same_report_again() {
    let folder = std::env::temp_dir().join(format!("basement-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tiny study.toml");
    // Drawing takes the time: one level and one measure make few figures.
    let study = "title = \"Tiny\"\nfloors = 60\nlevels = [1]\nmeasures = [\"compactness\"]\n\
                 [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    std::fs::write(&file, study.replace("floors", "flours")).unwrap();
    let path = file.to_str().unwrap();
    let refused = |study: &str, expected: &str| {
        let output = run(&["study", study, "--out", folder.join("nowhere").to_str().unwrap()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    refused(path, "tiny study.toml, line 2, column 1: unknown field `flours`");
    let held = "levels = [1]\nrun.items = [\"luna\", \"lucky_toe\"]";
    std::fs::write(&file, study.replace("levels = [1]", held)).unwrap();
    refused(path, "tiny study.toml, line 4, column");
    refused(path, "ask `basement-lab awards --item lucky_toe`");

    std::fs::write(&file, study).unwrap();
    let report = |source: &str, out: &str| {
        let out = folder.join(out);
        let output = run(&["study", source, "--out", out.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let files = std::fs::read_dir(&out).unwrap().map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        });
        files.collect::<std::collections::BTreeMap<String, Vec<u8>>>()
    };
    let first = report(path, "first");
    for name in [
        "README.md",
        "index.html",
        "manifest.json",
        "comparison.csv",
        "compactness.png",
        "compactness.svg",
    ] {
        assert!(first.contains_key(name), "{name} of {:?}", first.keys());
    }
    let text = std::str::from_utf8(&first["manifest.json"]).unwrap();
    let manifest: Value = serde_json::from_str(text).unwrap();
    let command = "basement-lab study \"tiny study.toml\" --out report";
    assert_eq!(manifest["command"], command);
    // The manifest makes the same report again, whatever the threads did.
    let manifest = folder.join("first/manifest.json");
    assert!(report(manifest.to_str().unwrap(), "again") == first, "see {}", folder.display());
    // Not with other streams, rules or rooms.
    let other = folder.join("other.json");
    std::fs::write(&other, text.replace("\"stream_version\": ", "\"stream_version\": 9")).unwrap();
    refused(other.to_str().unwrap(), "`Flash` are not those that the report was made with");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn levels_may_be_those_of_the_study_or_of_each_series() {
    let study = "title = \"Tiny\"\nfloors = 50\nlevels = [1, 2]\n\
                 [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let own = study.replace("levels = [1, 2]", "levels = []");
    let own = own.replace("[[series]]", "[[series]]\nlevels = [1, 2]");
    let arms = |text: &str| -> Vec<_> {
        let results = toml::from_str::<basement_lab::Study>(text).unwrap().run(&|_| {}).unwrap();
        let arms = results.arms.into_iter();
        arms.map(|arm| (arm.series, arm.origin, arm.request, arm.chances, arm.summary)).collect()
    };
    assert_eq!(arms(study).len(), 4);
    assert_eq!(arms(&own), arms(study));
}
