/** Fault injection of the demo (design 9) for trainers, support and tests. Affects simulated robots only. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { handlerChecked, idOf, serialNumber } from '../entities/values.ts';

export const ROBOT_FAULTS = [
  'offline',
  'emergencyStop',
  'busy',
  'cameraUnplugged',
  'localizationLost',
  'lowBattery',
  'die',
] as const;
export type RobotFault = (typeof ROBOT_FAULTS)[number];
export const CLOUD_FAULTS = ['brokerDown', 'brokerDelay', 'sessionInvalid', 'loginExpired'] as const;
export type CloudFault = (typeof CLOUD_FAULTS)[number];

const state = v.object({
  brokerDown: v.boolean(),
  /** Delay that the broker adds to messages for browsers, ms. */
  brokerDelay: v.number(),
  robots: v.record(v.string(), v.array(v.picklist(ROBOT_FAULTS))),
});

export const faults = {
  state: endpoint('/demo/get-faults', {
    summary: 'Lists the active faults.',
    access: accountAdmin,
    kind: 'read',
    demoOnly: true,
    request: v.object({}),
    response: state,
  }),
  robot: endpoint('/demo/set-robot-fault', {
    summary: 'Switches a fault of a simulated robot on or off.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({
      simulatedRobot: handlerChecked(serialNumber),
      fault: v.picklist(ROBOT_FAULTS),
      on: v.boolean(),
    }),
    response: state,
  }),
  cloud: endpoint('/demo/set-cloud-fault', {
    summary: 'Disconnects or delays the broker (for at most `forMs`), or ends the sessions of an account.',
    access: accountAdmin,
    kind: 'write',
    demoOnly: true,
    request: v.object({
      fault: v.picklist(CLOUD_FAULTS),
      on: v.boolean(),
      /** Duration of the fault, ms. */
      forMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 60_000),
      delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30_000)), 3_000),
      /** The account whose sessions end; empty: the caller's. */
      account: v.optional(idOf('account', v.string()), ''),
    }),
    response: state,
  }),
};
