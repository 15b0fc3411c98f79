/** Text in a state's box and beside an arrow, as measured lines: the chart's text before layout. */
import type { ChartState, ChartTransition } from './chartOf.ts';
import { type ChartFont, textWidth, wrapped } from './textWidth.ts';

/** px. */
export const LINE_HEIGHT: Readonly<Record<ChartFont, number>> = { title: 18, event: 15, note: 14 };
/** Space before a transition's text for the symbol that shows whether it was taken. */
export const SIGN_PX = 13;
/** Gap between two transitions in one label, px. */
const APART_PX = 4;
const LABEL_PX = 190;
const ROW_PX = 250;
const LABEL_LINES = 2;
const COLUMN_GAP_PX = 18;

export interface TextLine {
  readonly font: ChartFont;
  readonly text: string;
  /** From the upper left corner of the block; y is the baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Right-aligned: x is the end of the line. */
  readonly ends?: boolean;
}
/** The text of one transition. */
export interface TransitionText {
  readonly transition: string;
  /** Upper left corner of its symbol. */
  readonly x: number;
  readonly y: number;
  readonly lines: readonly TextLine[];
}
export interface TextBlock {
  readonly width: number;
  readonly height: number;
  /** Text of the state itself: invoked actors, entry and exit actions. */
  readonly lines: readonly TextLine[];
  readonly transitions: readonly TransitionText[];
}

interface Line {
  readonly font: ChartFont;
  readonly text: string;
}

const baseLine = (font: ChartFont): number => LINE_HEIGHT[font] - (font === 'title' ? 5 : 4);
const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { font }) => sum + LINE_HEIGHT[font], 0);

/** Stacks lines downwards from (x, y). */
function stacked(lines: readonly Line[], x: number, y: number): TextLine[] {
  let bottom = y;
  return lines.map(({ font, text }) => {
    const line = { font, text, x, y: bottom + baseLine(font), width: Math.ceil(textWidth(text, font)) };
    bottom += LINE_HEIGHT[font];
    return line;
  });
}

/** Actions with an informative name. */
export const namedActions = (actions: readonly string[]): string[] =>
  [...new Set(actions)].filter((name) => !GENERIC_ACTIONS.has(name));

/** The named actions, and an ellipsis for unnamed ones. `alone`: the text if no action is named. */
function actionText(actions: readonly string[], alone: string): string {
  const named = namedActions(actions);
  if (named.length === 0) return alone;
  return `/ ${[...named, ...(actions.some((name) => GENERIC_ACTIONS.has(name)) ? ['…'] : [])].join(', ')}`;
}
const GENERIC_ACTIONS: ReadonlySet<string> = new Set([
  'set',
  'send',
  'steps',
  'code',
  'raise',
  'emit',
  'spawn',
  'stop',
]);

/** `event`, then `[guard] / actions`, on one line if they fit. */
function transitionLines({ label, guard, actions, targets, reenter }: ChartTransition, most: number): Line[] {
  const event = targets.length > 0 && reenter ? `${label} ↻` : label;
  // Neither target nor action: the event is consumed without effect.
  const acts = actions.length > 0 ? actionText(actions, '') : targets.length === 0 ? '/ –' : '';
  const parts = [guard === '' ? '' : `[${guard}]`, acts].filter(Boolean);
  const notes = textWidth(parts.join(' '), 'note') <= most ? [parts.join(' ')].filter(Boolean) : parts;
  return [{ font: 'event', text: event }, ...notes.flatMap((note) => noteLines(note, most))];
}

/** A truncated guard still ends with its bracket. */
function noteLines(note: string, most: number): Line[] {
  const lines = wrapped(note, 'note', most, LABEL_LINES);
  const open = note.startsWith('[') && !lines.some((line) => line.includes(']'));
  return lines.map((text, index): Line => ({
    font: 'note',
    text: open && index === lines.length - 1 ? `${text}]` : text,
  }));
}

/** Distributes items over columns of similar height, one after the other. */
function inColumns<Item extends { readonly height: number }>(items: readonly Item[], count: number): Item[][] {
  const fair = items.reduce((sum, { height }) => sum + height, 0) / count;
  const columns: Item[][] = [];
  let before = 0;
  for (const item of items) {
    const column = Math.min(count - 1, Math.floor((before + item.height / 2) / fair));
    (columns[column] ??= []).push(item);
    before += item.height;
  }
  return columns.filter((column) => column !== undefined);
}

function block(own: readonly Line[], transitions: readonly ChartTransition[], most: number, columns = 1): TextBlock {
  const head = stacked(own, 0, 0);
  const top = heightOf(own) + (own.length > 0 && transitions.length > 0 ? APART_PX : 0);
  let [left, right, bottom] = [0, 0, top];
  const items = transitions
    .map((transition) => ({ transition, lines: transitionLines(transition, most) }))
    .map((item) => ({ ...item, height: heightOf(item.lines) + APART_PX }));
  const texts: TransitionText[] = [];
  for (const column of inColumns(items, columns)) {
    let y = top;
    const begin = texts.length;
    for (const { transition, lines, height } of column) {
      texts.push({ transition: transition.id, x: left, y, lines: stacked(lines, left + SIGN_PX, y) });
      y += height;
    }
    bottom = Math.max(bottom, y - APART_PX);
    right = Math.max(right, ...texts.slice(begin).flatMap(({ lines }) => lines.map(({ x, width }) => x + width)));
    left = right + COLUMN_GAP_PX;
  }
  return { width: Math.max(right, ...head.map(({ width }) => width)), height: bottom, lines: head, transitions: texts };
}

/** Label of an arrow: one or more transitions with the same route. */
export const labelText = (transitions: readonly ChartTransition[]): TextBlock => block([], transitions, LABEL_PX);

/** The block right-aligned, for a label to the left of its arrow. */
export const endingRight = (text: TextBlock): TextBlock => ({
  ...text,
  transitions: text.transitions.map((each) => {
    const lines = each.lines.map((line) => ({ ...line, x: text.width, ends: true }));
    return { ...each, lines, x: text.width - (lines[0]?.width ?? 0) - SIGN_PX };
  }),
});

/** Text under the name in a state's box: `do`, `entry` and `exit`, and the transitions that lead to no other state. */
export function stateText({ entry, exit, invokes, states }: ChartState, inner: readonly ChartTransition[]): TextBlock {
  const noted = (word: string, text: string): Line[] =>
    text === ''
      ? []
      : wrapped(`${word} ${text}`, 'note', ROW_PX, LABEL_LINES).map((line): Line => ({ font: 'note', text: line }));
  const runs = invokes.map(({ id, src }) => (/^\d+\./u.test(id) || id === src ? src : `${src} (${id})`));
  const own = [
    ...noted('do', runs.length > 0 ? `/ ${runs.join(', ')}` : ''),
    ...noted('entry', entry.length > 0 ? actionText(entry, '/ …') : ''),
    ...noted('exit', exit.length > 0 ? actionText(exit, '/ …') : ''),
  ];
  const count = inner.length;
  const columns = states.length > 0 ? (count <= 2 ? 1 : Math.min(4, Math.ceil(count / 2))) : count <= 4 ? 1 : 2;
  return block(own, inner, ROW_PX, columns);
}
