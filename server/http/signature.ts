/** Checks the signature of a call (design 3): the console's, or that of the companion and of integrators' apps. */
import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { CLOCK_TOLERANCE_MS } from '../../contract/rules/limits.ts';
import { timeHeader } from '../../contract/wire/envelope.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { appSignature, consoleSignature, PUBLIC_KEY } from '../../contract/wire/signature.ts';
import type { Envelope } from './envelope.ts';

/** @throws headerFormat, timeStale with the server's time */
export function checkTime(header: unknown, now: number): string {
  if (!v.is(timeHeader, header)) throw new CodedError('headerFormat', { field: 'time' });
  if (Math.abs(Number(header) - now) > CLOCK_TOLERANCE_MS) throw new CodedError('timeStale', { serverTime: now });
  return header;
}

/** @param key the token, or what the call is keyed with in its place; an app's secret; null for none of them. @throws signatureWrong */
export function checkSignature({ id, canonical, extra, app }: Envelope, path: string, time: string, key: string | null): void {
  const due = app ? appSignature({ ...app, time, path, canonical }, key ?? PUBLIC_KEY) : consoleSignature({ id, time, path, canonical }, key);
  if (!timingSafeEqual(Buffer.from(due, 'hex'), Buffer.from(extra, 'hex'))) throw new CodedError('signatureWrong');
}
