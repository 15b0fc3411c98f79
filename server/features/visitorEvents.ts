/**
 * Handles robots' reports about people without an account: deliveries and visits. A recipient gets a message when the
 * delivery is on its way and when it arrives, a visitor when a robot has signed them in. Messages of simulated robots
 * are never sent, only stored: their people do not exist, but their phone numbers might.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Language } from '../../contract/entities/constants.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { type MessageKind, topicOf } from '../../contract/entities/message.ts';
import { isDeliveryOver } from '../../contract/rules/delivery.ts';
import {
  CODE_DIGITS,
  DEMO_MESSAGES_KEPT,
  ROBOT_MESSAGES_PER_PERSON,
  ROBOT_MESSAGES_PER_ROBOT,
  ROBOT_MESSAGES_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { phoneNumberOf } from '../db/phoneNumber.ts';
import {
  addVisit,
  DEMO_MESSAGE,
  deliveryOf,
  keepNewestDemoMessages,
  putDelivery,
} from '../db/repositories/visitorRecords.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { VisitorEvents } from '../fleet/visitorEvents.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { messageText } from './messageTexts.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & { gateway: Gateway; publicUrl: () => string };

const TOLD: Partial<Record<DeliveryStatus, MessageKind>> = {
  delivering: 'deliveryComes',
  arrivedAtRoom: 'deliveryThere',
};

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
/** Normalised as in accounts; empty for an invalid number. */
const phoneIn = (text: string): string => phoneNumberOf(text, '') ?? '';
/** The language is unknown; the country code of the number is the best guess. */
const languageOf = (phoneNumber: string): Language => (phoneNumber.startsWith('+86') ? 'zhCN' : 'enUS');

export function createVisitorEvents({ db, log, now, gateway, publicUrl }: Needs): VisitorEvents {
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

  const write = (robot: RobotRow, kind: MessageKind, target: string, path: string): void => {
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
  };

  const delivery = async (
    transaction: Db,
    robot: RobotRow,
    event: Extract<EventMessage['event'], { type: 'delivery' }>,
  ): Promise<(() => void) | undefined> => {
    const { deliveryId: id, status, phoneNumber = '', loadingPoint = '', destination = '' } = event;
    const at = new Date(now());
    const before = await deliveryOf(transaction, id);
    const stored = await putDelivery(transaction, {
      id,
      serialNumber: robot.serialNumber,
      status,
      phoneNumber: phoneIn(phoneNumber),
      loadingPoint,
      destination,
      loadingCode: newCode(),
      pickupCode: newCode(),
      createdAt: at,
      changedAt: at,
      endedAt: isDeliveryOver(status) ? at : null,
    });
    const kind = TOLD[status];
    if (!stored || !kind || before?.status === status || stored.phoneNumber === '') return undefined;
    return () => write(robot, kind, stored.phoneNumber, `/phone-verification-code?task=${encodeURIComponent(id)}`);
  };

  return {
    async heard(transaction, robot, event) {
      if (event.type === 'delivery') return delivery(transaction, robot, event);
      if (event.type !== 'visit') return undefined;
      const { visitId: id, name, host } = event;
      const phoneNumber = phoneIn(event.phoneNumber);
      const isNew = await addVisit(transaction, {
        id,
        serialNumber: robot.serialNumber,
        name,
        phoneNumber,
        host,
        signedInAt: new Date(now()),
      });
      return isNew && phoneNumber ? () => write(robot, 'visitBegun', phoneNumber, '/t2-sign-out') : undefined;
    },
    async idle() {
      await Promise.all(under);
    },
  };
}
