/**
 * Lets a call in: who calls, then the body, at the size that they may send; envelope, signature, limits. Who they are and that they may
 * speak, not yet what they may do. Before somebody is known a call costs no more than STRANGER_BODY_BYTES, read and looked through once.
 */
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import { REQUEST_TIMEOUT_MS, STRANGER_BODY_BYTES, UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { COMPANION_APP } from '../../contract/wire/signature.ts';
import type { AppDeps } from '../appDeps.ts';
import { aside } from '../aside/aside.ts';
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
import type { BodyRoom } from './bodyRoom.ts';
import type { AddressedCall } from './calls.ts';
import { closeUp, openSmall, type LargeBody, type OpenedBody } from './openBody.ts';
import { checkTime } from './signature.ts';

/** Where an integrator's app says who it is before a body that is large. */
const APP_HEADER = 'app-id';
/** Characters of a user agent that are kept: real ones are shorter. */
const DEVICE_MAX = 400;
/** A large body that comes more slowly gives its room to somebody else's. */
const LEAST_BYTES_PER_SECOND = 32 << 10;

export interface ApiRequest {
  /** The call of the route; undefined for an unknown path. */
  call: AddressedCall | undefined;
  /** As it was sent, which is how it was signed. Without /apis. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  body: Readable;
}

/** What is known of a caller even when the call is refused. */
export interface AuditedIdentity {
  userId: string;
}

export interface AuthenticatedRequest {
  call: AddressedCall;
  envelope: OpenedBody['envelope'];
  /** Tells this request from another under the same id. */
  fingerprint: string;
  judged: OpenedBody['judged'];
  caller: Omit<RequestContext, 'db' | 'afterCommit'>;
  /** null for a public call: whoever makes it counts as nobody. */
  holder: SessionHolder | null;
}

export interface AuthenticateDeps extends Pick<AppDeps, 'db' | 'sharedDb' | 'rights' | 'settings' | 'log' | 'now'> {
  limits: CallLimits;
  /** For large bodies, by account. */
  bodyRoom: BodyRoom;
  /** For those of strangers, by network. */
  strangersRoom: BodyRoom;
  /** For Stops of apps, by app. */
  stopRoom: BodyRoom;
  /** Keys what is kept of requests. */
  hashKey(): Promise<string>;
}

/** @throws what body, envelope, time, signature, session and limits refuse with; unknownPath; notLoggedIn; notYourself */
export async function authenticate(
  request: ApiRequest,
  seen: AuditedIdentity,
  needs: AuthenticateDeps,
): Promise<AuthenticatedRequest> {
  const { call, headers, address } = request;
  const token = headerOf(headers, 'authorization');
  const isPublic = call?.endpoint.access.who === 'public';
  // Nobody looks at the token of a public call: made-up ones must not be a way round the limit.
  if (!call || (isPublic && token !== null)) await needs.limits.countAddress(address);
  if (!call) throw new ApiError('unknownPath');

  // A Stop has a bucket of its own: nothing else that its person does takes any of it.
  const count = (sessionId: string) =>
    call.endpoint.kind === 'stop' ? needs.limits.countStop(sessionId) : needs.limits.countSession(sessionId);
  const lastKnown = call.endpoint.kind === 'stop' && token !== null ? lastKnownHolder(token, needs) : undefined;
  const person = isPublic || token === null ? null : (lastKnown ?? (await recognise(token, address, needs)));
  if (person) await count(person.sessionId);
  seen.userId = person?.userId ?? '';
  const counting = async (error: unknown): Promise<never> => {
    // Calls of an app count for its session; made-up apps must not be a way round the limit.
    if (token === null) await needs.limits.countAddress(address);
    throw error;
  };
  if (isPublic && token === null) await needs.limits.checkAddress(address);
  const { opened, known, isLastKnown } = await letIn(request, { call, token, person }, needs).catch(counting);
  if (token === null && !known) await needs.limits.countAddress(address);
  if (known) await count(known.sessionId);

  const holder = isPublic ? null : (person ?? known);
  if (!holder && !isPublic) throw new ApiError('notLoggedIn');
  const { envelope, fingerprint, judged } = opened;
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
      device: (headerOf(headers, 'user-agent') ?? '').slice(0, DEVICE_MAX),
    },
  };
}

/** All that an app gets for a large body, whose signature is known at its end only: enough for the largest map over a line of 4 Mbit/s. */
const UNPROVEN_UPLOAD_MS = 60_000;

interface Arrival {
  call: AddressedCall;
  token: string | null;
  /** Recognised by the token. */
  person: SessionHolder | null;
}

interface LetIn {
  opened: OpenedBody;
  /** The app that sent it. */
  known: SessionHolder | null;
  /** It was let in by what is known of it in memory. */
  isLastKnown: boolean;
}

