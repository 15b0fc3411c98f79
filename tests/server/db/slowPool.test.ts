/** The demo's slow database: each connection that is taken comes late, by either way of asking for one. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowPool } from '../../../server/db/slowPool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('delays a connection, whether it is awaited or given to a callback', async () => {
  const taken: string[] = [];
  const connect = (done?: () => void): Promise<void> | undefined => {
    if (!done) return Promise.resolve(void taken.push('awaited'));
    taken.push('given');
    return void done();
  };
  const pool = { connect } as unknown as pg.Pool;
  let delayMs = 1_000;
  slowPool(pool, () => delayMs);
  void pool.connect();
  pool.connect(() => undefined);
  await vi.advanceTimersByTimeAsync(999);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toEqual(['awaited', 'given']);
  delayMs = 0;
  await pool.connect();
  expect(taken).toHaveLength(3);
});
