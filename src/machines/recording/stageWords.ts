/**
 * What the inspector and the stage say to each other. The stage is the console in a window of its own inside the inspector
 * (stage.html): it is shown one recorded moment after another and answers whether each could be drawn.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import type { ActorInfo } from './format.ts';
import type { Trouble } from './opened.ts';
import type { Moment } from './replay.ts';
import type { Seen } from './seenPoses.ts';

export interface StageShow {
  type: 'stage.show';
  /** Answered with the same one. */
  id: number;
  moment: Moment;
  actors: Readonly<Record<string, ActorInfo>>;
  root: number;
  seen: Seen;
  /** Where the state itself does not say it. */
  language: Language;
  dark: boolean;
}
export type StageReport =
  /** Everything is there that any page needs: no network is needed from now on. */
  | { type: 'stage.ready' }
  /** Something of it could not be fetched. */
  | { type: 'stage.absent'; said: string }
  | { type: 'stage.shown'; id: number }
  | { type: 'stage.refused'; id: number; troubles: readonly Trouble[]; said: string };
