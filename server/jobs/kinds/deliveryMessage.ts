/**
 * Sends one message about a delivery to its recipient or loader. It has the job's key as its id in the outbox, so that a
 * repeated attempt sends what was not sent and stores nothing twice.
 */
import { topicOf } from '../../../contract/entities/message.ts';
import { isDeliveryOver } from '../../../contract/rules/delivery.ts';
import { DEMO_MESSAGES_KEPT } from '../../../contract/rules/limits.ts';
import { maskAccount } from '../../../contract/rules/maskAccount.ts';
import type { AppDeps } from '../../appDeps.ts';
import { nameIn } from '../../db/localName.ts';
import { deliveryById } from '../../db/repositories/deliveries.ts';
import { DEMO_MESSAGE, keepNewestDemoMessages } from '../../db/repositories/visitorRecords.ts';
import { addLine, DELIVERY_MESSAGES, languageOf } from '../../features/deliveryLife.ts';
import type { DeliveryMessageLimits } from '../../features/deliveryMessageLimits.ts';
import { messageText } from '../../features/messageTexts.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobKind } from '../jobKind.ts';
import { ON_FAILED } from '../onFailed.ts';

interface Needs extends Pick<AppDeps, 'db' | 'now' | 'fleet'> {
  gateway: Gateway;
  publicUrl: () => string;
  limits: DeliveryMessageLimits;
}

export const deliveryMessageJob = ({ db, now, fleet, gateway, publicUrl, limits }: Needs): JobKind => ({
  kind: 'deliveryMessage',
  usesGateway: true,
  timeLimitMs: 30_000,
  onFailed: ON_FAILED['deliveryMessage'],
  async run({ key, payload, attempt }) {
    const row = await deliveryById(db, String(payload['deliveryId']));
    const kind = DELIVERY_MESSAGES.find((one) => one === payload['message']);
    if (!row || !kind || isDeliveryOver(row.status)) return;
    const target = kind === 'deliveryLoads' ? row.loaderPhone : row.phoneNumber;
    if (target === '') return;
    const robot = fleet.fleetCache.robot(row.serialNumber);
    const language = languageOf(target);
    const type = kind === 'deliveryLoads' ? '&for=loading' : '';
    const text = messageText(kind, language, {
      robot: robot ? nameIn(robot.name, language) : '',
      place: nameIn(row.loadingName, language),
      link: new URL(`/phone-verification-code?task=${encodeURIComponent(row.id)}${type}`, publicUrl()).href,
    });
    // People of the demo do not exist, but their phone numbers might: their messages are only stored.
    const isDemo = row.origin === 'demo' || (robot?.simulated ?? false);
    const line = { at: new Date(now()), cause: 'server' as const, subject: maskAccount(target) };
    // A repeated attempt has been counted.
    const asked = payload['accountId'];
    const accountId = typeof asked === 'string' ? asked : row.createdBy;
    const limit = isDemo || attempt > 1 ? '' : await limits.take({ phoneNumber: target, accountId });
    if (limit !== '') return addLine(db, row, { ...line, kind: 'messageLimited', reason: limit });
    await gateway.send({
      channel: 'sms',
      topic: topicOf(kind),
      target,
      language,
      isRepeatedLater: true,
      ...text,
      ...(isDemo ? { keepAs: `${DEMO_MESSAGE}${key}` } : { id: key }),
    });
    await addLine(db, row, { ...line, kind: 'messageSent' });
    if (isDemo) await keepNewestDemoMessages(db, DEMO_MESSAGES_KEPT);
  },
});
