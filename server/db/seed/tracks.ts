/**
 * A day of sample tracks for the demo's robots: the runs of their records along planned paths, trips between the points
 * of their daily work, rest and charging at home. Written once, by a background job.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { encodeTrack, TRACK_CHUNK_MS, type TrackSample } from '../../../contract/rules/trackChunk.ts';
import { PLAN_META } from '../../../contract/rules/mapFiles/planPicture.ts';
import { randomFrom } from '../../../demo/random.ts';
import { ROBOTS, type DemoRobot } from '../../../demo/roster.ts';
import { mapOf, MAPS, pointOf } from '../../../demo/sites.ts';
import { runInWorker } from '../../workerThreads/runInWorker.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { addTracks, beginTrackPeriod, createTrackPartitions, firstTrackedAt } from '../repositories/tracks.ts';
import { cruiseRecords, cruiseVisits, robots } from '../schema.ts';
import { samplesOf, type Trip } from './trackSamples.ts';

/** Mark of the installation: the tracks are written. */
export const DEMO_TRACKS = 'demoTracks';
const SEED = 0x7472616b;
const LENGTH_MS = 26 * 3_600_000;
const MINUTE_MS = 60_000;
/** Metres per second, including corners and people. */
const SPEED = 0.55;
/** Runs begin and end with this much rest, ms. */
const BREAK_MS = 20_000;

interface Progress {
  signal?: AbortSignal;
  onRobot?: (done: number, of: number) => void;
}

/** @param until ms: when the first real tracks begin */
export async function seedTracks(db: Db, until: number, { signal, onRobot }: Progress = {}): Promise<void> {
  if ((await markOf(db, DEMO_TRACKS)) !== undefined) return;
  const from = Math.floor((until - LENGTH_MS) / TRACK_CHUNK_MS) * TRACK_CHUNK_MS;
  const first = await firstTrackedAt(db);
  // An installation of an earlier version has tracks already.
  if (first && first.getTime() < until - MINUTE_MS) {
    await setMark(db, DEMO_TRACKS, String(until));
    return;
  }
  for (const day of [from, until]) await createTrackPartitions(db, new Date(day));
  const known = new Set(
    (await db.select({ serialNumber: robots.serialNumber }).from(robots)).map((row) => row.serialNumber),
  );
  const fleet = ROBOTS.filter((robot) => known.has(robot.serialNumber) && robot.capabilities.navigation);
  for (const [index, robot] of fleet.entries()) {
    signal?.throwIfAborted();
    const chance = randomFrom(SEED + index);
    const trips = await tripsOf(db, robot, { from, until }, chance);
    // One of them was out of reach for a while, so that the page has something to say.
    const silent: [number, number] | null = index === 2 ? [until - 5 * 3_600_000, until - 4.6 * 3_600_000] : null;
    const samples = samplesOf(robot, trips, { from, until, silent });
    await addTracks(db, chunksOf(robot.serialNumber, samples));
    onRobot?.(index + 1, fleet.length);
    await nextTurn();
  }
  await db.transaction(async (transaction) => {
    await beginTrackPeriod(transaction, new Date(from), new Date(until));
    await setMark(transaction, DEMO_TRACKS, String(until));
  });
}

function chunksOf(serialNumber: string, samples: readonly TrackSample[]) {
  const byMinute = new Map<number, TrackSample[]>();
  for (const sample of samples) {
    const minute = Math.floor(sample.at / TRACK_CHUNK_MS);
    const known = byMinute.get(minute);
    if (known) known.push(sample);
    else byMinute.set(minute, [sample]);
  }
  return [...byMinute.values()].map((minute) => ({
    serialNumber,
    fromAt: new Date(minute[0]?.at ?? 0),
    untilAt: new Date(minute.at(-1)?.at ?? 0),
    chunk: Buffer.from(encodeTrack(minute)),
  }));
}

/** A way that a robot goes: it is to arrive at `arriveAt`, or as soon as it can. */
interface Wanted {
  to: Place;
  departAt: number;
  arriveAt: number | null;
}

