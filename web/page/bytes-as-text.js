// Bytes as text in base 85: four bytes are five letters, where base 64 needs more. Of the letters none
// means anything in HTML.

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_()[]{}@%$#~;";

export function toText(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let number = 0;
    for (let place = 0; place < 4; place++) number = number * 256 + (bytes[at + place] ?? 0);
    let group = "";
    for (let place = 0; place < 5; place++) {
      group = LETTERS[number % 85] + group;
      number = Math.floor(number / 85);
    }
    text += group;
  }
  // The number of bytes, for the last four may be fewer.
  return `${bytes.length} ${text}`;
}

export function fromText(text) {
  const values = new Uint8Array(128);
  for (let value = 0; value < 85; value++) values[LETTERS.charCodeAt(value)] = value;
  const start = text.indexOf(" ") + 1;
  const length = Number(text.slice(0, start));
  const bytes = new Uint8Array(length + 3);
  for (let at = start, to = 0; to < length; at += 5, to += 4) {
    let number = 0;
    for (let place = 0; place < 5; place++) number = number * 85 + values[text.charCodeAt(at + place)];
    for (let place = 3; place >= 0; place--) {
      bytes[to + place] = number % 256;
      number = Math.floor(number / 256);
    }
  }
  return bytes.subarray(0, length);
}
