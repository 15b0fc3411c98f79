/**
 * Limits of text messages about deliveries, so that nobody can flood a phone number or run up the gateway's bill: per
 * number and hour, per account and day. A delivery is made all the same; its history says what was not sent.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { MessageLimit } from '../../contract/entities/delivery.ts';
import {
  DELIVERY_MESSAGES_ACCOUNT_MS,
  DELIVERY_MESSAGES_NUMBER_MS,
  DELIVERY_MESSAGES_PER_ACCOUNT,
  DELIVERY_MESSAGES_PER_NUMBER,
} from '../../contract/rules/deliveryLimits.ts';
import type { Db } from '../db/database.ts';
import { createRateLimiter } from './rateLimiter.ts';

interface Sent {
  phoneNumber: string;
  /** The account that ordered the delivery, or that sends a code again. */
  accountId: string;
}
export interface DeliveryMessageLimits {
  /** Counts a message before it is sent. @returns the limit that forbids it; '' if it may be sent */
  take(sent: Sent): Promise<MessageLimit>;
  /** Counts nothing. @returns the limit that would forbid a message now, and the time until it ends */
  look(sent: Sent): Promise<{ limit: MessageLimit; waitMs: number }>;
}

/** @param db no transaction */
export function createDeliveryMessageLimits(db: Db): DeliveryMessageLimits {
  const numbers = createRateLimiter({
    db,
    prefix: 'deliveryTo',
    points: DELIVERY_MESSAGES_PER_NUMBER,
    windowMs: DELIVERY_MESSAGES_NUMBER_MS,
  });
  const accounts = createRateLimiter({
    db,
    prefix: 'deliveryOf',
    points: DELIVERY_MESSAGES_PER_ACCOUNT,
    windowMs: DELIVERY_MESSAGES_ACCOUNT_MS,
  });
  const isSpent = async (consume: Promise<unknown>): Promise<boolean> => {
    try {
      await consume;
      return false;
    } catch (spent) {
      if (spent instanceof RateLimiterRes) return true;
      throw spent;
    }
  };
  return {
    async take({ phoneNumber, accountId }) {
      if (await isSpent(numbers.consume(phoneNumber))) return 'numberLimit';
      return (await isSpent(accounts.consume(accountId))) ? 'accountLimit' : '';
    },
    async look({ phoneNumber, accountId }) {
      const [number, account] = [await numbers.get(phoneNumber), await accounts.get(accountId)];
      if (number && number.consumedPoints >= DELIVERY_MESSAGES_PER_NUMBER)
        return { limit: 'numberLimit', waitMs: number.msBeforeNext };
      if (account && account.consumedPoints >= DELIVERY_MESSAGES_PER_ACCOUNT)
        return { limit: 'accountLimit', waitMs: account.msBeforeNext };
      return { limit: '', waitMs: 0 };
    },
  };
}
