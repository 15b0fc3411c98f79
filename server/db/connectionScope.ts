/**
 * Prevents pool deadlocks: if transactions wait for a second connection while all connections are held by such
 * transactions, none becomes free. Both a second connection and a shared read that another caller started are refused
 * in a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  /** True until the transaction has ended; work that continues after it can request connections again. */
  isOpen: boolean;
}
const scopes = new AsyncLocalStorage<Scope>();

/** Runs a transaction's work; until it has ended, nothing that it calls can request another connection. */
export async function holdingConnection<Value>(work: () => Promise<Value>): Promise<Value> {
  const scope: Scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** For work that a transaction starts but does not wait for, which therefore cannot deadlock. */
export const outsideTransactionScope = <Value>(work: () => Value): Value => scopes.exit(work);

/** @throws a programming error if a transaction requests a second connection or awaits a shared read */
export function assertNoneHeld(what: string): void {
  if (scopes.getStore()?.isOpen === true)
    throw new Error(`${what} inside a transaction: if every connection were held like this, the pool would deadlock`);
}
