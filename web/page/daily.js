// The floor of the day: the same for everybody on a date.

const DAY = 86_400_000;

export const today = () => new Date().toISOString().slice(0, 10);

// Its address in Rebirth: the run of the day, on a level of its own for each day of the week.
export function dailyFloor(lab, date) {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);
  return new URLSearchParams({
    backend: "rebirth",
    edition: "repentance",
    level: String(2 + (day % 7)),
    run: lab.dailyRun(day),
  });
}
