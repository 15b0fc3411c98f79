/** Runs disinfections to their end (design 21): disinfectionRun.ts decides the next step, createRunner.ts carries it out. */
import type { DisinfectionReport } from '../../../contract/wire/disinfection.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import {
  activeDisinfections,
  disinfectionById,
  saveDisinfection,
  type DisinfectionRow,
} from '../../db/repositories/disinfections.ts';
import { createRunner, type Runner, type RunnerNeeds } from '../createRunner.ts';
import type { RobotRow } from '../fleetCache.ts';
import {
  disinfectionStep,
  finish,
  NO_MEMO,
  carriedOutRun,
  isCarriedOut,
  type DisinfectionMemo,
  type DisinfectionStep,
} from './disinfectionRun.ts';

export interface Disinfections extends Runner<DisinfectionRow, DisinfectionRow> {
  /** Whether the robot reports that it carries out a disinfection, in progress here or ended. */
  isCarriedOut(serialNumber: string): boolean;
  /** Handles a robot's state message. */
  heard(robot: RobotRow, state: StateMessage): Promise<void>;
  /** Keeps a robot's report for the next step: one a second at most is stored. */
  reported(robot: RobotRow, report: DisinfectionReport): void;
  /** Called on the leader after a run has ended and is stored, whatever ended it. */
  onEnded(listener: (row: DisinfectionRow) => void | Promise<void>): void;
}

/** A cancel takes some time to be carried out, ms. */
const CANCEL_AGAIN_MS = 5_000;

export async function createDisinfections(needs: RunnerNeeds): Promise<Disinfections> {
  const { db, log, now, leadership } = needs;
  const reports = new Map<string, DisinfectionReport>();
  const listeners: ((row: DisinfectionRow) => void | Promise<void>)[] = [];
  const cancelledAt = new Map<string, number>();

  const runner = createRunner<DisinfectionRow, DisinfectionRow, DisinfectionMemo, DisinfectionStep>(needs, {
    noun: 'disinfection',
    initialMemo: NO_MEMO,
    readActive: () => activeDisinfections(db),
    read: (id) => disinfectionById(db, id),
    save: ({ run }) => saveDisinfection(db, run),
    isUnderWay: (row): row is DisinfectionRow => row.state === 'inProgress',
    next: (run, memo, facts) =>
      disinfectionStep(run, memo, { ...facts, report: reports.get(run.serialNumber) ?? null }, now()),
    withoutRobot(known) {
      const run = structuredClone(known);
      finish(run, 'fault', now(), { type: 'robotGone', description: '' });
      return { run, memo: NO_MEMO, effects: [] };
    },
    isCarriedOut,
    toLive(run, { disinfection }) {
      const shown = run ? { id: run.id, revision: run.revision } : null;
      return disinfection?.id === shown?.id && disinfection?.revision === shown?.revision
        ? null
        : { disinfection: shown };
    },
    forget: (serialNumber) => void reports.delete(serialNumber),
    async settled(row) {
      if (row.state === 'inProgress') return;
      for (const listener of listeners)
        await Promise.resolve(listener(row)).catch((error: unknown) =>
          log.warn({ err: error, run: row.id }, 'the end of a disinfection could not be passed on'),
        );
    },
  });
  await runner.reload();

  return {
    of: runner.of,
    isCarriedOut(serialNumber) {
      const state = runner.stateOf(serialNumber);
      return state !== undefined && carriedOutRun(state) !== null;
    },
    changed: runner.changed,
    async heard(robot, state) {
      const { serialNumber } = robot;
      const carriedOut = carriedOutRun(state);
      // It ended while the robot could not be told.
      if (carriedOut !== null && carriedOut !== runner.of(serialNumber)?.id && leadership.isLeader()) {
        const at = cancelledAt.get(serialNumber) ?? 0;
        if (now() - at > CANCEL_AGAIN_MS && (await disinfectionById(db, carriedOut))?.state !== 'inProgress') {
          cancelledAt.set(serialNumber, now());
          await runner.cancel(robot);
        }
      }
      const known = runner.stateOf(serialNumber);
      runner.assignState(serialNumber, state);
      // Progress is stored with the ticks; only a change of the order is urgent.
      const isUrgent =
        known?.orderId !== state.orderId || known.nodeStates.length !== state.nodeStates.length || !known;
      if (runner.of(serialNumber) && isUrgent) await runner.step(serialNumber);
    },
    reported({ serialNumber }, report) {
      const known = reports.get(serialNumber);
      if (runner.of(serialNumber)?.id !== report.runId) return;
      if (known?.runId !== report.runId || known.sequence < report.sequence) reports.set(serialNumber, report);
    },
    tick: runner.tick,
    reload: runner.reload,
    onEnded: (listener) => void listeners.push(listener),
  };
}
