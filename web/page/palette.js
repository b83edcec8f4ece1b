// The colours of charts, as plain values: a saved picture has no style sheet to ask.

const LIGHT = {
  paper: "#ffffff",
  ink: "#1a1a1a",
  quiet: "#595959",
  rule: "#dedede",
  frame: "#8c8c8c",
  flash: "#b45f06",
  rebirth: "#0072b2",
  shares: ["#f0ebf5", "#cdbade", "#9d7ac2", "#6b3f9c", "#3a1766"],
};
const DARK = {
  paper: "#17191d",
  ink: "#e8e8e6",
  quiet: "#aeb1b6",
  rule: "#3a3d43",
  frame: "#85898f",
  flash: "#f0a040",
  rebirth: "#62b4e4",
  shares: ["#2d2538", "#553a78", "#8a5fb8", "#bd97e0", "#f2e6ff"],
};

const dark = matchMedia("(prefers-color-scheme: dark)");

export const light = LIGHT;
export const current = () => (dark.matches ? DARK : LIGHT);

// Calls `draw` when the reader's colours change; returns what ends that.
export function onColours(draw) {
  dark.addEventListener("change", draw);
  return () => dark.removeEventListener("change", draw);
}

// The colour of a share of the greatest, 0 to 1.
export function shade({ shares }, share) {
  const place = Math.min(Math.max(share, 0), 1) * (shares.length - 1);
  const low = Math.min(Math.floor(place), shares.length - 2);
  const part = (text, from) => Number.parseInt(text.slice(from, from + 2), 16);
  const mixed = [1, 3, 5].map((from) => {
    const [a, b] = [part(shares[low], from), part(shares[low + 1], from)];
    return Math.round(a + (b - a) * (place - low));
  });
  return `rgb(${mixed.join(",")})`;
}

export const FONT = '"Noto Sans", Arial, Helvetica, sans-serif';
