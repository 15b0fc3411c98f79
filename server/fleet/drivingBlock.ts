/**
 * A robot of an unknown model gets no orders from the console until it has confirmed a Stop, so that nobody finds out at
 * the first real drive that it does not obey one. Driving by hand and the test order remain possible.
 */
import type { TestTarget } from '../../contract/entities/conformance.ts';
import { KIND_OF_MODEL } from '../../contract/entities/robotConstants.ts';
import type { LeaseRow } from '../db/repositories/leases.ts';
import type { RobotRow } from './fleetCache.ts';

export const isDrivingBlocked = ({ simulated, model, drivingClearedAt }: RobotRow): boolean =>
  drivingClearedAt === null && !simulated && KIND_OF_MODEL[model.toUpperCase()] === undefined;

/** Places of a test order are compared with those of the lease after a round trip through the browser. */
const SAME_PLACE_M = 0.001;

/** Whether this place is one of the two of the test order for which the lease was taken. */
export function isPlaceOfTest(
  row: Pick<LeaseRow, 'test' | 'number'> | undefined,
  { mapId, x, y }: { mapId: string; x: number; y: number },
): boolean {
  const test = row?.test;
  if (!test || test.number !== row.number || test.mapId !== mapId) return false;
  const isAt = (place: Pick<TestTarget, 'x' | 'y'>) => Math.hypot(place.x - x, place.y - y) <= SAME_PLACE_M;
  return isAt(test) || isAt({ x: test.backX, y: test.backY });
}
