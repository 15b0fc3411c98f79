/** Refused connections for a reader who knows which robots exist. */
import type { RefusedConnection } from '../../contract/entities/conformance.ts';
import type { KeptRefusal } from '../broker/refusedConnections.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';

export const describeRefused = (
  { reason, ...one }: KeptRefusal,
  fleetCache: Pick<FleetCache, 'robot'>,
): RefusedConnection => ({
  ...one,
  reason: reason === 'signIn' ? (fleetCache.robot(one.userName) ? 'wrongPassword' : 'unknownUser') : reason,
});
