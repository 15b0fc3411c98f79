/**
 * Computes the next step of a disinfection from its row, its robot's state and its robot's last report: pure and
 * idempotent. The order is repeated until the robot's state confirms it; nothing counts as done before a report says so.
 */
import {
  COVERED_FROM,
  disinfectionResult,
  type DisinfectionOutcome,
  type DisinfectionReason,
} from '../../../contract/rules/disinfection.ts';
import { decodeRuns, encodeRuns } from '../../../contract/rules/cellGrid.ts';
import { BATTERY_CRITICAL, COMMAND_TTL_MS, CRUISE_SILENCE_MS, CRUISE_TAKE_MS } from '../../../contract/rules/limits.ts';
import { DISINFECT } from '../../../contract/rules/robotCan.ts';
import {
  CELL_SKIPPED,
  DOSE_STEPS,
  DOSE_TOP,
  type DisinfectionReport,
  type DisinfectOrder,
} from '../../../contract/wire/disinfection.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { DisinfectionRow } from '../../db/repositories/disinfections.ts';
import type { RobotFacts, RunEffect } from '../createRunner.ts';
import { action, type OrderBody, type Start } from '../messages.ts';
import { SELF_ORDER } from '../robotLiveState.ts';
import { routeRunIdIn } from '../routeRuns/routeRun.ts';

export interface DisinfectionFacts extends RobotFacts {
  report: DisinfectionReport | null;
}
/** Lost at a restart, which is harmless. */
export interface DisinfectionMemo {
  sentAt: number | null;
  askedSince: number | null;
  strangeSince: number | null;
  /** Since when the robot's state says that the action has ended, ms. */
  endedSince: number | null;
}
export const NO_MEMO: DisinfectionMemo = { sentAt: null, askedSince: null, strangeSince: null, endedSince: null };
export interface DisinfectionStep {
  run: DisinfectionRow;
  memo: DisinfectionMemo;
  effects: RunEffect[];
}

/** Retry interval of an unconfirmed order, ms. */
const AGAIN_MS = 2_000;
/** After this long, another order in the state is no longer explained by a late message, ms. */
const STRANGE_MS = 2_000;
/** Wait for the last report after the state has said that the action ended, ms. It is repeated every few seconds. */
const LAST_REPORT_MS = 15_000;
const AT_START_M = 3;

export const orderIdOf = ({ id }: Pick<DisinfectionRow, 'id'>): string => `${id}.0`;
const ACTION = '-disinfect';
const actionIdOf = (run: Pick<DisinfectionRow, 'id'>): string => orderIdOf(run) + ACTION;
/** The id of the run that the robot carries out, whether it is still in progress here or not; null without one. */
export function carriedOutRun({ orderId, actionStates }: StateMessage): string | null {
  const doing = actionStates.find(
    ({ actionId, actionStatus }) =>
      actionId === orderId + ACTION && actionStatus !== 'FINISHED' && actionStatus !== 'FAILED',
  );
  return doing ? routeRunIdIn(orderId) : null;
}

export function disinfectionStep(
  known: DisinfectionRow,
  before: DisinfectionMemo,
  facts: DisinfectionFacts,
  now: number,
): DisinfectionStep {
  const step: DisinfectionStep = { run: structuredClone(known), memo: { ...before }, effects: [] };
  const { run } = step;
  if (facts.report) applyReport(run, facts.report);
  advance(step, facts, now);
  if (run.state !== 'inProgress' && facts.state && isCarriedOut(run, facts.state))
    step.effects.push({ type: 'cancel' });
  return step;
}

/** Whether the robot still carries out the run's order; nodes can be passed while the action runs. */
export const isCarriedOut = (run: Pick<DisinfectionRow, 'id'>, state: StateMessage): boolean =>
  state.orderId === orderIdOf(run) &&
  (state.nodeStates.length > 0 ||
    state.actionStates.some(
      ({ actionId, actionStatus }) =>
        actionId.startsWith(`${orderIdOf(run)}-`) && actionStatus !== 'FINISHED' && actionStatus !== 'FAILED',
    ));

