/** What the server takes a vehicle to be able to that sends no factsheet, such as the virtual AGV of the VDA 5050 library. */
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import { CORE_ACTIONS } from '../../contract/wire/vda5050.ts';

export const CORE_ABILITIES: RobotAbilities = {
  navigate: true,
  pause: true,
  charge: true,
  relocate: true,
  cancel: true,
  teleop: false,
  video: false,
  audio: false,
  liftRide: false,
  actions: [...CORE_ACTIONS],
  maxSpeed: 1,
};
