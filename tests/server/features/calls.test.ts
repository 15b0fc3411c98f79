/** Calls on a real server and database: both ways, who may do what, races, lost rights and connections, records. */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Call, CallLine } from '../../../contract/entities/call.ts';
import {
  CALL_OPERATOR_SILENT_MS,
  CALL_RECONNECT_MS,
  CALL_RING_MS,
  CALLS_TTL_MS,
} from '../../../contract/rules/call.ts';
import { VIDEO_VIEWERS_PER_ROBOT } from '../../../contract/rules/limits.ts';
import { RETENTION_DAYS } from '../../../contract/rules/retention.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts, audit, calls, relations } from '../../../server/db/schema.ts';
import { applyRetention } from '../../../server/retention.ts';
import { callRobot, type CallRobot } from '../../fakes/callRobot.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { endedCall } from '../http/callCalls.ts';

const paths = catalogue.calls;
let test: TestServer;
let robot: CallRobot;
let beats: ReturnType<typeof setInterval>;
beforeAll(async () => {
  test = await startTestServer();
  robot = await callRobot(test.server, A.serialNumber);
  beats = setInterval(() => void robot.state(), 500);
  await vi.waitFor(
    () => expect(test.server.deps.fleet.fleetCache.abilitiesOf(A.serialNumber).actions).toContain('calls'),
    {
      timeout: 10_000,
    },
  );
  await robot.toldState(null).catch(() => undefined);
});
afterAll(async () => {
  clearInterval(beats);
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(calls);
});
afterEach(async () => {
  await test.db.update(relations).set({ isAuth: true }).where(eq(relations.userId, 'member'));
});

const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const of = (id: string) => ({ callingRequestId: id });
/** After a jump of the clock the robot has to be heard again. */
const heard = () =>
  vi.waitFor(
    async () => {
      const at = test.server.deps.fleet.live(A.serialNumber, 'enUS').at ?? 0;
      expect(test.server.deps.now() - at).toBeLessThan(3_000);
    },
    { timeout: 20_000, interval: 50 },
  );
const send = async (person: Person): Promise<string> => {
  await heard();
  return (await ask<{ ci: string }>(person, paths.send.path, { receiverUserId: A.serialNumber, currentArea: 'Desk' }))
    .ci;
};
const details = (id: string) => ask<{ call: Call; lines: CallLine[] }>('superAdmin', paths.details.path, of(id));
const state = async (id: string) => (await details(id)).call.state;
const until = (id: string, wanted: Partial<Call>) =>
  vi.waitFor(async () => expect((await details(id)).call).toMatchObject(wanted), { timeout: 15_000, interval: 50 });
const repeat = (id: string, hasMedia = true) =>
  ask<Call>('member', paths.repeat.path, { ...of(id), hasMedia, roundTrip: 110 });
const pressed = async (): Promise<string> => {
  await robot.tell({ type: 'call', callId: '', what: 'pressed' });
  return vi.waitFor(
    async () => {
      const { calls: rows } = await ask<{ calls: Call[] }>('member', paths.current.path, {});
      expect(rows).toHaveLength(1);
      return rows[0]?.id ?? '';
    },
    { timeout: 10_000, interval: 30 },
  );
};
const connected = async (): Promise<string> => {
  const id = await send('member');
  await robot.toldState('ringing');
  await robot.tell({ type: 'call', callId: id, what: 'answered' });
  await until(id, { state: 'connected' });
  await repeat(id);
  return id;
};

