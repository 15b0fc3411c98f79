/**
 * Fits text into a label: breaks lines between words, or anywhere in Chinese; then tries smaller sizes, and truncates
 * last.
 */

export interface Room {
  /** In the same unit as `sizes`. */
  width: number;
  /** Font sizes to try, largest first. */
  sizes: readonly number[];
  lines: number;
  /** Width at size 1. */
  widthOf(text: string): number;
}
export interface FittedText {
  size: number;
  lines: readonly string[];
}

const MORE = '…';
/** Words with their trailing space; every wide character is a word. */
const WORDS = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFF60]|[^\s\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFF60]+\s*|\s+/gu;

export function fitText(text: string, { width, sizes, lines: most, widthOf }: Room): FittedText {
  const words = text.trim().match(WORDS) ?? [];
  for (const size of sizes) {
    const lines = broken(words, width / size, widthOf);
    if (lines && lines.length <= most) return { size, lines };
  }
  const size = sizes.at(-1) ?? 1;
  const lines =
    broken(
      words.flatMap((word) => [...word]),
      width / size,
      widthOf,
    ) ?? [];
  if (lines.length <= most) return { size, lines };
  const last = [...(lines[most - 1] ?? '')];
  while (last.length > 0 && widthOf(last.join('') + MORE) > width / size) last.pop();
  return { size, lines: [...lines.slice(0, most - 1), last.join('').trimEnd() + MORE] };
}

/** Breaks words into lines; null if a word is wider than a line. */
function broken(words: readonly string[], width: number, widthOf: (text: string) => number): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (word.length > 1 && widthOf(word.trimEnd()) > width) return null;
    if (line !== '' || word.trim() !== '') line += word;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}
