/** Teleop inputs: several at once (pad, keyboard, gamepad, a phone's joystick) are added up. */
import { TELEOP_TURN_RATE } from '../../../contract/rules/limits.ts';

export const STICK_SOURCES = ['pad', 'keyboard', 'gamepad', 'joystick'] as const;
export type StickSource = (typeof STICK_SOURCES)[number];

/** Fractions of full speed, -1 to 1: forward, and counter-clockwise seen from above. */
export interface Stick {
  forward: number;
  turn: number;
}
export type Sticks = Readonly<Record<StickSource, Stick>>;

export const NEUTRAL: Stick = { forward: 0, turn: 0 };
export const NO_INPUTS: Sticks = { pad: NEUTRAL, keyboard: NEUTRAL, gamepad: NEUTRAL, joystick: NEUTRAL };

const clamp = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : 0);
/** Steps of 0.05, so that jitter of a thumb is not a change. */
const step = (value: number): number => Math.round(clamp(value) * 20) / 20 || 0;

export function mixed(sticks: Sticks): Stick {
  let forward = 0;
  let turn = 0;
  for (const source of STICK_SOURCES) {
    forward += sticks[source].forward;
    turn += sticks[source].turn;
  }
  return { forward: step(forward), turn: step(turn) };
}

export const isNeutral = ({ forward, turn }: Stick): boolean => forward === 0 && turn === 0;

/** Commanded velocity: m/s and rad/s. */
export const velocityOf = ({ forward, turn }: Stick, speed: number): { vx: number; wz: number } => ({
  vx: Math.round(forward * speed * 1_000) / 1_000 || 0,
  wz: Math.round(turn * TELEOP_TURN_RATE * 1_000) / 1_000 || 0,
});
