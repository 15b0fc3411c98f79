/** Fault injection of the demo (design 9) for trainers, support and tests. Affects simulated robots only. */
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
/** A fault of a robot, or something around it for which it raises an alarm. */
export const ROBOT_INCIDENTS = [...ROBOT_FAULTS, ...ALARM_TYPES] as const;
export type RobotFault = (typeof ROBOT_INCIDENTS)[number];
export const isAlarmType = (fault: string): fault is AlarmType => ALARM_TYPES.some((alarm) => alarm === fault);
/** Faults of the connection between the robots, the server and the browsers. */
export const BROKER_FAULTS = ['brokerDown', 'brokerDelay'] as const;
export type BrokerFault = (typeof BROKER_FAULTS)[number];
export const SESSION_FAULTS = ['sessionInvalid', 'loginExpired'] as const;
export type SessionFault = (typeof SESSION_FAULTS)[number];

const activeFault = v.object({
  id,
  fault: v.picklist([...ROBOT_INCIDENTS, ...BROKER_FAULTS]),
  /** null for a fault of the broker. */
  serialNumber: v.nullable(serialNumber),
  /** Delay of the broker, ms; 0 for other faults. */
  delayMs: v.number(),
  by: v.object({ userId: v.string(), name: v.string() }),
  since: time,
  /** null: until it is switched off (an emergency stop) or its author signs out. */
  until: v.nullable(time),
});
export type ActiveFault = v.InferOutput<typeof activeFault>;

const state = v.object({
  /** Oldest first. */
  faults: v.array(activeFault),
  simulatedRobots: v.array(v.object({ serialNumber, name: v.string(), kind: v.picklist(ROBOT_KINDS) })),
  /** Whether faults of the broker can be caused: not of one that runs outside of the server. */
  hasBrokerFaults: v.optional(v.boolean(), true),
});
export type FaultState = v.InferOutput<typeof state>;

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
    summary: 'Disconnects or delays the broker (for `forMs`), or ends the sessions of an account, or of everyone.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({
      fault: v.picklist([...BROKER_FAULTS, ...SESSION_FAULTS]),
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
