/** Checks the signature of a call (design 3): the console's, or that of the companion and of integrators' apps. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { CLOCK_TOLERANCE_MS } from '../../contract/rules/limits.ts';
import { timeHeader } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { appLines, consoleLines, PUBLIC_KEY } from '../../contract/wire/signature.ts';
import type { Envelope } from './envelope.ts';

/** @throws headerFormat, timeStale with the server's time */
export function checkTime(header: unknown, now: number): string {
  if (!v.is(timeHeader, header)) throw new ApiError('headerFormat', { field: 'time' });
  if (Math.abs(Number(header) - now) > CLOCK_TOLERANCE_MS) throw new ApiError('timeStale', { serverTime: now });
  return header;
}

/** @param key the token, or what the call is keyed with in its place; an app's secret; null for none of them */
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

/** What was asked, as a hash: with a key, for a weak password in it could be guessed from there. @param path with what travels in it */
export const fingerprintOf = ({ canonical }: Pick<Envelope, 'canonical'>, path: string, hashKey: string): string =>
  createHmac('sha256', hashKey).update(`${path}\n${canonical}`).digest('hex');
