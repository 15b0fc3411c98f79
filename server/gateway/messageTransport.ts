/** Delivers messages to people: by a mail server or a webhook. */
import type { Language, MessageChannel } from '../../contract/entities/constants.ts';

export interface Letter {
  /** Unchanged when the message is sent again. */
  id: string;
  channel: MessageChannel;
  target: string;
  subject: string;
  body: string;
  language: Language;
  /** The caller sends it again later if it was not accepted: a gateway that is silent is asked once. */
  isRepeatedLater?: boolean;
}

/**
 * Resolves when the message was accepted. Rejects with an Error whose message gives the reason without any message
 * content.
 */
export type MessageTransport = (letter: Letter) => Promise<void>;