describe('an operator calls a robot', () => {
  it('rings, is answered, speaks and shows, and ends as a record that says what happened', async () => {
    const id = await send('member');
    const told = await robot.toldState('ringing');
    expect(told).toMatchObject({ callId: id, origin: 'operator', name: 'member' });
    expect(told?.ringMs).toBeGreaterThan(20_000);
    await robot.tell({ type: 'call', callId: id, what: 'rang' });
    await until(id, { state: 'ringing', screen: null });
    await robot.tell({ type: 'call', callId: id, what: 'answered' });
    await until(id, { state: 'connected' });
    const { actId } = await ask<{ actId: string }>('member', paths.say.path, { ...of(id), text: 'Good afternoon' });
    await ask('member', paths.show.path, { ...of(id), picture: 'plan' });
    await vi.waitFor(() => expect(robot.acts()).toHaveLength(2));
    expect(robot.acts()).toMatchObject([
      { actId, say: 'Good afternoon' },
      { show: 'plan', callId: id },
    ]);
    await robot.tell({
      type: 'callScreen',
      callId: id,
      actId,
      shows: 'picture',
      picture: 'plan',
      saying: 'Good afternoon',
      frames: 12,
    });
    await until(id, { screen: expect.objectContaining({ shows: 'picture', saying: 'Good afternoon', actId }) });
    await repeat(id);
    await ask('member', paths.end.path, of(id));
    await robot.toldState(null);
    await ask('member', paths.end.path, of(id));
    await ask('member', paths.note.path, { ...of(id), topic: 'way', note: ' To Meeting 2 ' });
    const { call, lines } = await details(id);
    expect(call).toMatchObject({
      state: 'ended',
      endedBy: 'operator',
      end: 'hungUp',
      roundTrip: 110,
      topic: 'way',
      note: 'To Meeting 2',
      area: 'Desk',
      operator: { id: 'member' },
    });
    expect(lines.map(({ kind }) => kind)).toEqual(['asked', 'rang', 'answered', 'said', 'showed', 'ended']);
  });

  it('is refused while the robot is in another call, which names who talks', async () => {
    await connected();
    const reply = await test.as('robotAdmin', paths.send.path, { receiverUserId: A.serialNumber });
    expect(errorNameOf(reply.code)).toBe('otherPartyBusy');
    expect(reply.data).toMatchObject({ words: { by: 'member by name' } });
  });

  it('two operators at once: one call begins, and the other hears that the robot is on a call', async () => {
    const replies = await Promise.all(
      (['member', 'robotAdmin'] as const).map((person) =>
        test.as(person, paths.send.path, { receiverUserId: A.serialNumber }),
      ),
    );
    expect(replies.map(({ code }) => (code === 0 ? 'begun' : errorNameOf(code))).sort()).toEqual([
      'begun',
      'otherPartyBusy',
    ]);
  });

  it('ends when the robot declines, is busy, or nobody answers for 30 s', async () => {
    for (const [what, end] of [
      ['declined', 'declined'],
      ['busy', 'busy'],
    ] as const) {
      const id = await send('member');
      await robot.toldState('ringing');
      await robot.tell({ type: 'call', callId: id, what });
      await until(id, { state: 'ended', end });
    }
    const id = await send('member');
    test.later(CALL_RING_MS);
    await until(id, { state: 'ended', end: 'notAnswered', endedBy: 'system' });
  });

  it('cannot call a robot without calls, one that is offline, or over Agora without an account for it', async () => {
    expect(await refusal('superAdmin', paths.send.path, { receiverUserId: 'A-2' })).toBe('robotNotCallable');
    expect(
      await refusal('member', paths.send.path, { receiverUserId: A.serialNumber, singleCallingTool: 'agora' }),
    ).toBe('agoraNotConfigured');
    expect(await refusal('viewer', paths.send.path, { receiverUserId: A.serialNumber })).toBe('notAllowed');
    expect(await refusal('member', paths.answer.path, of('none'))).toBe('notFound');
  });
});

