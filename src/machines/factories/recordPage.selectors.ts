/** Selectors of any page with confirmed actions (confirmedAction.ts). */
import type { AnyActorRef } from 'xstate';
import type { ActionTag } from './confirmedAction.ts';
import type { ConfirmRef } from './confirm.machine.ts';

interface ActionSnapshot {
  hasTag(tag: ActionTag): boolean;
  children: { confirm?: ConfirmRef | undefined };
}
/** The actor of any page with confirmed actions. */
export interface ActionRef extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): ActionSnapshot;
}

/** The confirmation before an action; null when none is open. */
export const selectQuestion = ({ children }: ActionSnapshot): ConfirmRef | null => children.confirm ?? null;
/** The action is being carried out. */
export const selectIsActing = (snapshot: ActionSnapshot): boolean => snapshot.hasTag('acting');
/** The question before leaving what is shown only once (revealGuard.ts); null when none is open. */
export const selectLeaving = ({ children }: { children: { leaving?: ConfirmRef | undefined } }): ConfirmRef | null =>
  children.leaving ?? null;
