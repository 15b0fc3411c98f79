/**
 * What the inspector and the stage say to each other. The stage is the console in a window of its own inside the inspector
 * (stage.html): it is shown one recorded moment after another and answers whether each could be drawn.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import type { ActorInfo } from './format.ts';
import type { OpenedCapsule, Trouble } from './opened.ts';
import { type Moment, treeAt } from './replay.ts';
import { seenBefore, type Seen } from './seenPoses.ts';
import { momentAt } from './standing.ts';

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

/** Only what lives at that step goes over: a recording is large, and its past is of no use there. */
export function stageShow(capsule: OpenedCapsule, step: number, id: number): StageShow {
  const { recording, root, head } = capsule;
  const { at, states, timers } = momentAt(capsule, step);
  const actors: Record<string, ActorInfo> = {};
  const alive: Record<string, Moment['states'][string]> = {};
  for (const { number } of treeAt({ at, states, timers }, recording.actors, root)) {
    const info = recording.actors[number];
    const state = states[number];
    if (info) actors[number] = info;
    if (state) alive[number] = state;
  }
  return {
    type: 'stage.show',
    id,
    root,
    actors,
    moment: { at, states: alive, timers },
    seen: seenBefore(capsule, step),
    language: head.language === 'enUS' ? 'enUS' : 'zhCN',
    dark: head.dark,
  };
}
