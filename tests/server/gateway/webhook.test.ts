/** SMS and phone calls by webhook: signed, retried where a retry can help, and otherwise given up. */
import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { GATEWAY_SILENT, GATEWAY_UNREACHABLE } from '../../../contract/rules/alarmNotification.ts';
import type { Letter } from '../../../server/gateway/messageTransport.ts';
import { createWebhookTransport } from '../../../server/gateway/webhook.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const letter = {
  id: 'message-1',
  channel: 'sms',
  target: '+8613812345678',
  subject: 'Code',
  body: '验证码 123456',
  language: 'zhCN',
} as const;
const secret = 'sixteen-letters-or-more';
let hook: Awaited<ReturnType<typeof startWebhook>>;
afterEach(() => hook.close());

const send = (...answers: Parameters<typeof startWebhook>[0] & object) => sendWith({}, ...answers);
async function sendWith(more: Partial<Letter>, ...answers: Parameters<typeof startWebhook>[0] & object) {
  hook = await startWebhook(answers);
  const pauses: number[] = [];
  let time = 1_700_000_000_000;
  const carrier = createWebhookTransport({
    url: hook.url,
    secret,
    now: () => time++,
    tryMs: 400,
    pause: async (ms) => void pauses.push(ms),
  });
  const outcome = await carrier({ ...letter, ...more }).then(
    () => 'sent',
    (error: Error) => error.message,
  );
  return { outcome, pauses };
}

describe('the webhook', () => {
  it('gets the message as JSON, signed over time and body', async () => {
    expect(await send()).toEqual({ outcome: 'sent', pauses: [] });
    const [call] = hook.calls;
    expect(JSON.parse(call?.body ?? '')).toEqual(letter);
    expect(call?.headers['content-type']).toBe('application/json');
    expect(call?.headers['x-roundhouse-time']).toBe('1700000000000');
    expect(call?.headers['x-roundhouse-signature']).toBe(
      createHmac('sha256', secret).update(`1700000000000\n${call?.body}`).digest('hex'),
    );
  });

  it.each([
    ['a server in trouble', 503],
    ['one that is asked too often', 429],
    ['one that hangs up', 'hangUp'],
    ['one that does not answer', 'silent'],
  ] as const)('is tried again at %s, with the same id and a signature of its own time', async (_, trouble) => {
    expect(await send(trouble, trouble)).toEqual({ outcome: 'sent', pauses: [500, 2_000] });
    expect(hook.calls.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([
      'message-1',
      'message-1',
      'message-1',
    ]);
    expect(new Set(hook.calls.map(({ headers }) => headers['x-roundhouse-signature'])).size).toBe(3);
  });

  it('is given up after three tries', async () => {
    expect((await send(500, 500, 500)).outcome).toBe('the gateway answered 500');
    expect(hook.calls).toHaveLength(3);
  });

  it('that is silent is asked once for a message that a job sends again', async () => {
    const more = { isRepeatedLater: true };
    expect(await sendWith(more, 'silent')).toEqual({ outcome: GATEWAY_SILENT, pauses: [] });
    expect(hook.calls).toHaveLength(1);
    await hook.close();
    // Trouble that it reports at once may have passed in a second.
    expect((await sendWith(more, 503)).outcome).toBe('sent');
    expect(Object.keys(JSON.parse(hook.calls[0]?.body ?? '') as object)).toEqual(Object.keys(letter));
  });

  it.each([
    ['silent', GATEWAY_SILENT],
    ['hangUp', GATEWAY_UNREACHABLE],
  ] as const)('says why nothing was accepted: %s', async (trouble, reason) =>
    expect((await send(trouble, trouble, trouble)).outcome).toBe(reason),
  );

  it.each([400, 401, 404, 307])('is not asked twice what it refused (%d), and followed nowhere', async (status) => {
    expect(await send(status)).toEqual({ outcome: `the gateway answered ${status}`, pauses: [] });
    expect(hook.calls).toHaveLength(1);
  });
});
