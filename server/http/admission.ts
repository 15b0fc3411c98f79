/** Lets a call in: body, envelope, time, signature, session, limits. Who they are and that they may speak, not yet what they may do. */
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import { BODY_LIMIT_BYTES } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { SessionHolder } from '../db/repositories/sessions.ts';
import type { Caller, Db, Parts } from '../parts.ts';
import { FRESH_RIGHTS_MS, LAST_KNOWN_RIGHTS_MS } from '../rights/liveRights.ts';
import { COMPANION_APP } from '../../contract/wire/signature.ts';
import { identifyApp } from './appCaller.ts';
import { readBody } from './body.ts';
import type { CallLimits } from './callLimits.ts';
import type { FoundCall } from './calls.ts';
import { openEnvelope, type Envelope } from './envelope.ts';
import { identify, tokenHash } from './identity.ts';
import { pickUpKeyOf } from './pickUpKey.ts';
import { checkSignature, checkTime } from './signature.ts';

/** Characters of a user agent that are kept: real ones are shorter. */
const DEVICE_MAX = 400;

export interface DoorRequest {
  /** Without /apis. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  body: Readable;
}

/** What is known of a caller even when the call is refused. */
export interface Seen {
  userId: string;
}

export interface Visit {
  call: FoundCall;
  envelope: Envelope;
  caller: Omit<Caller, 'db' | 'afterCommit'>;
  /** null for a public call: whoever makes it counts as nobody. */
  holder: SessionHolder | null;
}

export interface AdmissionNeeds extends Pick<Parts, 'db' | 'sharedDb' | 'rights' | 'settings' | 'log' | 'now'> {
  limits: CallLimits;
}

/** @throws what body, envelope, time, signature, session and limits refuse with; unknownPath; notLoggedIn; notYourself */
export async function admit(request: DoorRequest, call: FoundCall | undefined, seen: Seen, needs: AdmissionNeeds): Promise<Visit> {
  const { headers, address, path } = request;
  const text = await readBody(request.body, call?.endpoint.bodyLimit ?? BODY_LIMIT_BYTES);
  const token = headerOf(headers, 'authorization');
  const integrator = token === null && speaksForItself(text);
  if (token === null && !integrator) await needs.limits.countAddress(address);
  const letIn = async (): Promise<{ envelope: Envelope; known: SessionHolder | null }> => {
    const envelope = openEnvelope(text);
    const time = checkTime(headers['time'], needs.now());
    if (integrator && envelope.app) return { envelope, known: await identifyApp({ envelope: { ...envelope, app: envelope.app }, path, time, address }, needs) };
    if (envelope.app && envelope.app.appId !== COMPANION_APP) throw new CodedError('accountNotAuthorized');
    checkSignature(envelope, path, time, await keyOf(call?.endpoint, envelope.data, token, needs.db));
    return { envelope, known: null };
  };
  // Calls of an app count for its session; made-up apps must not be a way round the limit.
  const { envelope, known } = await letIn().catch(async (error: unknown) => {
    if (integrator) await needs.limits.countAddress(address);
    throw error;
  });
  if (known) await needs.limits.countSession(known.sessionId);
  if (!call) throw new CodedError('unknownPath');

  const isPublic = call.endpoint.access.who === 'public';
  // Nobody looks at the token of a public call: made-up ones must not be a way round the limit.
  if (isPublic && token !== null) await needs.limits.countAddress(address);
  const lastKnown = call.endpoint.kind === 'stop' && token !== null ? lastKnownHolder(token, needs) : undefined;
  if (lastKnown) await needs.limits.countSession(lastKnown.sessionId);
  const holder = isPublic ? null : known ?? lastKnown ?? await recognise(token, address, needs);
  seen.userId = holder?.userId ?? '';
  if (holder && envelope.app && envelope.app.userId !== holder.userId) throw new CodedError('notYourself', { field: 'userId' });
  return {
    call, envelope, holder,
    caller: {
      userId: holder?.userId ?? '', nickname: holder?.nickname ?? '', roles: holder?.roles ?? [], sessionId: holder?.sessionId ?? '',
      language: languageOf(headerOf(headers, 'language')), address, requestId: envelope.id,
      onLastKnownRights: lastKnown !== undefined && needs.rights.age() > FRESH_RIGHTS_MS, device: (headerOf(headers, 'user-agent') ?? '').slice(0, DEVICE_MAX),
    },
  };
}

const app = v.object({ appId: v.string() });

/** Whether an integrator's app says that it calls: only the signature proves it. */
function speaksForItself(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return v.is(app, body) && body.appId !== COMPANION_APP;
  } catch {
    return false;
  }
}

const withCode = v.object({ qrcode: v.string() });

/** Data without a code is signed as everything else: it is refused for that afterwards. */
const keyOf = async (endpoint: Endpoint | undefined, data: unknown, token: string | null, db: Db): Promise<string | null> =>
  endpoint?.keyedBy && v.is(withCode, data) ? pickUpKeyOf(db, data.qrcode) : token;

/** A Stop is let in by what is known in memory. undefined: the database has to say. */
const lastKnownHolder = (token: string, { rights }: AdmissionNeeds): SessionHolder | undefined =>
  rights.age() <= LAST_KNOWN_RIGHTS_MS ? rights.session(tokenHash(token)) : undefined;

async function recognise(token: string | null, address: string, needs: AdmissionNeeds): Promise<SessionHolder> {
  if (token === null) throw new CodedError('notLoggedIn');
  let holder: SessionHolder;
  try {
    holder = await identify(token, { ...needs, db: needs.sharedDb });
  } catch (error) {
    await needs.limits.countAddress(address); // made-up tokens must not be a way round the limit
    throw error;
  }
  await needs.limits.countSession(holder.sessionId);
  return holder;
}

function headerOf(headers: DoorRequest['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

const languageOf = (header: string | null): Language =>
  LANGUAGES.find((language) => LANGUAGE_HEADER[language] === header?.toLowerCase()) ?? DEFAULT_LANGUAGE;
