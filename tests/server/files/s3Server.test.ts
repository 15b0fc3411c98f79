/**
 * A server whose files are in an external store: pictures are written to and read from it; while it is unavailable
 * nothing changes and nothing is lost.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { png } from '../../fakes/pictures.ts';
import { startS3, type S3 } from '../../fakes/s3.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

let s3: S3;
let test: TestServer;
beforeAll(async () => {
  s3 = await startS3();
  const { endpoint, bucket, accessKey, secretKey } = s3.place;
  test = await startTestServer({
    environment: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
  });
});
afterAll(async () => {
  await test.close();
  await s3.close();
});

const set = (side: number) =>
  test.as('member', catalogue.profile.updateAvatar.path, {
    avatarUrl: side === 0 ? '' : `data:image/png;base64,${png(side, side).toString('base64')}`,
  });
const place = async () =>
  ((await test.as('member', catalogue.session.userInfo.path, { id: 'member' })).data as { avatarPath: string })
    .avatarPath;
const look = (url: string) => test.server.inject({ url });
/** From the header of a PNG: the server encodes pictures again. */
const widthOf = (bytes: Buffer): number => bytes.readUInt32BE(16);

it('keeps pictures there, and says so while it cannot', async () => {
  expect(await set(20)).toMatchObject({ code: 0 });
  const first = await place();
  expect(widthOf((await look(first)).rawPayload)).toBe(20);
  expect(await readdir(join(test.folder, 'files')).catch(() => [])).toEqual([]);

  await s3.go();
  expect(await set(30)).toMatchObject({ code: ERRORS.filesAway });
  expect(await place()).toBe(first);
  expect((await look(first)).statusCode).toBe(503);
  expect((await look(first)).headers['cache-control']).toBe('no-store');

  await s3.come();
  expect((await look(first)).statusCode).toBe(200);
  expect(await set(30)).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect((await look(first)).statusCode).toBe(404));
  expect(widthOf((await look(await place())).rawPayload)).toBe(30);
  expect(test.logged.join()).not.toContain('x-amz');
});
