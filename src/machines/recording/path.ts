/** The events that one machine of a recording and its children received from outside, in order. */
import type { ActorInfo, Recording, Step } from './format.ts';
import type { Moment } from './replay.ts';

/** An event that the machine or one of its children received from outside. */
export interface Happening {
  readonly step: number;
  /** Names of children down to the receiver; empty: the machine itself. */
  readonly path: readonly string[];
  readonly event: Step['event'];
}

/** XState's own events, which follow automatically. */
const BY_ITSELF = new Set(['xstate.init', 'xstate.stop']);

/**
 * @param from the first step considered
 * @param to the last step considered
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

/** The names from an actor down to its descendant; null when it is not a descendant. */
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

/** Its own promises and callbacks count as outside, because they do not run again. */
const isOutside = (actors: Recording['actors'], actor: number, sender: number | null): boolean =>
  sender === null || own(actors, sender)?.machine === undefined || pathTo(actors, actor, sender) === null;

/** The clock is frozen in a replay: timer events are sent explicitly. */
const isTimer = (type: string, sender: number | null, step: number, momentAt: (step: number) => Moment): boolean =>
  type.startsWith('xstate.after.') ||
  momentAt(step - 1).timers.some((timer) => timer.actor === sender && timer.event === type);
