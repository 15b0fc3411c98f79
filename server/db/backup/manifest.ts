/**
 * A backup: a tar archive with the rows of each table (`database/<table>.copy.gz`, PostgreSQL's COPY text format), the
 * files of the data folder (`data/…`), and at its end `manifest.json`, which names them all with size and checksum. An
 * archive without manifest is incomplete.
 */
import * as v from 'valibot';

export const BACKUP_FORMAT = 1;
export const MANIFEST = 'manifest.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const backupManifest = v.object({
  format: v.number(),
  /** Version of Roundhouse. */
  version: v.string(),
  /** ISO time of the database's state. */
  madeAt: v.string(),
  /** Times of the migrations that had run, oldest first, as in migrations/meta/_journal.json. */
  migrations: v.array(v.number()),
  /** In an order in which each table follows those that it refers to. */
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()), rows: count })),
  sequences: v.array(v.object({ name: v.string(), value: v.string(), isCalled: v.boolean() })),
  /** All other entries of the archive. */
  entries: v.array(v.object({ name: v.string(), bytes: count, sha256: v.string() })),
});
export type BackupManifest = v.InferOutput<typeof backupManifest>;

export const tableEntry = (table: string): string => `database/${table}.copy.gz`;
const TABLE_ENTRY = /^database\/[a-z][a-z0-9_]*\.copy\.gz$/u;

/** Whether a restore may write an entry of this name: nothing outside its own folder. */
export const isEntryName = (name: string): boolean =>
  name === MANIFEST ||
  TABLE_ENTRY.test(name) ||
  (name.startsWith('data/') &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
    !/[\\\0]/u.test(name));

/** The backup cannot be made or restored; the message gives the reason and the remedy. */
export class BackupError extends Error {
  override name = 'BackupError';
}
