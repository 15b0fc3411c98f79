/**
 * Verifies the signature of a call (design 3): that of the console, or that of the companion app and integrators' apps.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { CLOCK_TOLERANCE_MS } from '../../contract/rules/limits.ts';
import { timeHeader } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { appLines, consoleLines, PUBLIC_KEY } from '../../contract/wire/signature.ts';
import type { Envelope } from './envelope.ts';

/** @throws headerFormat; timeStale, with the server's time */
export function checkTime(header: unknown, now: number): string {
  if (!v.is(timeHeader, header)) throw new ApiError('headerFormat', { field: 'time' });
  if (Math.abs(Number(header) - now) > CLOCK_TOLERANCE_MS) throw new ApiError('timeStale', { serverTime: now });
  return header;
}

/** @param key the token, or the key that replaces it for the call; an app's secret; null for the public key */
export function isSigned(
  { id, canonical, extra, app }: Envelope,
  path: string,
  time: string,
  key: string | null,
): boolean {
  const lines = app ? appLines({ ...app, time, path, canonical }) : consoleLines({ id, time, path, canonical });
  const due = createHmac('sha256', key || PUBLIC_KEY)
    .update(lines.join('\n'))
    .digest();
  return timingSafeEqual(due, Buffer.from(extra, 'hex'));
}

/** Keyed hash of a request: a weak password in it could be guessed from a plain hash. @param path with its parameter */
export const fingerprintOf = ({ canonical }: Pick<Envelope, 'canonical'>, path: string, hashKey: string): string =>
  createHmac('sha256', hashKey).update(`${path}\n${canonical}`).digest('hex');
