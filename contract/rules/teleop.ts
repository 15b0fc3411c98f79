/**
 * Which teleop messages a robot may obey (design 6). TCP keeps what a stalled network delays and delivers it in
 * a burst, so silence alone is no dead-man: a message counts only when its lag is close to the least ever seen
 * in this lease. Clocks may differ; only differences of lags count.
 */
import type { TeleopMessage } from '../wire/actions.ts';
import { TELEOP_DEADMAN_MS, TELEOP_MAX_LAG_MS } from './limits.ts';

export interface TeleopGate {
  lease: number;
  /** Arrival minus send time, the least seen in this lease; null before the first message. */
  leastLag: number | null;
  sequence: number;
  /** Arrival of the last message obeyed, ms; null before the first. */
  obeyedAt: number | null;
}

export type TeleopVerdict = 'obeyed' | 'wrongLease' | 'oldSequence' | 'lag';

export const newGate = (lease: number): TeleopGate => ({ lease, leastLag: null, sequence: -1, obeyedAt: null });

/** @param arrival the robot's clock, ms */
export function judge(gate: TeleopGate, message: TeleopMessage, arrival: number): { verdict: TeleopVerdict; gate: TeleopGate } {
  if (message.lease !== gate.lease || gate.lease === 0) return { verdict: 'wrongLease', gate };
  if (message.sequence <= gate.sequence) return { verdict: 'oldSequence', gate };
  const lag = arrival - message.sentAt;
  const leastLag = gate.leastLag === null ? lag : Math.min(gate.leastLag, lag);
  const seen = { ...gate, leastLag, sequence: message.sequence };
  return lag - leastLag > TELEOP_MAX_LAG_MS ? { verdict: 'lag', gate: seen } : { verdict: 'obeyed', gate: { ...seen, obeyedAt: arrival } };
}

/** Whether the wheels must stand because nothing good came for too long. */
export const isDead = (gate: TeleopGate, now: number): boolean => gate.obeyedAt === null || now - gate.obeyedAt > TELEOP_DEADMAN_MS;
