/**
 * Opens a body: parses it once and computes everything that needs its canonical form. Used on the event loop and in
 * workers.
 */
import type { Endpoint } from '../../contract/endpoint.ts';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { openEnvelope, type Envelope } from './envelope.ts';
import { fingerprintOf, isSigned } from './signature.ts';
import { validate } from './validate.ts';

export interface SignedWith {
  /** As sent. */
  path: string;
  time: string;
  key: string | null;
}

/** Without the canonical form, which is large for a large body. */
export interface OpenedBody {
  envelope: Omit<Envelope, 'canonical'>;
  isSigned: boolean;
  /** Distinguishes this request from another one with the same id. */
  fingerprint: string;
  /** For a large body: its validated input, or the validation error. The envelope then has no data. */
  validated?: { input: unknown } | { code: number; detail: ApiError['detail'] };
}

export interface LargeBody extends SignedWith {
  bytes: Uint8Array;
  hashKey: string;
  /** The declared path of the call. */
  call: string;
}

/** Maximum number of JSON values of a body opened on the event loop: takes 1 to 2 ms. */
const VALUES_MAX = 10_000;
/** Enough for a map with all its points and every field. */
const LARGE_VALUES_MAX = 400_000;

export const openInline = (bytes: Buffer): Envelope => openEnvelope(bytes, VALUES_MAX);

export function verifyBody(
  { canonical, ...envelope }: Envelope,
  { path, time, key }: SignedWith,
  hashKey: string,
): OpenedBody {
  const whole = { ...envelope, canonical };
  return { envelope, isSigned: isSigned(whole, path, time, key), fingerprint: fingerprintOf(whole, path, hashKey) };
}

const endpoints = new Map<string, Endpoint>(
  Object.values(catalogue).flatMap((area) => Object.values(area).map((one: Endpoint) => [one.path, one] as const)),
);

export function openLargeBody({ bytes, hashKey, call, ...signed }: LargeBody): OpenedBody {
  const {
    envelope: { data, ...envelope },
    ...opened
  } = verifyBody(
    openEnvelope(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), LARGE_VALUES_MAX),
    signed,
    hashKey,
  );
  // Unvalidated data is not returned: copying it to the event loop would take longer than any call may.
  const rest = { ...opened, envelope: { ...envelope, data: null } };
  const endpoint = endpoints.get(call);
  return endpoint && opened.isSigned ? { ...rest, validated: validateData(endpoint, data) } : rest;
}

function validateData(endpoint: Endpoint, data: unknown): OpenedBody['validated'] & object {
  try {
    return { input: validate(endpoint, data) };
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, detail: error.detail };
    throw error;
  }
}
