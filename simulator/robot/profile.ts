/** Properties of each robot model: size, limits and supported actions. */
import type { CustomAction, CustomFeature } from '../../contract/wire/actions.ts';
import type { RobotSettingName } from '../../contract/entities/robotSettings.ts';
import type { CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import { ROBOT_SETTING_NAMES, settingsOfType } from '../../contract/rules/robotSettings.ts';
import type { DemoRobot, RobotCapabilities } from '../../demo/roster.ts';
import { ROBOT_RADIUS_M } from '../building/floor.ts';
import type { DriveLimits } from './drive.ts';

export interface Profile {
  readonly series: string;
  readonly radius: number;
  readonly limits: DriveLimits;
  /** Metres and kilograms. */
  readonly size: { readonly length: number; readonly width: number; readonly height: number };
  readonly load: number;
  /** Sizes of its compartments for deliveries. */
  readonly compartments: readonly CompartmentSize[];
  readonly actions: readonly CustomAction[];
  readonly features: readonly CustomFeature[];
  /** Settings that it announces. */
  readonly settings: readonly RobotSettingName[];
}

interface Build {
  speed: number;
  acceleration: number;
  height: number;
  load: number;
}
/** Delivery robots are fast, security robots steady, reception and disinfection robots slow. */
const BUILDS: Readonly<Record<string, Build>> = {
  W1: { speed: 0.9, acceleration: 0.7, height: 1.1, load: 20 },
  W2: { speed: 0.9, acceleration: 0.6, height: 1.25, load: 40 },
  C2: { speed: 0.8, acceleration: 0.6, height: 1.3, load: 30 },
  U1: { speed: 0.7, acceleration: 0.5, height: 1.45, load: 0 },
  T2: { speed: 0.7, acceleration: 0.5, height: 1.4, load: 0 },
  P3: { speed: 0.7, acceleration: 0.5, height: 1.4, load: 0 },
  S2: { speed: 1, acceleration: 0.6, height: 1.5, load: 0 },
  D2: { speed: 0.6, acceleration: 0.5, height: 1.3, load: 0 },
};
const USUAL: Build = { speed: 0.8, acceleration: 0.6, height: 1.3, load: 10 };

function actionsOf({ cabinets, lights, head, photo, speech, disinfection }: RobotCapabilities): CustomAction[] {
  return [
    'controlLease',
    'openDoor',
    'buildMap',
    ...(photo ? ['takePhoto' as const] : []),
    ...(lights ? ['setLights' as const] : []),
    ...(head ? ['setHead' as const] : []),
    ...(speech ? ['setVolume' as const, 'say' as const] : []),
    ...(disinfection ? ['disinfect' as const] : []),
    ...(cabinets > 0 ? ['openCabinet' as const, 'closeCabinet' as const] : []),
  ];
}

/** The upper half is for small parcels. */
const compartmentsOf = (count: number): CompartmentSize[] =>
  Array.from({ length: count }, (_, i) => (count > 2 && i < count / 2 ? 'small' : 'large'));

/** What users can set on the robot; light robots report no settings, so they have none. */
function settingsOf({
  kind,
  light,
  capabilities: { lights, head, speech, video, photo },
}: SettingsSpec): RobotSettingName[] {
  if (light) return [];
  const meets = kind === 'reception' || kind === 'security';
  const list: (readonly [boolean, readonly RobotSettingName[]])[] = [
    [speech && meets, settingsOfType('speech')],
    // A security robot meets people on its way and welcomes nobody.
    [speech && kind === 'reception', ['welcomeWord']],
    [speech, ['sleepWord', 'volume']],
    [lights, ['frontLight', 'chassisLight']],
    [lights && kind !== 'delivery', ['autoFrontLight', 'frontLightOnBelow', 'frontLightOffAbove']],
    [lights && kind === 'security', ['patrolWarningLight']],
    [head, ['autoShakeHead', 'headVertical', 'headHorizontal']],
    [kind === 'security', ['detectBody', 'fallOver', 'noiseAlarm', 'alarmMode']],
    [meets, ['highTemperature']],
    [photo && kind === 'security', ['photoInterval']],
    [video, ['timedRefresh']],
    [true, ['abnormalNotification']],
  ];
  const names = new Set(list.flatMap(([has, some]) => (has ? some : [])));
  return ROBOT_SETTING_NAMES.filter((name) => names.has(name));
}
type SettingsSpec = Pick<DemoRobot, 'capabilities'> & Partial<Pick<DemoRobot, 'kind' | 'light'>>;

export function profileOf(spec: Pick<DemoRobot, 'model'> & SettingsSpec): Profile {
  const { model, capabilities } = spec;
  const settings = settingsOf(spec);
  const { speed, acceleration, height, load } = BUILDS[model] ?? USUAL;
  const { video, microphone, liftRide } = capabilities;
  return {
    series: model,
    radius: ROBOT_RADIUS_M,
    limits: { speed, acceleration, deceleration: 1, turnRate: 1.2, turnAcceleration: 2.5 },
    size: { length: ROBOT_RADIUS_M * 2 - 0.04, width: ROBOT_RADIUS_M * 2 - 0.08, height },
    load,
    compartments: spec.light === true ? [] : compartmentsOf(capabilities.cabinets),
    actions: [
      ...actionsOf(capabilities),
      ...(settings.length > 0 ? (['applySettings', 'keepLearning', 'forgetLearning'] as const) : []),
    ],
    settings,
    features: [
      'teleop',
      ...(video ? (['video', 'stillPictures'] as const) : []),
      ...(microphone ? ['audio' as const] : []),
      'events',
      'privateCommands',
      ...(capabilities.cabinets > 0 && spec.light !== true ? ['deliveries' as const] : []),
      ...(spec.light === true || !capabilities.speech ? [] : (['calls', 'callPictures'] as const)),
      ...(liftRide ? ['liftRide' as const] : []),
    ],
  };
}
