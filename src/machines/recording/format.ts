/**
 * The capsule (design 10): what a console recorded of itself, as data that survives JSON. A base state of every machine,
 * and then a step an event: who took it, from whom it came, which transitions it took and what it changed.
 *
 * Nothing in it was not allowed to leave (redact.ts): what was not stands as a `Withheld`. A capsule is data: whoever reads one
 * looks names up in tables of his own and runs nothing of it.
 */

export const CAPSULE_FORMAT = 'roundhouse.capsule';
/** Rises when a reader of before could not read what is written now. */
export const CAPSULE_VERSION = 2;

/** Bytes of a file, packed, that a reader looks at. */
export const CAPSULE_FILE_LIMIT = 16 * 1024 * 1024;
/** Bytes of it unpacked: a small file can hold a large one. */
export const CAPSULE_TEXT_LIMIT = 96 * 1024 * 1024;
/** Nested deeper than this is no capsule of ours. */
export const CAPSULE_DEPTH_LIMIT = 64;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** An XState state value: `'idle'`, or `{ shown: { data: 'ready' } }`. */
export type Value = string | { readonly [state: string]: Value };

/** What a step changed in a context: set, gone, or changed further in; of a long list, the elements at some places (`items`). */
export interface Patch {
  set?: Readonly<Record<string, Json>> | undefined;
  gone?: readonly string[] | undefined;
  in?: Readonly<Record<string, Patch>> | undefined;
  /** By place from 0; what stands at the end of the list grows it. */
  items?: Readonly<Record<string, Json>> | undefined;
}

/** Who an actor is. Its number is the key under which it stands in `actors`. */
export interface ActorInfo {
  /** Its name among its siblings. */
  id: string;
  /** The name under which its parent started it. */
  src: string;
  systemId?: string | undefined;
  /** The machine's id; absent for a promise or a callback. */
  machine?: string | undefined;
  /** null: the root. */
  parent: number | null;
  /** Its parent hears of every snapshot. */
  syncs?: boolean | undefined;
}
/** What a machine was in. */
export interface ActorState {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: Value;
  context: Json;
  /** The numbers of its children. */
  children: readonly number[];
}
/** A delayed event that waits. */
export interface Timer {
  /** Whose it is. */
  actor: number;
  /** The scheduler's name for it, by which leaving the state calls it off. */
  id: string;
  event: string;
  /** ms from its start. */
  delay: number;
  /** The server's clock, ms. */
  startedAt: number;
}
export interface Step {
  /** The server's clock, ms. */
  at: number;
  actor: number;
  /** Who sent it; null: the world outside the machines (a hand, a service, a timer). */
  from: number | null;
  event: { readonly type: string; readonly [field: string]: Json };
  /** Which transitions it took, by their ids (ui/chart). */
  took?: readonly string[] | undefined;
  /** What is now so; what is absent is as before. */
  status?: ActorState['status'] | undefined;
  value?: Value | undefined;
  patch?: Patch | undefined;
  children?: readonly number[] | undefined;
  /** All timers, when one of them came or went. */
  timers?: readonly Timer[] | undefined;
}
export interface Recording {
  actors: Readonly<Record<string, ActorInfo>>;
  base: { at: number; states: Readonly<Record<string, ActorState>>; timers: readonly Timer[] };
  steps: readonly Step[];
}
export interface CapsuleHead {
  format: typeof CAPSULE_FORMAT;
  version: number;
  /** The console's version. */
  build: string;
  /** What the person wrote; says what went wrong, and leaves on purpose. */
  sentence: string;
  /** The server's clock, ms. */
  takenAt: number;
  /** The page's name and language, for lists. */
  page: string;
  language: string;
  /** CSS pixels of the window. */
  width: number;
  height: number;
  /** Whether the dark colours were on. */
  dark: boolean;
}
export interface Capsule extends CapsuleHead, Recording {}
