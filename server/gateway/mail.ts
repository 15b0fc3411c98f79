/** E-mail by SMTP (SMTP_URL, MAIL_FROM). */
import { createTransport } from 'nodemailer';
import type { MessageTransport } from './messageTransport.ts';

/** Timeout for the mail server, because a user waits for the response, ms. */
const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;

/**
 * @param url smtp:// or smtps://, with user and password if the server requires them
 * @param from sender, as in MAIL_FROM
 */
export function createMailTransport({ url, from }: { url: string; from: string }): MessageTransport {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  });
  return async ({ id, target, subject, body }) => {
    // An object, so that nodemailer does not parse an address as a list.
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
