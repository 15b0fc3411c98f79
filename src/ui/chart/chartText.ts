/** What stands in a state's box and beside an arrow, in lines that are measured: the words of a chart before it is laid out. */
import type { ChartState, ChartTransition } from './chartOf.ts';
import { type ChartFont, textWidth, wrapped } from './textWidth.ts';

/** px. */
export const LINE_HEIGHT: Readonly<Record<ChartFont, number>> = { title: 18, event: 15, note: 14 };
/** Room before a transition's words for the sign that says whether it was walked. */
export const SIGN_PX = 13;
/** Between two transitions in one label. */
const APART_PX = 4;
const LABEL_PX = 190;
const ROW_PX = 250;
const LABEL_LINES = 2;
const COLUMN_GAP_PX = 18;

export interface TextLine {
  readonly font: ChartFont;
  readonly text: string;
  /** From the upper left corner of its block; y is the base line. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** x is where it ends. */
  readonly ends?: boolean;
}
/** The words of one transition. */
export interface TransitionText {
  readonly transition: string;
  /** Where its sign has its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly lines: readonly TextLine[];
}
export interface TextBlock {
  readonly width: number;
  readonly height: number;
  /** What belongs to the state itself: what it runs, what it does on the way in and out. */
  readonly lines: readonly TextLine[];
  readonly transitions: readonly TransitionText[];
}

interface Line {
  readonly font: ChartFont;
  readonly text: string;
}

const baseLine = (font: ChartFont): number => LINE_HEIGHT[font] - (font === 'title' ? 5 : 4);
const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { font }) => sum + LINE_HEIGHT[font], 0);

/** Lines under each other from (x, y). */
function stacked(lines: readonly Line[], x: number, y: number): TextLine[] {
  let bottom = y;
  return lines.map(({ font, text }) => {
    const line = { font, text, x, y: bottom + baseLine(font), width: Math.ceil(textWidth(text, font)) };
    bottom += LINE_HEIGHT[font];
    return line;
  });
}

/** Those whose words say something. */
export const namedActions = (actions: readonly string[]): string[] =>
  [...new Set(actions)].filter((name) => !SAYING_NOTHING.has(name));

/** Actions that have a name; that there are others is all that can be said of them. `alone`: what stands for them where none has. */
function actionText(actions: readonly string[], alone: string): string {
  const named = namedActions(actions);
  if (named.length === 0) return alone;
  return `/ ${[...named, ...(actions.some((name) => SAYING_NOTHING.has(name)) ? ['…'] : [])].join(', ')}`;
}
const SAYING_NOTHING: ReadonlySet<string> = new Set(['set', 'send', 'steps', 'code', 'raise', 'emit', 'spawn', 'stop']);

/** `event`, then `[guard] / actions`, on one line where they fit on one. */
function transitionLines({ label, guard, actions, targets, reenter }: ChartTransition, most: number): Line[] {
  const event = targets.length > 0 && reenter ? `${label} ↻` : label;
  // Neither target nor action: the event is taken and nothing comes of it.
  const acts = actions.length > 0 ? actionText(actions, '') : targets.length === 0 ? '/ –' : '';
  const parts = [guard === '' ? '' : `[${guard}]`, acts].filter(Boolean);
  const notes = textWidth(parts.join(' '), 'note') <= most ? [parts.join(' ')].filter(Boolean) : parts;
  return [{ font: 'event', text: event }, ...notes.flatMap((note) => noteLines(note, most))];
}

/** A guard that is cut short still ends in its bracket. */
function noteLines(note: string, most: number): Line[] {
  const lines = wrapped(note, 'note', most, LABEL_LINES);
  const open = note.startsWith('[') && !lines.some((line) => line.includes(']'));
  return lines.map((text, index): Line => ({
    font: 'note',
    text: open && index === lines.length - 1 ? `${text}]` : text,
  }));
}

/** In columns of about one height, filled one after the other. */
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

/** Beside an arrow: one or more transitions that go the same way. */
export const labelText = (transitions: readonly ChartTransition[]): TextBlock => block([], transitions, LABEL_PX);

/** The same with its lines ending at the right, for a label that stands to the left of its arrow. */
export const endingRight = (text: TextBlock): TextBlock => ({
  ...text,
  transitions: text.transitions.map((each) => {
    const lines = each.lines.map((line) => ({ ...line, x: text.width, ends: true }));
    return { ...each, lines, x: text.width - (lines[0]?.width ?? 0) - SIGN_PX };
  }),
});

/** Under the name in a state's box: `do`, `entry` and `exit`, and the transitions that lead nowhere else. */
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
