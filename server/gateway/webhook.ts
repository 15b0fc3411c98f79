/**
 * SMS and phone calls by a webhook (MESSAGE_WEBHOOK_URL): `POST` of `{ id, channel, target, subject, body, language }`
 * as JSON, with `x-roundhouse-time` (ms since 1970) and `x-roundhouse-signature`, the lower-case hexadecimal
 * HMAC-SHA256 of `time \n body` keyed with MESSAGE_WEBHOOK_SECRET. Any 2xx accepts the message; a retry has the same id
 * and a new time.
 */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_SILENT, GATEWAY_UNREACHABLE, gatewayAnswered } from '../../contract/rules/alarmNotification.ts';
import type { MessageTransport } from './messageTransport.ts';

/** Timeout of one attempt, ms. */
const TRY_MS = 8_000;
/** Delays before the second and the third attempt, ms. */
const PAUSES_MS = [500, 2_000] as const;

export interface WebhookNeeds {
  url: string;
  secret: string;
  now: () => number;
  pause?: (ms: number) => Promise<unknown>;
  tryMs?: number;
}

class Refused extends Error {}
class Silent extends Error {}

export function createWebhookTransport({
  url,
  secret,
  now,
  pause = sleep,
  tryMs = TRY_MS,
}: WebhookNeeds): MessageTransport {
  const attempt = async (body: string): Promise<void> => {
    const time = String(now());
    const signature = createHmac('sha256', secret).update(`${time}\n${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(tryMs),
      headers: { 'content-type': 'application/json', 'x-roundhouse-time': time, 'x-roundhouse-signature': signature },
    }).catch((cause: unknown) => {
      if (cause instanceof Error && cause.name === 'TimeoutError') throw new Silent(GATEWAY_SILENT, { cause });
      throw new Error(GATEWAY_UNREACHABLE, { cause });
    });
    await response.body?.cancel();
    if (response.ok) return;
    // Of error responses only 5xx and 429 are retried; the gateway would refuse anything else again.
    if (response.status < 500 && response.status !== 429) throw new Refused(gatewayAnswered(response.status));
    throw new Error(gatewayAnswered(response.status));
  };

  return async ({ id, channel, target, subject, body, language, isRepeatedLater = false }) => {
    const text = JSON.stringify({ id, channel, target, subject, body, language });
    for (const wait of PAUSES_MS) {
      try {
        return await attempt(text);
      } catch (error) {
        if (error instanceof Refused || (error instanceof Silent && isRepeatedLater)) throw error;
        await pause(wait);
      }
    }
    return attempt(text);
  };
}
