/**
 * Keeps the simulated robots running beside the server: a process of its own that speaks the robot protocol like any
 * robot, and hears the switchboard over the process's channel. Detached, so that Ctrl+C leaves it to the drain.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ApiError } from '../contract/wire/errors.ts';
import { simulatorReport, type SimulatorOrder } from '../contract/wire/simulator.ts';
import type { Log } from './log.ts';
import { IS_BUILT, ROOT } from './root.ts';

/** A simulator that dies is started again after this long, twice as long each time it dies soon, ms. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** One that ran this long was well. */
const WELL_MS = 60_000;
/** How long it may take to say goodbye for its robots. */
const STOP_MS = 5_000;

export interface Simulator {
  /** @throws faultUnknown when it does not run just now */
  order(message: SimulatorOrder): void;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  credentialsFile: string;
  robots: number;
  seed: number | undefined;
  log: Log;
  /** Node's arguments that run it. */
  program?: readonly string[];
}

/** The built program, or its sources. */
const ownProgram = (): string[] =>
  IS_BUILT ? [join(ROOT, 'dist/simulator/main.js')] : ['--import', 'tsx', join(ROOT, 'simulator/main.ts')];

/** Whether there is a simulator to run. */
export const hasSimulator = (): boolean => existsSync(ownProgram().at(-1) ?? '');

export function startSimulator({
  credentialsFile,
  robots,
  seed,
  log,
  program = ownProgram(),
}: SimulatorOptions): Simulator {
  let child: ChildProcess | undefined;
  let stopping = false;
  let wait = FIRST_WAIT_MS;
  let again: NodeJS.Timeout | undefined;

  const start = (): void => {
    const began = Date.now();
    const args = [
      ...program,
      credentialsFile,
      '--robots',
      String(robots),
      ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ];
    const started = spawn(process.execPath, args, {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      windowsHide: true,
    });
    child = started;
    started.on('message', (message) => {
      const report = v.safeParse(simulatorReport, message);
      if (report.success) log.info({ robots: report.output.robots }, 'the simulated robots are up');
    });
    started.on('error', (error) => log.error({ err: error }, 'the simulator cannot be started'));
    started.once('close', (code, signal) => {
      if (child === started) child = undefined;
      if (stopping) return;
      wait = Date.now() - began > WELL_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      log.warn({ code, signal, seconds: wait / 1000 }, 'the simulator ended; it is started again');
      again = setTimeout(start, wait);
    });
  };
  start();

  return {
    order(message) {
      if (!child?.connected) throw new ApiError('faultUnknown', { field: 'fault' });
      child.send(message);
    },
    async stop() {
      stopping = true;
      clearTimeout(again);
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => ending.once('close', () => resolve()));
      if (ending.connected) ending.send({ type: 'stop' } satisfies SimulatorOrder);
      else ending.kill('SIGTERM');
      const cut = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(cut);
    },
  };
}
