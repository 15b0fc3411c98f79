/** A user's own picture: what is accepted, what is refused without a change, and how it is served. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { AVATAR_MAX_BYTES, AVATAR_MAX_PX } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit } from '../../../server/db/schema.ts';
import type { StagedAvatar } from '../../../server/features/avatar.ts';
import { createProfileHandlers, type ProfileNeeds } from '../../../server/features/profile.ts';
import { createFolderStore, type FileStore } from '../../../server/files/fileStore.ts';
import { stepsOf } from '../../../server/guarded.ts';
import { CALLS_PER_ADDRESS } from '../../../server/security/callLimits.ts';
import { dataUrl, jpeg, png } from '../../fakes/pictures.ts';
import { startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { updateAvatar } = catalogue.profile;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const set = (person: Person, avatarUrl: string) => test.as(person, updateAvatar.path, { avatarUrl });
const placeOf = async (person: Person) =>
  ((await test.as(person, catalogue.session.userInfo.path, { id: person })).data as { avatarPath: string }).avatarPath;
const get = (url: string) => test.server.inject({ method: 'GET', url });
const kept = () => readdir(join(test.folder, 'files', 'avatar'));

const SOMEBODY = { IFD0: { Artist: 'somebody' } };
describe('a picture of a person', () => {
  const photo = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a6' } });
  it.each([
    ['PNG', () => photo().png().withExif(SOMEBODY).toBuffer(), [300, 200], 'image/png'],
    [
      'JPEG',
      () => photo().jpeg().withMetadata({ orientation: 6 }).withExif(SOMEBODY).toBuffer(),
      [200, 300],
      'image/jpeg',
    ],
    ['WebP', () => photo().webp().withExif(SOMEBODY).toBuffer(), [300, 200], 'image/webp'],
  ] as const)(
    'as %s is encoded again without its metadata, and served for ever, as nothing else',
    async (_, make, size, type) => {
      const bytes = await make();
      expect((await sharp(bytes).metadata()).exif).toBeInstanceOf(Buffer);
      const reply = await set('member', dataUrl(bytes, 'image/jpeg'));
      expect(reply).toMatchObject({
        code: 0,
        data: { avatarPath: expect.stringMatching(/^\/files\/avatar\/[0-9a-f]{32}$/u) as string },
      });
      const place = await placeOf('member');
      expect(place).toBe((reply.data as { avatarPath: string }).avatarPath);
      const { statusCode, headers, rawPayload } = await get(place);
      expect(statusCode).toBe(200);
      expect(rawPayload.includes('somebody')).toBe(false);
      const { width, height, exif, orientation } = await sharp(rawPayload).metadata();
      expect([width, height, exif, orientation]).toEqual([...size, undefined, undefined]);
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    },
  );

  it('takes the place of the one before, which is gone, and can be taken away', async () => {
    await set('viewer', dataUrl(png(10, 10)));
    const first = await placeOf('viewer');
    await set('viewer', dataUrl(png(20, 20)));
    const second = await placeOf('viewer');
    await vi.waitFor(async () => expect((await get(first)).statusCode).toBe(404), 5_000);
    expect((await get(second)).statusCode).toBe(200);
    expect(await set('viewer', '')).toMatchObject({ code: 0, data: { avatarPath: '' } });
    await vi.waitFor(async () => expect((await get(second)).statusCode).toBe(404), 5_000);
    expect(await placeOf('viewer')).toBe('');
    const entries = await test.db
      .select()
      .from(audit)
      .where(and(eq(audit.userId, 'viewer'), eq(audit.act, 'account.avatar')));
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ avatarPath: '' }, { avatarPath: first }],
      [{ avatarPath: first }, { avatarPath: second }],
      [{ avatarPath: second }, { avatarPath: '' }],
    ]);
  });

  it.each<[string, string, keyof typeof ERRORS]>([
    ['that is none', dataUrl(Buffer.from('<svg onload="alert(1)"/>')), 'pictureWrong'],
    ['with the header of a JPEG and no pixels', dataUrl(jpeg(10, 10)), 'pictureWrong'],
    ['that says it is SVG', `data:image/svg+xml;base64,${png(3, 3).toString('base64')}`, 'pictureWrong'],
    ['from elsewhere', 'https://example.org/me.png', 'pictureWrong'],
    ['that is no Base64', 'data:image/png;base64,***', 'pictureWrong'],
    ['that is too wide', dataUrl(png(AVATAR_MAX_PX + 1, 10)), 'pictureTooWide'],
    ['that would unfold to gigabytes', dataUrl(png(60_000, 60_000, { pixels: 100 })), 'pictureTooWide'],
    ['of too many bytes', dataUrl(png(10, 10, { more: [['tEXt', randomBytes(AVATAR_MAX_BYTES)]] })), 'pictureTooLarge'],
  ])('%s is refused, and nothing changes', async (_, avatarUrl, error) => {
    const [place, files] = [await placeOf('member'), await kept()];
    expect(await set('member', avatarUrl)).toMatchObject({ code: ERRORS[error], data: { field: 'avatarUrl' } });
    expect([await placeOf('member'), await kept()]).toEqual([place, files]);
  });

  it('whose change fails leaves no file', async () => {
    const files = await kept();
    await test.db.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await test.db.execute(
      `create trigger fails before update of avatar_path on accounts for each row execute function fail()`,
    );
    expect(await set('member', dataUrl(png(10, 10)))).toMatchObject({ code: ERRORS.serverError });
    await test.db.execute('drop trigger fails on accounts');
    expect(await kept()).toEqual(files);
  });

  it('is stored before the transaction begins', async () => {
    const stored: string[] = [];
    const files: FileStore = {
      ...createFolderStore(test.folder),
      put: (_, id) => Promise.resolve(void stored.push(id)),
    };
    const { updateAvatar: handle } = createProfileHandlers({ ...test.server.deps, files } as unknown as ProfileNeeds); // Verification codes and rate limits belong to other calls.
    const staged = await stepsOf(handle as never).before({ avatarUrl: dataUrl(png(10, 10)) }, {
      userId: 'member',
    } as never);
    expect(stored).toEqual([(staged as StagedAvatar).file.id]);
  });

  it('of 20 MB is not even read', async () => {
    expect(await set('member', dataUrl(Buffer.alloc(20 << 20)))).toMatchObject({ code: ERRORS.bodyTooLarge });
  });

  it.each([
    '/files/avatar/0123456789abcdef0123456789abcdef',
    '/files/avatar/..%2f..%2fserver.lock',
    '/files/avatar/x',
    '/files/avatar/',
  ])('%s is not found', async (path) => {
    expect((await get(path)).statusCode).not.toBe(200);
  });

  it('is given to one address only so often, and to others still', async () => {
    const ask = (remoteAddress: string) =>
      test.server.inject({ method: 'GET', url: '/files/avatar/0123456789abcdef0123456789abcdef', remoteAddress });
    const answers = await Promise.all(Array.from({ length: CALLS_PER_ADDRESS + 1 }, () => ask('10.7.7.7')));
    expect(
      answers.filter(({ statusCode }) => statusCode === 429).map(({ headers }) => Number(headers['retry-after'])),
    ).toEqual([expect.any(Number)]);
    expect((await ask('10.8.8.8')).statusCode).toBe(404);
  });
});
