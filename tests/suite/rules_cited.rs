//! Compares `docs/rules.md` with the code and the tests: every rule has both, and plain code beside
//! the fast code; every name on the page exists, and nothing quotes a rule that is not on it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use basement_lab::Backend;
use basement_lab::floors::Parameter;

/// The ids of the rules that the project has to follow.
const REQUIRED: [(char, RangeInclusive<u8>); 5] =
    [('F', 1..=25), ('R', 1..=39), ('L', 1..=4), ('W', 1..=90), ('A', 1..=4)];

/// Ids among them that were never used.
const VACANT: [(char, RangeInclusive<u8>); 7] = [
    ('F', 18..=19),
    ('R', 19..=19),
    ('W', 21..=29),
    ('W', 40..=40),
    ('W', 44..=49),
    ('W', 54..=59),
    ('W', 74..=79),
];

/// The letters of the ids in prose, and in the names of tests.
const LETTERS: &str = "FRLWA";
const SMALL_LETTERS: &str = "frlwa";

/// What an entry may say of its sources.
const STANDINGS: [&str; 6] = ["agree", "prose only", "code only", "engine", "conflict", "choice"];

/// The letters of the rules without a plain reading. Awards (A1-A4) are written once: the same code
/// is drawn from and summed up exactly, and its tests have closed forms.
const WRITTEN_ONCE: &str = "A";

/// What the plain reading may share with the engine: names, the rule parameters, and the data of
/// the catalogue. It has to make every decision about a floor itself.
const SHARED: [&str; 45] = [
    // What a floor is requested with and made of.
    "Character",
    "Curse",
    "CurseChoice",
    "Difficulty",
    "Item",
    "Phase",
    "Request",
    "RequestError",
    "RunState",
    "Seed",
    "Unlocks",
    "RunSeed",
    "RunFlags",
    "BossSet",
    "Achievements",
    "Cell",
    "DoorSlot",
    "DoorSlots",
    "Floor",
    "FloorParts",
    "Grid",
    "Room",
    "RoomKind",
    "RoomPlacing",
    "RoomSeeds",
    "Shape",
    "Outcome",
    "FailedPlacing",
    "PlacingFailure",
    // The rule parameters, and the trait with its types.
    "Change",
    "Description",
    "Edition",
    "GenerateError",
    "Generator",
    "InteriorName",
    "MissingRooms",
    "Parameter",
    "Parameters",
    "FlashRules",
    "RebirthRules",
    "STREAM_VERSION",
    // The rooms of the catalogue.
    "Catalogue",
    "CatalogueRoom",
    "RoomType",
    "STAGE_FILES",
];

/// One rule of the page: the text below its heading.
struct Entry {
    id: String,
    text: String,
}

/// A name on the page and the file that it links to.
struct Link {
    name: String,
    file: PathBuf,
}

impl Entry {
    /// The text of a bullet such as `Code`.
    fn bullet(&self, what: &str) -> Option<&str> {
        let bullet = format!("- **{what}**: ");
        self.text.lines().find_map(|line| line.strip_prefix(bullet.as_str()))
    }

    /// The links of a bullet, written as [`name`](path), the path from `docs`, `../` first.
    fn links(&self, what: &str) -> Vec<Link> {
        let Some(bullet) = self.bullet(what) else { return Vec::new() };
        let links = bullet.split("[`").skip(1).map(|link| {
            let (name, path) = link.split_once("`](").unwrap_or_else(|| {
                panic!("{}: write `[`{link}` as [`name`](path)", self.id);
            });
            let path = path.split(')').next().unwrap_or_default();
            let file = root().join(path.trim_start_matches("../"));
            assert!(file.is_file(), "{}: there is no file {path}: correct the link", self.id);
            Link { name: name.to_owned(), file }
        });
        links.collect()
    }

