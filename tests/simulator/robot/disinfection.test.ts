/** A simulated robot disinfects on order: it covers the real floor, waits for people, and reports cells and agent. */
import { describe, expect, it } from 'vitest';
import { decodeRuns, encodeRuns, GRID_CELL_M, type CellGrid } from '../../../contract/rules/cellGrid.ts';
import type { DisinfectionMode } from '../../../contract/rules/disinfection.ts';
import { cellsOf } from '../../../contract/rules/planCells.ts';
import type { DisinfectionReport, DisinfectOrder } from '../../../contract/wire/disinfection.ts';
import { mapOf, pointOf } from '../../../demo/sites.ts';
import { idle, setUp } from './stage.ts';

const MIST = 'D2-2401-0021';
const FLOOR = 'harbour-1f';
const { x: homeX, y: homeY } = pointOf('harbour-1f.meeting-1');

/** A square of some metres around a place, without walls and furniture. */
function square(x: number, y: number, side: number): Pick<DisinfectOrder, 'grid' | 'planned'> & { count: number } {
  const { plan } = mapOf(FLOOR);
  const free = cellsOf(plan, GRID_CELL_M / 2);
  const grid: CellGrid = {
    x: Math.floor(x - side / 2),
    y: Math.floor(y - side / 2),
    cellM: GRID_CELL_M,
    columns: side / GRID_CELL_M,
    rows: side / GRID_CELL_M,
  };
  const cells = Uint8Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const column = Math.floor((grid.x + ((cell % grid.columns) + 0.5) * GRID_CELL_M) / (GRID_CELL_M / 2));
    const row = Math.floor((grid.y + (Math.floor(cell / grid.columns) + 0.5) * GRID_CELL_M) / (GRID_CELL_M / 2));
    return free.cells[row * free.columns + column] === 0 ? 1 : 0;
  });
  return { grid, planned: encodeRuns(cells), count: cells.filter(Boolean).length };
}

function disinfecting(mode: DisinfectionMode, change: Partial<DisinfectOrder> = {}) {
  const stage = setUp(idle(MIST, { pose: { x: homeX, y: homeY, theta: 0 } }));
  const { grid, planned, count } = square(homeX, homeY, 4);
  const order: DisinfectOrder = {
    runId: 'run',
    mapId: FLOOR,
    mode,
    waitUntilEmpty: true,
    grid,
    planned,
    sections: [{ dose: mode === 'uv' ? 30 : 8, stand: null }],
    ...change,
  };
  // Nobody comes by chance.
  Object.assign(Reflect.get(stage.robot, 'self').living.people, { happens: () => false });
  let last: DisinfectionReport | null = null;
  const { step } = stage.world;
  stage.world.step = (dt) => {
    step.call(stage.world, dt);
    for (const { event } of stage.robot.takeEvents()) if (event.type === 'disinfection') last = event;
  };
  const send = (plan: unknown = order) =>
    stage.robot.handleOrder({
      headerId: 0,
      timestamp: '2026-11-21T08:00:00.000Z',
      version: '2.1.0',
      manufacturer: 'Roundhouse',
      serialNumber: MIST,
      orderId: 'run.0',
      orderUpdateId: 0,
      nodes: [
        {
          nodeId: 'start',
          sequenceId: 0,
          released: true,
          nodePosition: { x: homeX, y: homeY, mapId: FLOOR },
          actions: [
            {
              actionType: 'disinfect',
              actionId: 'run.0-disinfect',
              blockingType: 'HARD',
              actionParameters: [{ key: 'plan', value: JSON.stringify(plan) }],
            },
          ],
        },
      ],
      edges: [],
    });
  return {
    stage,
    send,
    count,
    report: (): DisinfectionReport => {
      if (!last) throw new Error('nothing was reported');
      return last;
    },
    covered: () =>
      decodeRuns(last?.doses ?? [], grid.columns * grid.rows).filter((dose) => dose >= 5 && dose <= 20).length,
    status: () => stage.status('run.0-disinfect'),
  };
}

