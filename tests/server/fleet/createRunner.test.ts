/** The runner of long work, with a kind of its own and reads and writes that finish when the test says so. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { createRunner, type RunnerNeeds } from '../../../server/fleet/createRunner.ts';
import { settle } from '../../fakes/settle.ts';

interface Row {
  id: string;
  serialNumber: string;
  revision: number;
  startedAt: Date;
  state: string;
}
/** The steps of the run that have been computed. */
type Memo = { of: string; steps: number };

const row = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  serialNumber: 'R',
  revision: 0,
  startedAt: new Date(id === 'first' ? 1_000 : 2_000),
  state: 'inProgress',
  ...more,
});

function setUp() {
  const [sent, memos, shown]: [string[], (Memo & { in: string })[], (string | undefined)[]] = [[], [], []];
  let ends = false;
  let active: Promise<readonly Row[]> = Promise.resolve([]);
  let saved: Promise<void> = Promise.resolve();
  const live = { connection: 'online', at: 0, eStop: 'NONE', mode: 'AUTOMATIC', leaseHolder: null } as RobotLive;
  // Only what the runner uses.
  const needs = {
    log: pino({ level: 'silent' }),
    now: () => 0,
    broker: { onUp: () => undefined, isUp: () => true },
    fleetCache: { robot: (serialNumber: string) => ({ serialNumber }) },
    liveStates: { get: () => ({ live }), set: () => undefined },
    leadership: { isLeader: () => true },
    toRobot: { order: async (_: unknown, { orderId }: { orderId: string }) => void sent.push(orderId) },
  } as unknown as RunnerNeeds;
  const runner = createRunner<Row, Row, Memo, { run: Row; memo: Memo; effects: never[] }>(needs, {
    noun: 'test run',
    initialMemo: { of: '', steps: 0 },
    readActive: () => active,
    read: async () => undefined,
    async save({ run }) {
      await saved;
      return { ...run, revision: run.revision + 1 };
    },
    isUnderWay: (one): one is Row => one.state === 'inProgress',
    next(run, memo) {
      memos.push({ ...memo, in: run.id });
      const order = { type: 'order', body: { orderId: run.id } } as never;
      return {
        run: ends ? { ...run, state: 'finished' } : run,
        memo: { of: run.id, steps: memo.steps + 1 },
        effects: ends ? [] : [order],
      };
    },
    withoutRobot: (run) => ({ run, memo: { of: '', steps: 0 }, effects: [] }),
    isCarriedOut: () => false,
    toLive(run) {
      shown.push(run?.id);
      return null;
    },
    forget: () => undefined,
    settled: async () => undefined,
  });
  return {
    runner,
    sent,
    memos,
    shown,
    end: () => (ends = true),
    go: () => (ends = false),
    /** Until the returned function is called, reads (or writes) wait. */
    holdRead(rows: readonly Row[]): () => void {
      let finish: (read: readonly Row[]) => void = () => undefined;
      active = new Promise((resolve) => (finish = resolve));
      return () => finish(rows);
    },
    holdWrites(): () => void {
      let finish: () => void = () => undefined;
      saved = new Promise((resolve) => (finish = resolve));
      return () => finish();
    },
  };
}

describe('a run that ends while its rows are read', () => {
  it('is not carried out again by the older rows', async () => {
    const { runner, sent, end, go, holdRead } = setUp();
    await runner.changed(row('first'));
    expect(sent).toEqual(['first']);
    const finishRead = holdRead([row('first')]);
    const reload = runner.reload();
    end();
    await runner.tick();
    expect(runner.of('R')).toBeUndefined();
    go();
    finishRead();
    await reload;
    await runner.tick();
    expect(runner.of('R')).toBeUndefined();
    expect(sent).toEqual(['first']);
  });

  it('does not keep the next run from being read', async () => {
    const { runner, end, holdRead } = setUp();
    await runner.changed(row('first'));
    end();
    await runner.tick();
    holdRead([row('second')])();
    await runner.reload();
    expect(runner.of('R')?.id).toBe('second');
  });
});

describe('a run that begins while the end of the one before is stored', () => {
  it('starts with nothing that was gathered for that one', async () => {
    const { runner, memos, end, go, holdWrites } = setUp();
    await runner.changed(row('first'));
    const finishWrite = holdWrites();
    end();
    const ending = runner.tick();
    await settle();
    go();
    const beginning = runner.changed(row('second'));
    finishWrite();
    await Promise.all([ending, beginning]);
    await runner.tick();
    expect(runner.of('R')?.id).toBe('second');
    expect(memos.filter((one) => one.in === 'second').map(({ of }) => of)).toEqual(['', 'second']);
  });
});
