/** What checking and logging a robot message costs, beside parsing it, which was always done. */
import * as v from 'valibot';
import { stateMessage } from '../../contract/wire/vda5050.ts';
import { createConformance } from '../../server/conformance/conformance.ts';
import type { RobotRow } from '../../server/fleet/fleetCache.ts';
import { readRobotMessage } from '../../server/broker/robotMessage.ts';
import { say } from './figures.ts';

const MESSAGES = 40_000;
const ROUNDS = 5;
const robot = { serialNumber: 'A-1', manufacturer: 'Acme', factsheet: null } as RobotRow;
const payload = (headerId: number, operatingMode: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      headerId,
      timestamp: new Date().toISOString(),
      version: '2.1.0',
      manufacturer: 'Acme',
      serialNumber: 'A-1',
      orderId: 'order-1',
      orderUpdateId: 0,
      lastNodeId: 'n1',
      lastNodeSequenceId: 2,
      driving: true,
      paused: false,
      operatingMode,
      nodeStates: [{ nodeId: 'n2', sequenceId: 4, released: true }],
      edgeStates: [{ edgeId: 'e1', sequenceId: 3, released: true }],
      actionStates: [{ actionId: 'a', actionType: 'say', actionStatus: 'RUNNING' }],
      agvPosition: { x: 2, y: 2, theta: 0, mapId: 'ground', positionInitialized: true },
      velocity: { vx: 0.4 },
      batteryState: { batteryCharge: 80, charging: false },
      errors: [],
      information: [
        { infoType: 'task', infoLevel: 'INFO', infoReferences: [{ referenceKey: 'a', referenceValue: 'b' }] },
      ],
      safetyState: { eStop: 'NONE', fieldViolation: false },
    }),
  );
const log = { debug: () => undefined };
const topic = 'uagv/v2/Acme/A-1/state';

/** CPU time per message, µs: unlike the time that passes, it hardly depends on what else runs. */
function perMessage(mode: string, take: (message: unknown, raw: Buffer) => void): number {
  const messages = Array.from({ length: MESSAGES }, (_, i) => payload(i, mode));
  const began = process.cpuUsage();
  for (const raw of messages) readRobotMessage(topic, raw, [(_, message, bytes) => take(message, bytes)], log);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / MESSAGES;
}
// A second between two messages: at one moment, all of them would be too many.
let clock = Date.now();
const conformance = createConformance({
  now: () => (clock += 1_000),
  fleetCache: { mapIdOf: () => 'm1', acceptedOf: () => [] },
});
const checked = (message: unknown, raw: Buffer) => void conformance.heard(robot, 'state', message, raw);
const parsed = (message: unknown) => void v.safeParse(stateMessage, message);
// In turns, so that all of them meet the same machine.
const rounds = Array.from({ length: ROUNDS }, () => ({
  plain: perMessage('AUTOMATIC', parsed),
  good: perMessage('AUTOMATIC', checked),
  plainBad: perMessage('AUTO', parsed),
  bad: perMessage('AUTO', checked),
}));
const least = (name: keyof (typeof rounds)[number]): number => Math.min(...rounds.map((one) => one[name]));
say({ figure: 'robot message: JSON and schema', value: least('plain'), unit: 'µs', bound: 100 });
say({
  figure: 'robot message: check and log beside that',
  value: least('good') - least('plain'),
  unit: 'µs',
  bound: 15,
});
say({
  figure: 'robot message with a deviation: check and log beside that',
  value: least('bad') - least('plainBad'),
  unit: 'µs',
  bound: 30,
});
