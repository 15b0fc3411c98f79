/** The way that one machine of a recording took: what reached it and its children from outside, in order. */
import type { ActorInfo, Recording, Step } from './format.ts';
import type { Moment } from './replay.ts';

/** Something that was told to it, or to one of its children, from outside of them. */
export interface Happening {
  /** Its step. */
  readonly step: number;
  /** Names of children, down to whom it was told; none: the machine itself. */
  readonly path: readonly string[];
  readonly event: Step['event'];
}

/** XState's own words that follow by themselves. */
const BY_ITSELF = new Set(['xstate.init', 'xstate.stop']);

/**
 * @param from the first step looked at
 * @param to the last one
 * @param momentAt the state after a step
 */
export function happenings(
  { actors, steps }: Pick<Recording, 'actors' | 'steps'>,
  actor: number,
  from: number,
  to: number,
  momentAt: (step: number) => Moment,
): Happening[] {
  const found: Happening[] = [];
  for (let step = Math.max(0, from); step <= Math.min(to, steps.length - 1); step += 1) {
    const { actor: told, from: sender, event } = steps[step] as Step;
    const path = pathTo(actors, actor, told);
    if (path === null || own(actors, told)?.machine === undefined || BY_ITSELF.has(event.type)) continue;
    if (isOutside(actors, actor, sender) || isTimer(event.type, sender, step, momentAt))
      found.push({ step, path, event });
  }
  return found;
}

/** The names from one actor down to another; null when it is none of its own. */
export function pathTo(actors: Recording['actors'], top: number, number: number): string[] | null {
  const path: string[] = [];
  const seen = new Set<number>();
  for (let at = number; at !== top;) {
    const info = own(actors, at);
    if (!info || info.parent === null || seen.has(at)) return null;
    seen.add(at);
    path.unshift(info.id);
    at = info.parent;
  }
  return path;
}

const own = (actors: Recording['actors'], number: number): ActorInfo | undefined =>
  Object.hasOwn(actors, number) ? actors[number] : undefined;

/** Promises and callbacks of its own are outside, too: they do not run again. */
const isOutside = (actors: Recording['actors'], actor: number, sender: number | null): boolean =>
  sender === null || own(actors, sender)?.machine === undefined || pathTo(actors, actor, sender) === null;

/** The clock stands still when it is run again: what a timer said is said by hand. */
const isTimer = (type: string, sender: number | null, step: number, momentAt: (step: number) => Moment): boolean =>
  type.startsWith('xstate.after.') ||
  momentAt(step - 1).timers.some((timer) => timer.actor === sender && timer.event === type);
