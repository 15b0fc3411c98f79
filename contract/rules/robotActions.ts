/**
 * Actions of a robot's devices: speech, camera, lights, head, loudspeaker, compartments. They are custom VDA 5050 instant
 * actions, offered only if the robot's factsheet announces them, and commands of the ledger like the others.
 */
import type { RobotAbilities } from '../entities/robot.ts';

/** The names are those of the commands and of the VDA 5050 actions. */
export const ROBOT_ACTIONS = [
  'say',
  'takePhoto',
  'setLights',
  'setHead',
  'setVolume',
  'openCabinet',
  'closeCabinet',
] as const;
export type RobotAction = (typeof ROBOT_ACTIONS)[number];

/** Degrees: 22 and 90 are straight ahead; larger horizontal angles are to the left. */
export const HEAD_LIMITS = {
  vertical: { min: 10, max: 34, ahead: 22 },
  horizontal: { min: 10, max: 170, ahead: 90 },
} as const;
/** Compartments are numbered from 1. */
export const CABINETS_MAX = 20;

/** Most actions of a kind that a robot is given in a row, and the seconds until one more is allowed. */
export const ACTION_RATES: Readonly<Record<RobotAction, { readonly most: number; readonly everySeconds: number }>> = {
  say: { most: 5, everySeconds: 3 },
  takePhoto: { most: 3, everySeconds: 10 },
  setLights: { most: 10, everySeconds: 1 },
  setHead: { most: 20, everySeconds: 0.5 },
  setVolume: { most: 10, everySeconds: 1 },
  openCabinet: { most: 10, everySeconds: 1 },
  closeCabinet: { most: 10, everySeconds: 1 },
};
/** An accepted action that the robot has not reported done within this time has failed, ms. */
export const ACTION_LIMIT_MS = 180_000;

/** The parameters of an action as they are stored. The text of `say` is never stored. */
export interface ActionParameters {
  on?: boolean | undefined;
  /** Degrees. */
  horizontal?: number | undefined;
  vertical?: number | undefined;
  /** Percent. */
  volume?: number | undefined;
  cabinet?: number | undefined;
}

export const isRobotAction = (kind: string): kind is RobotAction => ROBOT_ACTIONS.some((action) => action === kind);

/** A core action of the standard can be assumed; these must be announced. */
export const announces = ({ actions }: Pick<RobotAbilities, 'actions'>, action: RobotAction): boolean =>
  actions.includes(action);
export const announcedActions = (abilities: Pick<RobotAbilities, 'actions'>): RobotAction[] =>
  ROBOT_ACTIONS.filter((action) => announces(abilities, action));
