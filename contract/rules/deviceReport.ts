/**
 * What a robot reports about its devices: the `information` entry of type `settings` of its VDA 5050 state. A value that
 * the robot does not report is null.
 */
import { ROBOT_LIGHTS, type RobotLight } from '../entities/robotConstants.ts';
import type { StateMessage } from '../wire/vda5050.ts';
import { CABINETS_MAX, HEAD_LIMITS, type ActionParameters, type RobotAction } from './robotActions.ts';

export const DEVICE_INFORMATION = 'settings';
/** The reference with the angle of the head from straight ahead, radians. */
export const HEAD = 'head';
/** The reference that says whether the brake of the wheels is on. */
export const BRAKE = 'brake';

const LIGHT_KEYS: Readonly<Record<RobotLight, string>> = {
  front: 'lights',
  chassis: 'chassisLight',
  warning: 'warningLight',
};

/** The lights that the robot reports as on. */
export function lightsOnIn({ information = [] }: Pick<StateMessage, 'information'>): RobotLight[] {
  const references = information.find(({ infoType }) => infoType === DEVICE_INFORMATION)?.infoReferences ?? [];
  return ROBOT_LIGHTS.filter((light) =>
    references.some(
      ({ referenceKey, referenceValue }) => referenceKey === LIGHT_KEYS[light] && referenceValue === 'true',
    ),
  );
}

export interface DeviceReport {
  lights: boolean | null;
  /** Degrees. */
  headHorizontal: number | null;
  headVertical: number | null;
  /** Percent. */
  volume: number | null;
  /** Number of compartments. */
  cabinets: number | null;
  /** Numbers of the open compartments, from 1. */
  openCabinets: readonly number[] | null;
}

const DEGREE = Math.PI / 180;
/** Between the reported and the requested angle, degrees. */
const HEAD_TOLERANCE = 2;

export function deviceReportOf({ information = [] }: Pick<StateMessage, 'information'>): DeviceReport {
  const references = information.find(({ infoType }) => infoType === DEVICE_INFORMATION)?.infoReferences ?? [];
  const text = (key: string): string | null =>
    references.find(({ referenceKey }) => referenceKey === key)?.referenceValue ?? null;
  const number = (key: string): number | null => {
    const found = text(key);
    return found === null || found.trim() === '' || !Number.isFinite(Number(found)) ? null : Number(found);
  };
  const degrees = (key: string, ahead: number): number | null => {
    const radians = number(key);
    return radians === null ? null : Math.round((ahead + radians / DEGREE) * 10) / 10;
  };
  const lights = text('lights');
  const open = text('openCabinets');
  return {
    lights: lights === 'true' ? true : lights === 'false' ? false : null,
    headHorizontal: degrees(HEAD, HEAD_LIMITS.horizontal.ahead),
    headVertical: degrees('tilt', HEAD_LIMITS.vertical.ahead),
    volume: number('volume'),
    cabinets: cabinetCount(number('cabinets')),
    openCabinets: open === null ? null : openIn(open),
  };
}

/** A head that is turned farther looks aside, degrees. */
const AHEAD_WITHIN = 20;
/** @param head as reported; anything but a number counts as ahead */
export const looksAhead = (head: unknown): boolean =>
  typeof head !== 'number' || Math.abs(head) <= AHEAD_WITHIN * DEGREE;

const cabinetCount = (found: number | null): number | null =>
  found === null || !Number.isInteger(found) || found < 0 ? null : Math.min(found, CABINETS_MAX);

const openIn = (text: string): number[] =>
  text
    .split(',')
    .map(Number)
    .filter((cabinet) => Number.isInteger(cabinet) && cabinet >= 1 && cabinet <= CABINETS_MAX)
    .slice(0, CABINETS_MAX);

/**
 * Whether the reported devices show what an action asked for. True for values that the robot does not report: then the
 * state of the action is the only proof.
 */
export function showsAction(action: RobotAction, parameters: ActionParameters, report: DeviceReport): boolean {
  const near = (wanted: number | undefined, found: number | null): boolean =>
    wanted === undefined || found === null || Math.abs(wanted - found) <= HEAD_TOLERANCE;
  const { on, horizontal, vertical, volume, cabinet } = parameters;
  switch (action) {
    case 'say':
    case 'takePhoto':
      return true;
    case 'setLights':
      return report.lights === null || on === undefined || report.lights === on;
    case 'setHead':
      return near(horizontal, report.headHorizontal) && near(vertical, report.headVertical);
    case 'setVolume':
      return report.volume === null || volume === undefined || Math.round(report.volume) === volume;
    case 'openCabinet':
    case 'closeCabinet':
      return (
        report.openCabinets === null ||
        cabinet === undefined ||
        report.openCabinets.includes(cabinet) === (action === 'openCabinet')
      );
  }
}
