/** What may leave of `confirm` in a capsule (machines/capsule/leaves.ts). */
import { leavesOf } from '../capsule/leaves.ts';
import type { ConfirmEvent, ConfirmInput } from './confirm.machine.ts';

const QUESTION = { titleKey: true, textKey: true, acceptKey: true, words: 'numbers', destructive: true } as const;

export const confirmLeaves = leavesOf<ConfirmInput & { confirmed: boolean }, ConfirmEvent, ConfirmInput>()({
  context: { ...QUESTION, confirmed: true },
  input: QUESTION,
});
