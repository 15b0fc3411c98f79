/**
 * The Stops that hold robots. What the database has is in memory too; what it does not have yet is here alone, and no
 * rereading, no other server and no Resume lowers it.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotStop } from '../../contract/entities/robot.ts';
import { nameIn } from '../db/localName.ts';
import { commands } from '../db/schema.ts';
import type { Db } from '../parts.ts';
import type { StopEntry } from './stopJournal.ts';

export interface StandingStop extends StopEntry {
  isRecorded: boolean;
}

export interface Stops {
  /** Of one robot, oldest first. */
  of(serialNumber: string): readonly StandingStop[];
  holds(serialNumber: string): boolean;
  held(): Iterable<string>;
  add(stop: StandingStop): void;
  recorded(ids: readonly string[]): void;
  lift(ids: readonly string[]): void;
  unrecorded(): StandingStop[];
  /** Puts in place of what is recorded what the database has now. @throws the database's error */
  reload(db: Db): Promise<void>;
}

export function createStops(): Stops {
  const standing = new Map<string, StandingStop>();
  /** Touched while the database is being read: what was read of them may be older. */
  let touched = new Set<string>();
  const of = (serialNumber: string): StandingStop[] => [...standing.values()].filter((stop) => stop.serialNumber === serialNumber).sort((a, b) => a.at - b.at);
  const touch = (ids: readonly string[]): void => ids.forEach((id) => void touched.add(id));

  return {
    of,
    holds: (serialNumber) => of(serialNumber).length > 0,
    held: () => new Set([...standing.values()].map(({ serialNumber }) => serialNumber)),
    add(stop) {
      touch([stop.id]);
      standing.set(stop.id, { ...stop, isRecorded: stop.isRecorded || standing.get(stop.id)?.isRecorded === true });
    },
    recorded(ids) {
      touch(ids);
      for (const id of ids) {
        const stop = standing.get(id);
        if (stop) standing.set(id, { ...stop, isRecorded: true });
      }
    },
    lift(ids) {
      touch(ids);
      for (const id of ids) standing.delete(id);
    },
    unrecorded: () => [...standing.values()].filter(({ isRecorded }) => !isRecorded),
    async reload(db) {
      const ours = (touched = new Set<string>());
      const rows = await db.select().from(commands).where(and(eq(commands.kind, 'stop'), isNull(commands.liftedAt))).orderBy(asc(commands.askedAt));
      const there = new Set(rows.map(({ id }) => id));
      for (const { id, isRecorded } of [...standing.values()]) if (isRecorded && !there.has(id) && !ours.has(id)) standing.delete(id);
      for (const { id, serialNumber, askedBy, askedByName, askedAt } of rows)
        if (!ours.has(id)) standing.set(id, { id, serialNumber, userId: askedBy, name: askedByName, at: askedAt.getTime(), onLastKnownRights: false, isRecorded: true });
    },
  };
}

export const robotStopIn = ({ id, userId, name, at, isRecorded }: StandingStop, language: Language): RobotStop => ({ id, by: { userId, name: nameIn(name, language) }, at, recorded: isRecorded });
