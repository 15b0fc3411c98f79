/** Conformance of a robot's messages to VDA 5050: findings, raw messages, accepted deviations, test order. */
import * as v from 'valibot';
import { accountAdmin, endpoint, onRobot } from '../endpoint.ts';
import { conformanceReport, refusedConnection, startedTest } from '../entities/conformance.ts';
import { id, serialNumber } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { ACCEPT_KINDS, ACCEPT_MAX } from '../rules/conformance/accept.ts';

/** Administrators have access to robots that are not bound yet. */
const anyRobot = handlerChecked(serialNumber);
const text = v.pipe(v.string(), v.maxLength(ACCEPT_MAX));

export const conformance = {
  get: endpoint('/robot/get-conformance', {
    summary:
      'Returns what a robot says and what of it VDA 5050 does not allow, with the messages after `after` of the log of server `source` (the last 200 of each topic at first). Personal data is withheld.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({
      serialNumber: anyRobot,
      after: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
      source: v.optional(idOf('messageLog', v.union([id, v.literal('')])), ''),
    }),
    response: conformanceReport,
  }),
  accept: endpoint('/robot/accept-deviation', {
    summary:
      'Accepts a deviation of one robot from VDA 5050. Its messages are read by this rule from then on, until it is withdrawn.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ serialNumber: anyRobot, kind: v.picklist(ACCEPT_KINDS), value: text, meaning: text }),
    response: nothing,
  }),
  withdraw: endpoint('/robot/withdraw-deviation', {
    summary: 'Withdraws an accepted deviation of a robot.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ serialNumber: anyRobot, kind: v.picklist(ACCEPT_KINDS), value: text }),
    response: nothing,
  }),
  refused: endpoint('/robot/get-refused-connections', {
    summary:
      'Lists the refused MQTT connections of robots in the last hour on this server, newest first, without passwords.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(refusedConnection),
  }),
  startTest: endpoint('/robot/start-test-order', {
    summary:
      'Takes the control lease of a robot for a test order, and returns the place 2 m ahead of the robot if the robot can be sent there and the way is free. Orders to this place and back are accepted even from a robot that has not confirmed a Stop yet, as long as the lease is renewed. Releasing the lease ends the test.',
    access: onRobot('operate'),
    kind: 'write',
    urgent: true,
    request: v.object({ serialNumber }),
    response: startedTest,
  }),
};
