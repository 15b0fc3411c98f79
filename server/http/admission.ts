/**
 * Lets a call in: who calls, then the body, at the size that they may send; envelope, signature, limits. Who they are and that they may
 * speak, not yet what they may do. Before somebody is known a call costs no more than STRANGER_BODY_BYTES, read and looked through once.
 */
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import { BODY_LIMIT_BYTES, REQUEST_TIMEOUT_MS, STRANGER_BODY_BYTES, UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { COMPANION_APP } from '../../contract/wire/signature.ts';
import { aside } from '../aside/aside.ts';
import type { SessionHolder } from '../db/repositories/sessions.ts';
import type { Caller, Db, Parts } from '../parts.ts';
import { FRESH_RIGHTS_MS, LAST_KNOWN_RIGHTS_MS } from '../rights/liveRights.ts';
import { demandRoleFor } from './access.ts';
import { networkOf } from './addressNetwork.ts';
import { enterApp, findApp, type KnownApp } from './appCaller.ts';
import { readBody } from './body.ts';
import type { BodyRoom } from './bodyRoom.ts';
import type { CallLimits } from './callLimits.ts';
import type { FoundCall } from './calls.ts';
import { identify, tokenHash } from './identity.ts';
import { closeUp, openSmall, type LargeBody, type OpenedBody } from './openBody.ts';
import { pickUpKeyOf } from './pickUpKey.ts';
import { checkTime } from './signature.ts';

/** Where an integrator's app says who it is before a body that is large. */
const APP_HEADER = 'app-id';
/** Characters of a user agent that are kept: real ones are shorter. */
const DEVICE_MAX = 400;
/** A large body that comes more slowly gives its room to somebody else's. */
const LEAST_BYTES_PER_SECOND = 32 << 10;

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
  envelope: OpenedBody['envelope'];
  /** Tells this request from another under the same id. */
  fingerprint: string;
  judged: OpenedBody['judged'];
  caller: Omit<Caller, 'db' | 'afterCommit'>;
  /** null for a public call: whoever makes it counts as nobody. */
  holder: SessionHolder | null;
}

export interface AdmissionNeeds extends Pick<Parts, 'db' | 'sharedDb' | 'rights' | 'settings' | 'log' | 'now'> {
  limits: CallLimits;
  /** For large bodies, by account. */
  bodyRoom: BodyRoom;
  /** For those of strangers, by network. */
  strangersRoom: BodyRoom;
  /** Keys what is kept of requests. */
  hashKey(): Promise<string>;
}

/** @throws what body, envelope, time, signature, session and limits refuse with; unknownPath; notLoggedIn; notYourself */
export async function admit(request: DoorRequest, call: FoundCall | undefined, seen: Seen, needs: AdmissionNeeds): Promise<Visit> {
  const { headers, address } = request;
  const token = headerOf(headers, 'authorization');
  const isPublic = call?.endpoint.access.who === 'public';
  // Nobody looks at the token of a public call: made-up ones must not be a way round the limit.
  if (!call || (isPublic && token !== null)) await needs.limits.countAddress(address);
  if (!call) throw new CodedError('unknownPath');

  const lastKnown = call.endpoint.kind === 'stop' && token !== null ? lastKnownHolder(token, needs) : undefined;
  if (lastKnown) await needs.limits.countSession(lastKnown.sessionId);
  const person = isPublic || token === null ? null : lastKnown ?? await recognise(token, address, needs);
  seen.userId = person?.userId ?? '';
  const counting = async (error: unknown): Promise<never> => {
    // Calls of an app count for its session; made-up apps must not be a way round the limit.
    if (token === null) await needs.limits.countAddress(address);
    throw error;
  };
  const { opened, known } = await letIn(request, { call, token, person }, needs).catch(counting);
  if (token === null && !known) await needs.limits.countAddress(address);
  if (known) await needs.limits.countSession(known.sessionId);

  const holder = isPublic ? null : person ?? known;
  if (!holder && !isPublic) throw new CodedError('notLoggedIn');
  const { envelope, fingerprint, judged } = opened;
  seen.userId = holder?.userId ?? '';
  if (holder && envelope.app && envelope.app.userId !== holder.userId) throw new CodedError('notYourself', { field: 'userId' });
  return {
    call, envelope, fingerprint, judged, holder,
    caller: {
      userId: holder?.userId ?? '', nickname: holder?.nickname ?? '', roles: holder?.roles ?? [], sessionId: holder?.sessionId ?? '',
      language: languageOf(headerOf(headers, 'language')), address, requestId: envelope.id,
      onLastKnownRights: lastKnown !== undefined && needs.rights.age() > FRESH_RIGHTS_MS, device: (headerOf(headers, 'user-agent') ?? '').slice(0, DEVICE_MAX),
    },
  };
}

