/** Events between the inspector and its effects, and the requests of the page. */
import type { PageEvent } from '../app/events.ts';
import type { Failure } from '../failure.ts';

/** An open console tab of this browser, as it announces itself. */
export interface LiveTab {
  /** Unique per page load. */
  id: string;
  /** Locale key of the tab's page title. */
  title: string;
  /** The tab's path without user input. */
  page: string;
}
/** A recording in the store, and the data needed to step through it. */
export interface Shown {
  /** Its key in the store (live.ts). */
  key: string;
  /** Display name: the file's name, or the reporter's text. */
  name: string;
  from: 'file' | 'report' | 'tab';
  /** The actor that is selected first. */
  actor: number;
  /** Number of steps. */
  length: number;
}
/** The recording to open. A file is only in the event, because it cannot be serialised as JSON. */
export type Wanted = { from: 'file'; file: Blob; name: string } | { from: 'report'; reportId: string; name: string };

export const PANES = ['chart', 'stage', 'fork'] as const;
export type Pane = (typeof PANES)[number];
export const OVERLAYS = ['none', 'walked', 'used'] as const;
export type Overlay = (typeof OVERLAYS)[number];
/** Filters of the event list; several are combined with AND. */
export const FILTERS = ['actor', 'moves', 'faults'] as const;
export type Filter = (typeof FILTERS)[number];
/** Playback speeds, steps per second. */
export const SPEEDS = [2, 5, 20, 60] as const;
export type Speed = (typeof SPEEDS)[number];

/** Events from a followed tab. */
export type FollowEvent =
  | { type: 'tab.answered'; shown: Shown }
  /**
   * `dropped`: how many of the oldest steps were removed to make room; all of them when the tab's recording starts
   * over.
   */
  | { type: 'tab.grew'; length: number; dropped: number }
  | { type: 'tab.gone' }
  | { type: 'tab.refused'; failure: Failure };

export type InspectorEvent =
  | PageEvent
  | { type: 'capsule.open'; wanted: Wanted }
  /** Returns to the choice of a recording. */
  | { type: 'capsule.close' }
  | { type: 'failure.dismiss' }
  | { type: 'tab.follow'; tab: LiveTab }
  /** Stops following; the steps received so far stay. */
  | { type: 'tab.leave' }
  | { type: 'tabs.seen'; tabs: readonly LiveTab[] }
  | FollowEvent
  /** Whether an account administrator is signed in. */
  | { type: 'access.seen'; admin: boolean }
  | { type: 'actor.choose'; actor: number }
  /** -1: before the first step. Out-of-range values are clamped. */
  | { type: 'step.go'; step: number }
  | { type: 'play.toggle' }
  | { type: 'speed.choose'; speed: Speed }
  | { type: 'pane.choose'; pane: Pane }
  | { type: 'overlay.choose'; overlay: Overlay }
  | { type: 'search.set'; text: string }
  | { type: 'filter.toggle'; filter: Filter }
  /** Expands or collapses a field of the context, by its path. */
  | { type: 'field.toggle'; path: string }
  | { type: 'copy.open' }
  | { type: 'copy.close' };
