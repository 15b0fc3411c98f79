/**
 * Deletes expired files, incomplete uploads, and what killed servers left in the store. A row
 * is marked first, then its bytes are deleted, then the row: a run that is interrupted is repeated by the next one.
 */
import { UPLOAD_TTL_MS } from '../../contract/rules/files.ts';
import {
  avatarsInUse,
  deletedFiles,
  forgetFile,
  knownNames,
  markExpired,
  pendingAmong,
  type FileRow,
} from '../db/repositories/files.ts';
import { AVATAR_PATH, directName, FILE_AREAS, type FileArea, type StoredName } from './fileStore.ts';
import type { FilesDeps } from './files.ts';

const PAGE = 100;
/** A younger file in the store can belong to a completion that is still running. */
const ORPHAN_AGE_MS = UPLOAD_TTL_MS;

/** Safe to run on two servers at once. @throws filesAway; the next run continues */
export async function deleteExpiredFiles(deps: FilesDeps): Promise<void> {
  const { db, now } = deps;
  const at = now();
  await markExpired(db, { now: new Date(at), startedBefore: new Date(at - UPLOAD_TTL_MS) });
  for (let after = '', page = await deletedFiles(db, after, PAGE); page.length > 0;) {
    for (const file of page) {
      await deleteBytes(deps, file);
      await forgetFile(db, file.id);
    }
    after = page.at(-1)?.id ?? '';
    page = await deletedFiles(db, after, PAGE);
  }
  for (const area of FILE_AREAS) await deleteOrphans(deps, area);
}

/** Everything that the store has of a file, segments that never counted included. */
export async function deleteBytes({ store }: Pick<FilesDeps, 'store'>, file: FileRow): Promise<void> {
  const { id, kind, storedAs, segments } = file;
  // A file that was staged and never attached has no `storedAs`; its bytes have the name of the row.
  for (const name of new Set([storedAs ?? id, id])) {
    await store.remove(kind, name);
    await store.remove('thumbnail', name);
  }
  for (const { name } of segments) await store.remove('upload', name);
  await store.remove('upload', directName(id));
  for await (const { id: name } of store.list('upload', id)) await store.remove('upload', name);
}

async function deleteOrphans(deps: FilesDeps, area: FileArea): Promise<void> {
  const { store, now, log } = deps;
  let page: StoredName[] = [];
  let deleted = 0;
  const sweep = async (): Promise<void> => {
    const wanted = await wantedNames(deps, area, page);
    for (const { id } of page) {
      if (wanted.has(id)) continue;
      await store.remove(area, id);
      deleted += 1;
    }
    page = [];
  };
  for await (const found of store.list(area)) {
    if (now() - found.changedAt < ORPHAN_AGE_MS) continue;
    page.push(found);
    if (page.length === PAGE) await sweep();
  }
  if (page.length > 0) await sweep();
  if (deleted > 0) log.info({ area, deleted }, 'files without a record were deleted');
}

async function wantedNames(
  { db }: FilesDeps,
  area: FileArea,
  page: readonly StoredName[],
): Promise<ReadonlySet<string>> {
  const names = page.map(({ id }) => id);
  if (area === 'avatar')
    return new Set([...(await knownNames(db, names)), ...(await avatarsInUse(db, AVATAR_PATH, names))]);
  if (area !== 'upload') return knownNames(db, names);
  const fileOf = (name: string): string => name.split('.')[0] ?? name;
  const pending = await pendingAmong(db, [...new Set(names.map(fileOf))]);
  return new Set(names.filter((name) => pending.has(fileOf(name))));
}
