/**
 * One call the console can make: where it goes, what it takes, what it answers, who may make it.
 * The client's type, the server's handlers, the access check, the reference and the tests follow from it.
 */
import type * as v from 'valibot';
import type { Right } from './rules/rights.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Who may call. `public`: anybody. `signedIn`: any account; robots that the request names must be readable by the caller, and without
 * any the handler answers only for the caller's robots. `robot`: the caller needs the right on every robot that the request names,
 * directly or by the id of something that belongs to one (`idOf` in entities/values.ts); a request that names none is refused.
 * `account`: accounts with the role.
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
  /** One sentence for the API reference. */
  summary: string;
  /**
   * `write` (the first reply is kept for a repeat of the id), `secret` (a write whose reply is never kept), `read`, or `stop`:
   * carried out before the database is asked, from sessions and rights in memory, its handler telling repeats by the request's id.
   */
  kind: 'read' | 'write' | 'secret' | 'stop';
  /** Has connections to the database of its own, which no other call can use up. */
  urgent?: true;
  /** The answer is a file (`answers` is v.file()), its bytes passed untouched. */
  binary?: true;
  /** Bytes; BODY_LIMIT_BYTES when absent. */
  bodyLimit?: number;
  /** Signed with a key that follows from `qrcode`, which the caller was given, in place of `roundhouse-public`. */
  keyedBy?: 'pickUpKey';
  /** Only with the demo: an unknown path otherwise. */
  demoOnly?: true;
}

export const endpoint = <const In extends Schema, const Out extends Schema>(
  path: `/${string}`,
  spec: Omit<Endpoint<In, Out>, 'path'>,
): Endpoint<In, Out> => ({ path, ...spec });

export type Catalogue = Record<string, Endpoint>;
/** What a caller writes: defaults may be left out. */
export type Taken<E extends Endpoint> = v.InferInput<E['request']>;
/** What a handler reads: parsed, defaults filled in. */
export type Received<E extends Endpoint> = v.InferOutput<E['request']>;
export type Answer<E extends Endpoint> = v.InferOutput<E['response']>;

/** The browser's side of a catalogue. */
export type Client<C extends Catalogue> = {
  readonly [K in keyof C]: (input: Taken<C[K]>, options?: CallOptions) => Promise<Answer<C[K]>>;
};
export interface CallOptions {
  signal?: AbortSignal;
  /** Of a request that was sent before and got no answer: it is the same one, and done once. */
  id?: string;
  /** No second try after a network failure: who asks wants to know now, and tries again by itself. */
  once?: boolean;
  /** Keys the signature of a call that is `keyedBy` one; goes nowhere itself. */
  key?: string;
}

/** What a handler of a binary call answers with; the browser gets it as a File of that name. */
export interface FileAnswer {
  contentType: string;
  /** As the browser saves it. */
  fileName: string;
  /** In pieces where the whole would be too much at once; a failure in the midst of them breaks the connection off. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The server's side: one handler for every call, none forgotten. */
export type Handlers<C extends Catalogue, Caller> = {
  readonly [K in keyof C]: (
    input: Received<C[K]>,
    caller: Caller,
  ) => Promise<Answer<C[K]> extends File ? FileAnswer : Answer<C[K]>>;
};
