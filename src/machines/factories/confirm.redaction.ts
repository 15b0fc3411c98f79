/** Redaction rules of `confirm` (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { ConfirmEvent, ConfirmInput } from './confirm.machine.ts';

const QUESTION = { titleKey: true, textKey: true, acceptKey: true, words: 'numbers', destructive: true } as const;

export const confirmRedaction = defineRedaction<ConfirmInput & { confirmed: boolean }, ConfirmEvent, ConfirmInput>()({
  context: { ...QUESTION, confirmed: true },
  input: QUESTION,
});
