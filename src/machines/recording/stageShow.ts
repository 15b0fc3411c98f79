/** One recorded moment as the stage is shown it. */
import type { ActorInfo } from './format.ts';
import type { OpenedCapsule } from './opened.ts';
import { type Moment, treeAt } from './replay.ts';
import { seenBefore } from './seenPoses.ts';
import type { StageShow } from './stageWords.ts';
import { momentAt } from './restoreActors.ts';

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
