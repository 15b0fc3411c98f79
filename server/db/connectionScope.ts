/**
 * Guards the pools against deadlocking on themselves: whoever holds a connection (a transaction) and asks for a second one
 * waits for somebody who waits for the same. Nobody may, and a shared read that somebody else began counts as asking too.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  /** Until the transaction has ended; what goes on behind it may ask again. */
  isOpen: boolean;
}
const scopes = new AsyncLocalStorage<Scope>();

/** Runs a transaction's work: until it has ended no other connection may be asked for by what it calls. */
export async function holdingConnection<Value>(work: () => Promise<Value>): Promise<Value> {
  const scope: Scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** For work that a transaction starts and does not wait for: it stands in nobody's way. */
export const apart = <Value>(work: () => Value): Value => scopes.exit(work);

/** @throws an error of the program's, where a transaction's work asks for a connection of its own, or awaits a shared read */
export function assertNoneHeld(what: string): void {
  if (scopes.getStore()?.isOpen === true)
    throw new Error(`${what} inside a transaction: with every connection held by such ones, none would ever be free`);
}
