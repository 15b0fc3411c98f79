/**
 * Unlimited undo and redo of a drawing: stores which parts changed instead of whole drawings. A gesture is one step; edits
 * with the same mark merge into one, such as keystrokes in a field.
 */
import type { Drawing } from '../../../contract/entities/floorDrawing.ts';

type ListName = keyof Drawing;
type Part = Drawing[ListName][number];
export interface PartStep {
  readonly list: ListName;
  readonly id: string;
  /** null: the part did not exist. */
  readonly from: Part | null;
  /** null: the part was erased. */
  readonly to: Part | null;
}
/** Each part once; never empty in the history. */
export type DrawingPatch = readonly PartStep[];

export interface DrawingHistory {
  readonly drawing: Drawing;
  readonly past: readonly DrawingPatch[];
  readonly future: readonly DrawingPatch[];
  /** Mark of the last step; null: the next edit is a new step. */
  readonly mark: string | null;
}

const LISTS: readonly ListName[] = ['walls', 'doors', 'rooms'];
const isSame = (a: Part | undefined, b: Part | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

export function differences(before: Drawing, after: Drawing): DrawingPatch {
  return LISTS.flatMap((list) => {
    if (before[list] === after[list]) return [];
    const [old, now] = [before, after].map(
      (drawing) => new Map<string, Part>(drawing[list].map((part) => [part.id, part])),
    ) as [Map<string, Part>, Map<string, Part>];
    const ids = new Set([...old.keys(), ...now.keys()]);
    return [...ids].flatMap((id): PartStep[] => {
      const [from, to] = [old.get(id), now.get(id)];
      return isSame(from, to) ? [] : [{ list, id, from: from ?? null, to: to ?? null }];
    });
  });
}

/** Parts keep their order; a part that comes back goes to the end. */
function applied(drawing: Drawing, patch: DrawingPatch): Drawing {
  const next: Record<ListName, readonly Part[]> = { ...drawing };
  for (const list of LISTS) {
    const steps = new Map(patch.filter((step) => step.list === list).map((step) => [step.id, step]));
    if (steps.size === 0) continue;
    const known = new Set(drawing[list].map(({ id }) => id));
    next[list] = [
      ...drawing[list].flatMap((part): Part[] => {
        const step = steps.get(part.id);
        return step ? (step.to ? [step.to] : []) : [part];
      }),
      ...[...steps.values()].flatMap(({ id, to }) => (to && !known.has(id) ? [to] : [])),
    ];
  }
  return next as Drawing; // each list got parts of its kind
}
const reversed = (patch: DrawingPatch): DrawingPatch =>
  patch.map(({ from, to, ...part }) => ({ ...part, from: to, to: from }));

function joined(first: DrawingPatch, second: DrawingPatch): DrawingPatch {
  const key = ({ list, id }: PartStep): string => `${list}/${id}`;
  const steps = new Map(first.map((step) => [key(step), step]));
  for (const step of second) steps.set(key(step), { ...step, from: (steps.get(key(step)) ?? step).from });
  return [...steps.values()].filter(({ from, to }) => !isSame(from ?? undefined, to ?? undefined));
}

export const historyOf = (drawing: Drawing): DrawingHistory => ({ drawing, past: [], future: [], mark: null });

export function edited(history: DrawingHistory, drawing: Drawing, mark: string | null = null): DrawingHistory {
  const patch = differences(history.drawing, drawing);
  if (patch.length === 0) return history;
  const last = history.past.at(-1);
  if (mark === null || mark !== history.mark || !last)
    return { drawing, past: [...history.past, patch], future: [], mark };
  const whole = joined(last, patch);
  const past = history.past.slice(0, -1);
  return { drawing, past: whole.length > 0 ? [...past, whole] : past, future: [], mark };
}

export function undone({ drawing, past, future }: DrawingHistory): DrawingHistory {
  const last = past.at(-1);
  return last
    ? { drawing: applied(drawing, reversed(last)), past: past.slice(0, -1), future: [last, ...future], mark: null }
    : { drawing, past, future, mark: null };
}

export function redone({ drawing, past, future }: DrawingHistory): DrawingHistory {
  const [next, ...later] = future;
  return next
    ? { drawing: applied(drawing, next), past: [...past, next], future: later, mark: null }
    : { drawing, past, future, mark: null };
}
