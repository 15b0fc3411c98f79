/** The control lease (design 6): take, renew, release, request, hand over, take over with a reason. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { lease } from '../entities/lease.ts';
import { mqttClientId, reason, serialNumber } from '../entities/values.ts';

/** The MQTT client id of the tab that drives the robot. */
const clientId = mqttClientId;
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const held = v.object({ serialNumber, clientId, number });

export const control = {
  get: endpoint('/control/get-lease', {
    summary: 'Returns the control lease of a robot.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: lease,
  }),
  take: endpoint('/control/take-lease', {
    summary: 'Takes the lease if it has no holder.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: v.object({ serialNumber, clientId }),
    response: lease,
  }),
  renew: endpoint('/control/renew-lease', {
    summary: 'Renews the lease for another term.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: held,
    response: lease,
  }),
  release: endpoint('/control/release-lease', {
    summary: 'Releases the lease.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: held,
    response: lease,
  }),
  ask: endpoint('/control/ask-lease', {
    summary: 'Asks the holder for the lease.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: v.object({ serialNumber, clientId }),
    response: lease,
  }),
  handOver: endpoint('/control/hand-over-lease', {
    summary: 'Transfers the lease to the person who requested it.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: held,
    response: lease,
  }),
  takeOver: endpoint('/control/take-over-lease', {
    summary: 'Takes the lease from its holder, with a recorded reason.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: v.object({ serialNumber, clientId, reason }),
    response: lease,
  }),
};
