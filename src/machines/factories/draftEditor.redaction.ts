/** Redaction rules of editors with a draft (draftEditor.ts): the stored draft by the editor's own rule. */
import type { RedactionRule } from '../recording/redaction.ts';

export const draftRedaction = <const Kept extends RedactionRule>(kept: Kept) =>
  ({ kept, seed: true, attempt: true, failure: 'failure' }) as const;
