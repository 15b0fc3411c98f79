/** The live picture of every robot, in memory; what changed is written down every other second, so that it outlives a restart. */
import { sql } from 'drizzle-orm';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { robotPictures } from '../db/schema.ts';
import type { Db } from '../parts.ts';
import { unheard } from './picture.ts';

interface Kept { live: RobotLive; version: number }

export interface Pictures {
  get(serialNumber: string): Kept;
  /** The picture after a message; equal but for `at` counts as heard, not as changed. */
  set(live: RobotLive): void;
  /** Since the last call: whose picture changed, and who only was heard again, with the time. */
  sinceLastBeat(): { changed: string[]; heard: [string, number][] };
  save(): Promise<void>;
  forget(serialNumber: string): void;
}

const SAVED_AT_ONCE = 500;

export async function createPictures(db: Db): Promise<Pictures> {
  const rows = await db.select().from(robotPictures);
  // After a restart nobody is known to be connected until they speak.
  const pictures = new Map<string, Kept>(rows.map(({ serialNumber, live }) => [serialNumber, { live: { ...live, connection: 'offline', status: 'offline', driving: false, speed: 0, path: [], leaseHolder: null }, version: 1 }]));
  let changed = new Set<string>();
  let heard = new Map<string, number>();
  const unsaved = new Set<string>();

  return {
    get: (serialNumber) => pictures.get(serialNumber) ?? { live: unheard(serialNumber, false), version: 0 },
    set(live) {
      const { serialNumber } = live;
      const before = pictures.get(serialNumber);
      const same = before !== undefined && JSON.stringify({ ...before.live, at: 0 }) === JSON.stringify({ ...live, at: 0 });
      pictures.set(serialNumber, { live, version: (before?.version ?? 0) + 1 });
      unsaved.add(serialNumber);
      if (!same) changed.add(serialNumber);
      else if (live.at !== null) heard.set(serialNumber, live.at);
    },
    sinceLastBeat() {
      const beat = { changed: [...changed], heard: [...heard].filter(([serialNumber]) => !changed.has(serialNumber)) };
      changed = new Set();
      heard = new Map();
      return beat;
    },
    async save() {
      const due = [...unsaved];
      unsaved.clear();
      for (let from = 0; from < due.length; from += SAVED_AT_ONCE) {
        const batch = due.slice(from, from + SAVED_AT_ONCE).flatMap((serialNumber) => {
          const kept = pictures.get(serialNumber);
          return kept ? [{ serialNumber, live: kept.live }] : [];
        });
        if (batch.length === 0) continue;
        try {
          await db.insert(robotPictures).values(batch).onConflictDoUpdate({ target: robotPictures.serialNumber, set: { live: sql`excluded.live` } });
        } catch (error) {
          for (const serialNumber of due.slice(from)) unsaved.add(serialNumber);
          throw error;
        }
      }
    },
    forget: (serialNumber) => {
      pictures.delete(serialNumber);
      unsaved.delete(serialNumber);
    },
  };
}
