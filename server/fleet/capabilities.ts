/** Capabilities of a robot, read from its factsheet (design 7): the console offers only these. */
import * as v from 'valibot';
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import { COMPARTMENTS_MAX, type CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import { VIEWERS_LIMIT_NAME } from '../../contract/rules/videoWall.ts';
import type { FactsheetMessage } from '../../contract/wire/vda5050.ts';

const DEFAULT_MAX_SPEED = 1;

/** Positions for loads are compartments; those in the set `small` take small parcels only. */
const loads = v.looseObject({
  loadSpecification: v.looseObject({
    loadPositions: v.array(v.string()),
    loadSets: v.optional(
      v.array(v.looseObject({ setName: v.string(), loadPositions: v.optional(v.array(v.string()), []) })),
      [],
    ),
  }),
});

function compartmentsIn(factsheet: FactsheetMessage): CompartmentSize[] {
  const read = v.safeParse(loads, factsheet);
  if (!read.success) return [];
  const { loadPositions, loadSets } = read.output.loadSpecification;
  const small = new Set(loadSets.flatMap((set) => (set.setName === 'small' ? set.loadPositions : [])));
  return loadPositions.slice(0, COMPARTMENTS_MAX).map((position) => (small.has(position) ? 'small' : 'large'));
}

const arrayLimits = v.looseObject({
  protocolLimits: v.looseObject({
    maxArrayLens: v.looseObject({ [VIEWERS_LIMIT_NAME]: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  }),
});

function viewersIn(factsheet: FactsheetMessage): { videoViewers?: number } {
  const read = v.safeParse(arrayLimits, factsheet);
  return read.success ? { videoViewers: read.output.protocolLimits.maxArrayLens[VIEWERS_LIMIT_NAME] } : {};
}

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
    ...(takesGrants && ours('deliveries') ? { compartments: compartmentsIn(factsheet) } : {}),
    ...(takesGrants && ours('video') ? viewersIn(factsheet) : {}),
  };
}

export const softwareVersionIn = (factsheet: FactsheetMessage): string =>
  factsheet.vehicleConfig?.versions?.find(({ key }) => key.toLowerCase().includes('software'))?.value ?? '';
