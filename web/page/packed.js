// What the page carries as compressed text: four bytes are five digits in base 85, with `x` in place of `<`.
// The first character says how many of the last bytes are only padding.
export function inflated(text) {
  const bytes = new DataView(new ArrayBuffer(((text.length - 1) / 5) * 4));
  for (let from = 1, to = 0; from < text.length; to += 4) {
    let word = 0;
    for (const end = from + 5; from < end; from++) {
      const code = text.charCodeAt(from);
      word = word * 85 + (code === 120 ? 60 : code) - 35;
    }
    bytes.setUint32(to, word);
  }
  const whole = bytes.buffer.slice(0, bytes.byteLength - Number(text[0]));
  return new Response(new Blob([whole]).stream().pipeThrough(new DecompressionStream("gzip")));
}