    /// The parameters of the rule: all names in backquotes in that bullet.
    fn parameters(&self) -> BTreeSet<String> {
        let bullet = self.bullet("Parameters").unwrap_or_default();
        bullet.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The page's entries: a heading `#### <a id="f1"></a>F1 · Title` and what
/// follows, up to the next heading.
fn entries() -> Vec<Entry> {
    let page = read(&root().join("docs/rules.md"));
    let parts = page.split("\n#").filter_map(|part| part.strip_prefix("### <a id=\""));
    let entries: Vec<Entry> = parts
        .map(|part| {
            let (heading, text) = part.split_once('\n').unwrap();
            let (anchor, title) = heading.split_once("\"></a>").unwrap();
            let id = title.split(' ').next().unwrap();
            assert_eq!(anchor, id.to_lowercase(), "{id}: the anchor is the id in lower case");
            Entry { id: id.to_owned(), text: text.to_owned() }
        })
        .collect();
    assert!(!entries.is_empty(), "docs/rules.md has no heading of the form `{HEADING}`");
    entries
}

const HEADING: &str = "#### <a id=\"f1\"></a>F1 · Title";

/// The ids in some ranges of numbers, one by one.
fn each(runs: impl IntoIterator<Item = (char, RangeInclusive<u8>)>) -> BTreeSet<String> {
    runs.into_iter().flat_map(|(letter, ids)| ids.map(move |n| format!("{letter}{n}"))).collect()
}

/// The rule ids in a text, `R25-R32` and `r1_to_r17` with all ids between. `letters` are those of
/// the ids: capitals in prose, small ones in the names of tests.
fn ids(text: &str, letters: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut before: Option<(char, u8)> = None;
    // `r1_to_r17` reads as `r1-r17`, and `_` separates words like a space.
    let text = text.replace("_to_", "-").replace('_', " ");
    for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let letter = bare.chars().next().filter(|letter| letters.contains(*letter));
        let number = bare.get(1..).filter(|digits| (1..=2).contains(&digits.len()));
        let id = letter.zip(number.and_then(|digits| digits.parse::<u8>().ok()));
        if let Some((letter, last)) = id {
            let first = match before {
                Some((same, first)) if same == letter => first + 1,
                _ => last,
            };
            ids.extend((first..=last).map(|n| format!("{}{n}", letter.to_ascii_uppercase())));
        }
        before = id.filter(|_| word.ends_with('-'));
    }
    ids
}

/// The lines of a file that define something of that name, each with the
/// comment and attributes above it.
fn definitions(source: &str, name: &str) -> Vec<String> {
    const KEYWORDS: [&str; 7] = ["fn", "struct", "enum", "const", "static", "trait", "type"];
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let defines = |line: &str| {
        let line = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
        let item = words.windows(2).any(|pair| KEYWORDS.contains(&pair[0]) && pair[1] == name);
        // A field, or a parameter behind its rule: `"F4" skip_one_in: u32`.
        let field =
            line.split_once(':').is_some_and(|(left, _)| left.split(' ').next_back() == Some(name));
        item || field
    };
    let above = |place: usize| {
        // An attribute can span several lines, the last of them `)]`.
        let mut is_attribute = false;
        let is_above = |line: &&&str| {
            is_attribute |= **line == ")]";
            let belongs = is_attribute || line.starts_with("//") || line.starts_with("#[");
            is_attribute &= !line.starts_with("#[");
            belongs
        };
        lines[..place].iter().rev().take_while(is_above).count()
    };
    (0..lines.len())
        .filter(|place| defines(lines[*place]))
        .map(|place| lines[place - above(place)..=place].join("\n"))
        .collect()
}

/// The head of the comment above a definition: its first line, and the lines after it while a list
/// of links to rules continues, `[R3](...),`.
fn head(definition: &str) -> String {
    let comment = definition.lines().take_while(|line| line.starts_with("///"));
    let mut goes_on = true;
    let is_of_head = |line: &&str| {
        let is_next = goes_on;
        let last = line.rsplit(' ').next().unwrap_or_default();
        goes_on = last.starts_with('[') && last.ends_with("),") && last.contains("rules#");
        is_next
    };
    comment.take_while(is_of_head).collect::<Vec<_>>().join(" ")
}

/// The sources of the workspace: crates, binary, examples, benches and tests.
pub(crate) fn sources() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["crates", "src", "tests", "examples", "benches"].map(|name| root().join(name)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

fn shown(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).display().to_string()
}

/// Fails with everything that is wrong, if anything is.
#[track_caller]
fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} to mend:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_required_rule_is_on_the_page_once() {
    let mut seen = BTreeSet::new();
    for Entry { id, .. } in entries() {
        assert!(seen.insert(id.clone()), "{id} stands twice on docs/rules.md: keep one entry");
    }
    let vacant = each(VACANT);
    let missing: Vec<String> = each(REQUIRED)
        .iter()
        .filter(|id| !seen.contains(*id) && !vacant.contains(*id))
        .map(|id| format!("{id} is missing: write its entry, below a heading like `{HEADING}`"))
        .collect();
    assert_none(&missing);
    // `explain --rule` accepts the rules that make floors.
    let floors: BTreeSet<String> = seen.into_iter().filter(|id| !id.starts_with('A')).collect();
    assert_eq!(basement_lab::floors::rule_ids().collect::<BTreeSet<_>>(), floors);
}

