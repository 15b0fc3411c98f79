/** Actions of a robot's devices, from a person's call to what the robot reports. */
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { CaseComer, CaseSpeaker } from '../../../contract/entities/alarmCase.ts';
import type { Command } from '../../../contract/entities/command.ts';
import { ACTION_RATES, ROBOT_ACTIONS } from '../../../contract/rules/robotActions.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { alarmCases, audit, commands, files, robotEvents } from '../../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, type Person, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { robotActions: calls, commands: ledger, alarmCases: caseCalls } = catalogue;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const one = { serialNumber: A.serialNumber };
const factsheet = (actions: readonly string[] = ROBOT_ACTIONS) => ({
  ...FACTSHEET,
  protocolFeatures: {
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      ...actions.map((actionType) => ({ actionType, actionScopes: ['INSTANT' as const] })),
    ],
  },
});

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;

const call = async (
  { path }: { path: string },
  data: object = {},
  person: Person = 'robotAdmin',
  id?: string,
): Promise<{ result: string; command: Command; words?: unknown }> => {
  const { code, data: answer } = await test.as(
    person,
    path,
    { ...one, ...data },
    ...(id === undefined ? [] : [{ id }]),
  );
  return { result: code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)), command: answer as Command };
};
const read = async (commandId: string): Promise<Command> =>
  (await test.as('viewer', ledger.get.path, { commandId })).data as Command;
const received = (actionType: string) => robot.actions().filter((action) => action.actionType === actionType);
const parametersOf = (actionType: string): Record<string, unknown> =>
  Object.fromEntries((received(actionType).at(-1)?.actionParameters ?? []).map(({ key, value }) => [key, value]));
const report = (actionId: string, actionStatus: string, values: Record<string, string> = {}, result?: string) =>
  robot.state({
    actionStates: [
      {
        actionId,
        actionStatus: actionStatus as 'FINISHED',
        ...(result !== undefined && { resultDescription: result }),
      },
    ],
    information: [
      {
        infoType: 'settings',
        infoLevel: 'DEBUG',
        infoReferences: Object.entries(values).map(([referenceKey, referenceValue]) => ({
          referenceKey,
          referenceValue,
        })),
      },
    ],
  });
const becomes = (commandId: string, state: Command['state']) =>
  soon(async () => expect((await read(commandId)).state).toBe(state));

beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [commands, audit]) await test.db.delete(table);
  robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: `robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
  await robot.say('factsheet', factsheet(), { retain: true });
  await robot.state();
  // The factsheet is known once an action is not refused for it; closing is without effect.
  await soon(async () => expect((await call(calls.closeCabinet, { cabinet: 1 })).result).toBe('ok'));
});
afterEach(() => robot.leave());

describe('say', () => {
  it('is sent with text and language, and done only when the robot reports it', async () => {
    const { result, command } = await call(calls.say, { text: '您好' });
    expect(result).toBe('ok');
    await soon(() => expect(parametersOf('say')).toEqual({ text: '您好', language: 'zh' }));
    await becomes(command.id, 'sent');
    await report(command.id, 'RUNNING');
    await becomes(command.id, 'running');
    await report(command.id, 'FINISHED');
    await becomes(command.id, 'finished');
  });

  it('leaves its text nowhere', async () => {
    const text = 'The visitor in room 412 waits';
    const { command } = await call(calls.say, { text });
    await soon(() => expect(parametersOf('say')).toMatchObject({ text, language: 'en' }));
    const kept = JSON.stringify([
      await test.db.select().from(commands),
      await test.db.select().from(audit),
      await test.db.select().from(robotEvents),
    ]);
    expect(kept).toContain(command.id);
    expect(kept).toContain('command.say');
    expect(kept).not.toContain('412');
  });

  it('is bounded in length and in number', async () => {
    for (const text of ['', '  ', 'two\nlines', 'a'.repeat(401), '话'.repeat(201)])
      expect((await call(calls.say, { text })).result).not.toBe('ok');
    const results: string[] = [];
    for (let i = 0; i <= ACTION_RATES.say.most; i++) results.push((await call(calls.say, { text: 'Hello' })).result);
    expect(results.at(-1)).toBe('tooManyRequests');
    expect((await test.db.select().from(commands).where(eq(commands.kind, 'say'))).length).toBeLessThanOrEqual(
      ACTION_RATES.say.most,
    );
  });
});

describe('lights, head, volume, compartments', () => {
  it('are done when the reported devices show them', async () => {
    const { command } = await call(calls.setLights, { on: true });
    expect(command).toMatchObject({ kind: 'setLights', parameters: { on: true } });
    await soon(() => expect(parametersOf('setLights')).toEqual({ on: true }));
    await report(command.id, 'FINISHED', { lights: 'false' });
    await becomes(command.id, 'running');
    await report(command.id, 'FINISHED', { lights: 'true' });
    await becomes(command.id, 'finished');
  });

  it('carry their values, within their limits', async () => {
    expect((await call(calls.setHead, { horizontal: 171, vertical: 22 })).result).toBe('fieldInvalid');
    expect((await call(calls.setHead, { horizontal: 90, vertical: 9 })).result).toBe('fieldInvalid');
    expect((await call(calls.setVolume, { volume: 101 })).result).toBe('fieldInvalid');
    expect((await call(calls.openCabinet, { cabinet: 0 })).result).toBe('fieldInvalid');
    expect((await call(calls.setHead, { horizontal: 120, vertical: 30 })).result).toBe('ok');
    await soon(() => expect(parametersOf('setHead')).toEqual({ horizontal: 120, vertical: 30 }));
    expect((await call(calls.setVolume, { volume: 0 })).result).toBe('ok');
    await soon(() => expect(parametersOf('setVolume')).toEqual({ volume: 0 }));
  });

  it('a compartment does not open while the robot is driving', async () => {
    await robot.state({ driving: true });
    await soon(async () => expect((await call(calls.openCabinet, { cabinet: 1 })).result).toBe('robotMoving'));
    await robot.state({ driving: false });
  });

  it('that the robot refuses says why', async () => {
    const { command } = await call(calls.openCabinet, { cabinet: 9 });
    await soon(() => expect(received('openCabinet')).not.toEqual([]));
    await report(command.id, 'FAILED', {}, 'There is no compartment 9.');
    await soon(async () =>
      expect(await read(command.id)).toMatchObject({
        state: 'failed',
        reason: { type: 'actionFailed', description: 'There is no compartment 9.' },
      }),
    );
  });

  it('are refused for a robot that does not announce them, and to a viewer', async () => {
    expect((await call(calls.setLights, { on: true }, 'viewer')).result).toBe('notAllowed');
    await robot.say('factsheet', factsheet(['say']), { retain: true });
    await soon(async () => expect((await call(calls.setLights, { on: true })).result).toBe('robotCannot'));
    expect((await call(calls.takePhoto)).result).toBe('robotCannot');
  });
});

describe('a photo', () => {
  const fileOf = (id: string, ownerId: string, state: 'ready' | 'pending' = 'ready') =>
    test.db.insert(files).values({
      id,
      kind: 'picture',
      owner: 'robot',
      ownerId,
      siteId: A.siteId,
      uploadedBy: ownerId,
      byRobot: true,
      name: 'photo.jpg',
      bytes: 3,
      sha256: '0'.repeat(64),
      contentType: 'image/jpeg',
      state,
      segments: [],
      createdAt: new Date(),
    });

  it('links the file that the robot uploaded', async () => {
    const id = 'a'.repeat(32);
    await fileOf(id, A.serialNumber);
    const { command } = await call(calls.takePhoto);
    await report(command.id, 'FINISHED', {}, id);
    await soon(async () => expect(await read(command.id)).toMatchObject({ state: 'finished', fileId: id }));
  });

  it('links neither a foreign file nor one that is not there', async () => {
    const foreign = 'b'.repeat(32);
    await fileOf(foreign, 'somebody');
    for (const id of [foreign, 'c'.repeat(32)]) {
      const { command } = await call(calls.takePhoto);
      await report(command.id, 'FINISHED', {}, id);
      await soon(async () => expect(await read(command.id)).toMatchObject({ state: 'finished', fileId: null }));
    }
  });
});

describe('the robots for the place of a case', () => {
  const robotsOf = async (place: { x: number; y: number } | null) => {
    await test.db.delete(alarmCases);
    await test.db.insert(alarmCases).values({
      id: 'case-place',
      serialNumber: A.serialNumber,
      event: 'smoke',
      severity: 'critical',
      state: 'open',
      raisedAt: new Date(),
      lastAt: new Date(),
      firstAlarmId: 'al-1',
      lastAlarmId: 'al-1',
      ...(place && { mapId: A.mapId, ...place, theta: 0 }),
    });
    return (await test.as('robotAdmin', caseCalls.robots.path, { caseId: 'case-place' })).data as {
      comers: CaseComer[];
      speakers: CaseSpeaker[];
    };
  };

  it('are the free ones by their planned path, and those that can speak', async () => {
    await soon(async () => {
      const { comers, speakers } = await robotsOf({ x: 6, y: 2 });
      expect(comers).toMatchObject([{ serialNumber: A.serialNumber, stop: { mapId: A.mapId } }]);
      expect(comers[0]?.metres).toBeGreaterThan(1);
      expect(comers[0]?.seconds).toBeGreaterThan(1);
      expect(speakers).toMatchObject([{ serialNumber: A.serialNumber, metres: 4 }]);
    });
  });

  it('a busy or held robot is not sent, but can speak; without a place only its own robot speaks', async () => {
    await robot.state({ orderId: 'foreign', nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }] });
    await soon(async () => {
      const { comers, speakers } = await robotsOf({ x: 6, y: 2 });
      expect([comers, speakers.length]).toEqual([[], 1]);
    });
    expect(await robotsOf(null)).toMatchObject({
      comers: [],
      speakers: [{ serialNumber: A.serialNumber, metres: null }],
    });
  });
});
