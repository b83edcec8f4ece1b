//! The `study` command as its users run it.

use serde_json::Value;

use crate::program::{Folder, printed, refused, told};

#[test]
fn a_study_locates_errors_in_its_file_and_its_manifest_reproduces_the_report() {
    let folder = Folder::new();
    // Drawing takes most of the time: one level and one measure make few figures.
    let study = "title = \"Tiny\"\nfloors = 60\nlevels = [1]\nmeasures = [\"compactness\"]\n\
                 [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let file = "tiny study.toml";
    let path = &folder.write(file, study.replace("floors", "flours"));
    let refused = |study: &str, expected: &str| {
        refused(&["study", study, "--out", &folder.path("nowhere")], expected);
    };
    refused(path, "tiny study.toml, line 2, column 1: unknown field `flours`");
    let held = "levels = [1]\nrun.items = [\"luna\", \"lucky_toe\"]";
    folder.write(file, study.replace("levels = [1]", held));
    refused(path, "tiny study.toml, line 4, column");
    refused(path, "ask `basement-lab awards --item lucky_toe`");

    folder.write(file, study);
    let report = |source: &str, out: &str| {
        let out = folder.path(out);
        printed(&["study", source, "--out", &out]);
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
        "APPENDIX.md",
        "appendix.html",
        "manifest.json",
        "distance.csv",
        "measure-pairs.csv",
        "comparison.csv",
        "compactness.png",
        "compactness.svg",
    ] {
        assert!(first.contains_key(name), "{name} of {:?}", first.keys());
    }
    let text = std::str::from_utf8(&first["manifest.json"]).unwrap();
    let manifest: Value = serde_json::from_str(text).unwrap();
    let command = "basement-lab study \"tiny study.toml\" --out first";
    assert_eq!(manifest["command"], command);
    // The manifest reproduces the report, whatever the threads did.
    assert!(report(&folder.path("first/manifest.json"), "again") == first, "the reports differ");
    // Not with other streams, rules or rooms.
    let other = text.replace("\"stream_version\": ", "\"stream_version\": 9");
    refused(
        &folder.write("other.json", other),
        "`Flash` are not those that the report was made with",
    );
}

#[test]
fn levels_may_be_those_of_the_study_or_of_each_series() {
    let study = "title = \"Tiny\"\nfloors = 50\nlevels = [1, 2]\n\
                 [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let own = study.replace("levels = [1, 2]", "levels = []");
    let own = own.replace("[[series]]", "[[series]]\nlevels = [1, 2]");
    let groups = |text: &str| -> Vec<_> {
        let results = toml::from_str::<basement_lab::Study>(text).unwrap().run(&|_| {}).unwrap();
        let groups = results.groups.into_iter();
        groups
            .map(|group| (group.series, group.origin, group.request, group.chances, group.summary))
            .collect()
    };
    assert_eq!(groups(study).len(), 4);
    assert_eq!(groups(&own), groups(study));
}

#[test]
fn the_table_of_comparisons_names_the_stages_of_deep_levels() {
    let folder = Folder::new();
    let study = "title = \"Tiny\"\nfloors = 50\nlevels = [8, 11]\nfigures = [\"rooms\"]\nformat = [\"csv\"]\n\
                 [[series]]\nname = \"Flash\"\nbackend = \"flash\"\nedition = \"wrath-of-the-lamb\"\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let study = folder.write("tiny.toml", study);
    printed(&["study", &study, "--out", &folder.path("out")]);
    let table = std::fs::read_to_string(folder.path("out/comparison.csv")).unwrap();
    assert!(table.contains("\nrooms,rooms,8,false,Flash,Rebirth,,,"), "{table}");
    assert!(table.contains("\nrooms,rooms,11,false,Flash,Rebirth,Chest,Dark Room,"), "{table}");
}

impl Folder {
    /// A study of Flash and of the floors of a file, with these lines added to the file's series.
    fn study(&self, lines: &str) -> String {
        let study = "title = \"Tiny\"\nfloors = 40\nlevels = [1]\nmeasures = [\"critical_share\"]\n\
                     [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                     [[series]]\nname = \"Mine\"\nfloors = \"mine.jsonl\"\n";
        self.write("tiny.toml", format!("{study}{lines}"))
    }
}

/// Forty floors as JSON lines, with a third line that is not a floor.
fn floors_with_a_bad_line() -> String {
    let floors = ["floor", "--backend", "flash", "--format", "jsonl", "--count", "40"];
    let floors = printed(&floors);
    let mut lines: Vec<&str> = floors.lines().collect();
    lines.insert(2, "[1, 2]");
    lines.join("\n")
}

