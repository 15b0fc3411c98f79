/** What a robot learned from people, or by itself (design 31). */
import * as v from 'valibot';
import { flag, id, time } from './values.ts';

export const LEARNING_KINDS = ['face', 'word', 'answer', 'path'] as const;
export type LearningKind = (typeof LEARNING_KINDS)[number];

/** Who taught it: a person whom the robot knows, one whom it does not know, or nobody: it learned by itself. */
export const TEACHER_KINDS = ['known', 'stranger', 'self'] as const;
export type TeacherKind = (typeof TEACHER_KINDS)[number];
export const TEACHER_NAME_MAX = 60;
export const teacher = v.object({
  kind: v.picklist(TEACHER_KINDS),
  /** As the robot knows the person; empty for others. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(TEACHER_NAME_MAX)), ''),
});
export type Teacher = v.InferOutput<typeof teacher>;

/** As the robot reports it. */
export const learned = v.object({
  learningId: id,
  kind: v.picklist(LEARNING_KINDS),
  what: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
  /** Where it was taught; empty if the robot learned it by itself. */
  from: v.pipe(v.string(), v.maxLength(200)),
  /** Who taught it; absent from robots and recordings of earlier versions (rules/learningRecords.ts `teacherOf`). */
  teacher: v.optional(teacher),
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
