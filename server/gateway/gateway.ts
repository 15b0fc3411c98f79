/**
 * Messages to people. Every message is stored in the outbox. If its channel has a transport, it is also sent, and the
 * outbox holds it with the secret masked. Without a transport it is stored in full, because the outbox is then the only
 * way to read it (design 1).
 */
import { randomUUID } from 'node:crypto';
import type { MessageChannel } from '../../contract/entities/constants.ts';
import type { MessageState, MessageTopic } from '../../contract/entities/message.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { InjectedFaults } from '../injectedFaults.ts';
import { redact } from '../log.ts';
import { addMessage, keepMessage, settleMessage } from '../db/repositories/outbox.ts';
import type { MessageTransport, Letter } from './messageTransport.ts';
import { faultyTransport } from './faultyTransport.ts';
import { createMailTransport } from './mail.ts';
import { createWebhookTransport } from './webhook.ts';

export interface Message extends Omit<Letter, 'id'> {
  topic: MessageTopic;
  /**
   * Idempotency key: a message with the same id is stored once, and sent again only if it was not sent before. Default:
   * a new one.
   */
  id?: string;
  /** Id of a message that is only stored in the outbox and never sent, even with a transport. Faults apply to it. */
  keepAs?: string;
  /** A code in body and subject; masked in the outbox if the message is sent. */
  secret?: string;
}

export interface Gateway {
  /**
   * Rejects with NotSent if the transport fails.
   * @returns whether it was sent, or only stored, because its channel has no transport
   */
  send(message: Message): Promise<'sent' | 'kept'>;
}

/** The message was not sent. Without personal addresses; the outbox has the reason in full. */
export class NotSent extends Error {
  override name = 'NotSent';
}

/** States in which a message was accepted already. */
const ACCEPTED: ReadonlySet<MessageState> = new Set(['sent', 'delivered', 'answered']);
const BLOT = '••••••';
/** Maximum length of a stored error, in characters. */
const ERROR_MAX = 300;

export function createGateway({
  settings,
  db,
  log,
  now,
  injected,
}: Pick<CoreDeps, 'settings' | 'db' | 'log' | 'now'> & {
  injected?: Pick<InjectedFaults, 'has'> | undefined;
}): Gateway {
  const hook = settings.messageWebhook && createWebhookTransport({ ...settings.messageWebhook, now });
  const carriers: Readonly<Record<MessageChannel, MessageTransport | undefined>> = {
    email: settings.smtp && createMailTransport(settings.smtp),
    sms: hook,
    call: hook,
  };

  return {
    async send({ secret = '', keepAs, id: ownId, topic, ...message }) {
      const real = keepAs === undefined ? carriers[message.channel] : undefined;
      const carrier = real ?? (injected && faultyTransport(injected));
      const id = keepAs ?? ownId ?? randomUUID();
      const blotted = (text: string): string => (carrier && secret ? text.replaceAll(secret, BLOT) : text);
      const { channel, target, language } = message;
      const before = await addMessage(db, {
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
      if (!carrier) {
        // It failed under a fault of the demo that has ended. Its text was masked, and can have another code now.
        if (before === 'waiting') await keepMessage(db, id, message);
        return 'kept';
      }
      if (before !== undefined && ACCEPTED.has(before)) return 'sent';
      try {
        await carrier({ id, ...message });
      } catch (error) {
        const why = blotted(error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);
        log.warn({ channel, why }, 'a message was not sent');
        await settleMessage(db, id, 'failed', why);
        // The outbox names the recipient anyway; jobs and alarm cases, which keep this error for longer, do not.
        throw new NotSent(redact(why), { cause: error });
      }
      await settleMessage(db, id, 'sent', '');
      return 'sent';
    },
  };
}
