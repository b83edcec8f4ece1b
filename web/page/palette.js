// The colours of charts, as plain values: a saved picture has no style sheet to ask.

import palette from "./palette.json";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const { light } = palette;
export const current = () => (dark.matches ? palette.dark : light);

// Calls `draw` when the reader's colours change; returns a function that ends this.
export function onColours(draw) {
  dark.addEventListener("change", draw);
  return () => dark.removeEventListener("change", draw);
}

// The colour of a share of the greatest, 0 to 1.
export function shade({ sequential: steps }, share) {
  const place = Math.min(Math.max(share, 0), 1) * (steps.length - 1);
  const low = Math.min(Math.floor(place), steps.length - 2);
  const part = (text, from) => Number.parseInt(text.slice(from, from + 2), 16);
  const mixed = [1, 3, 5].map((from) => {
    const [a, b] = [part(steps[low], from), part(steps[low + 1], from)];
    return Math.round(a + (b - a) * (place - low));
  });
  return `rgb(${mixed.join(",")})`;
}

export const FONT = '"Noto Sans", Arial, Helvetica, sans-serif';
