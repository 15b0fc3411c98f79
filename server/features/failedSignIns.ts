/**
 * Failed sign-ins in the audit log: one row with a count per account and hour, and a shared one for unknown accounts.
 * One row is written at a time, however many sign-ins fail at once.
 */
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { recordCounted } from '../db/repositories/audit.ts';

/** @param account undefined if unknown: the input is not recorded, because it can be anything */
export type NoteFailure = (account: { id: string } | undefined, address: string) => Promise<void>;

/** @param db not the call's transaction */
export function createFailedSignIns(db: Db, now: CoreDeps['now']): NoteFailure {
  const waiting = new Map<string, { count: number; address: string }>();
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    for (const [subject, { count, address }] of waiting) {
      waiting.delete(subject);
      await recordCounted(db, { act: 'session.signInFailed', subject, count, address, at: new Date(now()) });
    }
  };
  return async (account, address) => {
    const subject = account?.id ?? '';
    waiting.set(subject, { count: (waiting.get(subject)?.count ?? 0) + 1, address });
    while (waiting.has(subject)) await (writing ??= write().finally(() => (writing = undefined)));
    await writing;
  };
}
