/** Rows of the actor tree at a moment, and the actors involved in the most recent events. Pure. */
import type { ActorInfo, ActorState, Step } from '../../../machines/recording/format.ts';
import { type Moment, treeAt, valuePaths } from '../../../machines/recording/replay.ts';

export interface TreeRow {
  readonly number: number;
  readonly depth: number;
  readonly parent: number | null;
  readonly state: ActorState;
}

/** Only machines are listed; promises and callbacks belong to the outside world. */
export const treeRows = (moment: Moment, actors: Readonly<Record<string, ActorInfo>>, root: number): TreeRow[] =>
  treeAt(moment, actors, root).flatMap(({ number, depth }) => {
    const state = moment.states[number];
    const info = actors[number];
    return state && info?.machine !== undefined ? [{ number, depth, parent: info.parent, state }] : [];
  });

const JUST_NOW_MS = 1_000;
const MOST_STEPS = 500;
/** Actors that took an event in the last second. */
export function recentActors(steps: readonly Step[], step: number): ReadonlySet<number> {
  const recent = new Set<number>();
  const until = steps[step]?.at ?? 0;
  for (let at = Math.min(step, steps.length - 1); at >= Math.max(0, step - MOST_STEPS); at -= 1) {
    const one = steps[at];
    if (!one || until - one.at > JUST_NOW_MS) break;
    recent.add(one.actor);
  }
  return recent;
}

/** Names of the innermost active states: `ready.fresh` becomes `fresh`. */
export const shortState = ({ value }: Pick<ActorState, 'value'>): string =>
  valuePaths(value)
    .map((path) => path.slice(path.lastIndexOf('.') + 1))
    .join(', ');
export const longState = ({ value }: Pick<ActorState, 'value'>): string => valuePaths(value).join(', ');

/** The row that a key moves to; null for a key the tree does not handle. */
export function treeKey(key: string, rows: readonly Pick<TreeRow, 'number' | 'parent'>[], at: number): number | null {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(rows.length - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowLeft':
      return Math.max(
        0,
        rows.findIndex(({ number }) => number === row?.parent),
      );
    case 'ArrowRight':
      return rows[at + 1]?.parent === row?.number ? at + 1 : at;
    default:
      return null;
  }
}
