/** Robots of the fleet page, and a server that holds them. */
import { fromCallback, fromPromise } from 'xstate';
import type { FleetRobot } from '../../contract/entities/fleetRobot.ts';
import {
  type Belongings,
  type Renamed,
  robotFleetMachine,
  type RobotFleetResult,
  type RobotTask,
  type SerialCheck,
} from '../../src/machines/robotFleet/robotFleet.machine.ts';
import type { RobotFleetRequest } from '../../src/machines/robotFleet/robotFleetQuery.ts';
import {
  type RevealedCredentials,
  type RobotFields,
  robotFormMachine,
} from '../../src/machines/robotFleet/robotForm.machine.ts';
import { newEditorTab } from './keptDialog.ts';

export const CONNECTION = {
  mqttUsername: 'W1-1',
  brokers: [
    { kind: 'tls' as const, url: 'mqtts://rh.test:8883' },
    { kind: 'webSocket' as const, url: 'wss://rh.test/mqtt' },
  ],
  topicPrefix: 'uagv/v2/Acme/W1-1',
  caUrl: 'https://rh.test/ca.pem',
};
export const PORTER: FleetRobot = {
  serialNumber: 'W1-1',
  robotNickName: 'Porter',
  names: { enUS: 'Porter', zhCN: '跑堂' },
  manufacturer: 'Acme',
  robotModel: 'W1',
  kind: 'delivery',
  siteId: 'one',
  siteName: 'Harbour',
  timeZone: 'UTC',
  dialect: 'both',
  maps: [{ mapId: 'map-1', robotMapName: 'floor1' }],
  life: 'bound',
  heard: true,
  bound: true,
  online: true,
  charging: true,
  lastMessageAt: 1_000_000,
  registeredAt: 0,
  retiredAt: null,
  password: 'issued',
  passwordIssuedAt: 0,
  claimable: false,
  claimRole: null,
  simulated: false,
  demo: false,
  connection: CONNECTION,
};
export const NEWCOMER: FleetRobot = {
  ...PORTER,
  serialNumber: 'K-7',
  robotNickName: '',
  names: { enUS: '', zhCN: '' },
  life: 'neverConnected',
  heard: false,
  bound: false,
  online: false,
  charging: false,
  lastMessageAt: null,
  registeredAt: 280_000,
  claimable: true,
  connection: { ...CONNECTION, mqttUsername: 'K-7' },
};
export const OLD: FleetRobot = {
  ...PORTER,
  serialNumber: 'W0-1',
  robotNickName: 'Old porter',
  life: 'retired',
  online: false,
  charging: false,
  retiredAt: 500_000,
  password: 'revoked',
};
export const FLEET: RobotFleetResult = {
  serverTime: 1_000_000,
  total: 3,
  rows: [NEWCOMER, PORTER, OLD],
  counts: { neverConnected: 1, notBound: 0, bound: 1, retired: 1 },
  sites: [
    { siteId: 'one', siteName: 'Harbour', maps: [{ mapId: 'map-1', mapName: 'Ground', floor: '1F' }] },
    { siteId: 'two', siteName: 'Riverside', maps: [] },
  ],
  manufacturers: ['Acme'],
};
export const SECRET = 'tR9-mqK2';
export const REVEALED: RevealedCredentials = {
  what: 'credentials',
  why: 'registered',
  serialNumber: 'W1-9',
  password: SECRET,
  connection: CONNECTION,
  claim: { claimCode: '7QK4-M2XD', claimQr: 'data:image/svg+xml;base64,', claimRole: null },
};

/** A machine over a server that records what it is asked. */
export function fleetServer() {
  const server = {
    found: FLEET,
    refusal: null as Error | null,
    requests: [] as RobotFleetRequest[],
    saved: [] as RobotFields[],
    acts: [] as string[],
    checked: [] as string[],
    undone: [] as Renamed[],
    files: [] as string[],
    exported: [] as RobotFleetRequest[],
    /** What an export waits for. */
    exporting: Promise.resolve(),
    guarded: 0,
    belongings: {
      maps: ['Ground'],
      defaultRoute: 'Round',
      routes: 2,
      points: 5,
      tasks: 0,
      deliveries: { handedOn: 0, failing: 0 },
      obstacle: null,
    } as Belongings,
    revealed: REVEALED as RevealedCredentials,
  };
  const refuse = (): void => {
    if (server.refusal) throw server.refusal;
  };
  const { keepDialog, recallDialog, keepDraft } = newEditorTab<RobotFields>();
  const machine = robotFleetMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<RobotFleetResult, RobotFleetRequest>(async ({ input }) => {
        server.requests.push(input);
        refuse();
        return server.found;
      }),
      form: robotFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedCredentials | null, { fields: RobotFields }>(async ({ input: { fields } }) => {
            server.saved.push(fields);
            refuse();
            return ['register', 'batch', 'claim'].includes(fields.mode) ? server.revealed : null;
          }),
        },
      }),
      act: fromPromise<RevealedCredentials | null, { task: RobotTask }>(async ({ input: { task } }) => {
        server.acts.push(`${task.act} ${task.serialNumber}`);
        refuse();
        return task.act === 'revoke' || task.act === 'retire' ? null : server.revealed;
      }),
      checkSerial: fromPromise<SerialCheck, { typed: string }>(async ({ input: { typed } }) => {
        server.checked.push(typed);
        const robot = server.found.rows.find(({ serialNumber }) => serialNumber.toLowerCase() === typed.toLowerCase());
        return {
          typed,
          takenBy: robot
            ? {
                serialNumber: robot.serialNumber,
                robotNickName: robot.robotNickName,
                retired: robot.life === 'retired',
              }
            : null,
        };
      }),
      loadBelongings: fromPromise<Belongings, { serialNumber: string }>(async () => server.belongings),
      undoRename: fromPromise<unknown, Renamed>(async ({ input }) => {
        refuse();
        server.undone.push(input);
      }),
      saveFile: fromPromise<void, { fileName: string; zip: string }>(async ({ input }) => {
        server.files.push(input.fileName);
      }),
      exportFleet: fromPromise<void, RobotFleetRequest>(async ({ input }) => {
        refuse();
        server.exported.push(input);
        await server.exporting;
      }),
      guardTab: fromCallback(() => {
        server.guarded += 1;
        return () => void (server.guarded -= 1);
      }),
    },
  });
  return { server, machine };
}
