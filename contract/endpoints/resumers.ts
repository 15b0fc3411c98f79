/** Who may resume a robot, and asking them: for whoever can stop it and not resume it. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { resumer } from '../entities/resumer.ts';
import { nothing, serialNumber } from '../entities/values.ts';

export const resumers = {
  list: endpoint('/robot/get-resumers', {
    summary: 'The people who may resume a robot, and which of them have their console open.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ people: v.array(resumer) }),
  }),
  ask: endpoint('/robot/ask-resumers', {
    summary: 'Asks the people who may resume a stopped robot to do so, by a notice.',
    access: onRobot('read'),
    kind: 'write',
    request: v.object({ serialNumber }),
    response: nothing,
  }),
};
