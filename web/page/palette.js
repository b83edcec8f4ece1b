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
  return mixed(steps[low], steps[low + 1], place - low);
}

// A colour between two: the first at a share of 0, the other at 1.
export function mixed(one, other, share) {
  const part = (text, from) => Number.parseInt(text.slice(from, from + 2), 16);
  const parts = [1, 3, 5].map((from) => Math.round(part(one, from) + (part(other, from) - part(one, from)) * share));
  return `rgb(${parts.join(",")})`;
}

export const FONT = '"Noto Sans", Arial, Helvetica, sans-serif';
