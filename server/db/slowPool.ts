/** A database that answers late, for the demo's switchboard of faults. */
import type pg from 'pg';

/**
 * Delays every connection that is taken from the pool, those of `pool.query` included. Waiting takes none, so that a
 * delay cannot use the pool up.
 * @param delayMs asked for each connection, ms; 0 for none
 */
export function slowPool(pool: pg.Pool, delayMs: () => number): void {
  const take = pool.connect.bind(pool) as (...args: unknown[]) => unknown; // two overloads, with and without a callback
  pool.connect = ((...args: unknown[]) => {
    const ms = delayMs();
    if (ms === 0) return take(...args);
    const late = new Promise((resolve) => setTimeout(resolve, ms));
    const taken = late.then(() => take(...args));
    return args.length === 0 ? taken : undefined;
  }) as typeof pool.connect;
}