describe('a call in progress', () => {
  it('ends within seconds when the operator loses the right', async () => {
    const id = await connected();
    await test.db
      .update(relations)
      .set({ isAuth: false })
      .where(and(eq(relations.userId, 'member'), eq(relations.serialNumber, A.serialNumber)));
    const at = performance.now();
    await until(id, { state: 'ended', end: 'rightLost', endedBy: 'system' });
    expect(performance.now() - at).toBeLessThan(5_000);
    await robot.toldState(null);
  });

  it('ends when the account is locked', async () => {
    const id = await connected();
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'member'));
    try {
      await until(id, { state: 'ended', end: 'rightLost' });
    } finally {
      await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'member'));
    }
  });

  it('is kept for 60 s without a connection, comes back, and ends after that', async () => {
    const id = await connected();
    await repeat(id, false);
    await until(id, { state: 'reconnecting', loss: 'media' });
    await repeat(id);
    await until(id, { state: 'connected', interruptions: 1 });
    test.later(CALL_OPERATOR_SILENT_MS + 1_000);
    await until(id, { state: 'reconnecting', loss: 'operator' });
    // The robot's messages carry on while the operator's tab is gone.
    test.later(CALL_RECONNECT_MS);
    // Which side counts as lost depends on the robot's next message.
    await until(id, { state: 'ended', endedBy: 'system', interruptions: 2 });
    expect((await details(id)).lines.map(({ kind }) => kind)).toEqual([
      'asked',
      'answered',
      'lost',
      'back',
      'lost',
      'ended',
    ]);
  });

  it('belongs to its operator and session', async () => {
    const id = await connected();
    for (const [path, more] of [
      [paths.end.path, {}],
      [paths.say.path, { text: 'x' }],
      [paths.show.path, { picture: 'plan' }],
      [paths.note.path, { topic: null, note: '' }],
      [paths.repeat.path, { hasMedia: true }],
    ] as const)
      expect([path, await refusal('robotAdmin', path, { ...of(id), ...more })]).toEqual([path, 'callNotYours']);
    await robot.tell({ type: 'call', callId: id, what: 'hungUp' });
    await until(id, { state: 'ended', end: 'hungUp', endedBy: 'visitor' });
    expect(await refusal('member', paths.say.path, { ...of(id), text: 'x' })).toBe('callOver');
  });
});

