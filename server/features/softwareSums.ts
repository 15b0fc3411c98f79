/** Compares stored software with the SHA-256 that it had when it was added. */
import { createHash } from 'node:crypto';
import { FILE_RULES } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { isKnownDamaged, noteDamage } from '../db/repositories/downloads.ts';
import type { FileRow } from '../db/repositories/files.ts';
import type { FilesDeps } from '../files/files.ts';
import type { UploadSlots } from '../files/uploadSlots.ts';

type Needs = Pick<FilesDeps, 'store' | 'now' | 'log'> & { slots: UploadSlots };

/**
 * Reads the whole file, and keeps in the database whether it is damaged. One that was, and is restored, is whole again.
 * Files of other kinds are not read.
 * @param db not a transaction: reading takes time, and what was found is kept after the refusal
 * @throws softwareDamaged; tooManyRequests if others are being read; filesAway
 */
export async function assertAsAdded(
  { store, slots, now, log }: Needs,
  db: Db,
  { id, kind, storedAs, sha256 }: FileRow,
  userId: string,
): Promise<void> {
  if (!FILE_RULES[kind].verified) return;
  const found = await shared(id, () => slots.hold(userId, () => sumOf(store, kind, storedAs ?? id)));
  const isDamaged = found !== sha256;
  if (isDamaged !== (await isKnownDamaged(db, id))) {
    await noteDamage(db, id, isDamaged ? new Date(now()) : null);
    if (isDamaged) log.warn({ fileId: id, sha256, found }, 'the stored bytes of a software file have changed');
  }
  if (isDamaged) throw new ApiError('softwareDamaged', { field: 'fileId' });
}

const underWay = new Map<string, Promise<string | null>>();
/** Many who ask for a file at once cost one read of it. */
function shared(id: string, read: () => Promise<string | null>): Promise<string | null> {
  const started = underWay.get(id);
  if (started) return started;
  const reading = read().finally(() => underWay.delete(id));
  underWay.set(id, reading);
  return reading;
}

/** null if the file is missing. */
async function sumOf(store: Needs['store'], kind: FileRow['kind'], name: string): Promise<string | null> {
  const bytes = await store.open(kind, name);
  if (!bytes) return null;
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
