/**
 * Delivery codes for recipients (spec 7). A wrong pair of phone number and delivery id always gets the same error,
 * whichever of the two is wrong.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers } from '../../contract/endpoint.ts';
import type { deliveries } from '../../contract/endpoints/deliveries.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { isDeliveryOver } from '../../contract/rules/delivery.ts';
import { DELIVERY_TRIES, DELIVERY_TRIES_PER_ADDRESS, DELIVERY_TRIES_WINDOW_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { phoneNumberOf } from '../db/phoneNumber.ts';
import { deliveryFor, zoneOf } from '../db/repositories/visitorRecords.ts';
import type { RequestContext } from '../requestContext.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';

export function createDeliveryHandlers({
  db,
  sharedDb,
  fleet,
}: Pick<AppDeps, 'db' | 'sharedDb' | 'fleet'>): Handlers<typeof deliveries, RequestContext> {
  // No block beyond the window: guesses by others must not lock out the recipient.
  const shared = { db: sharedDb, windowMs: DELIVERY_TRIES_WINDOW_MS };
  const tasks = createRateLimiter({ ...shared, prefix: 'task', points: DELIVERY_TRIES });
  const addresses = createRateLimiter({ ...shared, prefix: 'taskAddress', points: DELIVERY_TRIES_PER_ADDRESS });
  /** Counts a try before the lookup, so that concurrent requests cannot bypass the limit. */
  const count = async (taskId: string, address: string): Promise<void> => {
    try {
      await addresses.consume(networkOf(address));
      await tasks.consume(taskId);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw new ApiError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
    }
  };
  const placeName = (place: string, language: Language): string => {
    const point = fleet.fleetCache.point(place);
    return point ? nameIn(point.name, language) : place;
  };

  return {
    async taskCode({ phoneNumber, countryAreaCode, type, taskId }, { address, language }) {
      await count(taskId, address);
      const number = phoneNumberOf(phoneNumber, countryAreaCode);
      const found = number === null ? undefined : await deliveryFor(db, taskId, number);
      if (!found) throw new ApiError('deliveryUnknown');
      await Promise.all([tasks.delete(taskId), addresses.reward(networkOf(address))]);
      const { status, serialNumber } = found;
      const isOver = isDeliveryOver(status);
      const robot = fleet.fleetCache.robot(serialNumber);
      return {
        code: isOver ? '' : type === 'loading' ? found.loadingCode : found.pickupCode,
        type,
        status,
        isOver,
        loadingPoint: placeName(found.loadingPoint, language),
        destination: placeName(found.destination, language),
        robotName: robot ? nameIn(robot.name, language) : '',
        changedAt: found.changedAt.getTime(),
        timeZone: await zoneOf(db, serialNumber),
      };
    },
  };
}
