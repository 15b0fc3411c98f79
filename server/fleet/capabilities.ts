/** What a robot can do, read from its factsheet (design 7): the console offers just that. */
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import type { FactsheetMessage } from '../../contract/wire/vda5050.ts';

const DEFAULT_MAX_SPEED = 1;

export function capabilitiesIn(factsheet: FactsheetMessage): RobotAbilities {
  const announced = (factsheet.protocolFeatures?.agvActions ?? []).map(({ actionType }) => actionType);
  // A factsheet that lists no actions says nothing: the standard's core actions are then taken for granted.
  const silent = announced.length === 0;
  const has = (...types: string[]) => silent || types.some((type) => announced.includes(type));
  const ours = (type: string) => announced.includes(type);
  // Live media end with the right to them: a robot that cannot be told of grants in private is not asked for any.
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
