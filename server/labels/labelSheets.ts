/**
 * Labels on sheets of paper, as a PDF: codes and letters as outlines and text, crop marks in the margin. Yields to the
 * event loop between pages.
 */
import { setImmediate } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import type { LabelledPoint } from '../../contract/endpoints/pointLabels.ts';
import { labelSheet, type LabelSheet, type LabelSize, type Paper } from '../../contract/rules/pointLabels.ts';
import { fitText, type FittedText } from './textFitting.ts';
import { labelFont, type LabelFont } from './font.ts';
import { RIM, qrModulesOf } from './qrModules.ts';

/** PDF points per millimetre. */
const MM = 72 / 25.4;
const INK = '#101828';
const SECOND = '#475467';
const CUT = '#98a2b3';
const HAIRLINE = 0.4;
/** Distance of a crop mark from the labels, and its length, mm. */
const MARK = { gap: 1.5, length: 4 } as const;

/** Layout of one label size: mm, except for text sizes, which are in points. */
interface Look {
  padding: number;
  code: number;
  name: readonly number[];
  nameLines: number;
  words: number;
}
const LOOKS: Readonly<Record<LabelSize, Look>> = {
  small: { padding: 2.5, code: 32, name: [12, 11, 10, 9, 8], nameLines: 3, words: 6.5 },
  medium: { padding: 5, code: 50, name: [18, 16, 14, 12, 11, 10], nameLines: 4, words: 9 },
  large: { padding: 10, code: 98, name: [36, 32, 28, 24, 20, 18], nameLines: 4, words: 16 },
};

export interface SheetWish {
  paper: Paper;
  size: LabelSize;
  title: string;
  language: string;
}

/** Yields the PDF in chunks as they are produced. */
export async function* labelSheets(
  labels: readonly LabelledPoint[],
  { paper, size, title, language }: SheetWish,
): AsyncGenerator<Uint8Array> {
  const letters = await labelFont();
  // Not with the server, whose start it would delay.
  const { default: Pdf } = await import('pdfkit');
  const sheet = labelSheet(paper, size);
  const document = new Pdf({
    size: [sheet.paperWidth * MM, sheet.paperHeight * MM],
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Producer: 'Roundhouse', Creator: 'Roundhouse' },
  });
  // The library accepts an opened font; its types only allow a path.
  document.registerFont('label', letters.font as unknown as string);
  const pieces: Uint8Array[] = [];
  document.on('data', (piece: Uint8Array) => pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  for (let at = 0; at < labels.length; at += sheet.perPage) {
    document.addPage();
    drawMarks(document, sheet);
    for (const [index, label] of labels.slice(at, at + sheet.perPage).entries())
      drawLabel(document, letters, label, LOOKS[size], sheet, {
        left: sheet.left + (index % sheet.columns) * sheet.width,
        top: sheet.top + Math.floor(index / sheet.columns) * sheet.height,
      });
    await setImmediate();
    yield* pieces.splice(0);
  }
  document.end();
  await ended;
  yield* pieces.splice(0);
}

type Document = InstanceType<typeof PDFDocument>;

/** Crop marks: in the margin at every edge, and a small cross where four labels meet. */
function drawMarks(document: Document, { left, top, width, height, columns, rows }: LabelSheet): void {
  const [right, bottom] = [left + columns * width, top + rows * height];
  const line = (x: number, y: number, toX: number, toY: number): void =>
    void document.moveTo(x * MM, y * MM).lineTo(toX * MM, toY * MM);
  for (let column = 0; column <= columns; column++) {
    const x = left + column * width;
    line(x, top - MARK.gap - MARK.length, x, top - MARK.gap);
    line(x, bottom + MARK.gap, x, bottom + MARK.gap + MARK.length);
  }
  for (let row = 0; row <= rows; row++) {
    const y = top + row * height;
    line(left - MARK.gap - MARK.length, y, left - MARK.gap, y);
    line(right + MARK.gap, y, right + MARK.gap + MARK.length, y);
  }
  for (let column = 1; column < columns; column++) {
    for (let row = 1; row < rows; row++) {
      const [x, y] = [left + column * width, top + row * height];
      line(x - 1, y, x + 1, y);
      line(x, y - 1, x, y + 1);
    }
  }
  document.lineWidth(HAIRLINE).stroke(CUT);
}

function drawLabel(
  document: Document,
  { drawable, widthOf }: LabelFont,
  label: LabelledPoint,
  { padding, code, name, nameLines, words }: Look,
  { width, height }: LabelSheet,
  { left, top }: { left: number; top: number },
): void {
  drawCode(document, label.address, left + padding / 2, top + (height - code) / 2, code);
  const gap = padding / 2;
  const [from, room] = [left + padding / 2 + code + gap, width - code - padding / 2 - gap - padding];
  const fit = (text: string, sizes: readonly number[], lines: number): FittedText =>
    fitText(drawable(text), { width: room * MM, sizes, lines, widthOf });
  const parts = [
    { ...fit(label.name, name, nameLines), colour: INK, after: 0.55 },
    {
      ...fit([label.map.floor, label.map.name].filter(Boolean).join(' · '), [words, words * 0.9], 2),
      colour: INK,
      after: 0.25,
    },
    { ...fit(label.site, [words, words * 0.9], 2), colour: SECOND, after: 0.25 },
    { ...fit(label.kinds.join(' · '), [words, words * 0.9], 2), colour: SECOND, after: 0 },
  ].filter(({ lines }) => lines.length > 0);
  const LEADING = 1.22;
  const tall = parts.reduce((sum, { size, lines, after }) => sum + lines.length * size * LEADING + size * after, 0);
  let y = top * MM + (height * MM - tall) / 2;
  for (const { size, lines, colour, after } of parts) {
    document.font('label').fontSize(size).fillColor(colour);
    for (const line of lines) {
      document.text(line, from * MM, y + size * LEADING * 0.5, { lineBreak: false, baseline: 'middle' });
      y += size * LEADING;
    }
    y += size * after;
  }
}

/** @param side mm, with the quiet zone */
function drawCode(document: Document, text: string, left: number, top: number, side: number): void {
  const { side: count, isDark } = qrModulesOf(text);
  const step = (side * MM) / (count + 2 * RIM);
  for (let y = 0; y < count; y++) {
    for (let x = 0, run = 0; x < count; x += run || 1) {
      for (run = 0; x + run < count && isDark(x + run, y); run += 1);
      if (run > 0) document.rect(left * MM + (x + RIM) * step, top * MM + (y + RIM) * step, run * step, step);
    }
  }
  document.fill(INK);
}
