/** The only part of xstateInternals.ts that the first chunk needs. */
import type { AnyActorLogic, AnyStateMachine } from 'xstate';

/** Sets an actor logic on a machine that is already running; `provide` would create another machine. */
export const setChildLogic = ({ implementations }: AnyStateMachine, name: string, logic: AnyActorLogic): void => {
  implementations.actors[name] = logic;
};
