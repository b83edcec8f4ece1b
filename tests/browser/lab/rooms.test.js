// The reader's own room files: the page reads them like the command, and sends nothing over the network.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { brokenRules, checkInEachView, checkPage, command, end, goTo, newFolder, open, openInEachSize, random, takePicture, waitForAddress } from "./open.js";

after(end);

const folder = newFolder();

const isRead = (page) => page.getByText(/rooms? of .* files? (is|are) read/).waitFor();
const isMade = (page) => page.locator("svg.floor-map[data-rooms]").waitFor();

const doors = { 1: ["-1,3", "13,3", "6,-1", "6,7"], 8: ["-1,3", "-1,10", "13,3", "13,10", "6,-1", "6,14"] };

function roomsOf(names, { shape = 1, type = 1, note = "" } = {}) {
  const rooms = names.map((name, place) => {
    const open = (doors[shape] ?? doors[1]).map((at) => {
      const [x, y] = at.split(",");
      return `<door exists="True" x="${x}" y="${y}"/>`;
    });
    const thing = `<spawn x="3" y="3"><entity type="10" variant="${place % 2}" subtype="0" weight="1"/></spawn>`;
    return `<room type="${type}" variant="${9000 + place}" name="${name}" difficulty="1" weight="90" shape="${shape}" ${note}>${open.join("")}${thing}</room>`;
  });
  return `<rooms>${rooms.join("")}</rooms>`;
}