/** The body, opened, its signature found right; with the app that sent it, where one did. */
async function letIn(
  request: ApiRequest,
  { call: { endpoint, bodyLimit: limit }, token, person }: Arrival,
  needs: AuthenticateDeps,
): Promise<LetIn> {
  const { headers, address, path } = request;
  const isStop = endpoint.kind === 'stop';
  const time = checkTime(headers['time'], needs.now());
  const named = token === null && endpoint.access.who !== 'public' ? headerOf(headers, APP_HEADER) : null;
  // Only the size of its body is trusted to it, until its signature was right.
  const announced =
    named === null || named === COMPANION_APP
      ? undefined
      : (needs.rights.app(named) ?? (await findStrangeApp(named, address, needs)));

  const length = headers['content-length'];
  const sender = person ?? announced;
  if (sender && !isStop && !(Number(length) <= STRANGER_BODY_BYTES)) {
    demandRoleFor(endpoint, sender);
    const read = (): Promise<Buffer> =>
      readBody(request.body, {
        limit,
        withinMs: person ? REQUEST_TIMEOUT_MS : UNPROVEN_UPLOAD_MS,
        leastRate: LEAST_BYTES_PER_SECOND,
        announced: length,
      });
    const opened = await needs.bodyRoom.hold(sender.userId, Math.min(limit, Number(length ?? limit)), async () =>
      openBeside(await read(), {
        path,
        time,
        key: token ?? announced?.secret ?? null,
        hashKey: await needs.hashKey(),
        call: endpoint.path,
      }),
    );
    demandApp(opened.envelope, announced?.appId);
    demandSigned(opened);
    return {
      opened,
      known: announced ? await enterSigned(announced, opened, address, needs) : null,
      isLastKnown: false,
    };
  }

  const most = Math.min(limit, STRANGER_BODY_BYTES);
  const readSmall = async () =>
    openSmall(await readBody(request.body, { limit: most, withinMs: UPLOAD_IDLE_MS, announced: length }));
  const room = isStop ? needs.stopRoom : needs.strangersRoom;
  const envelope = person
    ? await readSmall()
    : await room.hold(announced?.appId ?? networkOf(address), Math.min(most, Number(length ?? most)), readSmall);
  const hashKey = await needs.hashKey();
  const appId =
    announced?.appId ??
    (token === null && envelope.app && envelope.app.appId !== COMPANION_APP ? envelope.app.appId : undefined);
  demandApp(envelope, appId);
  if (appId === undefined)
    return {
      opened: demandSigned(
        closeUp(envelope, { path, time, key: await keyOf(endpoint, envelope.data, token, needs.sharedDb) }, hashKey),
      ),
      known: null,
      isLastKnown: false,
    };

  const live = needs.rights.app(appId);
  const opened = live && closeUp(envelope, { path, time, key: live.secret }, hashKey);
  if (live && opened?.isSigned) {
    const lastKnown = isStop ? lastKnownApp(live, opened.envelope.app?.userId ?? '', needs) : undefined;
    if (lastKnown) noteUse(live, needs);
    return {
      opened,
      known: lastKnown ?? (await enterSigned(live, opened, address, needs)),
      isLastKnown: lastKnown !== undefined,
    };
  }
  // Made, or its secret renewed, at another server a moment ago; or anybody's invention.
  const app = await findStrangeApp(appId, address, needs);
  const signed = demandSigned(closeUp(envelope, { path, time, key: app.secret }, hashKey));
  return {
    opened: signed,
    known: await enterApp(app, { userId: signed.envelope.app?.userId ?? '', address }, needs),
    isLastKnown: false,
  };
}

/** The database is asked for an app that nothing has proved yet: an address that is spent is refused before. @throws tooManyRequests; accountNotAuthorized */
async function findStrangeApp(appId: string, address: string, needs: AuthenticateDeps): Promise<KnownApp> {
  await needs.limits.checkAddress(address);
  return findApp(needs, appId);
}

/** Its signature was right by the secret that was known: it may have been revoked, or given another one, meanwhile. */
async function enterSigned(
  { appId, secret }: Pick<KnownApp, 'appId' | 'secret'>,
  { envelope }: OpenedBody,
  address: string,
  needs: AuthenticateDeps,
): Promise<SessionHolder> {
  const app = await findApp(needs, appId);
  if (app.secret !== secret) throw new ApiError('signatureWrong');
  return enterApp(app, { userId: envelope.app?.userId ?? '', address }, needs);
}

/** One that turned out small is opened here. */
async function openBeside(bytes: Buffer, rest: Omit<LargeBody, 'bytes'>): Promise<OpenedBody> {
  if (bytes.length <= STRANGER_BODY_BYTES) return closeUp(openSmall(bytes), rest, rest.hashKey);
  return aside(
    'openBody',
    { bytes, ...rest },
    bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length ? [bytes.buffer] : [],
  );
}

const demandSigned = (opened: OpenedBody): OpenedBody => {
  if (!opened.isSigned) throw new ApiError('signatureWrong');
  return opened;
};

/** @throws accountNotAuthorized for another app than the one that is due, or than the companion's where a person calls */
function demandApp({ app }: OpenedBody['envelope'], due: string | undefined): void {
  if (due === undefined ? app && app.appId !== COMPANION_APP : app?.appId !== due)
    throw new ApiError('accountNotAuthorized');
}

const withCode = v.object({ qrcode: v.string() });

/** Data without a code is signed as everything else: it is refused for that afterwards. */
const keyOf = async (endpoint: Endpoint, data: unknown, token: string | null, db: Db): Promise<string | null> =>
  endpoint.keyedBy && v.is(withCode, data) ? pickUpKeyOf(db, data.qrcode) : token;

/** A Stop is let in by what is known in memory. undefined: the database has to say. */
const lastKnownHolder = (token: string, { rights }: AuthenticateDeps): SessionHolder | undefined =>
  rights.age() <= LAST_KNOWN_RIGHTS_MS ? rights.session(tokenHash(token)) : undefined;

async function recognise(token: string, address: string, needs: AuthenticateDeps): Promise<SessionHolder> {
  // Made-up tokens must not be a way round the limit, nor cost a query once it is reached.
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
