/** The lifelines of the sequence: the world, then the machines that take part, in the order of their tree. Pure. */
import type { Recording, Step } from '../../../machines/recording/format.ts';
import { actorName } from '../../../machines/recording/opened.ts';

/** Hands, services, promises, callbacks and timers: whatever is no machine. */
export const WORLD = -1;

export interface Lanes {
  /** Actors' numbers, WORLD the first. */
  readonly order: readonly number[];
  /** The lane that an actor's events begin or end at. */
  readonly laneOf: (actor: number | null) => number;
}

/** So many rows share their lanes, and as many before and after them: lanes of all rows would be too many to be seen at once. */
export const LANE_ROWS = 200;

/** @param first the row in sight; rows far from it have no lanes */
export function lanesOf(
  { actors, steps }: Pick<Recording, 'actors' | 'steps'>,
  listed: readonly number[] | null,
  first: number,
): Lanes {
  const isMachine = (actor: number | null): actor is number => actor !== null && actors[actor]?.machine !== undefined;
  const seen = new Set<number>();
  const note = ({ actor, from }: Step): void => {
    if (isMachine(actor)) seen.add(actor);
    if (isMachine(from)) seen.add(from);
  };
  const begin = Math.max(0, (Math.floor(first / LANE_ROWS) - 1) * LANE_ROWS);
  const end = begin + 3 * LANE_ROWS;
  if (listed === null) steps.slice(begin, end).forEach(note);
  else for (const index of listed.slice(begin, end)) note(steps[index] as Step);
  const order = [WORLD, ...[...seen].sort((one, other) => one - other)];
  const places = new Map(order.map((actor, place) => [actor, place]));
  return { order, laneOf: (actor) => (actor === null ? 0 : (places.get(actor) ?? 0)) };
}

/** What stands over a lane: the page by the name of its machine. */
export function laneName(recording: Pick<Recording, 'actors'>, actor: number): string {
  const name = actorName(recording, actor);
  const machine = recording.actors[actor]?.machine;
  return name === 'screen' && machine !== undefined ? `screen: ${machine}` : name;
}
