/** User files in a folder and in an S3-compatible store: the same suite on both, and failures of an external store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { createFolderStore, type FileStore, newFileId } from '../../../server/files/fileStore.ts';
import { createS3Store, type S3Place } from '../../../server/files/s3Store.ts';
import { freePort } from '../../fakes/freePort.ts';
import { startS3, type S3 } from '../../fakes/s3.ts';

let s3: S3;
let folder: string;
const logged: string[] = [];
const note = (fields: object, message: string): void => void logged.push(JSON.stringify({ ...fields, message }));
const log = { info: note, warn: note, error: note };
const at = (change: Partial<S3Place> = {}, timeoutMs?: number): FileStore =>
  createS3Store({ ...s3.place, ...change }, { log, ...(timeoutMs ? { timeoutMs } : {}) });
beforeAll(async () => {
  [s3, folder] = [await startS3(), await mkdtemp(join(tmpdir(), 'rh-files-'))];
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = (length: number, seed = 7): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256));

describe.each<[string, () => FileStore]>([
  ['a folder', () => createFolderStore(folder)],
  ['an S3-compatible store', () => at()],
])('%s', (_, open) => {
  it.each([
    ['of one byte', 1],
    ['of two megabytes', 2 * 2 ** 20],
  ])('gives back a file %s as it was put', async (__, length) => {
    const [store, id] = [open(), newFileId()];
    await store.put('avatar', id, bytesOf(length));
    expect((await open().get('avatar', id))?.equals(bytesOf(length))).toBe(true);
  });

  it('has the last of what was put under one name, and a part of a larger buffer is that part alone', async () => {
    const [store, id] = [open(), newFileId()];
    await store.put('avatar', id, bytesOf(100));
    await store.put('avatar', id, bytesOf(50).subarray(10, 20));
    expect((await store.get('avatar', id))?.equals(bytesOf(50).subarray(10, 20))).toBe(true);
  });

  it('knows none that was never put, or was removed; removing it again is no error', async () => {
    const [store, id] = [open(), newFileId()];
    expect(await store.get('avatar', id)).toBeNull();
    await store.remove('avatar', id);
    await store.put('avatar', id, bytesOf(10));
    await store.remove('avatar', id);
    await store.remove('avatar', id);
    expect(await store.get('avatar', id)).toBeNull();
  });

  it('keeps many at once apart', async () => {
    const store = open();
    const ids = Array.from({ length: 20 }, newFileId);
    await Promise.all(ids.map((id, i) => store.put('avatar', id, bytesOf(1_000, i))));
    const found = await Promise.all(ids.map((id) => store.get('avatar', id)));
    expect(found.every((bytes, i) => bytes?.equals(bytesOf(1_000, i)))).toBe(true);
  });

  it.each(['', '../../secret', 'x', '0123456789ABCDEF0123456789ABCDEF'])(
    'takes %j for no name of a file',
    async (id) => {
      const store = open();
      for (const ask of [
        () => store.put('avatar', id, bytesOf(1)),
        () => store.get('avatar', id),
        () => store.remove('avatar', id),
      ])
        await expect(async () => ask()).rejects.toThrow('not a file id');
    },
  );
});

describe('a store outside that is not well', () => {
  const AWAY = { code: ERRORS.filesAway };
  const expectAway = async (store: FileStore, id = newFileId()): Promise<void> => {
    await expect(store.put('avatar', id, bytesOf(3))).rejects.toMatchObject(AWAY);
    await expect(store.get('avatar', id)).rejects.toMatchObject(AWAY);
    await expect(store.remove('avatar', id)).rejects.toMatchObject(AWAY);
  };
  /** Runs a store with the given request handler. */
  const serving = async (
    answer: Parameters<typeof createServer>[1],
    tried: (endpoint: string) => Promise<void>,
  ): Promise<void> => {
    const port = await freePort();
    const server: Server = createServer(answer).listen(port, '127.0.0.1');
    await tried(`http://127.0.0.1:${port}`);
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };

  it('is away while it is gone, and has what it had when it is back', async () => {
    const [store, id] = [at(), newFileId()];
    await store.put('avatar', id, bytesOf(30));
    await s3.go();
    await expectAway(store, id);
    await s3.come();
    expect((await store.get('avatar', id))?.equals(bytesOf(30))).toBe(true);
  });

  it('is away when it refuses our key, or has no such bucket: that is not a file that is not there', async () => {
    await expectAway(at({ secretKey: 'guessed-wrong' }));
    await expectAway(at({ bucket: 'another-bucket' }));
    const text = logged.join();
    expect(text).toMatch(/SignatureDoesNotMatch/u);
    expect(text).toMatch(/NoSuchBucket/u);
    expect(text).not.toContain('guessed-wrong');
  });

  it('is not waited for for ever, neither for its head nor for its body', async () => {
    await serving(
      () => undefined,
      (endpoint) => expectAway(at({ endpoint }, 200)),
    );
    await serving(
      (_, response) => void response.writeHead(200, { 'content-length': '1000' }).write('half'),
      async (endpoint) => {
        await expect(at({ endpoint }, 200).get('avatar', newFileId())).rejects.toMatchObject(AWAY);
      },
    );
    expect(logged.join()).toMatch(/TimeoutError/u);
  });

  it('is asked again when it is busy, and sends nobody elsewhere', async () => {
    let asked = 0;
    await serving(
      (_, response) => void response.writeHead((asked += 1) > 2 ? 200 : 503).end(),
      async (endpoint) => {
        await at({ endpoint }).put('avatar', newFileId(), bytesOf(3));
        expect(asked).toBe(3);
      },
    );
    let elsewhere = 0;
    await serving(
      () => void (elsewhere += 1),
      (other) =>
        serving(
          (_, response) => void response.writeHead(307, { location: `${other}/rh-files/x` }).end(),
          async (endpoint) => {
            await expectAway(at({ endpoint }));
            expect(elsewhere).toBe(0);
          },
        ),
    );
  });
});
