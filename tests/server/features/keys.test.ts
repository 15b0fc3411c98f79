/** Keys for wall boards and robot screens: shown once, stored as a hash, revoked at once; guessing is rate limited. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MadeKey, WallKey } from '../../../contract/entities/wallKey.ts';
import { SESSION_LAST_USED_PRECISION_MS, WRONG_KEYS_PER_ADDRESS } from '../../../contract/rules/limits.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, wallKeys } from '../../../server/db/schema.ts';
import { createHolderOfKey, type HolderOfKey } from '../../../server/features/wallKeys.ts';
import { A, startTestServer, type CallOptions, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.keys;
let test: TestServer;
let holderOfKey: HolderOfKey;
let now = Date.now();
beforeAll(async () => {
  test = await startTestServer();
  holderOfKey = createHolderOfKey({ ...test.server.deps, now: () => now });
});
afterAll(() => test.close());
beforeEach(async () => {
  now = Date.now();
  await test.db.delete(wallKeys);
  await test.forgetTries();
});

const admin = (path: string, data: object, more: CallOptions = {}) => test.as('accountAdmin', path, data, more);
const make = async (data: object = {}): Promise<MadeKey> =>
  (await admin(calls.create.path, { name: 'Lobby wall', kind: 'board', ...data })).data as MadeKey;
const list = async (more: CallOptions = {}): Promise<WallKey[]> =>
  (await admin(calls.list.path, {}, more)).data as WallKey[];
const address = '10.1.2.3';

describe('a key', () => {
  it('is told once with the link it stands in, and kept as a hash', async () => {
    const { id, key, links } = await make({ host: 'https://here.example:8443' });
    expect(links).toEqual([
      {
        page: '/plg/offline-robot-list',
        url: `https://here.example:8443/plg/offline-robot-list#${key}`,
        qr: expect.stringMatching(/^data:image\/svg\+xml;base64,/u) as string,
      },
    ]);
    expect(await list()).toEqual([
      {
        id,
        name: 'Lobby wall',
        kind: 'board',
        serialNumber: null,
        robotNickName: '',
        createdBy: 'accountAdmin by name',
        createdAt: expect.any(Number) as number,
        lastUsedAt: null,
        revokedAt: null,
      },
    ]);
    const written = JSON.stringify([
      await test.db.select().from(wallKeys),
      await test.db.select().from(audit),
      await list(),
    ]);
    expect(written + test.logged.join('')).not.toContain(key);
    expect(
      await test.db
        .select()
        .from(audit)
        .where(and(eq(audit.act, 'key.create'), eq(audit.subject, id))),
    ).toMatchObject([{ userId: 'accountAdmin', after: { name: 'Lobby wall', kind: 'board' } }]);
  });

  it('of a screen belongs to a robot that there is, and opens both its pages', async () => {
    expect(await admin(calls.create.path, { name: 'Screen', kind: 'screen' })).toMatchObject({
      code: ERRORS.parameterEmpty,
      data: { field: 'serialNumber' },
    });
    expect(await admin(calls.create.path, { name: 'Screen', kind: 'screen', serialNumber: 'NO-1' })).toMatchObject({
      code: ERRORS.robotUnknown,
      data: { field: 'serialNumber' },
    });
    // Typed in lower case.
    const { key, links } = await make({ kind: 'screen', serialNumber: A.serialNumber.toLowerCase() });
    expect(links.map(({ page }) => page)).toEqual(['/semantic-scene/weather', '/semantic-scene/voice']);
    expect(links.every(({ url }) => url.endsWith(`#${key}`) && url.startsWith('http'))).toBe(true);
    expect(await list({ language: 'zh-cn' })).toMatchObject([
      { kind: 'screen', serialNumber: A.serialNumber, robotNickName: '跑堂' },
    ]);
    expect(await holderOfKey(key, 'screen', address)).toMatchObject({ serialNumber: A.serialNumber });
    expect(await holderOfKey(key, 'board', address)).toBeUndefined();
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(41) }, 'name'],
    ['a host that is none', { host: 'javascript:alert(1)' }, 'host'],
    ['an unknown kind', { kind: 'door' }, 'kind'],
  ])('with %s is refused', async (_, data, field) => {
    expect(await admin(calls.create.path, { name: 'Wall', kind: 'board', ...data })).toMatchObject({ data: { field } });
    expect(await list()).toEqual([]);
  });

  it('opens nothing once it is revoked, and stays in the list, last', async () => {
    const first = await make();
    const second = await make({ name: 'Second' });
    expect(await holderOfKey(second.key, 'board', address)).toMatchObject({ id: second.id });
    expect(await admin(calls.revoke.path, { keyId: second.id })).toMatchObject({ code: 0 });
    expect(await holderOfKey(second.key, 'board', address)).toBeUndefined();
    expect((await list()).map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
    expect(errorNameOf((await admin(calls.revoke.path, { keyId: second.id })).code)).toBe('notFound');
    expect(await test.db.select().from(audit).where(eq(audit.act, 'key.revoke'))).toMatchObject([
      { subject: second.id, before: { name: 'Second' } },
    ]);
  });

  it('notes its last use, once a minute', async () => {
    const { key } = await make();
    const used = async () => (await list())[0]?.lastUsedAt;
    const first = now;
    await holderOfKey(key, 'board', address);
    expect(await used()).toBe(first);
    now += SESSION_LAST_USED_PRECISION_MS - 1_000;
    await holderOfKey(key, 'board', address);
    expect(await used()).toBe(first);
    now += 2_000;
    await holderOfKey(key, 'board', address);
    expect(await used()).toBe(now);
  });
});

it('whoever guesses has to wait; others do not, a right key never counts, and it opens behind an address that guesses, too', async () => {
  const { key } = await make();
  for (let i = 0; i < WRONG_KEYS_PER_ADDRESS; i++) {
    expect(await holderOfKey(i.toString(16).padStart(48, '0'), 'board', address)).toBeUndefined();
    for (const from of [address, '10.1.2.4']) expect(await holderOfKey(key, 'board', from)).toBeDefined();
    if (i < WRONG_KEYS_PER_ADDRESS - 1) expect(await holderOfKey(key, 'board', address)).toBeDefined();
  }
  await expect(holderOfKey('e'.repeat(48), 'board', address)).rejects.toMatchObject({
    code: ERRORS.tooManyRequests,
    detail: { words: { seconds: expect.any(Number) as number } },
  });
  expect(await holderOfKey(key, 'board', '10.1.2.4')).toBeDefined();
});
