/** Conformance of real and scripted robots on the real broker: findings, message log, accepted deviations, refusals. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConformanceReport } from '../../../contract/entities/conformance.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit } from '../../../server/db/schema.ts';
import { createConformanceHandlers } from '../../../server/features/conformance.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { startVirtualAgv } from '../../fakes/virtualAgv.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let calls: ReturnType<typeof createConformanceHandlers>;
beforeEach(async () => {
  world = await fleetWorld();
  calls = createConformanceHandlers({ ...world.deps, store: createFolderStore(world.deps.settings.dataFolder) });
});
afterEach(() => world.close());

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 50 });
const on = { serialNumber: 'A-1' };
const report = (more: { after?: number; source?: string } = {}): Promise<ConformanceReport> =>
  calls.get({ ...on, after: 0, source: '', ...more }, world.as('lin'));
const found = async () => (await report()).findings.map(({ kind, path }) => [kind, path].filter(Boolean).join(' '));
const live = () => world.fleet.live('A-1', 'enUS');

it('a third-party vehicle has its messages logged in both directions and answers what it is sent', async () => {
  const { stop } = await startVirtualAgv(world);
  try {
    await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
    const asked = await world.commands.goTo({ ...on, userId: '', areaId: 'p1', mapId: '' }, world.as('lin'));
    await soon(async () =>
      expect((await world.commands.get({ commandId: asked.id }, world.as('lin'))).state).toBe('running'),
    );
    const { log, topics, robot, findings } = await report();
    const seen = log.map(({ topic, sent }) => `${topic} ${sent ? 'sent' : 'heard'}`);
    expect(seen).toEqual(
      expect.arrayContaining(['connection heard', 'state heard', 'order sent', 'instantActions sent']),
    );
    expect(log.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(JSON.parse(log.find(({ topic }) => topic === 'order')?.payload ?? '')).toMatchObject({ orderId: asked.id });
    expect(topics.find(({ topic }) => topic === 'state')?.arrivals.length).toBeGreaterThan(0);
    expect(robot).toMatchObject({ version: '2.0.0', stopConfirmed: false, drivingBlocked: false, operable: true });
    expect(findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
  } finally {
    await stop();
  }
});

it('a robot that says AUTO gets nowhere, is told why, and drives once that is accepted', async () => {
  const robot = await world.robot();
  await robot.state({ operatingMode: 'AUTO' as 'AUTOMATIC' });
  await soon(async () => expect(await found()).toContain('wrongValue operatingMode'));
  const [finding] = (await report()).findings.filter(({ kind }) => kind === 'wrongValue');
  expect(finding).toMatchObject({
    severity: 'blocks',
    value: '"AUTO"',
    accept: { kind: 'operatingMode', value: 'AUTO' },
  });
  expect(live().located).toBe(false);

  const rule = { ...on, kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' } as const;
  await calls.accept(rule, world.as('lin'));
  await world.settled();
  await robot.state({ operatingMode: 'AUTO' as 'AUTOMATIC' });
  await soon(() => expect(live()).toMatchObject({ located: true, mode: 'AUTOMATIC' }));
  const { findings, accepted } = await report();
  expect(findings.map(({ kind }) => kind)).not.toContain('wrongValue');
  expect(accepted).toMatchObject([{ value: 'AUTO', meaning: 'AUTOMATIC', by: { name: 'Name of lin' } }]);

  await calls.withdraw({ ...on, kind: 'operatingMode', value: 'AUTO' }, world.as('lin'));
  await world.settled();
  await robot.state({ operatingMode: 'AUTO' as 'AUTOMATIC' });
  await soon(async () => expect(await found()).toContain('wrongValue operatingMode'));
  expect((await world.db.select().from(audit)).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['robot.acceptDeviation', 'robot.withdrawDeviation']),
  );
});

it.each([2, -2])(
  'a clock %i hours off is told; the robot is shown by the clock of the server, and driven',
  async (hours) => {
    const robot = await world.robot();
    const offClock = () => ({ timestamp: new Date(Date.now() + hours * 3_600_000).toISOString() });
    // The clock is measured by several messages; of those that arrive together only the newest is read.
    await soon(async () => {
      await robot.state(offClock());
      expect(await found()).toContain('clockOff timestamp');
    });
    const finding = (await report()).findings.find(({ kind }) => kind === 'clockOff');
    expect(finding).toMatchObject({ severity: 'breaks', params: { ahead: hours > 0 ? 1 : 0 } });
    expect(Number(finding?.params['seconds']) / 3_600).toBeCloseTo(2, 1);
    await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
    expect(Math.abs((live().at ?? 0) - Date.now())).toBeLessThan(60_000);
    const asked = await world.commands.goTo({ ...on, userId: '', areaId: 'p1', mapId: '' }, world.as('lin'));
    await soon(() => expect(robot.received).toContainEqual(expect.objectContaining({ name: 'order' })));
    await robot.state({ ...offClock(), orderId: asked.id, driving: true });
    await soon(async () =>
      expect((await world.commands.get({ commandId: asked.id }, world.as('lin'))).state).toBe('running'),
    );
  },
);

it.each([
  ['2.9.0', 'note'],
  ['3.0.0', 'breaks'],
])('a robot that speaks version %s of the standard is read as far as it goes, and told', async (version, severity) => {
  const robot = await world.robot();
  await robot.state({ version });
  await soon(async () => expect(await found()).toContain('otherVersion version'));
  const { findings, robot: seen } = await report();
  expect(findings.find(({ kind }) => kind === 'otherVersion')).toMatchObject({ severity, value: `"${version}"` });
  expect(seen.version).toBe(version);
  await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
});

it('an unknown map name becomes a map of the site, and is unknown again when withdrawn', async () => {
  const robot = await world.robot();
  const onFloor = () =>
    robot.state({ agvPosition: { x: 3, y: 3, theta: 0, mapId: 'floor_1', positionInitialized: true } });
  await onFloor();
  await soon(async () => expect(await found()).toContain('unknownMap agvPosition.mapId'));
  const unknown = (await report()).findings.find(({ kind }) => kind === 'unknownMap');
  expect(unknown?.accept?.choices.map(({ name }) => name)).toEqual(['One', 'Two']);
  const rule = { ...on, kind: 'mapName', value: 'floor_1' } as const;
  await expect(calls.accept({ ...rule, meaning: 'elsewhere' }, world.as('lin'))).rejects.toMatchObject({
    code: ERRORS.mapUnknown,
  });
  await expect(calls.accept({ ...rule, value: 'ground', meaning: 'm1' }, world.as('lin'))).rejects.toMatchObject({
    code: ERRORS.mapAlreadyNamed,
  });
  await calls.accept({ ...rule, meaning: 'm1' }, world.as('lin'));
  await world.settled();
  await onFloor();
  await soon(() => expect(live().pose).toMatchObject({ mapId: 'm1', x: 3 }));
  expect(await found()).not.toContain('unknownMap agvPosition.mapId');
  await calls.withdraw(rule, world.as('lin'));
  await world.settled();
  await onFloor();
  await soon(async () => expect(await found()).toContain('unknownMap agvPosition.mapId'));
});

it('what is not JSON, jumps in its header ids or goes to a wrong topic is found; texts are withheld', async () => {
  const robot = await world.robot();
  const client = world.connectAs('A-1', 'robot-password', 'second');
  await new Promise((resolve) => client.once('connect', resolve));
  await client.publishAsync('uagv/v2/Acme/A-1/state', '{"headerId":', { qos: 0 });
  await robot.say('state', { headerId: 1, errors: [{ errorDescription: 'Ann fell' }] });
  await robot.say('state', { headerId: 9 });
  await soon(async () =>
    expect(await found()).toEqual(expect.arrayContaining(['notJson', 'headerGap headerId', 'missingField orderId'])),
  );
  client.publish('uagv/v2/Other/A-1/state', '{}');
  await soon(async () => expect(await found()).toContain('wrongTopic'));
  expect(JSON.stringify(await report())).not.toContain('Ann fell');
  expect((await report()).log.find(({ headerId }) => headerId === 9)?.missing).toBe(7);
});

it('a poll gets only what is new, and everything from another server', async () => {
  const robot = await world.robot();
  await robot.state();
  // The server asks a robot that it does not know for its factsheet; nothing follows.
  await soon(async () => expect(JSON.stringify((await report()).log)).toContain('factsheetRequest'));
  const { source, log } = await report();
  const after = log.at(-1)?.seq ?? 0;
  expect((await report({ source, after })).log).toEqual([]);
  expect((await report({ source: 'another', after })).log).toHaveLength(log.length);
});

it('refused connections are listed with their reason and without passwords', async () => {
  for (const [name, password] of [
    ['A-1', 'not-the-password'],
    ['Z-9', 'whatever-it-is'],
  ] as const)
    await new Promise((resolve) => world.connectAs(name, password, `c-${name}`).once('close', () => resolve(null)));
  const rows = await calls.refused({}, world.as('lin'));
  expect(rows.map(({ userName, reason, count }) => [userName, reason, count])).toEqual([
    ['Z-9', 'unknownUser', 1],
    ['A-1', 'wrongPassword', 1],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/not-the-password|whatever/u);
  const { findings, refused } = await report();
  expect(findings).toMatchObject([{ kind: 'refusedSignIn', severity: 'blocks' }]);
  // The robot may use a wrong name: those of no robot are shown too, those of another robot are not.
  expect(refused).toMatchObject([{ reason: 'unknownUser', userName: 'Z-9' }]);
  world.later(3_700_000);
  expect(await calls.refused({}, world.as('lin'))).toEqual([]);
});

it('plans a test order 2 m ahead on a free way, and refuses one into a wall or for a busy robot', async () => {
  const robot = await world.robot();
  const standing = (x: number, theta: number) =>
    robot.state({ agvPosition: { x, y: 2, theta, mapId: 'ground', positionInitialized: true } });
  await standing(4, 0);
  await soon(() => expect(live().pose?.x).toBe(4));
  const target = await calls.startTest(on, world.as('lin'));
  expect(target).toMatchObject({ mapId: 'm1', backX: 4, backY: 2, number: 1 });
  expect([target.x, target.y]).toEqual([expect.closeTo(6), expect.closeTo(2)]);
  await standing(1, Math.PI);
  await soon(() => expect(live().pose?.x).toBe(1));
  await expect(calls.startTest(on, world.as('lin'))).rejects.toMatchObject({ code: ERRORS.wayNotFree });
  await robot.state({ orderId: 'own-order', nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }] });
  await soon(() => expect(live().busy).toBe(true));
  await expect(calls.startTest(on, world.as('lin'))).rejects.toMatchObject({ code: ERRORS.robotBusy });
});
