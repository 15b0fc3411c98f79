/**
 * The preview of a claim code, and the screen of an unbound demo robot: its code rotates, and the previous one stays
 * valid for one more period.
 */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claims } from '../../../contract/endpoints/claims.ts';
import { robots as robotCalls } from '../../../contract/endpoints/robots.ts';
import { CLAIM_CODE_ROTATION_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { ROBOTS, WAITING } from '../../../demo/roster.ts';
import { installation, relations, robots } from '../../../server/db/schema.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
/** The server's clock, at the start of a rotation period. */
let clock = Math.ceil(Date.now() / CLAIM_CODE_ROTATION_MS) * CLAIM_CODE_ROTATION_MS;
beforeAll(
  async () =>
    void (test = await startTestServer({
      environment: { ROUNDHOUSE_ROBOTS: String(ROBOTS.length) },
      now: () => clock,
    })),
);
afterAll(() => test.close());
beforeEach(async () => {
  clock = Math.ceil((clock + 1) / CLAIM_CODE_ROTATION_MS) * CLAIM_CODE_ROTATION_MS;
  await test.db.delete(relations).where(eq(relations.serialNumber, WAITING.serialNumber));
});

const screen = async (person: Person = 'stranger') => {
  const { code, data } = await test.as(person, claims.screen.path, {});
  expect(code).toBe(0);
  return (
    data as {
      robot: { serialNumber: string; code: string; picture: string; changesAt: number; siteName: string } | null;
    }
  ).robot;
};
const look = (person: Person, code: string) => test.as(person, claims.look.path, { code });
const bind = (person: Person, code: string) => test.as(person, robotCalls.bind.path, { code });

describe('the screen of a robot that waits', () => {
  it('shows one code to everybody for a minute, and then another', async () => {
    const first = await screen();
    expect(first).toMatchObject({
      serialNumber: WAITING.serialNumber,
      siteName: 'Harbour Hotel',
      changesAt: clock + CLAIM_CODE_ROTATION_MS,
    });
    expect(first?.code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u);
    expect(Buffer.from(first?.picture.split(',')[1] ?? '', 'base64').toString()).toContain('<svg');
    clock += CLAIM_CODE_ROTATION_MS - 1;
    expect((await screen('viewer'))?.code).toBe(first?.code);
    clock += 1;
    expect((await screen())?.code).not.toBe(first?.code);
  });

  it('keeps no code, only what it is made of', async () => {
    const shown = await screen();
    const kept = JSON.stringify([
      await test.db.select().from(robots),
      (await test.db.select().from(installation)).map(({ key }) => key),
    ]);
    expect(kept).not.toContain(shown?.code);
    expect(kept).toContain('claimScreenSecret');
  });

  it('takes the last code for a turn, and no longer', async () => {
    const { code = '' } = (await screen()) ?? {};
    clock += 2 * CLAIM_CODE_ROTATION_MS - 1;
    expect(await look('stranger', code)).toMatchObject({
      code: 0,
      data: { serialNumber: WAITING.serialNumber, standing: 'free' },
    });
    clock += 1;
    expect(await look('stranger', code)).toMatchObject({ code: ERRORS.claimCodeWrong, data: { field: 'code' } });
    expect(await bind('stranger', code)).toMatchObject({ code: ERRORS.claimCodeWrong });
  });

  it('makes who binds it its super administrator; then nobody else can, and there is no screen any more', async () => {
    const { code = '' } = (await screen()) ?? {};
    const answers = await Promise.all([
      bind('stranger', code.toLowerCase().replaceAll('-', ' ')),
      bind('member', code),
    ]);
    expect(answers.map((one) => one.code).filter((one) => one === 0)).toHaveLength(1);
    const bound = await test.db.select().from(relations).where(eq(relations.serialNumber, WAITING.serialNumber));
    expect(bound).toMatchObject([{ isAuth: true, isRobotAdmin: true, isSuperAdmin: true }]);
    expect(await screen()).toBeNull();
    expect(await bind('viewer', code)).toMatchObject({ code: ERRORS.claimCodeWrong });
  });
});

describe('what a code would bind', () => {
  it('is told of a registered robot, and to whom it belongs only as far as it concerns who asks', async () => {
    const register = {
      serialNumber: 'N-7',
      manufacturer: 'Other',
      robotModel: 'W1',
      robotNickName: 'Newcomer',
      registerSiteId: A.siteId,
      maps: [],
    };
    const { data } = await test.as('accountAdmin', robotCalls.register.path, register);
    const { claimCode } = data as { claimCode: string };
    const told = {
      serialNumber: 'N-7',
      robotNickName: 'Newcomer',
      robotModel: 'W1',
      kind: 'delivery',
      siteName: 'One',
      addedRole: null,
    };
    expect(await look('stranger', claimCode)).toMatchObject({ code: 0, data: { ...told, standing: 'free' } });

    await test.db.insert(relations).values({
      id: 'r-7',
      userId: 'member',
      serialNumber: 'N-7',
      isAuth: true,
      isRobotAdmin: true,
      isSuperAdmin: true,
    });
    expect(await look('member', claimCode)).toMatchObject({ data: { standing: 'yours' } });
    expect(await look('stranger', claimCode)).toEqual({
      code: 0,
      message: expect.any(String),
      data: { ...told, standing: 'taken' },
    });
    await test.db.delete(robots).where(inArray(robots.serialNumber, ['N-7']));
  });

  it('is not told of a code that is none', async () => {
    expect(await look('stranger', 'NO-SUCH-CODE')).toMatchObject({ code: ERRORS.claimCodeWrong });
    expect(await test.call(claims.look.path, { code: 'NO-SUCH-CODE' })).toMatchObject({ code: ERRORS.notLoggedIn });
  });
});

describe('without the demo', () => {
  it('there is no screen', async () => {
    const plain = await startTestServer({ environment: { ROUNDHOUSE_DEMO: 'off' } });
    expect(await plain.as('stranger', claims.screen.path, {})).toMatchObject({ code: ERRORS.unknownPath });
    await plain.close();
  });
});
