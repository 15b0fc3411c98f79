/**
 * Stubs for effects. Machines name the effects that they need and implement none; src/app/wiring provides the real
 * ones, tests provide fakes. Calling a stub means that the machine was started without its wiring, and throws an error
 * that says so.
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

/** A machine that is registered later, with its own chunk; only its type is available here. */
export const notLoaded = <Logic extends AnyActorLogic>(name: string): Logic =>
  // The stub fails when started; the rest of the logic is not accessed before it is replaced.
  promiseEffect(name) as unknown as Logic;
