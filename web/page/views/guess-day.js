// The floors of the day: their rounds, one after the other, and their results.
import { withNames } from "../address.js";
import { MARKS, dayBefore, keepDay, keptDays, markOf, readPlayed, roundsOf, streak, today, writePlayed } from "../daily.js";
import { button, copyFrom, element, field, inWords, numberCell, row, table } from "../dom.js";
import { capital } from "../plain.js";
import { counted } from "../ticks.js";

const GAMES = ["Flash", "Rebirth", "Rebirth, deeper"];

// What is known about the day that the address names.
export function dayOf(lab, query) {
  const date = query.get("daily");
  const rounds = roundsOf(lab, date);
  const played = readPlayed(query.get("played")).slice(0, rounds.length);
  return { date, rounds, played, round: rounds[played.length] };
}

// Where the day continues: after what the browser kept of it, unless the address says more.
export function resumed(query) {
  const kept = keptDays()[query.get("daily")]?.played;
  if (!kept?.length || query.has("played") || query.has("bombs") || query.has("end")) return null;
  return withNames(query, { played: writePlayed(kept) });
}

// Ends a round: keeps what was played, and returns a button that leads on.
export function roundEnd(day, bombs, go) {
  const played = [...day.played, bombs];
  keepDay(day.date, played, day.rounds.length);
  const next = day.rounds[played.length];
  const label = !next
    ? "See your day"
    : next.floor === day.round.floor
      ? `Next: the ${inWords(next.kind)} room of this floor`
      : `Next: floor ${next.floor + 1}, ${GAMES[next.floor]}`;
  return element("p", {}, button(label, () => go(writePlayed(played)), { class: "primary" }));
}

// The rounds as squares, floor by floor: those played, the current one, and those left. `isBefore`: none of
// them is being played yet.
export function roundList({ rounds, played }, bestOf, isBefore) {
  return element("ol", { class: "day-rounds" }, ...GAMES.map((game, floor) =>
    element("li", {},
      element("span", {}, game),
      ...rounds.flatMap((round, place) => {
        if (round.floor !== floor) return [];
        const isPlayed = place < played.length;
        const isNow = place === played.length && !isBefore;
        const state = isPlayed ? MARKS[markOf(played[place], bestOf(round))][1] : isNow ? "now" : "to come";
        return [element("span", {
          class: `day-mark ${isPlayed ? `mark-${markOf(played[place], bestOf(round))}` : isNow ? "is-now" : ""}`,
          role: "img",
          "aria-label": `${inWords(round.kind)} room: ${state}`,
          title: `${inWords(round.kind)} room: ${state}`,
        })];
      }))));
}

// The day when it is over: a table that compares it with the best player, the text to paste, and the streak.
export function dayResult(day, bestOf, again) {
  const { date, rounds, played } = day;
  const best = rounds.map(bestOf);
  const found = rounds.map((_, place) => place).filter((place) => played[place] !== null);
  const sum = (numbers) => found.reduce((all, place) => all + numbers[place], 0);
  const rows = rounds.map(({ kind }, place) => {
    const mark = markOf(played[place], best[place]);
    return row(inWords(kind),
      element("span", { class: `day-mark mark-${mark}`, role: "img", "aria-label": MARKS[mark][1] }),
      numberCell(played[place] ?? "gave up"),
      numberCell(best[place]));
  });
  const compared = table({ class: "day-table", caption: "Tries needed", head: ["Room", "", "You", "Best player"], rows: [] });
  // Each floor is a group of rows below its name: a column of names would push the last one off a phone.
  compared.tBodies[0].replaceWith(...GAMES.map((_, floor) => {
    const { address } = rounds.find((round) => round.floor === floor);
    const link = element("a", { href: `#/grow?${address}` }, `${capital(address.get("backend"))}, level ${address.get("level")}`);
    return element("tbody", {},
      element("tr", {}, element("th", { scope: "rowgroup", colspan: "4" }, link)),
      ...rows.filter((_, place) => rounds[place].floor === floor));
  }));
  const squares = GAMES.map((game, floor) => {
    const own = rounds.flatMap((round, place) => (round.floor === floor ? [MARKS[markOf(played[place], best[place])][0]] : []));
    return `${own.join("")} ${game}`;
  });
  const missed = rounds.length - found.length;
  const sentence = found.length
    ? `${counted(sum(played), "try", "tries")} for ${counted(found.length, "hidden room")}, the best player ${sum(best)}${missed ? `; ${missed} given up` : ""}`
    : "all given up";
  const page = location.protocol === "file:" ? "lab.html" : location.href.replace(/#.*/, "");
  const text = [`Basement Lab, floors of ${date}`, ...squares, sentence, `${page}#/guess?daily=${date}`].join("\n");
  const area = element("textarea", { readonly: true, rows: "6", onfocus: (event) => event.target.select() }, text);
  const status = element("p", { role: "status", class: "quiet" });
  const copy = () => copyFrom(area, status, "Copied. The text does not give away where the rooms are.");
  return [
    element("p", {}, element("strong", {}, `${capital(sentence)}.`), ` ${streakText(date)}`),
    element("div", { class: "scroll" }, compared),
    element("p", { class: "quiet day-key" }, ...MARKS.flatMap(([, text], mark) => [element("span", { class: `day-mark mark-${mark}`, "aria-hidden": "true" }), ` ${text}  `])),
    field("Your day, to paste", area),
    element("p", { class: "day-buttons" },
      button("Copy", copy, { class: "primary" }),
      button("Play these floors again", again)),
    status,
    element("p", { class: "quiet" }, "The best player knows the game's rule and sees which walls can have a door, and always takes the likeliest place. What you played first counts."),
  ];
}

function streakText(date) {
  const days = keptDays();
  if (!days[date]) return "This day is not kept in this browser, and adds to no streak.";
  const own = streak(days);
  const dayCount = `${counted(own, "day")} in a row`;
  if (date !== today()) return own ? `Your streak: ${dayCount}.` : "Only a day that is played on its date adds to a streak.";
  return own > 1 || days[dayBefore(date)] ? `Your streak: ${dayCount}.` : "Come back tomorrow: this is the first day of a streak.";
}
