/**
 * Which teleop messages a robot accepts (design 6). A lagging network delivers in order and at an even pace, so that
 * neither silence nor the difference between two delays reveals the lag. Freshness is proved by the robot's own stamp:
 * a counter that the robot puts into every echo and that returns in every message; its age is measured by the robot's
 * clock alone.
 */
import type { TeleopMessage } from '../wire/actions.ts';
import { TELEOP_DEADMAN_MS, TELEOP_STAMP_MS } from './limits.ts';

export interface TeleopGate {
  lease: number;
  sequence: number;
  /** When the last accepted message arrived, ms; null before the first. */
  obeyedAt: number | null;
  /** Stamps sent under this lease that may still be fresh, oldest first. */
  stamps: readonly { stamp: number; at: number }[];
  nextStamp: number;
}

export type TeleopVerdict = 'obeyed' | 'wrongLease' | 'oldSequence' | 'lag';

export const newGate = (lease: number): TeleopGate => ({
  lease,
  sequence: -1,
  obeyedAt: null,
  stamps: [],
  nextStamp: 0,
});

const isFresh = (at: number, now: number): boolean => now - at <= TELEOP_STAMP_MS;

/** The stamp for an echo that is sent now. */
export function nextStamp(gate: TeleopGate, now: number): { stamp: number; gate: TeleopGate } {
  const stamp = gate.nextStamp;
  return {
    stamp,
    gate: {
      ...gate,
      nextStamp: stamp + 1,
      stamps: [...gate.stamps.filter(({ at }) => isFresh(at, now)), { stamp, at: now }],
    },
  };
}

export const isZero = ({ vx, wz }: Pick<TeleopMessage, 'vx' | 'wz'>): boolean => vx === 0 && wz === 0;

/**
 * A zero velocity is accepted however old its stamp is: stopping late is better than not stopping.
 * @param arrival time of arrival by the robot's monotonic clock, ms
 */
export function evaluateMessage(
  gate: TeleopGate,
  message: TeleopMessage,
  arrival: number,
): { verdict: TeleopVerdict; gate: TeleopGate } {
  if (message.lease !== gate.lease || gate.lease === 0) return { verdict: 'wrongLease', gate };
  if (message.sequence <= gate.sequence) return { verdict: 'oldSequence', gate };
  const seen = { ...gate, sequence: message.sequence };
  const isProved = gate.stamps.some(({ stamp, at }) => stamp === message.stamp && isFresh(at, arrival));
  return isZero(message) || isProved
    ? { verdict: 'obeyed', gate: { ...seen, obeyedAt: arrival } }
    : { verdict: 'lag', gate: seen };
}

/** Dead man's timeout: whether the robot must stop because no message was accepted for too long. */
export const isDeadmanExpired = (gate: TeleopGate, now: number): boolean =>
  gate.obeyedAt === null || now - gate.obeyedAt > TELEOP_DEADMAN_MS;
