/** Learning records of robots: limits, and the state that follows from decision and report. */
import type { Learned, LearningState, Teacher } from '../entities/learningRecord.ts';

/** Records of one robot; what it reports beyond them is ignored until some are forgotten. */
export const LEARNING_RECORDS_MAX = 200;
/** Until then, forgetting can be undone. */
export const FORGET_UNDO_MS = 24 * 3_600_000;
/** How long a forgotten record is still listed, ms. */
export const FORGOTTEN_KEPT_MS = 30 * 24 * 3_600_000;

/** Who taught it; without the robot's word, what follows from the rest. Strangers count as such whatever else is said. */
export const teacherOf = ({ teacher, from, byStranger }: Pick<Learned, 'teacher' | 'from' | 'byStranger'>): Teacher =>
  byStranger ? { kind: 'stranger', name: '' } : (teacher ?? { kind: from === '' ? 'self' : 'known', name: '' });

interface Facts {
  byStranger: boolean;
  inUse: boolean;
  decision: 'keep' | 'forget' | null;
  /** ms */
  forgetAt: number | null;
  forgottenAt: number | null;
}

export function learningState(
  { byStranger, inUse, decision, forgetAt, forgottenAt }: Facts,
  now: number,
): LearningState {
  if (forgottenAt !== null) return 'forgotten';
  if (decision === 'forget') return forgetAt !== null && forgetAt > now ? 'forgetting' : 'deleting';
  if (inUse) return 'inUse';
  if (decision === 'keep') return 'keeping';
  return byStranger ? 'waiting' : 'unused';
}
