/** The steps of a disinfection: nothing counts as done before the robot says so, and every run ends. */
import { describe, expect, it } from 'vitest';
import { CRUISE_SILENCE_MS, COMMAND_TTL_MS } from '../../../../contract/rules/limits.ts';
import type { DisinfectionReport } from '../../../../contract/wire/disinfection.ts';
import type { StateMessage } from '../../../../contract/wire/vda5050.ts';
import type { DisinfectionRow } from '../../../../server/db/repositories/disinfections.ts';
import {
  applyReport,
  disinfectionStep,
  NO_MEMO,
  type DisinfectionFacts,
  type DisinfectionMemo,
} from '../../../../server/fleet/disinfections/disinfectionRun.ts';
import { ended } from '../../http/disinfectionCalls.ts';

const T0 = 1_750_000_000_000;
const ROW: DisinfectionRow = {
  ...ended,
  id: 'd',
  serialNumber: 'A-1',
  mapId: 'm1',
  floor: '1F',
  state: 'inProgress',
  phase: 'starting',
  reason: null,
  language: 'enUS',
  taskRunId: null,
  startedAt: new Date(T0),
  endedAt: null,
  coveredCells: 0,
  dose: null,
  agentLeft: null,
  agentFull: null,
  sections: [
    { id: 'r', name: 'Room', cells: 4, aim: 8, stand: null, state: 'waiting', seconds: 0, covered: 0, dose: null },
  ],
  isSent: false,
  isTaken: false,
  sequence: -1,
  doses: [],
  revision: 0,
  demo: false,
};
const REPORT: DisinfectionReport = {
  runId: 'd',
  sequence: 1,
  doses: [10, 4],
  sections: [{ state: 'done', seconds: 31.6 }],
  pauses: [],
  agentLeft: 4.2,
  agentFull: 6,
  over: 'done',
};
const STATE: StateMessage = {
  headerId: 0,
  timestamp: '2026-11-21T08:00:00.000Z',
  version: '2.0.0',
  manufacturer: 'Roundhouse',
  serialNumber: 'A-1',
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: 'dock',
  lastNodeSequenceId: 0,
  driving: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
};

/** A run that is stepped by hand. */
function running() {
  let now = T0;
  let row = ROW;
  let memo: DisinfectionMemo = NO_MEMO;
  let facts: DisinfectionFacts = {
    state: STATE,
    heardAt: T0,
    isFree: true,
    mayGo: true,
    start: { nodeId: 'dock', mapName: 'F1', x: 1, y: 2, theta: 0 },
    report: null,
  };
  const orders: unknown[] = [];
  let cancels = 0;
  const on = {
    step(change: Partial<DisinfectionFacts> = {}, later = 0): DisinfectionRow {
      now += later;
      facts = { ...facts, ...(change.heardAt === undefined && change.state && { heardAt: now }), ...change };
      const next = disinfectionStep(row, memo, facts, now);
      ({ run: row, memo } = next);
      for (const effect of next.effects) {
        if (effect.type === 'order') orders.push(effect.body);
        else cancels += 1;
      }
      return row;
    },
    /** The robot's action has this state. */
    doing(actionStatus: 'RUNNING' | 'FINISHED' | 'FAILED', change: Partial<StateMessage> = {}, later = 0) {
      const actionStates = [{ actionId: 'd.0-disinfect', actionType: 'disinfect', actionStatus }];
      return on.step({ state: { ...STATE, orderId: 'd.0', actionStates, ...change } }, later);
    },
    orders,
    cancels: () => cancels,
  };
  return on;
}

