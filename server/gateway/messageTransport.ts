/** What brings a message to a person: a mail server, or whoever listens at a webhook. */
import type { Language, MessageChannel } from '../../contract/entities/constants.ts';

export interface Letter {
  /** The same when it is tried again. */
  id: string;
  channel: MessageChannel;
  target: string;
  subject: string;
  body: string;
  language: Language;
}

/** Settles when the message was taken over. Rejects with an Error whose message says why not, without what stands in the message. */
export type MessageTransport = (letter: Letter) => Promise<void>;
