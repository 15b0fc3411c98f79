/**
 * The ways from where a robot is to the first stop of its run, planned in a worker thread. They are needed only while a door
 * is out of service. The start of a run asks for them inside its transaction and gets what is known; what it lacked is
 * planned before the next transaction. The last ones of each robot are kept until its run started or ended.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { Leg, LegPath } from '../../contract/rules/schedule/outOfService.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { mapById, mapVersionOf } from '../db/repositories/maps.ts';
import type { Db } from '../db/database.ts';
import type { FileStore } from '../files/fileStore.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { planningMapOf } from './planningMap.ts';

/** A robot that moved less than this since its ways were planned has the same ways, metres. */
const SAME_PLACE_M = 0.5;
/** Ways of a robot that moves meanwhile are used for this long, ms. */
export const APPROACH_USABLE_MS = 30_000;
/** A run starts without the ways to its first stop if they are not planned this long after it asked for them, ms. */
export const APPROACH_PATIENCE_MS = 60_000;
/** Ways that nothing asked for in this time are deleted, ms: their task or robot can be gone. */
const UNUSED_MS = 60_000;

interface Needs {
  log: { warn(context: object, message: string): void };
  now(): number;
  store: FileStore;
}
export interface ApproachAsked {
  serialNumber: string;
  /** The run that asks. */
  runId: string;
  /** Where the robot is. */
  robot: Place;
  /** Each way that it can take, in legs; the first one can begin where the robot is. */
  ways: readonly (readonly Leg[])[];
}
export type Approaches = readonly (readonly LegPath[])[];
interface Kept {
  key: string;
  /** The last one that asked. */
  runId: string;
  askedAt: number;
  /** What is to be planned. */
  wanted: ApproachAsked | null;
  /** Since when no ways are known that can be used. */
  lackingSince: number | null;
  planning: Promise<void> | null;
  /** The last ones, planned from where the robot was then. */
  found: { robot: Place; at: number; approaches: Approaches } | null;
}

export function createScheduleApproach({ log, now, store }: Needs) {
  const keptOf = new Map<string, Kept>();

  const isAt = ([x, y]: Place, [otherX, otherY]: Place): boolean => x === otherX && y === otherY;
  /** The same while only the robot moves. */
  const keyOf = async (db: Db, { robot, ways }: ApproachAsked): Promise<string> => {
    const mapIds = [...new Set(ways.flatMap((legs) => legs.map(({ mapId }) => mapId)))];
    const versions = [];
    for (const mapId of mapIds) versions.push(await mapVersionOf(db, mapId));
    const ends = ways.map((legs) => legs.map(({ mapId, from, to }) => [mapId, isAt(from, robot) ? null : from, to]));
    return JSON.stringify([versions.map((version) => [version?.revision, version?.pictureId]), ends]);
  };
  const pathOf = async (db: Db, { mapId, from, to }: Leg): Promise<LegPath> => {
    const map = await mapById(db, mapId);
    if (!map) return { mapId, path: [] };
    const [leg] = await runInWorker('planLegs', { ...(await planningMapOf(db, store, map)), legs: [[from, to]] });
    return { mapId, path: !leg || leg.isStraight ? [] : leg.path };
  };
  /** null: the planner's queue is full. */
  const planned = async (db: Db, { serialNumber, ways }: ApproachAsked): Promise<Approaches | null> => {
    try {
      const approaches: LegPath[][] = [];
      for (const legs of ways) {
        const paths: LegPath[] = [];
        for (const leg of legs) paths.push(await pathOf(db, leg));
        approaches.push(paths);
      }
      return approaches;
    } catch (error) {
      if (error instanceof ApiError && error.code === ERRORS.tooManyRequests) return null;
      log.warn({ err: error, serialNumber }, 'the way of a robot to its first stop could not be planned');
      return [];
    }
  };

  return {
    /**
     * Plans what the start of a run of the robot lacked. A way that cannot be planned is empty, and blocks nothing. One at a
     * time for a robot: otherwise one that drives would fill the queue of the worker thread.
     */
    async plan(db: Db, serialNumber: string): Promise<void> {
      const kept = keptOf.get(serialNumber);
      if (kept?.wanted && !kept.planning) {
        const { wanted } = kept;
        kept.wanted = null;
        kept.planning = planned(db, wanted).then((approaches) => {
          // While the queue is full the ways are not known, and the next look asks again.
          if (approaches) kept.found = { robot: wanted.robot, at: now(), approaches };
          else kept.wanted ??= wanted;
          kept.planning = null;
        });
      }
      await kept?.planning;
    },

    /**
     * Without waiting: undefined while nothing is planned that can be used. After APPROACH_PATIENCE_MS it is empty, as for a
     * way that cannot be planned: the check only spares a robot the way to a closed door, where it stops by itself, so a
     * planner that does not answer must not keep all runs from starting.
     */
    async known(db: Db, asked: ApproachAsked): Promise<Approaches | undefined> {
      const key = await keyOf(db, asked);
      const at = now();
      let kept = keptOf.get(asked.serialNumber);
      if (kept?.key !== key) {
        kept = { key, runId: asked.runId, askedAt: at, wanted: null, lackingSince: null, planning: null, found: null };
        keptOf.set(asked.serialNumber, kept);
      }
      kept.askedAt = at;
      kept.runId = asked.runId;
      const { found } = kept;
      const isSamePlace = found && distance(found.robot, asked.robot) <= SAME_PLACE_M;
      if (found && (isSamePlace || at - found.at < APPROACH_USABLE_MS)) {
        kept.wanted = null;
        kept.lackingSince = null;
        return found.approaches;
      }
      kept.wanted = asked;
      kept.lackingSince ??= at;
      return at - kept.lackingSince < APPROACH_PATIENCE_MS ? undefined : [];
    },

    /** After a run started or ended. The ways that another run of its robot asked for are kept. */
    forget(serialNumber: string, runId: string): void {
      if (keptOf.get(serialNumber)?.runId === runId) keptOf.delete(serialNumber);
    },

    /** Deletes what nothing asks for any more. @returns how many robots are left */
    deleteUnused(): number {
      for (const [serialNumber, { askedAt }] of keptOf) if (now() - askedAt > UNUSED_MS) keptOf.delete(serialNumber);
      return keptOf.size;
    },
  };
}

const distance = ([x, y]: Place, [otherX, otherY]: Place): number => Math.hypot(otherX - x, otherY - y);
