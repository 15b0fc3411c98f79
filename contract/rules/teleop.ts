/**
 * Which teleop messages a robot may obey (design 6). A network that lags delivers in order and in time with itself, so
 * neither silence nor a difference of two lags shows it. Freshness is proved by the robot's own stamp: a count that it
 * puts into every echo and that comes back in every message, its age told by the robot's own clock alone.
 */
import type { TeleopMessage } from '../wire/actions.ts';
import { TELEOP_DEADMAN_MS, TELEOP_STAMP_MS } from './limits.ts';

export interface TeleopGate {
  lease: number;
  sequence: number;
  /** Arrival of the last message obeyed, ms; null before the first. */
  obeyedAt: number | null;
  /** Stamps told under this lease that may still be fresh, oldest first. */
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

/** The stamp of an echo that leaves now. */
export function stampNow(gate: TeleopGate, now: number): { stamp: number; gate: TeleopGate } {
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
 * A zero is obeyed however old its stamp is: late standing is better than none.
 * @param arrival the robot's own clock, which only rises, ms
 */
export function judge(
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

/** Whether the wheels must stand because nothing was obeyed for too long. */
export const isDead = (gate: TeleopGate, now: number): boolean =>
  gate.obeyedAt === null || now - gate.obeyedAt > TELEOP_DEADMAN_MS;
