/** The people who may resume a robot, and a request to them, for users who can stop it but not resume it. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { resumer } from '../entities/resumer.ts';
import { serialNumber } from '../entities/values.ts';
import { nothing } from '../entities/idOf.ts';

export const resumers = {
  list: endpoint('/robot/get-resumers', {
    summary: 'Lists the people who may resume a robot, and which of them have the console open.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ people: v.array(resumer) }),
  }),
  ask: endpoint('/robot/ask-resumers', {
    summary: 'Notifies the people who may resume a stopped robot.',
    access: onRobot('read'),
    kind: 'write',
    request: v.object({ serialNumber }),
    response: nothing,
  }),
};
