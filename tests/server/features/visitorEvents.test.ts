/** Deliveries and visits, from a robot's event on the broker to what a visitor gets from a public page. */
import { eq, sql } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { DeliveryCode } from '../../../contract/entities/delivery.ts';
import {
  CAPTION_TTL_MS,
  CAPTIONS_KEPT,
  CODE_GUESSES,
  CODES_PER_TARGET,
  DELIVERY_SILENT_MS,
  DELIVERY_TRIES,
  DELIVERY_TRIES_LOCK_MS,
  DELIVERY_TRIES_OF_ALL,
  DELIVERY_TRIES_PER_ADDRESS,
  DEMO_MESSAGES_KEPT,
  ROBOT_MESSAGES_PER_PERSON,
  ROBOT_MESSAGES_PER_ROBOT,
  VISIT_CODES_PER_ADDRESS,
  VISIT_TRIES_PER_ADDRESS,
} from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { applyRetention } from '../../../server/retention.ts';
import {
  audit,
  deliveries,
  outbox,
  robotEvents,
  robots,
  signInTries,
  verificationCodes,
  visits,
  wallKeys,
} from '../../../server/db/schema.ts';
import { scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, B, type Person, startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const { taskCode } = catalogue.deliveries;
const { signOutCode, signOut } = catalogue.visits;
const { list } = catalogue.captions;
const PHONE = '+12025550123';
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;
const connect = (to: TestServer) =>
  scriptedRobot(
    mqtt.connect(`${to.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: `robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
const tell = async (
  event: { type: string } & Record<string, unknown>,
  id = `e-${++counted}`,
  by = robot,
): Promise<void> => by.say(event.type === 'speech' ? 'events' : 'private/events', { id, at: Date.now(), event });
const rowOf = async (id: string) =>
  (await test.db.select().from(deliveries).where(eq(deliveries.robotDeliveryId, id)))[0];
const reached = (id: string, status: string) => soon(async () => expect(await rowOf(id)).toMatchObject({ status }));
const signInTriesOf = (points: number) =>
  test.db
    .update(signInTries)
    .set({ points })
    .where(eq(signInTries.key, `robotSays:${A.serialNumber}`));
const messages = () => test.db.select().from(outbox).orderBy(outbox.at);

beforeAll(async () => {
  test = await startTestServer();
  robot = await connect(test);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  for (const table of [outbox, deliveries, visits, robotEvents, verificationCodes]) await test.db.delete(table);
  await test.forgetTries();
});

describe('a delivery that a robot tells of', () => {
  it('is stored with codes of its own, follows each status, and ends; a repeat of an event counts for nothing', async () => {
    await tell({
      type: 'delivery',
      deliveryId: 'd1',
      status: 'created',
      phoneNumber: '+1 202 555-0123',
      loadingPoint: A.areaId,
      destination: 'Room 12',
    });
    await reached('d1', 'created');
    const first = await rowOf('d1');
    expect(first).toMatchObject({
      serialNumber: A.serialNumber,
      phoneNumber: PHONE,
      loadingPoint: A.areaId,
      destination: 'Room 12',
      endedAt: null,
    });
    expect(first?.id).not.toBe('d1');
    // Nothing in the row can be read as a code.
    expect([first?.loadingCode, first?.pickupCode]).toEqual(['', '']);
    expect([first?.loadingSealed, first?.pickupSealed].every((sealed) => (sealed ?? '').length > 40)).toBe(true);
    await tell({ type: 'delivery', deliveryId: 'd1', status: 'completed' }, 'over');
    await reached('d1', 'completed');
    expect(await rowOf('d1')).toMatchObject({
      phoneNumber: PHONE,
      loadingSealed: first?.loadingSealed,
      pickupSealed: first?.pickupSealed,
      endedAt: expect.any(Date) as Date,
    });
    // A delivery that has ended keeps its status, whatever later events say.
    await tell({ type: 'delivery', deliveryId: 'd1', status: 'delivering' });
    await tell({ type: 'delivery', deliveryId: 'd2', status: 'created' });
    await reached('d2', 'created');
    expect((await rowOf('d1'))?.status).toBe('completed');
    expect(await messages()).toEqual([]);
    expect(JSON.stringify(await test.db.select().from(robotEvents))).not.toContain('555');
  });

  it('writes to its recipient when it comes and when it is there, once each, in the language of their country', async () => {
    for (const status of ['created', 'delivering', 'delivering', 'arrivedAtRoom'])
      await tell({ type: 'delivery', deliveryId: 'd-way', status, phoneNumber: PHONE });
    await tell({ type: 'delivery', deliveryId: 'cn', status: 'delivering', phoneNumber: '+8613800000123' });
    await soon(async () => expect(await messages()).toHaveLength(3));
    const written = await messages();
    const about = (part: string) => written.find(({ body }) => body.includes(part));
    const [first, second] = [await rowOf('d-way'), await rowOf('cn')];
    const [comes, there, chinese] = [about('on the way'), about('has arrived'), about(`task=${second?.id}`)];
    expect(comes).toMatchObject({
      channel: 'sms',
      target: PHONE,
      state: 'kept',
      language: 'enUS',
      body: expect.stringMatching(
        new RegExp(`Porter is on the way with.*http://[\\w.]+:\\d+/phone-verification-code\\?task=${first?.id}$`, 'u'),
      ) as string,
    });
    expect(there?.target).toBe(PHONE);
    expect(chinese).toMatchObject({ language: 'zhCN', body: expect.stringContaining('跑堂') as string });
    for (const { body } of written) expect(body).not.toMatch(/\b\d{6}\b/u);
  });

  it('is no way to pester somebody: so many messages an hour to one person, and of one robot', async () => {
    for (let i = 0; i < ROBOT_MESSAGES_PER_PERSON + 3; i++)
      await tell({ type: 'delivery', deliveryId: `mad-${i}`, status: 'delivering', phoneNumber: PHONE });
    await tell({ type: 'delivery', deliveryId: 'other', status: 'delivering', phoneNumber: '+12025550124' });
    await soon(async () => expect((await messages()).map(({ target }) => target)).toContain('+12025550124'));
    expect((await messages()).filter(({ target }) => target === PHONE)).toHaveLength(ROBOT_MESSAGES_PER_PERSON);
    expect(test.logged.join('')).toContain('exceeded the limit of text messages');
    expect(test.logged.join('')).not.toContain(PHONE);
    await signInTriesOf(ROBOT_MESSAGES_PER_ROBOT);
    await tell({ type: 'delivery', deliveryId: 'third', status: 'delivering', phoneNumber: '+12025550125' });
    await soon(() =>
      expect(test.logged.filter((line) => line.includes('exceeded the limit of text messages'))).toHaveLength(4),
    );
    expect((await messages()).map(({ target }) => target)).not.toContain('+12025550125');
  });

  it('of which nothing more is heard expires; its events are forgotten, itself not', async () => {
    await tell({ type: 'delivery', deliveryId: 'gone', status: 'delivering' });
    await reached('gone', 'delivering');
    await applyRetention({ db: test.db, now: () => Date.now() + DELIVERY_SILENT_MS - 60_000 });
    expect((await rowOf('gone'))?.status).toBe('delivering');
    await applyRetention({ db: test.db, now: () => Date.now() + 25 * 3_600_000 });
    expect(await rowOf('gone')).toMatchObject({ status: 'expired', endedAt: expect.any(Date) as Date });
    expect(await test.rowsIn(robotEvents)).toBe(0);
  });

  it('of a simulated robot floods nothing, and never leaves this machine', async () => {
    const hook = await startWebhook();
    const other = await startTestServer({
      environment: { MESSAGE_WEBHOOK_URL: hook.url, MESSAGE_WEBHOOK_SECRET: 'sixteen-letters-or-more' },
    });
    await other.db.update(robots).set({ simulated: true }).where(eq(robots.serialNumber, A.serialNumber));
    await other.server.deps.fleet.refresh();
    const pretended = await connect(other);
    try {
      const most = DEMO_MESSAGES_KEPT + 5;
      for (let i = 0; i < most; i++)
        await tell(
          { type: 'delivery', deliveryId: `s-${i}`, status: 'delivering', phoneNumber: PHONE },
          `s-${i}`,
          pretended,
        );
      await soon(async () => {
        const rows = await other.db.select().from(outbox);
        const [last] = await other.db
          .select()
          .from(deliveries)
          .where(eq(deliveries.robotDeliveryId, `s-${most - 1}`));
        expect(rows.some(({ body }) => last !== undefined && body.endsWith(last.id))).toBe(true);
        expect(rows.length).toBeLessThanOrEqual(DEMO_MESSAGES_KEPT);
      });
      expect((await other.db.select().from(outbox)).every(({ state }) => state === 'kept')).toBe(true);
      expect(hook.calls).toEqual([]);
    } finally {
      await pretended.leave();
      await Promise.all([other.close(), hook.close()]);
    }
  });
});

describe('the code of a delivery', () => {
  const ask = (data: object, address?: string) =>
    test.call(taskCode.path, { phoneNumber: PHONE, taskId: 'd1', type: 'pickup', ...data }, address ? { address } : {});
  const now = new Date();
  beforeEach(() =>
    test.db.insert(deliveries).values({
      id: 'd1',
      serialNumber: A.serialNumber,
      status: 'delivering',
      phoneNumber: PHONE,
      loaderPhone: '+12025550155',
      loadingPoint: A.areaId,
      destination: 'Room 12',
      loadingCode: '111111',
      pickupCode: '222222',
      createdAt: now,
      changedAt: now,
      endedAt: null,
    }),
  );

  it('is told to whoever knows number and delivery, however the number is written', async () => {
    expect(await ask({})).toMatchObject({
      code: 0,
      data: {
        code: '222222',
        type: 'pickup',
        status: 'delivering',
        isOver: false,
        destination: 'Room 12',
        loadingPoint: 'Lobby',
        robotName: 'Porter',
        timeZone: 'Asia/Shanghai',
      } satisfies Partial<DeliveryCode>,
    });
    expect(await ask({ phoneNumber: '(202) 555 0123', countryAreaCode: '1' })).toMatchObject({
      data: { code: '222222' },
    });
    // The loading code is the loader's: the recipient's number does not get it.
    expect(await ask({ type: 'loading' })).toMatchObject({ code: ERRORS.deliveryUnknown });
    expect(await ask({ type: 'loading', phoneNumber: '+12025550155' })).toMatchObject({ data: { code: '111111' } });
    expect(await ask({ phoneNumber: '+12025550155' })).toMatchObject({ code: ERRORS.deliveryUnknown });
  });

  it('is refused in one and the same way for a wrong number and a wrong delivery', async () => {
    const refusals = [
      await ask({ phoneNumber: '+12025550124' }),
      await ask({ taskId: 'd2' }),
      await ask({ phoneNumber: 'x' }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      ERRORS.deliveryUnknown,
      ERRORS.deliveryUnknown,
      ERRORS.deliveryUnknown,
    ]);
    expect(new Set(refusals.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });

  it('is not told once the delivery is over: that it is, is', async () => {
    await test.db.update(deliveries).set({ status: 'completed', endedAt: now });
    expect(await ask({})).toMatchObject({ code: 0, data: { code: '', isOver: true, status: 'completed' } });
  });

  it('cannot be tried out: so many numbers from an address, and many more from all of them', async () => {
    const guess = (i: number, address: string) => ask({ phoneNumber: `+1202555${1000 + i}` }, address);
    for (let i = 0; i < DELIVERY_TRIES; i++) expect((await guess(i, '10.0.0.1')).code).toBe(ERRORS.deliveryUnknown);
    expect(await ask({}, '10.0.0.1')).toMatchObject({
      code: ERRORS.tooManyTries,
      data: { words: { seconds: DELIVERY_TRIES_LOCK_MS / 1_000 } },
    });
    // The recipient elsewhere is not locked out by them.
    expect((await ask({}, '10.0.1.1')).code).toBe(0);
    for (let i = DELIVERY_TRIES; i < DELIVERY_TRIES_OF_ALL; i++) await guess(i, `10.0.2.${i}`);
    expect((await ask({}, '10.0.3.1')).code).toBe(ERRORS.tooManyTries);
    // Wrong guesses from elsewhere do not lock out a network where the number was given correctly.
    expect((await ask({}, '10.0.1.1')).code).toBe(0);
    for (let i = 0; i < DELIVERY_TRIES; i++) await guess(i, '10.0.1.1');
    expect((await ask({}, '10.0.1.1')).code).toBe(ERRORS.tooManyTries);
  });

  it('is not counted for people who know the number', async () => {
    for (let i = 0; i < DELIVERY_TRIES_OF_ALL + 2; i++) expect((await ask({})).code).toBe(0);
  });

  it('one who tries deliveries does not lock out the others behind the same address', async () => {
    for (let i = 0; i < DELIVERY_TRIES_PER_ADDRESS; i++)
      expect((await ask({ taskId: `none-${i}` })).code).toBe(ERRORS.deliveryUnknown);
    expect((await ask({ taskId: 'none' })).code).toBe(ERRORS.tooManyTries);
    expect((await ask({})).code).toBe(0);
    expect((await ask({ taskId: 'none' }, '10.0.2.1')).code).toBe(ERRORS.deliveryUnknown);
  });
});

describe('a visit', () => {
  const begin = async () => {
    await tell({ type: 'visit', visitId: 'v1', name: 'Ada Berg', phoneNumber: PHONE, host: 'Dr. Novak' });
    await soon(async () => expect(await test.rowsIn(visits)).toBe(1));
    await soon(async () => expect(await messages()).toHaveLength(1));
  };
  const askCode = (phoneNumber = PHONE, address = '127.0.0.1') =>
    test.call(signOutCode.path, { phoneNumber, countryAreaCode: '' }, { address });
  const leave = (verificationCode: string, phoneNumber = PHONE) =>
    test.call(signOut.path, { phoneNumber, verificationCode });
  const codeTo = (target: string) =>
    soon(async () => {
      const found = /\b\d{6}\b/u.exec(
        (await messages()).filter((row) => row.target === target).at(-1)?.body ?? '',
      )?.[0];
      expect(found).toBeDefined();
      return found ?? '';
    });

  it('begins once, with a word to the visitor, and ends by the code sent to them; who did it is in the audit log', async () => {
    await begin();
    expect((await messages())[0]).toMatchObject({
      target: PHONE,
      body: expect.stringMatching(/You signed in as a visitor with.*\/t2-sign-out$/u) as string,
    });
    await tell({ type: 'visit', visitId: 'v1', name: 'Somebody', phoneNumber: '+12025550199', host: '' });
    expect(await askCode()).toMatchObject({ code: 0, data: { pause: 60, lasts: 600 } });
    const code = await codeTo(PHONE);
    const { data } = await leave(code);
    expect(data).toMatchObject({ name: 'Ada Berg', timeZone: 'Asia/Shanghai' });
    expect(await test.db.select().from(visits)).toMatchObject([
      { id: 'v1', name: 'Ada Berg', host: 'Dr. Novak', signedOutAt: expect.any(Date) as Date },
    ]);
    expect(await test.db.select().from(audit).where(eq(audit.act, 'visit.signOut'))).toMatchObject([
      { userId: '', subject: A.serialNumber, after: { visitId: 'v1' } },
    ]);
    expect((await leave(code)).code).toBe(ERRORS.verificationCodeExpired);
  });

  it('asked for by a stranger, uses up nothing of what the owner of the number signs in with', async () => {
    const owner = '+12025550188';
    for (let nth = 0; nth < CODES_PER_TARGET; nth++) {
      expect(await askCode(owner)).toMatchObject({ code: 0 });
      await test.db.update(verificationCodes).set({ sentAt: sql`${verificationCodes.sentAt} - interval '2 minutes'` });
    }
    expect((await askCode(owner)).code).toBe(ERRORS.codeTooOften);
    expect(
      await test.as('member', catalogue.verification.phoneCode.path, {
        phoneNumber: owner,
        countryCode: '',
        language: 'en-us',
      }),
    ).toMatchObject({ code: 0 });
  });

  it('of somebody who is not in the house looks no other: the same answers, the same waiting, and no message', async () => {
    await begin();
    const stranger = '+12025550177';
    const course = async (phoneNumber: string) => [
      await askCode(phoneNumber),
      await leave('000000', phoneNumber),
      { ...(await askCode(phoneNumber)), data: null },
    ];
    expect(await course(stranger)).toEqual((await course(PHONE)).map((reply) => reply));
    expect((await askCode(stranger)).code).toBe(ERRORS.codeTooOften);
    await codeTo(PHONE);
    expect((await messages()).filter(({ target }) => target === stranger)).toEqual([]);
  });

  it('ends by no guessing, and no address asks without end', async () => {
    await begin();
    await askCode();
    const code = await codeTo(PHONE);
    for (let i = 0; i < CODE_GUESSES; i++)
      expect((await leave(code === '000000' ? '000001' : '000000')).code).toBe(ERRORS.wrongVerificationCode);
    expect((await leave(code)).code).toBe(ERRORS.verificationCodeExpired);
    await test.forgetTries();
    for (let i = 0; i < VISIT_CODES_PER_ADDRESS; i++) await askCode(`+120255502${String(i).padStart(2, '0')}`);
    expect((await askCode('+12025550300')).code).toBe(ERRORS.codeTooOften);
    expect((await askCode('+12025550300', '10.0.0.9')).code).toBe(0);
    for (let i = 0; i < VISIT_TRIES_PER_ADDRESS; i++) await leave('000000', '+12025550301');
    expect((await leave('000000')).code).toBe(ERRORS.tooManyTries);
    expect((await askCode('nothing')).code).toBe(ERRORS.fieldInvalid);
  });
});

describe('what is said near a robot', () => {
  const KEY = 'a'.repeat(48);
  const hear = async (key = KEY) => test.call(list.path, { key });
  const lines = async () =>
    ((await hear()).data as { captions: { by: string; text: string }[] }).captions.map(
      ({ by, text }) => `${by}: ${text}`,
    );
  beforeAll(() =>
    test.db.insert(wallKeys).values([
      {
        id: 'k',
        name: 'Screen',
        kind: 'screen',
        serialNumber: A.serialNumber,
        keyHash: hashOf(KEY),
        createdBy: 'x',
        createdAt: new Date(),
      },
      {
        id: 'b',
        name: 'Board',
        kind: 'board',
        serialNumber: null,
        keyHash: hashOf('b'.repeat(48)),
        createdBy: 'x',
        createdAt: new Date(),
      },
      {
        id: 'o',
        name: 'Other',
        kind: 'screen',
        serialNumber: B.serialNumber,
        keyHash: hashOf('c'.repeat(48)),
        createdBy: 'x',
        createdAt: new Date(),
      },
    ]),
  );
  afterEach(() => test.later(CAPTION_TTL_MS + 1_000));

  it("is heard with its screen's key alone, in order, each once, and stored nowhere", async () => {
    await tell({ type: 'speech', text: '您好', language: 'zh' }, 'hello');
    await tell({ type: 'speech', text: '您好', language: 'zh' }, 'hello');
    await tell({
      type: 'question',
      question: 'Where is the lift?',
      answered: true,
      answer: 'On your left.',
      language: 'en',
    });
    await soon(async () =>
      expect(await lines()).toEqual(['robot: 您好', 'person: Where is the lift?', 'robot: On your left.']),
    );
    expect((await hear()).data).toMatchObject({ robotName: 'Porter', online: true });
    expect((await hear('c'.repeat(48))).data).toMatchObject({ robotName: 'Mist', online: false, captions: [] });
    // Its users read what it said, newest first; what it was asked stays with the screen.
    const spoken = (who: Person) => test.as(who, catalogue.captions.spoken.path, { serialNumber: A.serialNumber });
    expect((await spoken('member')).data).toMatchObject({
      lines: [
        { text: 'On your left.', language: 'en' },
        { text: '您好', language: 'zh' },
      ],
    });
    expect((await spoken('stranger')).code).toBe(ERRORS.robotForeign);
    for (const key of ['b'.repeat(48), 'd'.repeat(48), 'short']) expect((await hear(key)).code).toBe(ERRORS.keyWrong);
    expect((await test.db.select().from(robotEvents)).map(({ event }) => event.type)).toEqual(['question']);
  });

  it('is a short ring: the newest lines, and only for a while', async () => {
    for (let i = 0; i < CAPTIONS_KEPT + 3; i++) await tell({ type: 'speech', text: `line ${i}`, language: 'en' });
    await soon(async () => expect((await lines()).at(-1)).toBe(`robot: line ${CAPTIONS_KEPT + 2}`));
    expect(await lines()).toHaveLength(CAPTIONS_KEPT);
    test.later(CAPTION_TTL_MS + 1_000);
    expect(await lines()).toEqual([]);
  });
});
