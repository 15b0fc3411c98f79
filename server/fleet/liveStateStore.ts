/** Live state of every robot, in memory; changes are saved every other second, so that they survive a restart. */
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { Db } from '../db/database.ts';
import { savedLiveStates, saveLiveStates } from '../db/repositories/robotLiveStates.ts';
import { unheard } from './robotLiveState.ts';

interface Kept {
  live: RobotLive;
  version: number;
}
/** `json`: the live state as JSON, without its timestamp. */
interface Known extends Kept {
  json: string;
}

export interface LiveStateStore {
  get(serialNumber: string): Kept;
  /** Sets the live state after a message; if only `at` differs, the robot counts as heard, not as changed. */
  set(live: RobotLive): void;
  /** Since the last call: robots whose live state changed, and robots that only sent a message, with its time. */
  sinceLastBeat(): { changed: string[]; heard: [string, number][] };
  /** Saves the changes since the last call. Failed writes are retried at the next call. @throws the database's error */
  save(): Promise<void>;
}

/** Rows per statement: serialising more would block the event loop for too long. */
const SAVED_AT_ONCE = 250;

const jsonOf = (live: RobotLive): string => JSON.stringify({ ...live, at: 0 });

export async function createLiveStateStore(db: Db): Promise<LiveStateStore> {
  const rows = await savedLiveStates(db);
  // After a restart, every robot counts as offline until it sends a message.
  const liveStates = new Map<string, Known>(
    rows.map(({ serialNumber, live }) => [
      serialNumber,
      {
        live: {
          ...live,
          held: false,
          stops: [],
          connection: 'offline',
          status: 'offline',
          driving: false,
          speed: 0,
          path: [],
          leaseHolder: null,
          drive: null,
        },
        version: 1,
        json: '',
      },
    ]),
  );
  let changed = new Set<string>();
  let heard = new Map<string, number>();
  const unsaved = new Set<string>();

  return {
    get: (serialNumber) => liveStates.get(serialNumber) ?? { live: unheard(serialNumber), version: 0 },
    set(live) {
      const { serialNumber } = live;
      const before = liveStates.get(serialNumber);
      const json = jsonOf(live);
      const same = before?.json === json;
      liveStates.set(serialNumber, { live, version: (before?.version ?? 0) + 1, json });
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
          const kept = liveStates.get(serialNumber);
          return kept ? [[serialNumber, kept.live] as const] : [];
        });
        if (batch.length === 0) continue;
        try {
          // A robot that was removed, here or by another server, must not prevent the others from being saved.
          const there = await saveLiveStates(db, Object.fromEntries(batch));
          for (const [serialNumber] of batch) if (!there.has(serialNumber)) liveStates.delete(serialNumber);
        } catch (error) {
          for (const serialNumber of due.slice(from)) unsaved.add(serialNumber);
          throw error;
        }
      }
    },
  };
}
