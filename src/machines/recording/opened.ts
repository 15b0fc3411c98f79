/** A recording opened in the inspector: from a file, followed live, or forked. Accessed by its key through live.ts. */
import type { RecordingHead, Recording, Step } from './format.ts';
import { createReplay, type Replay, rootOf } from './replay.ts';

/** A part of the recording that this version of the console cannot show, with the exact reason. */
export type ReplayIssue =
  | { kind: 'machineGone'; machine: string }
  | { kind: 'stateGone'; machine: string; state: string }
  | { kind: 'transitionGone'; machine: string; transition: string };

export interface OpenedRecording {
  readonly head: RecordingHead;
  readonly recording: Recording;
  readonly replay: Replay;
  readonly root: number;
  readonly issues: readonly ReplayIssue[];
}

/** `steps` of a followed recording grows; each growth returns a new object. */
export const opened = (head: RecordingHead, recording: Recording, issues: readonly ReplayIssue[]): OpenedRecording => ({
  head,
  recording,
  replay: createReplay(recording),
  root: rootOf(recording) ?? 0,
  issues,
});

/** The name shown for a step's actor: its systemId, else its name among its siblings. */
export const actorName = ({ actors }: Pick<Recording, 'actors'>, number: number): string => {
  const info = Object.hasOwn(actors, number) ? actors[number] : undefined;
  return info ? (info.systemId ?? info.id) : `#${number}`;
};

/** The last step that changed an actor, at or before `index`; null when none did. */
export function lastStepOf(steps: readonly Step[], actor: number, index: number): Step | null {
  for (let at = Math.min(index, steps.length - 1); at >= 0; at -= 1)
    if (steps[at]?.actor === actor) return steps[at] ?? null;
  return null;
}
