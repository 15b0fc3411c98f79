/** Robots that this installation simulates on floors of its own, for trying it without a real robot. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { mapId, serialNumber } from '../entities/values.ts';
import { handlerChecked } from '../entities/idOf.ts';
import { SIMULATED_ROBOTS_MAX } from '../rules/limits.ts';

export const simulatedRobots = {
  add: endpoint('/robot/add-simulated-robot', {
    summary: `Registers a robot that the server simulates on a floor drawn in the console, named and marked as simulated, with the caller as its super administrator. It is changed and retired like any other robot; at most ${SIMULATED_ROBOTS_MAX} are in use.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({ simulatedOnMap: handlerChecked(mapId) }),
    response: v.object({ serialNumber }),
  }),
};
