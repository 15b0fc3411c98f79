/** Lifelines of the sequence diagram: the outside world, then the machines involved, in tree order. Pure. */
import type { Recording, Step } from '../../../machines/recording/format.ts';
import { actorName } from '../../../machines/recording/opened.ts';

/** Everything that is not a machine: user input, services, promises, callbacks and timers. */
export const WORLD = -1;

export interface Lanes {
  /** Actor numbers, WORLD first. */
  readonly order: readonly number[];
  /** Lane at which an actor's events start or end. */
  readonly laneOf: (actor: number | null) => number;
}

/**
 * Rows per block. A block shares its lanes with the blocks before and after it; lanes for all rows would be too many to
 * show.
 */
export const LANE_ROWS = 200;

/** @param first first visible row; rows far from it get no lanes */
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

/** Heading of a lane: a page has the name of its machine. */
export function laneName(recording: Pick<Recording, 'actors'>, actor: number): string {
  const name = actorName(recording, actor);
  const machine = recording.actors[actor]?.machine;
  return name === 'screen' && machine !== undefined ? `screen: ${machine}` : name;
}