describe('a robot that disinfects', () => {
  it('covers what it can reach, uses agent, and reports both', () => {
    const mist = disinfecting('spray');
    mist.send();
    mist.stage.until(() => mist.status() === 'RUNNING', 5);
    mist.stage.until(() => mist.covered() > 10, 60);
    expect(mist.report()).toMatchObject({ runId: 'run', over: null, sections: [{ state: 'underway' }], agentFull: 6 });
    mist.stage.until(() => mist.status() === 'FINISHED', 600);
    mist.stage.world.step(0.1);
    expect(mist.report()).toMatchObject({ over: 'done', sections: [{ state: 'done' }] });
    expect(mist.covered() / mist.count).toBeGreaterThan(0.85);
    expect(mist.report().agentLeft).toBeLessThan(6);
  });

  it('repeats its last report, so that a server that was away gets it', () => {
    const mist = disinfecting('spray', {
      sections: [{ dose: 8, stand: { nodeId: 'p', x: homeX, y: homeY, seconds: 5 } }],
    });
    mist.send();
    mist.stage.until(() => mist.status() === 'FINISHED', 60);
    mist.stage.world.step(0.1);
    const { sequence } = mist.report();
    mist.stage.until(() => mist.report().sequence > sequence + 2, 30);
    expect(mist.report()).toMatchObject({ over: 'done' });
    expect(mist.covered()).toBe(mist.count);
  });

  it.each(['uv', 'mist'] as const)('%s: stops while a person is near, and goes on 30 s after', (mode) => {
    const mist = disinfecting(mode);
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    mist.stage.robot.meetPerson(20);
    mist.stage.until(() => mist.report().pauses.at(-1)?.until === null, 10);
    mist.stage.until(() => !mist.stage.state().driving, 5);
    mist.stage.world.step(2.1);
    const before = mist.report();
    for (let second = 0; second < 40; second += 1) mist.stage.world.step(1);
    expect(mist.report()).toMatchObject({ doses: before.doses, pauses: [{ until: null }] });
    mist.stage.until(() => mist.report().pauses.at(-1)?.until !== null, 30);
    const [pause] = mist.report().pauses;
    expect((pause?.until ?? 0) - (pause?.at ?? 0)).toBeGreaterThanOrEqual(49_000);
    mist.stage.until(() => mist.report().doses.join() !== before.doses.join(), 30);
  });

  it('spray goes on beside a person', () => {
    const mist = disinfecting('spray');
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    mist.stage.robot.meetPerson(60);
    const before = mist.covered();
    mist.stage.until(() => mist.covered() > before + 5, 60);
    expect(mist.report().pauses).toEqual([]);
  });

  it('leaves a place out where a person stays, and says so', () => {
    const mist = disinfecting('uv');
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    mist.stage.robot.meetPerson(3_600);
    mist.stage.until(() => mist.status() === 'FINISHED', 400);
    mist.stage.world.step(0.1);
    expect(mist.report()).toMatchObject({ over: 'done', sections: [{ state: 'person' }] });
  });

  it('waits during Stop without giving anything off', () => {
    const mist = disinfecting('spray');
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    mist.stage.act('startPause');
    mist.stage.until(() => !mist.stage.state().driving, 5);
    mist.stage.world.step(2.1);
    const { doses } = mist.report();
    for (let second = 0; second < 20; second += 1) mist.stage.world.step(1);
    expect(mist.report().doses).toEqual(doses);
    mist.stage.act('stopPause');
    mist.stage.until(() => mist.report().doses.join() !== doses.join(), 30);
  });

  it('goes on where it was after teleop', () => {
    const mist = disinfecting('spray');
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    const before = mist.covered();
    mist.stage.act('controlLease', { lease: 1 });
    mist.stage.world.step(3);
    mist.stage.act('controlLease', { lease: 0 });
    mist.stage.until(() => mist.covered() > before + 5, 60);
    expect(mist.status()).toBe('RUNNING');
    mist.stage.until(() => mist.status() === 'FINISHED', 600);
  });

  it('reports what it did when its order is cancelled', () => {
    const mist = disinfecting('spray');
    mist.send();
    mist.stage.until(() => mist.covered() > 5, 60);
    mist.stage.act('cancelOrder');
    mist.stage.until(() => mist.status() === 'FAILED', 5);
    mist.stage.world.step(0.1);
    expect(mist.report()).toMatchObject({ over: 'interrupted' });
  });

  it.each([['no plan at all'], [{ runId: 'run' }]])('refuses what it cannot read: %o', (plan) => {
    const mist = disinfecting('spray');
    mist.send(plan);
    mist.stage.until(() => mist.status() === 'FAILED', 5);
    mist.stage.until(() => mist.stage.errors().some(({ errorType }) => errorType === 'orderError'), 2);
  });

  it('ends when its tank is empty', () => {
    const mist = disinfecting('spray', {
      sections: [{ dose: 50, stand: { nodeId: 'p', x: homeX, y: homeY, seconds: 3_000 } }],
    });
    // 50 ml/m2 on 16 m2 are under a litre, so the tank has to be nearly empty before.
    Object.assign(Reflect.get(mist.stage.robot, 'self').tank, { agent: 0.01 });
    mist.send();
    mist.stage.until(() => mist.status() === 'FAILED', 400);
    mist.stage.world.step(0.1);
    expect(mist.report()).toMatchObject({ over: 'agentEmpty', agentLeft: 0 });
  });
});
