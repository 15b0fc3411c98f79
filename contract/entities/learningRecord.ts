/** What a robot learned from people, or by itself (design 31). */
import * as v from 'valibot';
import { flag, id, time } from './values.ts';

export const LEARNING_KINDS = ['face', 'word', 'answer', 'path'] as const;
export type LearningKind = (typeof LEARNING_KINDS)[number];

/** As the robot reports it. */
export const learned = v.object({
  learningId: id,
  kind: v.picklist(LEARNING_KINDS),
  what: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
  /** Who taught it, and where; empty if the robot learned it by itself. */
  from: v.pipe(v.string(), v.maxLength(200)),
  /** Taught by a person whom the robot does not know: not used before somebody keeps it. */
  byStranger: flag,
  inUse: flag,
  /** How often it was used. */
  uses: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
});
export type Learned = v.InferOutput<typeof learned>;

export const LEARNING_STATES = [
  'waiting',
  'keeping',
  'inUse',
  'unused',
  'forgetting',
  'deleting',
  'forgotten',
] as const;
export type LearningState = (typeof LEARNING_STATES)[number];

export const learningRecord = v.object({
  ...learned.entries,
  learnedAt: time,
  /**
   * `waiting`: for a decision. `keeping`: kept, not confirmed by the robot. `unused`: the robot does not use it.
   * `forgetting`: can be kept until `forgetAt`. `deleting`: the robot has not confirmed the deletion.
   */
  state: v.picklist(LEARNING_STATES),
  decidedBy: v.string(),
  decidedAt: v.nullable(time),
  forgetAt: v.nullable(time),
  forgottenAt: v.nullable(time),
});
export type LearningRecord = v.InferOutput<typeof learningRecord>;
