/** What a robot is assumed to be able to do until its own abilities are loaded, or where none is needed. */
import type { RobotTerms } from '../../machines/routeRun/routeRun.machine.ts';

export const USUAL_ABILITIES: RobotTerms['abilities'] = {
  navigate: true,
  pause: true,
  charge: true,
  relocate: true,
  cancel: true,
  teleop: true,
  video: true,
  audio: true,
  liftRide: true,
  actions: [],
  maxSpeed: 1,
};
