/** A body opened: parsed once, with all that is ever asked of its canonical form. The same on the event loop and beside it. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { openEnvelope, type Envelope } from './envelope.ts';
import { fingerprintOf, isSigned } from './signature.ts';
import { validate } from './validate.ts';

export interface SignedWith {
  /** As it was called. */
  path: string;
  time: string;
  key: string | null;
}

/** Without the canonical form: of a large body nobody carries it about. */
export interface OpenedBody {
  envelope: Omit<Envelope, 'canonical'>;
  isSigned: boolean;
  /** Tells this request from another under the same id. */
  fingerprint: string;
  /** Of a large body: its data as the call takes it, or why it does not. The envelope then bears none. */
  judged?: { input: unknown } | { code: number; detail: ApiError['detail'] };
}

export interface LargeBody extends SignedWith {
  bytes: Uint8Array;
  hashKey: string;
  /** The path of the call as it is declared. */
  call: string;
}

/** Values of a body on the event loop: it takes a millisecond or two at the most. */
const VALUES_MAX = 10_000;
/** A map with all its points, each with every field. */
const LARGE_VALUES_MAX = 400_000;

export const openSmall = (bytes: Buffer): Envelope => openEnvelope(bytes, VALUES_MAX);

export function closeUp(
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

export function openLarge({ bytes, hashKey, call, ...signed }: LargeBody): OpenedBody {
  const {
    envelope: { data, ...envelope },
    ...opened
  } = closeUp(
    openEnvelope(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), LARGE_VALUES_MAX),
    signed,
    hashKey,
  );
  // Data that no schema has looked at stays here: to copy it to the event loop takes longer than any call may.
  const rest = { ...opened, envelope: { ...envelope, data: null } };
  const endpoint = endpoints.get(call);
  return endpoint && opened.isSigned ? { ...rest, judged: judge(endpoint, data) } : rest;
}

function judge(endpoint: Endpoint, data: unknown): OpenedBody['judged'] & object {
  try {
    return { input: validate(endpoint, data) };
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, detail: error.detail };
    throw error;
  }
}
