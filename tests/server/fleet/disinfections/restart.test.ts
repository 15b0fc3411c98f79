/** A disinfection outlives the server that started it, and its end reaches a robot that could not be told. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DisinfectionPlan } from '../../../../contract/rules/disinfection.ts';
import { DISINFECT } from '../../../../contract/rules/robotCan.ts';
import type { StateMessage } from '../../../../contract/wire/vda5050.ts';
import { createDisinfectionHandlers } from '../../../../server/features/disinfections.ts';
import { createFleet } from '../../../../server/fleet/createFleet.ts';
import { fleetWorld } from '../../../fakes/fleetWorld.ts';
import { soon } from '../../../fakes/routeRunWorld.ts';
import { FACTSHEET, type ScriptedRobot } from '../../../fakes/scriptedRobot.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

const PLAN: DisinfectionPlan = {
  mapId: 'm1',
  target: {
    kind: 'area',
    polygon: [
      [4, 4],
      [6, 4],
      [6, 6],
      [4, 6],
    ],
  },
  mode: 'spray',
  dose: 8,
  waitUntilEmpty: true,
};

async function started() {
  const robot = await world.robot();
  const agvActions = [...FACTSHEET.protocolFeatures.agvActions, { actionType: DISINFECT, actionScopes: ['NODE'] }];
  await robot.say('factsheet', { ...FACTSHEET, protocolFeatures: { agvActions } }, { retain: true });
  await robot.state();
  await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').actions).toContain(DISINFECT));
  await soon(() => expect(world.fleet.live('A-1', 'enUS')).toMatchObject({ connection: 'online', located: true }));
  const handlers = createDisinfectionHandlers(world.deps);
  const run = await handlers.start({ userId: '', serialNumber: 'A-1', plan: PLAN }, world.as('lin'));
  await soon(() => expect(robot.received.some(({ name }) => name === 'order')).toBe(true));
  const doing = (actionStatus: string, change: object = {}): Promise<void> =>
    robot.state({
      orderId: `${run.id}.0`,
      actionStates: [{ actionId: `${run.id}.0-disinfect`, actionType: DISINFECT, actionStatus }],
      ...change,
    } as Partial<StateMessage>);
  return { robot, run, handlers, doing };
}
const report = (robot: ScriptedRobot, runId: string, sequence: number, over: 'done' | null) =>
  robot.say('events', {
    id: `event-${sequence}`,
    at: Date.now(),
    event: {
      type: 'disinfection',
      runId,
      sequence,
      doses: [10, over ? 16 : 8],
      sections: [{ state: over ? 'done' : 'underway', seconds: 20 }],
      pauses: [],
      agentLeft: 5,
      agentFull: 6,
      over,
    },
  });

it('goes on at the next server; what the robot did meanwhile counts', async () => {
  const { robot, run, handlers, doing } = await started();
  const current = async () => (await handlers.current({ serialNumber: 'A-1' }, world.as('lin'))).run;
  await doing('RUNNING');
  await report(robot, run.id, 1, null);
  await soon(async () => expect(await current()).toMatchObject({ phase: 'working', coverage: 0.5 }));
  await world.fleet.close();
  await doing('FINISHED');
  const again = await createFleet({
    ...world.deps,
    visitorEvents: { heard: async () => undefined, idle: async () => undefined },
    faceEvents: { heard: async () => undefined, handleReconnect: async () => undefined },
    alarmEvents: { heard: async () => undefined, photoEnded: async () => undefined },
    deliveryEvents: { heard: async () => undefined, handleReconnect: () => undefined },
    callEvents: {
      heard: async () => undefined,
      heardScreen: async () => undefined,
      handleReconnect: () => undefined,
    },
  });
  try {
    expect(again.live('A-1', 'enUS')).toMatchObject({ disinfection: { id: run.id }, busy: true });
    await doing('FINISHED');
    // The robot repeats its last report.
    await report(robot, run.id, 2, 'done');
    await soon(async () => expect(await current()).toMatchObject({ state: 'finished', coverage: 1, agentLeft: 5 }));
    expect(again.live('A-1', 'enUS').disinfection ?? null).toBeNull();
  } finally {
    await again.close();
  }
});

it('that ended while its robot was away is called off when the robot is back', async () => {
  const { robot, run, handlers, doing } = await started();
  await doing('RUNNING');
  await soon(() => expect(world.fleet.disinfections.of('A-1')).toMatchObject({ isTaken: true }));
  await robot.leave();
  await soon(() => expect(world.fleet.live('A-1', 'enUS').connection).not.toBe('online'));
  const ended = await handlers.end({ userId: '', serialNumber: 'A-1', disinfectionId: run.id }, world.as('lin'));
  expect(ended).toMatchObject({ state: 'failed', reason: { type: 'ended', description: 'Name of lin' } });
  await world.settled();
  const back = await world.robot();
  await back.state({
    orderId: `${run.id}.0`,
    actionStates: [{ actionId: `${run.id}.0-disinfect`, actionType: DISINFECT, actionStatus: 'RUNNING' }],
  } as Partial<StateMessage>);
  await soon(() => expect(back.actions().map(({ actionType }) => actionType)).toContain('cancelOrder'));
});
