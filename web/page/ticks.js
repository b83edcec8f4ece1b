// Ticks of axes and numbers as a reader wants them.

// Round numbers from `least` to `most`, about as many as asked for.
export function ticks(least, most, about, isWhole = false) {
  const span = most - least || 1;
  const rough = span / Math.max(about, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.7);
  if (isWhole) step = Math.max(1, Math.round(step));
  const found = [];
  for (let at = Math.ceil(least / step - 1e-9); at * step <= most + step * 1e-9; at++) {
    found.push(Number((at * step).toPrecision(12)));
  }
  return found;
}

export const whole = (number) => Math.round(number).toLocaleString("en-US");

// A number and what is counted: "1 room", "2 rooms".
export const counted = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;

// A number and its unit, which no line breaks apart.
export const withUnit = (number, unit) => `${number}\u00a0${unit}`;

// How certain an interval is: of 100 such intervals 95 contain the value.
export const CERTAINTY = withUnit(95, "%");

// A share as percent, rounded to some significant digits.
export const percentTo = (digits, share) => withUnit(Number((share * 100).toPrecision(digits)), "%");

// A share as percent, with more decimals the smaller it is.
export function percent(share) {
  const value = share * 100;
  if (value === 0 || value === 100) return withUnit(value, "%");
  // A share that is not all floors is not 100 %.
  if (value >= 99.95) return withUnit(Math.min(value, 99.999).toFixed(3), "%");
  const decimals = value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return withUnit(value < 0.001 ? value.toPrecision(1) : value.toFixed(decimals), "%");
}

// A chance as percent, with a decimal if it is below 10 %. A small chance is not 0.
export const chanceInWords = (chance) =>
  chance > 0 && chance < 0.0005 ? `<\u00a0${withUnit(0.1, "%")}` : withUnit((chance * 100).toFixed(chance > 0 && chance < 0.1 ? 1 : 0), "%");

// How many decimals a number's uncertainty allows.
export function decimalsFor(half) {
  if (!(half > 0)) return 2;
  return Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(half))));
}

export const fixed = (number, decimals) => {
  const text = number.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text.replace("-", "−");
};
