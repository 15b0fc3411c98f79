/**
 * Files of an S3 store in a backup. They have the names that they would have in the data folder, so that a backup can be
 * restored with or without such a store. A stored file never changes; a new content has a new name.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack } from 'tar-stream';
import { FILE_KINDS, type FileKind } from '../../../contract/rules/files.ts';
import { BackupError, type BackupManifest } from './manifest.ts';

type Entry = BackupManifest['entries'][number];
type StoredArea = FileKind | 'thumbnail' | 'upload';
const AREAS: readonly StoredArea[] = [...FILE_KINDS, 'thumbnail', 'upload'];
/** The store checks names more closely. */
const NAME = /^[\da-f]{32}(?:\.[\da-z]+){0,2}$/u;
/** What a backup needs of a file store (server/files/fileStore.ts). */
export interface BackupStore {
  list(area: StoredArea): AsyncIterable<{ id: string }>;
  size(area: StoredArea, id: string): Promise<number | null>;
  open(area: StoredArea, id: string): Promise<AsyncIterable<Uint8Array> | null>;
  putStream(area: StoredArea, id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  remove(area: StoredArea, id: string): Promise<void>;
}
export interface StoredFile {
  area: StoredArea;
  id: string;
}

const FOLDER = 'data/files/';
export const entryOf = ({ area, id }: StoredFile): string => `${FOLDER}${area}/${id}`;
/** null for entries that belong into the data folder. */
export function storedFileOf(entry: string): StoredFile | null {
  if (!entry.startsWith(FOLDER)) return null;
  const [name = '', id = '', ...more] = entry.slice(FOLDER.length).split('/');
  const area = AREAS.find((one) => one === name);
  return area && more.length === 0 && NAME.test(id) ? { area, id } : null;
}

export async function* filesIn(store: BackupStore): AsyncGenerator<StoredFile> {
  for (const area of AREAS) for await (const { id } of store.list(area)) yield { area, id };
}

/** Streams a file into the archive. @returns null if it was deleted since it was listed */
export async function addStoredFile(archive: Pack, store: BackupStore, file: StoredFile): Promise<Entry | null> {
  const { area, id } = file;
  const size = await store.size(area, id);
  const bytes = size === null ? null : await store.open(area, id);
  if (size === null || bytes === null) return null;
  const name = entryOf(file);
  const { hashed, sum } = hashing();
  await pipeline(Readable.from(bytes), hashed, archive.entry({ name, size, mode: 0o600 }));
  return { name, bytes: size, sha256: sum() };
}

/**
 * Reads the archive again and puts its files into the store. What an interrupted restore has put there already is not
 * sent again.
 * @param manifest of the archive, whose checksums were compared before
 * @throws BackupError if the store holds files of another installation, which its clean-up would then delete
 */
export async function restoreStoredFiles(archive: string, store: BackupStore, manifest: BackupManifest): Promise<void> {
  const entries = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  for await (const file of filesIn(store))
    if (!entries.has(entryOf(file)))
      throw new BackupError(
        `The bucket is not empty (${file.area}/${file.id}): restore into an empty one, or empty this one first.`,
      );
  const reader = extract();
  reader.on('entry', ({ name }, content, next) => {
    // The archive's stream has the error, too.
    content.on('error', () => undefined);
    const file = storedFileOf(name);
    const entry = entries.get(name);
    const put = async (): Promise<void> => {
      if (!file || !entry || (await store.size(file.area, file.id)) === entry.bytes) {
        content.resume();
        return;
      }
      const { hashed, sum } = hashing();
      await store.putStream(file.area, file.id, content.pipe(hashed));
      if (sum() === entry.sha256) return;
      await store.remove(file.area, file.id);
      throw new BackupError(`${archive} has changed while it was read: ${name}.`);
    };
    put().then(
      () => next(),
      (error: Error) => reader.destroy(error),
    );
  });
  await pipeline(createReadStream(archive), reader);
}

function hashing(): { hashed: Transform; sum: () => string } {
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { hashed, sum: () => hash.digest('hex') };
}
