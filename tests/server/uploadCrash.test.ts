/**
 * Sends `kill -9` to the server at every step of an upload: while a segment is written, once it is there, while the
 * file is put together, once it is there, and between picture and thumbnail; also of an upload in one request.
 * What the server acknowledged is still
 * there after the restart, the upload continues at the byte, and nothing is left over in the end.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { UploadTicket } from '../../contract/entities/file.ts';
import { SEGMENT_BYTES, UPLOAD_TTL_MS, type UploadKind } from '../../contract/rules/files.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { connect } from '../../server/db/connect.ts';
import { openDatabase } from '../../server/db/open.ts';
import { files as fileTable } from '../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../server/files/deleteFiles.ts';
import { createFolderStore } from '../../server/files/fileStore.ts';
import { createApi } from '../fakes/apiClient.ts';
import { killWhen as killServerWhen, namesIn as namesInFolder } from '../fakes/killWhen.ts';
import { serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';
import { announcement, mp4, sha256Of } from '../fakes/uploads.ts';

const SIGN_IN = { email: 'admin@demo.roundhouse', password: encodePassword('Roundhouse1') };
let caller: { token: string; userId: string };
let data: string;
let program: ServerProgram;
let api: ReturnType<typeof createApi<typeof catalogue>>;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'rh-upload-crash-'));
  program = await serverProgram(data);
  await program.start();
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn(SIGN_IN);
  caller = { token, userId };
  api = createApi(program.url, catalogue, caller);
});
afterAll(async () => {
  await program.remove();
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const namesIn = (area: string): Promise<string[]> => namesInFolder(join(data, 'files', area));
const isDraft = (name: string): boolean => name.endsWith('.draft');

const killWhen = (area: string, fits: (name: string) => boolean, request: () => Promise<unknown>): Promise<void> =>
  killServerWhen(program, join(data, 'files', area), fits, request);

const offsetOf = async ({ uploadUrl }: UploadTicket): Promise<number> =>
  ((await (await fetch(program.url + uploadUrl)).json()) as { data: { offset: number } }).data.offset;
const put = async ({ uploadUrl }: UploadTicket, bytes: Buffer, offset: number): Promise<number> => {
  const response = await fetch(program.url + uploadUrl, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${offset}-${bytes.length - 1}/${bytes.length}` },
    body: new Uint8Array(bytes.subarray(offset)),
  });
  return ((await response.json()) as { data: { offset: number } }).data.offset;
};

it('a video survives a kill at every step, and continues at the byte', async () => {
  const video = mp4(5 * SEGMENT_BYTES + 300_000);
  const ticket = await api.files.ticket(announcement(video));
  let stored = 0;
  for (const fits of [isDraft, (name: string) => !isDraft(name), isDraft, (name: string) => !isDraft(name)]) {
    await killWhen('upload', fits, () => put(ticket, video, stored));
    const offset = await offsetOf(ticket);
    expect(offset).toBeGreaterThanOrEqual(stored);
    expect(offset === video.length || offset % SEGMENT_BYTES === 0).toBe(true);
    stored = offset;
  }
  if (stored < video.length) expect(await put(ticket, video, stored)).toBe(video.length);
  const complete = () => api.files.complete({ fileId: ticket.fileId });
  await killWhen('video', isDraft, complete);
  expect(await offsetOf(ticket)).toBe(video.length);
  await killWhen('video', (name) => !isDraft(name), complete);
  expect(await complete()).toMatchObject({ sha256: sha256Of(video), bytes: video.length });
  const { url } = await api.files.address({ fileId: ticket.fileId });
  const read = Buffer.from(await (await fetch(program.url + url)).arrayBuffer());
  expect(read.equals(video)).toBe(true);
}, 900_000);

it('a picture survives a kill at every step of its completion', async () => {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#36a' } })
    .png()
    .toBuffer();
  const ticket = await api.files.ticket(announcement(bytes, 'picture'));
  await put(ticket, bytes, 0);
  const complete = () => api.files.complete({ fileId: ticket.fileId });
  await killWhen('picture', () => true, complete);
  await killWhen('thumbnail', () => true, complete);
  expect(await complete()).toMatchObject({ contentType: 'image/png', hasThumbnail: true });
}, 900_000);

/** An upload in one request, which can be repeated under its id. */
async function multipart(id: string, bytes: Buffer, kind: UploadKind): Promise<Reply> {
  const { path } = catalogue.files.upload;
  const [fields, time] = [announcement(bytes, kind), String(Date.now())];
  const form = new FormData();
  form.set('id', id);
  form.set('data', JSON.stringify(fields));
  form.set(
    'extra',
    createHmac('sha256', caller.token)
      .update([id, time, path, canonical(fields)].join('\n'))
      .digest('hex'),
  );
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a');
  const response = await fetch(`${program.url}/apis${path}`, {
    method: 'POST',
    headers: { authorization: caller.token, language: 'en-us', 'system-type': 'web', time },
    body: form,
  });
  return (await response.json()) as Reply;
}

it('an upload in one request survives a kill at every step, and is there once', async () => {
  const video = mp4(2 * SEGMENT_BYTES + 70_000);
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a63' } })
    .png()
    .toBuffer();
  const steps = [
    [video, 'video', 'upload', isDraft],
    [video, 'video', 'upload', (name: string) => !isDraft(name)],
    [video, 'video', 'video', isDraft],
    [video, 'video', 'video', (name: string) => !isDraft(name)],
    [picture, 'picture', 'upload', () => true],
    [picture, 'picture', 'picture', () => true],
    [picture, 'picture', 'thumbnail', () => true],
  ] as const;
  const ids = { video: randomBytes(16).toString('hex'), picture: randomBytes(16).toString('hex') };
  for (const [bytes, kind, area, fits] of steps) await killWhen(area, fits, () => multipart(ids[kind], bytes, kind));
  for (const [bytes, kind] of [
    [video, 'video'],
    [picture, 'picture'],
  ] as const) {
    const first = await multipart(ids[kind], bytes, kind);
    expect(first).toMatchObject({ code: 0 });
    // Under the same id it is the same file.
    expect((await multipart(ids[kind], bytes, kind)).data).toEqual(first.data);
  }
}, 900_000);

it('nothing is left over that does not belong to a file', async () => {
  await program.end('SIGKILL');
  const log = pino({ level: 'silent' });
  const { pool, close } = await openDatabase({ dataFolder: data, log });
  try {
    const db = connect(pool);
    const store = createFolderStore(join(data, 'files'));
    const now = () => Date.now() + UPLOAD_TTL_MS + 60_000;
    await deleteExpiredFiles({ db, store, now, log });
    const rows = await db.select().from(fileTable);
    expect(rows.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'picture ready',
      'picture ready',
      'video ready',
      'video ready',
    ]);
    for (const kind of ['video', 'picture'] as const) {
      const storedAs = rows.filter((row) => row.kind === kind).map((row) => row.storedAs);
      const found = (await namesIn(kind)).filter((name) => !isDraft(name));
      expect(found.sort()).toEqual(storedAs.sort());
    }
    expect((await namesIn('thumbnail')).filter((name) => !isDraft(name))).toHaveLength(2);
    expect((await namesIn('upload')).filter((name) => !isDraft(name))).toEqual([]);
  } finally {
    await close();
  }
});
