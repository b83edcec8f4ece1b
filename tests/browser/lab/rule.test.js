// The Change view: finding, changing and resetting rules by mouse and keyboard, compared with the command.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkInEachView, command, end, goTo, open, openInEachSize, sizes, takePicture, waitForAddress } from "./open.js";

after(end);

const PATH = "rebirth.growth.neighbour_limit";
const CHANGED = `#/rule?level=3&set=${PATH}%3D3`;
const found = (page, text) =>
  page.waitForFunction(
    (text) => document.querySelector(".rule-sentence").textContent.includes(text),
    text,
  );
const hashQuery = async (page) =>
  new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);

// Goes to another address and waits until the page shows it.
async function standAt(page, hash) {
  await goTo(page, hash);
  await waitForAddress(page, () => true);
}

test("the Change view shows two maps for a changed rule and has no WCAG violations or horizontal overflow", () =>
  openInEachSize(CHANGED, async ({ page, size }) => {
    await found(page, "instead of");
    assert.equal(await page.locator(".rule-maps svg").count(), 2);
    await page.getByText("Secret (10)").click();
    await checkInEachView(page, "rule", { size, also: (view) => takePicture(page, `${view} whole`, { fullPage: true }) });
  }));

test("the means and maps before and after a rule change match the command's", async () => {
  const { page, close } = await open(CHANGED);
  await found(page, "instead of");
  const text = await page.locator(".rule-sentence").textContent();
  const mean = (...words) => {
    const counted = JSON.parse(
      command("sample", "--level", "3", "--measures", "rings", "--count", "20000", ...words),
    );
    const values = Object.entries(counted.measures.rings);
    const floors = values.reduce((sum, [, count]) => sum + count, 0);
    return values.reduce((sum, [value, count]) => sum + value * count, 0) / floors;
  };
  const [, after, before] = /is ([\d.]+) instead of ([\d.]+):/.exec(text);
  assert.equal(before, mean().toFixed(before.split(".")[1].length));
  assert.equal(after, mean("--set", `${PATH}=3`).toFixed(after.split(".")[1].length));
  const printed = await page.locator(".rule-results pre").textContent();
  assert.ok(printed.includes(`--set ${PATH}=3`), printed);
  const maps = page.locator(".rule-maps svg");
  for (const [place, words] of [[0, []], [1, ["--set", `${PATH}=3`]]]) {
    const floor = JSON.parse(command("floor", "--format", "json", "--level", "3", ...words));
    assert.deepEqual(JSON.parse(await maps.nth(place).getAttribute("data-rooms")), floor.rooms);
  }
  await close();
});

test("the keyboard can find, change and reset a rule, and the address stores the change", async () => {
  const { page, reopen, close } = await open("#/rule?level=3");
  await found(page, "own rules");
  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.type("occupied candidate");
  await page.getByText("1 rule has these words.").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const field = page.getByLabel("Neighbour limit", { exact: true });
  assert.ok(await field.evaluate((node) => node === document.activeElement));
  await page.keyboard.press("ArrowUp");
  await found(page, "neighbour limit (growth) at 3");
  assert.deepEqual((await hashQuery(page)).getAll("set"), [`${PATH}=3`]);
  assert.ok(await field.evaluate((node) => node === document.activeElement));
  const hash = await page.evaluate(() => location.hash);
  const sentence = await page.locator(".rule-sentence").textContent();
  await reopen(hash);
  await found(page, "instead of");
  assert.equal(await page.locator(".rule-sentence").textContent(), sentence);
  assert.equal(await field.inputValue(), "3");
  await page.getByRole("button", { name: "Reset neighbour limit" }).press("Enter");
  await found(page, "own rules");
  assert.deepEqual((await hashQuery(page)).getAll("set"), []);
  await close();
});

