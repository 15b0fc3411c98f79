/**
 * Authenticates a call: identifies the caller, reads the body up to the size that the caller may send, then checks
 * envelope, signature and rate limits. Authorisation follows later. Before the caller is identified a call costs at
 * most ANONYMOUS_BODY_BYTES, read and scanned once.
 */
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import { REQUEST_TIMEOUT_MS, ANONYMOUS_BODY_BYTES, UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { COMPANION_APP } from '../../contract/wire/signature.ts';
import type { AppDeps } from '../appDeps.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import type { Db } from '../db/database.ts';
import type { SessionHolder } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { FRESH_RIGHTS_MS, LAST_KNOWN_RIGHTS_MS } from '../rights/liveRights.ts';
import { networkOf } from '../security/addressNetwork.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { identify, tokenHash } from '../security/identity.ts';
import { pickUpKeyOf } from '../security/pickUpKey.ts';
import { demandRoleFor } from './access.ts';
import { enterApp, findApp, lastKnownApp, noteUse, type KnownApp } from './appCaller.ts';
import { readBody } from './body.ts';
import type { BodyMemoryLimit } from './bodyMemoryLimit.ts';
import type { AddressedCall } from './calls.ts';
import { verifyBody, openInline, type LargeBody, type OpenedBody } from './openBody.ts';
import { checkTime } from './signature.ts';

/** Header in which an integrator's app identifies itself before a large body. */
const APP_HEADER = 'app-id';
/** Stored length of a user agent, characters; real ones are shorter. */
const DEVICE_MAX = 400;
/** A large body that arrives more slowly is cut off, to free its memory for others. */
const LEAST_BYTES_PER_SECOND = 32 << 10;

export interface ApiRequest {
  /** The call that the route belongs to; undefined for an unknown path. */
  call: AddressedCall | undefined;
  /** As sent and signed, without /apis. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  body: Readable;
  /** The file that follows the fields of a multipart request. */
  upload?: Readable | undefined;
}

/** The caller's identity as far as it is known, even when the call is refused. */
export interface AuditedIdentity {
  userId: string;
}

export interface AuthenticatedRequest {
  call: AddressedCall;
  envelope: OpenedBody['envelope'];
  /** Distinguishes this request from another one with the same id. */
  fingerprint: string;
  judged: OpenedBody['validated'];
  caller: Omit<RequestContext, 'db' | 'afterCommit'>;
  /** null for a public call, even when the client has a session. */
  holder: SessionHolder | null;
}

export interface AuthenticateDeps extends Pick<AppDeps, 'db' | 'sharedDb' | 'rights' | 'settings' | 'log' | 'now'> {
  limits: CallLimits;
  /** Memory for large bodies, by account. */
  bodyRoom: BodyMemoryLimit;
  /** Memory for bodies of unidentified clients, by network. */
  strangersRoom: BodyMemoryLimit;
  /** Memory for Stops of apps, by app. */
  stopRoom: BodyMemoryLimit;
  /** Key of the hashes that are stored of requests. */
  hashKey(): Promise<string>;
}

/**
 * @throws the errors of body, envelope, time, signature, session and rate limits; unknownPath; notLoggedIn; notYourself
 */
export async function authenticate(
  request: ApiRequest,
  seen: AuditedIdentity,
  needs: AuthenticateDeps,
): Promise<AuthenticatedRequest> {
  const { call, headers, address } = request;
  const token = headerOf(headers, 'authorization');
  const isPublic = call?.endpoint.access.who === 'public';
  // The token of a public call is not checked, so a made-up token must not bypass the rate limit.
  if (!call || (isPublic && token !== null)) await needs.limits.countAddress(address);
  if (!call) throw new ApiError('unknownPath');

  // A Stop has its own rate limit, which the user's other calls cannot use up.
  const count = (sessionId: string) =>
    call.endpoint.kind === 'stop' ? needs.limits.countStop(sessionId) : needs.limits.countSession(sessionId);
  const lastKnown = call.endpoint.kind === 'stop' && token !== null ? lastKnownHolder(token, needs) : undefined;
  const person = isPublic || token === null ? null : (lastKnown ?? (await recognise(token, address, needs)));
  if (person) await count(person.sessionId);
  seen.userId = person?.userId ?? '';
  const counting = async (error: unknown): Promise<never> => {
    // Calls of an app count for its session; a made-up app id must not bypass the rate limit.
    if (token === null) await needs.limits.countAddress(address);
    throw error;
  };
  if (isPublic && token === null) await needs.limits.checkAddress(address);
  const { opened, known, isLastKnown } = await readSignedBody(request, { call, token, person }, needs).catch(counting);
  if (token === null && !known) await needs.limits.countAddress(address);
  if (known) await count(known.sessionId);

  const holder = isPublic ? null : (person ?? known);
  if (!holder && !isPublic) throw new ApiError('notLoggedIn');
  const { envelope, fingerprint, validated: judged } = opened;
  seen.userId = holder?.userId ?? '';
  if (holder && envelope.app && envelope.app.userId !== holder.userId)
    throw new ApiError('notYourself', { field: 'userId' });
  return {
    call,
    envelope,
    fingerprint,
    judged,
    holder,
    caller: {
      userId: holder?.userId ?? '',
      nickname: holder?.nickname ?? '',
      roles: holder?.roles ?? [],
      sessionId: holder?.sessionId ?? '',
      language: languageOf(headerOf(headers, 'language')),
      address,
      requestId: envelope.id,
      onLastKnownRights: (lastKnown !== undefined || isLastKnown) && needs.rights.age() > FRESH_RIGHTS_MS,
      isApp: known !== null,
      device: (headerOf(headers, 'user-agent') ?? '').slice(0, DEVICE_MAX),
      ...(request.upload ? { upload: request.upload } : {}),
    },
  };
}

/**
 * Time limit for a large body of an app, ms, because its signature is only verified at the end: enough for the largest
 * map at 4 Mbit/s.
 */
const UNPROVEN_UPLOAD_MS = 60_000;

interface Arrival {
  call: AddressedCall;
  token: string | null;
  /** Identified by the token. */
  person: SessionHolder | null;
}

interface LetIn {
  opened: OpenedBody;
  /** The app that sent the request. */
  known: SessionHolder | null;
  /** Authorised by rights cached in memory. */
  isLastKnown: boolean;
}

/** Reads and opens the body and verifies its signature; returns the app that sent it, if any. */
async function readSignedBody(
  request: ApiRequest,
  { call: { endpoint, bodyLimit: limit }, token, person }: Arrival,
  needs: AuthenticateDeps,
): Promise<LetIn> {
  const { headers, address, path } = request;
  const isStop = endpoint.kind === 'stop';
  const time = checkTime(headers['time'], needs.now());
  const named = token === null && endpoint.access.who !== 'public' ? headerOf(headers, APP_HEADER) : null;
  // Until the signature is verified, the app id only allows a larger body.
  const announced =
    named === null || named === COMPANION_APP
      ? undefined
      : (needs.rights.app(named) ?? (await findUnverifiedApp(named, address, needs)));

  const length = headers['content-length'];
  const sender = person ?? announced;
  if (sender && !isStop && !(Number(length) <= ANONYMOUS_BODY_BYTES)) {
    demandRoleFor(endpoint, sender);
    const read = (): Promise<Buffer> =>
      readBody(request.body, {
        limit,
        withinMs: person ? REQUEST_TIMEOUT_MS : UNPROVEN_UPLOAD_MS,
        leastRate: LEAST_BYTES_PER_SECOND,
        announced: length,
      });
    const opened = await needs.bodyRoom.hold(sender.userId, Math.min(limit, Number(length ?? limit)), async () =>
      openInWorker(await read(), {
        path,
        time,
        key: token ?? announced?.secret ?? null,
        hashKey: await needs.hashKey(),
        call: endpoint.path,
      }),
    );
    assertApp(opened.envelope, announced?.appId);
    demandSigned(opened);
    return {
      opened,
      known: announced ? await authenticateSigned(announced, opened, address, needs) : null,
      isLastKnown: false,
    };
  }

  const most = Math.min(limit, ANONYMOUS_BODY_BYTES);
  const readSmall = async () =>
    openInline(await readBody(request.body, { limit: most, withinMs: UPLOAD_IDLE_MS, announced: length }));
  const room = isStop ? needs.stopRoom : needs.strangersRoom;
  const envelope = person
    ? await readSmall()
    : await room.hold(announced?.appId ?? networkOf(address), Math.min(most, Number(length ?? most)), readSmall);
  const hashKey = await needs.hashKey();
  const appId =
    announced?.appId ??
    (token === null && envelope.app && envelope.app.appId !== COMPANION_APP ? envelope.app.appId : undefined);
  assertApp(envelope, appId);
  if (appId === undefined)
    return {
      opened: demandSigned(
        verifyBody(envelope, { path, time, key: await keyOf(endpoint, envelope.data, token, needs.sharedDb) }, hashKey),
      ),
      known: null,
      isLastKnown: false,
    };

  const live = needs.rights.app(appId);
  const opened = live && verifyBody(envelope, { path, time, key: live.secret }, hashKey);
  if (live && opened?.isSigned) {
    const lastKnown = isStop ? lastKnownApp(live, opened.envelope.app?.userId ?? '', needs) : undefined;
    if (lastKnown) noteUse(live, needs);
    return {
      opened,
      known: lastKnown ?? (await authenticateSigned(live, opened, address, needs)),
      isLastKnown: lastKnown !== undefined,
    };
  }
  // Created, or its secret renewed, on another server a moment ago; or a made-up app id.
  const app = await findUnverifiedApp(appId, address, needs);
  const signed = demandSigned(verifyBody(envelope, { path, time, key: app.secret }, hashKey));
  return {
    opened: signed,
    known: await enterApp(app, { userId: signed.envelope.app?.userId ?? '', address }, needs),
    isLastKnown: false,
  };
}

/**
 * Queries the database for an unverified app id, so an address that has reached its rate limit is refused first.
 * @throws tooManyRequests; accountNotAuthorized
 */
async function findUnverifiedApp(appId: string, address: string, needs: AuthenticateDeps): Promise<KnownApp> {
  await needs.limits.checkAddress(address);
  return findApp(needs, appId);
}

/** The signature matched the cached secret: the app may have been revoked or given a new secret since. */
async function authenticateSigned(
  { appId, secret }: Pick<KnownApp, 'appId' | 'secret'>,
  { envelope }: OpenedBody,
  address: string,
  needs: AuthenticateDeps,
): Promise<SessionHolder> {
  const app = await findApp(needs, appId);
  if (app.secret !== secret) throw new ApiError('signatureWrong');
  return enterApp(app, { userId: envelope.app?.userId ?? '', address }, needs);
}

/** A body that turned out small is opened on the event loop instead of in a worker. */
async function openInWorker(bytes: Buffer, rest: Omit<LargeBody, 'bytes'>): Promise<OpenedBody> {
  if (bytes.length <= ANONYMOUS_BODY_BYTES) return verifyBody(openInline(bytes), rest, rest.hashKey);
  return runInWorker(
    'openBody',
    { bytes, ...rest },
    bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length ? [bytes.buffer] : [],
  );
}

const demandSigned = (opened: OpenedBody): OpenedBody => {
  if (!opened.isSigned) throw new ApiError('signatureWrong');
  return opened;
};

/**
 * @throws accountNotAuthorized for an app other than the announced one, or for any app but the companion where a user
 * calls
 */
function assertApp({ app }: OpenedBody['envelope'], due: string | undefined): void {
  if (due === undefined ? app && app.appId !== COMPANION_APP : app?.appId !== due)
    throw new ApiError('accountNotAuthorized');
}

const withCode = v.object({ qrcode: v.string() });

/** Data without a code is signed with the token like any other, and refused by validation later. */
const keyOf = async (endpoint: Endpoint, data: unknown, token: string | null, db: Db): Promise<string | null> =>
  endpoint.keyedBy && v.is(withCode, data) ? pickUpKeyOf(db, data.qrcode) : token;

/** Session for a Stop from cached rights; undefined when the database has to be queried. */
const lastKnownHolder = (token: string, { rights }: AuthenticateDeps): SessionHolder | undefined =>
  rights.age() <= LAST_KNOWN_RIGHTS_MS ? rights.session(tokenHash(token)) : undefined;

async function recognise(token: string, address: string, needs: AuthenticateDeps): Promise<SessionHolder> {
  // Made-up tokens must not bypass the rate limit, nor cost a query once it is reached.
  if (!needs.rights.session(tokenHash(token))) await needs.limits.checkAddress(address);
  try {
    return await identify(token, { ...needs, db: needs.sharedDb });
  } catch (error) {
    await needs.limits.countAddress(address);
    throw error;
  }
}

function headerOf(headers: ApiRequest['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

const languageOf = (header: string | null): Language =>
  LANGUAGES.find((language) => LANGUAGE_HEADER[language] === header?.toLowerCase()) ?? DEFAULT_LANGUAGE;
