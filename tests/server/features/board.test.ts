/**
 * The wall board: every offline robot, for any client with the board's key. The key appears in no log and no metric.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { OfflineBoard } from '../../../contract/entities/offlineBoard.ts';
import type { MadeKey } from '../../../contract/entities/wallKey.ts';
import { WRONG_KEYS_PER_ADDRESS } from '../../../contract/rules/limits.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { A, A2, B, startTestServer, tokenOf, type CallOptions, type TestServer } from '../../fakes/testServer.ts';

const { offline } = catalogue.board;
let test: TestServer;
let key = '';
let id = '';
beforeAll(async () => {
  test = await startTestServer();
  ({ key, id } = await make());
});
afterAll(() => test.close());
beforeEach(() => test.forgetTries());

const make = async (data: object = {}): Promise<MadeKey> =>
  (await test.as('accountAdmin', catalogue.keys.create.path, { name: 'Wall', kind: 'board', ...data })).data as MadeKey;
const ask = (hash: string, more: CallOptions = {}) => test.call(offline.path, { hash, dateTime: Date.now() }, more);
const errorOf = async (reply: Promise<{ code: number }>) => errorNameOf((await reply).code);

describe('the board', () => {
  it("shows every robot of the installation that is offline, in the reader's language, and how many are online", async () => {
    const { code, data } = await ask(key);
    const { total, online, robots, at } = data as OfflineBoard;
    expect(code).toBe(0);
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    // No simulator runs in this test, so every robot is offline.
    expect([total, online]).toEqual([robots.length, 0]);
    expect(robots.map(({ serialNumber }) => serialNumber)).toEqual(
      expect.arrayContaining([A.serialNumber, A2.serialNumber, B.serialNumber]),
    );
    expect(robots.find(({ serialNumber }) => serialNumber === A.serialNumber)).toEqual({
      serialNumber: A.serialNumber,
      robotNickName: 'Porter',
      robotModel: 'W1',
      kind: 'delivery',
      site: 'One',
      timeZone: 'Asia/Shanghai',
      floor: '',
      room: '',
      since: null,
    });
    const chinese = (await ask(key, { language: 'zh-cn' })).data as OfflineBoard;
    expect(chinese.robots.find(({ serialNumber }) => serialNumber === A.serialNumber)).toMatchObject({
      robotNickName: '跑堂',
      site: '一号',
    });
  });

  it('opens as well while somebody is signed in', async () => {
    expect(await ask(key, { token: tokenOf('stranger') })).toMatchObject({ code: 0 });
  });

  it('opens to no key of another kind, to none that was revoked, and to no other word', async () => {
    const screen = await make({ kind: 'screen', serialNumber: A.serialNumber });
    expect(await errorOf(ask(screen.key))).toBe('keyWrong');
    const spent = await make();
    await test.as('accountAdmin', catalogue.keys.revoke.path, { keyId: spent.id });
    expect(await errorOf(ask(spent.key))).toBe('keyWrong');
    expect(await errorOf(ask('0'.repeat(48)))).toBe('keyWrong');
    for (const word of ['get-no-such-thing', key.slice(1), `${key}0`, key.toUpperCase(), '{hash}'])
      expect(await errorOf(test.call(`/srobot/${word}`, { dateTime: 1 }))).toBe('unknownPath');
    expect(await ask(key)).toMatchObject({ code: 0 });
  });

  it('takes the key from the path alone', async () => {
    const wrong = '0'.repeat(48);
    expect(await errorOf(test.call(`/srobot/${wrong}`, { hash: key, dateTime: 1 }))).toBe('keyWrong');
  });

  it('is signed for that very key', async () => {
    expect(await errorOf(ask(key, { extra: '0'.repeat(64) }))).toBe('signatureWrong');
  });

  it('lets an address that guesses wait', async () => {
    const address = '10.7.7.7';
    for (let i = 0; i < WRONG_KEYS_PER_ADDRESS; i++)
      expect(await errorOf(ask(i.toString(16).padStart(48, '0'), { address }))).toBe('keyWrong');
    expect(await ask('e'.repeat(48), { address })).toMatchObject({ code: ERRORS.tooManyRequests });
    expect(await errorOf(ask('e'.repeat(48)))).toBe('keyWrong');
    // Other boards behind this address keep working.
    expect(await ask(key, { address })).toMatchObject({ code: 0 });
  });

  it('leaves the key in no log line, no figure and no row', async () => {
    await ask(key);
    const metrics = (await test.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body;
    expect(metrics).toContain('path="/srobot/{hash}"');
    expect(metrics + test.logged.join('')).not.toContain(key);
    expect(test.logged.join('')).toContain('/srobot/{hash}');
    const listed = await test.as('accountAdmin', catalogue.keys.list.path, {});
    expect(
      (listed.data as { id: string; lastUsedAt: number | null }[]).find((one) => one.id === id)?.lastUsedAt,
    ).not.toBeNull();
  });
});