test("rule changes survive a new level, and a new game or Reset all removes them", async () => {
  const { page, close } = await open("#/rule?level=3");
  await page.getByRole("button", { name: "Rooms may close rings" }).click();
  await found(page, "instead of");
  await page.getByLabel(/^Level/).selectOption("2");
  await waitForAddress(page, () => location.hash.includes("level=2"));
  assert.deepEqual((await hashQuery(page)).getAll("set"), [`${PATH}=3`]);
  await found(page, "instead of");
  await page.getByLabel(/^Game/).selectOption("flash/wrath-of-the-lamb");
  await waitForAddress(page, () => location.hash.includes("flash"));
  await found(page, "own rules");
  assert.deepEqual((await hashQuery(page)).getAll("set"), []);
  await page.getByText("Special (").click();
  await page.getByLabel("Super secret", { exact: true }).uncheck();
  await found(page, "super secret (special) off");
  await page.getByRole("button", { name: "Reset all" }).click();
  await found(page, "own rules");
  await close();
});

test("a value out of range shows an error beside its field, and an unknown rule shows an alert", async () => {
  const { page, reopen, close } = await open(`#/rule?set=${PATH}%3D9`);
  const error = page.locator(".rule-changes .error");
  await error.waitFor();
  assert.match(await error.textContent(), /a whole number from 1 to 5/);
  assert.equal(await page.getByLabel("Neighbour limit", { exact: true }).getAttribute("aria-invalid"), "true");
  await page.getByLabel("Neighbour limit", { exact: true }).fill("4");
  await found(page, "at 4");
  assert.ok(await error.isHidden());
  await reopen("#/rule?set=rebirth.growth.neighbor_limit%3D3");
  await page.waitForFunction(() => document.querySelector("#alerts").textContent);
  assert.match(await page.getByRole("alert").textContent(), /neighbour_limit/);
  await close();
});

test("rules that produce no floor show an error, and Reset all recovers", async () => {
  const path = "rebirth.dead_ends.base";
  const { page, close } = await open(`#/rule?level=3&set=${path}%3D40&set=rebirth.dead_ends.attempts%3D20000`);
  await page.locator(".rule-maps .error").waitFor();
  await page.getByRole("button", { name: "Reset all" }).click();
  await found(page, "own rules");
  await close();
});

test("a rule change is compared on the same seeds, with the command's interval and count of identical floors", async () => {
  const set = "set=rebirth.secret.penalty_one_neighbour%3D0";
  const { page, close } = await open("#/log");
  const sentenceOf = async (hash, text) => {
    await standAt(page, hash);
    await found(page, text);
    return page.locator(".rule-sentence").textContent();
  };
  // The secret room moves on most seeds, but the number of rooms does not change on any.
  const rooms = await sentenceOf(`#/rule?level=3&measure=rooms&${set}`, "no seed's value changes");
  assert.match(rooms, /the mean of rooms stays [\d.]+, because no seed's value changes\. On 20,000 seeds/);
  const around = await sentenceOf(
    `#/rule?level=3&measure=secret_neighbours&${set}`,
    "of the difference on a seed",
  );
  const [, low, high] = /on a seed ([\d.]+) to ([\d.]+)\)/.exec(around);
  const [effects] = JSON.parse(
    command(
      "ablate", "--level", "3", "--count", "20000", "--format", "json",
      "--set", "rebirth.secret.penalty_one_neighbour=0",
    ),
  );
  const { difference_lower, difference_upper } = effects.effects.find(
    ({ measure }) => measure === "secret_neighbours",
  );
  const digits = low.split(".")[1].length;
  assert.equal(low, (-difference_upper).toFixed(digits));
  assert.equal(high, (-difference_lower).toFixed(digits));
  const same = around.match(/the same floor on ([\d,]+) of them/)[1].replaceAll(",", "");
  assert.equal(Number(same), effects.identical);
  // A rule for Labyrinths does not affect floors without that curse.
  const nothing = await sentenceOf(
    "#/rule?level=3&curse=none&set=rebirth.rooms.labyrinth_cap%3D40",
    "identical",
  );
  assert.match(nothing, /every floor is identical: the same rooms on all of 20,000 seeds/);
  await close();
});

test("a nearly constant difference is shown with at most three decimals", async () => {
  const { page, close } = await open("#/rule?backend=flash&level=6&measure=rooms&set=flash.rooms.base%3D10");
  await found(page, "instead of");
  const sentence = await page.locator(".rule-sentence").textContent();
  assert.match(sentence, /is [\d.]+ instead of [\d.]+: 5\.0+ higher \(95\u00a0% interval of the difference on a seed narrower than 0\.0*1\)/);
  assert.doesNotMatch(sentence, /\d\.\d{4}/);
  await close();
});

