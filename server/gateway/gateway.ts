/**
 * Messages to people. Every message is stored in the outbox. If its channel has a transport, it is also sent, and the
 * outbox holds it with the secret masked. Without a transport it is stored in full, because the outbox is then the only
 * way to read it (design 1).
 */
import { randomUUID } from 'node:crypto';
import type { MessageChannel } from '../../contract/entities/constants.ts';
import type { MessageTopic } from '../../contract/entities/message.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { addMessage, settleMessage } from '../db/repositories/outbox.ts';
import type { MessageTransport, Letter } from './messageTransport.ts';
import { createMailTransport } from './mail.ts';
import { createWebhookTransport } from './webhook.ts';

export interface Message extends Omit<Letter, 'id'> {
  topic: MessageTopic;
  /** Id of a message that is only stored in the outbox and never sent, even with a transport. */
  keepAs?: string;
  /** A code in body and subject; masked in the outbox if the message is sent. */
  secret?: string;
}

export interface Gateway {
  /** Rejects with NotSent if the transport fails. */
  send(message: Message): Promise<void>;
}

/** The message was not sent; the outbox has the reason. */
export class NotSent extends Error {
  override name = 'NotSent';
}

const BLOT = '••••••';
/** Maximum length of a stored error, in characters. */
const ERROR_MAX = 300;

export function createGateway({ settings, db, log, now }: Pick<CoreDeps, 'settings' | 'db' | 'log' | 'now'>): Gateway {
  const hook = settings.messageWebhook && createWebhookTransport({ ...settings.messageWebhook, now });
  const carriers: Readonly<Record<MessageChannel, MessageTransport | undefined>> = {
    email: settings.smtp && createMailTransport(settings.smtp),
    sms: hook,
    call: hook,
  };

  return {
    async send({ secret = '', keepAs, topic, ...message }) {
      const carrier = keepAs === undefined ? carriers[message.channel] : undefined;
      const id = keepAs ?? randomUUID();
      const blotted = (text: string): string => (carrier && secret ? text.replaceAll(secret, BLOT) : text);
      const { channel, target, language } = message;
      await addMessage(db, {
        id,
        at: new Date(now()),
        channel,
        topic,
        target,
        language,
        subject: blotted(message.subject),
        body: blotted(message.body),
        state: carrier ? 'waiting' : 'kept',
        error: '',
      });
      if (!carrier) return;
      try {
        await carrier({ id, ...message });
      } catch (error) {
        const why = blotted(error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);
        log.warn({ channel, why }, 'a message was not sent');
        await settleMessage(db, id, 'failed', why);
        throw new NotSent(why, { cause: error });
      }
      await settleMessage(db, id, 'sent', '');
    },
  };
}
