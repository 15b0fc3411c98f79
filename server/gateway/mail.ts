/** E-mail by SMTP (SMTP_URL, MAIL_FROM). */
import type { Transporter } from 'nodemailer';
import type { MessageTransport } from './messageTransport.ts';

/** Timeout for the mail server, because a user waits for the response, ms. */
const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;

/**
 * @param url smtp:// or smtps://, with user and password if the server requires them
 * @param from sender, as in MAIL_FROM
 */
export function createMailTransport({ url, from }: { url: string; from: string }): MessageTransport {
  let transport: Transporter | undefined;
  return async ({ id, target, subject, body }) => {
    // Loaded for the first message: it would delay the server's start.
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
    });
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
