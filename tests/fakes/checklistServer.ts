/** The first set-up of an installation as a server that the tests change step by step. */
import { fromCallback, fromPromise } from 'xstate';
import type { Checklist } from '../../contract/entities/checklist.ts';
import type { StartedTest } from '../../contract/entities/conformance.ts';
import type { IndoorMap } from '../../contract/entities/map.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import {
  type AddedRobot,
  type ChecklistAnswer,
  checklistMachine,
  type ChecklistTask,
  type PortResult,
} from '../../src/machines/checklist/checklist.machine.ts';
import { type ChecklistFields, checklistFormMachine } from '../../src/machines/checklist/checklistForm.machine.ts';
import { testOrderMachine, type TestOrderInput } from '../../src/machines/conformance/testOrder.machine.ts';
import type { RevealedCredentials } from '../../src/machines/robotFleet/robotForm.machine.ts';
import { CONNECTION, NEWCOMER, SECRET } from './fleetRobots.ts';
import { newEditorTab } from './keptDialog.ts';

export const SITE = { siteId: 'one', name: 'Kai', timeZone: 'Europe/Berlin', at: 1_000 };
export const FLOOR = {
  mapId: 'map-1',
  siteId: 'one',
  floor: '1F',
  name: '1F',
  width: 20,
  height: 12,
  source: 'drawn',
  at: 2_000,
} as const;
export const REFUSED = {
  reason: 'unknownUser',
  userName: 'K-8',
  network: '192.0.2.0/24',
  detail: '',
  count: 6,
  firstAt: 290_000,
  lastAt: 299_000,
} as const;

export const EMPTY: Checklist = {
  serverTime: 300_000,
  applies: true,
  steps: { site: null, floor: null, robot: null, firstMessage: null, drive: null, colleague: null },
  robot: null,
  driven: null,
  stopConfirmed: false,
  drivingBlocked: false,
  held: false,
  paused: false,
  operable: false,
  teleop: false,
  counts: { sites: 0, floors: 0, bays: 0, robots: 0 },
  refused: [],
};
export const WITH_SITE: Checklist = {
  ...EMPTY,
  steps: { ...EMPTY.steps, site: SITE },
  counts: { ...EMPTY.counts, sites: 1 },
};
export const WITH_FLOOR: Checklist = {
  ...WITH_SITE,
  steps: { ...WITH_SITE.steps, floor: FLOOR },
  counts: { ...WITH_SITE.counts, floors: 1 },
};
export const WITH_ROBOT: Checklist = {
  ...WITH_FLOOR,
  steps: { ...WITH_FLOOR.steps, robot: { at: 280_000 } },
  robot: NEWCOMER,
  operable: true,
};
export const HEARD: Checklist = {
  ...WITH_ROBOT,
  steps: { ...WITH_ROBOT.steps, firstMessage: { at: 299_500, version: '2.1.0', findings: 0 } },
  robot: { ...NEWCOMER, life: 'bound', heard: true, bound: true, lastMessageAt: 299_900 },
};
export const DRIVEN: Checklist = {
  ...HEARD,
  steps: { ...HEARD.steps, drive: { at: 299_800, metres: 4.2, stopMs: 200 } },
  driven: { at: 299_700, metres: 4.2 },
  stopConfirmed: true,
};
export const READY: Checklist = {
  ...DRIVEN,
  steps: { ...DRIVEN.steps, colleague: { name: 'Lin Wei', roles: ['operator'], at: 299_900 } },
};

export function checklistServer(first: Checklist = EMPTY) {
  const server = {
    checklist: first,
    saved: [] as ChecklistFields[],
    acts: [] as ChecklistTask[],
    /** What saving, acting and hiding reject with. */
    error: null as Error | null,
    isAway: false,
    /** Of the first floor. */
    plan: null as IndoorMap | null,
    hidden: 0,
    /** Robots that a test order was sent to; its way is never free. */
    tested: [] as string[],
    simulatedOn: [] as string[],
    ports: [{ kind: 'webSocket', url: 'wss://rh.test/mqtt', error: null }] as PortResult[],
  };
  const refuse = (): void => {
    if (server.error) throw server.error;
  };
  const shown: RevealedCredentials = {
    what: 'credentials',
    why: 'registered',
    serialNumber: 'K-7',
    password: SECRET,
    connection: CONNECTION,
    claim: null,
  };
  const { recallDialog, keepDialog, keepDraft } = newEditorTab<ChecklistFields>();
  const machine = checklistMachine.provide({
    actions: { keepDialog },
    actors: {
      testOrder: testOrderMachine.provide({
        actors: {
          startTest: fromPromise<StartedTest, TestOrderInput>(async ({ input }) => {
            server.tested.push(input.serialNumber);
            throw new ApiError('wayNotFree');
          }),
        },
      }),
      recallDialog,
      loadChecklist: fromPromise<ChecklistAnswer>(async () => {
        if (server.isAway) throw new Error('away');
        return { checklist: server.checklist, answerMs: 18, timeZone: 'Europe/Berlin' };
      }),
      loadPlan: fromPromise<IndoorMap | null, { mapId: string }>(async () => server.plan),
      addSimulated: fromPromise<AddedRobot, { mapId: string }>(async ({ input: { mapId } }) => {
        refuse();
        server.simulatedOn.push(mapId);
        server.checklist = WITH_ROBOT;
        return { serialNumber: 'SIM-0001' };
      }),
      testPorts: fromPromise<PortResult[]>(async () => {
        refuse();
        return server.ports;
      }),
      hide: fromPromise<unknown>(async () => {
        refuse();
        server.hidden += 1;
        return null;
      }),
      form: checklistFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedCredentials | null, { fields: ChecklistFields }>(async ({ input: { fields } }) => {
            refuse();
            server.saved.push(fields);
            server.checklist = { site: WITH_SITE, floor: WITH_FLOOR, robot: WITH_ROBOT }[fields.what];
            return fields.what === 'robot' ? shown : null;
          }),
        },
      }),
      act: fromPromise<RevealedCredentials | null, { task: ChecklistTask }>(async ({ input: { task } }) => {
        refuse();
        server.acts.push(task);
        return task.act === 'renew' ? { ...shown, why: 'renewed' } : null;
      }),
      guardTab: fromCallback(() => undefined),
    },
  });
  return { server, machine };
}
