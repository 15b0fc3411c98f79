/**
 * Which actions a robot's state permits: one table for the server, which refuses by it, and for the console, which
 * explains disabled controls by it. The result is the first obstacle that applies.
 */
import type { RobotAbilities, RobotLive } from '../entities/robot.ts';
import type { CustomAction } from '../wire/actions.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Right } from './rights.ts';
import { isBelowPercent } from './batteryLevel.ts';
import { CRUISE_CHARGE_BELOW } from './limits.ts';
import { announces, ROBOT_ACTIONS, type RobotAction } from './robotActions.ts';
import { isSilent } from './robotStatus.ts';

/** The VDA 5050 action that carries a disinfection, and announces the ability in the factsheet. */
export const DISINFECT = 'disinfect' satisfies CustomAction;
/** The action that carries a mapping, and announces the ability. */
export const BUILD_MAP = 'buildMap' satisfies CustomAction;

export interface RobotFacts {
  live: RobotLive;
  abilities: RobotAbilities;
  rights: readonly Right[];
  /** Whether someone other than the caller holds the control lease. */
  leasedByOther: boolean;
  /** Whether the caller holds the control lease. */
  leasedByMe: boolean;
  /** The server's time, ms. */
  now: number;
}

export const ROBOT_ACTS = [
  'goTo',
  'cruise',
  'disinfect',
  'buildMap',
  'charge',
  'relocate',
  'cancel',
  'resume',
  'takeLease',
  'drive',
  'watch',
  'stop',
  ...ROBOT_ACTIONS,
] as const;
export type RobotAct = (typeof ROBOT_ACTS)[number];

type Obstacle = (facts: RobotFacts) => ErrorName | null;

const when =
  (error: ErrorName, holds: (facts: RobotFacts) => boolean): Obstacle =>
  (facts) =>
    holds(facts) ? error : null;

const mayNotOperate = when('notAllowed', ({ rights }) => !rights.includes('operate'));
const mayNotStop = when('notAllowed', ({ rights }) => !rights.includes('stop'));
const mayNotRead = when('notAllowed', ({ rights }) => !rights.includes('read'));
const offline = when('robotOffline', ({ live }) => live.connection !== 'online');
const silent = when('robotSilent', ({ live, now }) => isSilent(live, now));
const emergencyStopped = when('robotEmergencyStop', ({ live }) => live.eStop !== 'NONE');
const held = when('robotHeld', ({ live }) => live.held);
/** A Stop that is not in the database yet cannot be lifted. */
const notRecorded = when('stopNotRecorded', ({ live }) => live.stops.some(({ recorded }) => !recorded));
/** A robot of an unknown model drives by itself only after it has shown that it can be stopped. */
const drivingBlocked = when('stopUnconfirmed', ({ live }) => live.drivingBlocked === true);
const leased = when('leaseHeld', ({ leasedByOther }) => leasedByOther);
/**
 * A self-assigned trip can be displaced. An order must be cancelled first, which is always possible here, because the
 * robot is `busy`.
 */
const orderUnderWay = when('robotBusy', ({ live }) => live.busy && live.driving);
const manuallyDriven = when('robotManual', ({ live }) => live.mode === 'MANUAL' && live.driving);
const notLocated = when('robotNotLocated', ({ live }) => !live.located);
/** A robot without a map finds its charger without knowing its position. */
const notLocatedOnMap = when('robotNotLocated', ({ live, abilities }) => abilities.navigate && !live.located);
const manualMode = when(
  'robotManual',
  ({ live }) => live.mode === 'MANUAL' || live.mode === 'SERVICE' || live.mode === 'TEACHIN',
);
const cannot = (ability: 'navigate' | 'charge' | 'relocate' | 'cancel' | 'pause' | 'teleop' | 'video'): Obstacle =>
  when('robotCannot', ({ abilities }) => !abilities[ability]);

const lacks = (action: RobotAction): Obstacle => when('robotCannot', ({ abilities }) => !announces(abilities, action));
/** Devices work while the robot is held, driven by hand or on an order; none of these actions drives it. */
const device = (action: RobotAction, ...more: readonly Obstacle[]): readonly Obstacle[] => [
  mayNotOperate,
  lacks(action),
  offline,
  silent,
  ...more,
];

/** Whatever makes the robot drive by itself needs these. */
const driving: readonly Obstacle[] = [offline, silent, drivingBlocked, leased, manualMode, emergencyStopped, held];
const onRun = when('robotBusy', ({ live }) => live.busy || live.drive !== null || Boolean(live.disinfection));
const batteryLow = when(
  'robotBatteryLow',
  ({ live: { battery } }) => battery !== null && isBelowPercent(battery, CRUISE_CHARGE_BELOW),
);

const OBSTACLES: Record<RobotAct, readonly Obstacle[]> = {
  goTo: [
    mayNotOperate,
    cannot('navigate'),
    ...driving,
    notLocated,
    when('robotBusy', ({ live }) => live.busy && live.task?.kind !== 'goTo'),
  ],
  cruise: [
    mayNotOperate,
    cannot('navigate'),
    ...driving,
    notLocated,
    when('robotBusy', ({ live }) => live.busy || live.drive !== null),
    batteryLow,
  ],
  disinfect: [
    mayNotOperate,
    when('robotCannot', ({ abilities }) => !abilities.actions.includes(DISINFECT)),
    ...driving,
    notLocated,
    onRun,
    batteryLow,
  ],
  // It needs no map, so it need not be localized either.
  buildMap: [
    mayNotOperate,
    when('robotCannot', ({ abilities }) => !abilities.actions.includes(BUILD_MAP)),
    ...driving,
    onRun,
    batteryLow,
  ],
  charge: [
    mayNotOperate,
    cannot('charge'),
    ...driving,
    notLocatedOnMap,
    when('robotCharging', ({ live }) => live.charging),
  ],
  relocate: [mayNotOperate, cannot('relocate'), offline, silent, leased, manuallyDriven, orderUnderWay],
  cancel: [mayNotOperate, cannot('cancel'), offline, silent, leased, when('nothingToCancel', ({ live }) => !live.busy)],
  resume: [mayNotOperate, leased, notRecorded, when('notPaused', ({ live }) => !live.held && !live.paused)],
  takeLease: [mayNotOperate, cannot('teleop'), offline, silent],
  drive: [
    mayNotOperate,
    cannot('teleop'),
    offline,
    silent,
    when('leaseNotHeld', ({ leasedByMe }) => !leasedByMe),
    emergencyStopped,
    held,
  ],
  watch: [mayNotRead, when('cameraMissing', ({ abilities }) => !abilities.video), offline],
  // Stop requires only a relation to the robot, whatever its connection, localization or lease (design 6).
  stop: [mayNotStop],
  say: device('say'),
  takePhoto: device('takePhoto'),
  setLights: device('setLights'),
  // The person who drives looks through this camera.
  setHead: device('setHead', leased),
  setVolume: device('setVolume'),
  openCabinet: device(
    'openCabinet',
    leased,
    when('robotMoving', ({ live }) => live.driving),
  ),
  closeCabinet: device('closeCabinet'),
};

/** null if the action is permitted; otherwise the name of the error with the reason. */
export function blockingError(act: RobotAct, facts: RobotFacts): ErrorName | null {
  for (const obstacle of OBSTACLES[act]) {
    const found = obstacle(facts);
    if (found) return found;
  }
  return null;
}

export const robotCan = Object.fromEntries(
  ROBOT_ACTS.map((act) => [act, (facts: RobotFacts) => blockingError(act, facts) === null]),
) as Record<RobotAct, (facts: RobotFacts) => boolean>;
