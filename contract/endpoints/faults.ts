/**
 * Fault injection of the demo (design 9) for trainers, support and tests: faults of simulated robots, never of real ones,
 * and of the installation.
 */
import * as v from 'valibot';
import { accountAdmin, endpoint, signedIn } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { ALARM_TYPES, type AlarmType } from '../entities/robotConstants.ts';
import { flag, id, serialNumber, time } from '../entities/values.ts';
import { handlerChecked, idOf } from '../entities/idOf.ts';
import { FAULT_DELAY_MOST_MS, FAULT_MS, FAULT_MOST_MS } from '../rules/limits.ts';

export const ROBOT_FAULTS = [
  'offline',
  'emergencyStop',
  'busy',
  'cameraUnplugged',
  'localizationLost',
  'lowBattery',
  'die',
  'visitorCall',
] as const;
/** Faults of robots that earlier versions do not know. */
export const ADDED_ROBOT_FAULTS = ['clockOff'] as const;
/** A fault of a robot, or something around it for which it raises an alarm. */
export const ROBOT_INCIDENTS = [...ROBOT_FAULTS, ...ADDED_ROBOT_FAULTS, ...ALARM_TYPES] as const;
export type RobotFault = (typeof ROBOT_INCIDENTS)[number];
export const isAlarmType = (fault: string): fault is AlarmType => ALARM_TYPES.some((alarm) => alarm === fault);
/** Faults of the connection between the robots, the server and the browsers. */
export const BROKER_FAULTS = ['brokerDown', 'brokerDelay'] as const;
export type BrokerFault = (typeof BROKER_FAULTS)[number];
export const GATEWAY_FAULTS = ['gatewayRefuses', 'gatewayHangs', 'gatewayLoses'] as const;
/**
 * Faults of every server of the installation: the file store has no space; the database answers late; the gateway of
 * messages answers 500, does not answer, or accepts messages that never arrive; the next background job fails.
 */
export const SERVER_FAULTS = ['diskFull', 'databaseSlow', ...GATEWAY_FAULTS, 'jobFails'] as const;
export type ServerFault = (typeof SERVER_FAULTS)[number];
export const isServerFault = (fault: string): fault is ServerFault => SERVER_FAULTS.some((known) => known === fault);
export const SESSION_FAULTS = ['sessionInvalid', 'loginExpired'] as const;
export type SessionFault = (typeof SESSION_FAULTS)[number];

const activeFields = {
  id,
  /** null for a fault of the broker or the servers. */
  serialNumber: v.nullable(serialNumber),
  /** Delay of the broker, ms; 0 for other faults. */
  delayMs: v.number(),
  by: v.object({ userId: v.string(), name: v.string() }),
  since: time,
  /** null: until it is switched off (an emergency stop) or its author signs out. */
  until: v.nullable(time),
};
const activeFault = v.object({
  ...activeFields,
  fault: v.picklist([...ROBOT_FAULTS, ...ALARM_TYPES, ...BROKER_FAULTS]),
});
const ADDED_FAULTS = [...ADDED_ROBOT_FAULTS, ...SERVER_FAULTS] as const;
const addedFault = v.object({ ...activeFields, fault: v.picklist(ADDED_FAULTS) });
export interface ActiveFault extends Omit<v.InferOutput<typeof activeFault>, 'fault'> {
  fault: v.InferOutput<typeof activeFault>['fault'] | v.InferOutput<typeof addedFault>['fault'];
}

export const isAddedFault = (fault: ActiveFault['fault']): fault is (typeof ADDED_FAULTS)[number] =>
  ADDED_FAULTS.some((added) => added === fault);

/** Maximum number of accounts that the state lists. */
export const FAULT_ACCOUNTS_MAX = 200;

const state = v.object({
  /** Oldest first. */
  faults: v.array(activeFault),
  /** Faults that earlier versions do not know, oldest first. */
  addedFaults: v.optional(v.array(addedFault), []),
  simulatedRobots: v.array(v.object({ serialNumber, name: v.string(), kind: v.picklist(ROBOT_KINDS) })),
  /** Whether faults of the broker can be caused: not of one that runs outside of the server. */
  hasBrokerFaults: v.optional(v.boolean(), true),
  /** Whether the server can cause faults of servers; earlier versions cannot. */
  hasServerFaults: v.optional(v.boolean(), false),
  /** Whether faults of the gateway can be caused: not where every message goes through a real one. */
  hasGatewayFaults: v.optional(v.boolean(), false),
  /** Accounts with a session, whose sessions can be ended; sorted by name. */
  accounts: v.optional(v.array(v.object({ userId: v.string(), name: v.string() })), []),
});
export type FaultState = v.InferOutput<typeof state>;

/** The active faults of both lists, oldest first. */
export const faultsOf = ({ faults, addedFaults }: Pick<FaultState, 'faults' | 'addedFaults'>): ActiveFault[] =>
  [...faults, ...addedFaults].sort((a, b) => a.since - b.since);

/** Duration in ms; 0: until its author signs out. */
const forMs = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FAULT_MOST_MS)), FAULT_MS);

export const faults = {
  isOn: endpoint('/demo/is-fault-on', {
    summary: 'Returns whether any fault is active, so that users do not look for a real cause.',
    access: signedIn,
    kind: 'read',
    demoOnly: true,
    request: v.object({}),
    response: v.object({ isOn: flag }),
  }),
  state: endpoint('/demo/get-faults', {
    summary: 'Lists the active faults, and the robots that can have one.',
    access: accountAdmin,
    kind: 'read',
    demoOnly: true,
    request: v.object({}),
    response: state,
  }),
  robot: endpoint('/demo/set-robot-fault', {
    summary:
      'Switches a fault of a simulated robot, or an alarm that it raises, on or off. It ends after `forMs`; an emergency stop ends only by switching it off, like one that is released at the robot.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({
      simulatedRobot: handlerChecked(serialNumber),
      fault: v.picklist(ROBOT_INCIDENTS),
      on: v.boolean(),
      forMs,
    }),
    response: state,
  }),
  typeCode: endpoint('/demo/type-code', {
    summary:
      'Types a code at a simulated delivery robot, as a person in front of it does. What the robot makes of it is in the history of the delivery.',
    access: accountAdmin,
    kind: 'secret',
    demoOnly: true,
    request: v.object({
      simulatedRobot: handlerChecked(serialNumber),
      code: v.pipe(v.string(), v.regex(/^\d{6}$/u, 'six digits')),
    }),
    response: v.object({}),
  }),
  cloud: endpoint('/demo/set-cloud-fault', {
    summary:
      'Disconnects or delays the broker, or switches a fault of all servers (for `forMs`), or ends the sessions of an account, or of everyone. `jobFails` ends with the job that it fails.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({
      fault: v.picklist([...BROKER_FAULTS, ...SERVER_FAULTS, ...SESSION_FAULTS]),
      on: v.boolean(),
      forMs,
      delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FAULT_DELAY_MOST_MS)), 3_000),
      /** The account whose sessions end; empty: the caller's. */
      account: v.optional(idOf('account', v.string()), ''),
      /** Ends the sessions of all accounts. */
      everyone: v.optional(flag, false),
    }),
    response: state,
  }),
  clear: endpoint('/demo/clear-faults', {
    summary: 'Ends all faults. Robots that stopped because of a fault stay stopped.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({}),
    response: state,
  }),
};
