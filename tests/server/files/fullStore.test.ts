/** The demo's full disk: nothing is stored, and what is stored stays readable. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { createFolderStore, newFileId, once } from '../../../server/files/fileStore.ts';
import { fullStore } from '../../../server/files/fullStore.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-full-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('refuses new files while the fault is on, and still reads and deletes', async () => {
  let isFull = false;
  const store = fullStore(createFolderStore(folder), () => isFull);
  const id = newFileId();
  const bytes = Buffer.from('a photo');
  await store.put('mapPicture', id, bytes);
  isFull = true;
  const full = { code: ERRORS.diskFull };
  await expect(store.put('mapPicture', newFileId(), bytes)).rejects.toMatchObject(full);
  await expect(store.putStream('mapPicture', newFileId(), once(bytes))).rejects.toMatchObject(full);
  await expect(store.uploadAddress('mapPicture', newFileId(), 7, 1_000)).rejects.toMatchObject(full);
  expect(await store.get('mapPicture', id)).toEqual(bytes);
  expect(await store.open('mapPicture', id)).not.toBeNull();
  await store.remove('mapPicture', id);
  expect(await store.size('mapPicture', id)).toBeNull();
  isFull = false;
  await store.put('mapPicture', id, bytes);
  expect(await store.size('mapPicture', id)).toBe(bytes.length);
});
