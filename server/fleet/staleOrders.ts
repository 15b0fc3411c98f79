/**
 * Detects orders that must not be carried out (design 6): expired orders that reached their robot late, and orders of
 * ended route runs and disinfections.
 */
import { canBecome } from '../../contract/rules/commandLife.ts';
import type { Db } from '../db/database.ts';
import { commandStateOf } from '../db/repositories/commands.ts';
import { routeRunById } from '../db/repositories/cruiseRecords.ts';
import { disinfectionById } from '../db/repositories/disinfections.ts';
import { routeRunIdIn } from './routeRuns/routeRun.ts';

/** Longer ids are not from this server. */
const ID_LENGTH = 64;

export interface StaleOrders {
  /** Whether the robot's order was given up; queries the database once per order. */
  isStray(serialNumber: string, orderId: string): Promise<boolean>;
}

export function createStaleOrders(db: Db): StaleOrders {
  const known = new Map<string, { orderId: string; isExpired: boolean }>();
  return {
    async isStray(serialNumber, orderId) {
      const last = known.get(serialNumber);
      if (last?.orderId === orderId) return last.isExpired;
      const driveId = orderId.length > ID_LENGTH ? null : routeRunIdIn(orderId);
      const run =
        driveId === null ? undefined : ((await routeRunById(db, driveId)) ?? (await disinfectionById(db, driveId)));
      if (run) {
        // While a run is in progress, it handles its orders itself.
        if (run.state === 'inProgress') return false;
        known.set(serialNumber, { orderId, isExpired: true });
        return true;
      }
      const state = orderId.length > ID_LENGTH ? undefined : await commandStateOf(db, orderId);
      const isExpired = state === 'expired';
      // A command that is still open can expire later, so the result is not cached.
      if (!state || !canBecome(state, 'failed')) known.set(serialNumber, { orderId, isExpired });
      return isExpired;
    },
  };
}
