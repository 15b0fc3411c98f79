/**
 * Stop does not wait for the database: the robot gets it while PostgreSQL does not respond, and the record is written
 * later.
 */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { MadeApp } from '../../../contract/entities/integratorApp.ts';
import { MOST_UNRECORDED_STOPS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { eq, inArray } from 'drizzle-orm';
import { accounts, apps, audit, commands, relations, sessions } from '../../../server/db/schema.ts';
import { FRESH_RIGHTS_MS } from '../../../server/rights/liveRights.ts';
import { scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const { stop: stopCall, resume: resumeCall, get: getCall } = catalogue.commands;
const on = { serialNumber: A.serialNumber };

let test: TestServer;
let robot: ScriptedRobot;
let line: MqttClient;
beforeAll(async () => {
  test = await startTestServer({ proxied: true });
  line = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
    username: A.serialNumber,
    password: 'secret',
    clientId: A.serialNumber,
    reconnectPeriod: 0,
  });
  robot = await scriptedRobot(line, { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber });
  await robot.state();
  await soon(() => expect(live().connection).toBe('online'));
});
afterAll(async () => {
  line.end(true);
  await test.close();
});

const live = () => test.server.deps.fleet.live(A.serialNumber, 'enUS');
const stop = (who: Person = 'viewer', more = {}) => test.as(who, stopCall.path, on, more);
const resume = () => test.as('member', resumeCall.path, on);
const toldOf = (id: string) =>
  robot.actions().filter(({ actionType, actionId }) => actionType === 'startPause' && actionId === id);
/** Waits until all Stops are recorded, then resumes the robot if it is held. */
const free = async (): Promise<void> => {
  await robot.state({ paused: true });
  await soon(() => expect(live().stops.every(({ recorded }) => recorded)).toBe(true));
  if (live().held) expect((await resume()).code).toBe(0);
  await robot.state({ paused: false });
  await soon(() => expect(live()).toMatchObject({ held: false, paused: false }));
};
/** Runs `work` while the database does not respond. */
async function frozen(work: () => Promise<void>): Promise<void> {
  await test.server.deps.rights.refresh();
  test.network?.stall();
  try {
    await work();
  } finally {
    test.network?.flow();
  }
}

