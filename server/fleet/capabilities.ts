/** Capabilities of a robot, read from its factsheet (design 7): the console offers only these. */
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import type { FactsheetMessage } from '../../contract/wire/vda5050.ts';

const DEFAULT_MAX_SPEED = 1;

export function capabilitiesIn(factsheet: FactsheetMessage): RobotAbilities {
  const announced = (factsheet.protocolFeatures?.agvActions ?? []).map(({ actionType }) => actionType);
  // If a factsheet lists no actions, the core actions of the standard are assumed.
  const silent = announced.length === 0;
  const has = (...types: string[]) => silent || types.some((type) => announced.includes(type));
  const ours = (type: string) => announced.includes(type);
  // Live media require grants that can be revoked: without private commands a robot cannot receive them, so it gets
  // none.
  const takesGrants = ours('privateCommands');
  return {
    navigate: factsheet.typeSpecification.navigationTypes?.length !== 0,
    pause: has('startPause'),
    charge: has('startCharging'),
    relocate: has('initPosition'),
    cancel: has('cancelOrder'),
    teleop: ours('teleop') && ours('controlLease'),
    video: takesGrants && ours('video'),
    audio: takesGrants && ours('audio'),
    liftRide: ours('liftRide'),
    actions: announced,
    maxSpeed: factsheet.physicalParameters.speedMax ?? DEFAULT_MAX_SPEED,
  };
}

export const softwareVersionIn = (factsheet: FactsheetMessage): string =>
  factsheet.vehicleConfig?.versions?.find(({ key }) => key.toLowerCase().includes('software'))?.value ?? '';
