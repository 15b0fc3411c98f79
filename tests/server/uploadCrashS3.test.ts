/**
 * Sends `kill -9` to the server at the steps of an upload to an S3-compatible store: of a file that the browser sent to
 * the store itself, and of one that the server sends there. It can be completed after the restart, and nothing is left
 * over.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { SEGMENT_BYTES, UPLOAD_TTL_MS } from '../../contract/rules/files.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { connect } from '../../server/db/connect.ts';
import { openDatabase } from '../../server/db/open.ts';
import { files as fileTable } from '../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../server/files/deleteFiles.ts';
import { createS3Store } from '../../server/files/s3Store.ts';
import { createApi } from '../fakes/apiClient.ts';
import { killWhen } from '../fakes/killWhen.ts';
import { startS3, type S3 } from '../fakes/s3.ts';
import { serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';
import { announcement, mp4, sha256Of } from '../fakes/uploads.ts';

let data: string;
let s3: S3;
let program: ServerProgram;
let api: ReturnType<typeof createApi<typeof catalogue>>;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'rh-upload-crash-s3-'));
  s3 = await startS3();
  const { endpoint, bucket, accessKey, secretKey } = s3.place;
  program = await serverProgram(data, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
  await program.start();
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  api = createApi(program.url, catalogue, { token, userId });
});
afterAll(async () => {
  await program.remove();
  await s3.close();
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const killAtFileIn = (area: string, request: () => Promise<unknown>): Promise<void> =>
  killWhen(program, join(s3.directory, s3.place.bucket, area), () => true, request);

it('a picture that the browser sent to the store survives a kill at every step of its completion', async () => {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#36a' } })
    .png()
    .toBuffer();
  const { fileId, directUrl } = await api.files.ticket(announcement(bytes, 'picture'));
  expect((await fetch(directUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
  const complete = () => api.files.complete({ fileId });
  for (const area of ['picture', 'thumbnail']) await killAtFileIn(area, complete);
  expect(await complete()).toMatchObject({ contentType: 'image/png', hasThumbnail: true });
}, 900_000);

it('a video survives a kill while it is sent to the store, and of its completion', async () => {
  const video = mp4(2 * SEGMENT_BYTES + 300_000);
  const { fileId, uploadUrl } = await api.files.ticket(announcement(video));
  const offset = async () =>
    ((await (await fetch(program.url + uploadUrl)).json()) as { data: { offset: number } }).data.offset;
  const put = async () => {
    const from = await offset();
    if (from < video.length)
      await fetch(program.url + uploadUrl, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${from}-${video.length - 1}/${video.length}` },
        body: new Uint8Array(video.subarray(from)),
      });
  };
  for (let kill = 0; kill < 2; kill += 1) await killAtFileIn('upload', put);
  await put();
  expect(await offset()).toBe(video.length);
  const complete = () => api.files.complete({ fileId });
  await killAtFileIn('video', complete);
  expect(await complete()).toMatchObject({ sha256: sha256Of(video), bytes: video.length });
}, 900_000);

it('nothing is left over that does not belong to a file', async () => {
  await program.end('SIGKILL');
  const log = pino({ level: 'silent' });
  const { pool, close } = await openDatabase({ dataFolder: data, log });
  try {
    const db = connect(pool);
    const store = createS3Store(s3.place, { log });
    await deleteExpiredFiles({ db, store, now: () => Date.now() + UPLOAD_TTL_MS + 60_000, log });
    const rows = await db.select().from(fileTable);
    expect(rows.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual(['picture ready', 'video ready']);
    const kept: string[] = [];
    for (const area of ['upload', 'picture', 'thumbnail', 'video'] as const)
      for await (const { id } of store.list(area)) kept.push(`${area}/${id}`);
    const expected = rows.flatMap(({ kind, storedAs }) =>
      kind === 'picture' ? [`picture/${storedAs}`, `thumbnail/${storedAs}`] : [`${kind}/${storedAs}`],
    );
    expect(kept.sort()).toEqual(expected.sort());
  } finally {
    await close();
  }
});
