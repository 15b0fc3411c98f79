/**
 * How wide a line of a chart is, px, by a table in place of a browser: the layout is the same in Node and everywhere. The table
 * leans towards the wider of the common faces, so that words end inside their box in all of them.
 */
export type ChartFont = 'title' | 'event' | 'note';

/** px of the letters; src/ui/styles/chart.css says the same. */
export const FONT_PX: Readonly<Record<ChartFont, number>> = { title: 13, event: 11, note: 11 };

/** Of the size of the letters. A face for code has one width. */
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
 * Words in lines of at most `most` px. What does not fit into `lines` of them ends in an ellipsis; a word that is longer than a
 * line stays whole on its own: names of code are not hyphenated.
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
