/** Checks JSON before it is parsed: number of values and nesting depth. One pass over the bytes, without recursion. */
const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d,
];

export interface JsonBounds {
  values: number;
  depth: number;
}

/** Invalid JSON may pass: the parser rejects it. */
export function isWithin(bytes: Buffer, { values, depth }: JsonBounds): boolean {
  let [count, level] = [1, 0];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1);
        break;
      case COMMA:
        if (++count > values) return false;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++count > values || ++level > depth) return false;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level--;
        break;
      default:
    }
  }
  return true;
}

/** Index of the closing quote: the first one preceded by an even number of backslashes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (before >= start && bytes[before] === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return bytes.length;
}
