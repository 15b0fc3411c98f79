/**
 * Messages to people who meet a robot and have no account. Messages of simulated robots are never sent, only stored: their
 * people do not exist, but their phone numbers might.
 */
import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type MessageKind, topicOf } from '../../contract/entities/message.ts';
import {
  DEMO_MESSAGES_KEPT,
  ROBOT_MESSAGES_PER_PERSON,
  ROBOT_MESSAGES_PER_ROBOT,
  ROBOT_MESSAGES_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { nameIn } from '../db/localName.ts';
import { DEMO_MESSAGE, keepNewestDemoMessages } from '../db/repositories/visitorRecords.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { languageOf } from './deliveryLife.ts';
import { messageText } from './messageTexts.ts';
import { createRateLimiter } from './rateLimiter.ts';

export interface VisitorMessages {
  /** Sends a message that a robot has caused, within the limits of robots and people. Never rejects. */
  write(robot: RobotRow, kind: MessageKind, target: string, path: string): void;
  /** Resolves when every pending message was handed over for delivery. */
  idle(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log'> & { gateway: Gateway; publicUrl: () => string };

export function createVisitorMessages({ db, log, gateway, publicUrl }: Needs): VisitorMessages {
  const under = new Set<Promise<void>>();
  const shared = { db, windowMs: ROBOT_MESSAGES_WINDOW_MS };
  const people = createRateLimiter({ ...shared, prefix: 'robotsTo', points: ROBOT_MESSAGES_PER_PERSON });
  const robots = createRateLimiter({ ...shared, prefix: 'robotSays', points: ROBOT_MESSAGES_PER_ROBOT });
  const isTooMuch = async (serialNumber: string, target: string): Promise<boolean> => {
    try {
      await robots.consume(serialNumber);
      await people.consume(target);
      return false;
    } catch (spent) {
      if (spent instanceof RateLimiterRes) return true;
      throw spent;
    }
  };
  return {
    write(robot, kind, target, path) {
      const language = languageOf(target);
      const text = messageText(kind, language, {
        robot: nameIn(robot.name, language),
        link: new URL(path, publicUrl()).href,
      });
      const sending = (async () => {
        if (!robot.simulated && (await isTooMuch(robot.serialNumber, target)))
          return log.warn(
            { serialNumber: robot.serialNumber, kind },
            'a robot exceeded the limit of text messages; a message was dropped',
          );
        await gateway.send({
          channel: 'sms',
          topic: topicOf(kind),
          target,
          language,
          ...text,
          ...(robot.simulated ? { keepAs: `${DEMO_MESSAGE}${randomUUID()}` } : {}),
        });
        if (robot.simulated) await keepNewestDemoMessages(db, DEMO_MESSAGES_KEPT);
      })()
        .catch((error: unknown) => log.warn({ err: error, kind }, 'a text message could not be sent'))
        .finally(() => under.delete(sending));
      under.add(sending);
    },
    async idle() {
      await Promise.all(under);
    },
  };
}
