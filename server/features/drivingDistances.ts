/**
 * Distances that robots drive between places, by the planned path: from a robot to a point, and between points. Paths
 * are planned in a worker thread and cached; a place within a cell of 1 m counts as the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { Db } from '../db/database.ts';
import { mapById, type StoredMap } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { planningMapOf } from './planningMap.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

export interface OnMap {
  mapId: string;
  x: number;
  y: number;
}

/** Counted for a lift ride to another floor, metres: about its waiting time. */
export const FLOOR_CHANGE_M = 60;
const CACHED = 5_000;
/** A delivery must not wait longer for planned paths, ms. */
const PATIENCE_MS = 250;

export interface DrivingDistances {
  /**
   * Metres of each leg. A leg to another floor is the straight lines to and from a lift that is not known here, plus
   * the lift ride.
   * @param db reads the maps that were not planned before
   */
  metres(db: Db, legs: readonly (readonly [from: OnMap, to: OnMap])[]): Promise<number[]>;
}

export function createDrivingDistances(store: FileStore): DrivingDistances {
  const known = new LRUCache<string, number>({ max: CACHED });
  const keyOf = (revision: string, [from, to]: readonly [OnMap, OnMap]): string =>
    [revision, ...[from.x, from.y, to.x, to.y].map(Math.round)].join(' ');
  const straight = ([from, to]: readonly [OnMap, OnMap]): number => Math.hypot(from.x - to.x, from.y - to.y);

  const plan = async (db: Db, map: StoredMap, legs: readonly (readonly [OnMap, OnMap])[]): Promise<number[]> => {
    const planned = await runInWorker('planLegs', {
      ...(await planningMapOf(db, store, map)),
      legs: legs.map(([from, to]): [Place, Place] => [
        [from.x, from.y],
        [to.x, to.y],
      ]),
    });
    return planned.map(({ metres }) => metres);
  };

  return {
    async metres(db, legs) {
      const found = legs.map((leg) => (leg[0].mapId === leg[1].mapId ? straight(leg) : FLOOR_CHANGE_M + straight(leg)));
      const mapIds = new Set(legs.flatMap(([from, to]) => (from.mapId === to.mapId ? from.mapId : [])));
      for (const mapId of mapIds) {
        const map = await mapById(db, mapId);
        if (!map) continue;
        const revision = `${mapId} ${map.pictureId ?? ''} ${map.revision}`;
        const missing: number[] = [];
        for (const [i, leg] of legs.entries()) {
          if (leg[0].mapId !== mapId || leg[1].mapId !== mapId) continue;
          const metres = known.get(keyOf(revision, leg));
          if (metres === undefined) missing.push(i);
          else found[i] = metres;
        }
        const unplanned = missing.flatMap((i) => (legs[i] ? [legs[i]] : []));
        if (unplanned.length === 0) continue;
        const planning = plan(db, map, unplanned)
          .then((planned) => {
            for (const [j, leg] of unplanned.entries()) known.set(keyOf(revision, leg), planned[j] ?? straight(leg));
          })
          .catch(() => undefined);
        // While the worker is busy, the straight line decides.
        await Promise.race([planning, sleep(PATIENCE_MS)]);
        for (const i of missing) {
          const leg = legs[i];
          if (leg) found[i] = known.get(keyOf(revision, leg)) ?? straight(leg);
        }
      }
      return found;
    },
  };
}