function put(path, content) {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

// Two mods: one adds rooms in both formats and names an entity; the other replaces a file.
const many = Array.from({ length: 40 }, (_, place) => `cellar ${place}`);
const xml = put("mods/adds/content/rooms/01.basement.xml", roomsOf(["Attic", "Pantry", "Larder"]));
command("rooms", "convert", xml, join(folder, "mods/adds/content/rooms/01.basement.stb"));
put("mods/adds/content/rooms/04.caves.xml", roomsOf(["Well", "Shaft"], { shape: 8 }));
put("mods/adds/content/entities2.xml", '<entities><entity id="10" variant="0" name="Gaper"/></entities>');
put("mods/adds/content/rooms/notes.txt", "not a room");
put("mods/full/metadata.xml", "<metadata/>");
put("mods/full/resources/rooms/02.cellar.xml", roomsOf(many));
const mods = join(folder, "mods");

test("the rooms view has no WCAG violations or horizontal overflow, before and after the example is loaded", () =>
  openInEachSize("#/rooms", async ({ page, size }) => {
    await checkInEachView(page, "rooms empty", { size });
    await page.getByRole("button", { name: /mod of three rooms/ }).click();
    await isMade(page);
    await page.locator("svg.floor-map .is-own").first().click();
    await page.getByText("What stands in it").click();
    await page.getByText(/× (Frowning )?Gaper/).first().waitFor();
    await checkInEachView(page, "rooms", { size });
  }));

// Checks that the page shows the same rooms at an address as the command makes from the folder, and returns
// the command's floor.
async function compare(page, address) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/rooms?${address}`);
  const wanted = new URLSearchParams(address);
  const words = [...wanted].flatMap(([name, value]) =>
    name === "hard" ? ["--hard"] : [name === "run" ? "--run-seed" : `--${name}`, value],
  );
  const floor = JSON.parse(command("floor", ...words, "--rooms", "embedded", "--rooms", mods, "--format", "json"));
  await page.waitForFunction(
    (rooms) => document.querySelector("svg.floor-map")?.dataset.rooms === rooms,
    JSON.stringify(floor.rooms),
    { timeout: 5000 },
  );
  return floor;
}

test("a chosen folder gives the same floors as the command", async () => {
  const { page, close } = await open("#/rooms");
  await page.getByLabel(/^A folder/).setInputFiles(mods);
  await isRead(page);
  // The game's own rooms are not in the folder, so the engine says what is missing.
  await page.locator("#alerts").getByText("the catalogue has no boss rooms").waitFor();
  await page.getByLabel("With the engine's own rooms").click();
  await isMade(page);
  assert.match(await page.locator("main").textContent(), /45 rooms of 6 files are read, and the names of 1 thing\./);
  const rows = await page.locator("table").first().locator("tr").allTextContents();
  assert.ok(rows.includes("adds25") && rows.includes("full140") && rows.some((row) => row.startsWith("the engine's own")), rows.join());
  const draw = random(20);
  let own = 0;
  for (let count = 0; count < 30; count++) {
    const level = 1 + draw(4);
    const edition = ["repentance", "afterbirth-plus", "article"][draw(3)];
    const seed = 1 + draw(1 << 30);
    const hard = draw(2) ? "&hard=1" : "";
    const floor = await compare(page, `backend=rebirth&edition=${edition}&level=${level}&seed=${seed}${hard}`);
    assert.ok(floor.rooms.length > 4);
    own += await page.locator("svg.floor-map .is-own").count();
  }
  assert.ok(own > 10, `only ${own} rooms are from the mods`);
  await close();
});

test("a dropped folder is read, and another one is added to it", async () => {
  const { page, close } = await open("#/rooms");
  const client = await page.context().newCDPSession(page);
  const drop = async (path) => {
    const box = await page.locator(".drop-zone").boundingBox();
    const at = { x: box.x + box.width - 20, y: box.y + 10 };
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await client.send("Input.dispatchDragEvent", { type, ...at, data });
    }
  };
  await drop(join(mods, "adds"));
  await page.getByText("5 rooms of 4 files are read").waitFor();
  await drop(join(mods, "full"));
  await page.getByText("45 rooms of 6 files are read").waitFor();
  // A folder that is dropped again replaces its earlier version.
  await drop(join(mods, "adds"));
  await page.getByText("45 rooms of 6 files are read").waitFor();
  await page.getByRole("button", { name: "Forget these files" }).click();
  await page.getByText("No file is read yet.").waitFor();
  await close();
});

test("the keyboard loads the example and opens a room, and a reload forgets the files but opens the room once they are read again", async () => {
  const { page, close } = await open("#/rooms?level=2");
  await page.getByRole("button", { name: /mod of three rooms/ }).focus();
  await page.keyboard.press("Enter");
  await isMade(page);
  await page.locator('svg.floor-map [data-room="1"]').focus();
  await page.keyboard.press("Enter");
  await waitForAddress(page, () => location.hash.includes("room=1"));
  await page.getByRole("heading", { name: "Your rooms", exact: true }).waitFor();
  await page.locator('svg.floor-map [data-room="1"][aria-pressed]').waitFor();
  await page.getByText(/^1, /).waitFor();
  const detail = page.locator(".run-detail");
  const [hash, told] = [await page.evaluate(() => location.hash), await detail.innerText()];
  await page.reload();
  await page.getByText("No file is read yet.").waitFor();
  assert.deepEqual([await page.evaluate(() => location.hash), await detail.count()], [hash, 0]);
  await page.getByRole("button", { name: /mod of three rooms/ }).press("Enter");
  await page.locator('svg.floor-map [data-room="1"][aria-pressed]').waitFor();
  assert.equal(await detail.innerText(), told);
  await close();
});

test("XML in Latin-1 and UTF-16 is read", async () => {
  const latin = Buffer.from(
    `<?xml version="1.0" encoding="iso-8859-1"?>${roomsOf(["Höhle", "Höhle", "Höhle"])}`,
    "latin1",
  );
  const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${roomsOf(["Höhle"])}`, "utf16le");
  const { page, reopen, close } = await open("#/log");
  for (const [name, bytes] of [["latin", latin], ["wide", wide]]) {
    const path = put(`${name}/content/rooms/01.basement.xml`, bytes);
    await reopen("#/rooms?seed=16385");
    await page.getByLabel(/^A folder/).setInputFiles(dirname(dirname(dirname(path))));
    await isMade(page);
    const own = page.locator("svg.floor-map .is-own");
    // Not every floor has such a room, so try several seeds.
    for (let seed = 1; seed < 60 && !(await own.count()); seed++) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/rooms?seed=${seed}`);
      await page.waitForFunction(
        (seed) => document.querySelector("svg.floor-map")?.dataset.address.includes(`seed=${seed}`),
        seed,
      );
    }
    await own.first().click();
    await page.locator(".inside-of").getByText("Höhle").waitFor();
  }
  await close();
});

test("unreadable files are reported, and rooms read before are kept", async () => {
  const { page, close } = await open("#/rooms");
  const alert = page.locator("#alerts");
  const files = page.getByLabel(/^Or files/);
  await files.setInputFiles(put("notes.txt", "nothing"));
  await alert.getByText("None of these files is a room file: their names end in .stb or .xml.").waitFor();
  await files.setInputFiles(put("entities2.xml", "<entities/>"));
  await alert.getByText("Also choose files with rooms").waitFor();
  await page.getByRole("button", { name: /mod of three rooms/ }).click();
  await isRead(page);
  await files.setInputFiles(put("01.basement.stb", "STB1\u0009"));
  const checks = page.locator(".rooms-checks");
  await checks.getByText("offset 5: the file ends").waitFor();
  await page.getByText("3 rooms of 3 files are read").waitFor();
  await files.setInputFiles(put("bad/entities2.xml", "<a"));
  await checks.getByText(/line 1: this is not well-formed XML/).waitFor();
  // The earlier broken file is still listed.
  await checks.getByText("offset 5: the file ends").waitFor();
  await isMade(page);
  await close();
});

test("files that cannot be read have one message", async () => {
  const { page, close } = await open("#/rooms");
  await page.getByLabel(/^Or files/).setInputFiles(put("broken.xml", "<rooms><room shape=\"99\"/></rooms>"));
  await page.getByText("None of these files can be read.").waitFor();
  assert.equal(await page.getByText("No file is read yet.").count(), 0);
  await close();
});

test("Stop cancels reading and keeps no files", async () => {
  for (let count = 0; count < 3000; count++) {
    put(`large/content/rooms/${count}/01.basement.xml`, roomsOf(["Attic"]));
  }
  const { page, close } = await open("#/rooms");
  await page.getByLabel(/^A folder/).setInputFiles(join(folder, "large"));
  await page.getByText(/^\d+ of 3000 files are read/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("No file is read yet.").waitFor();
  assert.equal(await page.locator("#alerts").textContent(), "");
  // The focus goes to a button beside the one that is gone.
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Try a mod of three rooms");
  await close();
});

test("every broken file of a folder is reported with its error, warnings are listed, and valid files are read", async () => {
  for (let count = 0; count < 8; count++) {
    put(`mixed/content/rooms/${count}/0${1 + count}.basement.xml`, `<rooms>\n<room type="1" variant="${count}" shape="99"/></rooms>`);
  }
  put("mixed/content/rooms/01.basement.xml", roomsOf(["Attic", "Pantry"]));
  put("mixed/content/rooms/04.caves.xml", '<rooms><room type="1" variant="9100" subtype="0" name="Cell" difficulty="1" weight="1" shape="1" width="13" height="7"/></rooms>');
  put("mixed/metadata.xml", "<metadata><name>Mixed &amp; more</name></metadata>");
  const { page, close } = await open("#/rooms?level=1");
  await page.getByLabel(/^A folder/).setInputFiles(join(folder, "mixed"));
  await page.getByText("3 rooms of 3 files are read").waitFor();
  const checks = page.locator(".rooms-checks");
  assert.match(await checks.locator("summary").first().textContent(), /^Checked: 8 files cannot be read, 2 files have warnings, 0 files have nothing odd\.$/);
  const errors = await checks.locator(".error").allTextContents();
  assert.equal(errors.length, 8);
  for (const error of errors) assert.match(error, /^It cannot be read: line 2, .*there is no shape 99/);
  await checks.getByText("warning: no doors (1)").click();
  await checks.getByText("it has no open door, so no way leads into it").waitFor();
  // The table shows the mod's name from its metadata.
  await isMade(page);
  const rows = await page.locator("table").first().locator("tr").allTextContents();
  assert.ok(rows.includes("Mixed & more23"), rows.join());
  await checkPage(page, "rooms checks");
  await close();
});

test("loose files report what they lack and offer the engine's own rooms as a substitute", async () => {
  const { page, close } = await open("#/rooms?level=1");
  await page.getByLabel(/^Or files/).setInputFiles(put("loose/01.basement.xml", roomsOf(["Attic", "Pantry"])));
  await page.getByRole("heading", { name: "What these files lack" }).waitFor();
  await page.locator("main").getByText("the catalogue has no boss rooms").waitFor();
  await page.getByRole("button", { name: "Add the engine's own rooms" }).click();
  await isMade(page);
  assert.equal(await page.getByRole("heading", { name: "What these files lack" }).count(), 0);
  assert.equal(await page.getByLabel("With the engine's own rooms").isChecked(), true);
  await close();
});

test("room frequencies match the command's, and rooms that never appear have a reason", async () => {
  const some = roomsOf(["Attic", "Pantry"]).replace("</rooms>", "") + roomsOf(["Void"]).replace("<rooms>", "").replace('variant="9000"', 'variant="9200"').replace('weight="90"', 'weight="0"');
  put("often/content/rooms/01.basement.xml", some);
  put("often/content/rooms/04.caves.xml", roomsOf(["Well"], { shape: 8 }));
  const path = join(folder, "often");
  const { page, close } = await open("#/rooms?level=1");
  await page.getByLabel(/^A folder/).setInputFiles(path);
  await isMade(page);
  await page.getByRole("button", { name: "Count on 10,000 floors" }).click();
  await page.getByText(/^10,000 floors are counted/).waitFor({ timeout: 90000 });
  const counted = JSON.parse(command("rooms", "frequency", "--rooms", "embedded", "--rooms", path, "--source", "often", "--level", "1", "--count", "10000", "--rng", "game", "--format", "json"));
  const section = page.getByRole("region", { name: "How often each room appears" });
  const told = await section.innerText();
  for (const { name, share, never } of counted.rooms) {
    if (never) continue;
    const line = told.split("\n").find((line) => line.startsWith(name));
    assert.ok(share > 0.01 && line.includes(`${(share * 100).toFixed(share >= 0.1 ? 1 : 2)}\u00a0%`), `${name}, ${share}: ${line}`);
  }
  // Each room has a drawing of its shape, even if it never appears.
  const shapes = await section.locator("tbody tr, li").evaluateAll((lines) => lines.map((line) => [line.innerText.trim().split(/[\t\n(]/)[0].trim(), line.querySelector(".shape-icon").getAttribute("aria-label")]));
  assert.deepEqual(shapes.toSorted(), [["Attic", "square"], ["Pantry", "square"], ["Void", "square"], ["Well", "large square"]]);
  await checkPage(page, "rooms frequency");
  assert.match(told, /Void \(.*\): its weight is not above 0/);
  assert.match(told, /Well \(.*\): its file belongs to another stage/);
  // A button's accessible name begins with the text on it.
  assert.deepEqual(await brokenRules(page, { type: "rule", values: ["label-content-name-mismatch"] }), []);
  // Open a floor that has the room.
  await page.getByRole("button", { name: /^A floor with it: Attic/ }).click();
  await waitForAddress(page, () => location.hash.includes("run="));
  await isMade(page);
  let isThere = false;
  for (const room of await page.locator("svg.floor-map .is-own").all()) {
    await room.click();
    await page.locator(".inside-of").waitFor();
    isThere ||= (await page.locator(".inside-of").textContent()).includes("Attic");
  }
  assert.ok(isThere);
  await close();
});

test("floors with one of the reader's rooms are found and opened, and the view has no WCAG violations or horizontal overflow", () =>
  openInEachSize("#/rooms", async ({ page, size }) => {
    await page.getByRole("button", { name: "Try a mod of three rooms" }).click();
    const section = page.getByRole("region", { name: "Floors with one of your rooms" });
    await section.getByLabel(/^Room/).waitFor();
    const names = await section.locator("option").allTextContents();
    assert.deepEqual(names.map((name) => name.replace(/ \(.*/, "")), ["Attic", "Pantry", "Wine cellar"]);
    await section.getByLabel(/^Room/).selectOption({ label: names[2] });
    await section.getByRole("button", { name: "Look for floors" }).focus();
    await page.keyboard.press("Enter");
    await section.locator(".room-hits a").nth(5).waitFor();
    await section.getByRole("button", { name: "Show more" }).waitFor();
    const status = await section.getByRole("status").textContent();
    const [, hits, floors] = /^([\d,]+) floors of ([\d,]+) have this room\.$/.exec(status);
    assert.ok(Number(hits.replace(",", "")) >= 6);
    assert.ok(Number(floors.replace(",", "")) >= 250);
    assert.equal(await section.locator(".room-hits .is-own").count(), 6);
    await checkInEachView(page, "rooms with", { size, also: (view) => takePicture(section, `${view} section`) });
    // A hit opens its floor and room, and the list of hits stays.
    const run = await section.locator(".room-hits a span").nth(2).textContent();
    const hit = section.locator(".room-hits a").nth(2);
    if (size === "phone") await hit.press("Enter");
    else await hit.click();
    await waitForAddress(page, (run) => new URLSearchParams(location.hash.split("?")[1]).get("run") === run, run);
    await page.locator(".inside-of").waitFor();
    assert.match(await page.locator(".inside-of").textContent(), /Wine cellar/);
    // The floor's map is in sight, and the room has the keyboard focus.
    await page.waitForFunction(() => document.activeElement.matches('[data-room][aria-pressed="true"]'));
    const [top, bottom] = await page.locator(".map-frame").first().evaluate((frame) => [frame.getBoundingClientRect().top, frame.getBoundingClientRect().bottom - innerHeight]);
    assert.ok(top > -2 && bottom < 2, `${top}, ${bottom}`);
    await section.locator(".room-hits a").nth(5).waitFor();
    await section.getByRole("button", { name: "Show more" }).click();
    await section.locator(".room-hits a").nth(11).waitFor();
  }));

test("one room and one file are counted in the singular, and room counts match the command's", async () => {
  const { page, close } = await open("#/rooms?backend=rebirth&edition=repentance&level=1&run=B911+99AC");
  const one = roomsOf(["Attic"]).replace('weight="90"', 'weight="2"');
  await page.getByLabel(/^A folder/).setInputFiles(dirname(dirname(dirname(put("one/content/rooms/01.basement.xml", one)))));
  await page.getByText("1 room of 1 file is read").waitFor();
  const from = page.getByText(/^(Of|None of) its \d+ /);
  let single = 0;
  for (let seed = 1; seed <= 20; seed++) {
    await page.evaluate((seed) => {
      location.hash = `#/rooms?seed=${seed}`;
    }, seed);
    await page.waitForFunction((seed) => document.querySelector("svg.floor-map")?.dataset.address.endsWith(`seed=${seed}`), seed);
    const told = await from.textContent();
    // The number of rooms is that of the command, without hidden rooms.
    const plan = JSON.parse(command("floor", "--seed", String(seed), "--format", "json")).rooms.filter(({ kind }) => !/^(ultra_)?secret$/.test(kind));
    assert.ok(told.includes(` its ${plan.length} rooms (1 of them hidden) and `) && / hidden(,| is) /.test(told), `${seed}: ${told}`);
    single += / 1 is from /.test(told) ? 1 : 0;
    assert.doesNotMatch(told, /\b1 are\b/);
  }
  assert.ok(single > 0, "no floor has exactly one such room");
  await close();
});

test("a room that the floor does not have is removed from the address and reported", async () => {
  const { page, close } = await open("#/rooms");
  await page.getByRole("button", { name: /mod of three rooms/ }).click();
  await isMade(page);
  await goTo(page, "#/rooms?level=1&run=B911+80N6&room=99");
  await page.getByRole("alert").getByText(/^room cannot be 99: give a whole number from 0 to \d+, a room of this floor\.$/).waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#/rooms?level=1&run=B911+80N6");
  await close();
});
