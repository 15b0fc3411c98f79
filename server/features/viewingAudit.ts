/**
 * Who saw, heard or spoke through a robot, in the audit log: one line per person, robot and hour, and another one for
 * what begins later in that hour. Written after the grant, so that the first frame does not wait for it.
 */
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import type { AppDeps } from '../appDeps.ts';
import { recordViewing } from '../db/repositories/audit.ts';

interface AuditedViewing {
  userId: string;
  serialNumber: string;
  what: readonly MediaKind[];
  /** Opened by a reading token of this person. */
  byToken: boolean;
}
export type NoteViewed = (viewing: AuditedViewing) => Promise<void>;

const HOUR_MS = 3_600_000;
/** Viewings of the hour that are remembered; beyond them, the database decides again. */
const REMEMBERED = 10_000;

/** @param db not the call's transaction */
export function createViewingAudit({ db, now, log }: Pick<AppDeps, 'db' | 'now' | 'log'>): NoteViewed {
  /** Viewings of this hour that this server has written: they are renewed every few seconds. */
  const noted = new Set<string>();
  let hour = 0;
  return async ({ userId, serialNumber, what, byToken }) => {
    const at = now();
    const current = Math.floor(at / HOUR_MS);
    if (current !== hour) noted.clear();
    hour = current;
    const keyOf = (kind: MediaKind): string => `${userId} ${serialNumber} ${byToken} ${kind}`;
    const fresh = what.filter((kind) => !noted.has(keyOf(kind)));
    if (fresh.length === 0) return;
    for (const kind of fresh) noted.add(keyOf(kind));
    for (const oldest of noted) {
      if (noted.size <= REMEMBERED) break;
      noted.delete(oldest);
    }
    try {
      await recordViewing(db, { userId, serialNumber, what: fresh, byToken, at: new Date(at) });
    } catch (error) {
      // The next renewal tries again.
      for (const kind of fresh) noted.delete(keyOf(kind));
      log.error({ err: error, userId, serialNumber, what: fresh }, 'a viewing could not be written to the audit log');
    }
  };
}
