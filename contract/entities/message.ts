/** Messages to people by SMS, e-mail or phone call (design 1), and the keys of their texts. */
import * as v from 'valibot';
import { LANGUAGES, MESSAGE_CHANNELS } from './constants.ts';
import { time } from './values.ts';

/**
 * kept: no gateway sends it; it stays in the outbox to be read there. delivered, answered and a later failed: reported by
 * the gateway.
 */
export const MESSAGE_STATES = ['waiting', 'kept', 'sent', 'delivered', 'answered', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What a message is about. */
export const MESSAGE_TOPICS = ['account', 'visit', 'delivery', 'inquiry', 'alarm'] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** An entry of the outbox. The code is masked in messages that were sent. */
export const outboxMessage = v.object({
  /** Also the key of the job that sent it, which is long and has spaces: it is shown nowhere and sent nowhere. */
  id: v.string(),
  at: time,
  channel: v.picklist(MESSAGE_CHANNELS),
  topic: v.picklist(MESSAGE_TOPICS),
  target: v.string(),
  subject: v.string(),
  body: v.string(),
  /** The first URL in the body; empty if there is none. */
  link: v.string(),
  language: v.picklist(LANGUAGES),
  state: v.picklist(MESSAGE_STATES),
  /** Why it failed; empty otherwise. */
  error: v.string(),
});
export type OutboxMessage = v.InferOutput<typeof outboxMessage>;

/** Keys of the texts that the server sends to people, in locales/{language}/messages.json. */
export const MESSAGE_TEXTS = {
  login: { subject: 'messages.login.subject', body: 'messages.login.body' },
  register: { subject: 'messages.register.subject', body: 'messages.register.body' },
  forgotPassword: { subject: 'messages.forgotPassword.subject', body: 'messages.forgotPassword.body' },
  email: { subject: 'messages.email.subject', body: 'messages.email.body' },
  phone: { subject: 'messages.phone.subject', body: 'messages.phone.body' },
  noAccount: { subject: 'messages.noAccount.subject', body: 'messages.noAccount.body' },
  hasAccount: { subject: 'messages.hasAccount.subject', body: 'messages.hasAccount.body' },
  inquiry: { subject: 'messages.inquiry.subject', body: 'messages.inquiry.body' },
  visit: { subject: 'messages.visit.subject', body: 'messages.visit.body' },
  visitBegun: { subject: 'messages.visitBegun.subject', body: 'messages.visitBegun.body' },
  deliveryLoads: { subject: 'messages.deliveryLoads.subject', body: 'messages.deliveryLoads.body' },
  deliveryComes: { subject: 'messages.deliveryComes.subject', body: 'messages.deliveryComes.body' },
  alarmRaised: { subject: 'messages.alarmRaised.subject', body: 'messages.alarmRaised.body' },
  alarmLevelTwo: { subject: 'messages.alarmLevelTwo.subject', body: 'messages.alarmLevelTwo.body' },
  alarmCall: { subject: 'messages.alarmCall.subject', body: 'messages.alarmCall.body' },
  alarmCallLevelTwo: { subject: 'messages.alarmCallLevelTwo.subject', body: 'messages.alarmCallLevelTwo.body' },
  alarmAskAgain: { subject: 'messages.alarmAskAgain.subject', body: 'messages.alarmAskAgain.body' },
  alarmCallAskAgain: { subject: 'messages.alarmCallAskAgain.subject', body: 'messages.alarmCallAskAgain.body' },
  alarmTest: { subject: 'messages.alarmTest.subject', body: 'messages.alarmTest.body' },
  alarmDigest: { subject: 'messages.alarmDigest.subject', body: 'messages.alarmDigest.body' },
  alarmCallDigest: { subject: 'messages.alarmCallDigest.subject', body: 'messages.alarmCallDigest.body' },
  deliveryThere: { subject: 'messages.deliveryThere.subject', body: 'messages.deliveryThere.body' },
} as const;
export type MessageKind = keyof typeof MESSAGE_TEXTS;
export const topicOf = (kind: MessageKind): MessageTopic => {
  switch (kind) {
    case 'deliveryLoads':
    case 'deliveryComes':
    case 'deliveryThere':
      return 'delivery';
    case 'visit':
    case 'visitBegun':
      return 'visit';
    case 'alarmRaised':
    case 'alarmLevelTwo':
    case 'alarmCall':
    case 'alarmCallLevelTwo':
    case 'alarmAskAgain':
    case 'alarmCallAskAgain':
    case 'alarmDigest':
    case 'alarmCallDigest':
    case 'alarmTest':
      return 'alarm';
    case 'inquiry':
      return 'inquiry';
    default:
      return 'account';
  }
};
