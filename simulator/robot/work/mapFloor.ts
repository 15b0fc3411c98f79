/** Maps a floor on order: drives to places that it has not seen yet, until there are none, and sends the map. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { Behaviour, Tick } from '../body.ts';
import { stand } from '../driving.ts';
import type { PhotoResult } from '../photoUploads.ts';
import { travel, type Travelled } from '../travel.ts';
import type { Disinfecting } from './carryOutDisinfection.ts';
import { FloorScan } from './floorScan.ts';

/** Metres between the places to drive to, and how far from each a free place is looked for. */
const SPACING_M = 4;
const REACH_M = 1.4;
/** A place is seen when this share of the square around it is known; half of its side, metres. */
const SEEN = { share: 0.75, half: 1 };
/** Metres driven between two scans. */
const SCAN_EVERY_M = 1;
/** Seconds of blockage after which a place is left out. */
const PATIENCE = 15;
/** Seconds after which an upload has failed. */
const UPLOAD_PATIENCE = 60;

export interface MappingWork {
  readonly actionId: string;
  readonly mapId: string;
  readonly scan: FloorScan;
  /** Places that are neither visited nor seen. */
  left: Place[];
  all: number;
  isSent: boolean;
}

export interface Mapping extends Disinfecting {
  /** Uploads the map; its result comes later. */
  sendScan(actionId: string, files: ReturnType<FloorScan['files']>): void;
  scanResult(actionId: string): PhotoResult | null;
}

export function mappingWork(
  actionId: string,
  { body, environment }: Pick<Mapping, 'body' | 'environment'>,
): MappingWork {
  const { mapId, motion, radius } = body;
  const floor = environment.building.floor(mapId);
  const left: Place[] = [];
  for (let y = SPACING_M / 2; y < floor.height; y += SPACING_M)
    for (let x = SPACING_M / 2; x < floor.width; x += SPACING_M) {
      const place = floor.nearestFree(x, y, radius, REACH_M);
      if (place && floor.isReachable([motion.x, motion.y], place, radius)) left.push(place);
    }
  return { actionId, mapId, scan: new FloorScan(floor), left, all: left.length, isSent: false };
}

/** @returns the id of the file or why there is none; or that it was interrupted and can go on */
export function* mapFloor(work: MappingWork, robot: Mapping): Behaviour<PhotoResult | 'interrupted'> {
  const { body, environment, journey, setTask } = robot;
  const { scan, mapId } = work;
  scan.look(body.motion.x, body.motion.y);
  for (;;) {
    work.left = work.left.filter(([x, y]) => scan.knownAround(x, y, SEEN.half) < SEEN.share);
    const { x, y } = body.motion;
    const [next] = work.left.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
    const progress = work.all === 0 ? 1 : 1 - work.left.length / work.all;
    setTask({ kind: 'mapping', target: '', progress, until: null, stops: [] });
    if (!next) break;
    const going = travel(body, environment, { to: { mapId, x: next[0], y: next[1] }, patience: PATIENCE, journey });
    const end = yield* looking(work, robot, going);
    if (end === 'interrupted') return end;
    // What cannot be reached is not tried again.
    work.left = work.left.filter((place) => place !== next);
  }
  if (!work.isSent) robot.sendScan(work.actionId, scan.files(mapId));
  work.isSent = true;
  if ((yield* stand(UPLOAD_PATIENCE, () => robot.scanResult(work.actionId) !== null)) === 'interrupted')
    return 'interrupted';
  return robot.scanResult(work.actionId) ?? { fault: 'The map could not be sent to the server.' };
}

/** Scans on the way. */
function* looking(
  { scan }: MappingWork,
  { body }: Mapping,
  going: Behaviour<Travelled>,
): Behaviour<'arrived' | 'missed' | 'interrupted'> {
  let seenAt: Place = [body.motion.x, body.motion.y];
  let step = going.next({ dt: 0, halted: false, interrupted: false });
  while (!step.done) {
    const tick: Tick = yield;
    step = going.next(tick);
    const { x, y } = body.motion;
    if (Math.hypot(x - seenAt[0], y - seenAt[1]) < SCAN_EVERY_M && !step.done) continue;
    seenAt = [x, y];
    scan.look(x, y);
  }
  return step.value === 'interrupted' || step.value === 'arrived' ? step.value : 'missed';
}
