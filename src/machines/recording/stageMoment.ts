/** One recorded moment, as it is sent to the replay stage. */
import type { ActorInfo } from './format.ts';
import type { OpenedRecording } from './opened.ts';
import { type Moment, treeAt } from './replay.ts';
import { seenBefore } from './seenPoses.ts';
import type { StageShow } from './stageMessages.ts';
import { momentAt } from './restoreActors.ts';

/** Sends only the actors alive at that step: a recording is large, and the stage does not need its history. */
export function stageShow(capsule: OpenedRecording, step: number, id: number): StageShow {
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
