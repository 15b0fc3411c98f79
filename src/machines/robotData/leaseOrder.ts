/**
 * Determines which of two lease states is newer. API responses and broker messages overtake each other, so arrival
 * order is meaningless: the number rises with every holder, a returned lease stays returned, and each renewal has a
 * later expiry than the one before.
 */
import type { Lease } from '../../../contract/entities/lease.ts';

export function isNewerLease(found: Lease, known: Lease | null): boolean {
  if (known === null || found.number > known.number) return true;
  if (found.number < known.number) return false;
  if (known.holder === null) return found.holder === null;
  if (found.holder === null) return true;
  return (found.expiresAt ?? 0) >= (known.expiresAt ?? 0);
}

export const isHeldBy = (lease: Lease | null, clientId: string | null): boolean =>
  lease?.holder !== null && lease?.holder !== undefined && lease.holder.clientId === clientId;
