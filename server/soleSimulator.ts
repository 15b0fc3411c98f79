/**
 * One simulator for one fleet: of several servers over it the one that holds a lock of the database runs the simulated
 * robots, and another takes over when that one goes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/wire/errors.ts';
import type { OpenDatabase } from './db/open.ts';
import { takeSimulatorLock } from './db/serverLock.ts';
import type { Log } from './log.ts';
import type { Simulator } from './simulator.ts';

/** After a trouble, ms. */
const AGAIN_MS = 1_000;

/** @param start makes ready what the simulator needs, and starts it; called each time that this server comes to hold the lock */
export function startSoleSimulator({
  pool,
  log,
  start,
}: {
  pool: OpenDatabase['pool'];
  log: Log;
  start: () => Promise<Simulator>;
}): Simulator {
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let running: Simulator | undefined;

  /** Waits for the lock, and runs the robots while it is ours. */
  const holdOnce = async (): Promise<void> => {
    const lock = await takeSimulatorLock(pool, log, signal);
    try {
      running = await start();
      await Promise.race([lock.lost, ended]);
    } finally {
      await running?.stop();
      running = undefined;
      await lock.release();
    }
  };
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      await holdOnce().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the simulated robots could not be run; it is tried again');
      });
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const keeping = keep();

  return {
    order(message) {
      if (!running) throw new ApiError('faultUnknown', { field: 'fault' });
      running.order(message);
    },
    async stop() {
      ending.abort();
      await keeping;
    },
  };
}
