/** Reading a file by its signed address: ranges, as a browser asks for them to seek in a video, and who may. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { FILE_ADDRESS_MS } from '../../../contract/rules/files.ts';
import { accounts, relations } from '../../../server/db/schema.ts';
import { rangeOf } from '../../../server/http/fileReads.ts';
import { consolePolicy, connectionsOf } from '../../../server/http/headers.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { mp4, uploader } from '../../fakes/uploads.ts';

let test: TestServer;
let file: StoredFile;
let sheet: StoredFile;
const video = mp4(100_000);
beforeAll(async () => {
  test = await startTestServer();
  const client = uploader(test);
  file = await client.stored('member', video, 'video', { serialNumber: A.serialNumber, name: '大堂.mp4' });
  sheet = await client.stored('member', Buffer.from('a,b\n'), 'sheet');
});
afterAll(() => test.close());

const addressFor = async (person: Person, fileId = file.id): Promise<string> =>
  ((await test.as(person, catalogue.files.address.path, { fileId })).data as { url: string }).url;
const read = async (headers: Record<string, string> = {}, url?: string, method: 'GET' | 'HEAD' = 'GET') =>
  test.server.inject({ method, url: url ?? (await addressFor('viewer')), headers });

it('gives the whole file with fixed headers', async () => {
  const { statusCode, headers, rawPayload } = await read();
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(video)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(video.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('大堂.mp4')}`,
  });
  expect((await read({}, await addressFor('member', sheet.id))).headers['content-disposition']).toMatch(
    /^attachment;/u,
  );
  const head = await read({}, undefined, 'HEAD');
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(video.length), 0]);
});

it.each([
  ['bytes=0-99', 0, 99],
  ['bytes=500-', 500, video.length - 1],
  ['bytes=-10', video.length - 10, video.length - 1],
  [`bytes=99000-${video.length + 50}`, 99_000, video.length - 1],
])('%s is a part of it', async (range, start, end) => {
  const { statusCode, headers, rawPayload } = await read({ range });
  expect(statusCode).toBe(206);
  expect(headers['content-range']).toBe(`bytes ${start}-${end}/${video.length}`);
  expect(rawPayload.equals(video.subarray(start, end + 1))).toBe(true);
});

it('a range behind the end is refused, and what is no range of bytes is ignored', async () => {
  const beyond = await read({ range: `bytes=${video.length}-` });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${video.length}`]);
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-2', 'bytes=-', 'bytes=a-b'])
    expect((await read({ range })).statusCode, range).toBe(200);
  expect(rangeOf('bytes=-0', undefined, 10, '"t"')).toBe('unsatisfiable');
});

it('a range is only of the same file, and an unchanged file is not sent again', async () => {
  const tag = String((await read()).headers['etag']);
  expect((await read({ range: 'bytes=0-9', 'if-range': tag })).statusCode).toBe(206);
  expect((await read({ range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200);
  expect((await read({ 'if-none-match': tag })).statusCode).toBe(304);
});

describe('an address', () => {
  it('is for its reader and its file, and nobody can change it', async () => {
    const url = await addressFor('viewer');
    for (const changed of [
      url.replace('reader=viewer', 'reader=member'),
      url.replace(file.id, sheet.id),
      url.replace('until=', 'until=9'),
      url.replace(/sign=(.)/u, (_, first: string) => `sign=${first === 'A' ? 'B' : 'A'}`),
      `${url}&thumbnail=1`,
      url.split('?')[0] ?? '',
    ])
      expect((await read({}, changed)).statusCode, changed).toBe(404);
  });

  it('ends with the right of its reader, and at once', async () => {
    const url = await addressFor('viewer');
    await test.db.update(relations).set({ isAuth: false }).where(eq(relations.userId, 'viewer'));
    expect((await read({}, url)).statusCode).toBe(404);
    await test.db.update(relations).set({ isAuth: true }).where(eq(relations.userId, 'viewer'));
    expect((await read({}, url)).statusCode).toBe(200);
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'viewer'));
    expect((await read({}, url)).statusCode).toBe(404);
    await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'viewer'));
  });

  it('ends after its time', async () => {
    const url = await addressFor('viewer');
    test.later(FILE_ADDRESS_MS + 1);
    expect((await read({}, url)).statusCode).toBe(404);
    test.later(-FILE_ADDRESS_MS - 1);
  });
});

it('the console may connect to the store, and to nothing else', () => {
  const s3 = { endpoint: 'https://s3.example.org/base', bucket: 'b', region: 'r', accessKey: 'k', secretKey: 's' };
  const policy = consolePolicy('', connectionsOf({ mqtt: undefined, s3, agora: undefined }));
  expect(policy).toContain("connect-src 'self' https://s3.example.org;");
  expect(policy).toContain("media-src 'self' blob:;");
});