describe('a visitor calls', () => {
  it('rings for every operator; the first to answer has it, the others learn who', async () => {
    const id = await pressed();
    const { calls: rows } = await ask<{ calls: Call[] }>('robotAdmin', paths.current.path, {});
    expect(rows[0]?.ringsFor.map(({ id: who }) => who).sort()).toEqual(['member', 'robotAdmin', 'superAdmin']);
    expect(await ask('viewer', paths.current.path, {})).toEqual({ calls: [] });
    const replies = await Promise.all(
      (['member', 'robotAdmin', 'superAdmin'] as const).map((person) => test.as(person, paths.answer.path, of(id))),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    const lost = replies.filter(({ code }) => code !== 0);
    expect(lost.map(({ code }) => errorNameOf(code))).toEqual(['callTaken', 'callTaken']);
    const { call } = await details(id);
    expect(lost[0]?.data).toMatchObject({ words: { by: call.operator?.name } });
    await robot.toldState('connected');
  });

  it('is declined for one, asked to wait, and ends when nobody is left', async () => {
    const id = await pressed();
    await ask('member', paths.askToWait.path, { ...of(id), text: 'One moment' });
    await vi.waitFor(() => expect(robot.acts().at(-1)).toMatchObject({ callId: id, say: 'One moment' }));
    await ask('member', paths.decline.path, of(id));
    expect(await ask('member', paths.current.path, {})).toEqual({ calls: [] });
    expect(await state(id)).toBe('ringing');
    await ask('robotAdmin', paths.decline.path, of(id));
    await ask('superAdmin', paths.decline.path, of(id));
    await until(id, { state: 'ended', end: 'declined', endedBy: 'operator' });
    expect(await refusal('member', paths.answer.path, of(id))).toBe('callOver');
  });

  it('is withdrawn by the visitor, and one more press while it rings is the same call', async () => {
    const id = await pressed();
    expect(await pressed()).toBe(id);
    await robot.tell({ type: 'call', callId: id, what: 'hungUp' });
    await until(id, { state: 'ended', end: 'withdrawn', endedBy: 'visitor' });
  });
});

it('the camera of the operator takes a call', async () => {
  const view = catalogue.robots.view.path;
  const link = await ask<{ clientId: string }>('member', catalogue.robots.mqttConfig.path, {
    serialNumber: A.serialNumber,
    clientId: 'tab',
    language: 'zhCN',
  });
  const data = { serialNumber: A.serialNumber, clientId: link.clientId, what: ['picture', 'voice', 'camera'] };
  expect(await refusal('member', view, data)).toBe('callNeeded');
  const id = await connected();
  const grants = () =>
    robot.received.flatMap(({ message }) =>
      message['type'] === 'mediaGrants' ? (message['grants'] as { what: string[] }[]) : [],
    );
  await ask('member', view, data);
  await vi.waitFor(() => expect(grants().at(-1)?.what).toContain('camera'), { timeout: 10_000 });
  await ask('member', paths.end.path, of(id));
  await vi.waitFor(() => expect(grants().at(-1)?.what).toEqual(['picture', 'voice']), { timeout: 10_000 });
  expect(await ask('member', paths.cameraCount.path, of(id))).toEqual({
    cameras: 1,
    watching: 1,
    limit: VIDEO_VIEWERS_PER_ROBOT,
  });
});

it('exports the filtered records in the language of the reader, with a line in the audit log', async () => {
  const at = Date.UTC(2026, 2, 1, 12);
  await test.db.insert(calls).values(
    Array.from({ length: 520 }, (_, n) => ({
      ...endedCall,
      id: `call-${n}`,
      serialNumber: A.serialNumber,
      note: n === 0 ? '=SUM(1)' : '',
      area: n === 0 ? 'Desk' : '',
      topic: 'other' as const,
      createdAt: new Date(at - n * 60_000),
      answeredAt: new Date(at - n * 60_000 + 4_000),
      endedAt: new Date(at - n * 60_000 + 64_000),
    })),
  );
  const csv = async (data: object) =>
    String(
      (await test.as('viewer', paths.export.path, { serialNumberStr: '', timeZone: 'Asia/Shanghai', ...data })).data,
    )
      .trimEnd()
      .split('\r\n');
  const all = await csv({});
  expect(all).toHaveLength(521);
  expect(all[0]).toContain('(Asia/Shanghai)');
  expect(all[1]).toBe(
    `"2026-03-01 20:00:00","2026-03-01 20:01:04","Porter","${A.serialNumber}","","To the robot","Member",4,60,0,"Ended","Other","'=SUM(1)","Desk"`,
  );
  expect(new Set(all).size).toBe(521);
  expect(await csv({ end: 'busy', operatorName: 'Lin Mei' })).toHaveLength(1);
  expect(await refusal('viewer', paths.export.path, { serialNumberStr: 'B-1' })).toBe('robotForeign');
  const acts = await test.db.select().from(audit).where(eq(audit.act, 'call.export'));
  expect(acts.map(({ userId }) => userId)).toEqual(['viewer', 'viewer']);
  expect(acts.map(({ after }) => after)).toContainEqual(expect.objectContaining({ end: 'busy' }));
  // The log outlives the person's data.
  expect(JSON.stringify(acts)).not.toContain('Lin Mei');
});

it('lists records of the robots that the caller may see, and deletes them after 90 days', async () => {
  const at = Date.now();
  await test.db.insert(calls).values([
    {
      ...endedCall,
      id: 'old',
      serialNumber: A.serialNumber,
      operatorName: { enUS: 'Member', zhCN: '何若彬' },
      createdAt: new Date(at - 2_000),
      endedAt: new Date(at),
    },
    {
      ...endedCall,
      id: 'new',
      serialNumber: A.serialNumber,
      origin: 'visitor',
      end: 'notAnswered',
      createdAt: new Date(at - 1_000),
      endedAt: new Date(at),
    },
    { ...endedCall, id: 'far', serialNumber: 'B-1' },
  ]);
  const list = async (data: object = {}) =>
    (await ask<{ rows: Call[] }>('viewer', paths.list.path, { serialNumberStr: '', ...data })).rows.map(({ id }) => id);
  expect(await list()).toEqual(['new', 'old']);
  expect(await list({ origin: 'visitor' })).toEqual(['new']);
  expect(await list({ end: 'hungUp' })).toEqual(['old']);
  expect(await list({ operatorName: 'EMBE' })).toEqual(['new', 'old']);
  expect(await list({ operatorName: '何' })).toEqual(['old']);
  // A part of the stored form is no name.
  expect(await list({ operatorName: 'zhCN' })).toEqual([]);
  expect(await list({ startTime: at - 1_500, endTime: at })).toEqual(['new']);
  expect(await refusal('viewer', paths.list.path, { serialNumberStr: 'B-1' })).toBe('robotForeign');
  const days = { ...RETENTION_DAYS, calls: 120 };
  await applyRetention({ db: test.db, now: () => at + CALLS_TTL_MS + 1, days });
  expect(await test.rowsIn(calls)).toBeGreaterThan(0);
  await applyRetention({ db: test.db, now: () => at + CALLS_TTL_MS + 1 });
  expect(await test.rowsIn(calls)).toBe(0);
});