#[test]
fn a_study_and_a_sample_report_a_bad_line_alike_and_leave_no_folder() {
    let folder = Folder::new();
    let file = folder.write("mine.jsonl", floors_with_a_bad_line());
    let study = folder.study("");
    let out = folder.path("deep/report");
    let are_refused_alike = |expected: &str| {
        let of_study = refused(&["study", &study, "--out", &out], expected);
        assert_eq!(of_study, refused(&["sample", "--floors", &file], expected));
    };
    for (lines, expected) in
        [(None, "mine.jsonl, line 3: not an object"), (Some(""), "mine.jsonl: no line is a floor")]
    {
        if let Some(lines) = lines {
            folder.write("mine.jsonl", lines);
        }
        are_refused_alike(expected);
        assert!(!std::fs::exists(folder.path("deep")).unwrap());
    }
    std::fs::remove_file(&file).unwrap();
    are_refused_alike("");
}

#[test]
fn a_report_lists_skipped_lines_and_overwrites_only_an_earlier_report() {
    let folder = Folder::new();
    folder.write("mine.jsonl", floors_with_a_bad_line());
    let study = folder.study("skip_invalid = true\n");
    let out = folder.path("my report");
    std::fs::create_dir(&out).unwrap();
    let foreign = "{\"name\": \"not a report\"}";
    for name in [
        "README.md",
        "index.html",
        "APPENDIX.md",
        "appendix.html",
        "manifest.json",
        "comparison.csv",
    ] {
        let file = folder.write(&format!("my report/{name}"), foreign);
        let expected = format!("{name} is not of an earlier report");
        refused(&["study", &study, "--out", &out], &expected);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), foreign);
        std::fs::remove_file(file).unwrap();
    }
    refused(&["study", &study, "--out", &study], "is a file: name a folder");

    // An earlier report with a figure that the new one no longer has.
    let earlier = r#"{"program": "basement-lab", "figures": [{"name": "old"}]}"#;
    for (name, text) in [("manifest.json", earlier), ("old.csv", ""), ("README.md", "# Old")] {
        folder.write(&format!("my report/{name}"), text);
    }
    let (said, notes) = told(&["study", &study, "--out", &out, "--count", "30"]);
    assert!(said.ends_with(", 1 of an earlier report removed\n"), "{said}");
    assert!(said.contains("some means rest on 30 floors: their intervals can be far"), "{said}");
    assert!(!std::fs::exists(folder.path("my report/old.csv")).unwrap());
    assert!(notes.contains("note: mine.jsonl, line 3: not an object"), "{notes}");
    assert!(notes.ends_with("note: mine.jsonl: 1 line was skipped\n"), "{notes}");

    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).unwrap();
    let page = read("README.md");
    let method = "| Mine | 40 floors of mine.jsonl, without one line that is not a floor";
    assert!(page.contains(method), "{page}");
    // Tables and captions name measures in words, and the command is the one that was given.
    let appendix = read("APPENDIX.md");
    assert!(
        appendix.contains("| share on the way to the boss | 1 | ")
            && appendix.contains("distribution of share on the way to the boss")
    );
    let command = "\nbasement-lab study tiny.toml --count 30 --out \"my report\"\n";
    assert!(page.contains(command), "{page}");
    let manifest: Value = serde_json::from_str(&read("manifest.json")).unwrap();
    assert_eq!(manifest["study"]["series"][1]["skip_invalid"], true);
    let skipped = &manifest["groups"][1]["skipped"];
    assert_eq!(skipped["lines"], 1);
    assert!(skipped["first"][0].as_str().unwrap().starts_with("line 3: not an object"));
}

