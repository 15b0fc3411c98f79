/**
 * Stand-ins for effects. Machines name what they need and run none of it; src/app/wiring hands in the
 * real thing, tests hand in a fake. A machine that reaches a stand-in was started without its wiring, and says so.
 */
import { type AnyActorLogic, fromCallback, fromPromise, type EventObject, type NonReducibleUnknown } from 'xstate';

const missing = (name: string): never => {
  throw new Error(`effect "${name}" was not provided`);
};

/** An action that takes params, e.g. `store: effect<{ language: Language }>('store')`. */
export const effect =
  <Params>(name: string) =>
  (_: unknown, _params: Params): void =>
    missing(name);

export const promiseEffect = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => missing(name));

export const callbackEffect = <Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => missing(name));

/** A machine that is registered later, with the chunk it comes in; known here by its type alone. */
export const notLoaded = <Logic extends AnyActorLogic>(name: string): Logic =>
  // The stand-in fails when started; nothing else of the logic is ever touched before the real one takes its place.
  promiseEffect(name) as unknown as Logic;
