/** What the inspector and its effects tell each other, and what of it the page may ask. */
import type { PageEvent } from '../app/events.ts';
import type { Failure } from '../failure.ts';

/** An open console tab of this browser, as it names itself. */
export interface LiveTab {
  /** Its own id; another after each load of the page. */
  id: string;
  /** The key of its page's title. */
  title: string;
  /** Its path, what people typed left out. */
  page: string;
}
/** A capsule on the shelf, and what must be known of it to step through it. */
export interface Shown {
  /** Under which live.ts has it. */
  key: string;
  /** What it is called: a file's name, or what its reporter wrote. */
  name: string;
  from: 'file' | 'report' | 'tab';
  /** The actor that is chosen first. */
  actor: number;
  /** How many steps there are. */
  length: number;
}
/** What is to be opened. A file stands in the event alone: it is no JSON. */
export type Wanted = { from: 'file'; file: Blob; name: string } | { from: 'report'; reportId: string; name: string };

export const PANES = ['chart', 'stage', 'fork'] as const;
export type Pane = (typeof PANES)[number];
export const OVERLAYS = ['none', 'walked', 'used'] as const;
export type Overlay = (typeof OVERLAYS)[number];
/** What the list of events is narrowed to; several narrow it further. */
export const FILTERS = ['actor', 'moves', 'faults'] as const;
export type Filter = (typeof FILTERS)[number];
/** Steps a second while playing. */
export const SPEEDS = [2, 5, 20, 60] as const;
export type Speed = (typeof SPEEDS)[number];

/** What following a tab tells. */
export type FollowEvent =
  | { type: 'tab.answered'; shown: Shown }
  /** `dropped`: how many of the oldest steps went to make room. When the tab begins anew: all that were there. */
  | { type: 'tab.grew'; length: number; dropped: number }
  | { type: 'tab.gone' }
  | { type: 'tab.refused'; failure: Failure };

export type InspectorEvent =
  | PageEvent
  | { type: 'capsule.open'; wanted: Wanted }
  /** Back to the choice of what to open. */
  | { type: 'capsule.close' }
  | { type: 'failure.dismiss' }
  | { type: 'tab.follow'; tab: LiveTab }
  /** What came of it stays; no more comes. */
  | { type: 'tab.leave' }
  | { type: 'tabs.seen'; tabs: readonly LiveTab[] }
  | FollowEvent
  /** Whether an account administrator is signed in. */
  | { type: 'access.seen'; admin: boolean }
  | { type: 'actor.choose'; actor: number }
  /** -1: before the first one. What lies outside is the nearest there is. */
  | { type: 'step.go'; step: number }
  | { type: 'play.toggle' }
  | { type: 'speed.choose'; speed: Speed }
  | { type: 'pane.choose'; pane: Pane }
  | { type: 'overlay.choose'; overlay: Overlay }
  | { type: 'search.set'; text: string }
  | { type: 'filter.toggle'; filter: Filter }
  /** A field of the context, by its path, is shown in full, or short again. */
  | { type: 'field.toggle'; path: string }
  | { type: 'copy.open' }
  | { type: 'copy.close' };