#[test]
fn a_study_prints_first_how_alike_its_first_two_series_are_whatever_makes_the_floors() {
    let folder = Folder::new();
    let floors = ["floor", "--backend", "flash", "--level", "3", "--seed", "5000"];
    let lines = [&floors[..], &["--format", "jsonl", "--count", "400"]].concat();
    folder.write("mine.jsonl", printed(&lines));
    let compared = |second: &str| {
        let study = format!(
            "title = \"Tiny\"\nfloors = 400\nlevels = [3]\nfigures = [\"rooms\"]\nformat = [\"csv\"]\n\
             [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n[[series]]\n{second}"
        );
        let study = folder.write("tiny.toml", study);
        let text = printed(&["study", &study, "--out", &folder.path("out")]);
        let table = std::fs::read_to_string(folder.path("out/distance.csv")).unwrap();
        let field = |name: &str| {
            let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
            let column = lines.next().unwrap().iter().position(|it| *it == name).unwrap();
            lines.next().unwrap()[column].to_owned()
        };
        let numbers: Vec<f64> = ["distance_lower", "distance", "distance_upper"]
            .map(|name| field(name).parse().unwrap())
            .to_vec();
        (text, numbers)
    };
    let (text, numbers) = compared("name = \"Rebirth\"\nbackend = \"rebirth\"\n");
    let expected = format!("Flash and Rebirth, level 3: distance {:.3} (", numbers[1]);
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains("\n  shown best by "), "{text}");
    assert!(numbers[0] > 0.2, "{numbers:?}");
    let pairs = std::fs::read_to_string(folder.path("out/measure-pairs.csv")).unwrap();
    assert!(pairs.lines().nth(1).is_some_and(|first| first.starts_with("3,false,1,")), "{pairs}");
    // Other floors from the same generator, in a file.
    let (text, numbers) = compared("name = \"Mine\"\nfloors = \"mine.jsonl\"\n");
    assert!(text.starts_with("Flash and Mine, level 3: distance 0.0"), "{text}");
    assert!(numbers[0] < 0.01 && numbers[1] < 0.05, "{numbers:?}");
}

#[test]
fn a_series_with_a_file_per_level_has_only_these_levels() {
    let folder = Folder::new();
    for (level, name) in [("1", "a.jsonl"), ("4", "b.jsonl")] {
        let arguments = ["floor", "--level", level, "--curse", "none", "--count", "30", "--out"];
        printed(&[&arguments[..], &[&folder.path(name)]].concat());
    }
    let study = "title = \"Mine\"\nfloors = 30\nlevels = [1, 2, 4]\n\
                 [[series]]\nname = \"Mine\"\nfloors = { 1 = \"a.jsonl\", 4 = \"b.jsonl\" }\n\
                 [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let read = |text: &str| {
        toml::from_str::<basement_lab::Study>(text).unwrap().seen_from(folder.0.path())
    };
    let results = read(study).run(&|_| {}).unwrap();
    let rooms = |series, level| {
        let group = results.group(series, level, false)?;
        group.summary.mean(basement_lab::survey::measure::ROOMS)
    };
    // The files contain Rebirth's own floors of the same seeds.
    for level in [1, 4] {
        assert_eq!(rooms(0, level), rooms(1, level), "level {level}");
    }
    assert_ne!(rooms(0, 1), rooms(0, 4));
    assert_eq!((rooms(0, 2), rooms(1, 2).is_some()), (None, true));
    let other = study.replace("name = \"Mine\"\n", "name = \"Mine\"\nlevels = [1, 2]\n");
    let error = read(&other).run(&|_| {}).unwrap_err().to_string();
    assert!(error.starts_with("`Mine` has no file for level 2: add one"), "{error}");
}

