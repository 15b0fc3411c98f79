/** Redaction rules of `robotData` (machines/recording/redaction.ts). */
import {
  COMMAND,
  LEASE,
  LIVE,
  MAP,
  PAGE_EVENTS,
  PAGE_INPUT,
  ROBOT_DETAIL,
  SITE,
} from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { RobotDataContext, robotData, RobotReport, RobotRequest } from './robotData.setup.ts';

type RobotDataEvent =
  Parameters<Parameters<typeof robotData.enqueueActions>[0]>[0]['event'] | RobotReport | RobotRequest;
const LOADED = {
  detail: ROBOT_DETAIL,
  rights: true,
  lease: LEASE,
  ledger: { '*': COMMAND },
  site: SITE,
  maps: { '*': MAP },
  runningSince: true,
} as const;

export const robotDataRedaction = defineRedaction<RobotDataContext, RobotDataEvent, PageInput>()({
  context: {
    serialNumber: true,
    userId: true,
    loaded: LOADED,
    live: LIVE,
    lease: LEASE,
    ledger: { '*': COMMAND },
    clientId: true,
    now: true,
    failure: 'failure',
    escapeReaches: true,
    mayHaveMissed: true,
    mustReread: true,
    failedReadings: true,
    view: true,
  },
  defaults: { mayHaveMissed: false, mustReread: false, failedReadings: 0 },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'mqttLink.opened': { clientId: true },
    'picture.heard': { live: LIVE, now: true },
    'state.heard': { state: true, devices: true, now: true },
    'echo.heard': { echo: true, at: true, leftAt: true },
    'lease.heard': { lease: LEASE },
    'ledger.heard': { commands: { '*': COMMAND } },
    'escape.pressed': { at: true },
    'escape.reaches': { reaches: true },
    'stop.press': { at: true },
    'view.change': { change: true },
    'robot.open': { serialNumber: true },
    'lease.changed': { lease: LEASE, mine: true },
    'stop.changed': { wanted: true },
    'teleop.refused': { roundTrip: true },
  },
  outputs: { loadRobot: LOADED, loadMissed: { lease: LEASE, ledger: { '*': COMMAND } } },
  telemetry: ['picture.heard', 'state.heard', 'echo.heard'],
});
