/**
 * Opens the envelope of a call (spec 7, design 3): shape, canonical data, and which of the two signature schemes it
 * uses.
 */
import * as v from 'valibot';
import { canonical, isEmpty } from '../../contract/wire/canonical.ts';
import { appEnvelope, consoleEnvelope } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { isWithin } from './jsonBounds.ts';

export interface Envelope {
  /** The idempotency key: `id`, or `requestId` in the app signature scheme, which does not sign `id`. */
  id: string;
  data: unknown;
  canonical: string;
  extra: string;
  /** Present in the app signature scheme. */
  app?: { requestId: string; appId: string; version: string; userId: string };
}

/**
 * @param mostValues largest number of JSON values accepted
 * @throws bodyFormat, with the field where there is one; signatureWrong for a malformed `extra`; fieldInvalid for text
 * that cannot be stored
 */
export function openEnvelope(bytes: Buffer, mostValues: number): Envelope {
  const body = parseJson(bytes, mostValues);
  const isApp = typeof body === 'object' && body !== null && 'appId' in body;
  const result = v.safeParse(isApp ? appEnvelope : consoleEnvelope, body);
  if (!result.success) {
    const field = v.getDotPath(result.issues[0]) ?? '';
    if (field === 'extra' && typeof result.issues[0].input === 'string') throw new ApiError('signatureWrong');
    throw new ApiError('bodyFormat', field ? { field } : {});
  }
  const { id, extra } = result.output;
  // "Empty body" (spec 7, get-all-async-routes) means no data.
  const data = isEmpty(result.output.data) ? {} : result.output.data;
  const badField = unstorable(data);
  if (badField !== null) throw new ApiError('fieldInvalid', { field: badField || 'data' });
  const opened = { id, data, extra, canonical: writeCanonical(result.output.data) };
  if (!('appId' in result.output)) return opened;
  const { requestId, appId, version, userId } = result.output;
  return { ...opened, id: requestId, app: { requestId, appId, version, userId } };
}

/** Maximum nesting depth. No request needs more, and it keeps recursive code from exhausting the stack. */
const DEEPEST = 64;

function parseJson(bytes: Buffer, mostValues: number): unknown {
  if (!isWithin(bytes, { values: mostValues, depth: DEEPEST })) throw new ApiError('bodyFormat');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('bodyFormat');
  }
}

function writeCanonical(data: unknown): string {
  try {
    return canonical(data);
  } catch {
    throw new ApiError('bodyFormat', { field: 'data' });
  }
}

/**
 * Path of the first text that PostgreSQL cannot store (NUL, a lone surrogate), built while the recursion returns; null
 * when there is none.
 */
function unstorable(value: unknown): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return '';
    const found = unstorable(inner);
    if (found !== null) return found === '' ? key : `${key}.${found}`;
  }
  return null;
}

const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