#[test]
fn a_figure_file_has_the_requested_size_and_resolution_and_records_its_source() {
    let folder = Folder::new();
    let text = "title = \"Tiny\"\nfloors = 60\nlevels = [1]\nmeasures = [\"rooms\"]\n\
                [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\n";
    let study = &folder.write("tiny.toml", text);
    let figure = ["figure", "rooms", "--study", study];
    let written = |more: &[&str], name: &str| {
        let out = folder.path(name);
        printed(&[&figure[..], more, &["--out", &out]].concat());
        std::fs::read(out).unwrap()
    };
    let column = ["--width-mm", "85", "--dpi", "600"];
    let png = written(&column, "rooms.png");
    // IHDR begins at byte 16: 85 mm at 600 pixels to the inch are 2,008 pixels.
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 2_008);
    let place = png.windows(4).position(|four| four == b"pHYs").unwrap() + 4;
    // 600 to the inch are 23,622 to the metre.
    assert_eq!(u32::from_be_bytes(png[place..place + 4].try_into().unwrap()), 23_622);

    let own = ["--language", "de", "--no-provenance", "--title", "Mine & yours"];
    let svg = String::from_utf8(written(&[&column[..2], &own].concat(), "rooms.svg")).unwrap();
    assert!(svg.starts_with("<svg width=\"85mm\""), "{svg}");
    assert!(svg.contains("<title>Mine &amp; yours</title>"));
    let (head, picture) = svg.split_once("</metadata>").unwrap();
    let command = "basement-lab figure rooms --study tiny.toml --width-mm 85 --language de \
                   --title &quot;Mine &amp; yours&quot; --no-provenance";
    assert!(head.contains(command), "{head}");
    assert!(head.contains("Basement Lab") && !picture.contains("Basement Lab"), "{svg}");
    let english = String::from_utf8(written(&[], "english.svg")).unwrap();
    let picture = english.split_once("</metadata>").unwrap().1;
    assert!(picture.contains("Basement Lab"), "{english}");
    let data = String::from_utf8(written(&[], "rooms.csv")).unwrap();
    assert!(data.lines().count() > 1 && data.contains("Flash"), "{data}");

    let grey = String::from_utf8(written(&["--palette", "grey"], "grey.svg")).unwrap();
    let is_grey = |color: &str| color[..2] == color[2..4] && color[2..4] == color[4..6];
    let colors = |svg: &str| -> Vec<String> {
        let all = svg
            .split('#')
            .skip(1)
            .filter(|it| it.len() >= 6 && it.as_bytes()[..6].iter().all(u8::is_ascii_hexdigit));
        all.map(|it| it[..6].to_owned()).collect()
    };
    assert!(colors(&grey).len() > 3 && colors(&grey).iter().all(|it| is_grey(it)), "{grey}");
    assert!(!colors(&english).iter().all(|it| is_grey(it)), "{english}");

    for (more, part) in [
        (&["--width-mm", "20"][..], "would be smaller than 6 points"),
        (&["--dpi", "9000", "--format", "png"], "at 9000 dpi has 61654 pixels, not 200 to 4200"),
        (&["--dpi", "1", "--format", "png"], "not 200 to 4200: give another `width_mm`"),
        (&["--dpi", "0"], "give a whole number from 1 to 4294967295"),
        (&["--width-mm", "1e9", "--format", "png"], "has 11811023622 pixels"),
        (&["--width-mm", "0"], "give millimetres above 0"),
        (&["--language", "fr"], "en"),
    ] {
        refused(&[&figure[..], more].concat(), part);
    }
    let expected = "there is no figure `labyrinth`: this study has ";
    let message = refused(&["figure", "labyrinth", "--study", study], expected);
    assert!(message.contains("such as `boss_distance-by-rooms`"), "{message}");
}

#[test]
fn a_misspelt_figure_is_refused_before_the_first_floor() {
    let folder = Folder::new();
    let out = folder.path("out");
    for (name, expected) in [
        ("roms", "there is no figure `roms`: did you mean `rooms`?"),
        ("x", "there is no figure `x`: "),
        ("boss_distance-by-roms", "there is no measure `roms`: did you mean `rooms`?"),
    ] {
        let study = format!(
            "title = \"Never made\"\nfloors = 1000000000\nlevels = [1]\nfigures = [\"{name}\"]\n\
             [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n"
        );
        let study = folder.write("study.toml", study);
        refused(&["study", &study, "--out", &out], expected);
        refused(&["figure", name, "--study", &study], expected);
    }
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn one_measure_against_another_is_a_figure_by_its_name() {
    let folder = Folder::new();
    let text = "title = \"Slope\"\nfloors = 200\nlevels = [1, 4, 7]\n\
                [print]\npalette = \"grey\"\n\
                [[series]]\nname = \"Flash\"\nbackend = \"flash\"\n\
                [[series]]\nname = \"Rebirth\"\nbackend = \"rebirth\"\ncolor = \"#767676\"\n";
    let path = &folder.write("slope.toml", text);
    let asked = ["figure", "boss_distance-by-rooms", "--study", path, "--format", "csv"];
    refused(&asked, "`Flash` and `Rebirth` look alike in grey");
    folder.write("slope.toml", text.replace("color = \"#767676\"\n", ""));
    let data = printed(&asked);
    let header =
        "series,level,measure_x,mean_x,lower_x,upper_x,measure_y,mean_y,lower_y,upper_y,slope";
    assert!(data.starts_with(header) && data.lines().count() == 7, "{data}");
    // The slope is that of the least-squares line through each series' means.
    for series in ["Flash", "Rebirth"] {
        let rows = data.lines().filter(|line| line.starts_with(series));
        let rows: Vec<Vec<f64>> = rows
            .map(|line| {
                [3, 7, 10].map(|at| line.split(',').nth(at).unwrap().parse().unwrap()).into()
            })
            .collect();
        let mean = |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
        let [x, y] = [mean(0), mean(1)];
        let products: f64 = rows.iter().map(|row| (row[0] - x) * (row[1] - y)).sum();
        let squares: f64 = rows.iter().map(|row| (row[0] - x).powi(2)).sum();
        assert!((products / squares - rows[0][2]).abs() < 1e-4, "{series}: {data}");
    }
}
