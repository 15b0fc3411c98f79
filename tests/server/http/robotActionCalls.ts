/** The calls of a robot's devices, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const act = (more: Record<string, unknown> = {}) =>
  ({ demand: 'operate', data: () => ({ serialNumber: A.serialNumber, ...more }) }) as const;

export const ROBOT_ACTION_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> =
  {
    'robotActions.say': act({ text: 'Good morning' }),
    'robotActions.takePhoto': act(),
    'robotActions.setLights': act({ on: true }),
    'robotActions.setHead': act({ horizontal: 90, vertical: 22 }),
    'robotActions.setVolume': act({ volume: 40 }),
    'robotActions.openCabinet': act({ cabinet: 1 }),
    'robotActions.closeCabinet': act({ cabinet: 1 }),
  };
