/**
 * Width of a text line, px, from a table instead of a browser, so that the layout is the same in Node and all browsers.
 * The table is based on the wider of the common fonts, so that text fits its box in all of them.
 */
export type ChartFont = 'title' | 'event' | 'note';

/** Font sizes, px; must match src/ui/styles/chart.css. */
export const FONT_PX: Readonly<Record<ChartFont, number>> = { title: 13, event: 11, note: 11 };

/** Width of a monospace character as a share of the font size. */
const MONO = 0.605;
const SEMIBOLD = 1.06;
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!]/u, 0.3],
  [/[ftrI()[\]{} /-]/u, 0.4],
  [/[mwMW@]/u, 0.95],
  [/[A-Z0-9_]/u, 0.68],
  [/[\u2e80-\uffff]/u, 1],
];
const OTHERWISE = 0.61;

export function textWidth(text: string, font: ChartFont): number {
  const px = FONT_PX[font];
  if (font === 'event') return [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : MONO), 0) * px;
  const ems = [...text].reduce(
    (sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERWISE),
    0,
  );
  return ems * px * (font === 'title' ? SEMIBOLD : 1);
}

/**
 * Wraps text into lines of at most `most` px. Text beyond `lines` lines is cut with an ellipsis; a word longer than a
 * line is not broken, because code names are not hyphenated.
 */
export function wrapped(text: string, font: ChartFont, most: number, lines: number): string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const last = found.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, font) <= most) found[found.length - 1] = longer;
    else found.push(word);
  }
  if (found.length <= lines) return found;
  const kept = found.slice(0, lines);
  let end = `${kept[lines - 1] ?? ''} …`;
  while (textWidth(end, font) > most && end.includes(' ') && end.indexOf(' ') !== end.lastIndexOf(' '))
    end = `${end.slice(0, end.lastIndexOf(' ', end.length - 3))} …`;
  kept[lines - 1] = end.replace(/,? …$/u, ' …');
  return kept;
}