test("Five more rooms adds 3.5 to 6 rooms on average on each tested level", async () => {
  const { page, close } = await open("#/log");
  const meanOf = (query) => {
    const words = [...query].flatMap(([name, value]) => [`--${name}`, value]);
    const { measures } = JSON.parse(command("sample", "--measures", "rooms", "--phase", "special", "--count", "2000", ...words));
    const values = Object.entries(measures.rooms);
    return values.reduce((sum, [value, count]) => sum + value * count, 0) / 2000;
  };
  for (const [place, floor] of [
    "backend=rebirth&edition=repentance&level=1",
    "backend=rebirth&edition=repentance&level=5",
    "backend=rebirth&edition=repentance&level=6",
    "backend=rebirth&edition=repentance&level=12",
    "backend=flash&edition=article&level=8",
    "backend=flash&edition=wrath-of-the-lamb&level=8",
  ].entries()) {
    await standAt(page, `#/rule?${floor}&measure=rooms&curse=none`);
    await page.getByRole("button", { name: "Five more rooms" }).click();
    await waitForAddress(page, () => location.hash.includes("set="));
    const changed = await hashQuery(page);
    changed.delete("measure");
    const more = meanOf(changed) - meanOf(new URLSearchParams(`${floor}&curse=none`));
    assert.ok(more > 3.5 && more < 6, `${changed}: ${more}`);
    // The command counts the same floors faster. The page says so of the first.
    if (place === 0) {
      await found(page, "instead of");
      const sentence = await page.locator(".rule-sentence").textContent();
      const told = Number(/: ([\d.]+) higher/.exec(sentence)?.[1]);
      assert.ok(told > 3.5 && told < 6, sentence);
    }
  }
  await close();
});

for (const size of Object.keys(sizes)) {
  test(`${size}: making and counting floors does not move the layout`, async () => {
    const { page, close } = await open("#/log", { size });
    const before = await page.evaluate(async () => {
      const names = [".rule-sentence", ".rule-results progress", ".rule-chart", ".rule-note", ".rule-maps"];
      globalThis.tops = () => names.map((name) => Math.round(document.querySelector(name).getBoundingClientRect().top + scrollY));
      location.hash = "#/rule?level=3&run=B911+80N6&set=rebirth.growth.neighbour_limit%3D3";
      while (!document.querySelector(".rule-maps")) await new Promise(requestAnimationFrame);
      return tops();
    });
    await page.locator(".rule-sentence").getByText("With neighbour limit").waitFor({ timeout: 20000 });
    assert.deepEqual(await page.evaluate(() => tops()), before);
    await close();
  });
}

test("the summary says which value of the address is not valid", async () => {
  const { page, close } = await open("#/rule?set=rebirth.rooms.cap%3D61");
  await page.getByText(/^Cap \(rooms\) cannot be 61, so this change is left out\. By the edition's own rules the mean/).waitFor();
  await close();
});

test("the summary says that no room jumps the queue, as the article's link does", async () => {
  const { page, close } = await open("#/rule?level=6&curse=none&measure=boss_distance&set=rebirth.growth.back_one_in%3D1");
  await found(page, "With back one in (growth) at 1, so that no room jumps the queue, the mean of doors to the boss is");
  await close();
});

test("rules by which a floor takes too long leave no bar, and slow floors do not end the next view's count", async () => {
  const floor = "#/rule?level=6&run=B911+80N6&set=rebirth.dead_ends.base";
  const { page, close } = await open(`${floor}%3D15&set=rebirth.dead_ends.attempts%3D200000`);
  await found(page, "takes too long");
  assert.ok(await page.locator("progress").isHidden());
  await standAt(page, `${floor}%3D14`);
  await page.waitForTimeout(2000);
  await standAt(page, "#/guide");
  await page.locator(".step").nth(1).scrollIntoViewIfNeeded();
  await page.getByText(/^About \d+ in 100 other floors have a ring\.$/).waitFor();
  await close();
});
