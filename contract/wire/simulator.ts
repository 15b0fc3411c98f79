/**
 * Messages between the server and its simulator over the child process's IPC channel, never over the network, so that
 * injected faults cannot reach real robots (design 1, 9).
 */
import * as v from 'valibot';
import { ROBOT_INCIDENTS } from '../endpoints/faults.ts';
import { serialNumber } from '../entities/values.ts';

/** The file with the demo robots' passwords for the simulator; its path is the first argument. */
export const robotCredentials = v.object({
  url: v.string(),
  /** PEM of the local certificate authority for wss; absent on loopback. */
  caPem: v.optional(v.string()),
  iceServers: v.optional(
    v.array(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]),
        username: v.optional(v.string()),
        credential: v.optional(v.string()),
      }),
    ),
  ),
  robots: v.array(
    v.object({
      serialNumber,
      manufacturer: v.string(),
      interfaceName: v.string(),
      username: v.string(),
      password: v.string(),
    }),
  ),
});
export type RobotCredentials = v.InferOutput<typeof robotCredentials>;

/** Server to simulator. */
export const simulatorCommand = v.variant('type', [
  v.object({ type: v.literal('fault'), serialNumber, fault: v.picklist(ROBOT_INCIDENTS), on: v.boolean() }),
  /** Calls a lift to a floor, or opens a door of the simulated building; answered by `equipment`. */
  v.object({
    type: v.literal('equipment'),
    requestId: v.string(),
    kind: v.picklist(['lift', 'door']),
    id: v.string(),
    mapId: v.string(),
  }),
  v.object({ type: v.literal('stop') }),
]);
export type SimulatorCommand = v.InferOutput<typeof simulatorCommand>;

/** Simulator to server. */
export const simulatorEvent = v.variant('type', [
  v.object({ type: v.literal('ready'), robots: v.number() }),
  v.object({ type: v.literal('equipment'), requestId: v.string(), opened: v.boolean() }),
]);
export type SimulatorReport = v.InferOutput<typeof simulatorEvent>;
