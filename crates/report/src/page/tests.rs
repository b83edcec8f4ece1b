//! Pages of made-up articles.

use basement_floors::Backend;
use basement_survey::study::ReportFormat;
use basement_survey::{Results, Series, Study};

use super::Page;
use crate::article::{Article, Block, PageTable, Section};
use crate::drawing::{Area, Drawing, Geometry, Mark, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::table::Table;
use crate::theme::{INK, LABEL, PAPER, Paint, contrast};

fn results() -> Results {
    let study = Study::new("Colours").floors(1).levels([1]).question("Which is <larger>?");
    study.series(Series::new("Flash", Backend::Flash)).run(&|_| {}).unwrap()
}

fn words(name: &str) -> Words {
    Words {
        name: name.to_owned(),
        title: format!("{name} is <larger> than a_b"),
        subtitle: "rooms, normal mode".to_owned(),
        caption: "Read it with `floor --level 1`.".to_owned(),
        notes: vec!["N = 1.".to_owned()],
        alt: format!("Bars of \"{name}\"."),
    }
}

fn bars(drawing: &mut Drawing, area: Area) -> f64 {
    drawing.text("bars", area.x, 20.0, Type::new(LABEL, INK));
    40.0
}

fn with_narrow(name: &str) -> Figure {
    compose_parts(words(name), Table::default(), &[&bars])
}

fn article() -> Article {
    let rows = Table::of([("a|b", "−1.5")]).column("measure", |it| it.0).column("mean", |it| it.1);
    let table = PageTable::new("In numbers", rows, "Means.");
    let size = Section::new("size", "How big")
        .text("By rule [R6](../docs/rules.md#r6), **bigger** & <b>bold</b>.")
        .figure(with_narrow("rooms"));
    let mut method = Section::new("method", "Method").list(vec!["one".to_owned()]).table(table);
    let rows = Table::of([12]).column("seed", |it| *it);
    let folded = PageTable::new("Seeds & floors", rows, "By a rule.");
    method = method.folded(folded);
    method.blocks.push(Block::Heading("Make it again".to_owned()));
    method.blocks.push(Block::Code("make --out \"a<b\"".to_owned()));
    Article {
        headline: None,
        title: "Flash & Rebirth".to_owned(),
        answer: vec!["One.".to_owned(), "**Two.**".to_owned()],
        games: None,
        hero: Some(with_narrow("hero")),
        sections: vec![size, Section::new("rings", "Rings").figure(with_narrow("rings")), method],
        appendix: vec![Section::new("more", "More").figure(with_narrow("cost"))],
    }
}

fn pages(only: &[&str], formats: &[ReportFormat]) -> (String, String) {
    let other = Some(("Appendix", ["APPENDIX.md", "appendix.html"]));
    let (article, results) = (&article(), &results());
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    let page = Page { article, other, results, only: &only, formats };
    (page.html().unwrap(), page.markdown())
}

/// Checks that these texts follow one another on a page.
#[track_caller]
fn in_order(page: &str, texts: &[&str]) {
    let mut rest = page;
    for text in texts {
        rest = rest.split_once(text).unwrap_or_else(|| panic!("{text:?} is not in {rest}")).1;
    }
}

#[test]
fn the_html_page_gives_the_answer_first_and_every_figure_its_caption_and_files() {
    let (html, _) = pages(&[], &ReportFormat::ALL);
    in_order(
        &html,
        &[
            "<title>Flash &amp; Rebirth</title>",
            "<h1>Flash &amp; Rebirth</h1>",
            "<p class=\"answer\">One. <strong>Two.</strong></p>",
            "<figure id=\"hero\">",
            "<a href=\"#size\">How big</a>",
            "<a href=\"appendix.html\">",
            "<section id=\"size\">",
            "<a href=\"../docs/rules.md#r6\">R6</a>, <strong>bigger</strong> &amp; &lt;b&gt;bold",
            "<h3><a href=\"#rooms\">rooms is &lt;larger&gt; than a_b</a></h3>",
            "<svg class=\"wide\"",
            "<svg class=\"narrow\"",
            "<code>floor <span>--level</span> 1</code>",
            "<a href=\"rooms.csv\">CSV</a> · <a href=\"rooms.svg\">SVG</a> · <a href=\"rooms.png\">",
            "<details class=\"again\">\n<summary>Make it again</summary>",
            "N = 1. The whole study: <a href=\"manifest.json\">manifest.json</a>.",
            "</details>",
            "Back to the contents",
            "<caption>In numbers</caption>",
            "<td>a|b</td><td class=\"n\">−1.5</td>",
            "<code>make --out &quot;a&lt;b&quot;</code>",
        ],
    );
    assert_eq!(html.matches("aria-label=\"Bars of &quot;rooms&quot;.\"").count(), 2);
}

#[test]
fn the_html_page_asks_for_no_other_file() {
    let (html, _) = pages(&[], &ReportFormat::ALL);
    for word in ["<script", "src=", "@import", "url(", "http:", "https:"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn the_markdown_page_has_the_parts_of_the_article_in_order() {
    let (_, markdown) = pages(&[], &ReportFormat::ALL);
    in_order(
        &markdown,
        &[
            "# Flash & Rebirth\n\nOne. **Two.**\n",
            "![Bars of \"hero\".](hero.png)\n",
            "\n- [How big](#size)\n",
            "\n- [Appendix](APPENDIX.md)\n",
            "<a id=\"size\"></a>\n\n## How big\n\nBy rule [R6](../docs/rules.md#r6), **bigger** & &lt;b>bold",
            "### rooms is \\<larger> than a\\_b\n",
            "Read it with `floor --level 1`. [CSV](rooms.csv)\n",
            "<details>\n<summary>Make it again</summary>\n\nN = 1.\n\n</details>\n",
            "\n- one\n",
            "### In numbers\n\n| measure | mean |\n|---|---:|\n| a\\|b | −1.5 |\n\nMeans.\n",
            "```sh\nmake --out \"a<b\"\n```\n",
        ],
    );
    assert!(!markdown.contains(".svg"), "a repository keeps no SVG");
}

#[test]
fn a_page_shows_the_selected_figures_and_links_to_the_written_files() {
    let (html, markdown) =
        pages(&["rooms"], &[ReportFormat::Png, ReportFormat::Html, ReportFormat::Markdown]);
    for page in [&html, &markdown] {
        assert!(page.contains("rooms.png") && page.contains("#method"), "{page}");
        for gone in ["hero", "rings", "cost", "rooms.csv", "rooms.svg"] {
            assert!(!page.contains(gone), "{gone} in {page}");
        }
    }
    let (_, markdown) = pages(&[], &[ReportFormat::Csv, ReportFormat::Markdown]);
    assert!(markdown.contains("rooms.csv") && !markdown.contains(".png"));
}

#[test]
fn a_figure_with_the_name_of_a_section_has_its_own_anchor() {
    let results = results();
    let article = Article { hero: Some(with_narrow("size")), ..article() };
    let page = Page {
        article: &article,
        other: None,
        results: &results,
        only: &[],
        formats: &ReportFormat::ALL,
    };
    let html = page.html().unwrap();
    assert!(html.contains("href=\"#figure-size\""), "its title leads to it");
    for page in [html, page.markdown()] {
        for id in ["id=\"size\"", "id=\"figure-size\""] {
            assert_eq!(page.matches(id).count(), 1, "{id} in {page}");
        }
        assert!(page.contains("size.csv"));
    }
}

#[test]
fn the_appendix_is_a_page_of_its_own_that_leads_back_to_the_article() {
    let page = Page {
        article: &article().take_appendix().unwrap(),
        other: Some(("The article", ["README.md", "index.html"])),
        results: &results(),
        only: &[],
        formats: &ReportFormat::ALL,
    };
    let (html, markdown) = (page.html().unwrap(), page.markdown());
    in_order(
        &html,
        &[
            "<h1>Appendix: Flash &amp; Rebirth</h1>",
            "href=\"#more\"",
            "href=\"index.html\"",
            "id=\"cost\"",
        ],
    );
    in_order(
        &markdown,
        &["# Appendix: ", "(#more)", "(README.md)", "![Bars of \"cost\".](cost.png)"],
    );
    assert!(!html.contains("id=\"hero\"") && !markdown.contains("rooms.png"));
}

#[test]
fn without_an_answer_the_question_is_under_the_title() {
    let results = results();
    let article = Article { answer: Vec::new(), hero: None, ..article() };
    let page = Page {
        article: &article,
        other: None,
        results: &results,
        only: &[],
        formats: &ReportFormat::ALL,
    };
    assert!(page.html().unwrap().contains("<p class=\"answer\">Which is &lt;larger&gt;?</p>"));
    assert!(page.markdown().starts_with("# Flash & Rebirth\n\nWhich is \\<larger>?\n"));
}

#[test]
fn a_folded_table_shows_its_caption_once_and_its_rows_within() {
    let (html, markdown) = pages(&[], &ReportFormat::ALL);
    let inside = |page: &str| -> String {
        let (_, rest) = page.split_once("<summary>Seeds ").unwrap();
        rest.split_once("</details>").unwrap().0.to_owned()
    };
    let html = inside(&html);
    in_order(&html, &["&amp; floors</summary>", "<table>", "12", "By a rule."]);
    assert!(!html.contains("<caption>"), "{html}");
    in_order(&inside(&markdown), &["</summary>\n\n| seed |", "| 12 |", "By a rule.\n"]);
}

/// The paint of the topmost area at a point.
fn ground_at(before: &[Mark], (x, y): (f64, f64)) -> Paint {
    let holds = |mark: &&Mark| {
        let (left, top, right, bottom) = mark.bounds();
        let is_in = x >= left && x <= right && y >= top && y <= bottom;
        match &mark.geometry {
            Geometry::Rectangle { .. } => is_in,
            Geometry::Dot { x: at, y: height, radius } => (x - at).hypot(y - height) <= *radius,
            Geometry::Polygon { points } => {
                let edges = points.iter().zip(points.iter().cycle().skip(1));
                let crosses = |((x0, y0), (x1, y1)): &(&(f64, f64), &(f64, f64))| {
                    (*y0 > y) != (*y1 > y) && x < (x1 - x0) * (y - y0) / (y1 - y0) + x0
                };
                is_in && edges.filter(crosses).count() % 2 == 1
            }
            _ => false,
        }
    };
    before.iter().rev().find(holds).map_or(PAPER, |mark| mark.paint)
}

#[test]
fn every_text_of_a_figure_contrasts_with_its_background_in_both_themes() {
    let results = Study::flash_and_rebirth(80).run(&|_| {}).unwrap();
    let mut faint = Vec::new();
    for figure in crate::figures(&results) {
        for drawing in std::iter::once(&figure.body).chain(&figure.narrow) {
            for (place, mark) in drawing.marks.iter().enumerate() {
                let Geometry::Text { text, .. } = &mark.geometry else { continue };
                let (left, top, right, bottom) = mark.bounds();
                let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
                let ground = ground_at(&drawing.marks[..place], middle);
                let by_light = contrast(mark.paint.light, ground.light);
                let by_dark = contrast(mark.paint.dark, ground.dark);
                if !text.trim().is_empty() && by_light.min(by_dark) < 4.5 {
                    faint.push(format!("{}, {text}: {by_light:.2}, {by_dark:.2}", figure.name));
                }
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}
