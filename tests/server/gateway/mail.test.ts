/** E-mail by SMTP, sent to a mail server that the test starts. */
import { afterEach, describe, expect, it } from 'vitest';
import { createMailTransport } from '../../../server/gateway/mail.ts';
import { startMailServer, textOf } from '../../fakes/mailServer.ts';

const letter = {
  id: 'message-1',
  channel: 'email',
  target: 'lin.wei@hotel.example',
  subject: '登录验证码',
  body: '123456 是您的验证码。',
  language: 'zhCN',
} as const;
const from = 'Roundhouse <robots@example.org>';
let server: Awaited<ReturnType<typeof startMailServer>> | undefined;
afterEach(() => server?.close());

describe('mail', () => {
  it('reaches its one receiver, words of any language whole', async () => {
    server = await startMailServer();
    await createMailTransport({ url: server.url, from })(letter);
    const [mail] = server.mails;
    expect(server.mails).toHaveLength(1);
    expect(mail).toMatchObject({ from: 'robots@example.org', to: ['lin.wei@hotel.example'] });
    expect(mail && textOf(mail)).toContain('123456 是您的验证码。');
    expect(mail?.data).toMatch(/^Message-ID: <message-1@roundhouse>$/imu);
    expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated$/imu);
  });

  it('never goes to a second receiver that stands in an address', async () => {
    server = await startMailServer();
    await createMailTransport({ url: server.url, from })({
      ...letter,
      target: '"a,b@evil.example"@hotel.example',
    }).catch(() => undefined);
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@evil.example');
    expect(server.mails.every(({ to }) => to.length === 1)).toBe(true);
  });

  it('says so when the server refuses the address, or is not there', async () => {
    server = await startMailServer('refuses');
    const carrier = createMailTransport({ url: server.url, from });
    await expect(carrier(letter)).rejects.toThrow(/nobody of that name/u);
    await server.close();
    await expect(carrier(letter)).rejects.toThrow(/ECONNREFUSED/u);
    server = undefined;
  });
});
