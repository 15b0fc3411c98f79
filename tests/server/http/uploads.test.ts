/** Uploads over the real port: a client that falls silent is ended, and a full disk is answered and leaves nothing. */
import type { FileHandle } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SEGMENT_MIN_BYTES } from '../../../contract/rules/files.ts';
import { UPLOAD_IDLE_MS } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { files as fileTable } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { announcement, mp4, sha256Of, uploader } from '../../fakes/uploads.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const open = async (...given: Parameters<typeof real.open>): Promise<FileHandle> => {
    const handle = await real.open(...given);
    if (disk.isFull)
      handle.write = () =>
        Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28, syscall: 'write' }));
    return handle;
  };
  return { ...real, default: { ...real, open }, open };
});

let test: TestServer;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  client = uploader(test);
});
afterEach(() => void (disk.isFull = false));
afterAll(() => test.close());

const namesIn = (area: string): Promise<string[]> => readdir(join(test.folder, 'files', area)).catch(() => []);

it('a client that falls silent is ended, and can continue at the byte', async () => {
  const video = mp4(2 * SEGMENT_MIN_BYTES);
  const { uploadUrl } = await client.ticket('member', announcement(video));
  const socket = connect(Number(new URL(test.server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => void socket.once('close', () => resolve(performance.now())));
  socket.write(
    `PUT ${uploadUrl} HTTP/1.1\r\nhost: x\r\ncontent-length: ${video.length}\r\n` +
      `content-range: bytes 0-${video.length - 1}/${video.length}\r\n\r\n`,
  );
  const sent = performance.now();
  socket.write(video.subarray(0, SEGMENT_MIN_BYTES));
  const took = (await closed) - sent;
  expect(took).toBeGreaterThan(UPLOAD_IDLE_MS - 1_000);
  expect(took).toBeLessThan(UPLOAD_IDLE_MS + 10_000);
  await vi.waitFor(async () => expect(await client.offset(uploadUrl)).toBe(SEGMENT_MIN_BYTES), { timeout: 20_000 });
  const rest = video.subarray(SEGMENT_MIN_BYTES);
  expect((await client.put(uploadUrl, rest, SEGMENT_MIN_BYTES, video.length)).data).toMatchObject({
    offset: video.length,
  });
}, 60_000);

it('a full disk is answered as such for each kind of upload, and leaves nothing', async () => {
  const video = mp4(2 * SEGMENT_MIN_BYTES);
  const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
  const files = async () => ({ upload: await namesIn('upload'), video: await namesIn('video') });
  const before = await files();
  disk.isFull = true;
  expect(errorNameOf((await client.put(uploadUrl, video, 0, video.length)).code)).toBe('diskFull');
  expect(errorNameOf((await client.multipart('member', announcement(video), video)).code)).toBe('diskFull');
  expect(await files()).toEqual(before);
  expect(await client.offset(uploadUrl)).toBe(0);
  const pending = await test.db
    .select()
    .from(fileTable)
    .where(eq(fileTable.sha256, sha256Of(video)));
  expect(pending.filter(({ state }) => state !== 'deleted').map(({ id }) => id)).toEqual([fileId]);

  disk.isFull = false;
  expect((await client.put(uploadUrl, video, 0, video.length)).code).toBe(0);
  disk.isFull = true;
  expect(errorNameOf((await client.complete('member', fileId)).code)).toBe('diskFull');
  expect((await files()).video).toEqual(before.video);
  disk.isFull = false;
  expect(await client.complete('member', fileId)).toMatchObject({ code: 0, data: { sha256: sha256Of(video) } });
  await vi.waitFor(async () => expect((await files()).upload).toEqual(before.upload), { timeout: 20_000 });
});
