/**
 * Sends `kill -9` to the server at every step of an upload: while a segment is written, once it is there, while the
 * file is put together, once it is there, and between picture and thumbnail. What the server acknowledged is still
 * there after the restart, the upload continues at the byte, and nothing is left over in the end.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { UploadTicket } from '../../contract/entities/file.ts';
import { SEGMENT_BYTES, UPLOAD_TTL_MS } from '../../contract/rules/files.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { connect } from '../../server/db/connect.ts';
import { openDatabase } from '../../server/db/open.ts';
import { files as fileTable } from '../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../server/files/deleteFiles.ts';
import { createFolderStore } from '../../server/files/fileStore.ts';
import { createApi } from '../fakes/apiClient.ts';
import { serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';
import { announcement, mp4, sha256Of } from '../fakes/uploads.ts';

let data: string;
let program: ServerProgram;
let api: ReturnType<typeof createApi<typeof catalogue>>;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'rh-upload-crash-'));
  program = await serverProgram(data);
  await program.start();
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  api = createApi(program.url, catalogue, { token, userId });
});
afterAll(async () => {
  await program.remove();
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const namesIn = (area: string): Promise<string[]> => readdir(join(data, 'files', area)).catch(() => []);
const isDraft = (name: string): boolean => name.endsWith('.draft');

/** Kills the server as soon as the folder has such a file, or when the request is over; then starts it again. */
async function killWhen(area: string, fits: (name: string) => boolean, request: () => Promise<unknown>): Promise<void> {
  const before = new Set(await namesIn(area));
  let isOver = false;
  const running = request()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  while (!isOver && !(await namesIn(area)).some((name) => !before.has(name) && fits(name))) await sleep(1);
  await program.end('SIGKILL');
  await running;
  await program.start();
}

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
}, 400_000);

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
}, 400_000);

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
    expect(rows.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual(['picture ready', 'video ready']);
    for (const kind of ['video', 'picture'] as const) {
      const storedAs = rows.find((row) => row.kind === kind)?.storedAs;
      const found = (await namesIn(kind)).filter((name) => !isDraft(name));
      expect(found).toEqual([storedAs]);
    }
    expect((await namesIn('thumbnail')).filter((name) => !isDraft(name))).toHaveLength(1);
    expect((await namesIn('upload')).filter((name) => !isDraft(name))).toEqual([]);
  } finally {
    await close();
  }
});
