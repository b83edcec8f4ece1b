// Builds the page: shrinks the engine's WebAssembly, bundles the scripts, and puts all into one file.
//
//   node web/build.mjs FILE.html
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import zopfli from "@gfx/zopfli";
import esbuild from "esbuild";

const MOST_BYTES = 1e6;
const MOST_ENGINE_BYTES = 6e5;
const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const [out] = process.argv.slice(2);

// The files that the page is made from. tests/suite/lab_page.rs has the same list.
const ENGINE = ["model", "rooms", "awards", "floors", "roomfiles", "survey", "gamelog"];
const INPUTS = [
  "Cargo.lock",
  "Cargo.toml",
  ...ENGINE.flatMap((name) => [`crates/${name}/Cargo.toml`, `crates/${name}/src`]),
  "web/Cargo.toml",
  "web/bindgen/Cargo.lock",
  "web/bindgen/src",
  "web/build",
  "web/build.mjs",
  "web/package-lock.json",
  "web/page",
  "web/src",
];

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

function inputsDigest() {
  const digest = createHash("sha256");
  for (const path of INPUTS.flatMap(filesBelow).sort()) {
    digest.update(`${path}\n`);
    digest.update(createHash("sha256").update(readFileSync(join(root, path))).digest());
  }
  return digest.digest("hex");
}

// The engine after wasm-opt. That is slow, so the result for the same engine is kept.
async function engine() {
  const made = join(web, "generated/basement_web_bg.wasm");
  const small = join(web, "generated/engine.wasm");
  const compressed = `${small}.gz`;
  if (existsSync(compressed) && statSync(compressed).mtimeMs > statSync(made).mtimeMs) {
    return readFileSync(compressed);
  }
  const features = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
  ];
  const optimize = (from, to, ...passes) =>
    execFileSync(join(web, "node_modules/.bin/wasm-opt"), [...features, ...passes, from, "-o", to]);
  // Functions with the same name are instances of one generic function, and compress best side by side.
  // Names are kept for that, and removed at the end.
  const named = `${small}.named`;
  optimize(made, named, "-g", "-Os", "--converge");
  optimize(named, named, "-g", "--reorder-functions-by-name");
  optimize(named, small, "--strip-debug", "--strip-producers");
  writeFileSync(compressed, await packed(readFileSync(small)));
  return readFileSync(compressed);
}

async function bundle(entry, plugins = []) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(web, "page", entry)],
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    target: "es2022",
    plugins,
  });
  return outputFiles[0].text;
}

// The worker's script, as a string in the page's script.
const workerSource = {
  name: "worker-source",
  setup(build) {
    build.onResolve({ filter: /^worker-source$/ }, () => ({ path: "worker", namespace: "source" }));
    build.onLoad({ filter: /.*/, namespace: "source" }, async () => ({
      contents: await bundle("worker.js"),
      loader: "text",
    }));
  },
};

// Compresses bytes to gzip's format, by a slow search that makes them a twentieth smaller, with as many
// blocks as help.
const packed = async (bytes) => Buffer.from(await zopfli.gzipAsync(bytes, { numiterations: 15, blocksplittingmax: 0 }));

// Compressed bytes as text, which `inflated` in packed.js reads: a quarter longer, not a third longer
// as in base 64.
function textOf(bytes) {
  const padding = (4 - (bytes.length % 4)) % 4;
  const padded = Buffer.concat([bytes, Buffer.alloc(padding)]);
  const digits = [];
  for (let at = 0; at < padded.length; at += 4) {
    const word = padded.readUInt32BE(at);
    for (let power = 85 ** 4; power >= 1; power /= 85) {
      const code = (Math.floor(word / power) % 85) + 35;
      digits.push(code === 60 ? 120 : code);
    }
  }
  return `${padding}${Buffer.from(digits).toString("latin1")}`;
}

// A row of a table as a line.
const rowInWords = (row) => `• ${row.split("|").slice(1, -1).map((cell) => cell.trim()).join(" · ")}`;

// The text of the rules, from the page that the documentation uses: the title and the paragraphs of
// each, without lists of sources. A row of a table is a paragraph.
function ruleWords() {
  const text = readFileSync(join(root, "crates/model/src/rules.md"), "utf8");
  const entries = text.matchAll(/^#### (?:<a [^>]*><\/a>)*([A-Z]\d+) · (.*)\n([^]*?)(?=^#|(?![^]))/gm);
  const rules = {};
  for (const [, id, title, body] of entries) {
    const [told] = body.split(/^- \*\*/m);
    const words = told
      .split(/\n\n+|\n(?=- |\|)/)
      .filter((part) => part.trim() && !/^\|[-:| ]+\|?$/.test(part))
      .map((part) => (part.startsWith("|") ? rowInWords(part) : part.replaceAll(/```\w*/g, "")))
      .map((part) => part.trim().replaceAll(/\s*\n\s*/g, " ").replace(/^- /, "• "));
    if (/\bD\(/.test(told)) words.push("*D(n)* is one draw modulo n: a whole number from 0 to n - 1.");
    rules[id] = { title, words };
  }
  if (!rules.F1 || !rules.R10) throw new Error("crates/model/src/rules.md has no rules that can be read");
  return JSON.stringify(rules);
}

const ruleSource = {
  name: "rule-words",
  setup(build) {
    build.onResolve({ filter: /^rule-words$/ }, () => ({ path: "words", namespace: "rules" }));
    build.onLoad({ filter: /.*/, namespace: "rules" }, () => ({ contents: ruleWords(), loader: "json" }));
  },
};

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Nothing within a script element may look like its end tag.
const start = (await bundle("start.js")).replaceAll("</script", "<\\/script");
// The page's script is compressed, too. It becomes an element once it is unpacked, and the policy
// allows it by its hash.
const script = await bundle("main.js", [workerSource, ruleSource]);

// The palette as custom properties of the style sheet.
const palette = JSON.parse(readFileSync(join(web, "page/palette.json"), "utf8"));
const properties = (colours) =>
  Object.entries(colours)
    .filter(([, colour]) => typeof colour === "string")
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join("");
const colours =
  `:root {${properties(palette.light)}}` +
  `@media (prefers-color-scheme: dark) {:root {${properties(palette.dark)}}}`;
const { code: css } = await esbuild.transform(colours + readFileSync(join(web, "page/style.css"), "utf8"), {
  loader: "css",
  minify: true,
});
const style = css.trim();
const wasm = await engine();
if (wasm.length > MOST_ENGINE_BYTES) throw new Error(`the engine has ${wasm.length} bytes: ${MOST_ENGINE_BYTES} at most`);
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(start)} ${hashOf(script)} 'wasm-unsafe-eval'`,
  `style-src ${hashOf(style)}`,
  "img-src data: blob:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const parts = {
  policy,
  inputs: inputsDigest(),
  style,
  start,
  script: textOf(await packed(Buffer.from(script))),
  engine: textOf(wasm),
};
const template = readFileSync(join(web, "page/index.html"), "utf8");
const page = template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
if (page.length > MOST_BYTES) throw new Error(`${page.length} bytes are too many: ${MOST_BYTES} at most`);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(`${out}.tmp`, page);
renameSync(`${out}.tmp`, out);
console.log(`${out}: ${page.length} bytes, of which the engine is ${wasm.length} compressed`);
