/** Selectors of any editor with a draft (draftEditor.ts). */
import type { ConfirmRef } from './confirm.machine.ts';
import type { DraftTag } from './draftEditor.ts';

interface DraftSnapshot {
  hasTag(tag: DraftTag): boolean;
  children: { confirm?: ConfirmRef | undefined };
}

export const selectIsSaving = (snapshot: DraftSnapshot): boolean => snapshot.hasTag('saving');
/** The open question: before leaving, discarding, or deleting a stored draft. */
export const selectQuestion = ({ children }: DraftSnapshot): ConfirmRef | undefined => children.confirm;
/** What the editor's page shows. @param states the top states that are neither loading nor editing */
export const stageOf = <const State extends string>(
  snapshot: { hasTag(tag: DraftTag): boolean; matches(state: NoInfer<State>): boolean },
  states: readonly State[],
): 'editing' | 'loading' | State =>
  snapshot.hasTag('editing') ? 'editing' : (states.find((state) => snapshot.matches(state)) ?? 'loading');
