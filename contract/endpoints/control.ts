/** The control lease (design 6): take, renew, release, ask, hand over, take over with a reason. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { lease } from '../entities/lease.ts';
import { mqttClientId, reason, serialNumber } from '../entities/values.ts';

/** The MQTT client id of the tab that will steer. */
const clientId = mqttClientId;
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const held = v.object({ serialNumber, clientId, number });

export const control = {
  get: endpoint('/control/get-lease', {
    about: 'Who steers a robot.',
    access: onRobot('read'),
    kind: 'read',
    takes: v.object({ serialNumber }),
    answers: lease,
  }),
  take: endpoint('/control/take-lease', {
    about: 'Takes the lease when nobody holds it.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: v.object({ serialNumber, clientId }),
    answers: lease,
  }),
  renew: endpoint('/control/renew-lease', {
    about: 'Keeps the lease for another term.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: held,
    answers: lease,
  }),
  release: endpoint('/control/release-lease', {
    about: 'Gives the lease back.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: held,
    answers: lease,
  }),
  ask: endpoint('/control/ask-lease', {
    about: 'Asks the holder for the lease.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: v.object({ serialNumber, clientId }),
    answers: lease,
  }),
  handOver: endpoint('/control/hand-over-lease', {
    about: 'Hands the lease to the person who asked for it.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: held,
    answers: lease,
  }),
  takeOver: endpoint('/control/take-over-lease', {
    about: 'Takes the lease from its holder, with a reason, on record.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    takes: v.object({ serialNumber, clientId, reason }),
    answers: lease,
  }),
};
