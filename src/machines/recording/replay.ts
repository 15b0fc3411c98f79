/** Computes the state at any step of a recording. Pure; runs no machine. */
import { type ActorInfo, type ActorState, PAGE_RELOADED, type Recording, type Step, type Timer } from './format.ts';
import { patched } from './patch.ts';

export interface Moment {
  /** Server clock, ms. */
  at: number;
  states: Readonly<Record<string, ActorState>>;
  timers: readonly Timer[];
}
/** Interval of key frames in steps: a full moment is cached at this interval, which bounds the steps to apply. */
const KEY_EVERY = 128;

const NEW: ActorState = { status: 'active', value: {}, context: null, children: [] };

/** The state of the actor that a step changes, by its number; empty for an actor that is not a machine. */
export function applied(
  states: Readonly<Record<string, ActorState>>,
  { actor, status, value, patch, children }: Step,
): Readonly<Record<string, ActorState>> {
  const before = Object.hasOwn(states, actor) ? states[actor] : undefined;
  if (!before && value === undefined) return {};
  const was = before ?? NEW;
  const next: ActorState = {
    status: status ?? was.status,
    value: value ?? was.value,
    children: children ?? was.children,
    context: patch ? patched(was.context, patch) : was.context,
  };
  return { [actor]: next };
}

/** The page was reloaded: nothing of the page before remains. */
export const isReload = ({ event }: Pick<Step, 'event'>): boolean => event.type === PAGE_RELOADED;

export const after = (moment: Moment, step: Step): Moment =>
  isReload(step)
    ? { at: step.at, states: {}, timers: [] }
    : {
        at: step.at,
        states: { ...moment.states, ...applied(moment.states, step) },
        timers: step.timers ?? moment.timers,
      };

/**
 * Returns the moment after step `index`; -1 is the base. Optimised for moments near each other, as a user steps through
 * them.
 */
export function createReplay({ base, steps }: Recording) {
  const keys = new Map<number, Moment>([[-1, base]]);
  let last = -1;
  let lastMoment: Moment = base;

  const momentAt = (index: number): Moment => {
    const wanted = Math.min(Math.max(-1, index), steps.length - 1);
    const nearest = Math.max(-1, Math.floor((wanted + 1) / KEY_EVERY) * KEY_EVERY - 1);
    let from = nearest;
    while (!keys.has(from)) from -= KEY_EVERY;
    let moment = keys.get(Math.max(-1, from)) as Moment;
    if (last <= wanted && last > from) {
      from = last;
      moment = lastMoment;
    }
    for (let at = from + 1; at <= wanted; at += 1) {
      moment = after(moment, steps[at] as Step);
      if ((at + 1) % KEY_EVERY === 0) keys.set(at, moment);
    }
    last = wanted;
    lastMoment = moment;
    return moment;
  };
  return { momentAt, length: steps.length };
}
export type Replay = ReturnType<typeof createReplay>;

/** The number of the root; null in a recording without one. */
export const rootOf = ({ actors }: Pick<Recording, 'actors'>): number | null => {
  const found = Object.entries(actors).find(([, { parent }]) => parent === null);
  return found ? Number(found[0]) : null;
};

/** The actors alive at a moment, parents first, each with its depth. */
export function treeAt(
  moment: Moment,
  actors: Readonly<Record<string, ActorInfo>>,
  root: number,
): { number: number; depth: number }[] {
  const rows: { number: number; depth: number }[] = [];
  const seen = new Set<number>();
  const walk = (number: number, depth: number): void => {
    if (seen.has(number) || !Object.hasOwn(actors, number)) return;
    seen.add(number);
    rows.push({ number, depth });
    for (const child of moment.states[number]?.children ?? []) walk(child, depth + 1);
  };
  walk(root, 0);
  return rows;
}

/** A state value as one path per region: `shown.data.ready`. */
export function valuePaths(value: ActorState['value'], under = ''): string[] {
  const at = (state: string): string => (under === '' ? state : `${under}.${state}`);
  if (typeof value === 'string') return value === '' ? [] : [at(value)];
  return Object.entries(value).flatMap(([state, inner]) => {
    const further = valuePaths(inner, at(state));
    return further.length > 0 ? further : [at(state)];
  });
}
