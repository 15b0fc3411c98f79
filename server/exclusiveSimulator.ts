/**
 * One simulator per fleet. Of several servers, the one that holds a database lock runs the simulated robots; another
 * takes over when that server stops.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../contract/wire/errors.ts';
import type { SimulatedSite } from '../contract/wire/simulator.ts';
import type { OpenDatabase } from './db/open.ts';
import { takeSimulatorLock } from './db/serverLock.ts';
import type { Log } from './log.ts';
import type { Simulator } from './simulator.ts';

/** Retry delay after an error, ms. */
const AGAIN_MS = 1_000;

/** @param start prepares and starts the simulator; called each time this server acquires the lock */
export function startExclusiveSimulator({
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
  let sites: readonly SimulatedSite[] = [];

  /** Waits for the lock, and runs the simulated robots while it is held. */
  const holdOnce = async (): Promise<void> => {
    const lock = await takeSimulatorLock(pool, log, signal);
    try {
      running = await start();
      if (sites.length > 0) running.simulate(sites);
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
        if (!signal.aborted) log.warn({ err: error }, 'the simulated robots could not be started; retrying');
      });
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const keeping = keep();

  return {
    simulate(wanted) {
      sites = wanted;
      running?.simulate(wanted);
    },
    order(message) {
      if (!running) throw new ApiError('faultUnknown', { field: 'fault' });
      running.order(message);
    },
    openEquipment: (wish) => running?.openEquipment(wish) ?? Promise.resolve(false),
    drawPhoto: (wish) => running?.drawPhoto(wish) ?? Promise.resolve(null),
    async stop() {
      ending.abort();
      await keeping;
    },
  };
}
