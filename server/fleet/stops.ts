/**
 * The Stops that hold robots. Stops in the database are cached here. Stops that are not stored yet exist only here: a
 * reload does not remove them, and a Resume is refused until they are stored.
 */
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotStop } from '../../contract/entities/robot.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { activeStops } from '../db/repositories/stops.ts';
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
  /**
   * Replaces the stored Stops with those now in the database. One that is not stored by this server yet stays so until
   * `recorded`, also when another server has stored it. @throws the database's error
   */
  reload(db: Db): Promise<void>;
}

export function createStops(): Stops {
  /** By serial number, then by Stop id. */
  const standing = new Map<string, Map<string, StandingStop>>();
  const robotOf = new Map<string, string>();
  /** For each running reload, the ids changed since it began: the rows that it reads can be older. */
  const reloads = new Set<Set<string>>();
  const get = (id: string): StandingStop | undefined => standing.get(robotOf.get(id) ?? '')?.get(id);
  const put = (stop: StandingStop): void => {
    const own = standing.get(stop.serialNumber) ?? new Map<string, StandingStop>();
    standing.set(stop.serialNumber, own.set(stop.id, stop));
    robotOf.set(stop.id, stop.serialNumber);
  };
  const remove = (id: string): void => {
    const serialNumber = robotOf.get(id) ?? '';
    const own = standing.get(serialNumber);
    own?.delete(id);
    if (own?.size === 0) standing.delete(serialNumber);
    robotOf.delete(id);
  };
  const all = (): StandingStop[] => [...standing.values()].flatMap((own) => [...own.values()]);
  const touch = (ids: readonly string[]): void => {
    for (const touched of reloads) for (const id of ids) touched.add(id);
  };

  return {
    of: (serialNumber) => [...(standing.get(serialNumber)?.values() ?? [])].sort((a, b) => a.at - b.at),
    holds: (serialNumber) => standing.has(serialNumber),
    held: () => standing.keys(),
    add(stop) {
      touch([stop.id]);
      put({ ...stop, isRecorded: stop.isRecorded || get(stop.id)?.isRecorded === true });
    },
    recorded(ids) {
      touch(ids);
      for (const id of ids) {
        const stop = get(id);
        if (stop) put({ ...stop, isRecorded: true });
      }
    },
    lift(ids) {
      touch(ids);
      ids.forEach(remove);
    },
    unrecorded: () => all().filter(({ isRecorded }) => !isRecorded),
    async reload(db) {
      const touched = new Set<string>();
      reloads.add(touched);
      const rows = await activeStops(db).finally(() => reloads.delete(touched));
      const there = new Set(rows.map(({ id }) => id));
      for (const { id, isRecorded } of all()) if (isRecorded && !there.has(id) && !touched.has(id)) remove(id);
      for (const { id, serialNumber, askedBy, askedByName, askedAt } of rows)
        if (!touched.has(id) && get(id)?.isRecorded !== false)
          put({
            id,
            serialNumber,
            userId: askedBy,
            name: askedByName,
            at: askedAt.getTime(),
            onLastKnownRights: false,
            isRecorded: true,
          });
    },
  };
}

export const robotStopIn = ({ id, userId, name, at, isRecorded }: StandingStop, language: Language): RobotStop => ({
  id,
  by: { userId, name: nameIn(name, language) },
  at,
  recorded: isRecorded,
});