async function tripsOf(
  db: Db,
  robot: DemoRobot,
  { from, until }: { from: number; until: number },
  chance: () => number,
): Promise<Trip[]> {
  const home = pointOf(robot.homePointId);
  const homePlace: Place = [robot.pose.x, robot.pose.y];
  const runs = await runsOf(db, robot, { from, until });
  const wanted: Wanted[] = [];
  const around = [...new Set(robot.round)].map(pointOf).filter((point) => mapOfPoint(point.id) === robot.mapId);
  let at = from + Math.round(chance() * 20) * MINUTE_MS;
  for (const run of [...runs, { begin: until, end: until, stops: [] }]) {
    // Trips between two runs.
    while (around.length > 0) {
      const goal = around[Math.floor(chance() * around.length)] ?? home;
      const departAt = at + Math.round((8 + chance() * 30) * MINUTE_MS);
      // The way out and back takes at most some minutes on the demo's floors.
      if (departAt + 8 * MINUTE_MS > run.begin) break;
      wanted.push({ to: [goal.x, goal.y], departAt, arriveAt: null });
      wanted.push({ to: homePlace, departAt: departAt + 4 * MINUTE_MS, arriveAt: null });
      at = departAt + 8 * MINUTE_MS;
    }
    for (const stop of run.stops)
      wanted.push({ to: [stop.x, stop.y], departAt: stop.departAt, arriveAt: stop.arriveAt });
    if (run.stops.length > 0) wanted.push({ to: homePlace, departAt: run.end + BREAK_MS, arriveAt: null });
    at = Math.max(at, run.end + 5 * MINUTE_MS);
  }
  return planned(robot.mapId, homePlace, wanted, until);
}

const mapOfPoint = (pointId: string): string =>
  MAPS.find(({ points }) => points.some(({ id }) => id === pointId))?.id ?? '';

async function planned(mapId: string, home: Place, wanted: readonly Wanted[], until: number): Promise<Trip[]> {
  const ends = wanted.map(({ to }, index): [Place, Place] => [wanted[index - 1]?.to ?? home, to]);
  const keyOf = ([a, b]: readonly [Place, Place]): string => [...a, ...b].map((one) => one.toFixed(1)).join(' ');
  const distinct = [...new Map(ends.map((leg) => [keyOf(leg), leg])).values()];
  const { plan, resolution } = mapOf(mapId);
  const legs = await runInWorker('planLegs', {
    png: null,
    meta: PLAN_META,
    plan: structuredClone(plan) as Parameters<typeof runInWorker<'planLegs'>>[1]['plan'],
    resolution,
    origin: { x: 0, y: 0, yaw: 0 },
    legs: distinct,
  });
  const pathOf = new Map(distinct.map((leg, index) => [keyOf(leg), legs[index]]));
  let free = 0;
  return wanted.flatMap(({ departAt, arriveAt }, index): Trip[] => {
    const leg = pathOf.get(keyOf(ends[index] ?? [home, home]));
    if (!leg || leg.metres < 0.1) return [];
    const begin = Math.max(free, departAt);
    const end = Math.max(begin + 2_000, arriveAt ?? begin + (leg.metres / SPEED) * 1_000);
    free = end;
    return begin >= until ? [] : [{ begin, end, path: leg.path }];
  });
}

interface Run {
  begin: number;
  end: number;
  stops: { x: number; y: number; departAt: number; arriveAt: number }[];
}

/** The robot's recorded runs on its own map. */
async function runsOf(db: Db, robot: DemoRobot, { from, until }: { from: number; until: number }): Promise<Run[]> {
  const rows = await db
    .select()
    .from(cruiseRecords)
    .where(
      and(
        eq(cruiseRecords.serialNumber, robot.serialNumber),
        eq(cruiseRecords.mapId, robot.mapId),
        eq(cruiseRecords.demo, true),
        gte(cruiseRecords.startedAt, new Date(from)),
        lt(cruiseRecords.startedAt, new Date(until)),
      ),
    )
    .orderBy(asc(cruiseRecords.startedAt));
  if (rows.length === 0) return [];
  const visits = await db
    .select()
    .from(cruiseVisits)
    .where(
      inArray(
        cruiseVisits.driveId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(cruiseVisits.arrivedAt));
  return rows.map(({ id, startedAt, endedAt }) => {
    let departAt = startedAt.getTime();
    const stops = visits.flatMap(({ driveId, areaId, arrivedAt, leftAt }) => {
      if (driveId !== id || !arrivedAt) return [];
      const { x, y } = pointOf(areaId);
      const stop = { x, y, departAt, arriveAt: arrivedAt.getTime() };
      departAt = (leftAt ?? arrivedAt).getTime();
      return [stop];
    });
    return { begin: startedAt.getTime(), end: (endedAt ?? startedAt).getTime(), stops };
  });
}
