/** Who may resume a robot, and asking them: for whoever can stop it and not resume it. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { resumer } from '../entities/resumer.ts';
import { nothing, serialNumber } from '../entities/values.ts';

export const resumers = {
  list: endpoint('/robot/get-resumers', {
    about: 'The people who may resume a robot, and which of them have their console open.',
    access: onRobot('read'),
    kind: 'read',
    takes: v.object({ serialNumber }),
    answers: v.object({ people: v.array(resumer) }),
  }),
  ask: endpoint('/robot/ask-resumers', {
    about: 'Asks the people who may resume a stopped robot to do so, by a notice.',
    access: onRobot('read'),
    kind: 'write',
    takes: v.object({ serialNumber }),
    answers: nothing,
  }),
};