describe('a disinfection', () => {
  it('sends its order again until the robot has it', () => {
    const on = running();
    expect(on.step()).toMatchObject({ phase: 'starting', isSent: true, isTaken: false });
    on.step({}, 1_000);
    expect(on.orders).toHaveLength(1);
    on.step({}, 1_000);
    expect(on.orders).toHaveLength(2);
    expect(on.doing('RUNNING')).toMatchObject({ phase: 'working', isTaken: true });
    on.step({}, 5_000);
    expect(on.orders).toHaveLength(2);
  });

  it('is finished when the action is and the last report says how much was covered', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    expect(on.doing('FINISHED')).toMatchObject({ state: 'inProgress' });
    expect(on.step({ report: REPORT }, 1_000)).toMatchObject({
      state: 'finished',
      phase: null,
      reason: null,
      coveredCells: 4,
      dose: 8,
      agentLeft: 4.2,
      sections: [{ covered: 4, dose: 8, seconds: 32, state: 'done' }],
    });
  });

  it('ends without a last report after some time', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    on.step({ report: { ...REPORT, doses: [10, 2], over: null } });
    on.doing('FINISHED');
    expect(on.step({}, 15_000)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'missed' } });
  });

  it('says when a person was the reason', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    const report = { ...REPORT, doses: [10, 1], sections: [{ state: 'person' as const, seconds: 9 }] };
    on.step({ report });
    expect(on.doing('FINISHED')).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'person' } });
  });

  it('shows a pause, and that it is over', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    const pause = { at: T0, until: null, x: 1, y: 2 };
    expect(on.step({ report: { ...REPORT, over: null, pauses: [pause] } })).toMatchObject({ phase: 'paused' });
    const over = { ...REPORT, sequence: 2, over: null, pauses: [{ ...pause, until: T0 + 50_000 }] };
    expect(on.step({ report: over })).toMatchObject({ phase: 'working' });
  });

  it.each([
    ['agentEmpty', { doing: 'FAILED', report: { ...REPORT, doses: [10, 1], over: 'agentEmpty' } }],
    ['cancelled', { doing: 'FAILED', report: { ...REPORT, doses: [10, 1], over: 'interrupted' } }],
  ] as const)('ends as %s', (type, { doing, report }) => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    on.step({ report: { ...report, doses: [...report.doses] } });
    expect(on.doing(doing)).toMatchObject({ state: 'partiallyCompleted', reason: { type } });
  });

  it.each([
    ['robotRestarted', ''],
    ['robotRestarted', 'self-3'],
    ['replaced', 'other.0'],
  ])('is over as %s when the robot has the order "%s"', (type, orderId) => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    on.step({ state: { ...STATE, orderId } });
    expect(on.step({}, 2_000)).toMatchObject({ state: 'failed', reason: { type } });
  });

  it('counts as finished when the robot went on to its own work while nobody listened', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    on.step({ state: { ...STATE, orderId: 'self-9' }, report: REPORT });
    expect(on.step({}, 2_000)).toMatchObject({ state: 'finished', reason: null });
  });

  it('fails when its robot says nothing for too long, or never takes the order', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    on.step({ state: null });
    expect(on.step({}, CRUISE_SILENCE_MS - 1)).toMatchObject({ state: 'inProgress' });
    expect(on.step({}, 2)).toMatchObject({ state: 'failed', reason: { type: 'robotSilent' } });
    const other = running();
    other.step({ mayGo: false });
    expect(other.step({}, COMMAND_TTL_MS + 1)).toMatchObject({ state: 'failed', reason: { type: 'notTaken' } });
  });

  it('says what the robot refused', () => {
    const on = running();
    on.step();
    const error = {
      errorType: 'orderError',
      errorLevel: 'WARNING' as const,
      errorDescription: 'The robot has no action disinfect.',
      errorReferences: [{ referenceKey: 'orderId', referenceValue: 'd.0' }],
    };
    expect(on.step({ state: { ...STATE, errors: [error] } })).toMatchObject({
      state: 'failed',
      reason: { type: 'orderError', description: error.errorDescription },
    });
  });

  it('is called off in the robot when it ends there for another reason', () => {
    const on = running();
    on.step();
    on.doing('RUNNING');
    expect(on.doing('RUNNING', { batteryState: { batteryCharge: 9, charging: false } })).toMatchObject({
      reason: { type: 'batteryLow' },
    });
    expect(on.cancels()).toBe(1);
  });
});

describe('a report', () => {
  const applied = (report: DisinfectionReport, row = ROW) => {
    const run = structuredClone(row);
    applyReport(run, report);
    return run;
  };
  it('that is older, or of another run, changes nothing', () => {
    const row = applied(REPORT);
    expect(applied({ ...REPORT, doses: [] }, row)).toEqual(row);
    expect(applied({ ...REPORT, runId: 'other', sequence: 9 }, row)).toEqual(row);
  });
  it('counts only planned cells, and no dose beyond the limit', () => {
    const row = {
      ...ROW,
      planned: [1, 2, 0, 2],
      plannedCells: 2,
      sections: ROW.sections.map((one) => ({ ...one, cells: 2 })),
    };
    expect(applied({ ...REPORT, doses: [50, 1, 99, 1, 20, 2] }, row)).toMatchObject({
      coveredCells: 1,
      doses: [20, 1, 99, 1, 0, 2],
      sections: [{ dose: 8 }],
    });
  });
});
