// XML of any encoding as UTF-8, which is what the engine reads here.

const MARK = [0xef, 0xbb, 0xbf];

// A byte order mark decides first, then what the file declares. A declaration that could be read as
// bytes was not written in 16 bits.
export function asUtf8(bytes) {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ?? "utf-8";
  const label = start.startsWith("ÿþ") ? "utf-16le" : start.startsWith("þÿ") ? "utf-16be" : declared;
  const isMarked = label !== declared;
  if (/^utf-?8$/i.test(label) || (!isMarked && /^utf-?16/i.test(label))) return bytes;
  let text;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // An unknown encoding, or bytes that it does not have: the engine says what is wrong with it.
    return bytes;
  }
  // With a byte order mark, what the file declares no longer counts.
  return Uint8Array.from([...MARK, ...new TextEncoder().encode(text)]);
}