#[test]
fn every_entry_says_how_its_sources_stand() {
    for entry in entries() {
        let sources = entry.bullet("Sources").unwrap_or_default();
        for part in sources.split("; ") {
            assert!(
                STANDINGS.iter().any(|standing| part.starts_with(standing)),
                "{}: `{part}` is no standing: begin each part of its Sources with one of {STANDINGS:?}",
                entry.id
            );
        }
    }
}

#[test]
fn every_rule_has_code_that_quotes_it() {
    let mut wrong = Vec::new();
    for entry in entries() {
        let id = &entry.id;
        let links = entry.links("Code");
        if links.is_empty() {
            wrong.push(format!(
                "{id} has no code: link the items that do it, behind `- **Code**: `"
            ));
        }
        for Link { name, file } in links {
            let item = name.rsplit("::").next().unwrap();
            let found = definitions(&read(&file), item);
            let file = shown(&file);
            if found.is_empty() {
                wrong.push(format!("{id}: {file} has no `{item}`: link what does it now"));
            } else if !found.iter().any(|definition| ids(definition, LETTERS).contains(id)) {
                wrong.push(format!(
                    "{id}: the comment of `{item}` in {file} does not quote it: add the id"
                ));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn every_rule_of_floors_has_plain_code_that_quotes_it_first() {
    let reference = root().join("crates/reference");
    let mut wrong = Vec::new();
    for entry in entries().iter().filter(|entry| !entry.id.starts_with(WRITTEN_ONCE)) {
        let id = &entry.id;
        let links = entry.links("Plain");
        if links.is_empty() {
            wrong.push(format!(
                "{id} has no plain code: write it in crates/reference, and link it behind `- **Plain**: `"
            ));
        }
        for Link { name, file } in links {
            if !file.starts_with(&reference) {
                wrong.push(format!("{id}: {} is not in crates/reference", shown(&file)));
            }
            let item = name.rsplit("::").next().unwrap();
            let found = definitions(&read(&file), item);
            let quotes = |definition: &String| ids(&head(definition), LETTERS).contains(id);
            if !found.iter().any(quotes) {
                wrong.push(format!(
                    "{id}: in {} the head of a comment above `{item}` must quote it",
                    shown(&file)
                ));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn the_plain_code_shares_only_names_parameters_and_the_catalogue_with_the_engine() {
    let folder = root().join("crates/reference/src");
    let mut wrong = Vec::new();
    let files: Vec<PathBuf> =
        sources().into_iter().filter(|file| file.starts_with(&folder)).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let source = read(&file);
        let code: Vec<&str> =
            source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for used in code.join(" ").split("basement_").skip(1) {
            // `floors::flash::{Edition, Rules}`, up to the end of the statement.
            let path = used.split(';').next().unwrap_or_default();
            if path.contains('*') {
                wrong.push(format!("{}: name what `{path}` stands for", shown(&file)));
            }
            let words = path.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let modules = ["", "floors", "model", "rooms", "flash", "rebirth"];
            for word in words.filter(|word| !modules.contains(word)) {
                if !SHARED.contains(&word) {
                    wrong.push(format!("{} uses the engine's `{word}`: do it anew", shown(&file)));
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn every_rule_has_a_test_named_after_it() {
    let mut wrong = Vec::new();
    for entry in entries() {
        let id = &entry.id;
        let links = entry.links("Tests");
        if !links.iter().any(|link| ids(&link.name, SMALL_LETTERS).contains(id)) {
            wrong.push(format!("{id} has no test named after it: link one behind `- **Tests**: `"));
        }
        for Link { name, file } in links {
            let is_test = |definition: &String| definition.contains("#[test]");
            if !definitions(&read(&file), &name).iter().any(is_test) {
                wrong.push(format!(
                    "{id}: {} has no test `{name}`: link what holds it now",
                    shown(&file)
                ));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn nothing_quotes_a_rule_that_is_not_on_the_page() {
    let entries = entries();
    let vacant = each(VACANT);
    let known: BTreeSet<&String> = entries.iter().map(|entry| &entry.id).chain(&vacant).collect();
    let mut wrong = Vec::new();
    for file in sources() {
        let source = read(&file);
        // `f64` in the name of a method of serde's is Rust's type: no rule has that number.
        let source = source.replace("fn visit_f64", "fn visit_real");
        let names = source.lines().filter(|line| line.trim_start().starts_with("fn "));
        let named =
            names.flat_map(|line| ids(line.split('(').next().unwrap_or_default(), SMALL_LETTERS));
        for id in ids(&source, LETTERS).into_iter().chain(named) {
            if !known.contains(&id) {
                wrong.push(format!(
                    "{} quotes {id}: correct it, or give {id} an entry",
                    shown(&file)
                ));
            }
        }
    }
    assert_none(&wrong);
}

/// The parameters of each edition of a backend.
fn editions(backend: Backend) -> Vec<Vec<Parameter>> {
    let editions = backend.editions().iter();
    editions.map(|edition| backend.parameters(*edition, &[]).unwrap()).collect()
}

#[test]
fn every_parameter_is_listed_with_its_rule() {
    let mut by_rule = BTreeMap::<String, BTreeSet<String>>::new();
    for parameter in Backend::ALL.iter().copied().flat_map(|backend| editions(backend).remove(0)) {
        by_rule.entry(parameter.rule.to_owned()).or_default().insert(parameter.path);
    }
    let mut wrong = Vec::new();
    for entry in entries() {
        let id = &entry.id;
        let (there, here) = (by_rule.remove(id).unwrap_or_default(), entry.parameters());
        let lacking =
            there.difference(&here).map(|path| format!("{id} lacks its parameter `{path}`"));
        let foreign = here.difference(&there).map(|path| format!("{id} has no parameter `{path}`"));
        wrong.extend(lacking.chain(foreign).map(|what| what + ": mend its Parameters"));
    }
    wrong.extend(by_rule.keys().map(|id| format!("parameters quote {id}: give it an entry")));
    assert_none(&wrong);
}

#[test]
fn the_table_of_editions_holds_all_that_differs() {
    let page = read(&root().join("docs/rules.md"));
    let mut expected = BTreeSet::new();
    for &backend in Backend::ALL {
        let editions = editions(backend);
        for (place, parameter) in editions[0].iter().enumerate() {
            let values: Vec<String> =
                editions.iter().map(|edition| edition[place].value.to_string()).collect();
            if values.iter().any(|value| *value != values[0]) {
                expected.insert(format!("| `{}` | {} |", parameter.path, values.join(" | ")));
            }
        }
    }
    let is_row = |line: &&str| line.starts_with("| `flash.") || line.starts_with("| `rebirth.");
    let there: BTreeSet<String> = page.lines().filter(is_row).map(str::to_owned).collect();
    let lacking = expected.difference(&there).map(|row| format!("add the row {row}"));
    let wrong = there.difference(&expected).map(|row| format!("take out the row {row}"));
    assert_none(&lacking.chain(wrong).collect::<Vec<_>>());
}

#[test]
fn ids_are_found_in_prose_and_in_names() {
    let found = |text, letters| ids(text, letters).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found("F4-F6: rooms (R33, `L2`), R2's table", LETTERS), "F4 F5 F6 L2 R2 R33");
    assert_eq!(found("W80b and [W13](basement_model::rules#w13)", LETTERS), "W13");
    assert_eq!(found("w53_a_floor_follows_w14_to_w16", SMALL_LETTERS), "W14 W15 W16 W53");
    assert_eq!(found("0xF1 R8XA F123 - R1 - R9", LETTERS), "R1 R9");
    assert_eq!(found("f11_r25_to_r27_come_up", SMALL_LETTERS), "F11 R25 R26 R27");
    let linked =
        "/// [R25-R27](basement_model::rules#r25),\n/// [L2](basement_model::rules#l2): R9";
    assert_eq!(found(linked, LETTERS), "L2 R25 R26 R27 R9");
    let heads = [head(linked), head("/// R1, R2,\n/// R3: rooms")];
    assert_eq!(found(&heads[0], LETTERS), "L2 R25 R26 R27 R9");
    assert_eq!(found(&heads[1], LETTERS), "R1 R2");
}