interface Arrival {
  call: FoundCall;
  token: string | null;
  /** Recognised by the token. */
  person: SessionHolder | null;
}

/** The body, opened, its signature found right; with the app that sent it, where one did. */
async function letIn(request: DoorRequest, { call: { endpoint }, token, person }: Arrival, needs: AdmissionNeeds): Promise<{ opened: OpenedBody; known: SessionHolder | null }> {
  const { headers, address, path } = request;
  const time = checkTime(headers['time'], needs.now());
  const named = token === null && endpoint.access.who !== 'public' ? headerOf(headers, APP_HEADER) : null;
  // Looked up before its body is read: only the size is trusted to it, until its signature was right.
  const announced = named === null || named === COMPANION_APP ? undefined : await findApp(needs.db, named);
  const enter = async (app: KnownApp, opened: OpenedBody) => ({ opened: demandSigned(opened), known: await enterApp(app, { userId: opened.envelope.app?.userId ?? '', address }, needs) });

  const length = headers['content-length'];
  const limit = endpoint.bodyLimit ?? BODY_LIMIT_BYTES;
  const sender = person ?? announced?.account;
  if (sender && !(Number(length) <= STRANGER_BODY_BYTES)) {
    demandRoleFor(endpoint, sender);
    const read = (): Promise<Buffer> => readBody(request.body, { limit, withinMs: person ? REQUEST_TIMEOUT_MS : UPLOAD_IDLE_MS, leastRate: LEAST_BYTES_PER_SECOND, announced: length });
    const opened = await needs.bodyRoom.hold(person?.userId ?? announced?.account.id ?? '', Math.min(limit, Number(length ?? limit)), async () =>
      openBeside(await read(), { path, time, key: token ?? announced?.secret ?? null, hashKey: await needs.hashKey(), call: endpoint.path }));
    demandApp(opened.envelope, announced);
    return announced ? enter(announced, opened) : { opened: demandSigned(opened), known: null };
  }

  const most = Math.min(limit, STRANGER_BODY_BYTES);
  const readSmall = async () => openSmall(await readBody(request.body, { limit: most, withinMs: UPLOAD_IDLE_MS, announced: length }));
  const envelope = person ? await readSmall() : await needs.strangersRoom.hold(networkOf(address), Math.min(most, Number(length ?? most)), readSmall);
  const hashKey = await needs.hashKey();
  const ofApp = token === null && envelope.app && envelope.app.appId !== COMPANION_APP ? (announced ?? (await findApp(needs.db, envelope.app.appId))) : announced;
  demandApp(envelope, ofApp);
  if (ofApp) return enter(ofApp, closeUp(envelope, { path, time, key: ofApp.secret }, hashKey));
  return { opened: demandSigned(closeUp(envelope, { path, time, key: await keyOf(endpoint, envelope.data, token, needs.db) }, hashKey)), known: null };
}

/** One that turned out small is opened here. */
async function openBeside(bytes: Buffer, rest: Omit<LargeBody, 'bytes'>): Promise<OpenedBody> {
  if (bytes.length <= STRANGER_BODY_BYTES) return closeUp(openSmall(bytes), rest, rest.hashKey);
  return aside('openBody', { bytes, ...rest }, bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length ? [bytes.buffer] : []);
}

const demandSigned = (opened: OpenedBody): OpenedBody => {
  if (!opened.isSigned) throw new CodedError('signatureWrong');
  return opened;
};

/** @throws accountNotAuthorized for another app than the one that was announced, or than the companion's where a person calls */
function demandApp({ app }: OpenedBody['envelope'], announced: KnownApp | undefined): void {
  const due = announced?.app.appId ?? COMPANION_APP;
  if (announced ? app?.appId !== due : app && app.appId !== due) throw new CodedError('accountNotAuthorized');
}

const withCode = v.object({ qrcode: v.string() });

/** Data without a code is signed as everything else: it is refused for that afterwards. */
const keyOf = async (endpoint: Endpoint, data: unknown, token: string | null, db: Db): Promise<string | null> =>
  endpoint.keyedBy && v.is(withCode, data) ? pickUpKeyOf(db, data.qrcode) : token;

/** A Stop is let in by what is known in memory. undefined: the database has to say. */
const lastKnownHolder = (token: string, { rights }: AdmissionNeeds): SessionHolder | undefined =>
  rights.age() <= LAST_KNOWN_RIGHTS_MS ? rights.session(tokenHash(token)) : undefined;

async function recognise(token: string, address: string, needs: AdmissionNeeds): Promise<SessionHolder> {
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
