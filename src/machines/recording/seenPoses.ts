/**
 * The positions of the robots up to a step of a recording, from which the live values of that moment are built. A
 * recording is untrusted data and is validated.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { TRAIL_MS } from '../../../contract/rules/limits.ts';
import type { OpenedRecording } from './opened.ts';
import type { Moment } from './replay.ts';

export interface SeenPose {
  readonly serialNumber: string;
  readonly mapId: string;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** m/s */
  readonly speed: number;
  /** Server clock, ms. */
  readonly at: number;
}
export interface Seen {
  /** Those of the last 60 s, oldest first. */
  readonly poses: readonly SeenPose[];
  /** The planned paths at the step itself, by serial number. */
  readonly paths: Readonly<Record<string, readonly Place[]>>;
}

/** The machines whose context holds the robots' last known state. */
const HOLDERS = new Set(['fleet', 'robotData']);

export function seenBefore(
  { recording: { steps, actors }, replay }: Pick<OpenedRecording, 'recording' | 'replay'>,
  step: number,
): Seen {
  const last = replay.momentAt(step);
  const holders = Object.entries(actors)
    .filter(([, { machine }]) => machine !== undefined && HOLDERS.has(machine))
    .map(([number]) => number);
  const poses: SeenPose[] = [];
  const told = new Map<string, unknown>();
  const look = (moment: Moment, only?: number): void => {
    for (const holder of holders) {
      if (only !== undefined && holder !== String(only)) continue;
      for (const [serialNumber, live] of livesIn(moment, holder)) {
        const key = `${holder} ${serialNumber}`;
        if (told.get(key) === live) continue;
        told.set(key, live);
        const pose = poseOf(serialNumber, live);
        if (pose) poses.push(pose);
      }
    }
  };
  if (holders.some((holder) => Object.hasOwn(last.states, holder))) {
    let first = Math.min(step, steps.length - 1);
    while (first >= 0 && (steps[first]?.at ?? 0) >= last.at - TRAIL_MS) first -= 1;
    look(replay.momentAt(first));
    for (let at = first + 1; at <= Math.min(step, steps.length - 1); at += 1) {
      const { actor, patch } = steps[at] ?? {};
      if (patch && actor !== undefined && holders.includes(String(actor))) look(replay.momentAt(at), actor);
    }
  }
  const paths: Record<string, readonly Place[]> = {};
  for (const holder of holders) {
    for (const [serialNumber, live] of livesIn(last, holder))
      if (serialNumber !== '__proto__') paths[serialNumber] = pathOf(fieldsOf(live)?.['path']);
  }
  return { poses: poses.sort((one, other) => one.at - other.at), paths };
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function livesIn({ states }: Moment, holder: string): [serialNumber: string, live: unknown][] {
  const context = fieldsOf(Object.hasOwn(states, holder) ? states[holder]?.context : null);
  const robots = Object.values(fieldsOf(context?.['robots']) ?? {}).map((robot) => fieldsOf(robot)?.['live']);
  return [...robots, context?.['live']].flatMap((live): [string, unknown][] => {
    const serialNumber = fieldsOf(live)?.['serialNumber'];
    return typeof serialNumber === 'string' && serialNumber !== '' ? [[serialNumber, live]] : [];
  });
}

function poseOf(serialNumber: string, live: unknown): SeenPose | null {
  const { pose, at, speed } = fieldsOf(live) ?? {};
  const { mapId, x, y, theta } = fieldsOf(pose) ?? {};
  if (typeof mapId !== 'string' || !isNumber(x) || !isNumber(y) || !isNumber(theta) || !isNumber(at)) return null;
  return { serialNumber, mapId, x, y, theta, at, speed: isNumber(speed) ? speed : 0 };
}

function pathOf(path: unknown): readonly Place[] {
  if (!Array.isArray(path)) return [];
  return path.filter(
    (place: unknown): place is Place => Array.isArray(place) && place.length === 2 && place.every(isNumber),
  );
}
