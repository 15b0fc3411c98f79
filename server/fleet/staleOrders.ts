/** Orders that must not be driven (design 6): that expired and reached their robot after all, or whose drive along a route is over. */
import { canBecome } from '../../contract/rules/commandLife.ts';
import type { Db } from '../db/database.ts';
import { commandStateOf } from '../db/repositories/commands.ts';
import { driveById } from '../db/repositories/cruiseRecords.ts';
import { driveIdIn } from './routeRuns/routeRun.ts';

/** Longer ones are no ids of ours. */
const ID_LENGTH = 64;

export interface StaleOrders {
  /** Whether the order that a robot bears is one that we gave up; asks the database once an order. */
  isStray(serialNumber: string, orderId: string): Promise<boolean>;
}

export function createStaleOrders(db: Db): StaleOrders {
  const known = new Map<string, { orderId: string; isExpired: boolean }>();
  return {
    async isStray(serialNumber, orderId) {
      const last = known.get(serialNumber);
      if (last?.orderId === orderId) return last.isExpired;
      const driveId = orderId.length > ID_LENGTH ? null : driveIdIn(orderId);
      const drive = driveId === null ? undefined : await driveById(db, driveId);
      if (drive) {
        // While it is under way each of its orders is its own business.
        if (drive.state === 'inProgress') return false;
        known.set(serialNumber, { orderId, isExpired: true });
        return true;
      }
      const state = orderId.length > ID_LENGTH ? undefined : await commandStateOf(db, orderId);
      const isExpired = state === 'expired';
      // What is on its way still may yet expire.
      if (!state || !canBecome(state, 'failed')) known.set(serialNumber, { orderId, isExpired });
      return isExpired;
    },
  };
}
