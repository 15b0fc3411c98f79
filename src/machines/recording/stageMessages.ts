/**
 * Messages between the inspector and the replay stage. The stage is the console in an iframe of the inspector
 * (stage.html): it is sent one recorded moment after another and reports whether each could be rendered.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import type { ActorInfo } from './format.ts';
import type { ReplayIssue } from './opened.ts';
import type { Moment } from './replay.ts';
import type { Seen } from './seenPoses.ts';

export interface StageShow {
  type: 'stage.show';
  /** Echoed in the response. */
  id: number;
  moment: Moment;
  actors: Readonly<Record<string, ActorInfo>>;
  root: number;
  seen: Seen;
  /** Used where the state itself has no language. */
  language: Language;
  dark: boolean;
}
export type StageReport =
  /** All pages are loaded: no network is needed from now on. */
  | { type: 'stage.ready' }
  /** A part of it could not be loaded. */
  | { type: 'stage.absent'; said: string }
  | { type: 'stage.shown'; id: number }
  | { type: 'stage.refused'; id: number; issues: readonly ReplayIssue[]; said: string };
