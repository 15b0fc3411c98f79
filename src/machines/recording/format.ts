/**
 * The recording (design 10): the console's own history as JSON-serialisable data. A base state of every machine, then
 * one step per event: the receiver, the sender, the transitions taken and the resulting changes.
 *
 * Everything in it is redacted (redact.ts): a redacted value is a `Withheld`. A recording is data: a reader looks up
 * its names in the reader's own tables and executes nothing from it.
 */

export const RECORDING_FORMAT = 'roundhouse.capsule';
/** Incremented when older readers cannot read the new format, also when names in it changed (renames.ts). */
export const RECORDING_VERSION = 5;

/**
 * Type of the event that marks a reload of the page: the steps before it are those of the page before, and those after
 * it start from nothing. Its receiver is the root. `build`: the console's version before the reload, if it changed.
 */
export const PAGE_RELOADED = 'page.reloaded';

/** Maximum size of a compressed file, bytes. */
export const RECORDING_FILE_LIMIT = 16 * 1024 * 1024;
/** Maximum size after decompression, bytes: guards against decompression bombs. */
export const RECORDING_TEXT_LIMIT = 96 * 1024 * 1024;
/** Maximum nesting depth of a valid recording. */
export const RECORDING_DEPTH_LIMIT = 64;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** An XState state value: `'idle'`, or `{ shown: { data: 'ready' } }`. */
export type Value = string | { readonly [state: string]: Value };

/**
 * The changes of a context in one step: fields set, removed, or changed inside; for a long list, the elements by index
 * (`items`).
 */
export interface Patch {
  set?: Readonly<Record<string, Json>> | undefined;
  gone?: readonly string[] | undefined;
  in?: Readonly<Record<string, Patch>> | undefined;
  /** By index from 0; an index at the end of the list appends. */
  items?: Readonly<Record<string, Json>> | undefined;
}

/** Identity of an actor. Its number is its key in `actors`. */
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
  /** The parent receives every snapshot. */
  syncs?: boolean | undefined;
}
/** The state of a machine. */
export interface ActorState {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: Value;
  context: Json;
  /** The numbers of its children. */
  children: readonly number[];
}
/** A pending delayed event. */
export interface Timer {
  /** The actor that scheduled it. */
  actor: number;
  /** The scheduler's id, with which leaving the state cancels it. */
  id: string;
  event: string;
  /** ms from its start. */
  delay: number;
  /** Server clock, ms. */
  startedAt: number;
}
export interface Step {
  /** Server clock, ms. */
  at: number;
  actor: number;
  /** The sender; null: outside the machines (user input, a service, a timer). */
  from: number | null;
  event: { readonly type: string; readonly [field: string]: Json };
  /** The ids of the transitions taken (ui/chart). */
  took?: readonly string[] | undefined;
  /** The changed fields; absent ones are unchanged. */
  status?: ActorState['status'] | undefined;
  value?: Value | undefined;
  patch?: Patch | undefined;
  children?: readonly number[] | undefined;
  /** All timers, if any was added or removed. */
  timers?: readonly Timer[] | undefined;
}
export interface Recording {
  actors: Readonly<Record<string, ActorInfo>>;
  base: { at: number; states: Readonly<Record<string, ActorState>>; timers: readonly Timer[] };
  steps: readonly Step[];
}
export interface RecordingHead {
  format: typeof RECORDING_FORMAT;
  version: number;
  /** The console's version. */
  build: string;
  /** The user's description of the problem; deliberately not redacted. */
  sentence: string;
  /** Server clock, ms. */
  takenAt: number;
  /** The page's name and language, for lists. */
  page: string;
  language: string;
  /** Window size in CSS pixels. */
  width: number;
  height: number;
  /** Whether the dark theme was on. */
  dark: boolean;
}
export interface Capsule extends RecordingHead, Recording {}
