/**
 * One API endpoint: path, request, response, and who may call it. The client's type, the server's handlers, the access
 * check, the API reference and the tests are derived from it.
 */
import type * as v from 'valibot';
import type { Right } from './rules/rights.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Who may call. `public`: anyone. `signedIn`: any account; the caller must have read access to all robots that the
 * request names, and if it names none, the handler answers only for the caller's robots. `robot`: the caller needs the
 * right on every robot that the request names, directly or by the id of a resource of a robot (`idOf` in
 * entities/values.ts); a request that names none is refused. `account`: accounts with the role.
 */
export type Access =
  { who: 'public' } | { who: 'signedIn' } | { who: 'robot'; right: Right } | { who: 'account'; role: 'admin' };

export const publicAccess = { who: 'public' } as const satisfies Access;
export const signedIn = { who: 'signedIn' } as const satisfies Access;
export const accountAdmin = { who: 'account', role: 'admin' } as const satisfies Access;
export const onRobot = (right: Right): Access => ({ who: 'robot', right });

export interface Endpoint<In extends Schema = Schema, Out extends Schema = Schema> {
  path: `/${string}`;
  request: In;
  response: Out;
  access: Access;
  /** One or two sentences for the API reference. */
  summary: string;
  /**
   * `write`: the first response is stored and returned again for the same request id. `secret`: a write whose response
   * is never stored. `read`: changes nothing. `stop`: runs before any database access, with sessions and rights from
   * memory; its handler detects repeats by the request id.
   */
  kind: 'read' | 'write' | 'secret' | 'stop';
  /** Uses a reserved connection pool, so that other calls cannot exhaust its database connections. */
  urgent?: true;
  /** The response is a file (`response` is v.file()); its bytes are sent unchanged. */
  binary?: true;
  /** The request is multipart/form-data: the fields of the envelope, then a file. */
  multipart?: true;
  /** Bytes; default BODY_LIMIT_BYTES. */
  bodyLimit?: number;
  /** Signed with a key that the server derives from `qrcode` and gave to the caller, instead of `roundhouse-public`. */
  keyedBy?: 'pickUpKey';
  /** Exists only in the demo; an unknown path otherwise. */
  demoOnly?: true;
}

export const endpoint = <const In extends Schema, const Out extends Schema>(
  path: `/${string}`,
  spec: Omit<Endpoint<In, Out>, 'path'>,
): Endpoint<In, Out> => ({ path, ...spec });

export type Catalogue = Record<string, Endpoint>;
/** The request as a caller writes it: fields with defaults may be left out. */
export type RequestInput<E extends Endpoint> = v.InferInput<E['request']>;
/** The request as a handler reads it: parsed, defaults filled in. */
export type Received<E extends Endpoint> = v.InferOutput<E['request']>;
export type Answer<E extends Endpoint> = v.InferOutput<E['response']>;

/** The browser's client for a catalogue. */
export type Client<C extends Catalogue> = {
  readonly [K in keyof C]: (input: RequestInput<C[K]>, options?: CallOptions) => Promise<Answer<C[K]>>;
};
export interface CallOptions {
  signal?: AbortSignal;
  /** Id of an earlier request that got no response. The server treats both as one request and runs it once. */
  id?: string;
  /** No retry after a network failure, for callers that retry by themselves. */
  once?: boolean;
  /** Longest time until the answer, with all retries, ms; REQUEST_TIMEOUT_MS by default. */
  timeout?: number;
  /** The signing key of a call with `keyedBy`; never sent. */
  key?: string;
}

/** What the handler of a binary call returns; the browser receives it as a File of that name. */
export interface FileResponse {
  contentType: string;
  /** Suggested file name for the browser. */
  fileName: string;
  /** In chunks where the whole file would take too much memory; an error while streaming closes the connection. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The server's handlers: one for every endpoint of a catalogue. */
export type Handlers<C extends Catalogue, Caller> = {
  readonly [K in keyof C]: (
    input: Received<C[K]>,
    caller: Caller,
  ) => Promise<Answer<C[K]> extends File ? FileResponse : Answer<C[K]>>;
};