describe('while the database does not answer', () => {
  beforeEach(free);

  it('the robot is told, and the Stop is recorded once it answers again', async () => {
    let id = '';
    await frozen(async () => {
      const asked = await stop();
      expect(asked.code).toBe(0);
      ({ id } = asked.data as Command);
      await soon(() => expect(toldOf(id)).toHaveLength(1));
      expect(live()).toMatchObject({
        held: true,
        stops: [{ id, by: { userId: 'viewer', name: 'viewer by name' }, recorded: false }],
      });
    });
    await soon(() => expect(live().stops).toMatchObject([{ id, recorded: true }]));
    expect((await test.as('viewer', getCall.path, { commandId: id })).data).toMatchObject({
      id,
      kind: 'stop',
      askedBy: { userId: 'viewer' },
    });
  });

  it('one person has a few Stops on a robot: each further one is told, and is the newest of these', async () => {
    await frozen(async () => {
      const first = await Promise.all(Array.from({ length: MOST_UNRECORDED_STOPS }, () => stop()));
      const further = await Promise.all(Array.from({ length: 3 }, () => stop()));
      const ids = first.map(({ data }) => (data as Command).id);
      expect(
        live()
          .stops.map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
      const newest = live().stops.at(-1)?.id ?? '';
      expect(further.map(({ data }) => (data as Command).id)).toEqual([newest, newest, newest]);
      await soon(() =>
        expect(robot.actions().filter(({ actionId }) => actionId.startsWith(`${newest}-`))).toHaveLength(3),
      );
      const other = (await stop('member')).data as Command;
      expect(live().stops.map(({ id }) => id)).toContain(other.id);
    });
    await soon(() => expect(live().stops.every(({ recorded }) => recorded)).toBe(true));
    expect(live().stops).toHaveLength(MOST_UNRECORDED_STOPS + 1);
  });

  it('an app stops as a person does', async () => {
    const app = (await test.as('accountAdmin', catalogue.apps.create.path, { name: 'Lift', role: 'viewer' }))
      .data as MadeApp;
    expect((await test.as('superAdmin', catalogue.friends.invite.path, { ...on, account: app.appId })).code).toBe(0);
    const as = { app: { appId: app.appId, userId: app.userId }, key: app.secret };
    // The app has made no call yet, so it has no session.
    await soon(() => expect(test.server.deps.rights.standing(app.userId, on.serialNumber).relation).not.toBeNull());
    await frozen(async () => {
      const asked = await test.call(stopCall.path, on, as);
      expect(asked.code).toBe(0);
      await soon(() => expect(toldOf((asked.data as Command).id)).toHaveLength(1));
      expect((await test.call(stopCall.path, on, { ...as, headers: { 'app-id': app.appId } })).code).toBe(0);
    });
    // Its last use is recorded, although no Stop waited for that.
    await soon(async () => {
      const [row] = await test.db.select().from(apps).where(eq(apps.appId, app.appId));
      expect(row?.lastUsedAt).toBeInstanceOf(Date);
    });
    expect((await test.call(stopCall.path, on, { ...as, key: 'another' })).code).toBe(ERRORS.signatureWrong);
    expect(
      (await test.call(stopCall.path, on, { key: app.secret, app: { appId: app.appId, userId: 'member' } })).code,
    ).toBe(ERRORS.notYourself);
  });

  it('a repeat of the request is the same Stop, told once', async () => {
    await frozen(async () => {
      const requestId = test.newId();
      const [first, again] = [await stop('viewer', { id: requestId }), await stop('viewer', { id: requestId })];
      expect(again).toEqual(first);
      expect(live().stops).toHaveLength(1);
      expect(toldOf((first.data as Command).id)).toHaveLength(1);
    });
  });

  it('nobody lifts what is not recorded', async () => {
    const { fleet } = test.server.deps;
    await frozen(async () => {
      await stop();
      expect(fleet.stopsOf(A.serialNumber)).toMatchObject([{ isRecorded: false }]);
      // Its connection was already open; the refusal needs no response from the database.
      const waiting = resume();
      test.network?.flow();
      expect([0, ERRORS.stopNotRecorded]).toContain((await waiting).code);
      if (live().held) await soon(() => expect(live().stops.every(({ recorded }) => recorded)).toBe(true));
    });
  });

  it('200 at once are all told', async () => {
    await frozen(async () => {
      const asked = await Promise.all(Array.from({ length: 200 }, () => stop('superAdmin')));
      expect(asked.filter(({ code }) => code !== 0)).toEqual([]);
      await soon(() => expect(asked.every(({ data }) => toldOf((data as Command).id).length > 0)).toBe(true));
    });
    await soon(() => expect(live().stops.every(({ recorded }) => recorded)).toBe(true));
    // A robot keeps at most the 50 newest Stops (`MOST_STOPS`).
    expect(live().stops.length).toBeLessThanOrEqual(50);
  });

  it('the last known rights stand in, and the record says so', async () => {
    let id = '';
    await frozen(async () => {
      await soon(() => expect(test.server.deps.rights.age()).toBeGreaterThan(FRESH_RIGHTS_MS));
      ({ id } = (await stop()).data as Command);
      await soon(() => expect(toldOf(id)).toHaveLength(1));
    });
    await soon(async () =>
      expect(await test.db.select().from(audit).where(eq(audit.act, 'stop.onLastKnownRights'))).toMatchObject([
        { userId: 'viewer', subject: A.serialNumber, after: { commandId: id } },
      ]),
    );
  });

  it('whoever had no right before has none', async () => {
    await test.server.deps.rights.refresh();
    for (const who of ['stranger', 'unauthorised'] as const) expect((await stop(who)).code).toBe(ERRORS.robotForeign);
    expect(live().held).toBe(false);
  });
});

describe('at once', () => {
  beforeEach(free);

  it('60 Stops are carried out, and what each was answered is recorded', async () => {
    const told = robot.actions().length;
    const asked = await Promise.all(Array.from({ length: 60 }, () => stop()));
    expect(asked.filter(({ code }) => code !== 0)).toEqual([]);
    await soon(() =>
      expect(
        robot
          .actions()
          .slice(told)
          .filter(({ actionType }) => actionType === 'startPause').length,
      ).toBeGreaterThanOrEqual(60),
    );
    const ids = [...new Set(asked.map(({ data }) => (data as Command).id))];
    await soon(async () =>
      expect(await test.db.select().from(commands).where(inArray(commands.id, ids))).toHaveLength(ids.length),
    );
  });

  it('a relation withdrawn, a session ended and an account without roles stop nothing', async () => {
    const { rights } = test.server.deps;
    const refused = async (): Promise<number> => {
      await rights.refresh();
      return (await stop('robotAdmin')).code;
    };
    await test.db.update(relations).set({ isAuth: false }).where(eq(relations.id, 'relation-robotAdmin'));
    expect(await refused()).toBe(ERRORS.robotForeign);
    await test.db.update(relations).set({ isAuth: true }).where(eq(relations.id, 'relation-robotAdmin'));
    await test.db.update(accounts).set({ roles: [] }).where(eq(accounts.id, 'robotAdmin'));
    expect(await refused()).toBe(ERRORS.notAllowed);
    await test.db
      .update(accounts)
      .set({ roles: ['operator'] })
      .where(eq(accounts.id, 'robotAdmin'));
    await test.db
      .update(sessions)
      .set({ endedCode: ERRORS.sessionInvalid })
      .where(eq(sessions.id, 'session-robotAdmin'));
    expect(await refused()).toBe(ERRORS.sessionInvalid);
    expect(live().held).toBe(false);
  });
});
