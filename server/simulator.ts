/**
 * Keeps the simulator running beside the server, as a separate process. Its robots use the robot protocol like any
 * other; fault orders reach it over the IPC channel. Detached, so that Ctrl+C does not kill it before the server has
 * shut down gracefully.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BUILDING_PATIENCE_MS } from '../contract/rules/siteLimits.ts';
import { ApiError } from '../contract/wire/errors.ts';
import { type SimulatedSite, simulatorEvent, type SimulatorCommand } from '../contract/wire/simulator.ts';
import type { Log } from './log.ts';
import { IS_BUILT, ROOT } from './root.ts';

/** First restart delay of a crashed simulator, ms; doubled after each crash within STABLE_MS, up to LONGEST_WAIT_MS. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** After this runtime the restart delay is reset, ms. */
const STABLE_MS = 60_000;
/** Time for the simulator to disconnect its robots before it is killed, ms. */
const STOP_MS = 5_000;
/** A photo waits for the video process, which may be starting. */
const PHOTO_PATIENCE_MS = 30_000;

export interface Simulator {
  /** The robots that people added as simulated ones, also after a restart of the simulator. */
  simulate(sites: readonly SimulatedSite[]): void;
  /** @throws faultUnknown when the simulator is not running */
  order(message: SimulatorCommand): void;
  /**
   * Calls a lift or opens a door of the simulated building. Resolves with whether it opened in time; false when the
   * simulator is not running.
   */
  openEquipment(wish: EquipmentWish): Promise<boolean>;
  /** What a demo robot's camera saw in the past, as a JPEG file; null without a simulator, or if it takes too long. */
  drawPhoto(wish: PhotoWish): Promise<Uint8Array | null>;
  stop(): Promise<void>;
}

export type PhotoWish = Omit<Extract<SimulatorCommand, { type: 'photo' }>, 'type' | 'requestId'>;

export type EquipmentWish = Pick<Extract<SimulatorCommand, { type: 'equipment' }>, 'kind' | 'id' | 'mapId'>;

export interface SimulatorOptions {
  credentialsFile: string;
  robots: number;
  seed: number | undefined;
  log: Log;
  /** The simulated robots are running; also after each restart. */
  onReady?: () => void;
  /** Node arguments that start the simulator. */
  program?: readonly string[];
}

/** The built program, or its sources under tsx. */
const ownProgram = (): string[] =>
  IS_BUILT ? [join(ROOT, 'dist/simulator/main.js')] : ['--import', 'tsx', join(ROOT, 'simulator/main.ts')];

export const hasSimulator = (): boolean => existsSync(ownProgram().at(-1) ?? '');

export function startSimulator({
  credentialsFile,
  robots,
  seed,
  log,
  onReady,
  program = ownProgram(),
}: SimulatorOptions): Simulator {
  let child: ChildProcess | undefined;
  let stopping = false;
  let wait = FIRST_WAIT_MS;
  let again: NodeJS.Timeout | undefined;
  let sites: readonly SimulatedSite[] = [];
  let isReady = false;
  const tellSites = (): void => {
    if (isReady && child?.connected) child.send({ type: 'sites', sites: [...sites] } satisfies SimulatorCommand);
  };
  /** Requests without an answer: for lifts and doors, and for photos. */
  const waiting = new Map<string, (opened: boolean) => void>();
  const drawing = new Map<string, (jpeg: string | null) => void>();
  /** Resolves with `none` when no answer comes in time. */
  const answered = <Answer>(
    requests: Map<string, (answer: Answer) => void>,
    none: Answer,
    patienceMs: number,
    command: (requestId: string) => SimulatorCommand,
  ): Promise<Answer> => {
    const asked = child;
    if (!asked?.connected) return Promise.resolve(none);
    const requestId = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        clearTimeout(late);
        requests.delete(requestId);
        resolve(answer);
      };
      const late = setTimeout(() => settle(none), patienceMs);
      requests.set(requestId, settle);
      asked.send(command(requestId));
    });
  };

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
      const report = v.safeParse(simulatorEvent, message);
      if (!report.success) return;
      if (report.output.type === 'equipment') waiting.get(report.output.requestId)?.(report.output.opened);
      else if (report.output.type === 'photo') drawing.get(report.output.requestId)?.(report.output.jpeg);
      else {
        log.info({ robots: report.output.robots }, 'the simulated robots are running');
        isReady = true;
        if (sites.length > 0) tellSites();
        onReady?.();
      }
    });
    started.on('error', (error) => log.error({ err: error }, 'the simulator cannot be started'));
    started.once('close', (code, signal) => {
      if (child === started) [child, isReady] = [undefined, false];
      for (const settle of waiting.values()) settle(false);
      for (const settle of drawing.values()) settle(null);
      if (stopping) return;
      wait = Date.now() - began > STABLE_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      log.warn({ code, signal, seconds: wait / 1000 }, 'the simulator ended; restarting it');
      again = setTimeout(start, wait);
    });
  };
  start();

  return {
    simulate(wanted) {
      sites = wanted;
      tellSites();
    },
    order(message) {
      if (!child?.connected) throw new ApiError('faultUnknown', { field: 'fault' });
      child.send(message);
    },
    openEquipment: (wish) =>
      answered(waiting, false, BUILDING_PATIENCE_MS, (requestId) => ({ type: 'equipment', requestId, ...wish })),
    async drawPhoto(wish) {
      if (!isReady) return null;
      const jpeg = await answered<string | null>(drawing, null, PHOTO_PATIENCE_MS, (requestId) => ({
        type: 'photo',
        requestId,
        ...wish,
      }));
      return jpeg === null ? null : Buffer.from(jpeg, 'base64');
    },
    async stop() {
      stopping = true;
      clearTimeout(again);
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => ending.once('close', () => resolve()));
      if (ending.connected) ending.send({ type: 'stop' } satisfies SimulatorCommand);
      else ending.kill('SIGTERM');
      const cut = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(cut);
    },
  };
}
