/** E-mail by SMTP (SMTP_URL, MAIL_FROM). */
import { createTransport } from 'nodemailer';
import type { MessageTransport } from './messageTransport.ts';

/** A person waits for the answer: a mail server that does not answer is given up, ms. */
const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;

/** @param url smtp:// or smtps://, with user and password where the server wants them; @param from as MAIL_FROM has it */
export function createMailCarrier({ url, from }: { url: string; from: string }): MessageTransport {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  });
  return async ({ id, target, subject, body }) => {
    // As an object: an address is never read as a list of them.
    await transport.sendMail({
      from,
      to: { name: '', address: target },
      subject,
      text: body,
      messageId: `<${id}@roundhouse>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