function advance(step: DisinfectionStep, facts: DisinfectionFacts, now: number): void {
  const { run, memo } = step;
  const { state } = facts;
  const report = facts.report?.runId === run.id ? facts.report : null;
  const orderId = orderIdOf(run);
  const fail = (type: string, description = ''): void => finish(run, 'fault', now, { type, description });
  if (state && run.isSent) {
    const refused = state.errors.find(({ errorReferences = [] }) =>
      errorReferences.some(({ referenceValue }) => referenceValue === orderId || referenceValue === actionIdOf(run)),
    );
    const description = refused ? [refused.errorDescription, refused.errorHint].filter(Boolean).join(' ') : '';
    if (state.orderId === orderId) {
      memo.strangeSince = null;
      run.isTaken = true;
      if (run.phase === 'starting') run.phase = 'working';
      const doing = state.actionStates.find(({ actionId }) => actionId === actionIdOf(run));
      const hasEnded =
        doing?.actionStatus === 'FINISHED' || doing?.actionStatus === 'FAILED' || (facts.isFree && !doing);
      if (hasEnded) {
        memo.endedSince ??= now;
        if ((report?.over ?? null) === null && now - memo.endedSince < LAST_REPORT_MS) return;
        if (report?.over === 'agentEmpty') return fail('agentEmpty');
        if (doing?.actionStatus === 'FINISHED') return finish(run, 'itself', now);
        return refused ? fail(refused.errorType, description) : fail('cancelled');
      }
      memo.endedSince = null;
    } else if (refused && !run.isTaken) return fail(refused.errorType, description);
    else if (run.isTaken) {
      memo.strangeSince ??= now;
      if (now - memo.strangeSince < STRANGE_MS) return;
      // The robot can have finished while no server listened, and have gone on with its own work.
      if (report?.over === 'done') return finish(run, 'itself', now);
      if (report?.over === 'agentEmpty') return fail('agentEmpty');
      const isForeign = state.orderId !== '' && !state.orderId.startsWith(SELF_ORDER);
      return fail(isForeign ? 'replaced' : 'robotRestarted');
    }
  }
  if (!run.isTaken && now - run.startedAt.getTime() > COMMAND_TTL_MS) return fail('notTaken');
  if (now - facts.heardAt > CRUISE_SILENCE_MS) return fail('robotSilent');
  if (!state) return void (memo.askedSince = null);
  const { batteryCharge, charging } = state.batteryState;
  if (run.isTaken) return batteryCharge < BATTERY_CRITICAL && !charging ? fail('batteryLow') : undefined;
  if (!facts.isFree || !facts.mayGo || !facts.start) return void (memo.askedSince = null);
  memo.askedSince ??= now;
  if (now - memo.askedSince > CRUISE_TAKE_MS) return fail('notTaken');
  if (memo.sentAt !== null && now - memo.sentAt < AGAIN_MS) return;
  step.effects.push({ type: 'order', body: orderOf(run, facts.start, charging) });
  memo.sentAt = now;
  run.isSent = true;
}

/** One node, where the robot is: the action does the driving. */
export function orderOf(run: DisinfectionRow, start: Start, isCharging: boolean): OrderBody {
  const orderId = orderIdOf(run);
  const plan: DisinfectOrder = {
    runId: run.id,
    mapId: run.robotMapName,
    mode: run.mode,
    waitUntilEmpty: run.waitUntilEmpty,
    grid: run.grid,
    planned: run.planned,
    sections: run.sections.map(({ aim, stand }) => ({ dose: aim, stand })),
  };
  const position = {
    x: start.x,
    y: start.y,
    theta: start.theta,
    mapId: start.mapName,
    allowedDeviationXY: AT_START_M,
    allowedDeviationTheta: Math.PI,
  };
  const disinfect = action(DISINFECT, actionIdOf(run), { plan: JSON.stringify(plan) }, 'HARD');
  return {
    orderId,
    orderUpdateId: 0,
    nodes: [
      {
        nodeId: start.nodeId && start.nodeId !== 'disinfect' ? start.nodeId : 'start',
        sequenceId: 0,
        released: true,
        nodePosition: position,
        actions: [...(isCharging ? [action('stopCharging', `${orderId}-off`, {}, 'HARD')] : []), disinfect],
      },
    ],
    edges: [],
  };
}

/** Cells that were not planned are ignored, and so is a report that is older than the last one. */
export function applyReport(run: DisinfectionRow, report: DisinfectionReport): void {
  if (report.runId !== run.id || report.sequence <= run.sequence) return;
  const length = run.grid.columns * run.grid.rows;
  const planned = decodeRuns(run.planned, length);
  const doses = decodeRuns(report.doses, length);
  const sums = run.sections.map(() => ({ covered: 0, tenths: 0 }));
  for (let cell = 0; cell < length; cell += 1) {
    const sum = sums[(planned[cell] ?? 0) - 1];
    const value = doses[cell] ?? 0;
    if (!sum || (value > DOSE_TOP && value !== CELL_SKIPPED)) doses[cell] = sum ? DOSE_TOP : 0;
    if (!sum || value === CELL_SKIPPED) continue;
    sum.tenths += Math.min(value, DOSE_TOP);
    if (value >= COVERED_FROM * DOSE_STEPS) sum.covered += 1;
  }
  run.sequence = report.sequence;
  run.doses = encodeRuns(doses);
  run.sections = run.sections.map((section, i) => {
    const { covered, tenths } = sums[i] ?? { covered: 0, tenths: 0 };
    const said = report.sections[i];
    return {
      ...section,
      state: said?.state ?? section.state,
      seconds: Math.round(said?.seconds ?? section.seconds),
      covered,
      dose: section.cells === 0 ? 0 : (tenths / DOSE_STEPS / section.cells) * section.aim,
    };
  });
  run.coveredCells = sums.reduce((total, { covered }) => total + covered, 0);
  run.dose =
    run.sections.reduce((total, { dose, cells }) => total + (dose ?? 0) * cells, 0) / Math.max(1, run.plannedCells);
  run.pauses = report.pauses;
  run.agentLeft = report.agentLeft;
  run.agentFull = report.agentFull;
  if (run.phase === 'working' || run.phase === 'paused')
    run.phase = report.over === null && report.pauses.at(-1)?.until === null ? 'paused' : 'working';
}

/** Ends the run; changes the row passed in. */
export function finish(
  run: DisinfectionRow,
  by: DisinfectionOutcome['by'],
  now: number,
  reason: { type: DisinfectionReason | (string & {}); description: string } | null = null,
): void {
  run.state = disinfectionResult({ by, planned: run.plannedCells, covered: run.coveredCells });
  const missed: DisinfectionReason = run.sections.some(({ state }) => state === 'person') ? 'person' : 'missed';
  run.reason = run.state === 'finished' ? null : (reason ?? { type: missed, description: '' });
  run.phase = null;
  run.endedAt = new Date(now);
  run.pauses = run.pauses.map((pause) => ({ ...pause, until: pause.until ?? now }));
}
